//! Finds the rows of a table that changed since an earlier snapshot, by any process: what keeps the
//! column cache of the explorer exact.
//!
//! PostgreSQL stores with each row which transaction wrote it (`xmin`). One pass over the table finds
//! the rows that an earlier snapshot did not see, and counts all rows, because a deleted one cannot be
//! found. Writes cost nothing more. On SQLite triggers record the key of each row that is inserted,
//! updated or deleted in `changed_rows`, in the same transaction. A periodic job deletes old records;
//! of a snapshot that is older than the oldest record nothing is known.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text};

use super::conn::Conn;
use crate::base::error::Result;

/// The maximum number of rows in `changed_rows`. One takes about 40 bytes.
const RECORDS: i64 = 200_000;

/// A position in the history of the database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    /// On PostgreSQL the oldest transaction that a snapshot may not see, on SQLite the last record of
    /// `changed_rows`.
    number: i64,
    /// On PostgreSQL all that a snapshot sees: which transactions were under way.
    snapshot: String,
}

/// What has changed in a table.
#[derive(Debug)]
pub(crate) enum Changed {
    /// The rows with these keys, which may be more than have changed. `count` is the number of rows
    /// now, where only that shows a deletion.
    Rows { keys: Vec<String>, count: Option<usize> },
    /// Any row may have changed.
    Unknown,
}

#[derive(QueryableByName)]
struct Position {
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = Text)]
    snapshot: String,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = Nullable<Array<Text>>)]
    keys: Option<Vec<String>>,
}

/// Returns the mark of the snapshot that `conn` reads from. As the first statement of a transaction it
/// takes the snapshot.
pub(crate) fn mark(conn: &mut Conn) -> Result<Mark> {
    let sql = if conn.is_sqlite() {
        "SELECT coalesce(max(number), 0) AS number, '' AS snapshot FROM changed_rows"
    } else {
        "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) AS number,
                CAST(pg_current_snapshot() AS TEXT) AS snapshot"
    };
    let Position { number, snapshot } = sql_query(sql).get_result(conn)?;
    Ok(Mark { number, snapshot })
}

/// Returns the column that is the table's primary key, when it is one column.
pub(crate) fn key_of(conn: &mut Conn, table: &str) -> Result<Option<String>> {
    let sql = if conn.is_sqlite() {
        "SELECT name FROM pragma_table_info($1) WHERE pk > 0"
    } else {
        "SELECT CAST(attname AS TEXT) AS name FROM pg_index JOIN pg_attribute
         ON attrelid = indrelid AND attnum = ANY(indkey)
         WHERE indisprimary AND indrelid = to_regclass($1)"
    };
    let mut names: Vec<Name> = sql_query(sql).bind::<Text, _>(table).load(conn)?;
    let only = names.pop().filter(|_| names.is_empty());
    Ok(only.map(|only| only.name))
}

/// Returns what changed in `table`, whose primary key is `key`, from the snapshot of `mark` to the one
/// of `now`, which `conn` reads from.
pub(crate) fn since(
    conn: &mut Conn,
    table: &str,
    key: Option<&str>,
    mark: &Mark,
    now: &Mark,
) -> Result<Changed> {
    match conn {
        Conn::Sqlite(conn) => recorded_since(conn, table, mark.number, now.number),
        // Between two equal snapshots nothing was committed, in any table.
        Conn::Pg(_) if mark == now => Ok(Changed::Rows { keys: Vec::new(), count: None }),
        Conn::Pg(conn) => written_since(conn, table, key, mark.number),
    }
}

