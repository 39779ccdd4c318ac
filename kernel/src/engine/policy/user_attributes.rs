//! The attributes of users, which modules declare: their values as they are stored, and the schema that they are written by.

use std::collections::BTreeMap;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// An attribute of users, which a module declares: rules may compare with it.
#[derive(Clone, Copy, Debug)]
pub struct UserAttribute {
    /// Its name in rules and in the record of a user: `projects`.
    pub name: &'static str,
    /// The name to show.
    pub label: &'static str,
    /// What its values are.
    pub kind: AttributeKind,
    /// Whether a user may have several.
    pub is_list: bool,
}

/// What the values of an attribute are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// A text.
    Text,
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// A date.
    Date,
    /// A record of this resource, by its identifier.
    Record(&'static str),
}

/// The attributes of one user: of each name a value, or a list of values.
#[derive(
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    AsExpression,
    FromSqlRow,
)]
#[diesel(sql_type = Text)]
#[serde(transparent)]
#[schemars(inline, description = "")]
pub struct UserAttributes(pub BTreeMap<String, Value>);

crate::json_column!(UserAttributes);

/// The maximum length of a text, in characters.
const LONGEST: usize = 200;

/// The maximum number of values of one attribute.
const MOST: usize = 1_000;

impl UserAttribute {
    /// Returns the schema of its values.
    pub(crate) fn schema(&self) -> Value {
        let one = match self.kind {
            AttributeKind::Text => {
                json!({ "type": "string", "minLength": 1, "maxLength": LONGEST })
            }
            AttributeKind::Number => json!({ "type": "number" }),
            AttributeKind::Boolean => json!({ "type": "boolean" }),
            AttributeKind::Date => json!({ "type": "string", "format": "date" }),
            AttributeKind::Record(of) => json!({
                "type": "string",
                "pattern": "^[0-9a-f]{24}$",
                "x-messages": { "pattern": "Choose one of the records there are" },
                "x-reference": { "resource": of },
            }),
        };
        let mut schema = match self.is_list {
            true => {
                json!({ "type": "array", "items": one, "maxItems": MOST, "uniqueItems": true })
            }
            false => one,
        };
        schema["title"] = self.label.into();
        schema
    }

    /// Returns the JSON pointer to its identifiers in the input of a user, when it refers to records.
    pub(crate) fn pointer(&self) -> Option<(String, &'static str)> {
        let AttributeKind::Record(of) = self.kind else { return None };
        let list = if self.is_list { "/*" } else { "" };
        Some((format!("/attributes/{}{list}", self.name), of))
    }
}

/// Returns the schema of an object with these attributes; `None` without any.
pub(crate) fn schema_of(attributes: &[UserAttribute]) -> Option<Map<String, Value>> {
    let schemas = attributes.iter().map(|one| (one.name.to_owned(), one.schema()));
    (!attributes.is_empty()).then(|| schemas.collect())
}

impl UserAttributes {
    /// Returns whether the user has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes those of these claims that are attributes with values of the right types.
    pub(crate) fn of_claims(claims: &Map<String, Value>, attributes: &[UserAttribute]) -> Self {
        let taken = attributes.iter().filter_map(|attribute| {
            let claimed = claims.get(attribute.name)?;
            let all = match claimed {
                Value::Array(items) => items.as_slice(),
                one => std::slice::from_ref(one),
            };
            let mut values: Vec<Value> = Vec::new();
            for value in all.iter().filter(|value| attribute.kind.takes(value)).take(MOST) {
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
            let value = match attribute.is_list {
                true => Value::Array(values),
                false => values.into_iter().next()?,
            };
            Some((attribute.name.to_owned(), value))
        });
        Self(taken.collect())
    }
}

impl AttributeKind {
    /// Returns whether a value is of the kind.
    fn takes(self, value: &Value) -> bool {
        let text = value.as_str();
        match self {
            Self::Text => {
                text.is_some_and(|text| !text.is_empty() && text.chars().count() <= LONGEST)
            }
            Self::Number => value.is_number(),
            Self::Boolean => value.is_boolean(),
            Self::Date => {
                text.is_some_and(|text| chrono::NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok())
            }
            Self::Record(_) => text.is_some_and(|text| crate::base::id::Id::parse(text).is_some()),
        }
    }
}
