//! The keys of a mapping file, as they are parsed from TOML or JSON. `compile` checks them against
//! each other; `value`, `number` and `date` execute them.
//!
//! A nested specification stays plain JSON until it is compiled, so that every message can begin
//! with the path of its key.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::options::{Empty, Existing, Repeated};
use super::serde_errors::explain;

/// The keys of a mapping file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FileSpec {
    pub(super) resource: Option<String>,
    pub(super) existing: Existing,
    pub(super) repeated: Repeated,
    pub(super) empty: Option<Empty>,
    pub(super) delimiter: Option<String>,
    pub(super) encoding: Option<String>,
    pub(super) sheet: Option<String>,
    pub(super) header_line: Option<u64>,
    pub(super) missing: Vec<String>,
    pub(super) skip_rows: Vec<Value>,
    pub(super) values: Map<String, Value>,
    pub(super) fields: Map<String, Value>,
}

/// How one value is made: a source, then steps in a fixed order.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Spec {
    pub(super) column: Option<String>,
    pub(super) value: Option<String>,
    pub(super) constant: Option<Value>,
    pub(super) template: Option<String>,
    pub(super) join: Option<Vec<Value>>,
    pub(super) separator: Option<String>,
    pub(super) distinct: bool,
    pub(super) first: Option<Vec<Value>>,
    pub(super) sum: Option<Vec<Value>>,
    pub(super) list: Option<Vec<Value>>,
    pub(super) flags: Option<Flags>,
    pub(super) yes: Vec<String>,
    pub(super) no: Vec<String>,
    pub(super) lookup: Option<String>,
    pub(super) by: Option<Map<String, Value>>,
    pub(super) create: Option<Map<String, Value>>,

    pub(super) when: Option<Several<Map<String, Value>>>,

    pub(super) missing: Vec<String>,
    pub(super) collapse: bool,
    pub(super) replace: Vec<Replace>,
    pub(super) capture: Option<Capture>,
    pub(super) split: Option<Split>,
    pub(super) pick: Option<i32>,
    pub(super) case: Option<Case>,
    pub(super) table: Option<Map<String, Value>>,
    pub(super) otherwise: Option<Otherwise>,
    pub(super) number: Option<Number>,
    pub(super) factor: Option<f64>,
    pub(super) round: Option<u8>,
    pub(super) date: Option<Several<String>>,
    pub(super) period: Option<Period>,
    pub(super) default: Option<Value>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected one or a list of them")]
pub(super) enum Several<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> Several<T> {
    pub(super) fn into_vec(self) -> Vec<T> {
        match self {
            Several::One(one) => vec![one],
            Several::Many(many) => many,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Replace {
    pub(super) find: String,
    #[serde(default)]
    pub(super) with: String,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a pattern, or { pattern = …, otherwise = … }")]
pub(super) enum Capture {
    Pattern(String),
    Full(CaptureSpec),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CaptureSpec {
    pub(super) pattern: String,
    #[serde(default)]
    pub(super) otherwise: Otherwise,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a separator, or { pattern = … }")]
pub(super) enum Split {
    Separator(String),
    Pattern(SplitPattern),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SplitPattern {
    pub(super) pattern: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Case {
    Lower,
    Upper,
    Title,
}

/// What to do with a text that is not in a table or does not match a pattern.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected \"keep\", \"missing\", \"error\" or { constant = … }")]
pub(super) enum Otherwise {
    Word(OtherwiseWord),
    Constant(OtherwiseConstant),
}

impl Default for Otherwise {
    fn default() -> Self {
        Otherwise::Word(OtherwiseWord::Error)
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OtherwiseWord {
    Keep,
    Missing,
    Error,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OtherwiseConstant {
    pub(super) constant: Value,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "expected true, or a table of decimal, group, strip, units and percent"
)]
pub(super) enum Number {
    Plain(bool),
    Format(NumberSpec),
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct NumberSpec {
    pub(super) decimal: Option<String>,
    pub(super) group: Option<String>,
    pub(super) strip: Vec<String>,
    pub(super) units: Map<String, Value>,
    pub(super) percent: Option<Percent>,
}

/// Whether 7% is read as 0.07 or as 7.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Percent {
    Fraction,
    Points,
}

/// The day that represents a month, quarter or year.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Period {
    #[default]
    First,
    Last,
}

/// The yes-or-no columns, and the item that each adds to the list: by default the name of the
/// column.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a list of columns, or a table of columns and what each puts into the list"
)]
pub(super) enum Flags {
    Columns(Vec<String>),
    Named(Map<String, Value>),
}

/// A test of one column or value: exactly one of the tests.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ConditionSpec {
    pub(super) column: Option<String>,
    pub(super) value: Option<String>,
    pub(super) equals: Option<Several<String>>,
    pub(super) not_equals: Option<Several<String>>,
    pub(super) matches: Option<String>,
    pub(super) not_matches: Option<String>,
    pub(super) empty: Option<bool>,
    pub(super) less_than: Option<f64>,
    pub(super) at_most: Option<f64>,
    pub(super) more_than: Option<f64>,
    pub(super) at_least: Option<f64>,
    pub(super) between: Option<[f64; 2]>,
    pub(super) number: Option<Number>,
}

/// Parses one table of keys. A message begins with `path` and the name of the key, if one key is
/// wrong.
pub(super) fn read<T: DeserializeOwned>(path: &str, map: &Map<String, Value>) -> Result<T, String> {
    let whole = match serde_json::from_value::<T>(Value::Object(map.clone())) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    // serde reports what was expected but not the key, so each key is tried alone.
    for (key, value) in map {
        let alone = Map::from_iter([(key.clone(), value.clone())]);
        let Err(error) = serde_json::from_value::<T>(Value::Object(alone)) else {
            continue;
        };
        let error = error.to_string();
        if !error.starts_with("unknown field") {
            return Err(format!("{}: {}", join_path(path, key), explain(&error)));
        }
        let hint = if path.starts_with("fields.") {
            "; a field inside another is written in quotes: \"developer._id\""
        } else {
            ""
        };
        return Err(format!("{}: {}{hint}", display_path(path), explain(&error)));
    }
    Err(format!("{}: {}", display_path(path), explain(&whole.to_string())))
}

pub(super) fn join_path(path: &str, key: &str) -> String {
    let key = if key.contains('.') { format!("\"{key}\"") } else { key.to_owned() };
    if path.is_empty() { key } else { format!("{path}.{key}") }
}

fn display_path(path: &str) -> &str {
    if path.is_empty() { "the mapping" } else { path }
}

/// Returns the path of a TOML number that JSON cannot represent: `nan` or infinity.
pub(super) fn no_number(value: &Value) -> Option<String> {
    let inside = |key: &str, value: &Value| {
        let rest = no_number(value)?;
        Some(if rest.is_empty() {
            join_path("", key)
        } else {
            format!("{}.{rest}", join_path("", key))
        })
    };
    match value {
        Value::Null => Some(String::new()),
        Value::Object(map) => map.iter().find_map(|(key, value)| inside(key, value)),
        Value::Array(items) => items.iter().find_map(no_number),
        _ => None,
    }
}

/// Converts TOML's own dates, which arrive as a table with one private key, to texts.
pub(super) fn plain_dates(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if let (1, Some(Value::String(date))) = (map.len(), map.get("$__toml_private_datetime"))
            {
                *value = Value::String(date.clone());
                return;
            }
            map.values_mut().for_each(plain_dates);
        }
        Value::Array(items) => items.iter_mut().for_each(plain_dates),
        _ => {}
    }
}
