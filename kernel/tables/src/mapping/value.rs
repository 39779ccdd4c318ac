//! Converts one text into a value in steps: cleaning, replacing, capturing, splitting, case,
//! tables, and at the end a number or a date. Pure functions from text to JSON, independent of rows
//! and columns.

use std::collections::{HashMap, HashSet};

use regex::Regex;
use serde_json::Value;

use super::date::DateFormats;
use super::number::{self, NumberFormat};
use super::plain_cell::PlainCell;
use super::spec::{Case, Otherwise, OtherwiseWord};
use super::stopwatch::Until;
use crate::cell_text::{collapse, comparable, not_too_long, plain_text, quote};

/// The maximum number of items of a list.
const LONGEST_LIST: usize = 1000;

/// The JSON type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A text, dates included.
    Text,
    /// A number.
    Number,
    /// A list of texts or numbers.
    List,
}

/// The steps of a value, in the order of the fields.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// Words for a missing value, in the form of [`comparable`].
    pub(super) missing: HashSet<String>,
    pub(super) collapse: bool,
    pub(super) replace: Vec<(Regex, String)>,
    pub(super) capture: Option<Capture>,
    pub(super) split: Option<Regex>,
    /// Which item of the split is used: 1 is the first, -1 the last.
    pub(super) pick: Option<i32>,
    pub(super) case: Option<Case>,
    pub(super) table: Option<Table>,
    pub(super) finish: Finish,
}

#[derive(Debug)]
pub(super) struct Capture {
    pub(super) pattern: Regex,
    pub(super) otherwise: Otherwise,
}

#[derive(Debug)]
pub(super) struct Table {
    /// The entries, by text in the form of [`comparable`].
    pub(super) entries: HashMap<String, Value>,
    pub(super) otherwise: Otherwise,
}

#[derive(Debug, Default)]
pub(super) enum Finish {
    #[default]
    Keep,
    Number {
        format: NumberFormat,
        factor: f64,
        round: Option<u8>,
    },
    Date(DateFormats),
    /// The field's own type, for a file whose header has the field names.
    Plain(PlainCell),
}

/// A value after its steps, and the named groups when it was captured.
#[derive(Debug, Default)]
pub(super) struct Stepped {
    pub(super) value: Option<Value>,
    pub(super) groups: Vec<Option<String>>,
}

impl Steps {
    /// Returns whether the steps use patterns.
    pub(super) fn has_patterns(&self) -> bool {
        !self.replace.is_empty() || self.capture.is_some() || self.split.is_some()
    }

    /// Lists the names of the groups that the pattern captures; empty when no group has a name.
    pub(super) fn group_names(&self) -> Vec<Option<String>> {
        let Some(capture) = &self.capture else {
            return Vec::new();
        };
        let names = capture.pattern.capture_names().skip(1).map(|name| name.map(str::to_owned));
        let names: Vec<Option<String>> = names.collect();
        if names.iter().any(Option::is_some) { names } else { Vec::new() }
    }

    /// Runs all steps; `None` for a missing value. The error is a message about the value.
    pub(super) fn apply(&self, value: Value, until: Until) -> Result<Option<Value>, String> {
        match value {
            Value::String(text) if let Finish::Plain(cell) = &self.finish => cell.read(&text, None),
            Value::Array(items) => {
                let mut applied = Vec::new();
                for item in items {
                    match self.apply(item, until)? {
                        Some(Value::Array(more)) => applied.extend(more),
                        Some(one) => applied.push(one),
                        None => {}
                    }
                    not_too_many(&applied)?;
                }
                list(applied)
            }
            Value::String(text) => match self.prepare(&text, until)? {
                Some(text) => self.divide(text, until),
                None => Ok(None),
            },
            other => self.finish(other),
        }
    }

    /// Runs the steps up to a capture with named groups, and returns the groups.
    pub(super) fn groups(&self, value: Value, until: Until) -> Result<Stepped, String> {
        let Value::String(text) = value else {
            return Err("a pattern with groups captures from a text only".to_owned());
        };
        let (Some(text), Some(capture)) = (self.clean(&text, until)?, &self.capture) else {
            return Ok(Stepped::default());
        };
        let Some(found) = capture.pattern.captures(&text) else {
            let value = capture.unmatched(text)?.map(Value::String);
            return Ok(Stepped { value, groups: Vec::new() });
        };
        let group = |index: usize| found.get(index).map(|group| group.as_str().to_owned());
        let groups = (1..capture.pattern.captures_len()).map(group).collect();
        Ok(Stepped { value: group(0).map(Value::String), groups })
    }

