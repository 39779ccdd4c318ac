//! Values that a schema accepts, several for each, the likeliest first: what the author of a module declares
//! as `examples` for what only such values satisfy, and otherwise values within the bounds of the schema.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use regex_syntax::hir::{Class, Hir, HirKind};
use serde_json::{Map, Value, json};

/// A Monday, as rules about weeks like it.
const FIRST_DAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 1, 5).expect("a day");

/// What values are made from.
#[derive(Default)]
pub(crate) struct Values {
    /// The identifiers of records that can be referred to, by resource.
    pub(crate) records: HashMap<String, Vec<String>>,
    /// Names of uploaded images.
    pub(crate) images: Vec<String>,
    made: usize,
}

impl Values {
    /// Returns the values for a field, none of them made before where the schema leaves that open.
    pub(crate) fn candidates(&mut self, schema: &Value) -> Vec<Value> {
        self.made += 1;
        let mut found = self.of(schema, self.made);
        if let Ok(validator) = validator(schema) {
            found.retain(|value| validator.is_valid(value));
        }
        let mut distinct: Vec<Value> = Vec::new();
        for value in found {
            if !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        distinct
    }

    fn of(&self, schema: &Value, number: usize) -> Vec<Value> {
        let examples = schema["examples"].as_array().cloned().unwrap_or_default();
        if let Some(resource) = schema["x-reference"]["resource"].as_str()
            && kind(schema) == "string"
        {
            let records = self.records.get(resource).cloned().unwrap_or_default();
            return records.into_iter().map(Value::from).collect();
        }
        if let Some(values) = schema["enum"].as_array() {
            let mut values = values.clone();
            let first = number % values.len().max(1);
            values.rotate_left(first);
            return values;
        }
        if let Some(value) = schema.get("const") {
            return vec![value.clone()];
        }
        if let Some(one) = alternative(schema) {
            return self.of(one, number);
        }
        let made = match kind(schema) {
            "boolean" => vec![json!(true), json!(false)],
            "integer" => numbers(schema, number, true),
            "number" => numbers(schema, number, false),
            "array" => self.lists(schema, number),
            "object" => self.groups(schema, number),
            _ => self.texts(schema, number),
        };
        // A text that may be anything is made, so that no two records have the same; the examples are tried when
        // a rule refuses it.
        let is_free = kind(schema) == "string" && !is_bound(schema);
        match is_free || matches!(kind(schema), "array" | "object") {
            true => made.into_iter().chain(examples).collect(),
            false => examples.into_iter().chain(made).collect(),
        }
    }

    fn lists(&self, schema: &Value, number: usize) -> Vec<Value> {
        let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
        let most = schema["maxItems"].as_u64().unwrap_or(2) as usize;
        let items = match schema["items"].is_object() {
            true => self.of(&schema["items"], number),
            false => vec![json!("one"), json!("two")],
        };
        let mut lengths = vec![least.max(1), least.max(2), least];
        lengths.retain(|length| *length <= most);
        let list = |length: usize| items.iter().cycle().take(length).cloned().collect();
        lengths.into_iter().map(list).collect()
    }

    fn groups(&self, schema: &Value, number: usize) -> Vec<Value> {
        let fields = schema["properties"].as_object().cloned().unwrap_or_default();
        let group = |choice: usize, only_required: bool| -> Value {
            let mut made = Map::new();
            for (name, field) in &fields {
                if only_required && !is_required(schema, name) {
                    continue;
                }
                let values = match name.as_str() {
                    "file" if is_image(schema) => {
                        self.images.iter().map(|one| json!(one)).collect()
                    }
                    _ => self.of(field, number + choice),
                };
                let value = values.get(choice % values.len().max(1)).cloned();
                made.extend(value.map(|value| (name.clone(), value)));
            }
            Value::Object(made)
        };
        vec![group(0, false), group(1, false), group(0, true), group(2, false)]
    }

    fn texts(&self, schema: &Value, number: usize) -> Vec<Value> {
        let made: Vec<String> = match schema["format"].as_str().unwrap_or_default() {
            "date" => (0..8)
                .filter_map(|later| {
                    FIRST_DAY.checked_add_days(Days::new(7 * number as u64 + later))
                })
                .map(|day| day.to_string())
                .collect(),
            "date-time" => (0..3)
                .filter_map(|later| FIRST_DAY.checked_add_days(Days::new(number as u64 + later)))
                .map(|day| format!("{day}T08:00:00Z"))
                .collect(),
            "time" => vec![format!("08:{:02}:00Z", number % 60)],
            "email" => vec![format!("conformance-{number}@example.com")],
            "uri" | "url" => vec![format!("https://example.com/{number}")],
            "uuid" => vec![format!("00000000-0000-4000-8000-{number:012}")],
            _ if schema["writeOnly"] == true => vec![format!("Conformance-{number}-secret")],
            _ => match schema["pattern"].as_str() {
                Some(pattern) => matching(pattern, number),
                // What tables, searches and filters have to take as it is.
                None => vec![
                    format!("Conformance {number}: \"a\", b; برج"),
                    format!("Conformance {number}"),
                    format!("C{number}"),
                ],
            },
        };
        let least = schema["minLength"].as_u64().unwrap_or(0) as usize;
        let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX) as usize;
        let short = made.iter().map(|text| {
            // The end tells them apart.
            let length = text.chars().count();
            let text: String = text.chars().skip(length.saturating_sub(most)).collect();
            format!("{text:x<least$}")
        });
        let whole = made.iter().cloned();
        whole.chain(short).map(Value::from).collect()
    }
}

