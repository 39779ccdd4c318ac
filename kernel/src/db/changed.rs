//! Finds the rows of a table that changed since an earlier snapshot, by any process: what keeps the
//! columns in memory exact.
//!
//! Triggers record the key of each row that is inserted, updated or deleted in `changed_rows`, in the
//! same transaction. On SQLite records are numbered in the order of the commits, because there is one
//! writer. On PostgreSQL a record has the number of its transaction, and the changes since a snapshot
//! are the records of transactions that it does not see: whichever order they were committed in.
//!
//! A periodic job deletes old records. Of a snapshot that may be older than those nothing is known.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Integer, Text};
use diesel::sqlite::Sqlite;

use super::conn::Conn;
use crate::base::error::{Error, Result};

/// The maximum number of rows in `changed_rows`. One takes about 40 bytes.
const RECORDS: i64 = 200_000;

/// For how long a mark is worth something on PostgreSQL, and for how long records are kept at least.
const MARKS_LAST: Duration = Duration::from_secs(5 * 60);
const RECORDS_LAST: Duration = Duration::from_secs(10 * 60);

/// A position in the history of the database.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// On PostgreSQL the oldest transaction that a snapshot may not see, on SQLite the last record of
    /// `changed_rows`.
    number: i64,
    /// On PostgreSQL all that a snapshot sees: which transactions were under way.
    snapshot: String,
    /// When it was asked for.
    at: Instant,
}

impl Mark {
    /// Returns whether both see the same.
    pub(crate) fn is_at(&self, other: &Self) -> bool {
        (self.number, &self.snapshot) == (other.number, &other.snapshot)
    }

    /// Returns whether it was asked for at a point in time or later, so that it contains all earlier commits.
    pub(crate) fn is_after(&self, time: Instant) -> bool {
        self.at >= time
    }

    /// Returns whether it is the earlier of two of which one was asked for after the other had been returned.
    pub(crate) fn is_before(&self, other: &Self) -> bool {
        self.at < other.at
    }
}

/// What has changed in a table.
#[derive(Debug)]
pub(crate) enum Changed {
    /// The rows with these keys, which may be more than have changed.
    Rows(Vec<String>),
    /// Any row may have changed.
    Unknown,
}

/// The statement of a [`Mark`], which every list runs: always the same, so that it stays prepared.
#[derive(QueryId)]
struct Position;

impl Query for Position {
    type SqlType = (BigInt, Text, Bool);
}
impl<C> RunQueryDsl<C> for Position {}

impl QueryFragment<Sqlite> for Position {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("SELECT coalesce(max(number), 0), '', FALSE FROM changed_rows");
        Ok(())
    }
}

impl QueryFragment<Pg> for Position {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT),
                    CAST(pg_current_snapshot() AS TEXT), pg_is_in_recovery()",
        );
        Ok(())
    }
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

/// Returns the mark of the snapshot that `conn` reads from. As the first statement of a transaction it
/// takes the snapshot.
///
/// # Errors
/// 503 on a replica, whose snapshot may be older than what is cached: the primary's address leads to it for a while when
/// it is about to take over.
pub(crate) fn mark(conn: &mut Conn) -> Result<Mark> {
    let at = Instant::now();
    let (number, snapshot, is_replica): (_, _, bool) = match conn {
        Conn::Sqlite(conn) => Position.get_result(conn)?,
        Conn::Pg(conn) => Position.get_result(conn)?,
    };
    if is_replica {
        tracing::error!("a replica answers where the primary is expected");
        return Err(Error::Unavailable);
    }
    Ok(Mark { number, snapshot, at })
}

/// The column that is a table's primary key.
#[derive(Clone, Debug, QueryableByName)]
pub(crate) struct KeyColumn {
    #[diesel(sql_type = Text)]
    pub(crate) name: String,
    /// Its type in SQL.
    #[diesel(sql_type = Text)]
    pub(crate) of_type: String,
}

/// Returns the column that is the table's primary key, when it is one column.
pub(crate) fn key_of(conn: &mut Conn, table: &str) -> Result<Option<KeyColumn>> {
    let sql = if conn.is_sqlite() {
        "SELECT name, type AS of_type FROM pragma_table_info($1) WHERE pk > 0"
    } else {
        "SELECT CAST(attname AS TEXT) AS name, format_type(atttypid, atttypmod) AS of_type
         FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
         WHERE indisprimary AND indrelid = to_regclass($1)"
    };
    let mut columns: Vec<KeyColumn> = sql_query(sql).bind::<Text, _>(table).load(conn)?;
    Ok(columns.pop().filter(|_| columns.is_empty()))
}

