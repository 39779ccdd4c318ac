//! Changes that are checked as if they were made, and not written: what an import works out before
//! it begins. Whatever can refuse a change is asked here too, save for what others write meanwhile.

use serde_json::Value;

use super::change::check_rules;
use super::{Records, RegisteredResource};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::schema::merge;
use crate::records::actor::Actor;

/// A change of a record that would be made.
pub(crate) struct PlannedChange {
    /// The record's input as it is.
    pub(crate) was: Value,
    /// And as it would be.
    pub(crate) is: Value,
}

impl Records {
    /// Checks a prepared body as a new record; returns its input with all defaults. `ahead` knows
    /// the records that will be there by then.
    pub(crate) fn plan_new(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        body: &Value,
        ahead: &dyn Fn(&Id) -> bool,
        by: &Actor,
    ) -> Result<Value> {
        if entry.registration.insert.is_none() {
            return Err(Error::MethodNotAllowed(String::new()));
        }
        let is = (entry.registration.with_defaults)(body.clone())?;
        self.check_references(conn, entry, &is, None, Some(ahead))?;
        check_rules(conn, entry, None, &is, by)?;
        Ok(is)
    }

    /// Checks a checked patch as a change of the record `id`; `None` when it changes nothing.
    pub(crate) fn plan_change(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        patch: Value,
        ahead: &dyn Fn(&Id) -> bool,
        by: &Actor,
    ) -> Result<Option<PlannedChange>> {
        if entry.registration.update.is_none() {
            return Err(Error::MethodNotAllowed(String::new()));
        }
        let was = entry.find(conn, id)?.input;
        let is = (entry.registration.with_defaults)(merge(&was, patch))?;
        if is == was {
            return Ok(None);
        }
        self.check_references(conn, entry, &is, Some(&was), Some(ahead))?;
        check_rules(conn, entry, Some((id, &was)), &is, by)?;
        Ok(Some(PlannedChange { was, is }))
    }
}
