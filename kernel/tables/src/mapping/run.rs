//! Runs a plan on one row. Each value of the mapping is computed once.

use std::cell::RefCell;
use std::ops::RangeBounds;

use serde_json::Value;

use super::bound::Bound;
use super::number;
use super::plan::{Condition, Flags, Name, Piece, Source, Test, ValuePlan};
use super::stopwatch::Until;
use super::value::{self, Finish};
use super::value_error::{ValueError, at};
use crate::cell_text::{LONGEST_TEXT, comparable, not_too_long, plain_text, quote};
use crate::nature::Nature;
use crate::table::Row;

/// A value, and the column that it came from.
#[derive(Clone, Default)]
pub(super) struct Found {
    pub(super) value: Option<Value>,
    pub(super) column: Option<usize>,
}

/// A value of the mapping, computed for each row when it is first needed.
enum Slot {
    Unmade,
    Made { found: Found, groups: Vec<Option<String>> },
    Failed,
}

/// The state of a plan while it runs on one row.
pub(super) struct Run<'r> {
    pub(super) bound: &'r Bound,
    pub(super) row: &'r Row,
    values: RefCell<Vec<Slot>>,
}

impl<'r> Run<'r> {
    pub(super) fn new(bound: &'r Bound, row: &'r Row) -> Self {
        let values = bound.plan.values.iter().map(|_| Slot::Unmade).collect();
        Run { bound, row, values: RefCell::new(values) }
    }

    pub(super) fn make(&self, plan: &ValuePlan) -> Result<Found, ValueError> {
        let mut found = Found { value: None, column: plan.origin };
        if let (Finish::Plain(cell), Some(column)) = (&plan.steps.finish, plan.origin) {
            let text = self.row.cells.get(column).map_or("", String::as_str);
            let read = cell.read(text, self.row.nature(column));
            found.value = read.map_err(|message| at(found.column, message))?;
            return Ok(found);
        }
        if self.all_hold(&plan.when)? {
            let source = self.source(plan)?;
            found.column = source.column.or(found.column);
            if let Some(value) = source.value {
                let applied = match plan.steps.has_patterns() {
                    false => plan.steps.apply(value, Until::NEVER),
                    true => {
                        let patterns = &self.bound.patterns;
                        patterns.time(found.column, |until| plan.steps.apply(value, until))?
                    }
                };
                found.value = applied.map_err(|message| at(found.column, message))?;
            }
        }
        if found.value.is_none() {
            found.value.clone_from(&plan.default);
        }
        Ok(found)
    }

    fn source(&self, plan: &ValuePlan) -> Result<Found, ValueError> {
        let column = plan.origin;
        match &plan.source {
            Source::Constant(constant) => Ok(Found { value: Some(constant.clone()), column: None }),
            // A number is what is stored, whatever its format shows.
            Source::Name(Name::Column(place))
                if matches!(plan.steps.finish, Finish::Number { .. }) =>
            {
                Ok(self.cell(*place, self.row.cells.get(*place)))
            }
            Source::Name(name) => self.named(*name),
            Source::Template(pieces) => {
                let mut text = String::new();
                for piece in pieces {
                    match piece {
                        Piece::Text(piece) => text.push_str(piece),
                        Piece::Name(name) => match self.present(*name)? {
                            Some(value) => text.push_str(plain_text(&value).trim()),
                            None => {
                                return Ok(Found { value: None, column });
                            }
                        },
                    }
                    not_too_long(&text).map_err(|message| at(column, message))?;
                }
                Ok(Found { value: Some(Value::String(text)), column })
            }
            Source::Join { parts, separator, distinct } => {
                let mut texts: Vec<String> = Vec::new();
                let mut length = 0;
                for part in parts {
                    let Found { value: Some(value), column } = self.make(part)? else {
                        continue;
                    };
                    let text = plain_text(&value);
                    length += text.len() + separator.len();
                    if length > LONGEST_TEXT {
                        return Err(at(column, "the joined text becomes too long".to_owned()));
                    }
                    if !(*distinct
                        && texts.iter().any(|other| comparable(other) == comparable(&text)))
                    {
                        texts.push(text);
                    }
                }
                let value = (!texts.is_empty()).then(|| Value::String(texts.join(separator)));
                Ok(Found { value, column })
            }
            Source::First(parts) => {
                for part in parts {
                    let found = self.make(part)?;
                    if found.value.is_some() {
                        return Ok(found);
                    }
                }
                Ok(Found { value: None, column })
            }
            Source::Sum(parts) => {
                self.sum(parts, &plan.steps.finish).map(|value| Found { value, column })
            }
            Source::List(parts) => {
                let mut items = Vec::new();
                for part in parts {
                    match self.make(part)?.value {
                        Some(Value::Array(more)) => items.extend(more),
                        Some(one) => items.push(one),
                        None => {}
                    }
                    value::not_too_many(&items).map_err(|message| at(column, message))?;
                }
                let value = value::list(items).map_err(|message| at(column, message))?;
                Ok(Found { value, column })
            }
            Source::Flags(flags) => {
                let mut items = Vec::new();
                for (name, item) in &flags.flags {
                    if self.says_yes(*name, flags)? {
                        items.push(item.clone());
                    }
                }
                let value = value::list(items).map_err(|message| at(column, message))?;
                Ok(Found { value, column })
            }
        }
    }

