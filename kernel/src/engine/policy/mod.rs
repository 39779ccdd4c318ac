//! Authorization. casbin evaluates the policy once, over all roles and permissions, into an exact
//! set; a request is a lookup in that set, and what is not in it is denied.
//!
//! `lines` parses a policy, `rules` are those of its lines that narrow records and fields, with `user_values` in them and the
//! `user_attributes` that modules declare, and `access` is what they leave a user, which `permission` says to clients;
//! `decision` says by which lines, as an `explanation`; `matrix` and `explain` describe the policy for operators, `watch` reloads the
//! operator's file while the process runs.

mod access;
mod by_access;
mod decision;
mod diff;
mod explain;
mod explanation;
mod lines;
mod matrix;
mod operation;
mod permission;
mod rules;
mod user_attributes;
mod user_values;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use arc_swap::ArcSwap;
use casbin::{CoreApi, DefaultModel, Enforcer, StringAdapter};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use access::KnownAccess;
pub(crate) use access::{Access, ResourceAccess, RoleAccess, Rows};
pub(crate) use by_access::ByAccess;
pub(crate) use decision::{RecordInQuestion, Subject};
pub(crate) use diff::{Comparison, FieldChange, PolicyWarning, RowChange};
pub(crate) use explain::{explain, operation_meant};
pub(crate) use explanation::{AllowingLine, Explanation, FailingCondition};
pub(crate) use lines::FieldLevel;
use lines::{Line, check, check_areas, parse, roles};
pub(crate) use lines::{QuotedLine, Source};
pub(crate) use matrix::{matrix, report};
pub(crate) use operation::{AuthorizationRule, Operation};
pub(crate) use permission::ResourcePermission;
pub(crate) use rules::Ruled;
use rules::Rules;
pub(crate) use user_attributes::schema_of;
pub use user_attributes::{AttributeKind, UserAttribute, UserAttributes};
pub(crate) use user_values::UserValues;
pub(crate) use watch::{read, watch};

use crate::base::error::{Error, Result};

/// casbin's model: how a line of a policy is read.
const MODEL: &str = include_str!("model.conf");

/// Every signed-in user has at least this role.
pub const DEFAULT_ROLE: &str = "user";

/// The role that at least one user who can sign in must always have: without it no user could
/// administer the others.
pub const ADMIN_ROLE: &str = "admin";

/// What the user may do with one resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Permission {
    /// The resource, or an area of the product.
    pub resource: String,
    /// Actions such as `read`, `create`, `update`, `delete`; `enter` for an area.
    pub actions: Vec<String>,
}

/// A line that narrows what a role may do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RuleOfRole {
    /// The role.
    role: String,
    #[serde(flatten)]
    line: QuotedLine,
}

/// All permissions that a policy may name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Permissions {
    /// All pairs of resource and action.
    pub(crate) pairs: BTreeSet<(String, String)>,
    /// The area of each resource. A role that may read a resource may enter its area, without a
    /// line of its own: a right to read a resource in an inaccessible area would be a mistake.
    pub(crate) areas: BTreeMap<String, String>,
}

/// What a line of the policy requires of a role, in place of a permission: `p, admin, second-factor,
/// require`.
pub(crate) const SECOND_FACTOR: &str = "second-factor";
pub(crate) const REQUIRE: &str = "require";

/// The action of an area.
pub(crate) const ENTER: &str = "enter";

/// The action of a resource that lets a role enter its area.
pub(crate) const READ: &str = "read";

/// The actions of a user whose changes others approve, and of one who approves them.
pub(crate) const PROPOSE: &str = "propose";
pub(crate) const APPROVE: &str = "approve";

/// The action that creates records.
const CREATE: &str = "create";

/// The policy. Each check uses the one in force at that moment: the operator may change it while
/// the process runs.
#[derive(Debug)]
pub struct Policy {
    permissions: Permissions,
    /// What its rules are checked against.
    ruled: Arc<dyn Ruled>,
    /// Fixed at the start, because schemas list them.
    roles: Vec<String>,
    in_force: ArcSwap<Allowed>,
}

/// An evaluated policy.
#[derive(Debug)]
pub(crate) struct Allowed {
    /// The lines as they were written, each source under its name.
    text: String,
    lines: Vec<Line>,
    roles: Vec<String>,
    rules: Rules,
    /// The actions, by role, then by resource.
    allowed: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
    known_access: KnownAccess,
}

