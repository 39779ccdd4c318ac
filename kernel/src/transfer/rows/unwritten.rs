//! The rows that an import would not write, for a change set: each with all that is known of it, so that it can be corrected.

use serde_json::Value;

use super::super::mapping::{CellError, Draft, Record as Drafted};
use super::{Refusal, Rows};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::Conn;

/// A row that an import would not write.
pub(in super::super) struct UnwrittenRow {
    pub(in super::super) line: u64,
    pub(in super::super) why: Unwritten,
}

/// Why a row would not be written.
pub(in super::super) enum Unwritten {
    /// It changes nothing, for this reason.
    Skipped(String),
    /// It is refused: the record that the row means, if there is one, what the row says of the record, and the errors at fields.
    Refused(Option<Id>, Value, Vec<FieldError>),
}

impl Rows<'_> {
    /// Counts a row that changes nothing.
    pub(in super::super) fn skip(&mut self, line: u64, reason: String) {
        if let Some(unwritten) = &mut self.unwritten {
            unwritten.push(UnwrittenRow { line, why: Unwritten::Skipped(reason.clone()) });
        }
        self.report.skip(line, reason);
    }

    /// Adds the errors of a row with cells that cannot be read to the report.
    pub(in super::super) fn refuse_unread(
        &mut self,
        conn: &mut Conn,
        draft: Option<Draft>,
        errors: Vec<CellError>,
    ) -> Result<()> {
        if self.unwritten.is_some() {
            let line = errors.first().map_or(0, |error| error.line);
            let draft = draft.unwrap_or_else(|| Draft { line, record: Drafted::default() });
            self.note_refused(conn, draft.line, draft.record, &errors)?;
        }
        self.report.errors.extend(errors);
        Ok(())
    }

    /// Notes a refused row with all that is known of it, so that it can be corrected. Records that it would create by its
    /// look-ups are created all the same.
    pub(super) fn note_refused(
        &mut self,
        conn: &mut Conn,
        line: u64,
        mut record: Drafted,
        errors: &[CellError],
    ) -> Result<()> {
        self.fresh.clear();
        let meant = self
            .refer_by_name(line, &mut record)
            .and_then(|()| self.resolve(conn, line, &mut record))
            .and_then(|()| self.known(conn, line, &record));
        let meant = match meant {
            Ok(meant) => meant.map(|(id, _)| id),
            Err(Refusal::Cell(_)) => None,
            Err(Refusal::Fatal(error)) => return Err(error),
        };
        self.planned.commit_row()?;
        self.report.note_made(self.made.drain(..));
        // What is missing has no column in the file.
        let missing = match self.entry.check(record.payload.clone()) {
            Err(Error::Invalid(missing)) => missing,
            _ => Vec::new(),
        };
        let missing = |error: &CellError| {
            let is_it = |one: &&FieldError| one.message == error.message;
            missing.iter().find(is_it).map(|one| one.pointer.as_str())
        };
        let errors = errors.iter().map(|error| {
            let pointer = record.columns.field(&error.column).or_else(|| missing(error));
            let field = pointer.map_or("", |pointer| pointer.split('/').nth(1).unwrap_or_default());
            match field {
                "" if error.column.is_empty() => FieldError::new("", error.message.clone()),
                "" => FieldError::new("", format!("{}: {}", error.column, error.message)),
                field => FieldError::new(
                    format!("/{}", self.entry.shown_as(field)),
                    error.message.clone(),
                ),
            }
        });
        let why = Unwritten::Refused(meant, record.payload.clone(), errors.collect());
        self.unwritten.get_or_insert_default().push(UnwrittenRow { line, why });
        Ok(())
    }
}
