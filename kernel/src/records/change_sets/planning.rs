//! Plans rows: performs the change of each, and takes it back.

use diesel::connection::Connection;
use serde_json::{Map, Value};

use super::queries::{self, PlannedRow};
use super::{CREATE, DELETE, UNCHANGED, UPDATE};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::statements;
use crate::engine::schema::merge;
use crate::records::change::WriteContext;
use crate::records::revisions;
use crate::records::{Record, RegisteredResource};

/// How many rows are planned in one transaction, which is taken back: on SQLite others wait for it.
pub(crate) const AT_ONCE: usize = 200;

/// What is reported at a write-only field.
pub(crate) const NO_SECRETS: &str = "A plan holds no secrets. Leave this out";

/// What one row has made of its record, as it was seen before that was taken back.
struct Performed {
    before: Option<Value>,
    after: Option<Value>,
    is_changed: bool,
}

impl PlannedRow {
    /// Makes a row that is not planned yet.
    pub(crate) fn new(
        (set, position): (&Id, i32),
        entry: &RegisteredResource,
        record: Option<Id>,
        (action, body): (&str, &Value),
    ) -> Self {
        Self {
            set_id: set.clone(),
            position,
            line: None,
            resource: entry.info().name.to_owned(),
            record_id: record,
            version: 0,
            action: action.to_owned(),
            before: None,
            after: None,
            body: body.to_string(),
            errors: None,
            state: None,
            reason: None,
        }
    }

    pub(crate) fn body(&self) -> Result<Value> {
        serde_json::from_str(&self.body).map_err(Error::internal)
    }

    pub(crate) fn errors(&self) -> Result<Vec<FieldError>> {
        let errors: Option<Vec<(String, String)>> = self
            .errors
            .as_deref()
            .map(serde_json::from_str)
            .transpose()
            .map_err(Error::internal)?;
        let errors = errors.unwrap_or_default().into_iter();
        Ok(errors.map(|(pointer, message)| FieldError::new(pointer, message)).collect())
    }

    pub(crate) fn set_errors(&mut self, errors: &[FieldError]) -> Result<()> {
        let errors: Vec<_> = errors.iter().map(|one| (&one.pointer, &one.message)).collect();
        self.errors = Some(serde_json::to_string(&errors).map_err(Error::internal)?);
        Ok(())
    }

    fn performed(mut self, Performed { before, after, is_changed }: Performed) -> Self {
        if self.action == UPDATE || self.action == UNCHANGED {
            self.action = (if is_changed { UPDATE } else { UNCHANGED }).to_owned();
        }
        (self.before, self.after) = (text(before.as_ref()), text(after.as_ref()));
        self
    }

    /// Makes a row of an import that is refused as it is: its errors, and what it says.
    pub(crate) fn refused(mut self, errors: &[FieldError], after: &Value) -> Result<Self> {
        self.set_errors(errors)?;
        self.after = Some(after.to_string());
        Ok(self)
    }
}

