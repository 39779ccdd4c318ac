//! The statements on accounts of the demo data.

use diesel::prelude::*;

use super::super::password::PasswordHash;
use super::accounts;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::Conn;

/// Returns the accounts with a password whose email ends with `domain`, ordered by email.
pub(crate) fn accounts(conn: &mut Conn, domain: &str) -> Result<Vec<DemoAccount>> {
    let rows: Vec<(Id, String, bool, Option<String>)> = accounts::table
        .filter(accounts::email.like(format!("%{domain}")))
        .filter(accounts::password_hash.is_not_null())
        .order(accounts::email)
        .select((accounts::id, accounts::email, accounts::locked, accounts::password_hash))
        .load(conn)?;
    let account = |(id, email, locked, hash): (Id, String, bool, Option<String>)| {
        Some(DemoAccount { id, email, locked, hash: PasswordHash::stored(hash?) })
    };
    Ok(rows.into_iter().filter_map(account).collect())
}

/// A demo account with a password.
#[derive(Clone, Debug)]
pub(crate) struct DemoAccount {
    pub(crate) id: Id,
    pub(crate) email: String,
    pub(crate) locked: bool,
    pub(in crate::auth) hash: PasswordHash,
}
