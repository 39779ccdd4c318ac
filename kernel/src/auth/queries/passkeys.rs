//! The statements on passkeys.

use diesel::prelude::*;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{self, Conn, Run};

diesel::table! {
    passkeys (id) {
        id -> Text,
        account_id -> Text,
        name -> Text,
        credential_id -> Text,
        credential -> Text,
        created_at -> Timestamp,
        last_used_at -> Nullable<Timestamp>,
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = passkeys)]
pub(crate) struct PasskeyRow {
    pub(crate) id: Id,
    pub(crate) account_id: Id,
    pub(crate) name: String,
    pub(crate) credential_id: String,
    pub(crate) credential: String,
    pub(crate) created_at: Timestamp,
    pub(crate) last_used_at: Option<Timestamp>,
}

/// Returns the passkeys of an account, the oldest first.
pub(crate) fn passkeys(conn: &mut Conn, account: &Id) -> Result<Vec<PasskeyRow>> {
    passkeys::table
        .filter(passkeys::account_id.eq(account))
        .order(passkeys::id)
        .select(PasskeyRow::as_select())
        .all(conn)
}

pub(crate) fn insert_passkey(conn: &mut Conn, row: &PasskeyRow) -> Result<()> {
    diesel::insert_into(passkeys::table).values(row).run(conn)
}

/// Records that a passkey was used, and what it is now.
pub(crate) fn used_passkey(
    conn: &mut Conn,
    id: &Id,
    credential: &str,
    now: Timestamp,
) -> Result<()> {
    db::update(passkeys::table.find(id))
        .set((passkeys::credential.eq(credential), passkeys::last_used_at.eq(now)))
        .run(conn)
}

/// Deletes one passkey of an account.
pub(crate) fn delete_passkey(conn: &mut Conn, account: &Id, id: &Id) -> Result<()> {
    let own = passkeys::table.filter(passkeys::account_id.eq(account)).filter(passkeys::id.eq(id));
    if diesel::delete(own).execute(conn)? == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Deletes the passkeys of an account. Returns how many.
pub(crate) fn delete_passkeys(conn: &mut Conn, account: &Id) -> Result<usize> {
    let own = passkeys::table.filter(passkeys::account_id.eq(account));
    Ok(diesel::delete(own).execute(conn)?)
}
