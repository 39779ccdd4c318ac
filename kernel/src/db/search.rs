//! The search index for substrings, in any script.
//!
//! PostgreSQL has a GIN index on the trigrams of the folded text of the columns, computed by a
//! function of the kernel. SQLite has trigrams in its full-text search (FTS5): next to each table a
//! second one with the folded text of each row, which triggers maintain, and an FTS5 index on that.
//! Both are created, and rebuilt when other columns are searched, each time migrations run; modules
//! do not write them.
//!
//! A term of fewer than three characters has no trigram: it is matched against every row's text.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Text;
use text::FOLD_CASE_VERSION;

use super::conn::Conn;
use crate::base::error::Result;

/// The separator between the texts of two columns, in PostgreSQL's dialect: a control character,
/// which no term contains.
pub(crate) const BETWEEN: &str = " || E'\\x1f' || ";

/// The tables that SQLite searches next to a resource's own.
pub(crate) struct Tables {
    /// The folded text of each row.
    pub(crate) texts: String,
    /// The FTS5 index on it.
    pub(crate) index: String,
}

impl Tables {
    pub(crate) fn of(table: &str) -> Self {
        Self { texts: format!("{table}_searched"), index: format!("{table}_search") }
    }
}

/// Up to how many identifiers are returned as a list.
const FEW: usize = 500;

/// A search term, folded.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// As a `LIKE` pattern.
    pub(crate) pattern: String,
    /// As an FTS5 phrase; `None` when it is too short for a trigram.
    phrase: Option<String>,
    /// The folded text, for PostgreSQL to take its trigrams; `None` when it has none.
    pub(crate) long: Option<String>,
}

impl Term {
    pub(crate) fn of(text: &str) -> Self {
        let text = super::fold_text(text);
        let long = text.chars().count() >= 3;
        Self {
            pattern: format!("%{}%", literal(&text)),
            phrase: long.then(|| format!("\"{}\"", text.replace('"', "\"\""))),
            long: long.then_some(text),
        }
    }
}

/// Escapes a text for use in a `LIKE` pattern.
pub(crate) fn literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            literal.push('\\');
        }
        literal.push(letter);
    }
    literal
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Text)]
    id: String,
}

/// Returns the records of `table` that contain the term, when they are few. `None` on PostgreSQL,
/// whose planner decides from the statistics of the index.
pub(crate) fn few_own(conn: &mut Conn, table: &str, term: &Term) -> Result<Option<Vec<String>>> {
    if !conn.is_sqlite() {
        return Ok(None);
    }
    let Tables { texts, index } = Tables::of(table);
    match &term.phrase {
        Some(phrase) => {
            let rows = format!("SELECT rowid FROM {index} WHERE {index} MATCH $1");
            few(conn, format!("SELECT id FROM {texts} WHERE row IN ({rows})"), phrase)
        }
        None => {
            let sql = format!("SELECT id FROM {texts} WHERE text LIKE $1 ESCAPE '\\'");
            few(conn, sql, &term.pattern)
        }
    }
}

/// Returns the records of `table` whose `column` contains the term, when they are few. Scans the
/// whole column; `table` is small, with one row for many that refer to it.
pub(crate) fn few_named(
    conn: &mut Conn,
    table: &str,
    column: &str,
    term: &Term,
) -> Result<Option<Vec<String>>> {
    let sql = format!("SELECT id FROM {table} WHERE fold({column}) LIKE $1 ESCAPE '\\'");
    few(conn, sql, &term.pattern)
}

fn few(conn: &mut Conn, sql: String, bound: &str) -> Result<Option<Vec<String>>> {
    let found: Vec<Found> =
        sql_query(format!("{sql} LIMIT {}", FEW + 1)).bind::<Text, _>(bound).load(conn)?;
    let few = found.len() <= FEW;
    Ok(few.then(|| found.into_iter().map(|one| one.id).collect()))
}

/// Creates the search index of each table for its searched columns, and drops outdated ones: in one
/// transaction, and by one node at a time. No time limit, because a large table may take long.
pub(crate) fn prepare(conn: &mut Conn, tables: &[(&str, Vec<String>)]) -> Result<()> {
    conn.transaction(|conn| {
        if !conn.is_sqlite() {
            conn.batch_execute(
                "SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(727001)",
            )?;
        }
        for (table, columns) in tables {
            if conn.is_sqlite() {
                prepare_sqlite(conn, table, columns)?;
            } else {
                prepare_pg(conn, table, columns)?;
            }
        }
        Ok(())
    })
}

