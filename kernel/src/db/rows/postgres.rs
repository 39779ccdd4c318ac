//! The rows of a table, in PostgreSQL's dialect.

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;
use diesel::sql_types::Text;

use super::Table;
use crate::base::error::Result;
use crate::db::{Conn, prepared};

/// The columns of all tables.
pub(super) const COLUMNS: &str = "
    SELECT t.relname::text AS on_table, a.attname::text AS name,
        format_type(a.atttypid, NULL) AS declared
    FROM pg_class AS t JOIN pg_attribute AS a ON a.attrelid = t.oid
    WHERE t.relkind IN ('r', 'p') AND t.relnamespace = to_regnamespace(current_schema())
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY t.relname, a.attnum";

/// Locks the tables. None of these statements takes the transaction's snapshot.
pub(super) fn lock(conn: &mut Conn, tables: &[Table], how: &str) -> Result<()> {
    conn.batch_execute(
        "SET LOCAL statement_timeout = 0;
         SET LOCAL extra_float_digits = 1;
         SET LOCAL bytea_output = 'hex'",
    )?;
    if tables.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = tables.iter().map(Table::quoted).collect();
    Ok(conn.batch_execute(&format!("LOCK TABLE {} IN {how} MODE", names.join(", ")))?)
}

pub(super) fn rows<'conn>(
    conn: &'conn mut PgConnection,
    table: &Table,
) -> Result<impl Iterator<Item = QueryResult<String>> + use<'conn>> {
    let (columns, name) = (table.list(), table.quoted());
    let rows = format!("SELECT row_to_json(r)::text FROM (SELECT {columns} FROM {name}) AS r");
    Ok(sql::<Text>(&rows).load_iter::<String, PgRowByRowLoadingMode>(conn)?)
}

pub(super) fn insert(table: &Table) -> String {
    let (columns, name) = (table.list(), table.quoted());
    format!(
        "INSERT INTO {name} ({columns}) OVERRIDING SYSTEM VALUE
         SELECT {columns} FROM json_populate_recordset(NULL::{name}, ?::json)"
    )
}

/// The statements that drop and recreate what a table's rows need not have while they are loaded.
type Definition = (String, String);

const REFERENCES: &str = "
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
        format('ALTER TABLE %s ADD CONSTRAINT %I %s',
            conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE contype = 'f' AND conrelid = to_regclass(?)";

/// Indexes that belong to no constraint; those of primary keys do.
const INDEXES: &str = "
    SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    FROM pg_index WHERE indrelid = to_regclass(?)
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)";

/// Drops foreign keys and indexes, and recreates them after the load: that is much faster, and rows
/// may come in any order.
pub(super) fn load(
    conn: &mut Conn,
    tables: &[Table],
    load: impl FnOnce(&mut Conn) -> Result<()>,
) -> Result<()> {
    let mut dropped = Vec::new();
    // Foreign keys first: they may need an index.
    for kind in [REFERENCES, INDEXES] {
        for table in tables {
            let name = table.quoted();
            let definitions =
                prepared::rows::<(Text, Text), Definition>(conn, kind, &[(&*name).into()])?;
            for (drop, make) in definitions {
                conn.batch_execute(&drop)?;
                dropped.push(make);
            }
        }
    }
    load(conn)?;
    dropped.iter().rev().try_for_each(|make| conn.batch_execute(make))?;
    tables.iter().try_for_each(|table| advance_sequences(conn, table))
}

/// Advances the sequences of a table past the rows that were inserted.
fn advance_sequences(conn: &mut Conn, table: &Table) -> Result<()> {
    let name = table.quoted();
    let sequences = "SELECT d.objid::regclass::text, quote_ident(a.attname)
         FROM pg_depend AS d
         JOIN pg_class AS s ON s.oid = d.objid AND s.relkind = 'S'
         JOIN pg_attribute AS a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
         WHERE d.refobjid = to_regclass(?) AND d.deptype IN ('a', 'i')";
    let sequences: Vec<(String, String)> =
        prepared::rows::<(Text, Text), _>(conn, sequences, &[(&*name).into()])?;
    for (sequence, counted) in sequences {
        let advance = format!(
            "SELECT setval(to_regclass(?), max({counted})) FROM {name} HAVING max({counted}) > 0"
        );
        prepared::execute(conn, &advance, &[(&*sequence).into()])?;
    }
    Ok(())
}
