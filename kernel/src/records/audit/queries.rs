//! The SQL of audit events.

use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::Event;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, TextEnum, prepared};
use crate::on_each;
use crate::records::chain::{self, Hash, NumberedRow, RowHash, SealedTable};

diesel::table! {
    audit_events (id) {
        number -> BigInt,
        id -> Text,
        at -> Timestamp,
        actor_id -> Nullable<Text>,
        actor -> Nullable<Text>,
        action -> Text,
        object -> Text,
        address -> Nullable<Text>,
        request_id -> Nullable<Text>,
        outcome -> Text,
        reason -> Nullable<Text>,
        times -> Integer,
        hash -> Nullable<Binary>,
    }
}

/// How many rows one statement inserts.
const BATCH: usize = 500;

/// A row as it is stored: words as texts, because a verification trusts none of them.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_events, treat_none_as_default_value = false)]
struct EventRow {
    id: String,
    at: Timestamp,
    actor_id: Option<String>,
    actor: Option<String>,
    action: String,
    object: String,
    address: Option<String>,
    request_id: Option<String>,
    outcome: String,
    reason: Option<String>,
    times: i32,
}

impl EventRow {
    fn of(event: &Event) -> Self {
        // The operator and visitors have no account.
        let account = event.actor.as_ref().filter(|(id, _)| id.has_account());
        Self {
            id: Id::new().to_string(),
            at: event.at,
            actor_id: account.map(|(id, _)| id.to_string()),
            actor: event.actor.as_ref().map(|(_, name)| name.clone()),
            action: event.action.word().to_owned(),
            object: event.object.clone(),
            address: event.address.clone(),
            request_id: event.request.clone(),
            outcome: event.outcome.word().to_owned(),
            reason: event.reason.clone(),
            times: event.times,
        }
    }

    fn hash(&self) -> Hash {
        RowHash::of(SealedTable::Events)
            .text(&self.id)
            .time(self.at)
            .optional(self.actor_id.as_deref())
            .optional(self.actor.as_deref())
            .text(&self.action)
            .text(&self.object)
            .optional(self.address.as_deref())
            .optional(self.request_id.as_deref())
            .text(&self.outcome)
            .optional(self.reason.as_deref())
            .number(self.times)
            .finish()
    }
}

pub(super) fn insert(conn: &mut Conn, events: &[Event]) -> Result<()> {
    for events in events.chunks(BATCH) {
        let rows: Vec<EventRow> = events.iter().map(EventRow::of).collect();
        let rows = rows.iter().map(|row| (row, audit_events::hash.eq(row.hash().to_vec())));
        let rows: Vec<_> = rows.collect();
        on_each!(conn, |conn| diesel::insert_into(audit_events::table).values(rows).execute(conn))?;
    }
    Ok(())
}

/// Deletes about `most` events at `until` or before, the oldest first, by a rule. Returns how many.
pub(super) fn delete_until(conn: &mut Conn, until: Timestamp, most: usize) -> Result<usize> {
    let most = i64::try_from(most).map_err(Error::internal)?;
    let numbers: Vec<i64> = audit_events::table
        .filter(audit_events::at.le(until))
        .order((audit_events::at, audit_events::id))
        .limit(most)
        .select(audit_events::number)
        .load(conn)?;
    chain::delete(conn, SealedTable::Events, &numbers)?;
    Ok(numbers.len())
}

/// Returns at most `most` events whose numbers are above `after` and at most `until`, in order.
pub(crate) fn between(
    conn: &mut Conn,
    after: i64,
    until: i64,
    most: i64,
) -> Result<Vec<NumberedRow>> {
    let rows: Vec<(i64, Option<Vec<u8>>, EventRow)> = audit_events::table
        .filter(audit_events::number.gt(after).and(audit_events::number.le(until)))
        .order(audit_events::number)
        .limit(most)
        .select((audit_events::number, audit_events::hash, EventRow::as_select()))
        .load(conn)?;
    let numbered = rows.into_iter().map(|(number, stored, row)| NumberedRow {
        number,
        stored,
        computed: row.hash(),
        key: row.id,
    });
    Ok(numbered.collect())
}

/// Returns whether the database has the table: one of an older version does not.
pub(crate) fn is_there(conn: &mut Conn) -> Result<bool> {
    let sql = match conn.is_sqlite() {
        true => "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'audit_events'",
        false => "SELECT COUNT(to_regclass('audit_events'))",
    };
    Ok(prepared::row::<BigInt, i64>(conn, sql, &[])? > 0)
}