impl WriteContext<'_> {
    /// Plans rows of one resource, and returns them with the records before and after, or with errors.
    pub(crate) fn plan_rows(
        &mut self,
        entry: &RegisteredResource,
        rows: Vec<PlannedRow>,
    ) -> Result<Vec<PlannedRow>> {
        let Self { conn, records, by, .. } = self;
        let ids: Vec<Id> = rows.iter().filter_map(|row| row.record_id.clone()).collect();
        let latest = revisions::queries::latest_of(conn, entry.info().name, &ids)?;
        statements::rehearse(conn, |conn| {
            let mut writing = WriteContext::new(conn, records, by);
            let planned = rows.into_iter().map(|mut row| {
                // A row of a file that changes nothing.
                if row.record_id.is_none() {
                    return Ok(row);
                }
                let version = row.record_id.as_ref().and_then(|id| latest.get(id));
                row.version = version.copied().unwrap_or_default();
                writing.plan_row(entry, row)
            });
            planned.collect()
        })
    }

    /// Plans one row.
    ///
    /// # Errors
    /// Those that the change itself would have.
    pub(crate) fn plan_one(
        &mut self,
        entry: &RegisteredResource,
        row: PlannedRow,
    ) -> Result<PlannedRow> {
        let id = row.record_id.clone().ok_or(Error::NotFound)?;
        let row = self.complete_row(entry, row)?;
        let Self { conn, records, by, .. } = self;
        let version = revisions::queries::latest(conn, entry.info().name, &id)?;
        let performed = statements::rehearse(conn, |conn| {
            WriteContext::new(conn, records, by).perform_row(entry, &row)
        })?;
        Ok(PlannedRow { version, ..row }.performed(performed))
    }

    fn plan_row(&mut self, entry: &RegisteredResource, mut row: PlannedRow) -> Result<PlannedRow> {
        let completed = self.complete_row(entry, row.clone());
        let Self { conn, records, by, .. } = self;
        let performed = completed.and_then(|completed| {
            row = completed;
            conn.transaction(|conn| {
                let mut writing = WriteContext::new(conn, records, by);
                writing.create_needed(&row)?;
                writing.perform_row(entry, &row)
            })
        });
        (row.errors, row.before) = (None, None);
        match performed {
            Ok(performed) => return Ok(row.performed(performed)),
            Err(error) => {
                // What the user may not read is not there.
                let is_missing = matches!(error, Error::NotFound);
                let errors = errors_of_row(entry, error)?;
                row.set_errors(&errors)?;
                if !is_missing {
                    self.show_refused(entry, &mut row)?;
                }
            }
        }
        Ok(row)
    }

    /// Fills in what a refused row would change, as far as that is known.
    fn show_refused(&mut self, entry: &RegisteredResource, row: &mut PlannedRow) -> Result<()> {
        let before = match &row.record_id {
            Some(id) if row.action != CREATE => match entry.find(self.conn, id) {
                Err(Error::NotFound) => None,
                found => Some(found?),
            },
            _ => None,
        };
        let after = match row.action.as_str() {
            DELETE => None,
            CREATE => Some(entry.view_with(&Value::Null, &row.body()?)),
            _ => match &before {
                Some(record) => {
                    Some(entry.view_with(&record.view, &merge(&record.input, row.body()?)))
                }
                None => None,
            },
        };
        row.before = text(before.map(|record| record.view).as_ref());
        row.after = text(after.as_ref());
        Ok(())
    }

    /// Creates the records of other rows of the set that a row refers to, such as the project of a unit in one file.
    fn create_needed(&mut self, row: &PlannedRow) -> Result<()> {
        let mut ids = Vec::new();
        identifiers(&row.body()?, &mut ids);
        ids.retain(|id| Some(id) != row.record_id.as_ref());
        if ids.is_empty() {
            return Ok(());
        }
        for needed in queries::creating(self.conn, &row.set_id, &ids)? {
            let entry = self.records.get(&needed.resource).ok_or(Error::NotFound)?;
            let Some(id) = &needed.record_id else { continue };
            if needed.errors.is_some() || statements::exists(self.conn, entry.info().table, id)? {
                continue;
            }
            self.create_needed(&needed)?;
            self.perform_row(entry, &needed)?;
        }
        Ok(())
    }

    fn perform_row(&mut self, entry: &RegisteredResource, row: &PlannedRow) -> Result<Performed> {
        let id = row.record_id.as_ref().ok_or(Error::NotFound)?;
        match row.action.as_str() {
            CREATE => {
                let body = entry.prepare(entry.check(row.body()?)?)?;
                let record = self.create(entry, id, body)?;
                Ok(Performed { before: None, after: Some(record.view), is_changed: true })
            }
            DELETE => {
                let before = entry.view(self.conn, id)?;
                self.delete(entry, id)?;
                Ok(Performed { before: Some(before), after: None, is_changed: true })
            }
            _ => {
                let before = entry.find(self.conn, id)?;
                let after = self.update(entry, id, entry.check_patch(row.body()?))?;
                let is_changed = before.input != after.input;
                Ok(Performed { before: Some(before.view), after: Some(after.view), is_changed })
            }
        }
    }

    /// Completes the body of a row by what the user does not see of its record: another user may apply it.
    fn complete_row(
        &mut self,
        entry: &RegisteredResource,
        mut row: PlannedRow,
    ) -> Result<PlannedRow> {
        let Self { conn, records, by, .. } = self;
        if by.access.is_empty() || row.action == DELETE {
            return Ok(row);
        }
        let mut body = row.body()?;
        if row.action == CREATE {
            records.leave_out_masked(entry, &mut body, by);
        } else if let Some(id) = &row.record_id
            && records.may_read_by_id(conn, entry, id, by)?
        {
            let record = entry.find(conn, id)?;
            records.must_be_allowed(conn, entry, &record.view, (by, revisions::UPDATE))?;
            body = records.completed_patch(conn, entry, &record, body, (by, revisions::UPDATE))?;
        }
        row.body = body.to_string();
        Ok(row)
    }

    /// Returns the record as a row makes it, as far as that is known.
    fn planned_record(&mut self, entry: &RegisteredResource, row: &PlannedRow) -> Result<Record> {
        let (view, input) = match &row.record_id {
            Some(id) if row.action != CREATE => match entry.find(self.conn, id) {
                Err(Error::NotFound) => (Value::Null, Value::Null),
                found => found.map(|record| (record.view, record.input))?,
            },
            _ => (Value::Null, Value::Null),
        };
        let input = merge(&input, row.body()?);
        Ok(Record { view: entry.view_with(&view, &input), input })
    }

    /// Corrects a row by fields of its record, and plans it again.
    ///
    /// # Errors
    /// 422 at a field that cannot be set.
    pub(crate) fn correct_row(
        &mut self,
        entry: &RegisteredResource,
        mut row: PlannedRow,
        fields: Map<String, Value>,
    ) -> Result<PlannedRow> {
        if row.action == DELETE {
            return Err(Error::conflict("There is nothing to correct in a deletion"));
        }
        let is_new = row.action == CREATE;
        let planned = self.planned_record(entry, &row)?;
        let mut correction = Map::new();
        let mut errors = Vec::new();
        let secrets = entry.secrets();
        for (name, value) in fields {
            let own = entry.input_field(&name, is_new).map(str::to_owned);
            let is_unknown = !entry.unknown_to(self.by, own.iter()).is_empty();
            let mut refuse = |message: &str| {
                let pointer = format!("/after/{}", crate::engine::schema::escape(&name));
                errors.push(FieldError::new(pointer, message));
            };
            match entry.input_field(&name, is_new) {
                Some(field) if secrets.iter().any(|secret| secret == field) => refuse(NO_SECRETS),
                Some(field) if !is_unknown => {
                    correction.insert(field.to_owned(), entry.input_value(field, value));
                }
                _ => refuse("There is no such field"),
            }
        }
        if !errors.is_empty() {
            return Err(Error::Invalid(errors));
        }
        let (conn, records, by) = (&mut *self.conn, self.records, self.by);
        let correction = Value::Object(correction);
        let mut correction = records.leave_masked(conn, entry, &planned, correction, by)?;
        records.keep_unseen(conn, entry, &planned.input, &mut correction, by)?;
        row.body = merge(&row.body()?, correction).to_string();
        let planned = self.plan_rows(entry, vec![row])?.pop();
        planned.ok_or_else(|| Error::internal("a row was lost"))
    }
}

