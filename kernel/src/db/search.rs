//! The search index for substrings, in any script.
//!
//! Next to each table there is a second one with the folded text of each row, which triggers maintain, and
//! an index of the trigrams in it: on SQLite by its full-text search (FTS5), on PostgreSQL a GIN index. A
//! change that leaves the searched columns as they were costs neither anything. The tables are created, and
//! rebuilt when other columns are searched, each time migrations run; modules do not write them.
//!
//! A term of fewer than three characters has no trigram: it is matched against every row's text.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Text;
use text::FOLD_CASE_VERSION;

use super::conn::Conn;
use super::prepared;
use super::statements::lock_schema;
use crate::base::error::Result;

/// The tables that are searched next to a resource's own. On PostgreSQL `index` is an index.
pub(crate) struct Tables {
    /// The folded text of each row.
    pub(crate) texts: String,
    /// The index on it.
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

/// Returns the records of `table` that contain the term, when they are few.
pub(crate) fn few_own(conn: &mut Conn, table: &str, term: &Term) -> Result<Option<Vec<String>>> {
    let Tables { texts, index } = Tables::of(table);
    let select = format!("SELECT id FROM {texts} WHERE");
    match (&term.phrase, &term.long) {
        (Some(phrase), _) if conn.is_sqlite() => {
            let rows = format!("SELECT rowid FROM {index} WHERE {index} MATCH ?");
            few(conn, &format!("{select} row IN ({rows})"), &[phrase.as_str().into()])
        }
        (_, Some(long)) if !conn.is_sqlite() => {
            let sql = format!("{select} trigrams(text) @> trigrams(?) AND text LIKE ?");
            few(conn, &sql, &[long.as_str().into(), term.pattern.as_str().into()])
        }
        _ => {
            few(conn, &format!("{select} text LIKE ? ESCAPE '\\'"), &[term.pattern.as_str().into()])
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
    let sql = format!("SELECT id FROM {table} WHERE fold({column}) LIKE ? ESCAPE '\\'");
    few(conn, &sql, &[term.pattern.as_str().into()])
}

fn few(conn: &mut Conn, sql: &str, values: &[prepared::Value<'_>]) -> Result<Option<Vec<String>>> {
    let found = prepared::texts(conn, &format!("{sql} LIMIT {}", FEW + 1), values)?;
    Ok((found.len() <= FEW).then_some(found))
}

/// Creates the search index of each table for its searched columns, and drops outdated ones: in one
/// transaction, and by one node at a time. No time limit, because a large table may take long. Returns how
/// many were created or dropped.
pub(crate) fn prepare(conn: &mut Conn, tables: &[(&str, Vec<String>)]) -> Result<usize> {
    conn.transaction(|conn| {
        lock_schema(conn)?;
        let mut changed = 0;
        for (table, columns) in tables {
            let prepare = if conn.is_sqlite() { prepare_sqlite } else { prepare_pg };
            changed += usize::from(prepare(conn, table, columns)?);
        }
        Ok(changed)
    })
}

#[derive(QueryableByName)]
struct Definition {
    #[diesel(sql_type = Text)]
    sql: String,
}

fn prepare_sqlite(conn: &mut Conn, table: &str, columns: &[String]) -> Result<bool> {
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
    let wanted = (!columns.is_empty()).then_some(&trigger);
    if present.as_ref().map(|present| &present.sql) == wanted {
        return Ok(false);
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
    conn.batch_execute(&sql)?;
    Ok(true)
}

fn prepare_pg(conn: &mut Conn, table: &str, columns: &[String]) -> Result<bool> {
    let Tables { texts, index } = Tables::of(table);
    let text = |row: &str| {
        let folded = columns.iter().map(|column| format!("coalesce(fold({row}{column}), '')"));
        // Between two columns is a control character, which no term contains.
        folded.collect::<Vec<_>>().join(" || E'\\x1f' || ")
    };
    // The comment of the second table shows which columns it has the texts of, and how they are folded.
    let present = sql_query(
        "SELECT coalesce(obj_description(to_regclass($1), 'pg_class'), '') AS sql
         WHERE to_regclass($1) IS NOT NULL",
    )
    .bind::<Text, _>(&texts)
    .get_result::<Definition>(conn)
    .optional()?;
    let comment = format!("{}; fold {FOLD_CASE_VERSION}", columns.join(", "));
    let wanted = (!columns.is_empty()).then_some(&comment);
    if present.as_ref().map(|present| &present.sql) == wanted {
        return Ok(false);
    }
    // `index` was once an index of the table itself.
    let mut sql = format!(
        "DROP TRIGGER IF EXISTS {texts}_row ON {table};
         DROP TRIGGER IF EXISTS {texts}_truncate ON {table};
         DROP FUNCTION IF EXISTS {texts}_keep();
         DROP INDEX IF EXISTS {index};
         DROP TABLE IF EXISTS {texts};"
    );
    if !columns.is_empty() {
        let differs = |column: &String| format!("new.{column} IS DISTINCT FROM old.{column}");
        sql.push_str(&format!(
            "CREATE TABLE {texts} (id TEXT PRIMARY KEY, text TEXT NOT NULL);
             COMMENT ON TABLE {texts} IS '{comment}';
             CREATE FUNCTION {texts}_keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 IF TG_OP = 'INSERT' THEN
                     INSERT INTO {texts} (id, text) VALUES (new.id, {new});
                 ELSIF TG_OP = 'DELETE' THEN
                     DELETE FROM {texts} WHERE id = old.id;
                 ELSIF TG_OP = 'TRUNCATE' THEN
                     DELETE FROM {texts};
                 ELSIF new.id <> old.id OR {differs} THEN
                     UPDATE {texts} SET id = new.id, text = {new} WHERE id = old.id;
                 END IF;
                 RETURN NULL;
             END $$;
             CREATE TRIGGER {texts}_row AFTER INSERT OR UPDATE OR DELETE ON {table}
                 FOR EACH ROW EXECUTE FUNCTION {texts}_keep();
             CREATE TRIGGER {texts}_truncate AFTER TRUNCATE ON {table}
                 FOR EACH STATEMENT EXECUTE FUNCTION {texts}_keep();
             INSERT INTO {texts} (id, text) SELECT id, {all} FROM {table};
             CREATE INDEX {index} ON {texts} USING gin (trigrams(text));",
            new = text("new."),
            all = text(""),
            differs = columns.iter().map(differs).collect::<Vec<_>>().join(" OR "),
        ));
    }
    conn.batch_execute(&sql)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_stand_for_themselves() {
        assert_eq!(literal(r"50%_\"), r"50\%\_\\");
    }
}
