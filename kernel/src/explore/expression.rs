//! The SQL expressions of declarations: the columns that they name, and whether the database can read
//! them.

use diesel::QueryResult;
use diesel::connection::SimpleConnection;

use crate::base::error::{Error, Result};
use crate::db::Conn;

/// A column, as an expression writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Named {
    pub(super) table: &'static str,
    pub(super) column: &'static str,
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.table, self.column)
    }
}

/// Returns the columns of an expression, each written `table.column`. What is in quotes is a text.
pub(super) fn columns(expression: &'static str) -> Vec<Named> {
    let mut columns = Vec::new();
    for (index, part) in expression.split('\'').enumerate() {
        if index % 2 == 1 {
            continue;
        }
        for word in part.split(|letter: char| !is_of_word(letter) && letter != '.') {
            if let Some(column) = column(word) {
                columns.push(column);
            }
        }
    }
    columns
}

/// Returns the column that `word` is, if it is nothing else.
pub(super) fn column(word: &'static str) -> Option<Named> {
    let (table, column) = word.split_once('.')?;
    let is_name = |name: &str| {
        name.starts_with(|letter: char| letter.is_ascii_lowercase()) && name.chars().all(is_of_word)
    };
    (is_name(table) && is_name(column)).then_some(Named { table, column })
}

/// An expression over the columns of one table.
#[derive(Debug)]
pub(super) struct Expression {
    /// The declaration that has it, for messages: `Module units: measure grossYield`.
    pub(super) of: String,
    pub(super) table: &'static str,
    pub(super) sql: &'static str,
}

/// Has the database read the expressions, of no row: each must be one in its dialect, over columns that
/// it has.
///
/// # Errors
/// A startup error that names the declaration and the expression.
pub(super) fn check(conn: &mut Conn, all: &[Expression]) -> Result<()> {
    let mut tables: Vec<&str> = all.iter().map(|one| one.table).collect();
    tables.sort_unstable();
    tables.dedup();
    for table in tables {
        let here = || all.iter().filter(|one| one.table == table);
        let columns: Vec<&str> = here().map(|one| one.sql).collect();
        if read_none(conn, table, &columns.join(", ")).is_ok() {
            continue;
        }
        for Expression { of, sql, .. } in here() {
            read_none(conn, table, sql).map_err(|error| {
                Error::startup(format!("{of} reads `{sql}`, which the database cannot: {error}."))
            })?;
        }
    }
    Ok(())
}

/// Selects columns of none of the rows of a table.
fn read_none(conn: &mut Conn, table: &str, columns: &str) -> QueryResult<()> {
    conn.batch_execute(&format!("SELECT {columns} FROM {table} LIMIT 0"))
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_and_texts_and_numbers_are_none() {
        let found: Vec<String> =
            columns("coalesce(units.rent_2, 1.5) || 'a.b ''c.d' || accounts.first_name")
                .iter()
                .map(Named::to_string)
                .collect();
        assert_eq!(found, ["units.rent_2", "accounts.first_name"]);
        assert_eq!(columns("1.0 + x"), []);
        assert_eq!(column("lower(a.b)"), None);
    }
}