/// Returns whether not every text is as good as another.
fn is_bound(schema: &Value) -> bool {
    ["format", "pattern", "x-widget"].iter().any(|keyword| schema.get(keyword).is_some())
}

pub(crate) fn is_image(schema: &Value) -> bool {
    let pattern = schema["properties"]["file"]["pattern"].as_str();
    pattern.is_some_and(|pattern| pattern.contains("{64}"))
}

pub(crate) fn is_required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name))
}

/// Returns the type of a schema, other than null.
pub(crate) fn kind(schema: &Value) -> &str {
    let named = match &schema["type"] {
        Value::Array(all) => all.iter().find(|one| *one != "null").and_then(Value::as_str),
        one => one.as_str(),
    };
    let guessed = || if schema["properties"].is_object() { "object" } else { "string" };
    named.unwrap_or_else(guessed)
}

/// Returns the first alternative of a schema that is not null.
pub(crate) fn alternative(schema: &Value) -> Option<&Value> {
    let all = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array())?;
    all.iter().find(|one| one["type"] != "null")
}

/// Returns a validator with formats, as the server has it.
pub(crate) fn validator(schema: &Value) -> Result<jsonschema::Validator, String> {
    let options = jsonschema::options().should_validate_formats(true);
    options.build(schema).map_err(|error| error.to_string())
}

fn numbers(schema: &Value, number: usize, whole: bool) -> Vec<Value> {
    let step = if whole { 1.0 } else { 0.5 };
    let bound = |keyword: &str| schema[keyword].as_f64();
    let least = bound("minimum").or_else(|| bound("exclusiveMinimum").map(|least| least + step));
    let most = bound("maximum").or_else(|| bound("exclusiveMaximum").map(|most| most - step));
    let least = least.unwrap_or_else(|| most.map_or(0.0, |most| most.min(0.0)));
    let most = most.unwrap_or(least + 1000.0);
    let multiple = bound("multipleOf").unwrap_or(step);
    let within = ((most - least) / multiple).min(1000.0) as usize + 1;
    let near = |steps: usize| least + multiple * (steps % within) as f64;
    let value = |value: f64| match whole || value.fract() == 0.0 {
        true => json!(value as i64),
        false => json!(value),
    };
    [near(number), near(number + 1), near(number + 7), least, most].map(value).into()
}

/// Returns texts that a pattern accepts.
fn matching(pattern: &str, number: usize) -> Vec<String> {
    let Ok(parsed) = regex_syntax::parse(pattern) else { return Vec::new() };
    let made = (0..4).map(|choice| {
        let mut text = String::new();
        write(&parsed, number + choice, &mut text);
        text
    });
    let mut made: Vec<String> = made.collect();
    let ends = pattern.ends_with('$');
    if !ends {
        made.splice(0..0, [format!("{}{number}", made[0])]);
    }
    made
}

/// Writes a text that an expression accepts. `choice` turns from one letter or alternative to the next.
fn write(expression: &Hir, choice: usize, text: &mut String) {
    match expression.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(Class::Unicode(class)) => {
            let letters = ('a'..='z').chain('0'..='9').chain('A'..='Z');
            let is_in =
                |one: &char| class.iter().any(|range| (range.start()..=range.end()).contains(one));
            let readable: Vec<char> = letters.filter(is_in).collect();
            let other = || class.iter().next().map(|range| range.start());
            let letter = readable.get(choice % readable.len().max(1)).copied();
            text.extend(letter.or_else(other));
        }
        HirKind::Class(Class::Bytes(class)) => {
            text.extend(class.iter().next().map(|range| char::from(range.start())));
        }
        HirKind::Repetition(repetition) => {
            let times = repetition.min.max(u32::from(repetition.max != Some(0)));
            (0..times).for_each(|at| write(&repetition.sub, choice + at as usize * 7, text));
        }
        HirKind::Capture(capture) => write(&capture.sub, choice, text),
        HirKind::Concat(all) => all.iter().for_each(|one| write(one, choice, text)),
        HirKind::Alternation(all) => write(&all[choice % all.len()], choice, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_that_a_schema_accepts() {
        let mut values = Values::default();
        for schema in [
            json!({ "type": "string", "pattern": "^[A-Z]{2}[0-9]{4,6}$" }),
            json!({ "type": "string", "pattern": "^(low|high)-\\d+$", "maxLength": 8 }),
            json!({ "type": ["string", "null"], "pattern": "^https?://[^\\s/?#]+\\S*$", "format": "uri" }),
            json!({ "type": "string", "minLength": 40, "maxLength": 41 }),
            json!({ "type": "string", "maxLength": 3 }),
            json!({ "type": "integer", "minimum": -3, "maximum": -3 }),
            json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 1 }),
            json!({ "type": "integer", "multipleOf": 5, "minimum": 10 }),
            json!({ "type": "array", "minItems": 2, "uniqueItems": true,
                "items": { "type": "string", "enum": ["a", "b"] } }),
            json!({ "anyOf": [{ "type": "object", "required": ["at"],
                "properties": { "at": { "type": "string", "format": "date" } } }, { "type": "null" }] }),
        ] {
            assert_ne!(values.candidates(&schema), Vec::<Value>::new(), "{schema}");
        }
    }
}
