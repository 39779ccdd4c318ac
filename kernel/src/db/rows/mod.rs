//! All rows of a table, read and written as JSON, for backups.
//!
//! A row is one JSON object on one line. Both databases write the same format, so that each reads
//! the other's rows: dates and times as text, bytes as `\x` and hexadecimal digits, booleans as
//! true or false, and numbers with enough digits to read back the same value.

mod postgres;
mod sqlite;
#[cfg(test)]
mod tests;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use super::conn::Conn;
use super::prepared;
use crate::base::error::{Error, Result};

/// A table of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<StoredColumn>,
}

/// A stored column. Generated columns are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredColumn {
    pub(crate) name: String,
    /// Its type, as the database reports it.
    declared: String,
}

impl Table {
    fn quoted(&self) -> String {
        quoted(&self.name)
    }

    /// Returns the column names as a list for a statement.
    fn list(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| quoted(&column.name)).collect();
        names.join(", ")
    }
}

/// Returns those of the named tables that exist, in the order of the names.
pub(crate) fn tables(conn: &mut Conn, names: &[&str]) -> Result<Vec<Table>> {
    let columns = if conn.is_sqlite() { sqlite::COLUMNS } else { postgres::COLUMNS };
    let described = prepared::rows::<(Text, Text, Text), _>(conn, columns, &[])?;
    let mut tables: Vec<Table> =
        names.iter().map(|name| Table { name: (*name).into(), columns: Vec::new() }).collect();
    for (on_table, name, declared) in described {
        let on_table: String = on_table;
        if let Some(table) = tables.iter_mut().find(|table| table.name == on_table) {
            table.columns.push(StoredColumn { name, declared });
        }
    }
    tables.retain(|table| !table.columns.is_empty());
    Ok(tables)
}

/// Prepares this transaction to read all rows, without a time limit: locks the tables against
/// changes of their schema until it ends. Called before the first read, which takes the snapshot.
pub(crate) fn lock(conn: &mut Conn, tables: &[Table]) -> Result<()> {
    if conn.is_sqlite() { sqlite::lock(conn) } else { postgres::lock(conn, tables, "ACCESS SHARE") }
}

/// Locks the tables exclusively until this transaction ends, without a time limit. On SQLite a new
/// file is filled, which no other process has open.
pub(crate) fn seize(conn: &mut Conn, tables: &[Table]) -> Result<()> {
    if conn.is_sqlite() { Ok(()) } else { postgres::lock(conn, tables, "ACCESS EXCLUSIVE") }
}

/// Counts the rows.
pub(crate) fn count(conn: &mut Conn, table: &Table) -> Result<u64> {
    let sql = format!("SELECT COUNT(*) FROM {}", table.quoted());
    u64::try_from(prepared::row::<BigInt, i64>(conn, &sql, &[])?).map_err(Error::internal)
}

/// Returns whether there is a row.
pub(crate) fn any(conn: &mut Conn, table: &Table) -> Result<bool> {
    prepared::finds(conn, &format!("SELECT 1 FROM {} LIMIT 1", table.quoted()), &[])
}

/// Calls `each` with every row, one at a time, however many there are.
pub(crate) fn each(
    conn: &mut Conn,
    table: &Table,
    mut each: impl FnMut(String) -> Result<()>,
) -> Result<()> {
    let mut pass_on = |line: QueryResult<String>| {
        let line = line?;
        // JSON allows a newline only between values, where a space is equivalent.
        each(if line.contains('\n') { line.replace('\n', " ") } else { line })
    };
    match conn {
        Conn::Sqlite(conn) => sqlite::rows(conn, table)?.try_for_each(&mut pass_on),
        Conn::Pg(conn) => postgres::rows(conn, table)?.try_for_each(&mut pass_on),
    }
}

/// Deletes all rows.
pub(crate) fn clear(conn: &mut Conn, table: &Table) -> Result<()> {
    prepared::execute(conn, &format!("DELETE FROM {}", table.quoted()), &[]).map(drop)
}

/// Inserts a JSON array of rows. Returns how many.
pub(crate) fn insert(conn: &mut Conn, table: &Table, rows: &str) -> Result<usize> {
    let sql = if conn.is_sqlite() { sqlite::insert(table) } else { postgres::insert(table) };
    prepared::execute(conn, &sql, &[rows.into()])
}

/// Trades durability for speed on SQLite, for a database that is filled with very many rows and is
/// worthless until that is done.
pub(crate) fn hasten(conn: &mut Conn) -> Result<()> {
    if conn.is_sqlite() { sqlite::hasten(conn) } else { Ok(()) }
}

/// Inserts rows with `load`, in any order: references are checked when all rows are there.
pub(crate) fn load(
    conn: &mut Conn,
    tables: &[Table],
    load: impl FnOnce(&mut Conn) -> Result<()>,
) -> Result<()> {
    if conn.is_sqlite() { sqlite::load(conn, load) } else { postgres::load(conn, tables, load) }
}

/// Fails when the database file is damaged. PostgreSQL checks its own pages.
pub(crate) fn check(conn: &mut Conn) -> Result<()> {
    if conn.is_sqlite() { sqlite::check(conn) } else { Ok(()) }
}

/// Quotes an identifier.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
