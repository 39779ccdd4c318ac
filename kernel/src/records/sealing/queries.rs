//! The SQL of numbers and transactions. Tables are named by the kernel, never by a request.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};

use crate::base::error::Result;
use crate::db::Conn;
use crate::records::chain::SealedTable;

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

fn number(conn: &mut Conn, sql: impl Into<String>) -> Result<i64> {
    Ok(sql_query(sql).get_result::<Number>(conn)?.number)
}

/// Returns the last number that was given out, on SQLite the last one of a row.
pub(super) fn last_number(conn: &mut Conn, table: SealedTable) -> Result<i64> {
    let name = table.name();
    let sql = if conn.is_sqlite() {
        format!("SELECT coalesce(max(number), 0) AS number FROM {name}")
    } else {
        format!(
            "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS number FROM {name}_number"
        )
    };
    number(conn, sql)
}

/// Returns the number of this transaction, which no earlier one has; 0 on SQLite, which has one
/// writer.
pub(super) fn own_transaction(conn: &mut Conn) -> Result<i64> {
    if conn.is_sqlite() {
        return Ok(0);
    }
    number(conn, "SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT) AS number")
}

/// Returns whether all transactions with a lower number than this one have ended.
pub(super) fn have_ended_before(conn: &mut Conn, transaction: i64) -> Result<bool> {
    if conn.is_sqlite() {
        return Ok(true);
    }
    let oldest = "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) \
                  AS number";
    Ok(number(conn, oldest)? >= transaction)
}

/// Counts the rows whose numbers are above this one.
pub(super) fn count_after(conn: &mut Conn, table: SealedTable, after: i64) -> Result<i64> {
    let sql = format!("SELECT COUNT(*) AS number FROM {} WHERE number > $1", table.name());
    Ok(sql_query(sql).bind::<BigInt, _>(after).get_result::<Number>(conn)?.number)
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