    fn prepare(&self, text: &str, until: Until) -> Result<Option<String>, String> {
        let Some(text) = self.clean(text, until)? else {
            return Ok(None);
        };
        let Some(capture) = &self.capture else {
            return Ok(Some(text));
        };
        match capture.pattern.captures(&text) {
            Some(found) => {
                let part = found.get(1).or_else(|| found.get(0));
                Ok(part.map(|part| part.as_str().to_owned()))
            }
            None => capture.unmatched(text),
        }
    }

    fn clean(&self, text: &str, until: Until) -> Result<Option<String>, String> {
        let mut text = text.trim().to_owned();
        if self.is_missing(&text) {
            return Ok(None);
        }
        if self.collapse {
            text = collapse(&text);
        }
        for (find, with) in &self.replace {
            text = replaced(&text, find, with, until)?.trim().to_owned();
            not_too_long(&text)?;
        }
        Ok((!self.is_missing(&text)).then_some(text))
    }

    fn divide(&self, text: String, until: Until) -> Result<Option<Value>, String> {
        let Some(split) = &self.split else {
            return self.each(text);
        };
        let mut parts = Vec::new();
        for part in split.split(&text).map(str::trim) {
            until.check()?;
            if !self.is_missing(part) {
                parts.push(part);
            }
        }
        if let Some(place) = self.pick {
            if place < 0 {
                parts.reverse();
            }
            let part = parts.get(place.unsigned_abs() as usize - 1);
            return part.map_or(Ok(None), |part| self.each((*part).to_owned()));
        }
        let mut items = Vec::new();
        for part in parts {
            items.extend(self.each(part.to_owned())?);
        }
        list(items)
    }

    fn each(&self, text: String) -> Result<Option<Value>, String> {
        let text = match self.case {
            Some(case) => cased(&text, case),
            None => text,
        };
        let text = match &self.table {
            Some(table) => match table.look_up(text)? {
                Some(Value::String(text)) => text,
                done => return Ok(done),
            },
            None => text,
        };
        if text.is_empty() { Ok(None) } else { self.finish(Value::String(text)) }
    }

    fn finish(&self, value: Value) -> Result<Option<Value>, String> {
        match (&self.finish, value) {
            (Finish::Number { format, factor, round }, value) => {
                let read = match value {
                    Value::String(text) => format.read(&text)?,
                    other => other,
                };
                let (Some(number), true) = (read.as_f64(), *factor != 1.0 || round.is_some())
                else {
                    return Ok(Some(read));
                };
                let number = number::tidy(number * factor);
                let number = round.map_or(number, |places| number::round(number, places));
                number::json(number).map(Some).ok_or_else(|| "the number is too large".to_owned())
            }
            (Finish::Date(formats), Value::String(text)) => {
                Ok(Some(Value::String(formats.read(&text)?)))
            }
            (_, value) => Ok(Some(value)),
        }
    }

    /// Lists the values that the steps produce independently of their input: the entries of a
    /// table, and the constants for a text that is not in the table or does not match the pattern.
    pub(super) fn given(&self) -> Vec<Result<Value, String>> {
        let mut given = Vec::new();
        if let Some(Capture { otherwise: Otherwise::Constant(other), .. }) = &self.capture {
            given.push(self.divide(plain_text(&other.constant), Until::NEVER));
        }
        if let Some(table) = &self.table {
            let other = match &table.otherwise {
                Otherwise::Constant(other) => Some(&other.constant),
                Otherwise::Word(_) => None,
            };
            for value in table.entries.values().chain(other) {
                let made = match value {
                    Value::String(text) if text.is_empty() => Ok(None),
                    Value::String(_) => self.finish(value.clone()),
                    other => Ok(Some(other.clone())),
                };
                let listed = self.split.is_some() && self.pick.is_none();
                given.push(made.map(|made| match made {
                    Some(item) if listed && !item.is_array() => Some(Value::Array(vec![item])),
                    made => made,
                }));
            }
        }
        given.into_iter().filter_map(Result::transpose).collect()
    }

