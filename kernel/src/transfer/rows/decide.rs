//! Decides what to do with a row: create a record, update one, or nothing. Reads, and writes
//! nothing.
//!
//! A row with an identifier means that record, independently of its key; any other row is
//! identified by its key. Cells that contradict each other, or that have an impossible value for
//! the record, are rejected one by one.

use serde_json::{Map, Value};

use super::super::mapping::{CellError, Empty, Existing, Record as Drafted, Shown, quote};
use super::{Refusal, Rows, by_identifier, text};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::{Conn, fold_text};
use crate::engine::policy::READ;
use crate::engine::schema::merge;
use crate::records::Record;
use crate::records::resource::Reference;
use crate::records::revisions;

/// What to do with a row.
pub(super) enum Decision {
    /// Create a record from this checked body.
    Create(Value),
    /// Apply this checked patch to a record.
    Update(Id, Value),
    /// Change nothing, for this reason.
    Skip(String),
}

impl Rows<'_> {
    /// Decides what to do with a row. Replaces its references by identifiers.
    pub(super) fn decide(
        &mut self,
        conn: &mut Conn,
        line: u64,
        record: &mut Drafted,
    ) -> Result<Decision, Refusal> {
        self.refer_by_name(line, record)?;
        if let Some(key) = self.key(record)
            && !self.counts(key, line)
        {
            return self.repetition(line, record);
        }
        self.empty_blanks(record);
        self.resolve(conn, line, record)?;
        let Some((id, found)) = self.known(conn, line, record)? else {
            let errors = self.contradictions(conn, line, record, None)?;
            let body = self.entry.check(record.payload.clone());
            return Ok(Decision::Create(self.settled(line, record, errors, body)?));
        };
        if self.planned.touches(&id) {
            return self.repetition(line, record);
        }
        // Only where rows have identifiers can one record be meant in two ways.
        let by_id = self.has_identifiers(record);
        if by_id && !self.counts(by_identifier(&id), line) {
            return self.repetition(line, record);
        }
        match self.existing {
            Existing::Skip => {
                return Ok(Decision::Skip(format!("This {} exists already", self.singular())));
            }
            Existing::Error => {
                let what = format!("This {} exists already", self.singular());
                return Err(self.refused_row(line, record, what));
            }
            Existing::Update => {}
        }
        let found = match found {
            Some(found) => found,
            None => self.entry.find(conn, &id)?,
        };
        let mut errors = self.contradictions(conn, line, record, Some(&found))?;
        let levels = self.records.field_levels(conn, self.entry, &found.view, (self.by, READ))?;
        let (patch, refused) = self.patch(record, &found.input, |name| levels.masks(name));
        errors.extend(
            refused.into_iter().map(|one| self.cell(line, record, &one.pointer, one.message)),
        );
        let checked = self.entry.check_patch(patch);
        if by_id && let Ok(patch) = &checked {
            errors.extend(self.key_taken(conn, line, record, (&id, &found.input), patch)?);
        }
        Ok(Decision::Update(id, self.settled(line, record, errors, checked)?))
    }

    /// Returns the record that a row means, if it exists.
    pub(super) fn meant(
        &mut self,
        conn: &mut Conn,
        line: u64,
        record: &mut Drafted,
    ) -> Result<Option<Id>, Refusal> {
        self.refer_by_name(line, record)?;
        if !self.has_identifiers(record) {
            return Ok(None);
        }
        self.resolve(conn, line, record)?;
        Ok(self.known(conn, line, record)?.map(|(id, _)| id))
    }

    fn has_identifiers(&self, record: &Drafted) -> bool {
        record.shown.iter().any(|shown| shown.field == self.entry.info().id)
    }

    /// Returns the record that the row means by its identifier, or else by its key; with its
    /// current current, if that was read.
    pub(super) fn known(
        &self,
        conn: &mut Conn,
        line: u64,
        record: &Drafted,
    ) -> Result<Option<(Id, Option<Record>)>, Refusal> {
        let info = self.entry.info();
        let named = record.shown.iter().find(|shown| shown.field == info.id);
        if let Some(Shown { column, text, .. }) = named.filter(|shown| !shown.text.is_empty()) {
            let refuse = |message: String| {
                Refusal::Cell(vec![CellError { line, column: column.clone(), message }])
            };
            let id = Id::parse(text)
                .ok_or_else(|| refuse(format!("{} is not an identifier", quote(text))))?;
            let found = self.entry.find(conn, &id).and_then(|found| {
                let by = self.by;
                match self.records.may_read(conn, self.entry, &found.view, by)? {
                    true => Ok(found),
                    false => Err(Error::NotFound),
                }
            });
            let sees_all = self.by.access.of(info.name).is_none();
            return match found {
                Ok(found) => Ok(Some((id, Some(found)))),
                Err(Error::NotFound) if sees_all && revisions::any(conn, info, &id)? => {
                    Err(refuse(format!("This {} was deleted", info.word())))
                }
                Err(Error::NotFound) => {
                    Err(refuse(format!("There is no {} {}", info.word(), quote(text))))
                }
                Err(error) => Err(error.into()),
            };
        }
        match self.planned.find(conn, self.entry, &record.payload)?.as_slice() {
            [] => Ok(None),
            [id] => Ok(Some((id.clone(), None))),
            both => {
                let key = info.key.last().and_then(|(pointer, _)| record.payload.pointer(pointer));
                let key = quote(&key.map(text).unwrap_or_default());
                let what = self.ambiguous(conn, self.entry, both, &key)?;
                Err(self.refused_row(line, record, what))
            }
        }
    }

    /// Rejects a row at the cell of its key, or else of its identifier.
    pub(super) fn refused_row(&self, line: u64, record: &Drafted, message: String) -> Refusal {
        let mut error = self.cell(line, record, self.key_pointer(), message);
        if error.column.is_empty() && self.has_identifiers(record) {
            self.entry.info().id.clone_into(&mut error.column);
        }
        Refusal::Cell(vec![error])
    }

    /// Looks up a reference by name where the file has no column for its identifier.
    pub(super) fn refer_by_name(&self, line: u64, record: &mut Drafted) -> Result<(), Refusal> {
        for reference in self.entry.info().references {
            if record.columns.has(identifier_of(reference)) {
                continue;
            }
            let Some(shown) = record.take_shown(reference.view) else { continue };
            let key = self.records.get(reference.to).map_or(&[][..], |entry| entry.info().key);
            if let [(field, _)] = key {
                let field = field.trim_start_matches('/');
                record.refer(reference.field, reference.to, field, shown);
            } else if !shown.text.is_empty() {
                let identifier = written(reference);
                let message = format!("What this refers to cannot be told: give {identifier}");
                return Err(Refusal::Cell(vec![CellError { line, column: shown.column, message }]));
            }
        }
        Ok(())
    }

    /// Treats a cell of only blanks as empty, where the schema trims blanks.
    fn empty_blanks(&self, record: &mut Drafted) {
        let (Some(checks), Some(fields)) = (&self.entry.checks, record.payload.as_object_mut())
        else {
            return;
        };
        let emptied = &mut record.emptied;
        fields.retain(|name, value| {
            let blank = value.as_str().is_some_and(|text| ::text::trim(text).is_empty());
            let empty = blank && checks.input.trims(name);
            if empty {
                emptied.push(format!("/{name}"));
            }
            !empty
        });
    }

    /// Returns the patch that the row makes for a record with this input, and errors for what
    /// cannot be changed. A masked field is an empty cell.
    fn patch(
        &self,
        record: &Drafted,
        current: &Value,
        is_masked: impl Fn(&str) -> bool,
    ) -> (Value, Vec<FieldError>) {
        let (mut patch, mut errors) = (Map::new(), Vec::new());
        let Some(checks) = &self.entry.checks else { return (Value::Object(patch), errors) };
        let clears = self.empty == Empty::Clear;
        let emptied: Vec<&str> =
            record.emptied.iter().filter(|_| clears).map(String::as_str).collect();
        for name in top_level(record, &emptied) {
            let (pointer, was) = (format!("/{name}"), current.get(&name).unwrap_or(&Value::Null));
            let given = record.payload.get(&name);
            let becomes = if record.columns.inside(&pointer).next().is_some() {
                group(&pointer, was, given, &emptied)
            } else {
                given.cloned()
            };
            if becomes.is_none() && is_masked(&name) {
                continue;
            }
            let refused_at = |message: String| match record.columns.inside(&pointer).next() {
                None => FieldError::new(pointer.clone(), message),
                Some(inside) => FieldError::new(inside, message),
            };
            if !checks.patch.has_field(&name) {
                // A write-only field cannot be compared, and is left unchanged.
                let known = current.get(&name).is_some();
                let same = becomes.as_ref().is_some_and(|is| text_of(is) == text_of(was));
                if known && !same && !(becomes.is_none() && is_blank(was)) {
                    errors.push(refused_at("This is set at creation and cannot be changed".into()));
                }
            } else if let Some(becomes) = becomes {
                patch.insert(name, with_line_ends_of(was, becomes));
            } else if !is_blank(was) {
                match checks.input.emptied(&name) {
                    Ok(default) => drop(patch.insert(name, default)),
                    Err(required) => errors.push(refused_at(required)),
                }
            }
        }
        (Value::Object(patch), errors)
    }

    /// Returns an error when the row gives a record a key that another record has.
    fn key_taken(
        &self,
        conn: &mut Conn,
        line: u64,
        record: &Drafted,
        (id, was): (&Id, &Value),
        patch: &Value,
    ) -> Result<Option<CellError>> {
        let info = self.entry.info();
        let is = merge(was, patch.clone());
        let part = |current: &Value, pointer: &str| {
            fold_text(&current.pointer(pointer).map(text).unwrap_or_default())
        };
        let changed: Vec<&str> = info
            .key
            .iter()
            .map(|(pointer, _)| *pointer)
            .filter(|pointer| part(was, pointer) != part(&is, pointer))
            .collect();
        let taken = !changed.is_empty()
            && self.planned.find(conn, self.entry, &is)?.iter().any(|other| other != id);
        let Some(pointer) = changed.last().filter(|_| taken) else { return Ok(None) };
        let own = |field: &str| info.key.iter().any(|(pointer, _)| *pointer == field);
        let unique = info.unique.iter().find(|unique| own(unique.field));
        let pointer = match unique {
            Some(unique) if record.columns.has(unique.field) => unique.field,
            _ => pointer,
        };
        let message = match unique {
            Some(unique) => unique.message.to_owned(),
            None => format!("Another {} has this {} already", info.word(), &pointer[1..]),
        };
        Ok(Some(self.cell(line, record, pointer, message)))
    }

    /// Returns whether a value is required at this pointer, or in the group that it is in.
    pub(super) fn requires(&self, pointer: &str) -> bool {
        let name = pointer.split('/').nth(1).unwrap_or_default();
        self.entry.checks.as_ref().is_some_and(|checks| checks.input.emptied(name).is_err())
    }

    /// Returns the checked value, or the errors of the row: at most one for each cell.
    fn settled(
        &self,
        line: u64,
        record: &Drafted,
        mut errors: Vec<CellError>,
        checked: Result<Value>,
    ) -> Result<Value, Refusal> {
        let value = match checked {
            Ok(value) if errors.is_empty() => return Ok(value),
            Ok(_) => return Err(Refusal::Cell(errors)),
            Err(error) => self.refusal(line, record, error),
        };
        match value {
            Refusal::Cell(more) => {
                let known = |one: &CellError| {
                    !one.column.is_empty() && errors.iter().any(|error| error.column == one.column)
                };
                let more: Vec<CellError> = more.into_iter().filter(|one| !known(one)).collect();
                errors.extend(more);
                Err(Refusal::Cell(errors))
            }
            fatal => Err(fatal),
        }
    }
}

