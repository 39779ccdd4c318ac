//! The statements on attempts.

use diesel::prelude::*;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, Run, statements};

diesel::table! {
    attempts (id) {
        id -> Text,
        bucket -> Text,
        at -> Timestamp,
    }
}

/// Locks a bucket against concurrent attempts until the transaction ends. SQLite has one writer
/// anyway.
pub(super) fn lock(conn: &mut Conn, bucket: &str) -> Result<()> {
    let lock = "SELECT pg_advisory_xact_lock(727005, hashtext(?))";
    statements::on_postgres(conn, lock, &[bucket.into()])
}

/// Returns when the earliest of the latest `most` attempts was. `None` when there were fewer.
pub(super) fn earliest_of(
    conn: &mut Conn,
    bucket: &str,
    since: Timestamp,
    most: i64,
) -> Result<Option<Timestamp>> {
    attempts::table
        .filter(attempts::bucket.eq(bucket))
        .filter(attempts::at.gt(since))
        .order(attempts::at.desc())
        .offset(most - 1)
        .limit(1)
        .select(attempts::at)
        .first_if_any(conn)
}

pub(super) fn insert(conn: &mut Conn, id: &Id, bucket: &str, at: Timestamp) -> Result<()> {
    diesel::insert_into(attempts::table)
        .values((attempts::id.eq(id), attempts::bucket.eq(bucket), attempts::at.eq(at)))
        .run(conn)
}

pub(super) fn delete(conn: &mut Conn, id: &Id) -> Result<()> {
    diesel::delete(attempts::table.find(id)).run(conn)
}
