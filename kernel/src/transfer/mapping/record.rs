//! What comes out of a mapping: payloads, what they refer to, and which column each field came
//! from. Plain data for whoever holds the database.

use serde_json::{Map, Value};

use super::value::plain_text;

/// A row as a record to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The physical line where the row starts.
    pub line: u64,
    /// The record itself.
    pub record: Record,
}

/// A payload and what it refers to.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// An object of the fields, with null where a lookup's identifier belongs.
    pub payload: Value,
    /// The references, in the order of the mapping; those of a lookup's own key or of a record
    /// to be created stand inside the lookup.
    pub lookups: Vec<Lookup>,
    /// Where each field came from.
    pub columns: Origins,
}

/// A reference to a record of another resource.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    /// The place of the identifier in the payload, as a JSON pointer.
    pub pointer: String,
    /// The resource that the record belongs to.
    pub resource: String,
    /// The fields that identify it, which may themselves refer to others (a unit's project).
    pub by: Record,
    /// The payload to create it with when it is not there, the fields of `by` included.
    pub create: Option<Record>,
    /// The column that names it.
    pub column: Option<String>,
}

/// JSON pointers into a payload, each with the column that its field came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origins(Vec<(String, Option<String>)>);

impl Default for Record {
    fn default() -> Self {
        let payload = Value::Object(Map::new());
        Self { payload, lookups: Vec::new(), columns: Origins::default() }
    }
}

impl Record {
    /// Sets the identifier that a lookup found.
    pub fn resolve(&mut self, pointer: &str, id: &str) {
        if let Some(place) = self.payload.pointer_mut(pointer) {
            *place = Value::from(id);
        }
    }

    /// Sets a field inside others, which are made on the way.
    pub(super) fn put(&mut self, path: &[String], value: Value) {
        let mut place = &mut self.payload;
        for name in path {
            if !place.is_object() {
                *place = Value::Object(Map::new());
            }
            place = &mut place[name.as_str()];
        }
        *place = value;
    }

    /// Both payloads in one, with the references of both.
    pub(super) fn with(mut self, other: Record) -> Record {
        merge(&mut self.payload, other.payload);
        self.lookups.extend(other.lookups);
        self.columns.0.extend(other.columns.0);
        self
    }
}

fn merge(into: &mut Value, other: Value) {
    match (into, other) {
        (Value::Object(into), Value::Object(other)) => {
            for (name, value) in other {
                merge(into.entry(name).or_insert(Value::Null), value);
            }
        }
        (into, other) => *into = other,
    }
}

impl Lookup {
    /// One text for all references to the same record: its resource and what identifies it,
    /// trimmed and in any case, as names are compared.
    pub fn key(&self) -> String {
        let mut parts = Vec::new();
        for (name, value) in self.by.payload.as_object().into_iter().flatten() {
            // A null is the place of a reference, which follows below.
            if !value.is_null() {
                parts.push(format!("{name}={:?}", plain_text(value).trim().to_lowercase()));
            }
        }
        for inner in &self.by.lookups {
            parts.push(format!("{}={}", inner.pointer, inner.key()));
        }
        parts.sort();
        format!("{}({})", self.resource, parts.join(","))
    }
}

impl Origins {
    pub(super) fn note(&mut self, pointer: &str, column: Option<String>) {
        self.0.push((pointer.to_owned(), column));
    }

    /// The column of the field at a pointer, of one around it or of the first one inside it;
    /// none when the mapping made it from no column.
    pub fn column(&self, pointer: &str) -> Option<&str> {
        let within = |inner: &str, outer: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let around = self.0.iter().find(|(known, _)| within(pointer, known));
        let inside =
            || self.0.iter().find(|(known, column)| column.is_some() && within(known, pointer));
        around.or_else(inside).and_then(|(_, column)| column.as_deref())
    }
}