    /// Returns the type that a value of this type is converted to; `None` where a table determines
    /// all possible values.
    pub(super) fn form(&self, form: Form) -> Option<Form> {
        let listed = form == Form::List || (self.split.is_some() && self.pick.is_none());
        let keeps = |table: &Table| matches!(table.otherwise, Otherwise::Word(OtherwiseWord::Keep));
        match &self.finish {
            _ if listed => Some(Form::List),
            _ if form == Form::Text && !self.table.as_ref().is_none_or(keeps) => None,
            Finish::Number { .. } => Some(Form::Number),
            Finish::Date(_) => Some(Form::Text),
            Finish::Keep => Some(form),
            Finish::Plain(_) => None,
        }
    }

    fn is_missing(&self, text: &str) -> bool {
        text.is_empty() || (!self.missing.is_empty() && self.missing.contains(&comparable(text)))
    }
}

/// Returns the text with all matches replaced.
fn replaced(text: &str, find: &Regex, with: &str, until: Until) -> Result<String, String> {
    let (mut replaced, mut end) = (String::with_capacity(text.len()), 0);
    for found in find.captures_iter(text) {
        until.check()?;
        let whole = found.get_match();
        replaced.push_str(&text[end..whole.start()]);
        found.expand(with, &mut replaced);
        end = whole.end();
    }
    replaced.push_str(&text[end..]);
    Ok(replaced)
}

impl Capture {
    fn unmatched(&self, text: String) -> Result<Option<String>, String> {
        let expected = || format!("{} does not look like {}", quote(&text), self.pattern);
        match &self.otherwise {
            Otherwise::Word(OtherwiseWord::Error) => Err(expected()),
            Otherwise::Word(OtherwiseWord::Missing) => Ok(None),
            Otherwise::Word(OtherwiseWord::Keep) => Ok(Some(text)),
            Otherwise::Constant(other) => Ok(Some(plain_text(&other.constant))),
        }
    }
}

impl Table {
    fn look_up(&self, text: String) -> Result<Option<Value>, String> {
        if let Some(value) = self.entries.get(&comparable(&text)) {
            return Ok(Some(value.clone()));
        }
        match &self.otherwise {
            Otherwise::Word(OtherwiseWord::Error) => {
                Err(format!("{} is not in the table", quote(&text)))
            }
            Otherwise::Word(OtherwiseWord::Missing) => Ok(None),
            Otherwise::Word(OtherwiseWord::Keep) => Ok(Some(Value::String(text))),
            Otherwise::Constant(other) => Ok(Some(other.constant.clone())),
        }
    }
}

/// Checks a list, also while it is being made.
pub(super) fn not_too_many(items: &[Value]) -> Result<(), String> {
    match items.len() > LONGEST_LIST {
        true => Err(format!("the list has more than {LONGEST_LIST} items")),
        false => Ok(()),
    }
}

/// Makes a list without repeated items, compared after case folding; `None` for an empty list.
pub(super) fn list(items: Vec<Value>) -> Result<Option<Value>, String> {
    not_too_many(&items)?;
    let mut seen = HashSet::new();
    let items: Vec<Value> =
        items.into_iter().filter(|item| seen.insert(comparable(&plain_text(item)))).collect();
    Ok((!items.is_empty()).then_some(Value::Array(items)))
}

fn cased(text: &str, case: Case) -> String {
    match case {
        Case::Lower => text.to_lowercase(),
        Case::Upper => text.to_uppercase(),
        Case::Title => {
            let mut inside = false;
            let mut title = String::with_capacity(text.len());
            for c in text.chars() {
                match inside {
                    true => title.extend(c.to_lowercase()),
                    false => title.extend(c.to_uppercase()),
                }
                inside = c.is_alphanumeric() || c == '\'' || c == '’';
            }
            title
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_case_keeps_the_apostrophe_inside_the_word() {
        assert_eq!(cased("ME'AISEM (FIRST) al-noor", Case::Title), "Me'aisem (First) Al-Noor");
    }

    #[test]
    fn lists_have_a_limit() {
        assert!(list((0..1001).map(Value::from).collect()).is_err());
    }
}
