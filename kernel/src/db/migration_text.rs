//! What the text of a migration says: its statements for PostgreSQL, and the tables that it creates and changes.

/// Translates the type names of SQLite, outside of comments and quoted texts.
pub(super) fn postgres_dialect(sql: &str) -> String {
    let lines = sql.lines().map(|line| {
        let (code, comment) = line.find("--").map_or((line, ""), |at| line.split_at(at));
        let parts = code.split('\'').enumerate().map(|(at, part)| match at % 2 {
            0 => translate_words(part),
            _ => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join("'") + comment
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn translate_words(code: &str) -> String {
    let code = code.replace(" WITHOUT ROWID", "");
    let mut translated = String::with_capacity(code.len());
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut rest = code.as_str();
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|letter| !is_part(letter)).map_or(rest.len(), |at| start + at);
        translated.push_str(&rest[..start]);
        translated.push_str(match &rest[start..end] {
            "TEXT" => "TEXT COLLATE \"C\"",
            "DOUBLE" => "DOUBLE PRECISION",
            "BLOB" => "BYTEA",
            other => other,
        });
        rest = &rest[end..];
    }
    translated + rest
}

/// Returns whether there is no statement, so that nothing is to be executed.
pub(super) fn is_empty(statements: &str) -> bool {
    words(statements).iter().all(|word| *word == ";")
}

/// Returns the tables that statements create.
pub(super) fn created(statements: &str) -> impl Iterator<Item = &str> {
    changes(statements).into_iter().filter(|(verb, _)| *verb == CREATES).map(|(_, table)| table)
}

/// The verb of a change that creates a table.
const CREATES: &str = "creates";

/// Returns what statements do to tables, each change once: `("creates", "leases")`.
pub(super) fn changes(statements: &str) -> Vec<(&'static str, &str)> {
    let words = words(statements);
    let mut changes = Vec::new();
    let mut is_body = false;
    for statement in words.split(|word| *word == ";") {
        let is = |word: &&str, name: &str| word.eq_ignore_ascii_case(name);
        if is_body {
            is_body = !statement.first().is_some_and(|word| is(word, "end"));
            continue;
        }
        // What a trigger or a function does is done later.
        is_body = statement.first().is_some_and(|word| is(word, "create"))
            && statement.iter().any(|word| is(word, "begin"));
        if let Some(change) = change(statement)
            && !changes.contains(&change)
        {
            changes.push(change);
        }
    }
    changes
}

/// Returns what one statement does to a table, given by its words.
fn change<'a>(statement: &[&'a str]) -> Option<(&'static str, &'a str)> {
    let is = |at: usize, among: &[&str]| {
        let word = statement.get(at).copied().unwrap_or_default();
        among.iter().any(|one| word.eq_ignore_ascii_case(one))
    };
    let (verb, start) = if is(0, &["create"]) && is(1, &["table", "virtual"]) {
        (CREATES, 1)
    } else if is(0, &["create"]) && is(1, &["index", "unique"]) {
        ("indexes", 1 + (0..statement.len()).find(|at| is(*at, &["on"]))?)
    } else if is(0, &["alter"]) && is(1, &["table"]) {
        ("alters", 1)
    } else if is(0, &["drop"]) && is(1, &["table"]) {
        ("drops", 1)
    } else if is(0, &["insert", "update", "delete"]) {
        ("writes", 1)
    } else {
        return None;
    };
    const BEFORE: [&str; 11] = [
        "table", "virtual", "if", "not", "exists", "into", "from", "only", "or", "ignore",
        "replace",
    ];
    let name = (start..statement.len()).find(|at| !is(*at, &BEFORE))?;
    let name = statement[name].split('(').next().unwrap_or_default().trim_matches('"');
    Some((verb, name))
}

/// Returns the words of statements, without comments; a semicolon is a word.
fn words(statements: &str) -> Vec<&str> {
    // Comments may contain any punctuation.
    let lines = statements.lines().map(|line| line.split("--").next().unwrap_or_default());
    let parts = lines.flat_map(|line| line.split(';').enumerate());
    let words = parts.flat_map(|(at, part)| {
        let end = (at > 0).then_some(";");
        end.into_iter().chain(part.split_whitespace())
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialect_of_postgresql_is_made_of_types_alone() {
        let sql = "-- TEXT of a DOUBLE\nCREATE TABLE texts (\n    id TEXT NOT NULL, -- a BLOB\n    TEXTS TEXT \
                   DEFAULT 'TEXT', area DOUBLE, seal BLOB\n) WITHOUT ROWID;";
        assert_eq!(
            postgres_dialect(sql),
            "-- TEXT of a DOUBLE\nCREATE TABLE texts (\n    id TEXT COLLATE \"C\" NOT NULL, -- a BLOB\n    \
             TEXTS TEXT COLLATE \"C\" DEFAULT 'TEXT', area DOUBLE PRECISION, seal BYTEA\n);"
        );
    }

    #[test]
    fn tables_are_found_whatever_the_comments_contain() {
        let statements = "-- One of a kind; the former ones are elsewhere.
            CREATE TABLE prices (id TEXT, -- an id; ours
                -- its; own
                price BIGINT);
            CREATE UNIQUE INDEX prices_price ON prices (price); create table if not exists \"rents\"(id TEXT);
            CREATE VIRTUAL TABLE words USING fts5(text);
            CREATE TRIGGER created AFTER INSERT ON prices BEGIN
                UPDATE totals SET price = 1; DELETE FROM words;
            END;
            ALTER TABLE units ADD COLUMN area DOUBLE;
            INSERT OR IGNORE INTO rents (id) SELECT id FROM prices;
            UPDATE units SET area = 1; DELETE FROM rents WHERE id = ''; DROP TABLE leases;";
        assert_eq!(created(statements).collect::<Vec<_>>(), ["prices", "rents", "words"]);
        assert_eq!(
            changes(statements),
            [
                ("creates", "prices"),
                ("indexes", "prices"),
                ("creates", "rents"),
                ("creates", "words"),
                ("alters", "units"),
                ("writes", "rents"),
                ("writes", "units"),
                ("drops", "leases"),
            ]
        );
        assert!(is_empty("\n-- Nothing; at all.\n;") && !is_empty("SELECT 1"));
    }
}