impl Policy {
    /// Evaluates the lines over all permissions.
    ///
    /// # Errors
    /// `Startup`, naming the line, when it names anything unknown.
    pub(crate) async fn evaluate(
        sources: &[Source<'_>],
        permissions: &Permissions,
        ruled: Arc<dyn Ruled>,
    ) -> Result<Self> {
        let allowed = Allowed::evaluate(sources, permissions, &*ruled).await?;
        Ok(Self {
            permissions: permissions.clone(),
            ruled,
            roles: allowed.roles.clone(),
            in_force: ArcSwap::from_pointee(allowed),
        })
    }

    /// Returns the roles that the sources declare, which are known before the permissions are.
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

    /// Returns all roles.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// Returns whether one of `roles` may do `action` with `resource`.
    pub fn allows(&self, roles: &[String], resource: &str, action: &str) -> bool {
        let policy = self.in_force.load();
        roles.iter().any(|role| policy.allows(role, resource, action))
    }

    /// Returns whether some operation needs this permission.
    pub(crate) fn has_permission(&self, resource: &str, action: &str) -> bool {
        self.permissions.pairs.contains(&(resource.to_owned(), action.to_owned()))
    }

    /// Returns the pairs of resource and action that any of these roles may do, each once. What is
    /// required of a role is none.
    pub(crate) fn pairs(&self, roles: &[String]) -> BTreeMap<String, BTreeSet<String>> {
        let policy = self.in_force.load();
        let mut union: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let pairs = roles.iter().flat_map(|role| policy.pairs(role));
        for (resource, action) in pairs.filter(|(resource, _)| *resource != SECOND_FACTOR) {
            union.entry(resource.to_owned()).or_default().insert(action.to_owned());
        }
        union
    }

    /// Returns `roles` and all roles they inherit, at any depth.
    pub(crate) fn with_inherited(&self, roles: &[String]) -> Vec<String> {
        self.in_force.load().with_inherited(roles)
    }

    /// Returns the lines that narrow a resource for one of these roles.
    pub(crate) fn rule_lines(&self, roles: &[String], resource: &str) -> Vec<RuleOfRole> {
        let policy = self.in_force.load();
        let rules = policy.lines.iter().filter_map(|line| Some((line, line.rule()?)));
        let of_roles = rules.filter(|(_, rule)| {
            rule.resource == resource && roles.iter().any(|role| role == rule.role)
        });
        let quoted = of_roles
            .map(|(line, rule)| RuleOfRole { role: rule.role.to_owned(), line: line.quoted() });
        quoted.collect()
    }

    /// Returns the policy in force.
    pub(crate) fn in_force(&self) -> Arc<Allowed> {
        self.in_force.load_full()
    }

    /// Returns the lines in force, to be saved as the operator's own file.
    pub(crate) fn lines(&self) -> String {
        self.in_force.load().text.clone()
    }

    /// Replaces the policy by the lines of a file. Returns what each role gains and loses.
    ///
    /// # Errors
    /// `Startup` when a line is invalid or the roles differ; the policy then stays as it was.
    pub(crate) async fn replace(&self, path: &Path, lines: &str) -> Result<Vec<String>> {
        let source = Source::file(path, lines);
        Self::names(std::slice::from_ref(&source))?;
        let allowed = Allowed::evaluate(&[source], &self.permissions, &*self.ruled).await?;
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
        sources: &[Source<'_>],
        permissions: &Permissions,
        ruled: &dyn Ruled,
    ) -> Result<Self> {
        let lines = parse(sources)?;
        let roles = roles(&lines);
        check(&lines, &roles, &permissions.pairs)?;
        let evaluated = lines.iter().filter(|line| line.is_evaluated());
        let text: String = evaluated.map(|line| format!("{line}\n")).collect();
        let invalid = |error: casbin::Error| Error::startup(format!("The policy: {error}"));
        let model = DefaultModel::from_str(MODEL).await.map_err(invalid)?;
        let enforcer = Enforcer::new(model, StringAdapter::new(text)).await.map_err(invalid)?;
        let mut allowed: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for role in &roles {
            let of_role = allowed.entry(role.clone()).or_default();
            for (resource, action) in &permissions.pairs {
                let request = (role.as_str(), resource.as_str(), action.as_str());
                if enforcer.enforce(request).map_err(invalid)? {
                    of_role.entry(resource.clone()).or_default().insert(action.clone());
                }
            }
            for (resource, area) in &permissions.areas {
                if of_role.get(resource).is_some_and(|actions| actions.contains(READ)) {
                    of_role.entry(area.clone()).or_default().insert(ENTER.to_owned());
                }
            }
        }
        let may_create = |role: &str, resource: &str| {
            let actions = allowed.get(role).and_then(|of_role| of_role.get(resource));
            actions.is_some_and(|actions| actions.contains(CREATE))
        };
        let rules = Rules::of(&lines, ruled, may_create)?;
        let known_access = KnownAccess::default();
        let text = written(sources);
        let evaluated = Self { text, lines, roles, rules, allowed, known_access };
        check_areas(&evaluated.lines, &permissions.areas, |role, area| {
            evaluated.allows(role, area, ENTER)
        })?;
        Ok(evaluated)
    }

    /// Returns `roles` and all roles they inherit, at any depth.
    fn with_inherited(&self, roles: &[String]) -> Vec<String> {
        let mut all = roles.to_vec();
        let mut next = 0;
        while let Some(role) = all.get(next).cloned() {
            for [inheriting, inherited] in self.lines.iter().filter_map(Line::inherits) {
                if inheriting == role && !all.iter().any(|known| known == inherited) {
                    all.push(inherited.to_owned());
                }
            }
            next += 1;
        }
        all
    }

    fn allows(&self, role: &str, resource: &str, action: &str) -> bool {
        let actions = self.allowed.get(role).and_then(|of_role| of_role.get(resource));
        actions.is_some_and(|actions| actions.contains(action))
    }

    /// Returns whether a user with this role may call an operation with this authorization rule.
    fn lets(&self, role: &str, rule: &AuthorizationRule) -> bool {
        rule.needs().is_none_or(|(resource, action)| self.allows(role, resource, action))
    }

    /// Returns all permissions of a role: resource and action.
    fn pairs(&self, role: &str) -> impl Iterator<Item = (&str, &str)> {
        let of_role = self.allowed.get(role).into_iter().flatten();
        of_role.flat_map(|(resource, actions)| {
            actions.iter().map(move |action| (resource.as_str(), action.as_str()))
        })
    }
}

/// Joins the lines of all sources into one text: a single file as it is, several sources each under
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
mod rules_tests;
#[cfg(test)]
mod tests;
