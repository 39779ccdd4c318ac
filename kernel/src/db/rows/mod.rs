//! All rows of a table, read and written as JSON: what backups are made of.
//!
//! A row is one JSON object on one line. Both databases write it alike, so that each reads what the
//! other wrote: dates and times as text, bytes as `\x` and hexadecimal digits, a truth as true or
//! false, and numbers so exactly that they are the same when they are read again.

mod postgres;
mod sqlite;
#[cfg(test)]
mod tests;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};

use super::conn::Conn;
use crate::base::error::{Error, Result};

/// A table that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<Column>,
}

/// A column that holds what it was given; one that the database computes is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// Its type, as the database tells it.
    declared: String,
}

impl Table {
    fn quoted(&self) -> String {
        quoted(&self.name)
    }

    /// The names of the columns, as a statement lists them.
    fn list(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| quoted(&column.name)).collect();
        names.join(", ")
    }
}

#[derive(QueryableByName)]
struct Described {
    #[diesel(sql_type = Text)]
    on_table: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    declared: String,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Those of the tables named that are there, in the order of the names.
pub(crate) fn tables(conn: &mut Conn, names: &[&str]) -> Result<Vec<Table>> {
    let columns = if conn.is_sqlite() { sqlite::COLUMNS } else { postgres::COLUMNS };
    let described: Vec<Described> = sql_query(columns).load(conn)?;
    let mut tables: Vec<Table> =
        names.iter().map(|name| Table { name: (*name).into(), columns: Vec::new() }).collect();
    for Described { on_table, name, declared } in described {
        if let Some(table) = tables.iter_mut().find(|table| table.name == on_table) {
            table.columns.push(Column { name, declared });
        }
    }
    tables.retain(|table| !table.columns.is_empty());
    Ok(tables)
}

/// Gets ready to read all rows in this transaction, which may take its time: the tables stay as they
/// are until it ends. Comes before anything is read; what is there then is what will be read.
pub(crate) fn lock(conn: &mut Conn, tables: &[Table]) -> Result<()> {
    if conn.is_sqlite() { sqlite::lock(conn) } else { postgres::lock(conn, tables, "ACCESS SHARE") }
}

/// Makes sure that nobody else reads or writes the tables until this transaction ends, which may
/// take its time. SQLite is filled where nobody else can be.
pub(crate) fn seize(conn: &mut Conn, tables: &[Table]) -> Result<()> {
    if conn.is_sqlite() { Ok(()) } else { postgres::lock(conn, tables, "ACCESS EXCLUSIVE") }
}

/// How many rows there are.
pub(crate) fn count(conn: &mut Conn, table: &Table) -> Result<u64> {
    let sql = format!("SELECT COUNT(*) AS count FROM {}", table.quoted());
    let row: Count = sql_query(sql).get_result(conn)?;
    u64::try_from(row.count).map_err(Error::internal)
}

/// Whether there is a row at all.
pub(crate) fn any(conn: &mut Conn, table: &Table) -> Result<bool> {
    let sql =
        format!("SELECT COUNT(*) AS count FROM (SELECT 1 FROM {} LIMIT 1) AS one", table.quoted());
    let row: Count = sql_query(sql).get_result(conn)?;
    Ok(row.count > 0)
}

/// Hands out every row, one at a time, however many there are.
pub(crate) fn each(
    conn: &mut Conn,
    table: &Table,
    mut each: impl FnMut(String) -> Result<()>,
) -> Result<()> {
    let mut hand_out = |row: QueryResult<Line>| {
        let Line { line } = row?;
        // In JSON a line may end only between values, where a blank is the same.
        each(if line.contains('\n') { line.replace('\n', " ") } else { line })
    };
    match conn {
        Conn::Sqlite(conn) => sqlite::rows(conn, table)?.try_for_each(&mut hand_out),
        Conn::Pg(conn) => postgres::rows(conn, table)?.try_for_each(&mut hand_out),
    }
}

/// Takes all rows away.
pub(crate) fn clear(conn: &mut Conn, table: &Table) -> Result<()> {
    sql_query(format!("DELETE FROM {}", table.quoted())).execute(conn)?;
    Ok(())
}

/// Adds rows: a JSON array of them. Answers how many.
pub(crate) fn insert(conn: &mut Conn, table: &Table, rows: &str) -> Result<usize> {
    let sql = if conn.is_sqlite() { sqlite::insert(table) } else { postgres::insert(table) };
    Ok(sql_query(sql).bind::<Text, _>(rows).execute(conn)?)
}

/// Gets a database ready that is filled with very many rows and is worth nothing until that is done:
/// SQLite may then forget durability.
pub(crate) fn hasten(conn: &mut Conn) -> Result<()> {
    if conn.is_sqlite() { sqlite::hasten(conn) } else { Ok(()) }
}

/// Adds rows with `load`, in any order: what they refer to is looked for when all are there.
pub(crate) fn load(
    conn: &mut Conn,
    tables: &[Table],
    load: impl FnOnce(&mut Conn) -> Result<()>,
) -> Result<()> {
    if conn.is_sqlite() { sqlite::load(conn, load) } else { postgres::load(conn, tables, load) }
}

/// Fails when the database has been damaged. PostgreSQL looks after itself.
pub(crate) fn check(conn: &mut Conn) -> Result<()> {
    if conn.is_sqlite() { sqlite::check(conn) } else { Ok(()) }
}

/// A name as it stands in a statement.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
