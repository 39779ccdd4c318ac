//! Validates changes without writing them, for an import that checks all rows before it begins.
//! Every check of a real change runs here too, except for conflicts with concurrent writes.

use serde_json::{Value, json};

use super::RegisteredResource;
use super::change::{WriteContext, check_rules};
use super::known::Known;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::engine::list::CREATED_BY;
use crate::engine::schema::merge;
use crate::records::revisions;

/// A change of a record that passed validation and is not written.
pub(crate) struct PlannedChange {
    /// The record's current input.
    pub(crate) was: Value,
    /// The record's input after the change.
    pub(crate) is: Value,
    /// The patch, completed by what the user does not see.
    pub(crate) patch: Value,
}

impl WriteContext<'_> {
    /// Validates a prepared body as a new record, and returns its input with all defaults. `known`
    /// has the records that the plan creates before it.
    pub(crate) fn plan_new(
        &mut self,
        entry: &RegisteredResource,
        body: &Value,
        known: Known<'_>,
    ) -> Result<Value> {
        let by = (self.by, revisions::CREATE);
        let body = self.records.allowed_input(entry, body.clone(), by)?;
        let is = entry.registration.must_create()?.with_defaults(body)?;
        self.check_new(entry, &is, known)?;
        let view = entry.view_with(&json!({ CREATED_BY: self.by.id }), &is);
        self.records.must_remain(self.conn, entry, &view, by)?;
        Ok(is)
    }

    /// Validates a checked patch as a change of the record `id`. Returns `None` when it changes
    /// nothing.
    pub(crate) fn plan_change(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        patch: Value,
        known: Known<'_>,
    ) -> Result<Option<PlannedChange>> {
        let write = entry.registration.must_change()?;
        let record = entry.find(self.conn, id)?;
        let by = (self.by, revisions::UPDATE);
        self.records.must_be_allowed(self.conn, entry, &record.view, by)?;
        let patch = self.records.completed_patch(self.conn, entry, &record, patch, by)?;
        let names = patch.as_object().cloned().unwrap_or_default();
        let is = write.with_defaults(merge(&record.input, patch.clone()))?;
        let is = self.records.allowed_state(self.conn, entry, &record, (&names, is), by)?;
        let was = record.input;
        if is == was {
            return Ok(None);
        }
        self.records.check_references(self.conn, entry, &is, Some(&was), (known, self.by))?;
        check_rules(self.conn, entry, Some((id, &was)), &is, self.by)?;
        let view = entry.view_with(&record.view, &is);
        self.records.must_remain(self.conn, entry, &view, by)?;
        Ok(Some(PlannedChange { was, is, patch }))
    }
}
