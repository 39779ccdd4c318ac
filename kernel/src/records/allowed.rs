//! What a user may do with a record in hand, by the rules of the user's roles.

use std::sync::Arc;

use serde_json::Value;

use super::change::Records;
use super::in_hand::Reading;
use super::registered::RegisteredResource;
use crate::base::error::{Error, NeededPermission, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::policy::READ;
use crate::records::actor::Actor;

/// Why a change is refused whose result the user could not change again.
pub(super) const OUT_OF_REACH: &str =
    "This change would take the record out of what you may change";

impl Records {
    /// Fails unless a user may do an action with a record, of which this is the view: 404 when the user may not even read it,
    /// else 403.
    pub(crate) fn must_be_allowed(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        view: &Value,
        (by, action): (&Actor, &str),
    ) -> Result<()> {
        let Some(access) = by.access.of(entry.info().name) else { return Ok(()) };
        let view = Arc::new(view.clone());
        let mut reading = Reading::new(conn, self);
        if !reading.meets_rows(entry, &view, &access.rows(READ))? {
            return Err(Error::NotFound);
        }
        match access.governs(action) && !reading.meets_rows(entry, &view, &access.rows(action))? {
            true => Err(Error::not_permitted(entry.info().name, action)),
            false => Ok(()),
        }
    }

    /// Returns whether a user may read a record, of which this is the view.
    pub(crate) fn may_read(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        view: &Value,
        by: &Actor,
    ) -> Result<bool> {
        let Some(access) = by.access.of(entry.info().name) else { return Ok(true) };
        let mut reading = Reading::new(conn, self);
        reading.meets_rows(entry, &Arc::new(view.clone()), &access.rows(READ))
    }

    /// Returns whether there is such a record, which a user may read.
    pub(crate) fn may_read_by_id(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        by: &Actor,
    ) -> Result<bool> {
        match entry.view(conn, id) {
            Ok(view) => self.may_read(conn, entry, &view, by),
            Err(Error::NotFound) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Fails with a 403 unless a record as it was created or changed is one that the user may still do the action with.
    pub(super) fn must_remain(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        view: &Value,
        (by, action): (&Actor, &str),
    ) -> Result<()> {
        match self.must_be_allowed(conn, entry, view, (by, action)) {
            Err(Error::NotFound | Error::NotPermitted(..)) => {
                let needed = NeededPermission::new(entry.info().name, action);
                Err(Error::NotPermitted(needed, OUT_OF_REACH))
            }
            other => other,
        }
    }
}
