//! Reads from the database which columns its tables have, and which indexes.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};

use super::conn::Conn;
use super::prepared;
use crate::base::error::Result;

/// Returns the leading column or expression of each index with a `wanted` name, with its table, without
/// whitespace and quotes.
pub(super) fn leading(
    conn: &mut Conn,
    wanted: impl Fn(&str) -> bool,
) -> Result<HashSet<(String, String)>> {
    // Of an expression on SQLite the whole statement.
    let sql = if conn.is_sqlite() {
        "SELECT m.tbl_name, m.name, coalesce(x.name, m.sql)
         FROM sqlite_master AS m, pragma_index_xinfo(m.name) AS x
         WHERE m.type = 'index' AND x.seqno = 0"
    } else {
        "SELECT t.relname::text, c.relname::text, pg_get_indexdef(i.indexrelid, 1, true)
         FROM pg_index AS i
         JOIN pg_class AS t ON t.oid = i.indrelid
         JOIN pg_class AS c ON c.oid = i.indexrelid
         JOIN pg_am AS a ON a.oid = c.relam
         WHERE a.amname = 'btree' AND i.indpred IS NULL
           AND t.relnamespace = to_regnamespace(current_schema())"
    };
    let rows: Vec<(String, String, Option<String>)> =
        prepared::rows::<(Text, Text, Nullable<Text>), _>(conn, sql, &[])?;
    let rows = rows.into_iter().filter(|(_, name, _)| wanted(name));
    Ok(rows.filter_map(|(on_table, _, first)| Some((on_table, plain(&first?)))).collect())
}

/// Returns the columns of all tables, by table.
pub(crate) fn columns(conn: &mut Conn) -> Result<HashMap<String, Vec<String>>> {
    let sql = if conn.is_sqlite() {
        "SELECT t.name, c.name
         FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c
         WHERE t.schema = 'main' AND t.type = 'table'"
    } else {
        "SELECT t.relname::text, a.attname::text
         FROM pg_class AS t JOIN pg_attribute AS a ON a.attrelid = t.oid
         WHERE t.relkind IN ('r', 'p') AND t.relnamespace = to_regnamespace(current_schema())
           AND a.attnum > 0 AND NOT a.attisdropped"
    };
    let mut columns: HashMap<String, Vec<String>> = HashMap::new();
    for (on_table, name) in prepared::rows::<(Text, Text), (String, String)>(conn, sql, &[])? {
        columns.entry(on_table).or_default().push(name);
    }
    Ok(columns)
}

/// An index that a migration creates.
#[derive(Queryable)]
pub(crate) struct CreatedIndex {
    pub(crate) on_table: String,
    pub(crate) name: String,
    /// The statement that creates it.
    definition: String,
    /// Not zero when it is unique.
    unique: i64,
    /// How many columns and expressions it is on.
    width: i64,
}

impl CreatedIndex {
    pub(crate) fn is_unique(&self) -> bool {
        self.unique != 0
    }

    /// Returns whether it is on these columns, or on one expression of each, in any order.
    pub(crate) fn is_on(&self, columns: &[&str]) -> bool {
        let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let on = self.definition.split_once('(').map_or("", |(_, on)| on);
        let words: Vec<&str> = on.split(|letter: char| !is_of_word(letter)).collect();
        usize::try_from(self.width) == Ok(columns.len())
            && columns.iter().all(|column| words.contains(column))
    }
}

/// Returns all indexes that migrations create.
pub(crate) fn created(conn: &mut Conn) -> Result<Vec<CreatedIndex>> {
    let sql = if conn.is_sqlite() {
        "SELECT m.tbl_name, m.name, m.sql, l.\"unique\",
            (SELECT COUNT(*) FROM pragma_index_xinfo(m.name) AS x WHERE x.key = 1)
         FROM sqlite_master AS m, pragma_index_list(m.tbl_name) AS l
         WHERE m.type = 'index' AND m.sql IS NOT NULL AND l.name = m.name"
    } else {
        "SELECT t.relname::text, c.relname::text, pg_get_indexdef(i.indexrelid),
            i.indisunique::int::bigint, i.indnkeyatts::bigint
         FROM pg_index AS i
         JOIN pg_class AS t ON t.oid = i.indrelid
         JOIN pg_class AS c ON c.oid = i.indexrelid
         WHERE t.relnamespace = to_regnamespace(current_schema())"
    };
    prepared::rows::<(Text, Text, Text, BigInt, BigInt), _>(conn, sql, &[])
}

/// `CREATE INDEX x ON t (fold(name), id)` -> `fold(name)`; a plain column stays as it is.
fn plain(text: &str) -> String {
    let bare: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let bare = bare.replace(['"', '`'], "").replace("::text", "");
    let is_statement = text.trim_start().to_ascii_uppercase().starts_with("CREATE");
    let Some(columns) = is_statement.then(|| bare.split_once('(')).flatten() else { return bare };
    let mut depth = 0;
    let first = columns.1.chars().take_while(|letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth >= 0 && !(depth == 0 && *letter == ',')
    });
    first.collect()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn the_first_expression_of_an_index_is_found() {
        for (text, first) in [
            ("CREATE INDEX a ON t (fold(name), id)", "fold(name)"),
            ("CREATE UNIQUE INDEX a ON t (substr(fold(x), 1, 200), id)", "substr(fold(x),1,200)"),
            ("bedrooms", "bedrooms"),
            ("substr(fold(description), 1, 200)", "substr(fold(description),1,200)"),
        ] {
            assert_eq!(plain(text), first);
        }
    }
}
