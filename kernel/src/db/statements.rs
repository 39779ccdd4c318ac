//! Statements that the kernel builds for any table. Table and column names come from the modules'
//! own declarations, never from a request; values from a request are bound.

use std::collections::HashMap;
use std::convert::Infallible;

use diesel::connection::{
    AnsiTransactionManager, Connection, SimpleConnection, TransactionManager,
};
use diesel::result::Error as DieselError;
use diesel::sql_types::{BigInt, Bool, Text, Timestamp as Time};

use super::conn::{Conn, LOCK_TIMEOUT};
use super::notify::with_notifications;
use super::prepared::{self, Value};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;

/// Waits, in a transaction on PostgreSQL, until no other node changes the schema; then its statements may take long.
pub(super) fn lock_schema(conn: &mut Conn) -> Result<()> {
    if !conn.is_sqlite() {
        conn.batch_execute(&format!(
            "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; \
             SELECT pg_advisory_xact_lock(727001); SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"
        ))?;
    }
    Ok(())
}

/// Executes what only PostgreSQL needs: SQLite has one writer.
pub(crate) fn on_postgres(conn: &mut Conn, sql: &str, values: &[Value<'_>]) -> Result<()> {
    if !conn.is_sqlite() {
        prepared::execute(conn, sql, values)?;
    }
    Ok(())
}

/// Takes the lock that makes imports run one after the other, so that each import finds the records
/// of the previous one. On SQLite a file next to the database is the lock.
pub(crate) fn lock_imports(conn: &mut Conn) -> Result<()> {
    on_postgres(conn, "SELECT pg_advisory_xact_lock(727002)", &[])
}

/// Excludes bulk changes until the end of this transaction, while an import writes its rows: both
/// would lock the same rows in different orders.
pub(crate) fn lock_out_bulk(conn: &mut Conn) -> Result<()> {
    on_postgres(conn, "SELECT pg_advisory_xact_lock(727005)", &[])
}

/// Excludes imports from writing rows until the end of this transaction, which changes many
/// records.
pub(crate) fn lock_out_imports(conn: &mut Conn) -> Result<()> {
    on_postgres(conn, "SELECT pg_advisory_xact_lock_shared(727005)", &[])
}

/// Waits until no other transaction reverses this request.
pub(crate) fn lock_undo(conn: &mut Conn, request: &Id) -> Result<()> {
    on_postgres(conn, "SELECT pg_advisory_xact_lock(727008, hashtext(?))", &[request.into()])
}

/// Looks up the names of records of `table`, from its column `called`. Returns them by identifier;
/// records that do not exist are left out.
pub(crate) fn names(
    conn: &mut Conn,
    table: &str,
    called: &str,
    ids: &[&str],
) -> Result<HashMap<String, String>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let places = vec!["?"; ids.len()].join(", ");
    let sql = format!("SELECT id, {called} FROM {table} WHERE id IN ({places})");
    let ids: Vec<Value<'_>> = ids.iter().map(|id| (*id).into()).collect();
    Ok(prepared::rows::<(Text, Text), _>(conn, &sql, &ids)?.into_iter().collect())
}

/// Returns whether no other connection uses this database, and locks others out until this
/// transaction ends: they wait. On SQLite a lock on its file serves that purpose.
pub(crate) fn alone(conn: &mut Conn) -> Result<bool> {
    try_lock(conn, 727_004)
}

/// Takes a lock of PostgreSQL until this transaction ends, unless another one has it. Returns whether it
/// did. SQLite has one writer.
pub(crate) fn try_lock(conn: &mut Conn, key: i64) -> Result<bool> {
    if conn.is_sqlite() {
        return Ok(true);
    }
    prepared::row::<Bool, _>(conn, "SELECT pg_try_advisory_xact_lock(?)", &[Value::Whole(key)])
}

/// Runs `work` on one snapshot, whatever other transactions write meanwhile.
pub(crate) fn snapshot<T>(conn: &mut Conn, work: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
    let Conn::Pg(native) = conn else { return conn.transaction(work) };
    const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    AnsiTransactionManager::begin_transaction_sql(native, BEGIN)?;
    let done = work(conn);
    // Nothing was written that a commit would keep.
    match <Conn as Connection>::TransactionManager::rollback_transaction(conn) {
        Err(error) if done.is_ok() => Err(error.into()),
        _ => done,
    }
}

/// How a rehearsal ended.
enum Rehearsed<T> {
    Done(T),
    Failed(Error),
}

impl<T> From<DieselError> for Rehearsed<T> {
    fn from(error: DieselError) -> Self {
        Self::Failed(error.into())
    }
}