/// Returns whether a table has at most that many rows.
pub(crate) fn has_at_most(conn: &mut Conn, table: &str, rows: usize) -> Result<bool> {
    let more = rows + 1;
    let count = format!(
        "SELECT CAST(count(*) AS INTEGER) AS count FROM (SELECT 1 FROM {table} LIMIT {more}) AS few"
    );
    let count: Count = sql_query(count).get_result(conn)?;
    Ok(usize::try_from(count.count).is_ok_and(|count| count <= rows))
}

/// Returns what changed in `table` from the snapshot of `mark` to the one of `now`, which `conn` reads
/// from.
pub(crate) fn since(conn: &mut Conn, table: &str, mark: &Mark, now: &Mark) -> Result<Changed> {
    if mark.is_at(now) {
        return Ok(Changed::Rows(Vec::new()));
    }
    match conn {
        Conn::Sqlite(conn) => recorded_since(conn, table, mark.number, now.number),
        Conn::Pg(_) if mark.at.elapsed() > MARKS_LAST || now.number < mark.number => {
            Ok(Changed::Unknown)
        }
        Conn::Pg(conn) => {
            let since = Since { table: table.to_owned(), mark: mark.clone() };
            Ok(Changed::Rows(since.load(conn)?))
        }
    }
}

/// The records of transactions that a snapshot does not see.
#[derive(QueryId)]
struct Since {
    table: String,
    mark: Mark,
}

impl Query for Since {
    type SqlType = Text;
}
impl RunQueryDsl<PgConnection> for Since {}

impl QueryFragment<Pg> for Since {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT row_key FROM changed_rows WHERE of_table = ");
        out.push_bind_param::<Text, _>(&self.table)?;
        out.push_sql(" AND tx >= CAST(CAST(");
        out.push_bind_param::<BigInt, _>(&self.mark.number)?;
        out.push_sql(" AS TEXT) AS xid8) AND NOT pg_visible_in_snapshot(tx, CAST(");
        out.push_bind_param::<Text, _>(&self.mark.snapshot)?;
        out.push_sql(" AS pg_snapshot))");
        Ok(())
    }
}

fn recorded_since(
    conn: &mut SqliteConnection,
    table: &str,
    mark: i64,
    last: i64,
) -> Result<Changed> {
    let first = "SELECT coalesce(min(number), 0) AS number FROM changed_rows";
    let first = sql_query(first).get_result::<Number>(conn)?.number;
    if mark < first - 1 || mark > last || !is_recorded_on_sqlite(conn, table)? {
        return Ok(Changed::Unknown);
    }
    let keys: Vec<Name> =
        sql_query("SELECT row_key AS name FROM changed_rows WHERE number > $1 AND of_table = $2")
            .bind::<BigInt, _>(mark)
            .bind::<Text, _>(table)
            .load(conn)?;
    Ok(Changed::Rows(keys.into_iter().map(|key| key.name).collect()))
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = Integer)]
    count: i32,
}

/// Returns whether triggers record the changes of a table.
fn is_recorded_on_sqlite(conn: &mut SqliteConnection, table: &str) -> Result<bool> {
    let triggers: Count = sql_query(
        "SELECT CAST(count(*) AS INTEGER) AS count FROM sqlite_master
         WHERE type = 'trigger' AND name = $1",
    )
    .bind::<Text, _>(trigger(table, "insert"))
    .get_result(conn)?;
    Ok(triggers.count > 0)
}

/// Returns whether triggers record the changes of a table.
fn is_recorded_on_postgres(conn: &mut PgConnection, table: &str) -> Result<bool> {
    let triggers: Count = sql_query(
        "SELECT CAST(count(*) AS INTEGER) AS count FROM pg_trigger
         WHERE tgrelid = to_regclass($1) AND tgname = $2",
    )
    .bind::<Text, _>(table)
    .bind::<Text, _>(trigger(table, "truncate"))
    .get_result(conn)?;
    Ok(triggers.count > 0)
}

fn trigger(table: &str, event: &str) -> String {
    format!("{table}_changed_{event}")
}

