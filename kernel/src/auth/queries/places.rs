//! The statements on places that users sign in from.

use diesel::prelude::*;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, Run};
use crate::on_each;

diesel::table! {
    known_places (account_id, place) {
        account_id -> Text,
        place -> Text,
        seen_at -> Timestamp,
    }
}

pub(crate) fn is_known(
    conn: &mut Conn,
    account: &Id,
    place: &str,
    since: Timestamp,
) -> Result<bool> {
    let found: Option<Timestamp> = known_places::table
        .find((account, place))
        .select(known_places::seen_at)
        .first_if_any(conn)?;
    Ok(found.is_some_and(|seen_at| seen_at > since))
}

/// Returns whether any place is known for an account.
pub(crate) fn has_any(conn: &mut Conn, account: &Id) -> Result<bool> {
    let found: Option<Timestamp> = known_places::table
        .filter(known_places::account_id.eq(account))
        .select(known_places::seen_at)
        .first_if_any(conn)?;
    Ok(found.is_some())
}

/// Returns whether the place is known for any account.
pub(crate) fn was_given_out(conn: &mut Conn, place: &str) -> Result<bool> {
    let found: Option<Id> = known_places::table
        .filter(known_places::place.eq(place))
        .select(known_places::account_id)
        .first_if_any(conn)?;
    Ok(found.is_some())
}

pub(crate) fn upsert(conn: &mut Conn, account: &Id, place: &str, now: Timestamp) -> Result<()> {
    on_each!(conn, |conn| {
        diesel::insert_into(known_places::table)
            .values((
                known_places::account_id.eq(account),
                known_places::place.eq(place),
                known_places::seen_at.eq(now),
            ))
            .on_conflict((known_places::account_id, known_places::place))
            .do_update()
            .set(known_places::seen_at.eq(now))
            .execute(conn)?
    });
    Ok(())
}

/// Deletes the known places of an account.
pub(crate) fn forget_all(conn: &mut Conn, account: &Id) -> Result<()> {
    diesel::delete(known_places::table.filter(known_places::account_id.eq(account))).run(conn)
}