#[derive(QueryableByName)]
struct Definition {
    #[diesel(sql_type = Text)]
    sql: String,
}

fn prepare_sqlite(conn: &mut Conn, table: &str, columns: &[String]) -> Result<()> {
    let Tables { texts, index } = Tables::of(table);
    let text = |row: &str| {
        let folded = columns.iter().map(|column| format!("coalesce(fold({row}{column}), '')"));
        folded.collect::<Vec<_>>().join(" || char(31) || ")
    };
    let insert = format!("INSERT INTO {texts} (id, text) VALUES (new.id, {});", text("new."));
    // The trigger's own text shows which columns are indexed, and by which version of folding.
    let trigger = format!(
        "CREATE TRIGGER {texts}_insert AFTER INSERT ON {table} BEGIN /* fold {FOLD_CASE_VERSION} */ {insert} END"
    );
    let present = sql_query("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = $1")
        .bind::<Text, _>(format!("{texts}_insert"))
        .get_result::<Definition>(conn)
        .optional()?;
    if present.as_ref().is_some_and(|present| present.sql == trigger) {
        return Ok(());
    }
    let mut sql = format!(
        "DROP TRIGGER IF EXISTS {texts}_insert;
         DROP TRIGGER IF EXISTS {texts}_update;
         DROP TRIGGER IF EXISTS {texts}_delete;
         DROP TABLE IF EXISTS {index};
         DROP TABLE IF EXISTS {texts};"
    );
    if !columns.is_empty() {
        let list = columns.join(", ");
        sql.push_str(&format!(
            "CREATE TABLE {texts} (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, text TEXT NOT NULL);
             CREATE VIRTUAL TABLE {index} USING fts5(
                 text, content='{texts}', content_rowid='row', tokenize='trigram case_sensitive 1');
             CREATE TRIGGER {index}_insert AFTER INSERT ON {texts} BEGIN
                 INSERT INTO {index} (rowid, text) VALUES (new.row, new.text);
             END;
             CREATE TRIGGER {index}_delete AFTER DELETE ON {texts} BEGIN
                 INSERT INTO {index} ({index}, rowid, text) VALUES ('delete', old.row, old.text);
             END;
             CREATE TRIGGER {index}_update AFTER UPDATE OF text ON {texts} BEGIN
                 INSERT INTO {index} ({index}, rowid, text) VALUES ('delete', old.row, old.text);
                 INSERT INTO {index} (rowid, text) VALUES (new.row, new.text);
             END;
             {trigger};
             CREATE TRIGGER {texts}_update AFTER UPDATE OF {list} ON {table}
             WHEN {old} IS NOT {new} BEGIN
                 UPDATE {texts} SET text = {new} WHERE id = new.id;
             END;
             CREATE TRIGGER {texts}_delete AFTER DELETE ON {table} BEGIN
                 DELETE FROM {texts} WHERE id = old.id;
             END;
             INSERT INTO {texts} (id, text) SELECT id, {all} FROM {table} ORDER BY id;",
            old = text("old."),
            new = text("new."),
            all = text(""),
        ));
    }
    Ok(conn.batch_execute(&sql)?)
}

fn prepare_pg(conn: &mut Conn, table: &str, columns: &[String]) -> Result<()> {
    let folded = columns.iter().map(|column| format!("coalesce(fold({column}), '')"));
    let text = folded.collect::<Vec<_>>().join(BETWEEN);
    let name = format!("{table}_search");
    // The index's comment shows which columns it covers.
    let present = sql_query(
        "SELECT coalesce(obj_description(to_regclass($1), 'pg_class'), '') AS sql
         WHERE to_regclass($1) IS NOT NULL",
    )
    .bind::<Text, _>(&name)
    .get_result::<Definition>(conn)
    .optional()?;
    let comment = columns.join(", ");
    if present.map(|present| present.sql).unwrap_or_default() == comment {
        return Ok(());
    }
    let mut sql = format!("DROP INDEX IF EXISTS {name};");
    if !columns.is_empty() {
        sql.push_str(&format!(
            "CREATE INDEX {name} ON {table} USING gin (trigrams({text}));
             COMMENT ON INDEX {name} IS '{comment}';"
        ));
    }
    Ok(conn.batch_execute(&sql)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_stand_for_themselves() {
        assert_eq!(literal(r"50%_\"), r"50\%\_\\");
    }
}
