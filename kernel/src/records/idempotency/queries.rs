//! The SQL of stored responses.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::sql_types::Text;
use serde::Serialize;

use super::Answer;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::prepared::{self, Value};
use crate::db::{self, Conn};
use crate::delete_oldest;

diesel::table! {
    answers (account_id, key) {
        account_id -> Text,
        key -> Text,
        fingerprint -> Text,
        status -> Integer,
        etag -> Nullable<Text>,
        location -> Nullable<Text>,
        body -> Nullable<Text>,
        created_at -> Timestamp,
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = answers)]
pub(super) struct AnswerRow {
    pub(super) fingerprint: String,
    pub(super) status: i32,
    pub(super) etag: Option<String>,
    pub(super) location: Option<String>,
    pub(super) body: Option<String>,
}

/// Inserts the key, or takes it over from a response that was stored before `expired`. Returns whether it was free.
/// A concurrent request with the same key waits here until this transaction ends.
pub(super) fn take(
    conn: &mut Conn,
    account: &Id,
    key: &str,
    fingerprint: &str,
    (now, expired): (Timestamp, Timestamp),
) -> Result<bool> {
    let take = "INSERT INTO answers (account_id, key, fingerprint, status, created_at)
        VALUES (?, ?, ?, 0, ?)
        ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = 0,
            etag = NULL, location = NULL, body = NULL, created_at = excluded.created_at
        WHERE answers.created_at < ?";
    let values =
        [account.into(), key.into(), fingerprint.into(), Value::Time(now), Value::Time(expired)];
    Ok(prepared::execute(conn, take, &values)? == 1)
}

/// A key, with what identifies its request.
#[derive(Serialize)]
pub(super) struct KeyRow {
    pub(super) account_id: Id,
    pub(super) key: String,
    pub(super) fingerprint: String,
}

impl KeyRow {
    /// Returns account and key, as `take_all` returns them.
    pub(super) fn text(&self) -> String {
        format!("{} {}", self.account_id, self.key)
    }
}

/// A response, with its account and key.
#[derive(Serialize)]
pub(super) struct StoredAnswer<'a> {
    account_id: &'a Id,
    key: &'a str,
    status: u16,
    etag: Option<&'a str>,
    location: Option<&'a str>,
    body: Option<&'a str>,
}

impl<'a> StoredAnswer<'a> {
    pub(super) fn of(account: &'a Id, key: &'a str, answer: &'a Answer) -> Self {
        let Answer { status, etag, location, body } = answer;
        Self {
            account_id: account,
            key,
            status: status.as_u16(),
            etag: etag.as_deref(),
            location: location.as_deref(),
            body: body.as_deref(),
        }
    }
}

/// Inserts keys on PostgreSQL, in one order of all transactions, and returns those that were free. One under which a
/// response is stored is not, however old that is.
pub(super) fn take_all(
    conn: &mut Conn,
    keys: &[KeyRow],
    now: Timestamp,
) -> Result<HashSet<String>> {
    if keys.is_empty() {
        return Ok(HashSet::new());
    }
    let take = "INSERT INTO answers (account_id, key, fingerprint, status, created_at)
        SELECT account_id, key, fingerprint, 0, ?
        FROM json_to_recordset(?::json) AS taken (account_id text, key text, fingerprint text)
        ORDER BY account_id, key ON CONFLICT DO NOTHING
        RETURNING account_id || ' ' || key";
    let rows = serde_json::to_string(keys).map_err(Error::internal)?;
    let taken = prepared::rows::<Text, String>(conn, take, &[Value::Time(now), (&*rows).into()])?;
    Ok(taken.into_iter().collect())
}

/// Returns the response that was stored under this key at `time` or later.
pub(super) fn find_since(
    conn: &mut Conn,
    account: &Id,
    key: &str,
    time: Timestamp,
) -> Result<Option<AnswerRow>> {
    let stored = answers::table
        .find((account, key))
        .filter(answers::created_at.ge(time))
        .select(AnswerRow::as_select())
        .first(conn)
        .optional()?;
    Ok(stored)
}

pub(super) fn store(conn: &mut Conn, account: &Id, key: &str, answer: &Answer) -> Result<()> {
    db::update(answers::table.find((account, key)))
        .set((
            answers::status.eq(i32::from(answer.status.as_u16())),
            answers::etag.eq(&answer.etag),
            answers::location.eq(&answer.location),
            answers::body.eq(&answer.body),
        ))
        .execute(conn)?;
    Ok(())
}

/// Stores responses on PostgreSQL, each by its account and key.
pub(super) fn store_all(conn: &mut Conn, answers: &[StoredAnswer<'_>]) -> Result<()> {
    if answers.is_empty() {
        return Ok(());
    }
    let store =
        "UPDATE answers SET status = made.status, etag = made.etag, location = made.location,
            body = made.body
        FROM json_to_recordset(?::json) AS made
            (account_id text, key text, status int, etag text, location text, body text)
        WHERE answers.account_id = made.account_id AND answers.key = made.key";
    db::execute_with_rows(conn, store, answers)
}

/// Deletes a key whose request has no response.
pub(super) fn free(conn: &mut Conn, account: &Id, key: &str) -> Result<()> {
    diesel::delete(answers::table.find((account, key))).execute(conn)?;
    Ok(())
}

/// Deletes at most `most` responses that were stored before `time`, the oldest first, and returns
/// how many.
pub(super) fn sweep(conn: &mut Conn, time: Timestamp, most: usize) -> Result<usize> {
    Ok(delete_oldest!(conn, answers, created_at, time, most))
}
