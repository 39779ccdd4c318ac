//! Restores a revision of a record, also of a deleted one.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::change::{WriteContext, check_rules};
use super::{Record, RegisteredResource};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::statements::{self, RowLock};
use crate::records::revisions;

/// The version to restore.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Restore {
    /// The number of the version in the history.
    #[schemars(range(min = 1))]
    pub(crate) version: i32,
}

/// JSON pointer to the number of the revision in the body.
const VERSION: &str = "/version";

impl WriteContext<'_> {
    /// Restores the record as it was after revision `version`, which writes a new revision. The
    /// current rules apply: a unique value that another record has meanwhile is a 409.
    pub(crate) fn restore(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        version: i32,
    ) -> Result<Record> {
        let present = match self.lock(entry, id, RowLock::Update, revisions::RESTORE) {
            Ok(record) => Some(record),
            Err(Error::NotFound) if self.if_match.is_some() => return Err(Error::Stale),
            Err(Error::NotFound) => None,
            Err(error) => return Err(error),
        };
        if present.is_none()
            && let Some(last) = revisions::last_state(self.conn, entry.info(), id)?
        {
            let (conn, by) = (&mut *self.conn, (self.by, revisions::RESTORE));
            self.records.must_be_allowed(conn, entry, &last, by)?;
        }
        let view = match revisions::state_after(self.conn, entry.info(), id, version)? {
            Some(Value::Null) => {
                let what = format!("Version {version} is a deletion; restore the one before it");
                return Err(Error::invalid(VERSION, what));
            }
            Some(view) => view,
            None if present.is_none() && !revisions::any(self.conn, entry.info(), id)? => {
                return Err(Error::NotFound);
            }
            None => return Err(Error::invalid(VERSION, format!("There is no version {version}"))),
        };
        let Some(record) = present else { return self.bring_back(entry, id, &view) };
        let states = (&view, &record.view);
        let view = self.records.former_as_seen(self.conn, entry, states, self.by)?;
        let patch = entry.check_patch(entry.patch_of(entry.input_of(&view)))?;
        self.apply_patch(entry, id, record, patch, revisions::RESTORE)
    }

    /// Restores a deleted record under its identifier, with the fields of `view`.
    fn bring_back(&mut self, entry: &RegisteredResource, id: &Id, view: &Value) -> Result<Record> {
        self.insert_back(entry, id, view)?;
        self.note_back(entry, id)
    }

    /// Inserts a deleted record under its identifier, with the fields of `view`. Fields that the user does not see become
    /// what they were before the deletion. `note_back` has to follow.
    pub(super) fn insert_back(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        view: &Value,
    ) -> Result<()> {
        let last = revisions::last_state(self.conn, entry.info(), id)?;
        let last = last.as_ref().unwrap_or(view);
        let view = &self.records.former_as_seen(self.conn, entry, (view, last), self.by)?;
        let body = entry.prepare(entry.check(entry.input_of(view))?)?;
        let states = (&body, &entry.input_of(last));
        self.records.check_restored_references(self.conn, entry, states, self.by)?;
        check_rules(self.conn, entry, None, &body, self.by)?;
        self.insert_checked(entry, id, body)?;
        statements::keep_created_at(self.conn, entry.info().table, id, view)
    }

    /// Writes to the audit trail that a record was restored, and returns it.
    pub(super) fn note_back(&mut self, entry: &RegisteredResource, id: &Id) -> Result<Record> {
        let record = entry.find(self.conn, id)?;
        self.note(entry, id, revisions::RESTORE, None, Some(&record.view))?;
        Ok(record)
    }
}