/// Does `work` in a transaction and rolls back all that it wrote, also the notifications of its commit.
pub(crate) fn rehearse<T>(conn: &mut Conn, work: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
    let (ended, _) = with_notifications(|| {
        conn.transaction(|conn| -> Result<Infallible, Rehearsed<T>> {
            Err(work(conn).map_or_else(Rehearsed::Failed, Rehearsed::Done))
        })
    });
    match ended {
        Err(Rehearsed::Done(done)) => Ok(done),
        Err(Rehearsed::Failed(error)) => Err(error),
        Ok(never) => match never {},
    }
}

/// Serializes changes of a table's records that call this: a rule that spans several records holds
/// only when no other transaction changes one of them meanwhile.
pub(crate) fn lock_changes(conn: &mut Conn, table: &str) -> Result<()> {
    on_postgres(conn, "SELECT pg_advisory_xact_lock(727003, hashtext(?))", &[table.into()])
}

/// Refreshes the planner statistics of our tables, except of empty ones: the planner would take them for empty
/// until the next refresh, and plan to read all of one that has grown meanwhile. Worthwhile after many rows were
/// written; on PostgreSQL autovacuum does it later, and sees to its own catalog.
///
/// On SQLite the tables inside of a search index, which have rows from the start, count as empty, too. The
/// connection forgets their statistics when it reads the schema again.
pub(crate) fn analyze(conn: &mut Conn) -> Result<()> {
    let statement = if conn.is_sqlite() {
        // `ANALYZE sqlite_schema` only sees to it that there is a table of statistics.
        "PRAGMA analysis_limit = 1000; PRAGMA optimize = 0x10002; ANALYZE sqlite_schema; \
         DELETE FROM sqlite_stat1 WHERE tbl IN (SELECT name FROM pragma_table_list WHERE type = 'shadow'); \
         PRAGMA writable_schema = RESET"
    } else {
        "DO $$ DECLARE ours text; BEGIN \
         SELECT string_agg(quote_ident(tablename), ', ') INTO ours \
         FROM pg_tables WHERE schemaname = current_schema() \
         AND pg_relation_size(to_regclass(quote_ident(tablename))) > 0; \
         IF ours IS NOT NULL THEN EXECUTE 'ANALYZE ' || ours; END IF; END $$"
    };
    Ok(conn.batch_execute(statement)?)
}

/// Has the connection plan its statements again, after its transaction has written many rows: PostgreSQL
/// would go on with plans for the few rows that there were. SQLite's plans depend on statistics only.
pub(crate) fn plan_again(conn: &mut Conn) -> Result<()> {
    on_postgres(conn, "DISCARD PLANS", &[])
}

/// The purpose of a row lock.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowLock {
    /// Other transactions may still refer to the row (`FOR NO KEY UPDATE`).
    Update,
    Delete,
}

impl RowLock {
    fn strength(self) -> &'static str {
        match self {
            Self::Update => "NO KEY UPDATE",
            Self::Delete => "UPDATE",
        }
    }
}

/// Locks the record against changes by other transactions until this one ends. SQLite has one
/// writer anyway.
pub(crate) fn lock(conn: &mut Conn, table: &str, id: &Id, purpose: RowLock) -> Result<()> {
    if !conn.is_sqlite() {
        let strength = purpose.strength();
        let lock = format!("SELECT 1 FROM {table} WHERE id = ? FOR {strength}");
        if !prepared::finds(conn, &lock, &[id.into()])? {
            return Err(Error::NotFound);
        }
    }
    Ok(())
}

/// What becomes of rows that another transaction has locked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taken {
    /// They are waited for.
    Waits,
    /// They are left out.
    LeftOut,
}

/// Locks records against changes by other transactions until this one ends, one after the other in their order.
/// Returns those that are locked, in that order. SQLite has one writer anyway.
pub(crate) fn lock_all(
    conn: &mut Conn,
    table: &str,
    ids: &[Id],
    purpose: RowLock,
    taken: Taken,
) -> Result<Vec<Id>> {
    if conn.is_sqlite() {
        return Ok(ids.to_vec());
    }
    let skip = match taken {
        Taken::Waits => "",
        Taken::LeftOut => " SKIP LOCKED",
    };
    let strength = purpose.strength();
    let lock = format!("SELECT id FROM {table} WHERE id = ANY(?) ORDER BY id FOR {strength}{skip}");
    prepared::rows::<Text, _>(conn, &lock, &[Value::Ids(ids)])
}

