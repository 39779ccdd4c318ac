//! Natural keys and unique constraints: the fields that they name, and how their columns are compared.

use std::collections::HashMap;

use serde_json::Value;
use text::suggestions::{did_you_mean, with_full_stop};

use crate::base::error::{Error, Result};
use crate::db::record_keys::KeyType;
use crate::engine::list::{FieldFacts, FieldKind};
use crate::engine::schema::Definitions;
use crate::records::resource::Info;

/// Checks that the key and the unique constraints of a resource name fields of what is written of it,
/// or of what is read where nothing is written: `schema`.
///
/// # Errors
/// A startup error that names the resource and the field.
pub(super) fn check(info: &Info, schema: &str, schemas: &Definitions) -> Result<()> {
    let known = |what: &str, pointer: &str| {
        let refers = info.references.iter().any(|reference| reference.field == pointer);
        if refers || schemas.property(schema, pointer).is_some() {
            return Ok(());
        }
        let fields: Vec<String> =
            schemas.fields(schema).map(|(name, _)| format!("/{name}")).collect();
        let meant = did_you_mean(pointer, fields.iter().map(String::as_str));
        let wrong = with_full_stop(format!(
            "{what} names `{pointer}`, but {schema} has no such field{meant}"
        ));
        Err(Error::startup(format!("Resource {}: {wrong}", info.name)))
    };
    for (pointer, _) in info.key {
        known("its key", pointer)?;
    }
    for unique in info.unique {
        let what = format!("its unique index `{}`", unique.index);
        let on = unique.on.iter().map(|(pointer, _)| *pointer);
        for pointer in on.chain([unique.field]) {
            known(&what, pointer)?;
        }
    }
    Ok(())
}

/// Returns the types of the columns of keys, by the JSON pointer of each field: the type that lists know,
/// else that of the schema.
pub(super) fn types(
    info: &Info,
    fields: &[FieldFacts],
    schema: &str,
    schemas: &Definitions,
) -> HashMap<&'static str, KeyType> {
    let compared = |pointer: &str, column: &str| {
        if info.references.iter().any(|reference| reference.field == pointer) {
            return KeyType::Identifier;
        }
        let is = |field: &&FieldFacts| field.table == info.table && field.column == column;
        match fields.iter().find(is).map(|field| field.kind) {
            Some(FieldKind::Exact) => KeyType::Identifier,
            Some(FieldKind::Text | FieldKind::LongText) => KeyType::Text,
            Some(FieldKind::Whole) => KeyType::Whole,
            Some(FieldKind::Number) => KeyType::Number,
            Some(FieldKind::Date) => KeyType::Day,
            Some(FieldKind::Instant) => KeyType::Time,
            Some(FieldKind::Boolean) => KeyType::Boolean,
            None => by_schema(schemas.property(schema, pointer).unwrap_or(&Value::Null)),
        }
    };
    let keys = info.unique.iter().flat_map(|unique| unique.on).chain(info.key);
    keys.map(|(pointer, column)| (*pointer, compared(pointer, column))).collect()
}

fn by_schema(schema: &Value) -> KeyType {
    let kind = schema["type"].get(0).unwrap_or(&schema["type"]).as_str();
    match (kind, schema["format"].as_str()) {
        (Some("string"), Some("date")) => KeyType::Day,
        (Some("string"), Some("date-time")) => KeyType::Time,
        (Some("integer"), _) => KeyType::Whole,
        (Some("number"), _) => KeyType::Number,
        (Some("boolean"), _) => KeyType::Boolean,
        _ => KeyType::Text,
    }
}
