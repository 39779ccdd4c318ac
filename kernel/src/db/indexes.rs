//! Reads from the database which columns have an index.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Nullable, Text};

use super::conn::Conn;
use crate::base::error::Result;

#[derive(QueryableByName)]
struct Index {
    #[diesel(sql_type = Text)]
    on_table: String,
    #[diesel(sql_type = Text)]
    name: String,
    /// The first column or expression; on SQLite the whole statement when it is an expression.
    #[diesel(sql_type = Nullable<Text>)]
    first: Option<String>,
}

/// Returns the leading column or expression of each index with its table, without whitespace and
/// quotes.
pub(crate) fn leading(conn: &mut Conn) -> Result<HashSet<(String, String)>> {
    leading_of(conn, |_| true)
}

/// Does so for the indexes with certain names.
pub(super) fn leading_of(
    conn: &mut Conn,
    wanted: impl Fn(&str) -> bool,
) -> Result<HashSet<(String, String)>> {
    let rows: Vec<Index> = if conn.is_sqlite() {
        sql_query(
            "SELECT m.tbl_name AS on_table, m.name AS name, coalesce(x.name, m.sql) AS first
             FROM sqlite_master AS m, pragma_index_xinfo(m.name) AS x
             WHERE m.type = 'index' AND x.seqno = 0",
        )
        .load(conn)?
    } else {
        sql_query(
            "SELECT t.relname::text AS on_table, c.relname::text AS name,
                    pg_get_indexdef(i.indexrelid, 1, true) AS first
             FROM pg_index AS i
             JOIN pg_class AS t ON t.oid = i.indrelid
             JOIN pg_class AS c ON c.oid = i.indexrelid
             JOIN pg_am AS a ON a.oid = c.relam
             WHERE a.amname = 'btree' AND i.indpred IS NULL
               AND t.relnamespace = to_regnamespace(current_schema())",
        )
        .load(conn)?
    };
    let rows = rows.into_iter().filter(|index| wanted(&index.name));
    Ok(rows.filter_map(|index| Some((index.on_table, plain(&index.first?)))).collect())
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
