//! Validates a body by its schema: normalizes it as the schema says, reports each validation error
//! at its field with the schema's message, and only then deserializes it.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use chrono::{Datelike, NaiveDate};
use jsonschema::error::ValidationErrorKind;
use jsonschema::{Keyword, ValidationError, Validator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use text::nfc;

use super::common_passwords::is_common;
use super::definitions::Definitions;
use crate::base::error::{Error, FieldError, Result};

/// The years of days in records; any other year is a slip of the hand, such as `0026-07-15`.
const YEARS: RangeInclusive<i32> = 1900..=2200;

/// Returns whether a text is a day such as `2026-11-20`, in a year that records have.
fn is_business_day(text: &str) -> bool {
    day(text).is_some_and(|day| YEARS.contains(&day.year()))
}

/// Reads a day such as `2026-11-20`.
fn day(text: &str) -> Option<NaiveDate> {
    // Chrono reads signs and fewer digits, too.
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|_| text.len() == 10)
}

/// Returns what the message for a day adds when only its year is wrong.
fn wrong_year(value: &Value) -> String {
    match value.as_str().and_then(day).filter(|day| !YEARS.contains(&day.year())) {
        None => String::new(),
        Some(day) => {
            let (first, last) = (YEARS.start(), YEARS.end());
            format!(", in a year from {first} to {last}, not {:04}", day.year())
        }
    }
}

/// The validator of one named schema. Built once, used for every body.
pub(crate) struct Checker {
    root: Value,
    validator: Validator,
}

impl Checker {
    /// Builds the validator of `T`'s schema.
    ///
    /// # Panics
    /// When the type's own schema is not valid: a mistake in the type, found on first use.
    #[cfg(test)]
    pub(crate) fn of<T: schemars::JsonSchema>() -> Self {
        let mut definitions = Definitions::default();
        let made = definitions.add::<T>("kernel").and_then(|name| Self::named(&definitions, &name));
        made.unwrap_or_else(|error| panic!("{}: {error}", T::schema_name()))
    }

    /// Builds the validator of the schema `name` among `definitions`.
    pub(crate) fn named(definitions: &Definitions, name: &str) -> Result<Self> {
        let mut root = json!({ "$ref": format!("#/components/schemas/{name}"), "components": {} });
        root["components"]["schemas"] = Value::Object(definitions.reached_from(name));
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .with_format("date", is_business_day)
            .with_keyword("x-uncommon", |_, _, _| Ok(Box::new(Uncommon)))
            .build(&root)
            .map_err(|error| Error::startup(format!("The schema {name} is not valid: {error}")))?;
        Ok(Self { root, validator })
    }

    /// Normalizes and validates `body`, and deserializes it to a `T`.
    pub(crate) fn read<T: DeserializeOwned>(&self, body: Value) -> Result<T> {
        let body = self.check(body)?;
        from_value(body)
    }

    /// Normalizes and validates `body`.
    pub(crate) fn check(&self, mut body: Value) -> Result<Value> {
        self.normalise(&mut body, &self.root);
        // Whether there are errors is found in a fraction of the time that it takes to find out which.
        if !has_null_character(&body) && self.validator.is_valid(&body) {
            return Ok(body);
        }
        let mut errors = Vec::new();
        refuse_nulls(&body, "", &mut errors);
        let mut errors: Vec<_> = errors.into_iter().map(|error| (error, 0)).collect();
        for error in self.validator.iter_errors(&body) {
            self.report(&error, &mut errors);
        }
        // One error per field is reported.
        errors.sort_by(|(one, first), (other, second)| {
            (&one.pointer, first, &one.message).cmp(&(&other.pointer, second, &other.message))
        });
        errors.dedup_by(|(a, _), (b, _)| a.pointer == b.pointer);
        let errors: Vec<FieldError> = errors.into_iter().map(|(error, _)| error).collect();
        if errors.is_empty() { Ok(body) } else { Err(Error::Invalid(errors)) }
    }

    /// Returns whether the schema has a property of this name.
    pub(crate) fn has_field(&self, name: &str) -> bool {
        self.resolve(&self.root).get("properties").is_some_and(|all| all.get(name).is_some())
    }

    /// Returns whether surrounding spaces are trimmed from a text of this field.
    pub(crate) fn trims(&self, name: &str) -> bool {
        let property = self.property(name);
        let words = property.and_then(|property| property.get("x-normalize"));
        super::messages::strings(words).iter().any(|word| word == "trim")
    }

