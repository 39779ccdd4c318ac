//! The statements on attempts.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Text;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::delete_oldest;

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
    if !conn.is_sqlite() {
        sql_query("SELECT pg_advisory_xact_lock(727005, hashtext($1))")
            .bind::<Text, _>(bucket)
            .execute(conn)?;
    }
    Ok(())
}

/// Returns when the earliest of the latest `most` attempts was. `None` when there were fewer.
pub(super) fn earliest_of(
    conn: &mut Conn,
    bucket: &str,
    since: Timestamp,
    most: i64,
) -> Result<Option<Timestamp>> {
    let found = attempts::table
        .filter(attempts::bucket.eq(bucket))
        .filter(attempts::at.gt(since))
        .order(attempts::at.desc())
        .offset(most - 1)
        .limit(1)
        .select(attempts::at)
        .first(conn)
        .optional()?;
    Ok(found)
}

pub(super) fn insert(conn: &mut Conn, id: &Id, bucket: &str, at: Timestamp) -> Result<()> {
    diesel::insert_into(attempts::table)
        .values((attempts::id.eq(id), attempts::bucket.eq(bucket), attempts::at.eq(at)))
        .execute(conn)?;
    Ok(())
}

pub(super) fn delete(conn: &mut Conn, id: &Id) -> Result<()> {
    diesel::delete(attempts::table.find(id)).execute(conn)?;
    Ok(())
}

pub(super) fn delete_until(conn: &mut Conn, until: Timestamp, most: usize) -> Result<usize> {
    Ok(delete_oldest!(conn, attempts, at, until, most))
}
