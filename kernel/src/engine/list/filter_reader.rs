//! Parses and validates the filter of a request against the definitions of the resource.

use chrono::{Datelike, NaiveDate};
use serde_json::{Map, Value};

use super::definitions::{Definition, FilterType};
use super::filter::*;
use crate::base::error::{Error, Result};
use crate::base::id::Id;

/// The maximum depth of nested groups, counting the outermost.
const DEEPEST: usize = 4;

/// The maximum number of conditions in a filter.
const MOST_CONDITIONS: usize = 50;

/// The maximum number of values in a list.
const MOST_VALUES: usize = 500;

/// The maximum length of a compared text, in characters.
const LONGEST_TEXT: usize = 1000;

/// The maximum number of references that the name of a field follows.
const MOST_REFERENCES: usize = 4;

/// What the records of a resource can be filtered by, for one reader.
pub(crate) trait Filterable {
    /// Returns the definition of a field.
    fn definition(&self, key: &str) -> Option<&Definition>;
    /// Returns what the records of another resource can be filtered by, and their table, if the reader may read them.
    fn referred(&self, resource: &str) -> Option<(Box<dyn Filterable + '_>, Target)>;
}

impl Filterable for [Definition] {
    fn definition(&self, key: &str) -> Option<&Definition> {
        self.iter().find(|one| one.key == key)
    }

    fn referred(&self, _: &str) -> Option<(Box<dyn Filterable + '_>, Target)> {
        None
    }
}

impl Filter {
    /// Parses the parameter `filters`.
    ///
    /// # Errors
    /// 400, naming the parameter and the key of the filter that is missing or invalid.
    pub(crate) fn read<F: Filterable + ?Sized>(text: &str, definitions: &F) -> Result<Self> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| Error::Malformed(format!("`filters` is not JSON: {error}")))?;
        Self::of(&value, definitions)
            .map_err(|wrong| Error::Malformed(format!("`filters`: {}", wrong.sentence)))
    }

    /// Parses a group.
    pub(crate) fn of<F: Filterable + ?Sized>(
        value: &Value,
        definitions: &F,
    ) -> Result<Self, Wrong> {
        Reader { definitions, conditions: 0 }.group(value, "", 1)
    }
}

struct Reader<'a, F: ?Sized> {
    definitions: &'a F,
    conditions: usize,
}

fn wrong<T>(pointer: &str, sentence: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { pointer: pointer.to_owned(), sentence: sentence.into() })
}

impl<F: Filterable + ?Sized> Reader<'_, F> {
    fn group(&mut self, value: &Value, at: &str, depth: usize) -> Result<Filter, Wrong> {
        if depth > DEEPEST {
            return wrong(at, format!("A filter may be nested {DEEPEST} deep"));
        }
        let Some(fields) = value.as_object() else {
            return wrong(at, "A filter is a group: {\"operator\", \"conditions\"}");
        };
        known_keys(fields, &["operator", "conditions"], at)?;
        let Some(conditions) = fields.get("conditions").and_then(Value::as_array) else {
            return wrong(&format!("{at}/conditions"), "`conditions` of a group must be a list");
        };
        let combine = match fields.get("operator").and_then(Value::as_str) {
            Some("AND") => Filter::All,
            Some("OR") => Filter::Any,
            _ => {
                let not = quoted_value(fields.get("operator"));
                let what = format!("`operator` of a group is `AND` or `OR`, not {not}");
                return wrong(&format!("{at}/operator"), what);
            }
        };
        // A group without conditions counts as one condition: the database spends the same on both.
        if conditions.is_empty() {
            self.count(at)?;
        }
        let mut parts = Vec::with_capacity(conditions.len().min(MOST_CONDITIONS));
        for (index, part) in conditions.iter().enumerate() {
            let at = format!("{at}/conditions/{index}");
            let is_group = part.get("conditions").is_some();
            parts.push(if is_group {
                self.group(part, &at, depth + 1)?
            } else {
                self.condition(part, &at)?
            });
        }
        // An empty group excludes no record, with either operator.
        Ok(if parts.is_empty() { Filter::All(parts) } else { combine(parts) })
    }

    fn count(&mut self, at: &str) -> Result<(), Wrong> {
        self.conditions += 1;
        if self.conditions > MOST_CONDITIONS {
            return wrong(at, format!("A filter may have {MOST_CONDITIONS} conditions"));
        }
        Ok(())
    }

    fn condition(&mut self, value: &Value, at: &str) -> Result<Filter, Wrong> {
        self.count(at)?;
        let Some(fields) = value.as_object() else {
            return wrong(at, "A condition is {\"field\", \"operator\", \"value\"}");
        };
        known_keys(fields, &["field", "operator", "value", "secondValue"], at)?;
        let given = |key: &str| fields.get(key).is_some_and(|value| !value.is_null());
        let wrong_at =
            |key: &str, sentence: String| Wrong { pointer: format!("{at}/{key}"), sentence };
        if !given("field") {
            // A condition with `AND` or `OR` and without a field was meant to be a group.
            let word = fields.get("operator").and_then(Value::as_str);
            return Err(match word {
                Some("AND" | "OR") => {
                    wrong_at("conditions", "`conditions` of a group must be a list".into())
                }
                _ => wrong_at("field", "`field` of a condition is missing".into()),
            });
        }
        let unknown = || {
            let field = quoted_value(fields.get("field"));
            wrong_at("field", format!("There is no field {field} to filter by"))
        };
        let key = fields.get("field").and_then(Value::as_str).ok_or_else(unknown)?;
        if key.split('.').count() > MOST_REFERENCES + 1 {
            return Err(unknown());
        }
        let read = |definition: &Definition, is_optional: bool| {
            comparison((definition, is_optional), key, fields, at)
        };
        followed(self.definitions, key, false, &read).unwrap_or_else(|| Err(unknown()))
    }
}

