//! Who may do what. casbin evaluates the policy once, over all roles and permissions there are,
//! into an exact set; a request is a look-up in it, and what is not in it is denied.
//!
//! `lines` reads a policy, `matrix` and `explain` tell people what it means, `watch` takes another
//! one from the operator's file while the process runs.

mod explain;
mod lines;
mod matrix;
mod operation;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use arc_swap::ArcSwap;
use casbin::{CoreApi, DefaultModel, Enforcer, StringAdapter};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use explain::{explain, operation_meant};
pub(crate) use lines::Source;
use lines::{Line, check, parse, roles};
pub(crate) use matrix::{matrix, report};
pub(crate) use operation::{AuthorizationRule, Operation};
pub(crate) use watch::{read, watch};

use crate::base::error::{Error, Result};

/// Everybody who is signed in has at least this role.
pub const DEFAULT_ROLE: &str = "user";

/// The role that somebody must always have who can sign in: without it nobody could look after
/// the others.
pub const ADMIN_ROLE: &str = "admin";

/// What a visitor may do with one resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Permission {
    /// The resource, or an area of the product.
    pub resource: String,
    /// Such as `read`, `create`, `update`, `delete`; `enter` for an area.
    pub actions: Vec<String>,
}

/// All that a policy may speak of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Permissions {
    /// All pairs of resource and action.
    pub(crate) pairs: BTreeSet<(String, String)>,
    /// The area that each resource belongs to. A role that may read the resource may enter its area,
    /// without a line of its own: a right to read what nobody can get to is a mistake.
    pub(crate) areas: BTreeMap<String, String>,
}

/// The action of an area.
pub(crate) const ENTER: &str = "enter";

/// The action of a resource that lets a role enter its area.
const READ: &str = "read";

/// The policy. Whoever asks is answered by the one in force at that moment: the operator may change
/// it while the process runs.
#[derive(Debug)]
pub struct Policy {
    model: &'static str,
    permissions: Permissions,
    /// Known from the start, because they stand in schemas.
    roles: Vec<String>,
    in_force: ArcSwap<Allowed>,
}

/// A policy as it stands, evaluated.
#[derive(Debug)]
pub(crate) struct Allowed {
    /// The lines as they were written, each source under its name.
    text: String,
    lines: Vec<Line>,
    roles: Vec<String>,
    /// By role, then by resource, the actions.
    allowed: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
}

