//! The rows of a table, in PostgreSQL's dialect.

use diesel::connection::SimpleConnection;
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Text;

use super::{Line, Table};
use crate::base::error::Result;
use crate::db::Conn;

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
) -> Result<impl Iterator<Item = QueryResult<Line>> + use<'conn>> {
    let (columns, name) = (table.list(), table.quoted());
    let sql =
        format!("SELECT row_to_json(r)::text AS line FROM (SELECT {columns} FROM {name}) AS r");
    Ok(sql_query(sql).load_iter::<Line, PgRowByRowLoadingMode>(conn)?)
}

pub(super) fn insert(table: &Table) -> String {
    let (columns, name) = (table.list(), table.quoted());
    format!(
        "INSERT INTO {name} ({columns}) OVERRIDING SYSTEM VALUE
         SELECT {columns} FROM json_populate_recordset(NULL::{name}, $1::json)"
    )
}

#[derive(QueryableByName)]
struct Definition {
    #[diesel(sql_type = Text)]
    drop: String,
    #[diesel(sql_type = Text)]
    make: String,
}

const REFERENCES: &str = "
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
        format('ALTER TABLE %s ADD CONSTRAINT %I %s',
            conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
    FROM pg_constraint WHERE contype = 'f' AND conrelid = to_regclass($1)";

/// Indexes that belong to no constraint; those of primary keys do.
const INDEXES: &str = "
    SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop,
        pg_get_indexdef(indexrelid) AS make
    FROM pg_index WHERE indrelid = to_regclass($1)
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
            let definitions: Vec<Definition> =
                sql_query(kind).bind::<Text, _>(table.quoted()).load(conn)?;
            for Definition { drop, make } in definitions {
                conn.batch_execute(&drop)?;
                dropped.push(make);
            }
        }
    }
    load(conn)?;
    dropped.iter().rev().try_for_each(|make| conn.batch_execute(make))?;
    tables.iter().try_for_each(|table| advance_sequences(conn, table))
}

#[derive(QueryableByName)]
struct Sequence {
    #[diesel(sql_type = Text)]
    sequence: String,
    #[diesel(sql_type = Text)]
    counted: String,
}

/// Advances the sequences of a table past the rows that were inserted.
fn advance_sequences(conn: &mut Conn, table: &Table) -> Result<()> {
    let name = table.quoted();
    let sequences: Vec<Sequence> = sql_query(
        "SELECT d.objid::regclass::text AS sequence, quote_ident(a.attname) AS counted
         FROM pg_depend AS d
         JOIN pg_class AS s ON s.oid = d.objid AND s.relkind = 'S'
         JOIN pg_attribute AS a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
         WHERE d.refobjid = to_regclass($1) AND d.deptype IN ('a', 'i')",
    )
    .bind::<Text, _>(&name)
    .load(conn)?;
    for Sequence { sequence, counted } in sequences {
        sql_query(format!(
            "SELECT setval($1::regclass, max({counted})) FROM {name} HAVING max({counted}) > 0"
        ))
        .bind::<Text, _>(&sequence)
        .execute(conn)?;
    }
    Ok(())
}
