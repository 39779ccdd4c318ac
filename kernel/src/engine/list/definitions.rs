//! Filter definitions: what a list can be filtered by, for screens and API clients. One definition
//! per field, derived from its column and its property in the schema.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::computed::ComputedField;
use super::filter::Operator;
use super::kind::{FieldFacts, FieldKind};
use crate::base::error::{Error, Result};
use crate::db::fold_text;
use crate::engine::schema::Definitions;

/// A field that a list can be filtered by.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FilterDefinition {
    /// The `field` of a condition.
    pub(crate) key: String,
    /// The name to show.
    pub(crate) label: String,
    /// `text`, `number`, `date`, `select` or `boolean`.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// The operators it accepts.
    pub(crate) operators: Vec<String>,
    /// The values of a select, when they are few and fixed.
    pub(crate) options: Vec<FilterOption>,
    /// An example of a value.
    pub(crate) placeholder: Option<String>,
    /// Whether its column is kept in memory, which makes the filter fast. Only what is computed from other
    /// tables has none.
    pub(crate) has_index: bool,
    /// Whether a list must be filtered by this field.
    pub(crate) required: bool,
    /// The resource whose identifiers are the values of a select.
    pub(crate) reference: Option<String>,
    /// The unit of measure.
    pub(crate) unit: Option<String>,
}

/// One value of a select.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct FilterOption {
    /// The value to write in a condition.
    pub(crate) value: Value,
    /// The name to show.
    pub(crate) label: String,
}

/// Returns the schema of a filter in the OpenAPI document.
pub(crate) fn filter_group() -> Value {
    let values = json!(["string", "number", "boolean", "array"]);
    json!({
        "type": "object",
        "description": "Conditions, all of which (`AND`) or one of which (`OR`) must be met.",
        "required": ["operator", "conditions"],
        "properties": {
            "operator": { "type": "string", "enum": ["AND", "OR"], "description": "How the conditions are combined." },
            "conditions": {
                "type": "array",
                "description": "Conditions, or groups of them.",
                "items": { "oneOf": [
                    { "$ref": "#/components/schemas/FilterGroup" },
                    {
                        "type": "object",
                        "required": ["field", "operator"],
                        "properties": {
                            "field": { "type": "string", "description": "The `key` of a definition, or after a reference that of a record referred to: `project.name`." },
                            "operator": { "type": "string", "description": "One that the definition names." },
                            "value": { "type": values, "description": "A list for `in` and `not_in`; none for `is_missing` and `is_present`." },
                            "secondValue": { "type": ["string", "number"], "description": "The end of `between`." },
                        },
                        "additionalProperties": false,
                    },
                ] },
            },
        },
        "additionalProperties": false,
    })
}

/// A field that filters are validated against.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) key: &'static str,
    pub(crate) kind: FilterType,
    /// Whether records can be counted by its values.
    pub(crate) has_breakdown: bool,
    /// What it is computed from, when no view has it.
    pub(crate) computed: Option<&'static ComputedField>,
    pub(super) is_optional: bool,
    label: String,
    placeholder: Option<String>,
    unit: Option<String>,
}

/// The type of a field's values.
#[derive(Clone, Debug)]
pub(crate) enum FilterType {
    Text,
    Number,
    Date,
    Boolean,
    /// A select with fixed values.
    Choice(Vec<FilterOption>),
    /// A select of identifiers, of another resource or of the record itself.
    Identifier {
        of: Option<String>,
    },
}

impl FilterType {
    /// Derives the type of a field from its column and its schema.
    fn of(facts: &FieldFacts, property: &Value) -> Self {
        let reference = property.pointer("/x-reference/resource").and_then(Value::as_str);
        match facts.kind {
            FieldKind::Exact => Self::Identifier { of: reference.map(str::to_owned) },
            FieldKind::Boolean => Self::Boolean,
            FieldKind::Whole | FieldKind::Number => Self::Number,
            FieldKind::Date | FieldKind::Instant => Self::Date,
            FieldKind::Text | FieldKind::LongText => {
                match property.get("enum").and_then(Value::as_array) {
                    Some(values) => Self::Choice(options(values, property)),
                    None => Self::Text,
                }
            }
        }
    }

    /// Returns whether records can be counted by the values of such a field: the record's own
    /// identifier is unique, so it has no breakdown.
    fn has_breakdown(&self, facts: &FieldFacts) -> bool {
        match self {
            Self::Boolean | Self::Choice(_) => true,
            Self::Identifier { .. } => facts.is_named,
            Self::Text | Self::Number | Self::Date => false,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Date => "date",
            Self::Boolean => "boolean",
            Self::Choice(_) | Self::Identifier { .. } => "select",
        }
    }

    /// Returns the operators of this type.
    fn operators(&self) -> &'static [Operator] {
        use Operator::*;
        match self {
            Self::Text => &[Equals, NotEquals, Contains, NotContains, StartsWith, EndsWith],
            Self::Number => &[
                Equals,
                NotEquals,
                GreaterThan,
                GreaterThanOrEqual,
                LessThan,
                LessThanOrEqual,
                Between,
            ],
            Self::Date => &[Equals, NotEquals, Before, BeforeOrEqual, After, AfterOrEqual, Between],
            Self::Boolean => &[Equals, NotEquals],
            Self::Choice(_) | Self::Identifier { .. } => &[Equals, NotEquals, In, NotIn],
        }
    }
}

