//! The statements that the kernel makes for any table. Table and column names come from the
//! modules' own declarations, never from a request; what comes from a request is bound.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};

use super::conn::Conn;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

#[derive(QueryableByName)]
struct Called {
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Text)]
    id: Id,
}

/// Makes sure that imports run one after the other: what one makes on the way the next one finds.
/// On SQLite a file beside the database sees to that.
pub(crate) fn lock_imports(conn: &mut Conn) -> Result<()> {
    if !conn.is_sqlite() {
        sql_query("SELECT pg_advisory_xact_lock(727002)").execute(conn)?;
    }
    Ok(())
}

/// Makes sure that nothing changes many records beside the rows that an import is about to write:
/// both would lock the same rows in different orders. SQLite has one writer anyway.
pub(crate) fn lock_out_bulk(conn: &mut Conn) -> Result<()> {
    if !conn.is_sqlite() {
        sql_query("SELECT pg_advisory_xact_lock(727005)").execute(conn)?;
    }
    Ok(())
}

/// Makes sure that no import writes its rows beside this transaction, which changes many records.
pub(crate) fn lock_out_imports(conn: &mut Conn) -> Result<()> {
    if !conn.is_sqlite() {
        sql_query("SELECT pg_advisory_xact_lock_shared(727005)").execute(conn)?;
    }
    Ok(())
}

/// Looks up what records of `table` are called, by its column `called`: by their identifiers, those
/// that are there.
pub(crate) fn names(
    conn: &mut Conn,
    table: &str,
    called: &str,
    ids: &[&str],
) -> Result<HashMap<String, String>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
    let places = places.join(", ");
    let sql = format!("SELECT id, {called} AS name FROM {table} WHERE id IN ({places})");
    let mut query = sql_query(sql).into_boxed();
    for id in ids {
        query = query.bind::<Text, _>(*id);
    }
    let found: Vec<Called> = query.load(conn)?;
    Ok(found.into_iter().map(|one| (one.id, one.name)).collect())
}

/// Whether no other connection uses this database, and keeps others from beginning to until this
/// transaction ends: they wait. Whoever uses SQLite is told by its file.
pub(crate) fn alone(conn: &mut Conn) -> Result<bool> {
    if conn.is_sqlite() {
        return Ok(true);
    }
    let got = "(SELECT pg_try_advisory_xact_lock(727004) AS got) AS one WHERE got";
    let row: Count = sql_query(format!("SELECT COUNT(*) AS count FROM {got}")).get_result(conn)?;
    Ok(row.count == 1)
}

/// Reads with `work` from one snapshot, whatever others write meanwhile.
pub(crate) fn snapshot<T>(conn: &mut Conn, work: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
    conn.transaction(|conn| {
        if !conn.is_sqlite() {
            sql_query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                .execute(conn)?;
        }
        work(conn)
    })
}

/// Makes sure that changes of a table's records that ask for this run one after the other: a rule
/// that spans several records holds only when nobody else changes another one of them meanwhile.
/// SQLite has one writer anyway.
pub(crate) fn lock_changes(conn: &mut Conn, table: &str) -> Result<()> {
    if !conn.is_sqlite() {
        sql_query("SELECT pg_advisory_xact_lock(727003, hashtext($1))")
            .bind::<Text, _>(table)
            .execute(conn)?;
    }
    Ok(())
}

/// Has the database look at how many rows there are and of what kind, so that it plans its queries
/// by that. Worth while after many rows were written; PostgreSQL does it by itself too, but later,
/// and its own tables it knows.
pub(crate) fn analyze(conn: &mut Conn) -> Result<()> {
    let statement = if conn.is_sqlite() {
        "PRAGMA analysis_limit = 1000; PRAGMA optimize = 0x10002"
    } else {
        "DO $$ DECLARE ours text; BEGIN \
         SELECT string_agg(quote_ident(tablename), ', ') INTO ours \
         FROM pg_tables WHERE schemaname = current_schema(); \
         IF ours IS NOT NULL THEN EXECUTE 'ANALYZE ' || ours; END IF; END $$"
    };
    Ok(diesel::connection::SimpleConnection::batch_execute(conn, statement)?)
}

/// What will be done with a row that is held.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowLock {
    /// Others may go on referring to it.
    Update,
    Delete,
}

