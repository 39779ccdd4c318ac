//! The columns that a file without a mapping may have: the fields of a resource, and how their cells are read.

use std::collections::HashMap;

use serde_json::Value;

use super::mapping::{FieldKind, PlainField, PlainFields};
use crate::records::RegisteredResource;

impl RegisteredResource {
    /// Returns the fields of its input, with dotted names for fields in groups.
    pub(super) fn written_fields(&self) -> Vec<String> {
        let fields = self.plain_fields().into_iter();
        let fields = fields.filter(|(_, field)| field.kind != FieldKind::Ignored);
        fields.map(|(name, _)| name).collect()
    }

    /// Returns the columns that a file without a mapping may have.
    pub(super) fn plain_fields(&self) -> PlainFields {
        let mut fields = PlainFields::default();
        if let Some(checks) = &self.checks {
            checks.input.each_field(&mut |name, label, schema| {
                fields.insert(name, PlainField { kind: kind(schema), label: Some(label) });
            });
        }
        let info = self.info();
        let labels = self.columns.iter().map(|column| (&column.name, &column.label));
        let labels: HashMap<&String, &String> = labels.collect();
        for reference in info.references {
            // Screens show names, so that the label is that of the column with names.
            let field = reference.field.trim_end_matches("/*").trim_start_matches('/');
            if let Some(field) = fields.get_mut(&field.replace('/', ".")) {
                field.label = None;
            }
            let view = reference.view.to_owned();
            let label = labels.get(&view).map(|label| (*label).clone());
            fields.entry(view).or_insert(PlainField { kind: FieldKind::Shown, label });
        }
        fields.entry(info.id.to_owned()).or_insert(FieldKind::Shown.into());
        // Other columns of an export that cannot be written are ignored, so that an exported table
        // can be imported again.
        for column in &self.columns {
            let label = Some(column.label.clone()).filter(|label| !label.is_empty());
            let ignored = PlainField { kind: FieldKind::Ignored, label };
            fields.entry(column.name.clone()).or_insert(ignored);
        }
        for name in &self.read_only {
            fields.entry(name.clone()).or_insert(FieldKind::Ignored.into());
        }
        fields
    }
}

fn kind(schema: &Value) -> FieldKind {
    let format = schema.get("format").and_then(Value::as_str);
    let of = |kind: &str| match kind {
        "integer" => FieldKind::Integer,
        "number" => FieldKind::Number,
        "string" if format == Some("date") => FieldKind::Date,
        "string" if format == Some("date-time") => FieldKind::Instant,
        "boolean" => FieldKind::Boolean,
        "array" => FieldKind::List,
        "object" => FieldKind::Json,
        _ => FieldKind::Text,
    };
    match schema.get("type") {
        Some(Value::String(name)) => of(name),
        Some(Value::Array(names)) => of(names
            .iter()
            .filter_map(Value::as_str)
            .find(|name| *name != "null")
            .unwrap_or("string")),
        _ => FieldKind::Text,
    }
}
