//! The statements on identities at identity providers, and on round trips.

use diesel::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::{AccountRow, accounts};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{self, Conn, Run};

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
pub(crate) struct RoundTripRow {
    pub(crate) id: String,
    pub(crate) provider: String,
    pub(crate) browser: String,
    pub(crate) nonce: String,
    pub(crate) verifier: String,
    pub(crate) redirect: String,
    pub(crate) created_at: Timestamp,
}

/// Returns the account that the identity `subject` at `issuer` is linked to.
pub(crate) fn account_of(
    conn: &mut Conn,
    issuer: &str,
    subject: &str,
) -> Result<Option<AccountRow>> {
    identities::table
        .inner_join(accounts::table)
        .filter(identities::issuer.eq(issuer))
        .filter(identities::subject.eq(subject))
        .select(AccountRow::as_select())
        .first_if_any(conn)
}

pub(crate) fn insert_identity(
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
        .run(conn)
}

/// Returns whether there are permissions to link that were given until `until`.
pub(crate) fn has_link_allowed(conn: &mut Conn, until: Timestamp) -> Result<bool> {
    let given = accounts::link_allowed.eq(true).and(accounts::link_allowed_at.le(until));
    let found = accounts::table.filter(given).select(accounts::id).first::<Id>(conn).optional()?;
    Ok(found.is_some())
}

/// Withdraws the permissions to link that were given until `until`.
pub(crate) fn withdraw_link_allowed(conn: &mut Conn, until: Timestamp) -> Result<()> {
    let given = accounts::link_allowed.eq(true).and(accounts::link_allowed_at.le(until));
    db::update(accounts::table.filter(given))
        .set((accounts::link_allowed.eq(false), accounts::link_allowed_at.eq(None::<Timestamp>)))
        .run(conn)
}

/// An identity at an identity provider that is linked to an account.
#[derive(Queryable, Selectable, Serialize, JsonSchema)]
#[diesel(table_name = identities)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Identity")]
pub struct Identity {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// The issuer URL of the provider.
    issuer: String,
    /// The provider's identifier of the user.
    subject: String,
    /// When it was linked.
    created_at: Timestamp,
}

/// Returns the identities that are linked to an account, the oldest first.
pub(crate) fn identities_of(conn: &mut Conn, account: &Id) -> Result<Vec<Identity>> {
    identities::table
        .filter(identities::account_id.eq(account))
        .order((identities::created_at, identities::id))
        .select(Identity::as_select())
        .all(conn)
}

/// Deletes one identity of an account.
///
/// # Errors
/// 404 when it has none with this identifier.
pub(crate) fn delete_identity(conn: &mut Conn, account: &Id, id: &Id) -> Result<()> {
    let own = identities::table.filter(identities::account_id.eq(account));
    let deleted = diesel::delete(own.filter(identities::id.eq(id))).execute(conn)?;
    if deleted == 0 { Err(Error::NotFound) } else { Ok(()) }
}

pub(crate) fn begin_round_trip(conn: &mut Conn, row: &RoundTripRow) -> Result<()> {
    diesel::insert_into(round_trips::table).values(row).run(conn)
}

pub(crate) fn round_trip(conn: &mut Conn, id: &str) -> Result<Option<RoundTripRow>> {
    let found = round_trips::table.find(id).select(RoundTripRow::as_select()).first(conn);
    Ok(found.optional()?)
}

/// Takes out a round trip, so that it can be used once.
pub(crate) fn end_round_trip(conn: &mut Conn, id: &str) -> Result<Option<RoundTripRow>> {
    let Some(found) = round_trip(conn, id)? else { return Ok(None) };
    // Of two concurrent transactions only one deletes it.
    let deleted = diesel::delete(round_trips::table.find(id)).execute(conn)?;
    Ok(Some(found).filter(|_| deleted == 1))
}

/// Deletes every round trip.
pub(crate) fn delete_all_round_trips(conn: &mut Conn) -> Result<()> {
    diesel::delete(round_trips::table).run(conn)
}
