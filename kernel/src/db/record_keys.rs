//! Keys of records: the types of their columns, and the search for the records that have them.

use chrono::NaiveDate;

use diesel::sql_types::{BigInt, Text};

use super::conn::{Conn, fold_text};
use super::prepared::{self, Value};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;

/// One column of a record's natural key, and the value to find.
pub(crate) struct KeyPart {
    pub(crate) column: &'static str,
    pub(crate) value: KeyValue,
}

/// The type of a column of a key, which says how the column is compared with a value given as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyType {
    /// An identifier: compared exactly.
    Identifier,
    /// Compared without regard to case.
    Text,
    Whole,
    Number,
    Day,
    Time,
    Boolean,
}

/// A value that a column of a key is compared with. It has the type of the column: PostgreSQL compares
/// no others, and an index of the column serves it.
#[derive(Clone, Debug)]
pub(crate) enum KeyValue {
    Identifier(String),
    Text(String),
    Whole(i64),
    Number(f64),
    Day(NaiveDate),
    Time(Timestamp),
    Boolean(bool),
}

impl KeyType {
    /// Reads a value. `None` when no column of this type can hold it.
    pub(crate) fn value(self, text: &str) -> Option<KeyValue> {
        let number = || text.parse().ok().filter(|number: &f64| number.is_finite());
        Some(match self {
            Self::Identifier => KeyValue::Identifier(text.to_owned()),
            Self::Text => KeyValue::Text(text.to_owned()),
            // 5.0 is an integer in JSON.
            Self::Whole => KeyValue::Whole(text.strip_suffix(".0").unwrap_or(text).parse().ok()?),
            // Zero has two signs, which databases do not tell apart.
            Self::Number => KeyValue::Number(number()? + 0.0),
            Self::Day => KeyValue::Day(text.parse().ok()?),
            Self::Time => KeyValue::Time(serde_json::from_value(text.into()).ok()?),
            Self::Boolean => KeyValue::Boolean(text.parse().ok()?),
        })
    }
}

impl KeyValue {
    fn bound(&self) -> Value<'_> {
        match self {
            Self::Identifier(text) | Self::Text(text) => Value::Text(text),
            Self::Whole(number) => Value::Whole(*number),
            Self::Number(number) => Value::Number(*number),
            Self::Day(day) => Value::Day(*day),
            Self::Time(time) => Value::Time(*time),
            Self::Boolean(truth) => Value::Boolean(*truth),
        }
    }

    /// Returns the type of PostgreSQL that the text of any such value can be cast to; `None` where there is none.
    fn cast(&self) -> Option<&'static str> {
        match self {
            Self::Identifier(_) | Self::Text(_) => Some("TEXT"),
            Self::Whole(_) => Some("BIGINT"),
            Self::Boolean(_) => Some("BOOLEAN"),
            // Not every day that can be written is one there.
            Self::Number(_) | Self::Day(_) | Self::Time(_) => None,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            other => other.folded(),
        }
    }

    /// Returns the same text for values that are equal in their column.
    pub(crate) fn folded(&self) -> String {
        match self {
            Self::Text(text) => fold_text(text),
            Self::Identifier(id) => id.clone(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Day(day) => day.to_string(),
            Self::Time(time) => time.to_string(),
            Self::Boolean(truth) => truth.to_string(),
        }
    }
}

/// How many records with one key are searched: it only matters whether there is exactly one, and an
/// import may be about to change the key of some.
const MAX_FOUND: usize = 10;

/// Returns the records with this key, at most a fixed number. Served by an index that begins with
/// the key.
pub(crate) fn find_by_key(conn: &mut Conn, table: &str, key: &[KeyPart]) -> Result<Vec<Id>> {
    let sql = having_key(table, key.iter().map(|part| (part, "?".to_owned())));
    let values: Vec<Value<'_>> = key.iter().map(|part| part.value.bound()).collect();
    prepared::rows::<Text, _>(conn, &sql, &values)
}

/// Returns the records with each of these keys, which are of the same columns, as [`find_by_key`] does for one: with
/// one statement on PostgreSQL, where each is a round trip.
pub(crate) fn find_by_keys(
    conn: &mut Conn,
    table: &str,
    keys: &[Vec<KeyPart>],
) -> Result<Vec<Vec<Id>>> {
    let first = keys.first();
    let casts: Option<Vec<&str>> =
        first.and_then(|key| key.iter().map(|part| part.value.cast()).collect());
    let (Some(first), Some(casts), false) = (first, casts, conn.is_sqlite()) else {
        return keys.iter().map(|key| find_by_key(conn, table, key)).collect();
    };
    let parts = casts.iter().enumerate();
    let parts = parts.map(|(at, cast)| format!("CAST(sought.part_{at} AS {cast})"));
    let column = |at: usize| keys.iter().map(|key| key[at].value.text()).collect();
    let columns: Vec<Vec<String>> = (0..first.len()).map(column).collect();
    let names: Vec<String> = (0..first.len()).map(|at| format!("part_{at}")).collect();
    let sql = format!(
        "SELECT sought.place, found.id FROM unnest({}) WITH ORDINALITY AS sought ({}, place) \
         CROSS JOIN LATERAL ({}) AS found",
        vec!["?"; first.len()].join(", "),
        names.join(", "),
        having_key(table, first.iter().zip(parts)),
    );
    let values: Vec<Value<'_>> = columns.iter().map(|column| Value::Texts(column)).collect();
    let mut found = vec![Vec::new(); keys.len()];
    for (place, id) in prepared::rows::<(BigInt, Text), (i64, Id)>(conn, &sql, &values)? {
        // They are counted from 1.
        if let Some(of_key) = usize::try_from(place - 1).ok().and_then(|at| found.get_mut(at)) {
            of_key.push(id);
        }
    }
    Ok(found)
}

/// Returns the query of the records with a key: its parts, each with what it is compared with.
fn having_key<'k>(table: &str, parts: impl Iterator<Item = (&'k KeyPart, String)>) -> String {
    let condition = |(KeyPart { column, value }, with): (&KeyPart, String)| match value {
        KeyValue::Text(_) => format!("fold({column}) = fold({with})"),
        _ => format!("{column} = {with}"),
    };
    let conditions: Vec<String> = parts.map(condition).collect();
    format!("SELECT id FROM {table} WHERE {} LIMIT {MAX_FOUND}", conditions.join(" AND "))
}
