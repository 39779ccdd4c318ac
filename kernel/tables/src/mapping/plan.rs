//! A mapping compiled for the rows of one file: names are indexes of columns, patterns are
//! compiled. Made by `compile`, run by `draft`.

use std::collections::HashSet;
use std::ops::Bound;

use regex::Regex;
use serde_json::Value;

use super::number::NumberFormat;
use super::value::Steps;
use crate::cell_text::comparable;

/// The plan for a row.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Words for a missing value, in the form of [`comparable`], in any cell.
    pub(super) missing: HashSet<String>,
    pub(super) skip: Vec<Condition>,
    pub(super) values: Vec<ValuePlan>,
    pub(super) fields: Vec<FieldPlan>,
}

/// One field of a payload.
#[derive(Debug)]
pub(super) struct FieldPlan {
    pub(super) path: Vec<String>,
    pub(super) pointer: String,
    pub(super) content: FieldContent,
}

#[derive(Debug)]
pub(super) enum FieldContent {
    Value(Box<ValuePlan>),
    Reference(LookupPlan),
    /// A column that is not a field, by its index.
    Shown(usize),
}

#[derive(Debug)]
pub(super) struct LookupPlan {
    pub(super) resource: String,
    pub(super) when: Vec<Condition>,
    pub(super) by: Vec<FieldPlan>,
    pub(super) create: Option<Vec<FieldPlan>>,
    pub(super) origin: Option<usize>,
}

/// How one value is made.
#[derive(Debug)]
pub(super) struct ValuePlan {
    pub(super) when: Vec<Condition>,
    pub(super) source: Source,
    pub(super) steps: Steps,
    pub(super) default: Option<Value>,
    /// The first column that it is computed from.
    pub(super) origin: Option<usize>,
    /// The named groups that the value captures, by their order; other values use them one by one.
    pub(super) groups: Vec<Option<String>>,
}

#[derive(Debug)]
pub(super) enum Source {
    Constant(Value),
    Name(Name),
    Template(Vec<Piece>),
    Join { parts: Vec<ValuePlan>, separator: String, distinct: bool },
    First(Vec<ValuePlan>),
    Sum(Vec<ValuePlan>),
    List(Vec<ValuePlan>),
    Flags(Flags),
}

/// Yes-or-no columns: the list has the items of those with yes.
#[derive(Debug)]
pub(super) struct Flags {
    pub(super) flags: Vec<(Name, Value)>,
    /// Words in the form of [`comparable`].
    pub(super) yes: HashSet<String>,
    pub(super) no: HashSet<String>,
}

/// What a name in a mapping refers to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Name {
    Column(usize),
    Value(usize),
    /// A group, counted from 0, of a value.
    Group(usize, usize),
}

#[derive(Debug)]
pub(super) enum Piece {
    Text(String),
    Name(Name),
}

#[derive(Debug)]
pub(super) struct Condition {
    pub(super) name: Name,
    pub(super) test: Test,
}

#[derive(Debug)]
pub(super) enum Test {
    /// Texts in the form of [`comparable`], and whether a match is wanted.
    Equals(Vec<String>, bool),
    Matches(Regex, bool),
    Empty(bool),
    /// A number, parsed in this format, within this range.
    Within(NumberFormat, Range),
}

/// A range of numbers, each end included or not.
pub(super) type Range = (Bound<f64>, Bound<f64>);

impl Plan {
    pub(super) fn is_missing(&self, text: &str) -> bool {
        let text = comparable(text);
        text.is_empty() || self.missing.contains(&text)
    }
}

impl FieldPlan {
    /// Returns the first column that the field is computed from.
    pub(super) fn origin(&self) -> Option<usize> {
        match &self.content {
            FieldContent::Value(plan) => plan.origin,
            FieldContent::Reference(lookup) => lookup.origin,
            FieldContent::Shown(place) => Some(*place),
        }
    }
}
