//! The SQL of numbers and transactions. Tables are named by the kernel, never by a request.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Binary, Nullable, Text};

use crate::base::error::Result;
use crate::db::Conn;
use crate::db::prepared::{self, Value};
use crate::records::chain::SealedTable;

/// Returns the last number that was given out, on SQLite the last one of a row.
pub(super) fn last_number(conn: &mut Conn, table: SealedTable) -> Result<i64> {
    let name = table.name();
    let sql = if conn.is_sqlite() {
        format!("SELECT coalesce(max(number), 0) FROM {name}")
    } else {
        format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}_number")
    };
    prepared::row::<BigInt, i64>(conn, &sql, &[])
}

#[derive(QueryableByName)]
struct Hashed {
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = Nullable<Binary>)]
    hash: Option<Vec<u8>>,
}

/// Returns at most `most` rows whose numbers are above the first and at most the second one, in order: the
/// number of each, and the hash that is stored.
pub(super) fn hashed(
    conn: &mut Conn,
    table: SealedTable,
    (after, until): (i64, i64),
    most: i64,
) -> Result<Vec<(i64, Option<Vec<u8>>)>> {
    let rows =
        format!("SELECT number, hash FROM {} WHERE number > $1 AND number <= $2", table.name());
    let rows = sql_query(format!("{rows} ORDER BY number LIMIT $3"))
        .bind::<BigInt, _>(after)
        .bind::<BigInt, _>(until)
        .bind::<BigInt, _>(most)
        .load::<Hashed>(conn)?;
    Ok(rows.into_iter().map(|row| (row.number, row.hash)).collect())
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
    let sql = format!("SELECT COUNT(*) FROM {} WHERE number > ?", table.name());
    prepared::row::<BigInt, i64>(conn, &sql, &[Value::Whole(after)])
}

/// Makes the next number of a table higher than `last`.
pub(super) fn continue_numbers(conn: &mut Conn, table: SealedTable, last: i64) -> Result<()> {
    if last == 0 {
        return Ok(());
    }
    if !conn.is_sqlite() {
        let name = table.name();
        sql_query(format!(
            "SELECT setval('{name}_number', greatest($1, (SELECT last_value FROM {name}_number)))"
        ))
        .bind::<BigInt, _>(last)
        .execute(conn)?;
        return Ok(());
    }
    // SQLite has a row for each table that ever had one.
    let known = sql_query("UPDATE sqlite_sequence SET seq = max(seq, $1) WHERE name = $2")
        .bind::<BigInt, _>(last)
        .bind::<Text, _>(table.name())
        .execute(conn)?;
    if known == 0 {
        sql_query("INSERT INTO sqlite_sequence (seq, name) VALUES ($1, $2)")
            .bind::<BigInt, _>(last)
            .bind::<Text, _>(table.name())
            .execute(conn)?;
    }
    Ok(())
}
