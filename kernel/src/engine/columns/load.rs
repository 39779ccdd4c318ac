//! Loads columns of a table: of all its rows, or of those that have changed.

use std::collections::HashMap;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Text, Untyped};
use diesel::sqlite::Sqlite;

use super::codes::NONE;
use super::column::{Column, Key, Keys};
use super::need::{ColumnExpr, Shape};
use crate::base::error::{Error, Result};
use crate::db::Conn;
use crate::db::cells::{self, Cell, Columns};
use crate::db::changed::KeyColumn;

/// How many keys one statement has in its `IN` list.
const AT_ONCE: usize = 500;

/// The wanted columns of all rows of a table.
pub(super) struct Loaded {
    /// The primary keys; `None` for a table whose primary key is not one column.
    pub(super) keys: Option<Keys>,
    pub(super) rows: usize,
    pub(super) columns: Vec<Column>,
}

/// The values of some rows, by key.
pub(super) type RowsByKey = HashMap<Key, Vec<Cell>>;

/// What a request is told that needs columns which are not in memory yet, when it cannot wait.
pub(crate) const LOADING: &str = "What this needs is being loaded into memory. Try again shortly";

/// After so many rows the memory that they take is looked at.
const BETWEEN_LOOKS: u32 = 16 * 1024;

/// Loads the wanted columns of all rows, numbered as in `known`, otherwise in the order of the
/// result. `None` when they take more than `most` bytes.
pub(super) fn all(
    conn: &mut Conn,
    table: &'static str,
    key: Option<&KeyColumn>,
    wanted: &[ColumnExpr],
    known: Option<&Keys>,
    most: usize,
) -> Result<Option<Loaded>> {
    let count = known.map_or(0, Keys::len);
    let mut columns: Vec<Column> =
        wanted.iter().map(|wanted| Column::empty(wanted.shape, count)).collect();
    let mut keys = key.map(|_| Keys::default());
    let mut rows = 0_u32;
    let query = Load::new(table, key, wanted, None);
    let mut is_too_large = false;
    let loaded = cells::each(conn, query, |cells| {
        let (first, values) = cells.split_first().ok_or_else(|| Error::internal("no columns"))?;
        let row = match (known, &mut keys) {
            (Some(known), _) => match first.text().map(|key| known.row(&Key::of(key))) {
                None | Some(NONE) => return Err(Error::internal("a row that no snapshot has")),
                Some(row) => row,
            },
            (None, Some(keys)) => {
                keys.push(Key::of(first.text().unwrap_or_default()));
                rows
            }
            (None, None) => rows,
        };
        rows += 1;
        if rows.is_multiple_of(BETWEEN_LOOKS) {
            let bytes = columns.iter().map(Column::bytes).sum::<usize>();
            if bytes + keys.as_ref().map_or(0, Keys::bytes) > most {
                is_too_large = true;
                return Err(Error::Busy(LOADING));
            }
        }
        for (column, cell) in columns.iter_mut().zip(values) {
            column.set(row, cell);
        }
        Ok(())
    });
    if is_too_large {
        return Ok(None);
    }
    loaded?;
    Ok(Some(Loaded { keys, rows: rows as usize, columns }))
}

/// Reads the wanted columns of the rows with these keys; deleted rows are left out.
pub(super) fn some(
    conn: &mut Conn,
    table: &'static str,
    key: &KeyColumn,
    wanted: &[ColumnExpr],
    keys: &[Key],
) -> Result<RowsByKey> {
    let mut found = HashMap::with_capacity(keys.len());
    for keys in keys.chunks(AT_ONCE) {
        cells::each(conn, Load::new(table, Some(key), wanted, Some(keys)), |cells| {
            if let Some((first, values)) = cells.split_first()
                && let Some(key) = first.text()
            {
                found.insert(Key::of(key), values.to_vec());
            }
            Ok(())
        })?;
    }
    Ok(found)
}

/// The statement: the key and the wanted columns of all rows, or of those with these keys.
struct Load {
    table: &'static str,
    key: Option<KeyColumn>,
    wanted: Vec<ColumnExpr>,
    only: Option<Vec<String>>,
}