impl Policy {
    /// Evaluates the lines over all permissions there are. A line that names anything unknown is an
    /// error that names the line.
    pub(crate) async fn evaluate(
        model: &'static str,
        sources: &[Source<'_>],
        permissions: &Permissions,
    ) -> Result<Self> {
        let allowed = Allowed::evaluate(model, sources, permissions).await?;
        Ok(Self {
            model,
            permissions: permissions.clone(),
            roles: allowed.roles.clone(),
            in_force: ArcSwap::from_pointee(allowed),
        })
    }

    /// All roles there are, by the names that the sources declare: known before any permission is.
    pub(crate) fn names(sources: &[Source<'_>]) -> Result<Vec<String>> {
        let declaring: Vec<_> = sources.iter().filter(|source| source.names_roles).collect();
        let roles = roles(&parse(declaring.iter().copied())?);
        match declaring.first() {
            Some(source) if roles.is_empty() => Err(Error::startup(format!(
                "{} names no role; a line `g, role, inherited role` names two",
                source.whose
            ))),
            _ => Ok(roles),
        }
    }

    /// All roles there are.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// Whether one of `roles` may do `action` with `resource`.
    pub fn allows(&self, roles: &[String], resource: &str, action: &str) -> bool {
        let policy = self.in_force.load();
        roles.iter().any(|role| policy.allows(role, resource, action))
    }

    /// The pairs of resource and action that any of these roles may do, each once.
    pub(crate) fn pairs(&self, roles: &[String]) -> BTreeMap<String, BTreeSet<String>> {
        let policy = self.in_force.load();
        let mut union: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (resource, action) in roles.iter().flat_map(|role| policy.pairs(role)) {
            union.entry(resource.to_owned()).or_default().insert(action.to_owned());
        }
        union
    }

    /// Lists `roles` and all that they inherit, at any depth.
    pub(crate) fn held(&self, roles: &[String]) -> Vec<String> {
        let policy = self.in_force.load();
        let mut held = roles.to_vec();
        let mut next = 0;
        while let Some(role) = held.get(next).cloned() {
            for [inheriting, inherited] in policy.lines.iter().filter_map(Line::inherits) {
                if inheriting == role && !held.iter().any(|known| known == inherited) {
                    held.push(inherited.to_owned());
                }
            }
            next += 1;
        }
        held
    }

    /// The policy in force at this moment.
    pub(crate) fn in_force(&self) -> Arc<Allowed> {
        self.in_force.load_full()
    }

    /// The lines in force, as they can be saved as the operator's own file.
    pub(crate) fn lines(&self) -> String {
        self.in_force.load().text.clone()
    }

    /// Puts the lines of a file in force, in place of those until now. Answers what each role
    /// gains and loses by that; when something is wrong with them, all stays as it was.
    pub(crate) async fn replace(&self, path: &Path, lines: &str) -> Result<Vec<String>> {
        let source = Source::file(path, lines);
        Self::names(std::slice::from_ref(&source))?;
        let allowed = Allowed::evaluate(self.model, &[source], &self.permissions).await?;
        let roles = matrix::role_changes(&self.roles, &allowed.roles);
        if !roles.is_empty() {
            return Err(Error::startup(format!(
                "{} has other roles ({}), which are known from the start of a process; start it \
                 anew to change them",
                path.display(),
                roles.join(", ")
            )));
        }
        let changes = matrix::permission_changes(&self.in_force.load(), &allowed);
        self.in_force.store(Arc::new(allowed));
        Ok(changes)
    }
}

impl Allowed {
    async fn evaluate(
        model: &str,
        sources: &[Source<'_>],
        permissions: &Permissions,
    ) -> Result<Self> {
        let lines = parse(sources)?;
        let roles = roles(&lines);
        check(&lines, &roles, &permissions.pairs)?;
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let wrong = |error: casbin::Error| Error::startup(format!("The policy: {error}"));
        let model = DefaultModel::from_str(model).await.map_err(wrong)?;
        let enforcer = Enforcer::new(model, StringAdapter::new(text)).await.map_err(wrong)?;
        let mut allowed: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for role in &roles {
            let of_role = allowed.entry(role.clone()).or_default();
            for (resource, action) in &permissions.pairs {
                let request = (role.as_str(), resource.as_str(), action.as_str());
                if enforcer.enforce(request).map_err(wrong)? {
                    of_role.entry(resource.clone()).or_default().insert(action.clone());
                }
            }
            for (resource, area) in &permissions.areas {
                if of_role.get(resource).is_some_and(|actions| actions.contains(READ)) {
                    of_role.entry(area.clone()).or_default().insert(ENTER.to_owned());
                }
            }
        }
        Ok(Self { text: written(sources), lines, roles, allowed })
    }

    fn allows(&self, role: &str, resource: &str, action: &str) -> bool {
        let actions = self.allowed.get(role).and_then(|of_role| of_role.get(resource));
        actions.is_some_and(|actions| actions.contains(action))
    }

    /// Whether somebody with this role may call what asks for `permit`.
    fn lets(&self, role: &str, permit: &AuthorizationRule) -> bool {
        permit.needs().is_none_or(|(resource, action)| self.allows(role, resource, action))
    }

    /// All that a role may: resource and action.
    fn pairs(&self, role: &str) -> impl Iterator<Item = (&str, &str)> {
        let of_role = self.allowed.get(role).into_iter().flatten();
        of_role.flat_map(|(resource, actions)| {
            actions.iter().map(move |action| (resource.as_str(), action.as_str()))
        })
    }
}

/// The lines of all sources in one text: what stood in a single file as it is, others each under
/// its name.
fn written(sources: &[Source<'_>]) -> String {
    if let [only] = sources {
        return only.lines.to_owned();
    }
    let parts: Vec<String> = sources
        .iter()
        .filter(|source| !source.lines.trim().is_empty())
        .map(|source| format!("# {}\n{}\n", source.whose, source.lines.trim()))
        .collect();
    parts.join("\n")
}

#[cfg(test)]
mod tests;
