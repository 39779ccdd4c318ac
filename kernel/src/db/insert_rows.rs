//! Sends many rows to PostgreSQL with one statement, which has each column as one value: so it is the same for any
//! number of rows and stays prepared. Diesel's has a value for each cell, and PostgreSQL parses it each time.

use diesel::expression::AsExpression;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::QueryFragment;
use diesel::sql_types::{Array, SqlType};

use super::conn::Conn;
use super::prepared::{self, Value};
use crate::base::error::Result;

/// A column of rows.
pub struct ColumnValues<'a> {
    name: &'static str,
    values: Box<dyn QueryFragment<Pg> + 'a>,
}

impl<'a> ColumnValues<'a> {
    /// Returns the values of a column, in the order of the rows.
    pub fn of<C, T>(_: C, values: impl IntoIterator<Item = T>) -> Self
    where
        C: Column,
        C::SqlType: SqlType + 'static,
        Vec<T>: AsExpression<Array<C::SqlType>, Expression: QueryFragment<Pg> + 'a>,
    {
        let values: Vec<T> = values.into_iter().collect();
        Self { name: C::NAME, values: Box::new(values.as_expression()) }
    }
}

/// Returns rows by column, from their fields of the same names: `by_column!(units, rows, [id, floor])`.
#[macro_export]
macro_rules! by_column {
    ($table:ident, $rows:expr, [$($column:ident),+]) => {
        [$($crate::db::ColumnValues::of($table::$column, $rows.iter().map(|row| &row.$column))),+]
    };
}

/// Inserts rows, given by column, on PostgreSQL.
///
/// # Errors
/// Those of the statement. On SQLite it fails: rows are inserted one by one there.
pub fn insert_rows(conn: &mut Conn, table: &str, columns: &[ColumnValues<'_>]) -> Result<()> {
    let names: Vec<String> = columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
    let (names, places) = (names.join(", "), vec!["?"; columns.len()].join(", "));
    let insert = format!("INSERT INTO {table} ({names}) SELECT * FROM unnest({places})");
    execute_with_rows(conn, &insert, columns)
}

/// Executes a statement on PostgreSQL with rows, given by column. Each `?` is a column: `unnest(?, ?)` has the rows as a
/// table.
pub fn execute_with_rows(conn: &mut Conn, sql: &str, columns: &[ColumnValues<'_>]) -> Result<()> {
    let values: Vec<Value<'_>> =
        columns.iter().map(|column| Value::Column(&*column.values)).collect();
    prepared::execute(conn, sql, &values).map(drop)
}
