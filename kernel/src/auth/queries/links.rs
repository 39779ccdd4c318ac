//! The statements on links to set a password.

use diesel::prelude::*;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, Run};

diesel::table! {
    password_links (token) {
        token -> Text,
        account_id -> Text,
        created_at -> Timestamp,
        expires_at -> Timestamp,
    }
}

#[derive(Insertable)]
#[diesel(table_name = password_links)]
pub(crate) struct LinkRow {
    /// The digest of the token.
    pub(crate) token: String,
    pub(crate) account_id: Id,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Timestamp,
}

pub(crate) fn insert(conn: &mut Conn, row: &LinkRow) -> Result<()> {
    diesel::insert_into(password_links::table).values(row).run(conn)
}

/// Returns the account of a link that has not expired.
pub(crate) fn account_of(conn: &mut Conn, token: &str, now: Timestamp) -> Result<Option<Id>> {
    password_links::table
        .find(token)
        .filter(password_links::expires_at.gt(now))
        .select(password_links::account_id)
        .first_if_any(conn)
}

/// Deletes the links of an account.
pub(crate) fn delete_of(conn: &mut Conn, account: &Id) -> Result<()> {
    diesel::delete(password_links::table.filter(password_links::account_id.eq(account))).run(conn)
}

/// Deletes the links of all accounts, in a database that no process serves.
pub(crate) fn delete_all(conn: &mut Conn) -> Result<()> {
    diesel::delete(password_links::table).run(conn)
}