/// Makes sure that nobody else changes the record until this transaction ends. SQLite has one
/// writer anyway.
pub(crate) fn lock(conn: &mut Conn, table: &str, id: &Id, hold: RowLock) -> Result<()> {
    if !conn.is_sqlite() {
        let strength = match hold {
            RowLock::Update => "NO KEY UPDATE",
            RowLock::Delete => "UPDATE",
        };
        sql_query(format!("SELECT id FROM {table} WHERE id = $1 FOR {strength}"))
            .bind::<Text, _>(id)
            .get_result::<Found>(conn)?;
    }
    Ok(())
}

/// Whether there is a record `id`, and keeps it there until this transaction ends.
pub(crate) fn exists(conn: &mut Conn, table: &str, id: &Id) -> Result<bool> {
    let keep = if conn.is_sqlite() { "" } else { " FOR KEY SHARE" };
    let found = sql_query(format!("SELECT id FROM {table} WHERE id = $1{keep}"))
        .bind::<Text, _>(id)
        .get_result::<Found>(conn)
        .optional()?;
    Ok(found.is_some())
}

/// How many rows of `table` hold `id` in `column`.
pub(crate) fn count(conn: &mut Conn, table: &str, column: &str, id: &Id) -> Result<i64> {
    let row = sql_query(format!("SELECT COUNT(*) AS count FROM {table} WHERE {column} = $1"))
        .bind::<Text, _>(id)
        .get_result::<Count>(conn)?;
    Ok(row.count)
}

/// Deletes the row `id`.
pub(crate) fn delete(conn: &mut Conn, table: &str, id: &Id) -> Result<()> {
    let deleted = sql_query(format!("DELETE FROM {table} WHERE id = $1"))
        .bind::<Text, _>(id)
        .execute(conn)?;
    if deleted == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Gives a record that was brought back the time of its creation, when `view`, as it was read, has
/// one.
pub(crate) fn keep_created_at(
    conn: &mut Conn,
    table: &str,
    id: &Id,
    view: &serde_json::Value,
) -> Result<()> {
    keep(conn, table, id, "created_at", view.get("createdAt"))
}

/// Gives a record that was changed back the time of its last change, when `view` has one.
pub(crate) fn keep_updated_at(
    conn: &mut Conn,
    table: &str,
    id: &Id,
    view: &serde_json::Value,
) -> Result<()> {
    keep(conn, table, id, "updated_at", view.get("updatedAt"))
}

fn keep(
    conn: &mut Conn,
    table: &str,
    id: &Id,
    column: &str,
    time: Option<&serde_json::Value>,
) -> Result<()> {
    let time = time.cloned().map(serde_json::from_value::<Timestamp>);
    let Some(time) = time.transpose().map_err(Error::internal)? else { return Ok(()) };
    sql_query(format!("UPDATE {table} SET {column} = $1 WHERE id = $2"))
        .bind::<diesel::sql_types::Timestamp, _>(time)
        .bind::<Text, _>(id)
        .execute(conn)?;
    Ok(())
}

/// One column of what identifies a record to people, and the value looked for.
pub(crate) struct KeyPart {
    pub(crate) column: &'static str,
    pub(crate) value: String,
    pub(crate) compared: Comparison,
}

/// How a column is compared with a value given as text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// An identifier: as it is.
    Identifier,
    /// In any case.
    Text,
    /// A date or a number: as the column is written as text.
    Other,
}

/// How many records of one key are looked for: it only matters whether it is one, and an import may
/// be about to give some of them another key.
const ALIKE: usize = 10;

/// The records that have this key, some of them when there are very many. One look into an index
/// that begins with the key.
pub(crate) fn find_by_key(conn: &mut Conn, table: &str, key: &[KeyPart]) -> Result<Vec<Id>> {
    let condition = |(index, part): (usize, &KeyPart)| {
        let (column, bind) = (part.column, index + 1);
        match part.compared {
            Comparison::Identifier => format!("{column} = ${bind}"),
            Comparison::Text => format!("fold({column}) = fold(${bind})"),
            Comparison::Other => format!("CAST({column} AS TEXT) = ${bind}"),
        }
    };
    let conditions: Vec<String> = key.iter().enumerate().map(condition).collect();
    let sql = format!("SELECT id FROM {table} WHERE {} LIMIT {ALIKE}", conditions.join(" AND "));
    let mut query = sql_query(sql).into_boxed::<super::Db>();
    for part in key {
        query = query.bind::<Text, _>(part.value.clone());
    }
    Ok(query.load::<Found>(conn)?.into_iter().map(|found| found.id).collect())
}
