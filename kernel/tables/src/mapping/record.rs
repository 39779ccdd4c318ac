//! The result of a mapping: payloads, their references, and the column of each field. Plain data
//! for the caller with the database.

use serde_json::{Map, Value};

use super::plain_cell::FieldKind;
use crate::cell_text::plain_text;

/// The draft of a record, made from a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The physical line where the row starts.
    pub line: u64,
    /// The record itself.
    pub record: Record,
}

/// A payload and its references.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// An object of the fields, with null where a lookup's identifier belongs.
    pub payload: Value,
    /// The references, in the order of the mapping. Those inside a lookup's own key, or inside a
    /// record to be created, are in that lookup.
    pub lookups: Vec<Lookup>,
    /// The columns that the fields came from.
    pub columns: SourceColumns,
    /// The fields whose cells are empty, as JSON pointers.
    pub emptied: Vec<String>,
    /// What a file without a mapping shows in addition to fields: the record's identifier, and the
    /// names of records that it refers to.
    pub shown: Vec<Shown>,
}

/// A cell that is not a field of the payload.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The name of what the column shows, as in an export.
    pub field: String,
    /// The name of the column in the file.
    pub column: String,
    /// The cell, trimmed.
    pub text: String,
}

/// A reference to a record of another resource.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    /// The place of the identifier in the payload, as a JSON pointer.
    pub pointer: String,
    /// The resource that the record belongs to.
    pub resource: String,
    /// The fields that identify it, which can have references themselves (a unit's project).
    pub by: Record,
    /// The payload to create it with when it does not exist, including the fields of `by`.
    pub create: Option<Record>,
    /// The column that names it.
    pub column: Option<String>,
}

/// The columns of the file that the fields of a payload came from, by JSON pointer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceColumns(Vec<(String, Option<String>)>);

impl Default for Record {
    fn default() -> Self {
        let payload = Value::Object(Map::new());
        Self {
            payload,
            lookups: Vec::new(),
            columns: SourceColumns::default(),
            emptied: Vec::new(),
            shown: Vec::new(),
        }
    }
}

impl Record {
    /// Sets the identifier that a lookup found.
    pub fn resolve(&mut self, pointer: &str, id: &str) {
        if let Some(place) = self.payload.pointer_mut(pointer) {
            *place = Value::from(id);
        }
    }

    /// Removes and returns the cell of a column that is not a field.
    pub fn take_shown(&mut self, field: &str) -> Option<Shown> {
        let at = self.shown.iter().position(|shown| shown.field == field)?;
        Some(self.shown.remove(at))
    }

    /// Makes the field at `pointer` refer to the record of `resource` whose `field` has the name in
    /// `shown`, or to a list of them.
    pub fn refer(&mut self, pointer: &str, resource: &str, field: &str, shown: Shown) {
        let (pointer, several) = match pointer.strip_suffix("/*") {
            Some(pointer) => (pointer, true),
            None => (pointer, false),
        };
        self.columns.note(pointer, Some(shown.column.clone()));
        let names = shown.names(several);
        if names.is_empty() && shown.text.is_empty() {
            self.emptied.push(pointer.to_owned());
            return;
        }
        let path: Vec<String> = pointer.split('/').skip(1).map(str::to_owned).collect();
        let places = vec![Value::Null; names.len()];
        self.set(&path, if several { places.into() } else { Value::Null });
        for (index, name) in names.into_iter().enumerate() {
            let mut by = Record::default();
            by.set(&[field.to_owned()], Value::from(name));
            by.columns.note(&format!("/{field}"), Some(shown.column.clone()));
            self.lookups.push(Lookup {
                pointer: if several { format!("{pointer}/{index}") } else { pointer.to_owned() },
                resource: resource.to_owned(),
                by,
                create: None,
                column: Some(shown.column.clone()),
            });
        }
    }

    /// Sets a field inside groups, which are created as needed.
    pub(super) fn set(&mut self, path: &[String], value: Value) {
        let mut place = &mut self.payload;
        for name in path {
            if !place.is_object() {
                *place = Value::Object(Map::new());
            }
            place = &mut place[name.as_str()];
        }
        *place = value;
    }

    /// Merges both payloads and their references.
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

impl Shown {
    /// Returns the names in the cell: all of a list, or the single one.
    pub fn names(&self, several: bool) -> Vec<String> {
        let read = match several {
            true => FieldKind::List.read(&self.text),
            false => FieldKind::Text.read(&self.text),
        };
        match read {
            Ok(Some(Value::Array(items))) => items.iter().map(plain_text).collect(),
            Ok(Some(value)) => vec![plain_text(&value)],
            Ok(None) => Vec::new(),
            // The name itself begins with a bracket.
            Err(_) => vec![self.text.clone()],
        }
    }
}

impl Lookup {
    /// Returns the same text for all references to the same record: its resource and identifying
    /// fields, trimmed, composed and after case folding, as names are compared.
    pub fn key(&self) -> String {
        let mut parts = Vec::new();
        for (name, value) in self.by.payload.as_object().into_iter().flatten() {
            // A null is the place of a reference, which follows below.
            if !value.is_null() {
                parts.push(format!("{name}={:?}", text::comparable(&plain_text(value))));
            }
        }
        for inner in &self.by.lookups {
            parts.push(format!("{}={}", inner.pointer, inner.key()));
        }
        parts.sort();
        format!("{}({})", self.resource, parts.join(","))
    }
}

impl SourceColumns {
    pub(super) fn note(&mut self, pointer: &str, column: Option<String>) {
        self.0.push((pointer.to_owned(), column));
    }

    /// Returns whether the file has a column for the field at this pointer itself.
    pub fn has(&self, pointer: &str) -> bool {
        self.0.iter().any(|(known, _)| known == pointer)
    }

    /// Lists the fields inside the group at a pointer that the file has columns for.
    pub fn inside<'a>(&'a self, group: &'a str) -> impl Iterator<Item = &'a str> {
        let inside = move |pointer: &&str| {
            pointer.strip_prefix(group).is_some_and(|rest| rest.starts_with('/'))
        };
        self.0.iter().map(|(pointer, _)| pointer.as_str()).filter(inside)
    }

    /// Finds the field that a column is for, as a pointer.
    pub fn field(&self, column: &str) -> Option<&str> {
        let is_it = |known: &&(String, Option<String>)| known.1.as_deref() == Some(column);
        self.0.iter().find(is_it).map(|(pointer, _)| pointer.as_str())
    }

    /// Finds the column of the field at a pointer, of a group around it or of the first field
    /// inside it; `None` when the mapping computes it from no column.
    pub fn column(&self, pointer: &str) -> Option<&str> {
        let within = |inner: &str, outer: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let exact = self.0.iter().find(|(known, _)| known == pointer);
        let around = exact.or_else(|| self.0.iter().find(|(known, _)| within(pointer, known)));
        let inside =
            || self.0.iter().find(|(known, column)| column.is_some() && within(known, pointer));
        around.or_else(inside).and_then(|(_, column)| column.as_deref())
    }
}
