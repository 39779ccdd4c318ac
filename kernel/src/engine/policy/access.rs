//! What one user may do with the records of each resource, and how much of their fields the user sees: made of the
//! rules of the user's roles and of those that these inherit.
//!
//! Each role is an alternative that gives rows and fields together. A user sees a field of a record where some role gives
//! the record and the field, and never a field by one role of a record by another.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::lines::FieldLevel;
use super::rules::{RoleRules, Ruled};
use super::user_values::UserValues;
use super::{Allowed, Policy, READ};
use crate::base::digest::digest;
use crate::engine::list::Filter;

/// The actions that change records.
const CHANGES: [&str; 3] = ["create", "update", "delete"];

/// What a user may do with records, of each resource for which one of the user's roles has rules. With all others the
/// user may do what the permissions say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Access {
    resources: BTreeMap<String, ResourceAccess>,
    /// A digest of the rest.
    key: String,
}

/// What a user may do with the records of a resource.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ResourceAccess {
    /// All actions that a permission is needed for.
    actions: BTreeSet<String>,
    pub(crate) roles: Vec<RoleAccess>,
}

/// What one role gives of a resource.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RoleAccess {
    pub(crate) role: String,
    /// The records for each action that it gives at all.
    rows: BTreeMap<String, Rows>,
    /// The fields that it does not give whole.
    fields: BTreeMap<String, FieldLevel>,
}

/// With which records something may be done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Rows {
    All,
    Meeting(Filter),
}

impl Rows {
    /// Returns the records of either.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Meeting(Filter::Any(mut parts)), Self::Meeting(other)) => {
                parts.push(other);
                Self::Meeting(Filter::Any(parts))
            }
            (Self::Meeting(one), Self::Meeting(other)) => {
                Self::Meeting(Filter::Any(vec![one, other]))
            }
            _ => Self::All,
        }
    }

    /// Returns the records of both.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::All, rows) | (rows, Self::All) => rows,
            (Self::Meeting(one), Self::Meeting(other)) => {
                Self::Meeting(Filter::All(vec![one, other]))
            }
        }
    }

    /// Returns the filter that the records must meet, if there is one.
    pub(crate) fn filter(&self) -> Option<&Filter> {
        match self {
            Self::All => None,
            Self::Meeting(filter) => Some(filter),
        }
    }
}

impl RoleAccess {
    /// Returns the records that it lets its users read and do an action with.
    pub(crate) fn rows(&self, action: &str) -> Option<Rows> {
        let rows = self.rows.get(action)?.clone();
        match action {
            READ => Some(rows),
            _ => Some(self.rows.get(READ)?.clone().and(rows)),
        }
    }

    /// Returns the records that it lets its users read, if any.
    pub(crate) fn reads(&self) -> Option<&Rows> {
        self.rows.get(READ)
    }

    /// Returns the fields that it does not give whole, with how much it gives of each.
    pub(crate) fn levels(&self) -> impl Iterator<Item = (&str, FieldLevel)> {
        self.fields.iter().map(|(field, level)| (field.as_str(), *level))
    }

    /// Returns the fields that it does not give whole.
    pub(super) fn narrowed_fields(&self) -> impl Iterator<Item = &str> {
        self.fields.keys().map(String::as_str)
    }

    /// Returns how much it gives of a field.
    pub(crate) fn level(&self, field: &str) -> FieldLevel {
        self.fields.get(field).copied().unwrap_or(FieldLevel::Writable)
    }
}

impl ResourceAccess {
    /// Returns whether an action needs a permission: what else is done with a record, such as a user's own sign-in, rules do
    /// not narrow.
    pub(crate) fn governs(&self, action: &str) -> bool {
        self.actions.contains(action)
    }

    /// Returns the records for an action: those that some role lets the user read, and some do the action with.
    pub(crate) fn rows(&self, action: &str) -> Rows {
        let of = |action: &str| {
            let rows = self.roles.iter().filter_map(|role| role.rows.get(action).cloned());
            rows.reduce(Rows::or).unwrap_or(Rows::Meeting(Filter::Any(Vec::new())))
        };
        match action {
            READ => of(READ),
            action => of(READ).and(of(action)),
        }
    }

    /// Returns the least and the most that the user sees of a field, over all records that the user may read.
    pub(crate) fn levels(&self, field: &str) -> (FieldLevel, FieldLevel) {
        let readers = self.roles.iter().filter(|role| role.rows.contains_key(READ));
        let levels = readers.map(|role| role.level(field));
        let (least, most) = (levels.clone().min(), levels.max());
        (least.unwrap_or(FieldLevel::Hidden), most.unwrap_or(FieldLevel::Hidden))
    }

    /// Returns the fields of which some role does not give the whole.
    pub(crate) fn narrowed_fields(&self) -> BTreeSet<&str> {
        self.roles.iter().flat_map(|role| role.fields.keys()).map(String::as_str).collect()
    }
}

impl Access {
    fn new(resources: BTreeMap<String, ResourceAccess>) -> Self {
        let key = match resources.is_empty() {
            true => String::new(),
            false => digest(format!("{resources:?}")),
        };
        Self { resources, key }
    }

    /// Returns what is the same for two users exactly when they may do the same; empty when no rule narrows anything.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// Returns whether no rule narrows anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.resources.is_empty()
    }

    /// Returns the same access, with the records of this action in place of those of changes, where a role gives none.
    pub(crate) fn changing_by(&self, action: &str) -> Self {
        let mut resources = self.resources.clone();
        for role in resources.values_mut().flat_map(|resource| &mut resource.roles) {
            let Some(rows) = role.rows.get(action).cloned() else { continue };
            for change in CHANGES {
                role.rows.entry(change.to_owned()).or_insert_with(|| rows.clone());
            }
        }
        Self::new(resources)
    }

    /// Returns what the user may do with the records of a resource; `None` when no rule narrows that.
    pub(crate) fn of(&self, resource: &str) -> Option<&ResourceAccess> {
        self.resources.get(resource)
    }
}