/// Reads the comparison of a field, which may follow references: `project.developer`. `is_optional` says that one of the
/// references before may be missing. `None` when there is no such field.
fn followed<F: Filterable + ?Sized>(
    definitions: &F,
    key: &str,
    is_optional: bool,
    read: &dyn Fn(&Definition, bool) -> Result<Filter, Wrong>,
) -> Option<Result<Filter, Wrong>> {
    if let Some(definition) = definitions.definition(key) {
        return Some(read(definition, is_optional || definition.is_optional));
    }
    let (field, rest) = key.split_once('.')?;
    let definition = definitions.definition(field)?;
    let FilterType::Identifier { of: Some(resource) } = &definition.kind else { return None };
    let (referred, to) = definitions.referred(resource)?;
    let is_optional = is_optional || definition.is_optional;
    let within = followed(&*referred, rest, is_optional, read)?;
    Some(within.map(|within| {
        let or_none = within.is_met_by_none();
        let within = Box::new(within);
        Filter::Referred(ReferredFilter { field: definition.key, to, within, or_none, key: None })
    }))
}

/// Reads the comparison of a field, which is called `key`, and may have no value if it `is_optional`.
fn comparison(
    (definition, is_optional): (&Definition, bool),
    key: &str,
    fields: &Map<String, Value>,
    at: &str,
) -> Result<Filter, Wrong> {
    let given = |key: &str| fields.get(key).is_some_and(|value| !value.is_null());
    let wrong_at = |key: &str, sentence: String| Wrong { pointer: format!("{at}/{key}"), sentence };
    if !given("operator") {
        let words: Vec<&str> = definition.operators(is_optional).map(Operator::word).collect();
        let possible = words.join(", ");
        let what =
            format!("`operator` of the condition on `{key}` is missing. Possible: {possible}");
        return Err(wrong_at("operator", what));
    }
    let operator = fields.get("operator").and_then(Value::as_str).and_then(Operator::of);
    let operator =
        operator.filter(|one| definition.operators(is_optional).any(|other| other == *one));
    let Some(operator) = operator else {
        let by = quoted_value(fields.get("operator"));
        return Err(wrong_at("operator", format!("`{key}` cannot be compared by {by}")));
    };
    let word = operator.word();
    if operator != Operator::Between && fields.contains_key("secondValue") {
        let what = format!("`secondValue` goes with `between`, not `{word}`");
        return Err(wrong_at("secondValue", what));
    }
    let takes_none = matches!(operator, Operator::IsMissing | Operator::IsPresent);
    if takes_none && given("value") {
        return Err(wrong_at("value", format!("`{word}` takes no `value`")));
    }
    let read = |name: &str| {
        let value = fields.get(name).unwrap_or(&Value::Null);
        let operand = definition.operand(value);
        operand.map_err(|what| wrong_at(name, format!("`{name}` of `{key}` must be {what}")))
    };
    let operand = match operator {
        Operator::Between => match (read("value")?, read("secondValue")?) {
            (Operand::Number(from), Operand::Number(to)) => Operand::Numbers(from, to),
            (Operand::Day(from), Operand::Day(to)) => Operand::Days(from, to),
            _ => return wrong(at, "`between` compares numbers and dates"),
        },
        Operator::IsMissing | Operator::IsPresent => Operand::None,
        Operator::In | Operator::NotIn => {
            let list = fields.get("value").and_then(Value::as_array);
            let Some(list) = list.filter(|list| list.len() <= MOST_VALUES) else {
                let what = format!("`value` of `{key}` must be a list of at most {MOST_VALUES}");
                return Err(wrong_at("value", what));
            };
            let mut texts = Vec::with_capacity(list.len());
            for (index, one) in list.iter().enumerate() {
                match definition.operand(one) {
                    Ok(Operand::Text(text)) => texts.push(text),
                    Ok(_) => return wrong(at, "`in` compares choices"),
                    Err(what) => {
                        let what = format!("Each one in `value` of `{key}` must be {what}");
                        return Err(wrong_at(&format!("value/{index}"), what));
                    }
                }
            }
            Operand::Texts(texts)
        }
        _ => read("value")?,
    };
    Ok(match definition.computed {
        Some(field) => Filter::Computed(field, operator, operand),
        None => Filter::Is(Condition { field: definition.key.to_owned(), operator, operand }),
    })
}

