//! What a user may write of a record's fields, by the rules of the user's roles: a field that the user does not see is
//! unknown, and one that is masked or read-only stays as it is.

use serde_json::{Map, Value};

use super::change::Records;
use super::field_levels::most;
use super::registered::{Record, RegisteredResource};
use super::unseen::UNKNOWN;
use crate::base::error::{Error, FieldError, NeededPermission, Result};
use crate::db::Conn;
use crate::engine::policy::FieldLevel;
use crate::engine::schema::escape;
use crate::records::actor::Actor;
use crate::records::revisions;

const PROTECTED: &str = "You may not change this field";

impl RegisteredResource {
    /// Returns the errors of fields of a body that a user sees of no record.
    pub(crate) fn unknown_to<'f>(
        &self,
        by: &Actor,
        fields: impl Iterator<Item = &'f String>,
    ) -> Vec<FieldError> {
        let Some(access) = by.access.of(self.info().name) else { return Vec::new() };
        let is_hidden = |name: &&String| access.levels(self.shown_as(name)).1 == FieldLevel::Hidden;
        fields
            .filter(is_hidden)
            .map(|name| FieldError::new(format!("/{}", escape(name)), UNKNOWN))
            .collect()
    }
}

impl Records {
    /// Checks the fields of a patch for who makes it, and returns what the record becomes: `state`, with the masked fields
    /// as they were.
    ///
    /// # Errors
    /// 422 for a field that the user does not see, 403 for one that the user may not change.
    pub(super) fn allowed_state(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        record: &Record,
        (patch, state): (&Map<String, Value>, Value),
        (by, action): (&Actor, &str),
    ) -> Result<Value> {
        if by.access.is_empty() {
            return Ok(state);
        }
        let levels = self.field_levels(conn, entry, &record.view, (by, action))?;
        protect(entry, (patch, state), &record.input, |field| levels.of_shown(field), action)
    }

    /// Checks the fields of a new record for who makes it.
    ///
    /// # Errors
    /// 422 for a field that the user does not see, 403 for one that the user may not set.
    pub(super) fn allowed_input(
        &self,
        entry: &RegisteredResource,
        body: Value,
        (by, action): (&Actor, &str),
    ) -> Result<Value> {
        let Some(access) = by.access.of(entry.info().name) else { return Ok(body) };
        let Value::Object(fields) = &body else { return Ok(body) };
        let level = |field: &str| most(access, action, field);
        let mut rest = fields.clone();
        rest.retain(|name, _| level(entry.shown_as(name)) == FieldLevel::Writable);
        let defaults = entry.registration.with_defaults(Value::Object(rest)).unwrap_or_default();
        let state = entry.registration.with_defaults(body.clone())?;
        protect(entry, (fields, state), &defaults, level, action)?;
        Ok(body)
    }
}

fn protect(
    entry: &RegisteredResource,
    (written, mut state): (&Map<String, Value>, Value),
    was: &Value,
    level: impl Fn(&str) -> FieldLevel,
    action: &str,
) -> Result<Value> {
    let leaves_protected = action == revisions::RESTORE;
    let (mut unknown, mut protected) = (Vec::new(), Vec::new());
    for (name, value) in written {
        let level = level(entry.shown_as(name));
        let known = was.get(name).unwrap_or(&Value::Null);
        let error = |message: &str| FieldError::new(format!("/{}", escape(name)), message);
        match level {
            FieldLevel::Writable => {}
            FieldLevel::Hidden if !leaves_protected => unknown.push(error(UNKNOWN)),
            _ if leaves_protected || (level == FieldLevel::Masked && value.is_null()) => {
                if let Some(fields) = state.as_object_mut() {
                    fields.insert(name.clone(), known.clone());
                }
            }
            _ if state.get(name).unwrap_or(&Value::Null) == known => {}
            _ => protected.push(error(PROTECTED)),
        }
    }
    match (unknown.is_empty(), protected.is_empty()) {
        (false, _) => Err(Error::Invalid(unknown)),
        (_, false) => {
            let needed = NeededPermission::new(entry.info().name, action);
            Err(Error::Protected(needed, protected))
        }
        _ => Ok(state),
    }
}
