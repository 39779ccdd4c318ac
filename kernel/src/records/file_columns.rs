//! The columns of a table of records, as an export writes them and an import reads them.

use std::sync::Arc;

use chrono::NaiveDate;
use serde_json::Value;
use tables::Cell;

use crate::engine::schema::Definitions;
use crate::records::resource::{Info, Titles, called};

/// One column of an exported table.
#[derive(Clone, Debug)]
pub(crate) struct FileColumn {
    /// The field's JSON name, dotted for a field inside another.
    pub(crate) name: String,
    /// What screens call the field; empty for the identifier beside a name.
    pub(crate) label: String,
    /// JSON pointer into a record.
    pointer: String,
    kind: FileValue,
}

#[derive(Clone, Debug)]
enum FileValue {
    Plain,
    Date,
    Instant,
    /// The title of the record referred to in this field.
    Named(&'static str, Arc<Titles>),
}

impl FileColumn {
    /// Lists the columns of a resource: each field of the view. A reference has two columns: the
    /// title of the record referred to, and its identifier under the name by which the input writes
    /// it, or `unitId` where no input writes it.
    pub(crate) fn all(
        info: &Info,
        titles: &Arc<Titles>,
        view: &str,
        schemas: &Definitions,
    ) -> Vec<Self> {
        let mut columns = Vec::new();
        for (name, property) in schemas.fields(view) {
            let pointer = format!("/{name}");
            let label = property["title"].as_str().unwrap_or_default();
            let reference = info.references.iter().find(|reference| reference.view == name);
            if let Some(reference) = reference {
                let written = match reference.field {
                    "" => format!("{name}Id"),
                    field => field.trim_end_matches("/*").trim_start_matches('/').replace('/', "."),
                };
                columns.push(Self {
                    name: name.clone(),
                    label: label.to_owned(),
                    pointer: pointer.clone(),
                    kind: FileValue::Named(reference.view, Arc::clone(titles)),
                });
                let list = reference.field.ends_with("/*");
                let pointer = if list { pointer } else { format!("{pointer}/_id") };
                let label = String::new();
                columns.push(Self { name: written, label, pointer, kind: FileValue::Plain });
                continue;
            }
            Self::add(&mut columns, (name, label), &pointer, property, schemas);
        }
        columns
    }

    fn add(
        columns: &mut Vec<Self>,
        (name, label): (&str, &str),
        pointer: &str,
        property: &Value,
        schemas: &Definitions,
    ) {
        let target = [property, &property["anyOf"][0]]
            .into_iter()
            .find_map(|schema| schema["$ref"].as_str()?.rsplit('/').next())
            .and_then(|name| schemas.get(name))
            .unwrap_or(property);
        match target["properties"].as_object() {
            Some(inner) => {
                for (field, property) in inner {
                    let (name, pointer) = (format!("{name}.{field}"), format!("{pointer}/{field}"));
                    let own = property["title"].as_str().unwrap_or_default();
                    let label = format!("{label}: {own}");
                    Self::add(columns, (&name, &label), &pointer, property, schemas);
                }
            }
            None => {
                let kind = match target["format"].as_str() {
                    Some("date") => FileValue::Date,
                    Some("date-time") => FileValue::Instant,
                    _ => FileValue::Plain,
                };
                columns.push(Self {
                    name: name.to_owned(),
                    label: label.to_owned(),
                    pointer: pointer.to_owned(),
                    kind,
                });
            }
        }
    }

    /// Returns the field of the record that it is of.
    pub(crate) fn field(&self) -> &str {
        self.pointer.split('/').nth(1).unwrap_or_default()
    }

    pub(crate) fn cell<'a>(&self, record: &'a Value, text: &'a mut String) -> Cell<'a> {
        let Some(value) = record.pointer(&self.pointer) else { return Cell::Missing };
        match value {
            Value::Null => Cell::Missing,
            Value::Bool(truth) => Cell::Boolean(*truth),
            Value::Number(number) => match number.as_i64() {
                Some(whole) => Cell::Integer(whole),
                None => Cell::Number(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(value) => match &self.kind {
                FileValue::Date => match NaiveDate::parse_from_str(value, "%Y-%m-%d") {
                    Ok(day) => Cell::Date(day),
                    Err(_) => Cell::Text(value),
                },
                FileValue::Instant => Cell::Instant(value),
                FileValue::Plain | FileValue::Named(..) => Cell::Text(value),
            },
            Value::Array(items) => {
                *text = list(items, |record| self.named(record));
                Cell::Text(text)
            }
            Value::Object(_) => {
                *text = self.named(value).unwrap_or_else(|| called(value));
                Cell::Text(text)
            }
        }
    }

    /// Returns the title of the record in this column, where the column shows records by their
    /// titles.
    fn named(&self, record: &Value) -> Option<String> {
        match &self.kind {
            FileValue::Named(field, titles) => Some(titles.of_referred(field, record)),
            _ => None,
        }
    }
}

/// Formats a list as an import parses it: items separated by semicolons, or JSON where that would
/// be ambiguous. A list of groups of fields that are no records is JSON.
fn list(items: &[Value], named: impl Fn(&Value) -> Option<String>) -> String {
    let is_group = |item: &Value| {
        item.is_object() && named(item).is_none() && item.get("_id").or(item.get("id")).is_none()
    };
    if items.iter().any(is_group) {
        return Value::from(items).to_string();
    }
    let texts: Vec<String> = items
        .iter()
        .map(|item| match item {
            Value::String(text) => text.clone(),
            Value::Object(fields) => named(item).unwrap_or_else(|| {
                let id = fields.get("_id").or(fields.get("id")).and_then(Value::as_str);
                id.unwrap_or_default().to_owned()
            }),
            other => other.to_string(),
        })
        .collect();
    let odd = |text: &String| text.contains(';') || text.trim() != text || text.is_empty();
    let plain = !texts.iter().any(odd) && !texts.first().is_some_and(|text| text.starts_with('['));
    if plain && !texts.is_empty() { texts.join("; ") } else { Value::from(texts).to_string() }
}
