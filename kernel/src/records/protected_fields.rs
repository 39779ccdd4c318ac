//! What a user may write of a record's fields, by the rules of the user's roles: a field that the user does not see is
//! unknown, and one that is masked or read-only stays as it is.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::change::Records;
use super::in_hand::Reading;
use super::registered::{Record, RegisteredResource};
use crate::base::error::{Error, FieldError, NeededPermission, Result};
use crate::db::Conn;
use crate::engine::policy::{FieldLevel, READ, ResourceAccess};
use crate::engine::schema::escape;
use crate::records::actor::Actor;
use crate::records::revisions;

const PROTECTED: &str = "You may not change this field";
const UNKNOWN: &str = "There is no such field";

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
        let Some(access) = by.access.of(entry.info().name) else { return Ok(state) };
        if access.narrowed_fields().is_empty() {
            return Ok(state);
        }
        let view = Arc::new(record.view.clone());
        let mut reading = Reading::new(conn, self);
        let mut roles = Vec::new();
        for role in &access.roles {
            let rows = role.rows(if access.governs(action) { action } else { READ });
            let Some(rows) = rows else { continue };
            if reading.meets_rows(entry, &view, &rows)? {
                roles.push(role);
            }
        }
        let level = |field: &str| {
            roles.iter().map(|role| role.level(field)).max().unwrap_or(FieldLevel::Hidden)
        };
        protect(entry, (patch, state), &record.input, level, action)
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

/// Returns the most that a role gives of a field that lets the user do the action at all.
fn most(access: &ResourceAccess, action: &str, field: &str) -> FieldLevel {
    let roles = access.roles.iter().filter(|role| role.rows(action).is_some());
    roles.map(|role| role.level(field)).max().unwrap_or(FieldLevel::Hidden)
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