    /// Returns the value of a field that was emptied: its default, or null. The error is the
    /// message that it is required.
    pub(crate) fn emptied(&self, name: &str) -> std::result::Result<Value, String> {
        let required = self.resolve(&self.root).get("required");
        if super::messages::strings(required).iter().any(|one| one == name) {
            return Err(self.message(&format!("/{}", escape(name)), "required").0);
        }
        let default = self.property(name).and_then(|property| property.get("default"));
        Ok(default.cloned().unwrap_or_default())
    }

    fn property(&self, name: &str) -> Option<&Value> {
        self.resolve(&self.root).get("properties")?.get(name)
    }

    /// Returns the schema of a field, by the names that lead to it.
    pub(crate) fn field<'n>(&self, path: impl IntoIterator<Item = &'n str>) -> Option<&Value> {
        path.into_iter().try_fold(self.resolve(&self.root), |schema, name| {
            Some(self.resolve(schema.get("properties")?.get(name)?))
        })
    }

    /// Calls `visit` with each property that holds a value: its name, its label, and its schema. Nested
    /// ones have dotted names, and labels such as `Location: City`.
    pub(crate) fn each_field(&self, visit: &mut impl FnMut(String, String, &Value)) {
        self.fields_of(&self.root, ("", ""), visit);
    }

    fn fields_of(
        &self,
        schema: &Value,
        (prefix, whose): (&str, &str),
        visit: &mut impl FnMut(String, String, &Value),
    ) {
        let properties = self.resolve(schema).get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            let name = format!("{prefix}{name}");
            let title = property.get("title").or_else(|| self.resolve(property).get("title"));
            let label = format!("{whose}{}", title.and_then(Value::as_str).unwrap_or_default());
            if self.resolve(property).get("properties").is_some() {
                self.fields_of(property, (&format!("{name}."), &format!("{label}: ")), visit);
            } else {
                visit(name, label, self.resolve(property));
            }
        }
    }

    /// Follows `$ref`, and the non-null branch of an optional value.
    fn resolve<'a>(&'a self, mut schema: &'a Value) -> &'a Value {
        loop {
            let branch = schema.get("anyOf").and_then(|branches| branches.get(0));
            let next = match schema.get("$ref").and_then(Value::as_str) {
                Some(reference) => self.root.pointer(reference.trim_start_matches('#')),
                None => branch,
            };
            match next {
                Some(next) => schema = next,
                None => return schema,
            }
        }
    }

    /// Normalizes every text to NFC, except passwords, and applies the schema's own normalization.
    fn normalise(&self, value: &mut Value, schema: &Value) {
        let resolved = self.resolve(schema);
        let keyword = |word: &str| schema.get(word).or_else(|| resolved.get(word));
        match value {
            Value::String(_) if keyword("writeOnly") == Some(&Value::Bool(true)) => {}
            Value::String(text) => {
                compose(text);
                let words = super::messages::strings(schema.get("x-normalize"));
                for word in words.iter().map(String::as_str) {
                    match word {
                        "trim" => *text = text::trim(text).to_owned(),
                        "lowercase" => *text = text.to_lowercase(),
                        _ => {}
                    }
                }
                // A lowercased letter may compose with the character after it.
                compose(text);
            }
            Value::Array(items) => {
                let schema = resolved.get("items").unwrap_or(&Value::Null);
                items.iter_mut().for_each(|item| self.normalise(item, schema));
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    let property = resolved.get("properties").and_then(|all| all.get(name));
                    self.normalise(field, property.unwrap_or(&Value::Null));
                }
            }
            // 5.0 is an integer in JSON, and 5 in every type that holds one.
            Value::Number(number) if is_integer(resolved) => {
                if let Some(float) = number.as_f64()
                    && !number.is_i64()
                    && float.fract() == 0.0
                    && float.abs() <= 9_007_199_254_740_991.0
                {
                    #[expect(clippy::cast_possible_truncation, reason = "checked to be whole")]
                    let whole = float as i64;
                    *value = json!(whole);
                }
            }
            _ => {}
        }
    }

    /// Adds an error, with the rank of its rule among the rules of its field.
    fn report(&self, error: &ValidationError<'_>, errors: &mut Vec<(FieldError, usize)>) {
        let at = error.instance_path().to_string();
        let mut push = |pointer: String, rule: &str, whose: &str| {
            let (message, rank) = self.message(whose, rule);
            errors.push((FieldError::new(pointer, message), rank));
        };
        match error.kind() {
            ValidationErrorKind::Required { property } => {
                let pointer = format!("{at}/{}", escape(property.as_str().unwrap_or_default()));
                push(pointer.clone(), "required", &pointer);
            }
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                for name in unexpected {
                    push(format!("{at}/{}", escape(name)), "additionalProperties", &at);
                }
            }
            // For an optional value the error is that of its own schema, not "or null".
            ValidationErrorKind::AnyOf { context } => {
                for inner in context.first().into_iter().flatten() {
                    self.report(inner, errors);
                }
            }
            kind => {
                let rule = kind.keyword();
                if is_missing(error.instance(), rule) && self.own_message(&at, "required").is_some()
                {
                    push(at.clone(), "required", &at);
                }
                push(at.clone(), rule, &at);
                if rule == "format"
                    && let Some((refused, _)) = errors.last_mut()
                {
                    refused.message.push_str(&wrong_year(error.instance()));
                }
            }
        }
    }

    /// Returns the schema's message at `pointer` for a broken `rule`, and its rank: of several
    /// broken rules the one with the first message is reported.
    fn message(&self, pointer: &str, rule: &str) -> (String, usize) {
        self.own_message(pointer, rule)
            .unwrap_or_else(|| ("This value is not one that can be stored here".into(), usize::MAX))
    }

    /// Returns the same, when the schema has a message for this rule.
    fn own_message(&self, pointer: &str, rule: &str) -> Option<(String, usize)> {
        let mut schema = &self.root;
        for step in pointer.split('/').skip(1) {
            let resolved = self.resolve(schema);
            let property = resolved.get("properties").and_then(|all| all.get(unescape(step)));
            match property.or_else(|| resolved.get("items")) {
                Some(next) => schema = next,
                None => break,
            }
        }
        let own = |schema: &Value| {
            let mut messages = schema.get("x-messages")?.as_object()?.iter().enumerate();
            let (rank, (_, message)) = messages.find(|(_, (of, _))| *of == rule)?;
            Some((message.as_str()?.to_owned(), rank))
        };
        own(schema).or_else(|| own(self.resolve(schema)))
    }
}

