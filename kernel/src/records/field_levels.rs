//! How much a user sees and may write of the fields of one record, by the rules of the user's roles.

use std::sync::Arc;

use serde_json::Value;

use super::change::Records;
use super::in_hand::Reading;
use super::registered::{RegisteredResource, identifier};
use crate::base::error::Result;
use crate::db::Conn;
use crate::engine::policy::{FieldLevel, READ, ResourceAccess, RoleAccess};
use crate::records::actor::Actor;

/// The levels of the fields of a record, for an action of a user.
pub(crate) struct FieldLevels<'a> {
    entry: &'a RegisteredResource,
    /// The roles that give the record; `None` without rules for its resource.
    roles: Option<Vec<&'a RoleAccess>>,
    /// The fields with a reference to a record that the user may not read.
    masked: Vec<&'static str>,
}

impl FieldLevels<'_> {
    /// Returns the level of a field of the view.
    pub(super) fn of_shown(&self, field: &str) -> FieldLevel {
        let level = self.roles.as_ref().map_or(FieldLevel::Writable, |roles| {
            let levels = roles.iter().map(|role| role.level(field));
            levels.max().unwrap_or(FieldLevel::Hidden)
        });
        match self.masked.contains(&field) {
            true => level.min(FieldLevel::Masked),
            false => level,
        }
    }

    /// Returns the level of a field of the input.
    pub(super) fn of(&self, name: &str) -> FieldLevel {
        self.of_shown(self.entry.shown_as(name))
    }

    /// Returns whether the user sees the value of a field of the view.
    pub(super) fn sees_shown(&self, field: &str) -> bool {
        self.of_shown(field) >= FieldLevel::ReadOnly
    }

    /// Returns whether the user sees the value of a field of the input.
    pub(super) fn sees(&self, name: &str) -> bool {
        self.sees_shown(self.entry.shown_as(name))
    }

    /// Returns whether the user sees null in place of the value of a field of the input.
    pub(crate) fn masks(&self, name: &str) -> bool {
        self.of(name) == FieldLevel::Masked
    }
}

impl Records {
    /// Returns the levels of the fields of a record, of which this is the view.
    pub(crate) fn field_levels<'a>(
        &self,
        conn: &mut Conn,
        entry: &'a RegisteredResource,
        view: &Value,
        (by, action): (&'a Actor, &str),
    ) -> Result<FieldLevels<'a>> {
        let roles = match by.access.of(entry.info().name) {
            None => None,
            Some(access) => Some(self.giving(conn, entry, view, (access, action))?),
        };
        let mut masked = Vec::new();
        for reference in entry.info().references {
            if by.access.of(reference.to).is_some()
                && let Value::String(id) = identifier(view.get(reference.view).unwrap_or_default())
                && !self.is_readable(conn, reference, &id, by)?
            {
                masked.push(reference.view);
            }
        }
        Ok(FieldLevels { entry, roles, masked })
    }

    /// Returns the roles that let a user do an action with a record, or read it by an action that no permission is for.
    fn giving<'a>(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        view: &Value,
        (access, action): (&'a ResourceAccess, &str),
    ) -> Result<Vec<&'a RoleAccess>> {
        let action = if access.governs(action) { action } else { READ };
        let view = Arc::new(view.clone());
        let mut reading = Reading::new(conn, self);
        let mut giving = Vec::new();
        for role in &access.roles {
            let Some(rows) = role.rows(action) else { continue };
            if reading.meets_rows(entry, &view, &rows)? {
                giving.push(role);
            }
        }
        Ok(giving)
    }
}

/// Returns the most that a role gives of a field that lets the user do the action at all.
pub(super) fn most(access: &ResourceAccess, action: &str, field: &str) -> FieldLevel {
    let roles = access.roles.iter().filter(|role| role.rows(action).is_some());
    roles.map(|role| role.level(field)).max().unwrap_or(FieldLevel::Hidden)
}