fn text(view: Option<&Value>) -> Option<String> {
    view.map(Value::to_string)
}

/// Collects what may be identifiers of records in a body.
fn identifiers(value: &Value, found: &mut Vec<Id>) {
    match value {
        Value::String(text) => found.extend(Id::parse(text)),
        Value::Array(items) => items.iter().for_each(|item| identifiers(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| identifiers(field, found)),
        _ => {}
    }
}

/// Returns the errors of a row, at the fields of the record.
///
/// # Errors
/// What is no refusal of this row, such as a full disk.
pub(crate) fn errors_of_row(entry: &RegisteredResource, error: Error) -> Result<Vec<FieldError>> {
    let shown = |error: FieldError| {
        let mut steps = error.pointer.splitn(3, '/').skip(1);
        let (Some(first), rest) = (steps.next(), steps.next()) else { return error };
        let first = entry.shown_as(first).to_owned();
        let rest = rest.map(|rest| format!("/{rest}")).unwrap_or_default();
        FieldError::new(format!("/{first}{rest}"), error.message)
    };
    let alone = |message: String| Ok(vec![FieldError::new("", message)]);
    match error {
        Error::Invalid(errors) | Error::Protected(_, errors) => {
            Ok(errors.into_iter().map(shown).collect())
        }
        Error::Conflict { detail, errors } => {
            let pointer = errors.into_iter().next().map(|one| one.pointer).unwrap_or_default();
            Ok(vec![shown(FieldError::new(pointer, detail))])
        }
        Error::NotFound => alone(format!("There is no such {}", entry.info().word())),
        refused @ (Error::NotPermitted(..) | Error::Refused(_)) => alone(refused.to_string()),
        other => Err(other),
    }
}