/// Returns whether `value`, which breaks `rule`, counts as missing, so that it breaks `required`
/// too: null where a value is required, and an empty text where a pattern is. A `format` has the
/// better message itself.
fn is_missing(value: &Value, rule: &str) -> bool {
    value.is_null() || (rule == "pattern" && value.as_str() == Some(""))
}

fn compose(text: &mut String) {
    if let Cow::Owned(composed) = nfc(text) {
        *text = composed;
    }
}

/// The rule of a new password: it must not be a common one.
struct Uncommon;

impl<'i> Keyword<'i> for Uncommon {
    fn validate(&self, instance: &'i Value) -> std::result::Result<(), ValidationError<'i>> {
        match self.is_valid(instance) {
            true => Ok(()),
            false => Err(ValidationError::custom("a common password")),
        }
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        !instance.as_str().is_some_and(is_common)
    }
}

fn is_integer(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "integer"),
        Some(kind) => kind == "integer",
        None => false,
    }
}

fn has_null_character(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_null_character),
        Value::Object(fields) => fields.values().any(has_null_character),
        _ => false,
    }
}

/// PostgreSQL cannot store a null character, and no text of ours needs one.
fn refuse_nulls(value: &Value, at: &str, errors: &mut Vec<FieldError>) {
    match value {
        Value::String(text) if text.contains('\0') => {
            errors.push(FieldError::new(at, "A text must not contain a null character"));
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(index, item)| refuse_nulls(item, &format!("{at}/{index}"), errors)),
        Value::Object(fields) => fields.iter().for_each(|(name, field)| {
            refuse_nulls(field, &format!("{at}/{}", escape(name)), errors)
        }),
        _ => {}
    }
}

pub(crate) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn unescape(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// Deserializes a body that its schema accepted. The error of serde may repeat the input, even a
/// password, so it is not passed on.
pub(crate) fn from_value<T: DeserializeOwned>(body: Value) -> Result<T> {
    serde_json::from_value(body).map_err(|error| {
        tracing::warn!(
            line = error.line(),
            "a body that its schema accepted cannot be deserialized"
        );
        Error::invalid("", "This cannot be stored as it is written")
    })
}

/// Applies a patch to a record's current input: each given field replaces the current one.
pub(crate) fn merge(state: &Value, patch: Value) -> Value {
    let mut merged: Map<String, Value> = state.as_object().cloned().unwrap_or_default();
    if let Value::Object(fields) = patch {
        merged.extend(fields);
    }
    Value::Object(merged)
}

#[cfg(test)]
mod tests;
