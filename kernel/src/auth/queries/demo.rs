//! The statements on accounts of the demo data.

use diesel::prelude::*;

use super::super::password::PasswordHash;
use super::accounts;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{self, Conn, notify};
use crate::records::actor::ACCOUNTS;

/// Returns the accounts with a password whose email ends with `domain`, ordered by email.
pub(in crate::auth) fn accounts(conn: &mut Conn, domain: &str) -> Result<Vec<DemoAccount>> {
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

/// Deletes the password of an account, so that no password opens it until another one is set.
pub(in crate::auth) fn forget_password(conn: &mut Conn, id: &Id, now: Timestamp) -> Result<()> {
    notify(ACCOUNTS, id);
    db::update(accounts::table.find(id))
        .set((accounts::password_hash.eq(None::<&str>), accounts::updated_at.eq(now)))
        .execute(conn)?;
    Ok(())
}

/// A demo account with a password.
#[derive(Clone, Debug)]
pub(crate) struct DemoAccount {
    pub(crate) id: Id,
    pub(crate) email: String,
    pub(crate) locked: bool,
    pub(in crate::auth) hash: PasswordHash,
}
