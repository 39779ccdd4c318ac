//! Finds records by any of the fields that lists can be filtered by: the fields that a look-up of a
//! mapping may name, and the query that follows from it. All of its fields must match.

use serde_json::{Value, json};

use super::mapping::{Lookup, plain_text, quote};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::{Definition, Filter, FilterType, ListQuery, Parameters};
use crate::records::RegisteredResource;
use crate::records::actor::Actor;

/// Returns whether records can be looked up by a field, given by its pointer into the input.
pub(super) fn can_look_up(entry: &RegisteredResource, pointer: &str) -> bool {
    let key = entry.info().key.iter().any(|(known, _)| *known == pointer);
    key || definition(entry, pointer).is_some()
}

/// Returns the fields that records can be looked up by, as a mapping writes them.
pub(super) fn names(entry: &RegisteredResource) -> Vec<String> {
    let written = entry.definitions.iter().map(|definition| written(entry, definition.key));
    let one = written.filter(|pointer| !pointer.ends_with("/*"));
    one.map(|pointer| pointer[1..].replace('/', ".")).collect()
}

/// Returns whether `by` has exactly the fields of the resource's natural key.
pub(super) fn is_key(entry: &RegisteredResource, by: &Value) -> bool {
    let mut wanted: Vec<&str> = entry.info().key.iter().map(|(pointer, _)| *pointer).collect();
    let mut given = pointers(by);
    wanted.sort_unstable();
    given.sort_unstable();
    wanted == given
}

/// Finds the records that `by_whom` may see and whose fields all equal those of `by`.
pub(super) fn find(
    conn: &mut Conn,
    entry: &RegisteredResource,
    by: &Value,
    by_whom: &Actor,
) -> Result<Vec<Id>> {
    let mut conditions = Vec::new();
    for pointer in pointers(by) {
        let seen = |one: &&Definition| {
            by_whom.access.of(entry.info().name).is_none_or(|of| of.sees(one.key))
        };
        let definition = definition(entry, &pointer);
        if definition.is_some_and(|one| !seen(&one)) {
            let what = format!("There is no field `{}`", &pointer[1..]);
            return Err(Error::invalid("", what));
        }
        let definition =
            definition.ok_or_else(|| Error::internal(format!("{pointer} was checked before")))?;
        let value = by.pointer(&pointer).cloned().unwrap_or_default();
        conditions.push(json!({
            "field": definition.key, "operator": "equals", "value": comparable(definition, value),
        }));
    }
    let filter = json!({ "operator": "AND", "conditions": conditions });
    let filter = Filter::of(&filter, entry.definitions.as_slice())
        .map_err(|wrong| Error::invalid("", wrong.sentence.replacen("`value` of ", "", 1)))?;
    let query =
        ListQuery::read(Parameters::default(), entry.info().sort, entry.definitions.as_slice())?;
    let query = ListQuery { filter: Some(filter), ..query };
    entry.registration.read.ids(conn, &query, by_whom)
}

/// Converts a cell's text to the type of the field, where it can be read as one.
fn comparable(definition: &Definition, value: Value) -> Value {
    let Value::String(text) = &value else {
        return match definition.kind {
            FilterType::Text => Value::from(value.to_string()),
            _ => value,
        };
    };
    let text = ::text::trim(text);
    match definition.kind {
        FilterType::Number | FilterType::Boolean => {
            serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
        }
        _ => Value::from(text),
    }
}

/// Describes a look-up for messages: `'Palm Rise'` where that is the whole key, or `with name 'Palm
/// Rise' and location 'Marina'`.
pub(super) fn described(entry: &RegisteredResource, lookup: &Lookup) -> String {
    let by = &lookup.by;
    let value = |pointer: &String| by.payload.pointer(pointer).filter(|value| !value.is_null());
    let own = pointers(&by.payload).into_iter().filter_map(|pointer| {
        let text = plain_text(value(&pointer)?);
        Some((pointer, quote(text.trim())))
    });
    let inner = by.lookups.iter().map(|inner| {
        let text = inner.by.payload.as_object().into_iter().flat_map(serde_json::Map::values);
        let text = text.filter(|value| !value.is_null()).map(plain_text);
        (inner.pointer.clone(), quote(text.collect::<Vec<_>>().join(", ").trim()))
    });
    let parts: Vec<(String, String)> = own.chain(inner).collect();
    match parts.as_slice() {
        [(pointer, text)] if entry.info().key.iter().any(|(key, _)| key == pointer) => text.clone(),
        parts => {
            let part = |(pointer, text): &(String, String)| {
                format!("{} {text}", pointer.trim_start_matches('/').replace('/', "."))
            };
            format!("with {}", parts.iter().map(part).collect::<Vec<_>>().join(" and "))
        }
    }
}

/// Returns the filter definition of a field of the input.
fn definition<'e>(entry: &'e RegisteredResource, pointer: &str) -> Option<&'e Definition> {
    entry.definitions.iter().find(|definition| written(entry, definition.key) == pointer)
}

/// Returns the pointer into the input of a field that lists are filtered by.
fn written(entry: &RegisteredResource, key: &str) -> String {
    let reference = entry.info().references.iter().find(|reference| reference.view == key);
    reference.map_or_else(|| format!("/{key}"), |reference| reference.field.to_owned())
}

/// Returns the pointers to all values, also inside groups of fields.
fn pointers(value: &Value) -> Vec<String> {
    let Some(fields) = value.as_object() else { return vec![String::new()] };
    let inside = |(name, value): (&String, &Value)| {
        pointers(value).into_iter().map(|rest| format!("/{name}{rest}")).collect::<Vec<_>>()
    };
    fields.iter().flat_map(inside).collect()
}
