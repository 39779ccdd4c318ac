//! What a rule may say of a user in place of a value: `$user.id`, `$user.email`, `$user.roles`, and the attributes that
//! modules declare.

use serde_json::{Map, Value, json};
use text::suggestions::did_you_mean;

use super::user_attributes::{AttributeKind, UserAttribute, UserAttributes};

/// How a value begins that is one of the user.
const OF_USER: &str = "$user.";

/// The values of one user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct UserValues {
    pub(crate) id: String,
    pub(crate) email: String,
    /// The roles given, without those that they inherit.
    pub(crate) roles: Vec<String>,
    pub(crate) attributes: UserAttributes,
}

/// The type of a value of a user.
struct ValueType {
    is_list: bool,
    /// Any value of the type.
    sample: Value,
}

fn type_of(name: &str, attributes: &[UserAttribute]) -> Result<ValueType, String> {
    let id = "0".repeat(24);
    let one = |sample: Value| ValueType { is_list: false, sample };
    Ok(match name {
        "id" => one(json!(id)),
        "email" => one(json!("somebody@example.com")),
        "roles" => ValueType { is_list: true, sample: json!("role") },
        name => {
            let Some(attribute) = attributes.iter().find(|one| one.name == name) else {
                let known = attributes.iter().map(|one| one.name);
                let meant = did_you_mean(name, known.chain(["id", "email", "roles"]));
                return Err(format!("users have no attribute `{name}`{meant}"));
            };
            let sample = match attribute.kind {
                AttributeKind::Text => json!("text"),
                AttributeKind::Number => json!(1),
                AttributeKind::Boolean => json!(true),
                AttributeKind::Date => json!("2026-01-01"),
                AttributeKind::Record(_) => json!(id),
            };
            ValueType { is_list: attribute.is_list, sample }
        }
    })
}

/// Returns the name in a value that is one of the user.
fn named(value: &Value) -> Option<&str> {
    value.as_str()?.strip_prefix(OF_USER)
}

impl UserValues {
    /// Checks what a filter says of the user, and returns it with values of the right types.
    /// `option` returns a possible value of a field that has few.
    pub(super) fn checked_sample(
        template: &Value,
        attributes: &[UserAttribute],
        option: &dyn Fn(&str) -> Option<Value>,
    ) -> Result<Value, String> {
        let sample = |condition: &Map<String, Value>| {
            let operator = condition.get("operator").and_then(Value::as_str).unwrap_or_default();
            let takes_list = matches!(operator, "in" | "not_in");
            let option = condition.get("field").and_then(Value::as_str).and_then(option);
            let type_of = |name: &str| {
                let of = type_of(name, attributes)?;
                let is_text = of.sample == "text" || of.sample == "role";
                let sample = option.clone().filter(|_| is_text).unwrap_or(of.sample);
                Ok::<_, String>(ValueType { sample, ..of })
            };
            let mut filled = condition.clone();
            for key in ["value", "secondValue"] {
                let Some(value) = condition.get(key) else { continue };
                let value = match (named(value), value) {
                    (Some(name), _) => {
                        let of = type_of(name)?;
                        if of.is_list && !takes_list {
                            return Err(format!(
                                "`{OF_USER}{name}` is a list, which `in` and `not_in` compare with"
                            ));
                        }
                        if takes_list { json!([of.sample]) } else { of.sample }
                    }
                    (None, Value::Array(items)) => {
                        let item = |item: &Value| match named(item) {
                            Some(name) => type_of(name).map(|of| of.sample),
                            None => Ok(item.clone()),
                        };
                        Value::Array(items.iter().map(item).collect::<Result<_, _>>()?)
                    }
                    (None, value) => value.clone(),
                };
                filled.insert(key.to_owned(), value);
            }
            Ok(Value::Object(filled))
        };
        each_condition(template, &sample)
    }

    /// Returns a filter in which every condition on the user is met.
    pub(super) fn without_user(template: &Value) -> Value {
        let fixed = |condition: &Map<String, Value>| {
            let names = |value: &Value| match value {
                Value::Array(items) => items.iter().any(|item| named(item).is_some()),
                value => named(value).is_some(),
            };
            Ok(match condition.values().any(names) {
                true => json!({ "operator": "AND", "conditions": [] }),
                false => Value::Object(condition.clone()),
            })
        };
        each_condition(template, &fixed).unwrap_or_default()
    }

    /// Returns a condition with the values of this user; `None` when it compares with a value that the user lacks.
    pub(super) fn filled(
        &self,
        condition: &Map<String, Value>,
        attributes: &[UserAttribute],
    ) -> Option<Value> {
        let operator = condition.get("operator").and_then(Value::as_str).unwrap_or_default();
        let takes_list = matches!(operator, "in" | "not_in");
        let mut filled = condition.clone();
        for key in ["value", "secondValue"] {
            let Some(value) = condition.get(key) else { continue };
            let value = match (named(value), value) {
                (Some(name), _) if takes_list => Value::Array(self.values(name, attributes)),
                (Some(name), _) => self.values(name, attributes).into_iter().next()?,
                (None, Value::Array(items)) => {
                    let item = |item: &Value| match named(item) {
                        Some(name) => self.values(name, attributes),
                        None => vec![item.clone()],
                    };
                    Value::Array(items.iter().flat_map(item).collect())
                }
                (None, value) => value.clone(),
            };
            filled.insert(key.to_owned(), value);
        }
        Some(Value::Object(filled))
    }

    /// Returns the values of this name; none when the user has none.
    fn values(&self, name: &str, attributes: &[UserAttribute]) -> Vec<Value> {
        match name {
            "id" => vec![json!(self.id)],
            "email" => vec![json!(self.email)],
            "roles" => self.roles.iter().map(|role| json!(role)).collect(),
            name if attributes.iter().any(|one| one.name == name) => {
                match self.attributes.0.get(name) {
                    None | Some(Value::Null) => Vec::new(),
                    Some(Value::Array(all)) => all.clone(),
                    Some(one) => vec![one.clone()],
                }
            }
            _ => Vec::new(),
        }
    }
}

/// Changes a condition; the error is what is wrong with it.
type Change<'a> = &'a dyn Fn(&Map<String, Value>) -> Result<Value, String>;

/// Returns a filter with each of its conditions changed.
fn each_condition(filter: &Value, change: Change<'_>) -> Result<Value, String> {
    let Value::Object(fields) = filter else { return Ok(filter.clone()) };
    let Some(Value::Array(parts)) = fields.get("conditions") else { return change(fields) };
    let parts = parts.iter().map(|part| each_condition(part, change));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let mut group = fields.clone();
    group.insert("conditions".to_owned(), Value::Array(parts));
    Ok(Value::Object(group))
}
