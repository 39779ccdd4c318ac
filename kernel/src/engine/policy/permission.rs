//! What a user may do with one resource, for clients: the actions, whether rules narrow them, and the fields that they
//! keep from the user.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::access::{Access, ResourceAccess, RoleAccess, Rows};
use super::lines::FieldLevel;

/// The actions that write fields of a record.
const WRITING: [&str; 2] = ["create", "update"];

/// What the user may do with one resource, and what rules leave of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ResourcePermission {
    /// The resource, or an area of the product.
    pub(crate) resource: String,
    /// Actions such as `read`, `create`, `update`, `delete`; `enter` for an area.
    pub(crate) actions: Vec<String>,
    /// Of each action, whether it is allowed with all records.
    pub(crate) rows: BTreeMap<String, RowsAllowed>,
    /// The fields that the user sees of no record.
    pub(crate) hidden: Vec<String>,
    /// The fields that are null in every record, and named in its `masked`.
    pub(crate) masked: Vec<String>,
    /// The fields that the user sees of some records and may change of none.
    pub(crate) readonly: Vec<String>,
}

/// With which records an action is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RowsAllowed {
    /// With all.
    All,
    /// With those that a rule allows.
    Some,
}

impl Access {
    /// Returns what the user may do with a resource, of which the permissions allow these actions.
    pub(crate) fn permission(&self, resource: String, actions: Vec<String>) -> ResourcePermission {
        let narrowed = self.of(&resource);
        let rows = actions.iter().map(|action| {
            let rows = narrowed.map_or(Rows::All, |narrowed| narrowed.rows(action));
            let allowed = match rows {
                Rows::All => RowsAllowed::All,
                Rows::Meeting(_) => RowsAllowed::Some,
            };
            (action.clone(), allowed)
        });
        let rows = rows.collect();
        let fields = |level| narrowed.map(|narrowed| narrowed.fields(level)).unwrap_or_default();
        ResourcePermission {
            hidden: fields(FieldLevel::Hidden),
            masked: fields(FieldLevel::Masked),
            readonly: fields(FieldLevel::ReadOnly),
            resource,
            actions,
            rows,
        }
    }
}

impl ResourceAccess {
    /// Returns the fields of which this is the most that the user has, over all records.
    fn fields(&self, level: FieldLevel) -> Vec<String> {
        let narrowed = self.narrowed_fields().into_iter();
        narrowed.filter(|field| self.most(field) == level).map(str::to_owned).collect()
    }

    /// Returns the most that the user has of a field, over all records.
    pub(crate) fn most(&self, field: &str) -> FieldLevel {
        let seen = self.levels(field).1;
        let writers = self.roles.iter().filter(|role| WRITING.iter().any(|one| role.gives(one)));
        let written = writers.map(|role| role.level(field)).max();
        match written {
            // Another role shows it that changes nothing.
            Some(written) if seen == FieldLevel::Writable => written.max(FieldLevel::ReadOnly),
            _ => seen,
        }
    }
}

impl RoleAccess {
    /// Returns whether the role allows an action with some record.
    fn gives(&self, action: &str) -> bool {
        self.rows(action).is_some()
    }
}
