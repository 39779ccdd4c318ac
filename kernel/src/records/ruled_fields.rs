//! The fields of a resource that rules may name.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::engine::schema::Definitions;

/// The fields of the records of a resource, by the names of the view.
#[derive(Debug, Default)]
pub(super) struct RuledFields {
    /// All, also those that are written only.
    pub(super) all: BTreeSet<String>,
    /// Those that a new record must have.
    pub(super) needed: BTreeSet<String>,
}

impl RuledFields {
    /// Reads the fields of the schemas `view` and `input`; `shown_as` returns the field of the view that shows one of the
    /// input.
    pub(super) fn of(
        schemas: &Definitions,
        view: &str,
        input: Option<&str>,
        shown_as: impl Fn(&str) -> String,
    ) -> Self {
        let mut all: BTreeSet<String> =
            schemas.fields(view).map(|(name, _)| name.clone()).collect();
        let written = input.into_iter().flat_map(|input| schemas.fields(input));
        all.extend(written.map(|(name, _)| shown_as(name)));
        let required = input.and_then(|input| schemas.get(input)?.get("required")?.as_array());
        let required = required.into_iter().flatten().filter_map(Value::as_str);
        Self { all, needed: required.map(shown_as).collect() }
    }
}
