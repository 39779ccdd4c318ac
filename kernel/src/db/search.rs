//! The search index for substrings, in any script.
//!
//! Next to each table there is a second one with the folded text of each row, which triggers maintain, and
//! an index of the trigrams in it: on SQLite by its full-text search (FTS5), on PostgreSQL a GIN index. A
//! change that leaves the searched columns as they were costs neither anything. The tables are created, and
//! rebuilt when other columns are searched, each time migrations run; modules do not write them.
//!
//! A term of fewer than three characters has no trigram: it is matched against every row's text.

use diesel::connection::{Connection, SimpleConnection};
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

/// A search term.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// Folded.
    pub(crate) text: String,
    /// As a `LIKE` pattern.
    pub(crate) pattern: String,
    /// As an FTS5 phrase; `None` when it is too short for a trigram.
    pub(crate) phrase: Option<String>,
}

impl Term {
    pub(crate) fn of(text: &str) -> Self {
        let text = super::fold_text(text);
        let phrase = || format!("\"{}\"", text.replace('"', "\"\""));
        let phrase = (text.chars().count() >= 3).then(phrase);
        Self { pattern: format!("%{}%", literal(&text)), phrase, text }
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

/// Creates the search index of each table for its searched columns, and drops outdated ones: in one
/// transaction, and by one node at a time. No time limit, because a large table may take long. Returns how
/// many were created or dropped.
pub(crate) fn prepare(conn: &mut Conn, tables: &[(&str, Vec<String>)]) -> Result<usize> {
    conn.transaction(|conn| {
        lock_schema(conn)?;
        let mut changed = 0;
        for (table, columns) in tables {
            let index = SearchIndex::of(conn, table, columns);
            let present =
                prepared::rows::<Text, String>(conn, index.find, &[(&*index.name).into()])?;
            let wanted = (!columns.is_empty()).then_some(&index.mark);
            if present.first() != wanted {
                let create = if columns.is_empty() { "" } else { index.create.as_str() };
                conn.batch_execute(&(index.drop + create))?;
                changed += 1;
            }
        }
        Ok(changed)
    })
}

/// The search index of a table, in the dialect of its database.
struct SearchIndex {
    /// The query of the mark, by the name of the table of texts.
    find: &'static str,
    name: String,
    /// A text in the database that shows which columns are indexed, and by which version of folding.
    mark: String,
    drop: String,
    create: String,
}

impl SearchIndex {
    fn of(conn: &Conn, table: &str, columns: &[String]) -> Self {
        let text = |row: &str| {
            let folded = columns.iter().map(|column| format!("coalesce(fold({row}{column}), '')"));
            // Between two columns is a control character, which no term contains.
            let between = if conn.is_sqlite() { "char(31)" } else { "E'\\x1f'" };
            folded.collect::<Vec<_>>().join(&format!(" || {between} || "))
        };
        let texts = [text("new."), text("old."), text("")];
        match conn {
            Conn::Sqlite(_) => Self::on_sqlite(table, columns, texts),
            Conn::Pg(_) => Self::on_postgres(table, columns, texts),
        }
    }

    fn on_sqlite(table: &str, columns: &[String], [new, old, all]: [String; 3]) -> Self {
        let Tables { texts, index } = Tables::of(table);
        let insert = format!("INSERT INTO {texts} (id, text) VALUES (new.id, {new});");
        let trigger = format!(
            "CREATE TRIGGER {texts}_insert AFTER INSERT ON {table} BEGIN /* fold {FOLD_CASE_VERSION} */ {insert} END"
        );
        let drop = format!(
            "DROP TRIGGER IF EXISTS {texts}_insert;
             DROP TRIGGER IF EXISTS {texts}_update;
             DROP TRIGGER IF EXISTS {texts}_delete;
             DROP TABLE IF EXISTS {index};
             DROP TABLE IF EXISTS {texts};"
        );
        let list = columns.join(", ");
        let create = format!(
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
             INSERT INTO {texts} (id, text) SELECT id, {all} FROM {table} ORDER BY id;"
        );
        let find = "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ? || '_insert'";
        Self { find, name: texts, mark: trigger, drop, create }
    }

    fn on_postgres(table: &str, columns: &[String], [new, _, all]: [String; 3]) -> Self {
        let Tables { texts, index } = Tables::of(table);
        let mark = format!("{}; fold {FOLD_CASE_VERSION}", columns.join(", "));
        // `index` was once an index of the table itself.
        let drop = format!(
            "DROP TRIGGER IF EXISTS {texts}_row ON {table};
             DROP TRIGGER IF EXISTS {texts}_truncate ON {table};
             DROP FUNCTION IF EXISTS {texts}_keep();
             DROP INDEX IF EXISTS {index};
             DROP TABLE IF EXISTS {texts};"
        );
        let differs =
            columns.iter().map(|column| format!("new.{column} IS DISTINCT FROM old.{column}"));
        let differs = differs.collect::<Vec<_>>().join(" OR ");
        let create = format!(
            "CREATE TABLE {texts} (id TEXT PRIMARY KEY, text TEXT NOT NULL);
             COMMENT ON TABLE {texts} IS '{mark}';
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
             CREATE INDEX {index} ON {texts} USING gin (trigrams(text));"
        );
        let find = "SELECT coalesce(obj_description(at, 'pg_class'), '')
                    FROM to_regclass(?) AS at WHERE at IS NOT NULL";
        Self { find, name: texts, mark, drop, create }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_stand_for_themselves() {
        assert_eq!(literal(r"50%_\"), r"50\%\_\\");
    }
}