/// Creates the missing triggers of these tables; a migration that rebuilds a table drops them. Then
/// adds a record without a key, which means that any row may have changed.
pub(crate) fn prepare(conn: &mut Conn, tables: &BTreeSet<&str>) -> Result<()> {
    conn.transaction(|conn| {
        let columns = match conn {
            Conn::Sqlite(_) => "number INTEGER PRIMARY KEY",
            Conn::Pg(_) => "tx xid8 NOT NULL DEFAULT pg_current_xact_id()",
        };
        conn.batch_execute(&format!(
            "CREATE TABLE IF NOT EXISTS changed_rows (
                 {columns}, of_table TEXT NOT NULL, row_key TEXT NOT NULL)"
        ))?;
        if let Conn::Pg(conn) = conn {
            conn.batch_execute("CREATE INDEX IF NOT EXISTS changed_rows_tx ON changed_rows (tx)")?;
        }
        for table in tables {
            let is_recorded = match conn {
                Conn::Sqlite(conn) => is_recorded_on_sqlite(conn, table)?,
                Conn::Pg(conn) => is_recorded_on_postgres(conn, table)?,
            };
            if is_recorded {
                continue;
            }
            let key = key_of(conn, table)?;
            let on = if conn.is_sqlite() { on_sqlite } else { on_postgres };
            let triggers = on(table, key.as_ref().map(|key| &*key.name));
            conn.batch_execute(&format!(
                "{triggers} INSERT INTO changed_rows (of_table, row_key) VALUES ('{table}', '');"
            ))?;
        }
        Ok(())
    })
}

/// Returns the statement that records a row, called `new` or `old`.
fn record(table: &str, key: Option<&str>, row: &str) -> String {
    let key = key.map_or_else(|| "''".to_owned(), |key| format!("CAST({row}.{key} AS TEXT)"));
    format!("INSERT INTO changed_rows (of_table, row_key) VALUES ('{table}', {key});")
}

fn on_sqlite(table: &str, key: Option<&str>) -> String {
    let create = |event: &str, of: &str, row: &str| {
        let (name, record) = (trigger(table, event), record(table, key, row));
        format!("CREATE TRIGGER {name} AFTER {of} ON {table} BEGIN {record} END;")
    };
    let mut triggers = vec![
        create("insert", "INSERT", "new"),
        create("update", "UPDATE", "new"),
        create("delete", "DELETE", "old"),
    ];
    triggers.extend(key.map(|key| create("rename", &format!("UPDATE OF {key}"), "old")));
    triggers.concat()
}

fn on_postgres(table: &str, key: Option<&str>) -> String {
    let function = format!("{table}_record_change");
    let (new, old) = (record(table, key, "new"), record(table, key, "old"));
    // A changed key is two rows.
    let renamed = key.map_or_else(String::new, |key| {
        format!("IF TG_OP = 'UPDATE' AND new.{key} IS DISTINCT FROM old.{key} THEN {old} END IF;")
    });
    let all = record(table, None, "");
    let (row, truncate) = (trigger(table, "row"), trigger(table, "truncate"));
    format!(
        "CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF TG_OP = 'TRUNCATE' THEN {all}
             ELSIF TG_OP = 'DELETE' THEN {old}
             ELSE {new} {renamed} END IF;
             RETURN NULL;
         END $$;
         CREATE OR REPLACE TRIGGER {row} AFTER INSERT OR UPDATE OR DELETE ON {table}
             FOR EACH ROW EXECUTE FUNCTION {function}();
         CREATE OR REPLACE TRIGGER {truncate} AFTER TRUNCATE ON {table}
             FOR EACH STATEMENT EXECUTE FUNCTION {function}();"
    )
}

/// Deletes old records: on SQLite all but the last [`RECORDS`], on PostgreSQL those of transactions
/// that had ended when this process looked [`RECORDS_LAST`] ago, so that every mark that is worth
/// something sees them.
pub(crate) fn trim(conn: &mut Conn) -> Result<()> {
    static ENDED: Mutex<VecDeque<(Instant, i64)>> = Mutex::new(VecDeque::new());
    if conn.is_sqlite() {
        sql_query(
            "DELETE FROM changed_rows WHERE number <= (SELECT max(number) FROM changed_rows) - $1",
        )
        .bind::<BigInt, _>(RECORDS)
        .execute(conn)?;
        return Ok(());
    }
    let now = mark(conn)?;
    let last = {
        let mut ended = ENDED.lock().unwrap_or_else(PoisonError::into_inner);
        ended.push_back((now.at, now.number));
        let old = ended.iter().take_while(|(at, _)| at.elapsed() > RECORDS_LAST).count();
        ended.drain(..old).next_back()
    };
    if let Some((_, number)) = last {
        sql_query("DELETE FROM changed_rows WHERE tx < CAST(CAST($1 AS TEXT) AS xid8)")
            .bind::<BigInt, _>(number)
            .execute(conn)?;
    }
    Ok(())
}