/// Returns the pointer of the identifier, or of the list of identifiers, of a reference.
pub(super) fn identifier_of(reference: &Reference) -> &'static str {
    reference.field.strip_suffix("/*").unwrap_or(reference.field)
}

/// Returns the column of an export that has it.
pub(super) fn written(reference: &Reference) -> String {
    identifier_of(reference)[1..].replace('/', ".")
}

/// Returns the names of the top-level fields that the row sets or empties.
fn top_level(record: &Drafted, emptied: &[&str]) -> Vec<String> {
    let given = record.payload.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let emptied = emptied.iter().filter_map(|pointer| pointer.split('/').nth(1));
    let mut names: Vec<String> = Vec::new();
    for name in given.chain(emptied) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Merges the columns of a group of fields into its current value: each column is a field of its
/// own. `None` when the group becomes empty.
fn group(pointer: &str, was: &Value, given: Option<&Value>, emptied: &[&str]) -> Option<Value> {
    let mut whole = if was.is_object() { was.clone() } else { Value::Object(Map::new()) };
    if let Some(given) = given {
        merge_fields(&mut whole, given);
    }
    for inside in emptied.iter().filter_map(|one| one.strip_prefix(pointer)?.strip_prefix('/')) {
        let (around, name) = inside.rsplit_once('/').unwrap_or(("", inside));
        let around = if around.is_empty() { String::new() } else { format!("/{around}") };
        if let Some(fields) = whole.pointer_mut(&around).and_then(Value::as_object_mut) {
            fields.remove(name);
        }
    }
    let left = whole.as_object().is_some_and(|fields| fields.values().any(|one| !one.is_null()));
    left.then_some(whole)
}

fn merge_fields(over: &mut Value, given: &Value) {
    match (over, given) {
        (Value::Object(over), Value::Object(given)) => {
            for (name, value) in given {
                merge_fields(over.entry(name.clone()).or_insert(Value::Null), value);
            }
        }
        (over, given) => *over = given.clone(),
    }
}

/// Returns the value with the line ends of the current one, where they differ in nothing else: programs
/// write the lines of a cell in their own way.
fn with_line_ends_of(was: &Value, becomes: Value) -> Value {
    let lines = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
    match (was, becomes) {
        (Value::String(was), Value::String(is)) if lines(was) == lines(&is) => {
            Value::String(was.clone())
        }
        (Value::Array(was), Value::Array(items)) if was.len() == items.len() => {
            let pairs = was.iter().zip(items);
            pairs.map(|(was, item)| with_line_ends_of(was, item)).collect()
        }
        (Value::Object(was), Value::Object(fields)) => {
            let field = |(name, is): (String, Value)| {
                let is = with_line_ends_of(was.get(&name).unwrap_or(&Value::Null), is);
                (name, is)
            };
            Value::Object(fields.into_iter().map(field).collect())
        }
        (_, becomes) => becomes,
    }
}

/// Returns whether an export shows this as an empty cell.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => ::text::trim(text).is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn text_of(value: &Value) -> String {
    fold_text(&text(value))
}