impl FilterOption {
    pub(crate) fn of(value: &str, label: &str) -> Self {
        Self { value: value.into(), label: label.to_owned() }
    }
}

impl Definition {
    /// Makes the definition of a field that no view has.
    pub(crate) fn of_no_view(
        (key, label): (&'static str, &str),
        kind: FilterType,
        is_optional: bool,
    ) -> Self {
        Self {
            key,
            kind,
            has_breakdown: false,
            computed: None,
            is_optional,
            label: label.to_owned(),
            placeholder: None,
            unit: None,
        }
    }

    /// Makes the definition of a computed field.
    pub(crate) fn of_computed(field: &'static ComputedField) -> Self {
        Self {
            computed: Some(field),
            placeholder: Some(field.example.to_owned()),
            ..Self::of_no_view((field.name, field.label), FilterType::Number, true)
        }
    }

    /// Returns the definitions of a resource's fields; `view` is the schema that has them.
    pub(crate) fn all(
        fields: &[FieldFacts],
        resource: &str,
        view: &str,
        schemas: &Definitions,
    ) -> Result<Vec<Self>> {
        fields.iter().map(|field| Self::of(field, resource, view, schemas)).collect()
    }

    fn of(facts: &FieldFacts, resource: &str, view: &str, schemas: &Definitions) -> Result<Self> {
        let property = schemas.get(view).and_then(|view| view["properties"].get(facts.name));
        let Some(property) = property else {
            return Err(Error::startup(format!(
                "Resource {resource} lists by `{}`, which {view} does not have.",
                facts.name
            )));
        };
        let text = |key: &str| property.get(key).and_then(Value::as_str).map(str::to_owned);
        let kind = FilterType::of(facts, property);
        let example = property.pointer("/examples/0");
        Ok(Self {
            key: facts.name,
            has_breakdown: kind.has_breakdown(facts),
            computed: None,
            is_optional: facts.is_optional,
            kind,
            label: text("title").unwrap_or_else(|| facts.name.to_owned()),
            placeholder: example.map(|one| one.as_str().map_or(one.to_string(), str::to_owned)),
            unit: text("x-unit"),
        })
    }

    /// Returns the operators that the field takes: those of its type and, where a value may be missing,
    /// whether it is.
    pub(super) fn operators(&self, is_optional: bool) -> impl Iterator<Item = Operator> {
        let missing = [Operator::IsMissing, Operator::IsPresent];
        let missing = missing.into_iter().filter(move |_| is_optional);
        self.kind.operators().iter().copied().chain(missing)
    }

    /// Converts the text of a column of this field to its JSON value.
    pub(super) fn value_of(&self, text: Option<String>) -> Value {
        let Some(text) = text else { return Value::Null };
        match &self.kind {
            FilterType::Boolean => Value::Bool(matches!(text.as_str(), "1" | "true")),
            FilterType::Choice(options) => {
                let folded = fold_text(&text);
                let same = |option: &&FilterOption| {
                    option.value.as_str().is_some_and(|value| fold_text(value) == folded)
                };
                options.iter().find(same).map_or(text.into(), |option| option.value.clone())
            }
            _ => text.into(),
        }
    }

    /// Returns the definition for clients; `in_memory` when columns in memory answer the list.
    pub(crate) fn told(&self, in_memory: bool) -> FilterDefinition {
        FilterDefinition {
            key: self.key.to_owned(),
            label: self.label.clone(),
            kind: self.kind.word().to_owned(),
            operators: self.operators(self.is_optional).map(|one| one.word().to_owned()).collect(),
            options: match &self.kind {
                FilterType::Choice(options) => options.clone(),
                _ => Vec::new(),
            },
            placeholder: self.placeholder.clone(),
            has_index: in_memory && self.computed.is_none(),
            required: false,
            reference: match &self.kind {
                FilterType::Identifier { of } => of.clone(),
                _ => None,
            },
            unit: self.unit.clone(),
        }
    }
}

/// Returns the fields with a breakdown; `view` is the schema that has them.
pub(crate) fn breakdown_keys(
    fields: &[FieldFacts],
    view: &str,
    schemas: &Definitions,
) -> Vec<&'static str> {
    let properties = schemas.get(view).map(|view| &view["properties"]);
    let property = |name: &str| properties.and_then(|all| all.get(name));
    let counted = fields.iter().filter(|field| {
        property(field.name).is_some_and(|one| FilterType::of(field, one).has_breakdown(field))
    });
    counted.map(|field| field.name).collect()
}

fn options(values: &[Value], property: &Value) -> Vec<FilterOption> {
    values
        .iter()
        .filter_map(Value::as_str)
        .map(|value| FilterOption {
            value: value.into(),
            label: property["x-labels"][value].as_str().unwrap_or(value).to_owned(),
        })
        .collect()
}
