//! The statements on API tokens.

use diesel::prelude::*;

use super::{AccountRow, accounts};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{self, Conn, Run, notify};
use crate::records::actor::ACCOUNTS;

diesel::table! {
    integrator_tokens (id) {
        id -> Text,
        account_id -> Text,
        name -> Text,
        secret -> Text,
        permissions -> Nullable<Text>,
        created_at -> Timestamp,
        expires_at -> Timestamp,
        last_used_at -> Nullable<Timestamp>,
    }
}

diesel::joinable!(integrator_tokens -> accounts (account_id));
diesel::allow_tables_to_appear_in_same_query!(integrator_tokens, accounts);

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = integrator_tokens)]
pub(crate) struct TokenRow {
    pub(crate) id: Id,
    pub(crate) account_id: Id,
    pub(crate) name: String,
    pub(crate) secret: String,
    pub(crate) permissions: Option<String>,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Timestamp,
    pub(crate) last_used_at: Option<Timestamp>,
}

/// Returns the tokens of an account, the newest first.
pub(crate) fn list(conn: &mut Conn, account: &Id) -> Result<Vec<TokenRow>> {
    integrator_tokens::table
        .filter(integrator_tokens::account_id.eq(account))
        .order(integrator_tokens::id.desc())
        .select(TokenRow::as_select())
        .all(conn)
}

/// Counts the valid tokens of an account.
pub(crate) fn count(conn: &mut Conn, account: &Id) -> Result<i64> {
    let valid = integrator_tokens::table
        .filter(integrator_tokens::account_id.eq(account))
        .filter(integrator_tokens::expires_at.gt(Timestamp::now()));
    Ok(valid.count().get_result(conn)?)
}

pub(crate) fn find(conn: &mut Conn, id: &Id) -> Result<Option<(TokenRow, AccountRow)>> {
    integrator_tokens::table
        .inner_join(accounts::table)
        .filter(integrator_tokens::id.eq(id))
        .select((TokenRow::as_select(), AccountRow::as_select()))
        .first_if_any(conn)
}

pub(crate) fn insert(conn: &mut Conn, row: &TokenRow) -> Result<()> {
    diesel::insert_into(integrator_tokens::table).values(row).run(conn)
}

pub(crate) fn used(conn: &mut Conn, id: &Id, at: Timestamp) -> Result<()> {
    db::update(integrator_tokens::table.find(id))
        .set(integrator_tokens::last_used_at.eq(at))
        .run(conn)
}

/// Deletes one token of an account.
pub(crate) fn delete(conn: &mut Conn, account: &Id, id: &Id) -> Result<()> {
    notify(ACCOUNTS, account);
    let own = integrator_tokens::table
        .filter(integrator_tokens::account_id.eq(account))
        .filter(integrator_tokens::id.eq(id));
    if diesel::delete(own).execute(conn)? == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Deletes all tokens of an account. Returns how many.
pub(crate) fn delete_all(conn: &mut Conn, account: &Id) -> Result<usize> {
    notify(ACCOUNTS, account);
    let own = integrator_tokens::table.filter(integrator_tokens::account_id.eq(account));
    Ok(diesel::delete(own).execute(conn)?)
}

/// Deletes the tokens of all accounts, in a database that no process serves.
pub(crate) fn delete_of_every_account(conn: &mut Conn) -> Result<()> {
    diesel::delete(integrator_tokens::table).run(conn)
}