fn written_since(
    conn: &mut PgConnection,
    table: &str,
    key: Option<&str>,
    mark: i64,
) -> Result<Changed> {
    // A row has the lower 32 bits of the transaction's number; an age counts back from the newest.
    let number = mark & 0xffff_ffff;
    let key =
        key.map_or_else(|| "CAST('' AS TEXT)".to_owned(), |key| format!("CAST({key} AS TEXT)"));
    let found: Found = sql_query(format!(
        "SELECT count(*) AS count, array_agg({key}) FILTER (
             WHERE age(xmin) <= (SELECT age(CAST('{number}' AS xid)))) AS keys FROM {table}"
    ))
    .get_result(conn)?;
    let keys = found.keys.unwrap_or_default();
    Ok(Changed::Rows { keys, count: Some(usize::try_from(found.count).unwrap_or_default()) })
}

fn recorded_since(
    conn: &mut SqliteConnection,
    table: &str,
    mark: i64,
    last: i64,
) -> Result<Changed> {
    let first = "SELECT coalesce(min(number), 0) AS number FROM changed_rows";
    let first = sql_query(first).get_result::<Number>(conn)?.number;
    if mark < first - 1 || mark > last || !is_recorded(conn, table)? {
        return Ok(Changed::Unknown);
    }
    let keys: Vec<Name> =
        sql_query("SELECT row_key AS name FROM changed_rows WHERE number > $1 AND of_table = $2")
            .bind::<BigInt, _>(mark)
            .bind::<Text, _>(table)
            .load(conn)?;
    Ok(Changed::Rows { keys: keys.into_iter().map(|key| key.name).collect(), count: None })
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = Integer)]
    count: i32,
}

/// Returns whether triggers record the changes of a table.
fn is_recorded(conn: &mut SqliteConnection, table: &str) -> Result<bool> {
    let triggers: Count = sql_query(
        "SELECT CAST(count(*) AS INTEGER) AS count FROM sqlite_master
         WHERE type = 'trigger' AND name = $1",
    )
    .bind::<Text, _>(trigger(table, "insert"))
    .get_result(conn)?;
    Ok(triggers.count > 0)
}

fn trigger(table: &str, event: &str) -> String {
    format!("{table}_changed_{event}")
}

/// Creates the missing triggers of these tables; a migration that rebuilds a table drops them. Then
/// adds a record without a key, which means that any row may have changed.
pub(crate) fn prepare(conn: &mut Conn, tables: &[&str]) -> Result<()> {
    if !conn.is_sqlite() {
        return Ok(());
    }
    conn.transaction(|conn| {
        conn.batch_execute(
            "CREATE TABLE IF NOT EXISTS changed_rows (
                 number INTEGER PRIMARY KEY, of_table TEXT NOT NULL, row_key TEXT NOT NULL)",
        )?;
        for table in tables {
            let key = key_of(conn, table)?;
            let Conn::Sqlite(conn) = conn else { continue };
            if is_recorded(conn, table)? {
                continue;
            }
            let record = |event: &str, of: &str, row: &str| {
                let name = trigger(table, event);
                let key = match &key {
                    Some(key) => format!("CAST({row}.{key} AS TEXT)"),
                    None => "''".to_owned(),
                };
                format!(
                    "CREATE TRIGGER {name} AFTER {of} ON {table} BEGIN
                         INSERT INTO changed_rows (of_table, row_key) VALUES ('{table}', {key});
                     END;"
                )
            };
            let mut sql = vec![
                record("insert", "INSERT", "new"),
                record("update", "UPDATE", "new"),
                record("delete", "DELETE", "old"),
                format!("INSERT INTO changed_rows (of_table, row_key) VALUES ('{table}', '');"),
            ];
            sql.extend(
                key.as_ref().map(|key| record("rename", &format!("UPDATE OF {key}"), "old")),
            );
            conn.batch_execute(&sql.concat())?;
        }
        Ok(())
    })
}

/// Deletes all but the last [`RECORDS`] rows of `changed_rows`.
pub(crate) fn trim(conn: &mut Conn) -> Result<()> {
    if conn.is_sqlite() {
        sql_query(
            "DELETE FROM changed_rows WHERE number <= (SELECT max(number) FROM changed_rows) - $1",
        )
        .bind::<BigInt, _>(RECORDS)
        .execute(conn)?;
    }
    Ok(())
}
