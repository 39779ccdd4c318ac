//! Makes a draft of a row: the payload of a record, and its references, which the caller with the
//! database finds or creates. Only the format of cells is validated here.

use serde_json::Value;

use super::bound::Bound;
use super::plain_cell::as_shown;
use super::plan::{FieldContent, FieldPlan, LookupPlan};
use super::record::{Draft, Lookup, Record, Shown};
use super::run::{Found, Run};
use super::value_error::{ValueError, at};
use crate::cell_error::CellError;
use crate::cell_text::plain_text;
use crate::nature::Nature;
use crate::table::Row;

impl Bound {
    /// Makes the draft of a row; `None` when `skip_rows` of the mapping excludes it. Every
    /// unreadable cell is reported.
    pub fn draft(&self, row: &Row) -> Result<Option<Draft>, Vec<CellError>> {
        match self.draft_with_errors(row) {
            (draft, None) => Ok(draft),
            (_, Some(errors)) => Err(errors),
        }
    }

    /// Makes the same of a row with unreadable cells too: in place of each stands its text.
    pub fn draft_with_errors(&self, row: &Row) -> (Option<Draft>, Option<Vec<CellError>>) {
        let run = Run::new(self, row);
        let mut errors = Vec::new();
        for rule in &self.plan.skip {
            match run.holds(rule) {
                Ok(true) => return (None, None),
                Ok(false) => {}
                Err(error) => errors.push(error),
            }
        }
        let record = run.record(&self.plan.fields, &mut errors);
        let draft = Some(Draft { line: row.line, record });
        if errors.is_empty() {
            return (draft, None);
        }
        (draft, Some(errors.into_iter().filter_map(|error| run.error(error)).collect()))
    }
}

impl Bound {
    /// Returns the reason why the mapping excludes a row.
    pub fn left_out(&self, row: &Row) -> String {
        let run = Run::new(self, row);
        let rule = self.plan.skip.iter().position(|rule| matches!(run.holds(rule), Ok(true)));
        let rule = rule.map_or_else(String::new, |rule| format!(" by skip_rows[{rule}]"));
        format!("The mapping leaves it out{rule}")
    }
}

impl Run<'_> {
    fn error(&self, error: ValueError) -> Option<CellError> {
        let ValueError::At { column, message } = error else {
            return None;
        };
        let column = self.column_name(column).unwrap_or_default();
        Some(CellError::new(self.row.line, column, message))
    }

    fn column_name(&self, column: Option<usize>) -> Option<String> {
        column.and_then(|column| self.bound.header.get(column)).cloned()
    }

    fn record(&self, fields: &[FieldPlan], errors: &mut Vec<ValueError>) -> Record {
        let mut record = Record::default();
        for field in fields {
            match &field.content {
                FieldContent::Value(plan) => match self.make(plan) {
                    Ok(found) if self.was_turned_into_a_date(field, &found) => {
                        let text = found.value.as_ref().map(plain_text).unwrap_or_default();
                        let shown = as_shown(&text, Some(&Nature::Moment));
                        errors.extend(shown.err().map(|message| at(found.column, message)));
                    }
                    Ok(found) => {
                        record.columns.note(&field.pointer, self.column_name(found.column));
                        match found.value {
                            Some(value) => record.set(&field.path, value),
                            // A field whose condition excludes this row is not emptied by it.
                            None => match self.all_hold(&plan.when) {
                                Ok(true) => record.emptied.push(field.pointer.clone()),
                                Ok(false) => {}
                                Err(error) => errors.push(error),
                            },
                        }
                    }
                    Err(error) => {
                        if let ValueError::At { column: Some(column), .. } = &error {
                            record.columns.note(&field.pointer, self.column_name(Some(*column)));
                            let cell = self.row.cells.get(*column).map_or("", String::as_str);
                            record.set(&field.path, text::trim(cell).into());
                        }
                        errors.push(error);
                    }
                },
                FieldContent::Shown(place) => {
                    let cell = self.row.cells.get(*place).map_or("", String::as_str);
                    let column = self.column_name(Some(*place)).unwrap_or_default();
                    match as_shown(cell, self.row.nature(*place)) {
                        Ok(cell) => record.shown.push(Shown {
                            field: field.path.join("."),
                            column,
                            text: text::trim(cell).to_owned(),
                        }),
                        Err(message) => errors.push(at(Some(*place), message)),
                    }
                }
                FieldContent::Reference(lookup) => {
                    record.columns.note(&field.pointer, self.column_name(lookup.origin));
                    if let Err(error) = self.look(field, lookup, &mut record, errors) {
                        errors.push(error);
                    }
                }
            }
        }
        record
    }

    /// Returns whether a text field would get a cell that a spreadsheet program made a date of.
    fn was_turned_into_a_date(&self, field: &FieldPlan, found: &Found) -> bool {
        let Some(column) = found.column else { return false };
        let cell = self.row.cells.get(column);
        self.bound.texts.contains(&field.pointer)
            && self.row.nature(column) == Some(&Nature::Moment)
            && found.value.as_ref().and_then(Value::as_str) == cell.map(String::as_str)
    }

    /// Adds a reference, and puts null in the place of its identifier.
    fn look(
        &self,
        field: &FieldPlan,
        plan: &LookupPlan,
        record: &mut Record,
        errors: &mut Vec<ValueError>,
    ) -> Result<(), ValueError> {
        if !self.all_hold(&plan.when)? {
            return Ok(());
        }
        let before = errors.len();
        let by = self.record(&plan.by, errors);
        if errors.len() > before {
            return Ok(());
        }
        let absent: Vec<&FieldPlan> =
            plan.by.iter().filter(|part| by.payload.pointer(&part.pointer).is_none()).collect();
        if !absent.is_empty() {
            // All identifying fields are empty: the row has no reference.
            let from_the_row = plan.by.iter().filter(|part| part.origin().is_some());
            if from_the_row.count() == absent.len() {
                record.emptied.push(field.pointer.clone());
                return Ok(());
            }
            let names: Vec<String> = absent.iter().map(|part| part.path.join(".")).collect();
            let message =
                format!("one of {} cannot be found without {}", plan.resource, names.join(" and "));
            let column = absent.iter().find_map(|part| part.origin());
            return Err(at(column, message));
        }
        let create = plan.create.as_ref().map(|create| self.record(create, errors));
        let column = self.column_name(plan.origin);
        let lookup = |pointer: String, by: Record| Lookup {
            pointer,
            resource: plan.resource.clone(),
            create: create.clone().map(|create| by.clone().with(create)),
            by,
            column: column.clone(),
        };
        match several(&plan.by, &by) {
            Some((part, items)) => {
                record.set(&field.path, vec![Value::Null; items.len()].into());
                for (index, item) in items.iter().enumerate() {
                    let mut one = by.clone();
                    one.set(&part.path, item.clone());
                    record.lookups.push(lookup(format!("{}/{index}", field.pointer), one));
                }
            }
            None => {
                record.set(&field.path, Value::Null);
                record.lookups.push(lookup(field.pointer.clone(), by));
            }
        }
        Ok(())
    }
}

/// Finds the part of a key that is a list of texts: the field refers to a record for each of them.
fn several<'p>(by: &'p [FieldPlan], record: &Record) -> Option<(&'p FieldPlan, Vec<Value>)> {
    by.iter().find_map(|part| match (&part.content, record.payload.pointer(&part.pointer)) {
        (FieldContent::Value(_), Some(Value::Array(items))) => Some((part, items.clone())),
        _ => None,
    })
}
