//! Validates changes without writing them, for an import that checks all rows before it begins.
//! Every check of a real change runs here too, except for conflicts with concurrent writes.

use serde_json::Value;

use super::change::check_rules;
use super::known::Known;
use super::{Records, RegisteredResource};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::schema::merge;
use crate::records::actor::Actor;

/// A change of a record that passed validation and is not written.
pub(crate) struct PlannedChange {
    /// The record's current input.
    pub(crate) was: Value,
    /// The record's input after the change.
    pub(crate) is: Value,
}

impl Records {
    /// Validates a prepared body as a new record, and returns its input with all defaults. `known`
    /// has the records that the plan creates before it.
    pub(crate) fn plan_new(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        body: &Value,
        known: Known<'_>,
        by: &Actor,
    ) -> Result<Value> {
        let is = entry.registration.must_create()?.with_defaults(body.clone())?;
        self.check_new(conn, entry, &is, known, by)?;
        Ok(is)
    }

    /// Validates a checked patch as a change of the record `id`. Returns `None` when it changes
    /// nothing.
    pub(crate) fn plan_change(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        patch: Value,
        known: Known<'_>,
        by: &Actor,
    ) -> Result<Option<PlannedChange>> {
        let write = entry.registration.must_change()?;
        let was = entry.find(conn, id)?.input;
        let is = write.with_defaults(merge(&was, patch))?;
        if is == was {
            return Ok(None);
        }
        self.check_references(conn, entry, &is, Some(&was), known)?;
        check_rules(conn, entry, Some((id, &was)), &is, by)?;
        Ok(Some(PlannedChange { was, is }))
    }
}