impl Policy {
    /// Returns what a user may do with records, by the policy in force.
    pub(crate) fn access(&self, user: &UserValues) -> Arc<Access> {
        static WHOLE: LazyLock<Arc<Access>> = LazyLock::new(Arc::default);
        let policy = self.in_force.load();
        match policy.rules.resources().next() {
            None => Arc::clone(&WHOLE),
            Some(_) => policy
                .known_access
                .get(user, || policy.access(user, &*self.ruled, &self.permissions.pairs)),
        }
    }
}

/// What is known of users' access by one policy: a user's values hardly change from one request to the next.
#[derive(Debug, Default)]
pub(super) struct KnownAccess(Mutex<HashMap<UserValues, Arc<Access>>>);

impl KnownAccess {
    /// The maximum number of entries: some megabytes with rules as they usually are.
    const CAPACITY: usize = 2_000;

    fn get(&self, user: &UserValues, access: impl FnOnce() -> Access) -> Arc<Access> {
        let locked = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = locked().get(user) {
            return Arc::clone(known);
        }
        let access = Arc::new(access());
        let mut known = locked();
        if known.len() >= Self::CAPACITY {
            known.clear();
        }
        known.insert(user.clone(), Arc::clone(&access));
        access
    }
}

impl Allowed {
    pub(super) fn access(
        &self,
        user: &UserValues,
        ruled: &dyn Ruled,
        permissions: &BTreeSet<(String, String)>,
    ) -> Access {
        let roles = self.with_inherited(&user.roles);
        let has_rules = |resource: &&str| {
            let of_roles = self.rules.of_resource(resource);
            of_roles.is_some_and(|rules| roles.iter().any(|role| rules.contains_key(role)))
        };
        let narrowed = self.rules.resources().filter(has_rules).map(|resource| {
            let actions = permissions.iter().filter(|(of, _)| of == resource);
            let actions: Vec<&str> = actions.map(|(_, action)| action.as_str()).collect();
            let of_role = |role: &String| self.role_access((role, resource), &actions, user, ruled);
            let mut roles: Vec<RoleAccess> = roles.iter().map(of_role).collect();
            // Who reads its records by a permission of another resource only reads them by the rules alone.
            let reads = |role: &RoleAccess| role.rows.contains_key(READ);
            if !roles.iter().any(reads) {
                for role in &mut roles {
                    self.add_rows_without_permission(resource, role, user, ruled);
                }
            }
            roles.retain(|role| !role.rows.is_empty());
            let actions = actions.iter().map(|action| (*action).to_owned()).collect();
            (resource.to_owned(), ResourceAccess { actions, roles })
        });
        Access::new(narrowed.collect())
    }

    pub(super) fn role_access(
        &self,
        (role, resource): (&str, &str),
        actions: &[&str],
        user: &UserValues,
        ruled: &dyn Ruled,
    ) -> RoleAccess {
        let empty = RoleRules::default();
        let rules = self.rules.of_resource(resource).and_then(|rules| rules.get(role));
        let rules = rules.unwrap_or(&empty);
        let rows = actions.iter().filter_map(|action| {
            let narrowed = rules.rows.iter().filter(|rule| rule.is_for(action));
            let narrowed: Vec<Filter> =
                narrowed.map(|rule| rule.filter(resource, user, ruled)).collect();
            let rows = match narrowed.is_empty() {
                // Its own line allows all records; what it inherits is another role's.
                true => self.has_line(role, resource, action).then_some(Rows::All),
                false => self
                    .allows(role, resource, action)
                    .then_some(Rows::Meeting(Filter::Any(narrowed))),
            };
            Some(((*action).to_owned(), rows?))
        });
        let mut fields: BTreeMap<String, FieldLevel> = BTreeMap::new();
        for rule in &rules.fields {
            // Of several lines of one role the strictest counts.
            let level = fields.entry(rule.field.clone()).or_insert(rule.level);
            *level = (*level).min(rule.level);
        }
        RoleAccess { role: role.to_owned(), rows: rows.collect(), fields }
    }

    /// Adds the records that a role's rules let its users read, though it has no permission to read the resource.
    fn add_rows_without_permission(
        &self,
        resource: &str,
        role: &mut RoleAccess,
        user: &UserValues,
        ruled: &dyn Ruled,
    ) {
        let of_resource = self.rules.of_resource(resource);
        let Some(rules) = of_resource.and_then(|rules| rules.get(&role.role)) else { return };
        let narrowed = rules.rows.iter().filter(|rule| rule.is_for(READ));
        let narrowed: Vec<Filter> =
            narrowed.map(|rule| rule.filter(resource, user, ruled)).collect();
        let rows = match narrowed.is_empty() {
            true => Rows::All,
            false => Rows::Meeting(Filter::Any(narrowed)),
        };
        role.rows.insert(READ.to_owned(), rows);
    }

    /// Returns whether a line of the role itself allows an action.
    pub(super) fn has_line(&self, role: &str, resource: &str, action: &str) -> bool {
        self.lines
            .iter()
            .filter_map(|line| line.allows())
            .any(|[of, on, what]| of == role && on == resource && (what == action || what == "*"))
    }
}
