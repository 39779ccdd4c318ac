//! The SQL of merges.

use diesel::sql_types::Text;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::Conn;
use crate::db::prepared;
use crate::records::resource::Reference;

/// Returns the records of a table whose reference leads to a record: by the index of the column, but for attributes of
/// users, of which all are read.
pub(super) fn referring(
    conn: &mut Conn,
    (own, reference): (&str, &Reference),
    to: &Id,
) -> Result<Vec<Id>> {
    let Reference { table, column, owner, .. } = reference;
    if reference.field.starts_with("/attributes/") && table.is_empty() {
        let sql = format!("SELECT id FROM {own} WHERE CAST({column} AS TEXT) LIKE ? ORDER BY id");
        let pattern = format!("%\"{to}\"%");
        return prepared::rows::<Text, Id>(conn, &sql, &[pattern.as_str().into()]);
    }
    let sql = match table.is_empty() {
        true => format!("SELECT id FROM {own} WHERE {column} = ? ORDER BY id"),
        false => format!("SELECT {owner} FROM {table} WHERE {column} = ? ORDER BY {owner}"),
    };
    prepared::rows::<Text, Id>(conn, &sql, &[to.into()])
}
