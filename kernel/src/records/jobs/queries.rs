//! The SQL of jobs.

use diesel::prelude::*;

use super::progress::{Stage, Steps};
use super::{Ended, JobKind};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{self, Conn, Run};
use crate::on_each;

diesel::table! {
    jobs (id) {
        id -> Text,
        account_id -> Text,
        kind -> Text,
        resource -> Nullable<Text>,
        change_set_id -> Nullable<Text>,
        idempotency_key -> Nullable<Text>,
        fingerprint -> Nullable<Text>,
        rules -> Text,
        stage -> Text,
        done -> BigInt,
        total -> BigInt,
        status -> Integer,
        body -> Nullable<Text>,
        location -> Nullable<Text>,
        file -> Nullable<Text>,
        created_at -> Timestamp,
        reported_at -> Timestamp,
        ended_at -> Nullable<Timestamp>,
    }
}

#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = jobs, treat_none_as_default_value = false)]
pub(crate) struct JobRow {
    pub(super) id: Id,
    pub(super) account_id: Id,
    pub(super) kind: JobKind,
    pub(super) resource: Option<String>,
    pub(super) change_set_id: Option<Id>,
    pub(super) idempotency_key: Option<String>,
    pub(super) fingerprint: Option<String>,
    pub(super) rules: String,
    pub(super) stage: Stage,
    pub(super) done: i64,
    pub(super) total: i64,
    pub(super) status: i32,
    pub(super) body: Option<String>,
    pub(super) location: Option<String>,
    pub(super) file: Option<String>,
    pub(super) created_at: Timestamp,
    pub(super) reported_at: Timestamp,
    pub(super) ended_at: Option<Timestamp>,
}

/// Inserts a job. Returns false when the account has one with the same idempotency key.
pub(super) fn insert(conn: &mut Conn, row: &JobRow) -> Result<bool> {
    let inserted = on_each!(conn, |conn| diesel::insert_into(jobs::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(conn))?;
    Ok(inserted == 1)
}

pub(super) fn with_key(conn: &mut Conn, account: &Id, key: &str) -> Result<Option<JobRow>> {
    jobs::table
        .filter(jobs::account_id.eq(account))
        .filter(jobs::idempotency_key.eq(key))
        .select(JobRow::as_select())
        .first_if_any(conn)
}

/// Frees the idempotency key of a job for another one.
pub(super) fn free_key(conn: &mut Conn, id: &Id) -> Result<()> {
    db::update(jobs::table.find(id)).set(jobs::idempotency_key.eq(None::<String>)).run(conn)
}

/// Returns a job of an account.
///
/// # Errors
/// 404 for another one.
pub(crate) fn find(conn: &mut Conn, account: &Id, id: &Id) -> Result<JobRow> {
    let found: Option<JobRow> = jobs::table
        .filter(jobs::account_id.eq(account))
        .filter(jobs::id.eq(id))
        .select(JobRow::as_select())
        .first_if_any(conn)?;
    found.ok_or(Error::NotFound)
}

/// Returns a page of the jobs of an account, the newest first, and how many there are.
pub(crate) fn of_account(
    conn: &mut Conn,
    account: &Id,
    (limit, skipped): (i64, i64),
) -> Result<(Vec<JobRow>, i64)> {
    let own = || jobs::table.filter(jobs::account_id.eq(account));
    let total: i64 = own().count().get_result(conn)?;
    let newest = own().order((jobs::created_at.desc(), jobs::id.desc()));
    let rows = newest.offset(skipped).limit(limit).select(JobRow::as_select()).all(conn)?;
    Ok((rows, total))
}

/// Returns how many jobs of an account have been running since a time.
pub(super) fn count_running(conn: &mut Conn, account: &Id, since: Timestamp) -> Result<i64> {
    let running = jobs::table
        .filter(jobs::account_id.eq(account))
        .filter(jobs::status.eq(0))
        .filter(jobs::reported_at.ge(since));
    Ok(running.count().get_result(conn)?)
}

/// Stores how far a job is, and that it is running.
pub(super) fn report(conn: &mut Conn, id: &Id, steps: Steps, now: Timestamp) -> Result<()> {
    let Steps { stage, done, total } = steps;
    let count = |steps: u64| i64::try_from(steps).map_err(Error::internal);
    db::update(jobs::table.find(id).filter(jobs::status.eq(0)))
        .set((
            jobs::stage.eq(stage),
            jobs::done.eq(count(done)?),
            jobs::total.eq(count(total)?),
            jobs::reported_at.eq(now),
        ))
        .run(conn)
}

/// Stores what came of a job.
pub(super) fn end(conn: &mut Conn, id: &Id, ended: &Ended, now: Timestamp) -> Result<()> {
    let file = ended.file.as_ref().map(serde_json::to_string).transpose();
    db::update(jobs::table.find(id))
        .set((
            jobs::status.eq(i32::from(ended.answer.status.as_u16())),
            jobs::body.eq(&ended.answer.body),
            jobs::location.eq(&ended.answer.location),
            jobs::file.eq(file.map_err(Error::internal)?),
            jobs::reported_at.eq(now),
            jobs::ended_at.eq(now),
        ))
        .run(conn)
}
