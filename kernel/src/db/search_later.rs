//! Adds many new rows to the search index of SQLite at once.
//!
//! FTS5 writes what it has gathered at each savepoint, and a statement with triggers is one: each row that is inserted
//! becomes a segment of the index, which is then merged with others, the more often the more rows there are. An import
//! has the triggers leave its rows out, and adds them together in the same transaction.

use diesel::connection::{Connection, SimpleConnection};

use diesel::sql_types::BigInt;

use super::conn::Conn;
use super::search::Tables;
use super::{left_out, prepared};
use crate::base::error::Result;

/// Has the triggers of the indexes leave out the rows that [`left_out`] says. Only tables with searched columns have
/// one.
pub(crate) fn prepare(conn: &mut Conn, tables: &[(&str, Vec<String>)]) -> Result<()> {
    if !conn.is_sqlite() {
        return Ok(());
    }
    for (table, _) in tables.iter().filter(|(_, columns)| !columns.is_empty()) {
        let Tables { texts, index } = Tables::of(table);
        let trigger = format!(
            "CREATE TRIGGER {index}_insert AFTER INSERT ON {texts} WHEN NOT is_left_out('{table}') BEGIN \
             INSERT INTO {index} (rowid, text) VALUES (new.row, new.text); END"
        );
        let is_there = "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND sql = ?";
        if !prepared::finds(conn, is_there, &[(&*trigger).into()])? {
            let replace = format!("DROP TRIGGER IF EXISTS {index}_insert; {trigger};");
            conn.transaction(|conn| conn.batch_execute(&replace))?;
        }
    }
    Ok(())
}

/// New rows of a table that are not in its index yet. The transaction must not be committed, and none of them changed or
/// deleted, before [`Unindexed::index`].
pub(crate) struct Unindexed {
    table: &'static str,
    /// The last row that is in the index.
    after: i64,
}

impl Unindexed {
    /// Begins with the next row of a table. `None` when it has no such index, as on PostgreSQL.
    pub(crate) fn begin(conn: &mut Conn, table: &'static str) -> Result<Option<Self>> {
        let Tables { texts, .. } = Tables::of(table);
        let is_searched = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
        if !conn.is_sqlite() || !prepared::finds(conn, is_searched, &[(&*texts).into()])? {
            return Ok(None);
        }
        let last = format!("SELECT coalesce(max(row), 0) FROM {texts}");
        Ok(Some(Self { table, after: prepared::row::<BigInt, i64>(conn, &last, &[])? }))
    }

    /// Does work that inserts rows into the table.
    pub(crate) fn insert<T>(&self, work: impl FnOnce() -> T) -> T {
        left_out::leaving_out(self.table, work)
    }

    /// Adds the rows to the index.
    pub(crate) fn index(self, conn: &mut Conn) -> Result<()> {
        let Tables { texts, index } = Tables::of(self.table);
        let add = format!(
            "INSERT INTO {index} (rowid, text) SELECT row, text FROM {texts} WHERE row > ?"
        );
        prepared::execute(conn, &add, &[prepared::Value::Whole(self.after)])?;
        Ok(())
    }
}
