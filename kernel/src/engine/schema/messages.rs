//! Completes a schema: adds a label to each property without one, and a message to each rule
//! without its own (`x-messages`). Removes a description that only repeats the label. The server
//! and the forms look messages up here, so that both show the same. Messages of a type's own come
//! first, in its order: of several broken rules the first one is reported.

use serde_json::{Map, Value, json};

const TITLE: &str = "title";
const DESCRIPTION: &str = "description";
const MESSAGES: &str = "x-messages";

/// Completes `schema` and everything inside it.
pub(crate) fn complete(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    for key in ["anyOf", "oneOf", "allOf"] {
        for branch in object.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
            complete(branch);
        }
    }
    if let Some(items) = object.get_mut("items") {
        complete(items);
        add_messages(items, "This", false);
    }
    let required = strings(object.get("required"));
    if object.get("additionalProperties") == Some(&Value::Bool(false)) {
        add_message(object, "additionalProperties", "There is no such field".into());
    }
    let properties = object.get_mut("properties").and_then(Value::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        complete(property);
        let Some(fields) = property.as_object_mut() else { continue };
        let label = fields.entry(TITLE).or_insert_with(|| label(name).into());
        let label = label.as_str().unwrap_or(name).to_owned();
        if fields.get(DESCRIPTION).and_then(Value::as_str).is_some_and(|text| repeats(text, &label))
        {
            fields.shift_remove(DESCRIPTION);
        }
        add_messages(property, &label, required.contains(name));
    }
}

/// Returns whether a description only repeats the label, and so is no hint: `First name.`
fn repeats(description: &str, label: &str) -> bool {
    description.trim_end_matches('.').to_lowercase() == label.to_lowercase()
}

fn add_messages(schema: &mut Value, label: &str, required: bool) {
    let Some(object) = schema.as_object_mut() else { return };
    if required {
        add_message(object, "required", format!("{label} is required"));
    }
    if let Some(kind) = object.get("type").map(type_name) {
        add_message(object, "type", format!("{label} must be {kind}"));
    } else if object.contains_key("$ref") || object.contains_key("anyOf") {
        add_message(object, "type", format!("{label} must be a group of fields"));
    }
    let rules: Vec<(String, Value)> =
        object.iter().map(|(rule, value)| (rule.clone(), value.clone())).collect();
    for (rule, value) in rules {
        let message = match rule.as_str() {
            "minLength" | "minItems" if value == json!(1) => format!("{label} is required"),
            "minLength" => format!("{label} must have at least {value} characters"),
            "maxLength" => format!("{label} must have at most {value} characters"),
            "minItems" => format!("{label} must have at least {value} entries"),
            "maxItems" => format!("{label} must have at most {value} entries"),
            "uniqueItems" => format!("{label} must not name anything twice"),
            "minimum" => format!("{label} must be at least {value}"),
            "maximum" => format!("{label} must be at most {value}"),
            "exclusiveMinimum" => format!("{label} must be greater than {value}"),
            "exclusiveMaximum" => format!("{label} must be less than {value}"),
            "pattern" => format!("{label} is not written as it must be"),
            "format" => match value.as_str() {
                Some("date") => format!("{label} must be a date such as 2026-11-20"),
                Some("date-time") => format!("{label} must be a time such as 2026-11-20T09:30:00Z"),
                Some("email") => "Invalid email address".into(),
                Some("uri") => format!("{label} must be an address such as https://example.com"),
                _ => continue,
            },
            "enum" => format!("{label} must be one of: {}", listed(&value)),
            "oneOf" | "const" => format!("{label} must be one of the values it offers"),
            _ => continue,
        };
        add_message(object, &rule, message);
    }
}

fn add_message(object: &mut Map<String, Value>, rule: &str, message: String) {
    let messages = object.entry(MESSAGES).or_insert_with(|| json!({}));
    if let Some(messages) = messages.as_object_mut() {
        messages.entry(rule).or_insert(Value::String(message));
    }
}

fn listed(values: &Value) -> String {
    let names: Vec<&str> =
        values.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    names.join(", ")
}

fn type_name(kind: &Value) -> &'static str {
    let kind = match kind {
        Value::Array(kinds) => kinds.iter().find(|kind| *kind != "null").and_then(Value::as_str),
        kind => kind.as_str(),
    };
    match kind {
        Some("integer") => "a whole number",
        Some("number") => "a number",
        Some("boolean") => "yes or no",
        Some("array") => "a list",
        Some("object") => "a group of fields",
        _ => "a text",
    }
}

/// Converts a name to a label: `purchasePrice` -> `Purchase price`.
pub(super) fn label(name: &str) -> String {
    let mut label = String::new();
    for (index, letter) in name.trim_start_matches('_').chars().enumerate() {
        if index == 0 {
            label.extend(letter.to_uppercase());
        } else if letter.is_uppercase() {
            label.push(' ');
            label.extend(letter.to_lowercase());
        } else {
            label.push(letter);
        }
    }
    label
}

pub(super) fn strings(list: Option<&Value>) -> Vec<String> {
    let items = list.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_gets_a_message_and_keeps_its_own() {
        let mut schema = json!({
            "type": "object",
            "required": ["unitNumber", "rent"],
            "properties": {
                "unitNumber": { "type": "string", "minLength": 1 },
                "rent": { "type": "integer", "minimum": 1, "x-messages": { "minimum": "Pay" } },
            },
            "additionalProperties": false,
        });
        complete(&mut schema);
        assert_eq!(
            schema,
            json!({
                "type": "object",
                "required": ["unitNumber", "rent"],
                "properties": {
                    "unitNumber": {
                        "type": "string", "minLength": 1, "title": "Unit number",
                        "x-messages": {
                            "required": "Unit number is required",
                            "type": "Unit number must be a text",
                            "minLength": "Unit number is required",
                        },
                    },
                    "rent": {
                        "type": "integer", "minimum": 1, "title": "Rent",
                        "x-messages": {
                            "minimum": "Pay",
                            "required": "Rent is required",
                            "type": "Rent must be a whole number",
                        },
                    },
                },
                "additionalProperties": false,
                "x-messages": { "additionalProperties": "There is no such field" },
            })
        );
    }
}
