//! The SQL of stored responses.

use diesel::prelude::*;
use diesel::sql_types::Text;

use super::{Answer, IdempotentRequest};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::prepared::{self, Value};
use crate::db::{self, ColumnValues, Conn, Run};

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

/// Inserts the key of a request, or takes it over from a response that was stored before `expired`. Returns whether it was
/// free. A concurrent request with the same key waits here until this transaction ends; what does not wait for it sees by
/// the lock that it is taken (`take_all`).
pub(super) fn take(
    conn: &mut Conn,
    request: &IdempotentRequest,
    (now, expired): (Timestamp, Timestamp),
) -> Result<bool> {
    let row = match conn.is_sqlite() {
        true => "VALUES (?, ?, ?, 0, ?) ON CONFLICT",
        false => "SELECT ?, ?, ?, 0, ? FROM pg_advisory_xact_lock(727007, hashtext(?)) ON CONFLICT",
    };
    let take = format!(
        "INSERT INTO answers (account_id, key, fingerprint, status, created_at) {row} (account_id, key)
         DO UPDATE SET fingerprint = excluded.fingerprint, status = 0,
            etag = NULL, location = NULL, body = NULL, created_at = excluded.created_at
         WHERE answers.created_at < ?"
    );
    let IdempotentRequest { account, key, fingerprint } = request;
    let text = request.text();
    let mut values =
        vec![account.into(), key.as_str().into(), fingerprint.as_str().into(), Value::Time(now)];
    values.extend((!conn.is_sqlite()).then_some(Value::Text(&text)));
    values.push(Value::Time(expired));
    Ok(prepared::execute(conn, &take, &values)? == 1)
}

/// Inserts the keys of requests on PostgreSQL, and returns of each whether it was free. One under which a response is
/// stored is not, however old that is, nor is one that another transaction has taken, which is not waited for.
pub(super) fn take_all(
    conn: &mut Conn,
    requests: &[&IdempotentRequest],
    now: Timestamp,
) -> Result<Vec<bool>> {
    if requests.is_empty() {
        return Ok(Vec::new());
    }
    let take = "INSERT INTO answers (account_id, key, fingerprint, status, created_at)
        SELECT account_id, key, fingerprint, 0, ?
        FROM unnest(?, ?, ?) AS requested (account_id, key, fingerprint)
        WHERE pg_try_advisory_xact_lock(727007, hashtext(account_id || ' ' || key))
        ON CONFLICT DO NOTHING RETURNING account_id || ' ' || key";
    let [accounts, keys, fingerprints]: [Vec<String>; 3] = [
        requests.iter().map(|one| one.account.to_string()).collect(),
        requests.iter().map(|one| one.key.clone()).collect(),
        requests.iter().map(|one| one.fingerprint.clone()).collect(),
    ];
    let values = [
        Value::Time(now),
        Value::Texts(&accounts),
        Value::Texts(&keys),
        Value::Texts(&fingerprints),
    ];
    let taken = prepared::rows::<Text, String>(conn, take, &values)?;
    Ok(requests.iter().map(|one| taken.contains(&one.text())).collect())
}

/// Returns the response that was stored under this key at `time` or later.
pub(super) fn find_since(
    conn: &mut Conn,
    account: &Id,
    key: &str,
    time: Timestamp,
) -> Result<Option<AnswerRow>> {
    answers::table
        .find((account, key))
        .filter(answers::created_at.ge(time))
        .select(AnswerRow::as_select())
        .first_if_any(conn)
}

pub(super) fn store(conn: &mut Conn, account: &Id, key: &str, answer: &Answer) -> Result<()> {
    db::update(answers::table.find((account, key)))
        .set((
            answers::status.eq(i32::from(answer.status.as_u16())),
            answers::etag.eq(&answer.etag),
            answers::location.eq(&answer.location),
            answers::body.eq(&answer.body),
        ))
        .run(conn)
}

/// Stores responses on PostgreSQL, each by its account and key.
pub(super) fn store_all(conn: &mut Conn, made: &[(&IdempotentRequest, &Answer)]) -> Result<()> {
    if made.is_empty() {
        return Ok(());
    }
    let store =
        "UPDATE answers SET status = made.status, etag = made.etag, location = made.location,
            body = made.body
        FROM unnest(?, ?, ?, ?, ?, ?) AS made (account_id, key, status, etag, location, body)
        WHERE answers.account_id = made.account_id AND answers.key = made.key";
    let of = || made.iter().map(|(_, answer)| *answer);
    let columns = [
        ColumnValues::of(answers::account_id, made.iter().map(|(one, _)| &one.account)),
        ColumnValues::of(answers::key, made.iter().map(|(one, _)| &one.key)),
        ColumnValues::of(answers::status, of().map(|answer| i32::from(answer.status.as_u16()))),
        ColumnValues::of(answers::etag, of().map(|answer| answer.etag.as_ref())),
        ColumnValues::of(answers::location, of().map(|answer| answer.location.as_ref())),
        ColumnValues::of(answers::body, of().map(|answer| answer.body.as_ref())),
    ];
    db::execute_with_rows(conn, store, &columns)
}

/// Deletes a key whose request has no response.
pub(super) fn free(conn: &mut Conn, account: &Id, key: &str) -> Result<()> {
    diesel::delete(answers::table.find((account, key))).run(conn)
}
