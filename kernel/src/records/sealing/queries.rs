//! The SQL of numbers and transactions. Tables are named by the kernel, never by a request.

use diesel::sql_types::{BigInt, Binary, Nullable};

use crate::base::error::Result;
use crate::db::prepared::{self, Value};
use crate::db::{Conn, TextEnum};
use crate::records::chain::SealedTable;

/// Returns the last number that was given out, on SQLite the last one of a row.
pub(super) fn last_number(conn: &mut Conn, table: SealedTable) -> Result<i64> {
    let name = table.word();
    let sql = if conn.is_sqlite() {
        format!("SELECT coalesce(max(number), 0) FROM {name}")
    } else {
        format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}_number")
    };
    prepared::row::<BigInt, i64>(conn, &sql, &[])
}

/// Returns at most `most` rows whose numbers are above the first and at most the second one, in order: the
/// number of each, and the hash that is stored.
pub(super) fn hashed(
    conn: &mut Conn,
    table: SealedTable,
    (after, until): (i64, i64),
    most: i64,
) -> Result<Vec<(i64, Option<Vec<u8>>)>> {
    let rows = format!(
        "SELECT number, hash FROM {} WHERE number > ? AND number <= ? ORDER BY number LIMIT ?",
        table.word()
    );
    let values = [after, until, most].map(Value::Whole);
    prepared::rows::<(BigInt, Nullable<Binary>), _>(conn, &rows, &values)
}

/// Returns the number of this transaction, which no earlier one has; 0 on SQLite, which has one
/// writer.
pub(super) fn own_transaction(conn: &mut Conn) -> Result<i64> {
    if conn.is_sqlite() {
        return Ok(0);
    }
    prepared::row::<BigInt, i64>(
        conn,
        "SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)",
        &[],
    )
}

/// Returns whether all transactions with a lower number than this one have ended.
pub(super) fn have_ended_before(conn: &mut Conn, transaction: i64) -> Result<bool> {
    if conn.is_sqlite() {
        return Ok(true);
    }
    let oldest = "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)";
    Ok(prepared::row::<BigInt, i64>(conn, oldest, &[])? >= transaction)
}

/// Counts the rows whose numbers are above this one.
pub(super) fn count_after(conn: &mut Conn, table: SealedTable, after: i64) -> Result<i64> {
    let sql = format!("SELECT COUNT(*) FROM {} WHERE number > ?", table.word());
    prepared::row::<BigInt, i64>(conn, &sql, &[Value::Whole(after)])
}

/// Makes the next number of a table higher than `last`.
pub(super) fn continue_numbers(conn: &mut Conn, table: SealedTable, last: i64) -> Result<()> {
    if last == 0 {
        return Ok(());
    }
    let name = table.word();
    let last = Value::Whole(last);
    if !conn.is_sqlite() {
        let set = format!(
            "SELECT setval('{name}_number', greatest(?, (SELECT last_value FROM {name}_number)))"
        );
        return prepared::execute(conn, &set, &[last]).map(drop);
    }
    // SQLite has a row for each table that ever had one.
    let raise = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?";
    if prepared::execute(conn, raise, &[last, name.into()])? == 0 {
        let begin = "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)";
        prepared::execute(conn, begin, &[last, name.into()])?;
    }
    Ok(())
}