impl Definition {
    /// Parses `value` for this field. The error says what the value must be.
    fn operand(&self, value: &Value) -> Result<Operand, String> {
        match &self.kind {
            FilterType::Text => match value.as_str() {
                Some(text) if text.chars().count() <= LONGEST_TEXT && !text.contains('\0') => {
                    Ok(Operand::Text(crate::db::fold_text(text)))
                }
                _ => Err(format!("a text of at most {LONGEST_TEXT} characters")),
            },
            FilterType::Number => match value {
                Value::Number(number) => Ok(Operand::Number(match number.as_i64() {
                    Some(whole) => Number::Whole(whole),
                    None => Number::Real(number.as_f64().unwrap_or(f64::MAX)),
                })),
                _ => Err("a number".into()),
            },
            FilterType::Date => {
                let day = value.as_str().and_then(day);
                day.map(Operand::Day).ok_or_else(|| "a date such as 2026-11-20".into())
            }
            FilterType::Boolean => {
                value.as_bool().map(Operand::Truth).ok_or_else(|| "true or false".into())
            }
            FilterType::Identifier { .. } => {
                let id = value.as_str().and_then(Id::parse);
                id.map(|id| Operand::Text(id.as_str().to_owned()))
                    .ok_or_else(|| "an identifier: 24 lowercase hex characters".into())
            }
            FilterType::Choice(options) => {
                let chosen = value.as_str().filter(|text| {
                    options.iter().any(|option| option.value.as_str() == Some(text))
                });
                chosen.map(|text| Operand::Text(crate::db::fold_text(text))).ok_or_else(|| {
                    let values: Vec<&str> =
                        options.iter().filter_map(|option| option.value.as_str()).collect();
                    format!("one of: {}", values.join(", "))
                })
            }
        }
    }
}

/// Parses a day as `yyyy-mm-dd`, and in no other form that chrono would accept.
fn day(text: &str) -> Option<NaiveDate> {
    let plain = text.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
    day.filter(|day| plain && text.len() == 10 && day.year() > 0)
}

fn known_keys(fields: &Map<String, Value>, known: &[&str], at: &str) -> Result<(), Wrong> {
    match fields.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => {
            let what = format!("A filter knows no {}", quoted(key));
            wrong(&format!("{at}/{}", crate::engine::schema::escape(key)), what)
        }
    }
}

fn quoted_value(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "nothing".into(),
        Some(Value::String(text)) => quoted(text),
        Some(_) => "what is written there".into(),
    }
}
