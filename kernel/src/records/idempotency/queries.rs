//! The SQL of stored responses.

use diesel::prelude::*;

use super::Answer;
use crate::base::error::Result;
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

/// Deletes at most `most` responses that were stored before `time`, the oldest first, and returns
/// how many.
pub(super) fn sweep(conn: &mut Conn, time: Timestamp, most: usize) -> Result<usize> {
    Ok(delete_oldest!(conn, answers, created_at, time, most))
}