impl Load {
    fn new(
        table: &'static str,
        key: Option<&KeyColumn>,
        wanted: &[ColumnExpr],
        only: Option<&[Key]>,
    ) -> Self {
        Self {
            table,
            key: key.cloned(),
            wanted: wanted.to_vec(),
            only: only.map(|keys| keys.iter().map(Key::to_string).collect()),
        }
    }
}

/// The dialects differ only in how a point in time is selected.
macro_rules! sql_for {
    ($backend:ty, $moment:literal) => {
        impl QueryFragment<$backend> for Load {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                out.unsafe_to_cache_prepared();
                let key = self.key.as_ref();
                out.push_sql("SELECT ");
                let selected =
                    |key: &KeyColumn| format!("CAST({}.{} AS TEXT)", self.table, key.name);
                out.push_sql(&key.map_or_else(|| "NULL".to_owned(), selected));
                for ColumnExpr { shape, sql } in &self.wanted {
                    out.push_sql(", ");
                    out.push_sql(&match shape {
                        Shape::Number => format!("CAST({sql} AS DOUBLE PRECISION)"),
                        Shape::Text => format!("CAST({sql} AS TEXT)"),
                        Shape::Moment => $moment.replace('?', sql),
                    });
                }
                out.push_sql(&format!(" FROM {}", self.table));
                if let (Some(only), Some(KeyColumn { name, of_type })) = (&self.only, key) {
                    out.push_sql(&format!(" WHERE {}.{name} IN (", self.table));
                    for (index, key) in only.iter().enumerate() {
                        out.push_sql(if index > 0 { ", CAST(" } else { "CAST(" });
                        out.push_bind_param::<Text, String>(key)?;
                        out.push_sql(&format!(" AS {of_type})"));
                    }
                    out.push_sql(")");
                }
                Ok(())
            }
        }
    };
}
sql_for!(Pg, "CAST(EXTRACT(EPOCH FROM ?) AS DOUBLE PRECISION)");
sql_for!(Sqlite, "?");

impl Query for Load {
    type SqlType = Untyped;
}
impl RunQueryDsl<PgConnection> for Load {}
impl RunQueryDsl<SqliteConnection> for Load {}
impl QueryId for Load {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
impl Columns for Load {}

#[cfg(test)]
mod tests {
    use diesel::connection::SimpleConnection;

    use super::*;
    use crate::base::config::DatabaseUrl;
    use crate::db::{self, changed};

    #[test]
    fn rows_are_found_by_keys_of_any_type() {
        let folder = tempfile::tempdir().unwrap();
        let urls = std::iter::once(DatabaseUrl::Sqlite(folder.path().join("test.db")));
        #[cfg(feature = "testing")]
        let urls = urls
            .chain(crate::base::config::test_server().map(|url| DatabaseUrl::parse(&url).unwrap()));
        for url in urls {
            let mut conn = db::open(&url).unwrap();
            for (of_type, values) in
                [("BIGINT", "(1, 'a'), (2, 'b')"), ("TEXT", "('1', 'a'), ('2', 'b')")]
            {
                let table = format!(
                    "CREATE TEMPORARY TABLE tallies (tally {of_type} PRIMARY KEY, name TEXT);
                     INSERT INTO tallies VALUES {values}"
                );
                conn.batch_execute(&table).unwrap();
                let key = changed::key_of(&mut conn, "tallies").unwrap().unwrap();
                assert_eq!(key.name, "tally");
                let names = [ColumnExpr { shape: Shape::Text, sql: "tallies.name".into() }];
                let keys = ["2", "3"].map(Key::of);
                let found = some(&mut conn, "tallies", &key, &names, &keys).unwrap();
                assert_eq!(found.len(), 1, "{of_type}");
                assert_eq!(found[&Key::of("2")][0].text(), Some("b"));
                conn.batch_execute("DROP TABLE tallies").unwrap();
            }
        }
    }
}
