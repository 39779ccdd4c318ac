//! The SQL of subscriptions.

use diesel::prelude::*;

use super::kinds::{Comparison, MailFormat};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{self, Conn, Run};

diesel::table! {
    subscriptions (id) {
        id -> Text,
        account_id -> Text,
        saved_id -> Text,
        weekday -> Nullable<Integer>,
        time -> Nullable<Text>,
        operator -> Nullable<Text>,
        bound -> Nullable<BigInt>,
        format -> Text,
        is_across -> Bool,
        stop_token -> Text,
        created_at -> Timestamp,
        last_at -> Nullable<Timestamp>,
        next_at -> Timestamp,
    }
}

#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = subscriptions, treat_none_as_default_value = false)]
pub(super) struct SubscriptionRow {
    pub(super) id: Id,
    pub(super) account_id: Id,
    pub(super) saved_id: Id,
    pub(super) weekday: Option<i32>,
    pub(super) time: Option<String>,
    pub(super) operator: Option<Comparison>,
    pub(super) bound: Option<i64>,
    pub(super) format: MailFormat,
    pub(super) is_across: bool,
    pub(super) stop_token: String,
    pub(super) created_at: Timestamp,
    pub(super) last_at: Option<Timestamp>,
    pub(super) next_at: Timestamp,
}

pub(super) fn insert(conn: &mut Conn, row: &SubscriptionRow) -> Result<()> {
    diesel::insert_into(subscriptions::table).values(row).run(conn)
}

/// Returns an account's own to one filter or view, the newest first.
pub(super) fn list(conn: &mut Conn, account: &Id, saved: &Id) -> Result<Vec<SubscriptionRow>> {
    subscriptions::table
        .filter(subscriptions::account_id.eq(account))
        .filter(subscriptions::saved_id.eq(saved))
        .order(subscriptions::id.desc())
        .select(SubscriptionRow::as_select())
        .all(conn)
}

/// Counts those of an account.
pub(super) fn count(conn: &mut Conn, account: &Id) -> Result<i64> {
    let own = subscriptions::table.filter(subscriptions::account_id.eq(account));
    Ok(own.count().get_result(conn)?)
}

/// Deletes an account's own. Returns whether it was there.
pub(super) fn delete(conn: &mut Conn, account: &Id, saved: &Id, id: &Id) -> Result<bool> {
    let own = subscriptions::table
        .filter(subscriptions::id.eq(id))
        .filter(subscriptions::account_id.eq(account))
        .filter(subscriptions::saved_id.eq(saved));
    Ok(diesel::delete(own).execute(conn)? > 0)
}

/// Deletes the one that the link in its mails stops. Returns whether it was there.
pub(super) fn stop(conn: &mut Conn, token: &str) -> Result<bool> {
    let stopped = subscriptions::table.filter(subscriptions::stop_token.eq(token));
    Ok(diesel::delete(stopped).execute(conn)? > 0)
}

pub(super) fn is_due(conn: &mut Conn, now: Timestamp) -> Result<bool> {
    let first: Option<Id> = subscriptions::table
        .filter(subscriptions::next_at.le(now))
        .select(subscriptions::id)
        .first_if_any(conn)?;
    Ok(first.is_some())
}

/// Takes the one that is due for longest: no other process looks at it until `lease`.
pub(super) fn take(
    conn: &mut Conn,
    now: Timestamp,
    lease: Timestamp,
) -> Result<Option<SubscriptionRow>> {
    macro_rules! due {
        () => {
            subscriptions::table
                .filter(subscriptions::next_at.le(now))
                .order((subscriptions::next_at, subscriptions::id))
                .select(SubscriptionRow::as_select())
        };
    }
    let found: Option<SubscriptionRow> = match conn {
        Conn::Pg(conn) => due!().for_update().skip_locked().first(conn),
        Conn::Sqlite(conn) => due!().first(conn),
    }
    .optional()?;
    if let Some(row) = &found {
        db::update(subscriptions::table.find(&row.id))
            .set(subscriptions::next_at.eq(lease))
            .run(conn)?;
    }
    Ok(found)
}

/// Stores when it is due next, and, of an alert, whether the count is across the bound; `mailed` when a mail is made.
/// Returns whether it is this process's still, by its lease; nothing is stored otherwise.
pub(super) fn settle(
    conn: &mut Conn,
    (id, lease): (&Id, Timestamp),
    (next, is_across): (Timestamp, bool),
    mailed: Option<Timestamp>,
) -> Result<bool> {
    let own = subscriptions::table.find(id).filter(subscriptions::next_at.eq(lease));
    let set = (subscriptions::next_at.eq(next), subscriptions::is_across.eq(is_across));
    if db::update(own).set(set).execute(conn)? == 0 {
        return Ok(false);
    }
    if let Some(at) = mailed {
        db::update(subscriptions::table.find(id)).set(subscriptions::last_at.eq(at)).run(conn)?;
    }
    Ok(true)
}

/// Returns an account's own.
pub(super) fn find(
    conn: &mut Conn,
    account: &Id,
    saved: &Id,
    id: &Id,
) -> Result<Option<SubscriptionRow>> {
    subscriptions::table
        .filter(subscriptions::id.eq(id))
        .filter(subscriptions::account_id.eq(account))
        .filter(subscriptions::saved_id.eq(saved))
        .select(SubscriptionRow::as_select())
        .first_if_any(conn)
}
