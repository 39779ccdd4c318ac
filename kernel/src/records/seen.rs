//! A record as its reader sees it, which is what answers are made of.

use serde_json::Value;

use super::registered::Record;

/// A record as its reader sees it. Only [`gate`](super::gate) makes one.
pub(crate) struct Seen(Record);

impl Seen {
    pub(super) fn of(record: Record) -> Self {
        Self(record)
    }

    pub(super) fn record(&self) -> &Record {
        &self.0
    }

    pub(crate) fn view(&self) -> &Value {
        &self.0.view
    }

    /// Returns whether the reader sees this text somewhere in the record.
    pub(crate) fn shows(&self, text: &str) -> bool {
        contains(&self.0.view, text)
    }

    /// Returns an `ETag` of what the reader sees of the input.
    pub(crate) fn etag(&self) -> String {
        self.0.etag()
    }
}

fn contains(value: &Value, text: &str) -> bool {
    match value {
        Value::String(known) => known == text,
        Value::Array(items) => items.iter().any(|item| contains(item, text)),
        Value::Object(fields) => fields.values().any(|field| contains(field, text)),
        _ => false,
    }
}
