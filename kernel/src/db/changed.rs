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
use std::time::{Duration, Instant};

use diesel::connection::{Connection, SimpleConnection};
use diesel::sql_types::{BigInt, Text};
use parking_lot::Mutex;

use super::conn::Conn;
use super::prepared::{self, Value};
use crate::base::error::Result;

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
    /// The server, from one start or recovery to the next. After it the numbers of transactions whose end was on no
    /// disk that is left are given out again: what a snapshot of before sees of them is another transaction's.
    server: String,
    /// When it was asked for.
    at: Instant,
}

impl Mark {
    /// Returns whether both see the same.
    pub(crate) fn is_at(&self, other: &Self) -> bool {
        (self.number, &self.snapshot, &self.server)
            == (other.number, &other.snapshot, &other.server)
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

/// Returns the mark of the snapshot that `conn` reads from. As the first statement of a transaction it
/// takes the snapshot.
pub(crate) fn mark(conn: &mut Conn) -> Result<Mark> {
    let at = Instant::now();
    let sql = if conn.is_sqlite() {
        "SELECT coalesce(max(number), 0), '', '' FROM changed_rows"
    } else {
        "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT),
                CAST(pg_current_snapshot() AS TEXT),
                concat(pg_postmaster_start_time(), pg_last_wal_replay_lsn())"
    };
    let (number, snapshot, server) = prepared::row::<(BigInt, Text, Text), _>(conn, sql, &[])?;
    Ok(Mark { number, snapshot, server, at })
}

/// The column that is a table's primary key.
#[derive(Clone, Debug)]
pub(crate) struct KeyColumn {
    pub(crate) name: String,
    /// Its type in SQL.
    pub(crate) of_type: String,
}

/// Returns the column that is the table's primary key, when it is one column.
pub(crate) fn key_of(conn: &mut Conn, table: &str) -> Result<Option<KeyColumn>> {
    let sql = if conn.is_sqlite() {
        "SELECT name, type FROM pragma_table_info(?) WHERE pk > 0"
    } else {
        "SELECT CAST(attname AS TEXT), format_type(atttypid, atttypmod)
         FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
         WHERE indisprimary AND indrelid = to_regclass(?)"
    };
    let mut columns = prepared::rows::<(Text, Text), _>(conn, sql, &[table.into()])?;
    let key = columns.pop().filter(|_| columns.is_empty());
    Ok(key.map(|(name, of_type)| KeyColumn { name, of_type }))
}

/// Returns whether a table has at most that many rows.
pub(crate) fn has_at_most(conn: &mut Conn, table: &str, rows: usize) -> Result<bool> {
    let more = format!("SELECT 1 FROM {table} LIMIT 1 OFFSET {rows}");
    Ok(!prepared::finds(conn, &more, &[])?)
}

/// Returns what changed in `table` from the snapshot of `mark` to the one of `now`, which `conn` reads
/// from.
pub(crate) fn since(conn: &mut Conn, table: &str, mark: &Mark, now: &Mark) -> Result<Changed> {
    if mark.is_at(now) {
        return Ok(Changed::Rows(Vec::new()));
    }
    if mark.server != now.server {
        return Ok(Changed::Unknown);
    }
    if conn.is_sqlite() {
        let first = "SELECT coalesce(min(number), 0) FROM changed_rows";
        let first: i64 = prepared::row::<BigInt, _>(conn, first, &[])?;
        if mark.number < first - 1 || mark.number > now.number || !is_recorded(conn, table)? {
            return Ok(Changed::Unknown);
        }
        let keys = "SELECT row_key FROM changed_rows WHERE number > ? AND of_table = ?";
        let values = [Value::Whole(mark.number), table.into()];
        return Ok(Changed::Rows(prepared::rows::<Text, _>(conn, keys, &values)?));
    }
    if mark.at.elapsed() > MARKS_LAST || now.number < mark.number {
        return Ok(Changed::Unknown);
    }
    // The records of transactions that the snapshot of `mark` does not see.
    let keys = "SELECT row_key FROM changed_rows WHERE of_table = ? AND tx >= CAST(CAST(? AS TEXT) AS xid8) \
                AND NOT pg_visible_in_snapshot(tx, CAST(? AS pg_snapshot))";
    let values = [table.into(), Value::Whole(mark.number), mark.snapshot.as_str().into()];
    Ok(Changed::Rows(prepared::rows::<Text, _>(conn, keys, &values)?))
}

/// Returns whether triggers record the changes of a table.
fn is_recorded(conn: &mut Conn, table: &str) -> Result<bool> {
    let (sql, event) = if conn.is_sqlite() {
        (
            "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ? AND tbl_name = ?",
            "insert",
        )
    } else {
        ("SELECT 1 FROM pg_trigger WHERE tgname = ? AND tgrelid = to_regclass(?)", "truncate")
    };
    prepared::finds(conn, sql, &[trigger(table, event).as_str().into(), table.into()])
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
            if is_recorded(conn, table)? {
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
    static ENDED: Mutex<VecDeque<Mark>> = Mutex::new(VecDeque::new());
    if conn.is_sqlite() {
        let old =
            "DELETE FROM changed_rows WHERE number <= (SELECT max(number) FROM changed_rows) - ?";
        prepared::execute(conn, old, &[Value::Whole(RECORDS)])?;
        return Ok(());
    }
    let now = mark(conn)?;
    let last = {
        let mut ended = ENDED.lock();
        ended.retain(|mark| mark.server == now.server);
        ended.push_back(now);
        let old = ended.iter().take_while(|mark| mark.at.elapsed() > RECORDS_LAST).count();
        ended.drain(..old).next_back()
    };
    if let Some(Mark { number, .. }) = last {
        let old = "DELETE FROM changed_rows WHERE tx < CAST(CAST(? AS TEXT) AS xid8)";
        prepared::execute(conn, old, &[Value::Whole(number)])?;
    }
    Ok(())
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use super::*;
    use crate::base::config::DatabaseUrl;
    use crate::testing::TestDatabase;

    #[test]
    fn what_another_server_showed_says_nothing_about_this_one() {
        let database = TestDatabase::new();
        let mut conn = crate::db::open(&DatabaseUrl::parse(&database.url()).unwrap()).unwrap();
        conn.batch_execute("CREATE TABLE notes (id TEXT PRIMARY KEY)").unwrap();
        prepare(&mut conn, &BTreeSet::from(["notes"])).unwrap();
        let before = mark(&mut conn).unwrap();
        conn.batch_execute("INSERT INTO notes VALUES ('a')").unwrap();
        let now = mark(&mut conn).unwrap();
        let changed = since(&mut conn, "notes", &before, &now).unwrap();
        assert!(matches!(changed, Changed::Rows(keys) if keys == ["a"]));
        // After a failover a snapshot may look the same, and see other transactions.
        let elsewhere = Mark { server: "another".into(), ..now.clone() };
        let changed = since(&mut conn, "notes", &elsewhere, &now).unwrap();
        assert!(matches!(changed, Changed::Unknown));
    }
}
