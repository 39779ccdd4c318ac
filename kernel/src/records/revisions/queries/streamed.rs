//! The history as a stream: rows in the order of their numbers, with the records before and after.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};

use super::{Range, RevisionRow, changes, import_ranges};
use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::prepared::{self, Value};
use crate::db::{Conn, Run};

/// Returns at most `most` rows whose numbers are above `after` and at most `until`, in order.
pub(crate) fn rows(
    conn: &mut Conn,
    (after, until): (i64, i64),
    most: i64,
) -> Result<Vec<(i64, RevisionRow)>> {
    changes::table
        .filter(changes::number.gt(after).and(changes::number.le(until)))
        .order(changes::number)
        .limit(most)
        .select((changes::number, RevisionRow::as_select()))
        .all(conn)
}

/// Returns the rows with these numbers, in order.
pub(crate) fn numbered(conn: &mut Conn, numbers: &[i64]) -> Result<Vec<(i64, RevisionRow)>> {
    changes::table
        .filter(changes::number.eq_any(numbers))
        .order(changes::number)
        .select((changes::number, RevisionRow::as_select()))
        .all(conn)
}

/// Returns at most `most` numbers of rows above `after` and at most `until`, in order: a range of the index of numbers.
pub(crate) fn numbers(conn: &mut Conn, (after, until): (i64, i64), most: i64) -> Result<Vec<i64>> {
    let sql = "SELECT number FROM changes WHERE number > ? AND number <= ? ORDER BY number LIMIT ?";
    prepared::rows::<BigInt, i64>(conn, sql, &[after, until, most].map(Value::Whole))
}

/// Returns the resources of the rows whose numbers are above `after` and at most `until`.
pub(crate) fn resources(conn: &mut Conn, (after, until): (i64, i64)) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT resource FROM changes WHERE number > ? AND number <= ?";
    prepared::rows::<Text, String>(conn, sql, &[after, until].map(Value::Whole))
}

/// Returns when the first row above `after` was written; `None` when there is none.
pub(crate) fn first_at(conn: &mut Conn, after: i64) -> Result<Option<Timestamp>> {
    changes::table
        .filter(changes::number.gt(after))
        .order(changes::number)
        .select(changes::at)
        .first_if_any(conn)
}

/// Returns the ranges of numbers that unfinished imports have written, in order.
pub(crate) fn unfinished(conn: &mut Conn) -> Result<Vec<Range>> {
    import_ranges::table.order(import_ranges::first_number).select(Range::as_select()).all(conn)
}

/// Returns the number up to which all rows belong to finished work, on SQLite: one statement, so that it is of one
/// snapshot.
pub(crate) fn last_finished(conn: &mut Conn) -> Result<i64> {
    let sql = "SELECT COALESCE((SELECT MIN(first_number) - 1 FROM import_ranges), \
               (SELECT MAX(number) FROM changes), 0)";
    prepared::row::<BigInt, i64>(conn, sql, &[])
}

/// Returns the last number that was given out, on PostgreSQL.
pub(crate) fn last_given(conn: &mut Conn) -> Result<i64> {
    let sql = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM changes_number";
    prepared::row::<BigInt, i64>(conn, sql, &[])
}

/// Returns a transaction of PostgreSQL which began after all that have taken a number so far.
pub(crate) fn next_transaction(conn: &mut Conn) -> Result<i64> {
    let sql = "SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)";
    prepared::row::<BigInt, i64>(conn, sql, &[])
}

/// Returns the oldest transaction of PostgreSQL that has not ended.
pub(crate) fn oldest_transaction(conn: &mut Conn) -> Result<i64> {
    let sql = "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)";
    prepared::row::<BigInt, i64>(conn, sql, &[])
}

/// Returns the position of the cursor that is furthest behind; `None` without any.
pub(crate) fn passed(conn: &mut Conn) -> Result<Option<i64>> {
    let sql = "SELECT MIN(position) FROM event_cursors";
    prepared::row::<Nullable<BigInt>, Option<i64>>(conn, sql, &[])
}
