//! The few indexes that the kernel keeps: of the default order of each resource, of a natural key that is
//! one field, and of references, for the check that no record refers to a deleted one.
//!
//! Lists are answered from the columns in memory, so that no other field has one: every index costs each
//! save. A resource that memory cannot answer has one for each field. A module that needs another one, for a
//! query of its own, creates it by a migration. Each time migrations run, those that are
//! missing are created and those that nothing needs any more are dropped. The index is on the compared
//! expression, then on the identifier, which breaks ties: it serves both directions of the order. Missing
//! values are first on both databases. A field has none of the kernel's when an index of a migration begins
//! with the expression already, such as one on `(project_id, unit_number_order, id)`.

use std::collections::BTreeMap;

use diesel::connection::{Connection, SimpleConnection};
use diesel::sql_types::Text;
use text::FOLD_CASE_VERSION;

use super::conn::Conn;
use super::indexes;
use super::prepared;
use super::statements::lock_schema;
use crate::base::error::Result;

/// What the names of the kernel's own indexes end with.
const SUFFIX: &str = "_list";

/// The longest name that PostgreSQL keeps whole, in bytes.
const MOST_NAME: usize = 63;

/// An index that the kernel keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListIndex {
    /// The column that the expression is made of, by which the index is named.
    pub(crate) name: String,
    /// The compared expression, in plain form: `fold(name)`.
    pub(crate) expression: String,
    /// Whether values can be missing.
    pub(crate) nullable: bool,
}

impl ListIndex {
    /// An index on a column as it is stored.
    pub(crate) fn exact(column: &str) -> Self {
        Self { name: column.to_owned(), expression: column.to_owned(), nullable: false }
    }

    /// Returns its name and the statement that creates it.
    fn statement(&self, conn: &Conn, table: &str) -> (String, String) {
        let mut name = format!("{table}_{}", self.name);
        name.truncate(MOST_NAME - SUFFIX.len());
        name.push_str(SUFFIX);
        let expression = &self.expression;
        let nulls = if self.nullable && !conn.is_sqlite() { " NULLS FIRST" } else { "" };
        // Another version of folding makes another statement, and so a new index.
        let version = match expression.contains("fold(") {
            true => format!(" /* fold {FOLD_CASE_VERSION} */"),
            false => String::new(),
        };
        let sql = format!("CREATE INDEX {name} ON {table} ({expression}{nulls}, id{version})");
        (name, sql)
    }
}

/// Creates the indexes of each table that are missing and drops those that are not among them any
/// more: in one transaction, and by one node at a time. Without a time limit, because a large table may
/// take long. Returns how many were created.
pub(crate) fn prepare(conn: &mut Conn, tables: &BTreeMap<String, Vec<ListIndex>>) -> Result<usize> {
    conn.transaction(|conn| {
        lock_schema(conn)?;
        let leading = indexes::leading(conn, |name| !name.ends_with(SUFFIX))?;
        let mut created = 0;
        for (table, wanted) in tables {
            let needed = wanted
                .iter()
                .filter(|one| !leading.contains(&((*table).to_owned(), one.expression.clone())));
            let needed: Vec<_> = needed.map(|one| one.statement(conn, table)).collect();
            let present = present(conn, table)?;
            for old in &present {
                if !needed.contains(old) {
                    conn.batch_execute(&format!("DROP INDEX {}", old.0))?;
                }
            }
            for (name, sql) in needed.into_iter().filter(|one| !present.contains(one)) {
                conn.batch_execute(&sql)?;
                if !conn.is_sqlite() {
                    // PostgreSQL keeps the expression, not the text, of a statement.
                    conn.batch_execute(&format!("COMMENT ON INDEX {name} IS '{sql}'"))?;
                }
                created += 1;
            }
        }
        Ok(created)
    })
}

/// Returns the kernel's own indexes of a table with the statements that created them.
fn present(conn: &mut Conn, table: &str) -> Result<Vec<(String, String)>> {
    let sql = if conn.is_sqlite() {
        "SELECT name, sql FROM sqlite_master
         WHERE type = 'index' AND tbl_name = ? AND name LIKE '%\\_list' ESCAPE '\\'"
    } else {
        "SELECT c.relname::text, coalesce(obj_description(c.oid, 'pg_class'), '')
         FROM pg_index AS i
         JOIN pg_class AS c ON c.oid = i.indexrelid
         JOIN pg_class AS t ON t.oid = i.indrelid
         WHERE t.relname = ? AND c.relname LIKE '%\\_list'
           AND t.relnamespace = to_regnamespace(current_schema())"
    };
    prepared::rows::<(Text, Text), _>(conn, sql, &[table.into()])
}
