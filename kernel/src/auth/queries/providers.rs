//! The statements on identities at identity providers, and on round trips.

use diesel::prelude::*;

use super::{AccountRow, accounts};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{self, Conn};
use crate::delete_oldest;

diesel::table! {
    identities (issuer, subject) {
        issuer -> Text,
        subject -> Text,
        account_id -> Text,
        created_at -> Timestamp,
        id -> Text,
    }
}

diesel::table! {
    round_trips (id) {
        id -> Text,
        provider -> Text,
        browser -> Text,
        nonce -> Text,
        verifier -> Text,
        redirect -> Text,
        created_at -> Timestamp,
    }
}

diesel::joinable!(identities -> accounts (account_id));
diesel::allow_tables_to_appear_in_same_query!(identities, accounts);

/// A round trip to a provider and back.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = round_trips)]
pub(in crate::auth) struct RoundTripRow {
    pub(in crate::auth) id: String,
    pub(in crate::auth) provider: String,
    pub(in crate::auth) browser: String,
    pub(in crate::auth) nonce: String,
    pub(in crate::auth) verifier: String,
    pub(in crate::auth) redirect: String,
    pub(in crate::auth) created_at: Timestamp,
}

/// Returns the account that the identity `subject` at `issuer` is linked to.
pub(in crate::auth) fn account_of(
    conn: &mut Conn,
    issuer: &str,
    subject: &str,
) -> Result<Option<AccountRow>> {
    let found = identities::table
        .inner_join(accounts::table)
        .filter(identities::issuer.eq(issuer))
        .filter(identities::subject.eq(subject))
        .select(AccountRow::as_select())
        .first(conn)
        .optional()?;
    Ok(found)
}

pub(in crate::auth) fn insert_identity(
    conn: &mut Conn,
    issuer: &str,
    subject: &str,
    account: &Id,
    now: Timestamp,
) -> Result<()> {
    diesel::insert_into(identities::table)
        .values((
            identities::issuer.eq(issuer),
            identities::subject.eq(subject),
            identities::account_id.eq(account),
            identities::created_at.eq(now),
            identities::id.eq(Id::new()),
        ))
        .execute(conn)?;
    Ok(())
}

/// Permits linking of an account at `now`, or withdraws the permission.
pub(in crate::auth) fn set_link_allowed(
    conn: &mut Conn,
    id: &Id,
    allowed: bool,
    now: Timestamp,
) -> Result<()> {
    db::update(accounts::table.find(id))
        .set((
            accounts::link_allowed.eq(allowed),
            accounts::link_allowed_at.eq(allowed.then_some(now)),
            accounts::updated_at.eq(now),
        ))
        .execute(conn)?;
    Ok(())
}

/// Returns whether there are permissions to link that were given until `until`.
pub(in crate::auth) fn has_link_allowed(conn: &mut Conn, until: Timestamp) -> Result<bool> {
    let given = accounts::link_allowed.eq(true).and(accounts::link_allowed_at.le(until));
    let found = accounts::table.filter(given).select(accounts::id).first::<Id>(conn).optional()?;
    Ok(found.is_some())
}

/// Withdraws the permissions to link that were given until `until`.
pub(in crate::auth) fn withdraw_link_allowed(conn: &mut Conn, until: Timestamp) -> Result<()> {
    let given = accounts::link_allowed.eq(true).and(accounts::link_allowed_at.le(until));
    db::update(accounts::table.filter(given))
        .set((accounts::link_allowed.eq(false), accounts::link_allowed_at.eq(None::<Timestamp>)))
        .execute(conn)?;
    Ok(())
}

/// A stored identity.
#[derive(Queryable, Selectable)]
#[diesel(table_name = identities)]
pub(in crate::auth) struct IdentityRow {
    pub(in crate::auth) id: Id,
    pub(in crate::auth) issuer: String,
    pub(in crate::auth) subject: String,
    pub(in crate::auth) created_at: Timestamp,
}

/// Returns the identities that are linked to an account, the oldest first.
pub(in crate::auth) fn identities_of(conn: &mut Conn, account: &Id) -> Result<Vec<IdentityRow>> {
    let found = identities::table
        .filter(identities::account_id.eq(account))
        .order((identities::created_at, identities::id))
        .select(IdentityRow::as_select())
        .load(conn)?;
    Ok(found)
}

/// Deletes one identity of an account.
///
/// # Errors
/// 404 when it has none with this identifier.
pub(in crate::auth) fn delete_identity(conn: &mut Conn, account: &Id, id: &Id) -> Result<()> {
    let own = identities::table.filter(identities::account_id.eq(account));
    let deleted = diesel::delete(own.filter(identities::id.eq(id))).execute(conn)?;
    if deleted == 0 { Err(Error::NotFound) } else { Ok(()) }
}

pub(in crate::auth) fn begin_round_trip(conn: &mut Conn, row: &RoundTripRow) -> Result<()> {
    diesel::insert_into(round_trips::table).values(row).execute(conn)?;
    Ok(())
}

pub(in crate::auth) fn round_trip(conn: &mut Conn, id: &str) -> Result<Option<RoundTripRow>> {
    let found = round_trips::table.find(id).select(RoundTripRow::as_select()).first(conn);
    Ok(found.optional()?)
}

/// Takes out a round trip, so that it can be used once.
pub(in crate::auth) fn end_round_trip(conn: &mut Conn, id: &str) -> Result<Option<RoundTripRow>> {
    let Some(found) = round_trip(conn, id)? else { return Ok(None) };
    // Of two concurrent transactions only one deletes it.
    let deleted = diesel::delete(round_trips::table.find(id)).execute(conn)?;
    Ok(Some(found).filter(|_| deleted == 1))
}

/// Deletes every round trip.
pub(in crate::auth) fn delete_all_round_trips(conn: &mut Conn) -> Result<()> {
    diesel::delete(round_trips::table).execute(conn)?;
    Ok(())
}

pub(in crate::auth) fn forget_round_trips(
    conn: &mut Conn,
    until: Timestamp,
    most: usize,
) -> Result<usize> {
    Ok(delete_oldest!(conn, round_trips, created_at, until, most))
}
