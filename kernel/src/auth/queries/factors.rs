//! The statements on second factors, recovery codes and tickets.

use diesel::prelude::*;

use super::passkeys::delete_passkeys;
use super::sessions;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{self, Conn, Run, notify};
use crate::records::actor::ACCOUNTS;

diesel::table! {
    authenticator_apps (id) {
        id -> Text,
        account_id -> Text,
        secret -> Text,
        last_step -> BigInt,
        created_at -> Timestamp,
        confirmed_at -> Nullable<Timestamp>,
        last_used_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    recovery_codes (account_id, code) {
        account_id -> Text,
        code -> Text,
    }
}

diesel::table! {
    #[sql_name = "sign_in_tickets"]
    tickets (id) {
        id -> Text,
        account_id -> Nullable<Text>,
        purpose -> Text,
        challenge -> Nullable<Text>,
        created_at -> Timestamp,
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = authenticator_apps)]
pub(crate) struct AppRow {
    pub(crate) id: Id,
    pub(crate) account_id: Id,
    pub(crate) secret: String,
    pub(crate) last_step: i64,
    pub(crate) created_at: Timestamp,
    pub(crate) confirmed_at: Option<Timestamp>,
    pub(crate) last_used_at: Option<Timestamp>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = tickets)]
pub(crate) struct TicketRow {
    pub(crate) id: String,
    pub(crate) account_id: Option<Id>,
    pub(crate) purpose: String,
    pub(crate) challenge: Option<String>,
    pub(crate) created_at: Timestamp,
}

// Authenticator apps

/// Returns the authenticator app of an account that has been confirmed, or the one that has not.
pub(crate) fn app(conn: &mut Conn, account: &Id, confirmed: bool) -> Result<Option<AppRow>> {
    authenticator_apps::table
        .filter(authenticator_apps::account_id.eq(account))
        .filter(authenticator_apps::confirmed_at.is_not_null().eq(confirmed))
        .order(authenticator_apps::id.desc())
        .select(AppRow::as_select())
        .first_if_any(conn)
}

/// Stores an authenticator app to be confirmed, in place of another one to be confirmed.
pub(crate) fn insert_app(conn: &mut Conn, row: &AppRow) -> Result<()> {
    let pending = authenticator_apps::account_id
        .eq(&row.account_id)
        .and(authenticator_apps::confirmed_at.is_null());
    diesel::delete(authenticator_apps::table.filter(pending)).execute(conn)?;
    diesel::insert_into(authenticator_apps::table).values(row).run(conn)
}

/// Confirms an authenticator app, which replaces the account's other one.
pub(crate) fn confirm_app(conn: &mut Conn, row: &AppRow, step: i64, now: Timestamp) -> Result<()> {
    let others =
        authenticator_apps::account_id.eq(&row.account_id).and(authenticator_apps::id.ne(&row.id));
    diesel::delete(authenticator_apps::table.filter(others)).execute(conn)?;
    db::update(authenticator_apps::table.find(&row.id))
        .set((authenticator_apps::confirmed_at.eq(now), authenticator_apps::last_step.eq(step)))
        .run(conn)
}

/// Records that the code of a step was accepted.
pub(crate) fn used_app(conn: &mut Conn, id: &Id, step: i64, now: Timestamp) -> Result<()> {
    db::update(authenticator_apps::table.find(id))
        .set((authenticator_apps::last_step.eq(step), authenticator_apps::last_used_at.eq(now)))
        .run(conn)
}

/// Deletes the authenticator app of an account.
pub(crate) fn delete_app(conn: &mut Conn, account: &Id) -> Result<()> {
    let own = authenticator_apps::table.filter(authenticator_apps::account_id.eq(account));
    if diesel::delete(own).execute(conn)? == 0 { Err(Error::NotFound) } else { Ok(()) }
}

// Recovery codes

/// Counts the recovery codes of an account that have not been used.
pub(crate) fn count_codes(conn: &mut Conn, account: &Id) -> Result<i64> {
    Ok(recovery_codes::table
        .filter(recovery_codes::account_id.eq(account))
        .count()
        .get_result(conn)?)
}

/// Replaces the recovery codes of an account by those with these digests.
pub(crate) fn set_codes(conn: &mut Conn, account: &Id, codes: &[String]) -> Result<()> {
    diesel::delete(recovery_codes::table.filter(recovery_codes::account_id.eq(account)))
        .execute(conn)?;
    for code in codes {
        diesel::insert_into(recovery_codes::table)
            .values((recovery_codes::account_id.eq(account), recovery_codes::code.eq(code)))
            .execute(conn)?;
    }
    Ok(())
}

/// Deletes the recovery code with this digest. Returns whether there was one.
pub(crate) fn use_code(conn: &mut Conn, account: &Id, code: &str) -> Result<bool> {
    Ok(diesel::delete(recovery_codes::table.find((account, code))).execute(conn)? == 1)
}

/// Deletes all second factors and recovery codes of an account. Returns how many factors.
pub(crate) fn delete_all(conn: &mut Conn, account: &Id) -> Result<usize> {
    let apps = authenticator_apps::table.filter(authenticator_apps::account_id.eq(account));
    let deleted = diesel::delete(apps).execute(conn)? + delete_passkeys(conn, account)?;
    set_codes(conn, account, &[])?;
    Ok(deleted)
}

/// Marks a session as one that began with a second factor.
pub(crate) fn mark_session(conn: &mut Conn, account: &Id, session: &Id) -> Result<()> {
    notify(ACCOUNTS, account);
    db::update(sessions::table.find(session)).set(sessions::second_factor.eq(true)).run(conn)
}

/// Takes the mark of a second factor from all sessions of an account, which has none any more.
pub(crate) fn unmark_sessions(conn: &mut Conn, account: &Id) -> Result<()> {
    notify(ACCOUNTS, account);
    db::update(sessions::table.filter(sessions::account_id.eq(account)))
        .set(sessions::second_factor.eq(false))
        .run(conn)
}

// Tickets

pub(crate) fn insert_ticket(conn: &mut Conn, row: &TicketRow) -> Result<()> {
    diesel::insert_into(tickets::table).values(row).run(conn)
}

pub(crate) fn ticket(conn: &mut Conn, id: &str) -> Result<Option<TicketRow>> {
    tickets::table.find(id).select(TicketRow::as_select()).first_if_any(conn)
}

/// Deletes a ticket. Returns whether it was there: of two requests with it one gets `true`.
pub(crate) fn delete_ticket(conn: &mut Conn, id: &str) -> Result<bool> {
    Ok(diesel::delete(tickets::table.find(id)).execute(conn)? == 1)
}

/// Deletes the tickets of an account for one purpose.
pub(crate) fn delete_tickets(conn: &mut Conn, account: &Id, purpose: &str) -> Result<()> {
    let own = tickets::account_id.eq(account).and(tickets::purpose.eq(purpose));
    diesel::delete(tickets::table.filter(own)).run(conn)
}

/// Deletes every ticket.
pub(crate) fn delete_all_tickets(conn: &mut Conn) -> Result<()> {
    diesel::delete(tickets::table).run(conn)
}

/// Sets the challenge of a ticket, or takes it away. Returns whether the ticket is there.
pub(crate) fn set_challenge(conn: &mut Conn, id: &str, challenge: Option<&str>) -> Result<bool> {
    let set = db::update(tickets::table.find(id)).set(tickets::challenge.eq(challenge));
    Ok(set.execute(conn)? == 1)
}