    /// Returns whether a column says yes; an empty one says no.
    fn says_yes(&self, name: Name, flags: &Flags) -> Result<bool, ValueError> {
        let Some(value) = self.present(name)? else { return Ok(false) };
        let text = plain_text(&value);
        match comparable(&text) {
            text if flags.yes.contains(&text) => Ok(true),
            text if flags.no.contains(&text) => Ok(false),
            _ => {
                let column = self.named(name)?.column;
                Err(at(column, format!("{} is neither yes nor no", quote(text.trim()))))
            }
        }
    }

    /// Adds up the parts that have a value; texts are parsed in the number format of the sum.
    fn sum(&self, parts: &[ValuePlan], finish: &Finish) -> Result<Option<Value>, ValueError> {
        let mut sum = None;
        for part in parts {
            let found = self.make(part)?;
            let read = match (found.value, finish) {
                (None, _) => continue,
                (Some(Value::String(text)), Finish::Number { format, .. }) => {
                    format.read(&text).map_err(|message| at(found.column, message))?
                }
                (Some(value), _) => value,
            };
            let Some(number) = read.as_f64() else {
                return Err(at(
                    found.column,
                    format!("{} is not a number", quote(&plain_text(&read))),
                ));
            };
            sum = Some(number::tidy(sum.unwrap_or(0.0) + number));
        }
        Ok(sum.and_then(number::json))
    }

    fn cell(&self, column: usize, text: Option<&String>) -> Found {
        let text = text.filter(|text| !text.is_empty());
        Found { value: text.map(|text| Value::from(text.as_str())), column: Some(column) }
    }

    fn named(&self, name: Name) -> Result<Found, ValueError> {
        match name {
            Name::Column(place) => Ok(match self.row.nature(place) {
                Some(Nature::Shown(shown)) => self.cell(place, Some(shown)),
                _ => self.cell(place, self.row.cells.get(place)),
            }),
            Name::Value(place) => self.value(place, None),
            Name::Group(place, group) => self.value(place, Some(group)),
        }
    }

    fn value(&self, place: usize, group: Option<usize>) -> Result<Found, ValueError> {
        let unmade = matches!(self.values.borrow()[place], Slot::Unmade);
        if unmade {
            let plan = &self.bound.plan.values[place];
            let made = if plan.groups.is_empty() {
                self.make(plan).map(|found| Slot::Made { found, groups: Vec::new() })
            } else {
                self.capture(plan)
            };
            match made {
                Ok(slot) => self.values.borrow_mut()[place] = slot,
                Err(error) => {
                    self.values.borrow_mut()[place] = Slot::Failed;
                    return Err(error);
                }
            }
        }
        match (&self.values.borrow()[place], group) {
            (Slot::Made { found, .. }, None) => Ok(found.clone()),
            (Slot::Made { found, groups }, Some(group)) => {
                let text = groups.get(group).cloned().flatten();
                Ok(Found { value: text.map(Value::String), column: found.column })
            }
            (Slot::Unmade | Slot::Failed, _) => Err(ValueError::Reported),
        }
    }

    fn capture(&self, plan: &ValuePlan) -> Result<Slot, ValueError> {
        let mut found = Found { value: None, column: plan.origin };
        let mut groups = Vec::new();
        if self.all_hold(&plan.when)? {
            let source = self.source(plan)?;
            found.column = source.column.or(found.column);
            if let Some(value) = source.value {
                let captured = self
                    .bound
                    .patterns
                    .time(found.column, |until| plan.steps.groups(value, until))?;
                let captured = captured.map_err(|message| at(found.column, message))?;
                (found.value, groups) = (captured.value, captured.groups);
            }
        }
        if plan.groups.len() == 1 {
            // With one group the value continues through its steps, as a field would.
            found = self.make(plan)?;
        } else if found.value.is_none() {
            found.value.clone_from(&plan.default);
        }
        Ok(Slot::Made { found, groups })
    }

    /// Returns the value of a name; `None` when it is blank or a word for a missing value.
    fn present(&self, name: Name) -> Result<Option<Value>, ValueError> {
        let value = self.named(name)?.value;
        Ok(value.filter(|value| match value {
            Value::String(text) => !self.bound.plan.is_missing(text),
            _ => true,
        }))
    }

    pub(super) fn all_hold(&self, conditions: &[Condition]) -> Result<bool, ValueError> {
        for condition in conditions {
            if !self.holds(condition)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn holds(&self, condition: &Condition) -> Result<bool, ValueError> {
        let value = self.present(condition.name)?;
        let text = value.as_ref().map(plain_text).unwrap_or_default();
        Ok(match &condition.test {
            Test::Equals(texts, wanted) => texts.contains(&comparable(&text)) == *wanted,
            Test::Matches(pattern, wanted) => {
                let column = match condition.name {
                    Name::Column(column) => Some(column),
                    Name::Value(_) | Name::Group(..) => None,
                };
                self.bound.patterns.time(column, |_| pattern.is_match(text.trim()))? == *wanted
            }
            Test::Empty(wanted) => value.is_none() == *wanted,
            Test::Within(format, bounds) => match value {
                None => false,
                Some(value) => {
                    let column = || self.named(condition.name).ok().and_then(|found| found.column);
                    let read = match value {
                        Value::String(text) => {
                            format.read(&text).map_err(|message| at(column(), message))?
                        }
                        other => other,
                    };
                    let not_one = || format!("{} is not a number", quote(&text));
                    let number = read.as_f64().ok_or_else(|| at(column(), not_one()))?;
                    bounds.contains(&number)
                }
            },
        })
    }
}
