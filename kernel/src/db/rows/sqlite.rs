//! The rows of a table, in SQLite's dialect.

use chrono::NaiveDateTime;
use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};

use super::{Table, quoted};
use crate::base::error::{Error, Result};
use crate::db::{Conn, prepared};

/// The columns of all tables except virtual ones and their shadow tables.
pub(super) const COLUMNS: &str = "
    SELECT t.name AS on_table, c.name AS name, upper(c.type) AS declared
    FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c
    WHERE t.schema = 'main' AND t.type = 'table' AND c.hidden = 0
    ORDER BY t.name, c.cid";

#[diesel::declare_sql_function]
extern "SQL" {
    /// Converts a timestamp of PostgreSQL to the stored format; any other text is unchanged.
    fn stored_moment(text: Nullable<Text>) -> Nullable<Text>;
}

/// The first read of the transaction takes the snapshot. Rows that are read once need not stay in
/// memory.
pub(super) fn lock(conn: &mut Conn) -> Result<()> {
    Ok(conn.batch_execute("PRAGMA mmap_size = 0")?)
}

pub(super) fn rows<'conn>(
    conn: &'conn mut SqliteConnection,
    table: &Table,
) -> Result<impl Iterator<Item = QueryResult<String>> + use<'conn>> {
    let values = table.columns.iter().map(|column| {
        let (name, value) = (column.name.replace('\'', "''"), quoted(&column.name));
        let value = match column.declared.as_str() {
            "BOOLEAN" => format!(
                "CASE WHEN {value} IS NULL THEN NULL \
                 WHEN {value} THEN json('true') ELSE json('false') END"
            ),
            "BLOB" => {
                format!("CASE WHEN {value} IS NOT NULL THEN '\\x' || lower(hex({value})) END")
            }
            _ => value,
        };
        format!("'{name}', {value}")
    });
    let values = values.collect::<Vec<_>>().join(", ");
    let rows = format!("SELECT json_object({values}) FROM {}", table.quoted());
    Ok(sql::<Text>(&rows).load_iter(conn)?)
}

pub(super) fn insert(table: &Table) -> String {
    let values = table.columns.iter().map(|column| {
        let value = format!("value ->> '{}'", column.name.replace('\'', "''"));
        match column.declared.as_str() {
            "TIMESTAMP" => format!("stored_moment({value})"),
            "BLOB" => format!("unhex(substr({value}, 3))"),
            _ => value,
        }
    });
    let values = values.collect::<Vec<_>>().join(", ");
    format!("INSERT INTO {} ({}) SELECT {values} FROM jsonb_each(?)", table.quoted(), table.list())
}

pub(super) fn hasten(conn: &mut Conn) -> Result<()> {
    if let Conn::Sqlite(conn) = conn {
        stored_moment_utils::register_impl(conn, |text: Option<String>| {
            text.map(|text| stored(&text))
        })?;
    }
    Ok(conn.batch_execute(
        "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; \
         PRAGMA mmap_size = 0",
    )?)
}

/// `2026-11-22T10:00:00.5` -> `2026-11-22 10:00:00.500`, as diesel writes it: timestamps are
/// compared as text.
fn stored(text: &str) -> String {
    match NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f") {
        Ok(moment) => moment.format("%F %T%.f").to_string(),
        Err(_) => text.to_owned(),
    }
}

/// Drops indexes and recreates them after the load, which is much faster; foreign keys are checked
/// after it too.
pub(super) fn load(conn: &mut Conn, load: impl FnOnce(&mut Conn) -> Result<()>) -> Result<()> {
    let indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL";
    let indexes: Vec<(String, String)> = prepared::rows::<(Text, Text), _>(conn, indexes, &[])?;
    conn.batch_execute("PRAGMA foreign_keys = OFF")?;
    conn.transaction(|conn| -> Result<()> {
        for (name, _) in &indexes {
            conn.batch_execute(&format!("DROP INDEX {}", quoted(name)))?;
        }
        load(conn)?;
        for (_, definition) in &indexes {
            conn.batch_execute(definition)?;
        }
        Ok(())
    })?;
    let dangling = "SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1";
    if let Some(table) = prepared::rows::<Text, String>(conn, dangling, &[])?.pop() {
        return Err(Error::internal(format!("a row of {table} refers to one that is not there")));
    }
    Ok(conn.batch_execute("PRAGMA foreign_keys = ON")?)
}

pub(super) fn check(conn: &mut Conn) -> Result<()> {
    let check = "SELECT quick_check FROM pragma_quick_check LIMIT 1";
    let report: String = prepared::row::<Text, _>(conn, check, &[])?;
    if report == "ok" { Ok(()) } else { Err(Error::internal(report)) }
}