/// Returns whether there is a record `id`, and prevents its deletion until this transaction ends.
pub(crate) fn exists(conn: &mut Conn, table: &str, id: &Id) -> Result<bool> {
    let row_lock = if conn.is_sqlite() { "" } else { " FOR KEY SHARE" };
    let sql = format!("SELECT 1 FROM {table} WHERE id = ?{row_lock}");
    prepared::finds(conn, &sql, &[id.into()])
}

/// Counts the rows of `table` whose `column` holds `id`.
pub(crate) fn count(conn: &mut Conn, table: &str, column: &str, id: &Id) -> Result<i64> {
    let sql = format!("SELECT COUNT(*) FROM {table} WHERE {column} = ?");
    prepared::row::<BigInt, _>(conn, &sql, &[id.into()])
}

/// Deletes the row `id`.
///
/// # Errors
/// `NotFound` when there is no such row.
pub(crate) fn delete(conn: &mut Conn, table: &str, id: &Id) -> Result<()> {
    let deleted =
        prepared::execute(conn, &format!("DELETE FROM {table} WHERE id = ?"), &[id.into()])?;
    if deleted == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Deletes about `most` rows of `table` whose time in the column `at` is `until` or before, the oldest
/// first. Returns how many. Rows of the same time are deleted together, so that it may be a few more.
pub(crate) fn delete_oldest(
    conn: &mut Conn,
    (table, at): (&str, &str),
    until: Timestamp,
    most: usize,
) -> Result<usize> {
    let last = format!("SELECT {at} FROM {table} WHERE {at} <= ? ORDER BY {at} LIMIT 1 OFFSET ?");
    let most = i64::try_from(most).map_err(Error::internal)?;
    let values = [Value::Time(until), Value::Whole(most - 1)];
    let last = prepared::rows::<Time, Timestamp>(conn, &last, &values)?.pop();
    let sql = format!("DELETE FROM {table} WHERE {at} <= ?");
    prepared::execute(conn, &sql, &[Value::Time(last.unwrap_or(until))])
}

/// Sets the creation time of a restored record to the one in `view`, its former JSON, if there is
/// one.
pub(crate) fn keep_created_at(
    conn: &mut Conn,
    table: &str,
    id: &Id,
    view: &serde_json::Value,
) -> Result<()> {
    set_time(conn, table, id, "created_at", view.get("createdAt"))
}

/// Sets the time of the last change of a record to the one in `view`, its former JSON, if there is one.
pub(crate) fn keep_updated_at(
    conn: &mut Conn,
    table: &str,
    id: &Id,
    view: &serde_json::Value,
) -> Result<()> {
    set_time(conn, table, id, "updated_at", view.get("updatedAt"))
}

fn set_time(
    conn: &mut Conn,
    table: &str,
    id: &Id,
    column: &str,
    time: Option<&serde_json::Value>,
) -> Result<()> {
    let time = time.cloned().map(serde_json::from_value::<Timestamp>);
    let Some(time) = time.transpose().map_err(Error::internal)? else { return Ok(()) };
    let set = format!("UPDATE {table} SET {column} = ? WHERE id = ?");
    prepared::execute(conn, &set, &[Value::Time(time), id.into()]).map(drop)
}

#[cfg(test)]
mod tests {
    use diesel::SqliteConnection;
    use diesel::sql_types::Integer;

    use super::*;

    #[test]
    fn an_index_that_was_empty_when_analyzed_is_not_scanned_when_it_has_grown() {
        let mut conn = Conn::Sqlite(SqliteConnection::establish(":memory:").unwrap());
        let tables = "CREATE VIRTUAL TABLE words USING fts5(text); CREATE TABLE names(name, x); \
                      CREATE INDEX by_name ON names(name); INSERT INTO names VALUES ('a', 1)";
        conn.batch_execute(tables).unwrap();
        analyze(&mut conn).unwrap();
        // What the search index does after each part of a merge.
        let plan = "EXPLAIN QUERY PLAN DELETE FROM words_data WHERE id >= 1 AND id <= 9";
        type Step = (Integer, Integer, Integer, Text);
        let steps = prepared::rows::<Step, (i32, i32, i32, String)>(&mut conn, plan, &[]).unwrap();
        assert!(steps[0].3.starts_with("SEARCH"), "{}", steps[0].3);
        let statistics = "SELECT COUNT(*) FROM sqlite_stat1 WHERE tbl = 'names'";
        assert_eq!(prepared::row::<BigInt, i64>(&mut conn, statistics, &[]).unwrap(), 1);
    }
}
