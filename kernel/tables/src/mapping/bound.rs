//! A mapping bound to one file.

use std::collections::HashSet;

use super::plain::PlainFields;
use super::plain_cell::FieldKind;
use super::plan::Plan;
use super::stopwatch::Stopwatch;

/// A mapping bound to the header of one file.
#[derive(Debug)]
pub struct Bound {
    pub(super) header: Vec<String>,
    pub(super) plan: Plan,
    /// The pointers of the plan's fields that hold texts, other than dates and moments.
    pub(super) texts: HashSet<String>,
    pub(super) patterns: Stopwatch,
}

impl Bound {
    /// Refuses dates of a workbook in those of `fields` that hold texts: a spreadsheet program made a date
    /// of something else.
    pub fn for_fields(mut self, fields: &PlainFields) -> Self {
        let is_text = |name: &str| fields.get(name).is_some_and(|one| one.kind == FieldKind::Text);
        let texts = self.plan.fields.iter().filter(|field| is_text(&field.path.join(".")));
        self.texts = texts.map(|field| field.pointer.clone()).collect();
        self
    }

    /// Returns the fields of the record that it writes, by their names in the input.
    pub fn fields(&self) -> impl Iterator<Item = &String> {
        self.plan.fields.iter().filter_map(|field| field.path.first())
    }

    /// Returns whether the time limit of patterns is used up: no further row can be read, and the
    /// error of the last one says so.
    pub fn has_run_out_of_time(&self) -> bool {
        self.patterns.has_run_out()
    }
}
