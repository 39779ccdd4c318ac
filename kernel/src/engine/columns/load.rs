//! Loads columns of a table: of all its rows, or of those that have changed.

use std::collections::HashMap;

use super::column::{Column, Key, Keys};
use super::need::{ColumnExpr, Shape};
use super::texts::NONE;
use crate::base::error::{Error, Result};
use crate::db::Conn;
use crate::db::cells::{self, Cell};
use crate::db::changed::KeyColumn;
use crate::db::prepared::Value;

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
    let query = statement(conn, table, key, wanted, 0);
    let mut is_too_large = false;
    let loaded = cells::each(conn, &query, &[], |cells| {
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
        let query = statement(conn, table, Some(key), wanted, keys.len());
        let keys: Vec<String> = keys.iter().map(Key::to_string).collect();
        let keys: Vec<Value<'_>> = keys.iter().map(|key| key.as_str().into()).collect();
        cells::each(conn, &query, &keys, |cells| {
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

/// Returns the statement: the key and the wanted columns of all rows, or of those with one of so many keys.
fn statement(
    conn: &Conn,
    table: &str,
    key: Option<&KeyColumn>,
    wanted: &[ColumnExpr],
    keys: usize,
) -> String {
    let mut selected = vec![match key {
        Some(key) => format!("CAST({table}.{} AS TEXT)", key.name),
        None => "NULL".to_owned(),
    }];
    selected.extend(wanted.iter().map(|ColumnExpr { shape, sql }| match shape {
        Shape::Number => format!("CAST({sql} AS DOUBLE PRECISION)"),
        Shape::Text => format!("CAST({sql} AS TEXT)"),
        Shape::Moment if conn.is_sqlite() => sql.clone(),
        Shape::Moment => format!("CAST(EXTRACT(EPOCH FROM {sql}) AS DOUBLE PRECISION)"),
    }));
    let all = format!("SELECT {} FROM {table}", selected.join(", "));
    match key {
        Some(KeyColumn { name, of_type }) if keys > 0 => {
            let keys = vec![format!("CAST(? AS {of_type})"); keys].join(", ");
            format!("{all} WHERE {table}.{name} IN ({keys})")
        }
        _ => all,
    }
}

#[cfg(test)]
mod tests {
    use diesel::connection::SimpleConnection;

    use super::*;
    use crate::db::late_tests::both;
    use crate::db::{self, changed};

    #[test]
    fn rows_are_found_by_keys_of_any_type() {
        let (urls, _folder) = both();
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
