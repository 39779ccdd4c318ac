//! The SQL of webhooks and of what is sent to them.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};

use super::input::WebhookInput;
use super::secret::Secret;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::prepared::{self, Value};
use crate::db::{Conn, Db, Run, TextList};
use crate::on_each;

diesel::table! {
    webhooks (id) {
        id -> Text,
        url -> Text,
        events -> Text,
        active -> Bool,
        description -> Nullable<Text>,
        secret -> Text,
        maker_id -> Text,
        active_since -> Timestamp,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

diesel::table! {
    webhook_deliveries (id) {
        id -> Text,
        webhook_id -> Text,
        number -> BigInt,
        resource -> Text,
        record_id -> Text,
        version -> Integer,
        event -> Text,
        state -> Text,
        attempts -> Integer,
        created_at -> Timestamp,
        begun_at -> Timestamp,
        last_at -> Nullable<Timestamp>,
        last_status -> Nullable<Integer>,
        last_error -> Nullable<Text>,
        next_at -> Nullable<Timestamp>,
        lease_until -> Nullable<Timestamp>,
        ended_at -> Nullable<Timestamp>,
    }
}

crate::text_enum! {
    /// What has become of a delivery.
    pub(crate) enum DeliveryState {
        Pending = ("pending", "Pending"),
        Delivered = ("delivered", "Delivered"),
        Failed = ("failed", "Failed"),
    }
}

/// A webhook, as what is sent needs it.
#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = webhooks)]
pub(super) struct WebhookRow {
    pub(super) id: Id,
    pub(super) url: String,
    pub(super) events: TextList,
    pub(super) active: bool,
    secret: String,
    pub(super) maker_id: Id,
    pub(super) active_since: Timestamp,
}

impl WebhookRow {
    pub(super) fn secret(&self) -> Secret {
        Secret::stored(self.secret.clone())
    }
}

/// A delivery.
#[derive(Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = webhook_deliveries, treat_none_as_default_value = false)]
pub(super) struct DeliveryRow {
    pub(super) id: Id,
    pub(super) webhook_id: Id,
    pub(super) number: i64,
    pub(super) resource: String,
    pub(super) record_id: Id,
    pub(super) version: i32,
    pub(super) event: String,
    pub(super) state: DeliveryState,
    pub(super) attempts: i32,
    pub(super) created_at: Timestamp,
    pub(super) begun_at: Timestamp,
    pub(super) last_at: Option<Timestamp>,
    pub(super) last_status: Option<i32>,
    pub(super) last_error: Option<String>,
    pub(super) next_at: Option<Timestamp>,
    pub(super) lease_until: Option<Timestamp>,
    pub(super) ended_at: Option<Timestamp>,
}

pub(super) fn insert(conn: &mut Conn, id: &Id, input: &WebhookInput, maker: &Id) -> Result<()> {
    // A deleted one that is restored has another one: its own was deleted with it.
    let secret = input.secret.clone().map_or_else(Secret::random, Ok)?;
    let now = Timestamp::now();
    let row = (
        webhooks::id.eq(id),
        webhooks::url.eq(&input.url),
        webhooks::events.eq(&input.events),
        webhooks::active.eq(input.active),
        webhooks::description.eq(&input.description),
        webhooks::secret.eq(secret.as_str()),
        webhooks::maker_id.eq(maker),
        webhooks::active_since.eq(now),
        webhooks::created_at.eq(now),
        webhooks::updated_at.eq(now),
    );
    diesel::insert_into(webhooks::table).values(row).run(conn)
}

/// Stores the new input of a webhook; another maker and the time since when it is active, where these change.
pub(super) fn update(
    conn: &mut Conn,
    id: &Id,
    is: &WebhookInput,
    maker: Option<&Id>,
    is_activated: bool,
) -> Result<()> {
    let now = Timestamp::now();
    let row = webhooks::table.find(id);
    diesel::update(row)
        .set((
            webhooks::url.eq(&is.url),
            webhooks::events.eq(&is.events),
            webhooks::active.eq(is.active),
            webhooks::description.eq(&is.description),
            webhooks::updated_at.eq(now),
        ))
        .run(conn)?;
    if let Some(secret) = &is.secret {
        diesel::update(row).set(webhooks::secret.eq(secret.as_str())).run(conn)?;
    }
    if let Some(maker) = maker {
        diesel::update(row).set(webhooks::maker_id.eq(maker)).run(conn)?;
    }
    if is_activated {
        diesel::update(row).set(webhooks::active_since.eq(now)).run(conn)?;
    }
    Ok(())
}

/// Returns the active webhooks.
pub(super) fn active(conn: &mut Conn) -> Result<Vec<WebhookRow>> {
    webhooks::table
        .filter(webhooks::active.eq(true))
        .order(webhooks::id)
        .select(WebhookRow::as_select())
        .all(conn)
}

pub(super) fn find(conn: &mut Conn, id: &Id) -> Result<Option<WebhookRow>> {
    webhooks::table.find(id).select(WebhookRow::as_select()).first_if_any(conn)
}

/// How many rows one statement inserts: fewer values than either database allows.
const BATCH: usize = 200;

pub(super) fn insert_deliveries(conn: &mut Conn, rows: &[DeliveryRow]) -> Result<()> {
    for some in rows.chunks(BATCH) {
        on_each!(conn, |conn| diesel::insert_into(webhook_deliveries::table)
            .values(some)
            .execute(conn))?;
    }
    Ok(())
}

/// Returns at most `most` deliveries to a webhook that are due and that no process is sending, without those that wait for
/// an earlier one of the same record.
pub(super) fn due(conn: &mut Conn, webhook: &Id, now: Timestamp, most: usize) -> Result<Vec<Id>> {
    let sql = "SELECT id FROM webhook_deliveries d \
               WHERE webhook_id = ? AND state = 'pending' AND next_at <= ? \
               AND (lease_until IS NULL OR lease_until <= ?) \
               AND NOT EXISTS (SELECT 1 FROM webhook_deliveries e \
                   WHERE e.webhook_id = d.webhook_id AND e.resource = d.resource \
                   AND e.record_id = d.record_id AND e.state = 'pending' AND e.number < d.number) \
               ORDER BY next_at, number LIMIT ?";
    let values = [
        webhook.into(),
        Value::Time(now),
        Value::Time(now),
        Value::Whole(i64::try_from(most).unwrap_or(i64::MAX)),
    ];
    prepared::rows::<Text, Id>(conn, sql, &values)
}

/// Takes a delivery that is due, to send it. Returns false when another process has it or has tried it meanwhile, or it has
/// ended.
pub(super) fn lease(conn: &mut Conn, id: &Id, now: Timestamp, until: Timestamp) -> Result<bool> {
    let sql = "UPDATE webhook_deliveries SET lease_until = ? WHERE id = ? AND state = 'pending' \
               AND next_at <= ? AND (lease_until IS NULL OR lease_until <= ?)";
    let values = [Value::Time(until), id.into(), Value::Time(now), Value::Time(now)];
    Ok(prepared::execute(conn, sql, &values)? > 0)
}

pub(super) fn delivery(conn: &mut Conn, id: &Id) -> Result<Option<DeliveryRow>> {
    webhook_deliveries::table.find(id).select(DeliveryRow::as_select()).first_if_any(conn)
}

/// Returns these deliveries, the first first.
pub(super) fn deliveries(conn: &mut Conn, ids: &[Id]) -> Result<Vec<DeliveryRow>> {
    webhook_deliveries::table
        .filter(webhook_deliveries::id.eq_any(ids))
        .order(webhook_deliveries::number)
        .select(DeliveryRow::as_select())
        .all(conn)
}

/// Stores what has become of a delivery.
pub(super) fn store(conn: &mut Conn, row: &DeliveryRow) -> Result<()> {
    diesel::update(webhook_deliveries::table.find(&row.id))
        .set((
            webhook_deliveries::state.eq(row.state),
            webhook_deliveries::attempts.eq(row.attempts),
            webhook_deliveries::begun_at.eq(row.begun_at),
            webhook_deliveries::last_at.eq(row.last_at),
            webhook_deliveries::last_status.eq(row.last_status),
            webhook_deliveries::last_error.eq(&row.last_error),
            webhook_deliveries::next_at.eq(row.next_at),
            webhook_deliveries::lease_until.eq(row.lease_until),
            webhook_deliveries::ended_at.eq(row.ended_at),
        ))
        .run(conn)
}

/// Returns one page of the deliveries to a webhook, the newest first, and their number.
pub(super) fn page(
    conn: &mut Conn,
    webhook: &Id,
    state: Option<DeliveryState>,
    (limit, offset): (i64, i64),
) -> Result<(Vec<DeliveryRow>, i64)> {
    let matching = || {
        let rows = webhook_deliveries::table.into_boxed::<Db>();
        let rows = rows.filter(webhook_deliveries::webhook_id.eq(webhook.clone()));
        match state {
            Some(state) => rows.filter(webhook_deliveries::state.eq(state)),
            None => rows,
        }
    };
    let total = matching().count().get_result(conn)?;
    let rows = matching().order(webhook_deliveries::id.desc()).limit(limit).offset(offset);
    Ok((rows.select(DeliveryRow::as_select()).all(conn)?, total))
}

/// Returns whether another delivery to the same webhook has failed since then, for another reason than `leaving_out`.
pub(super) fn has_failed(
    conn: &mut Conn,
    row: &DeliveryRow,
    since: Timestamp,
    leaving_out: &str,
) -> Result<bool> {
    let other: Option<Id> = webhook_deliveries::table
        .filter(webhook_deliveries::webhook_id.eq(&row.webhook_id))
        .filter(webhook_deliveries::id.ne(&row.id))
        .filter(webhook_deliveries::state.eq(DeliveryState::Failed))
        .filter(webhook_deliveries::ended_at.gt(since))
        .filter(webhook_deliveries::last_error.ne(leaving_out))
        .select(webhook_deliveries::id)
        .first_if_any(conn)?;
    Ok(other.is_some())
}

/// Counts the pending deliveries.
pub(super) fn pending(conn: &mut Conn) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'pending'";
    prepared::row::<BigInt, i64>(conn, sql, &[])
}

/// Returns the lowest number of a revision that a pending delivery of an active webhook is about.
pub(super) fn first_pending(conn: &mut Conn) -> Result<Option<i64>> {
    let sql = "SELECT MIN(d.number) FROM webhook_deliveries d \
               JOIN webhooks w ON w.id = d.webhook_id WHERE d.state = 'pending' AND w.active";
    prepared::row::<Nullable<BigInt>, Option<i64>>(conn, sql, &[])
}

/// Makes the pending deliveries as old as if they had been made so many seconds earlier, for tests.
#[cfg(feature = "testing")]
pub(super) fn age(conn: &mut Conn, seconds: i64) -> Result<()> {
    for row in webhook_deliveries::table
        .filter(webhook_deliveries::state.eq(DeliveryState::Pending))
        .select(DeliveryRow::as_select())
        .all(conn)?
    {
        let next_at = row.next_at.map(|at| at.plus_seconds(-seconds));
        let begun_at = row.begun_at.plus_seconds(-seconds);
        store(conn, &DeliveryRow { next_at, begun_at, ..row })?;
    }
    Ok(())
}
