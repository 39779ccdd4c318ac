//! Compares the policy in force with another one: what each role gains and loses. What it means for real records is
//! counted elsewhere, by the filters that this returns.

use std::collections::BTreeSet;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::access::RoleAccess;
use super::lines::FieldLevel;
use super::lines::Source;
use super::matrix::operation_changes_of;
use super::rules::Ruled;
use super::user_values::UserValues;
use super::{ADMIN_ROLE, Allowed, Operation, Policy, READ, REQUIRE, Rows, SECOND_FACTOR};
use crate::base::error::Result;
use crate::engine::list::Filter;

/// The policy in force, and another one.
pub(crate) struct Comparison {
    before: Arc<Allowed>,
    after: Allowed,
    ruled: Arc<dyn Ruled>,
    pairs: BTreeSet<(String, String)>,
}

/// Which records a role would gain and lose for an action.
pub(crate) struct RowChange {
    pub(crate) gained: Filter,
    pub(crate) lost: Filter,
    /// Whether a rule would narrow them no more.
    pub(crate) is_freed: bool,
}

/// How much more or less a role would see of a field.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct FieldChange {
    /// The resource.
    pub(crate) resource: String,
    /// The field.
    pub(crate) field: String,
    /// How much it sees now: `hidden`, `masked`, `readonly` or `writable`.
    pub(crate) from: &'static str,
    /// How much it would see.
    pub(crate) to: &'static str,
    /// Whether that is more.
    pub(crate) widens: bool,
}

/// A role that lifts what another one restricts, for users with both.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct PolicyWarning {
    /// The role whose rules restrict.
    restricts: String,
    /// The role that lifts it.
    lifts: String,
    /// The resource.
    resource: String,
    /// The warning as a sentence.
    pub(crate) text: String,
}

impl Policy {
    /// Compares the policy in force with the lines of a file.
    ///
    /// # Errors
    /// `Startup` when the lines would be refused.
    pub(crate) async fn compared_with(&self, source: Source<'_>) -> Result<Comparison> {
        Self::names(std::slice::from_ref(&source))?;
        let after = Allowed::evaluate(&[source], &self.permissions, &*self.ruled).await?;
        Ok(Comparison {
            before: self.in_force(),
            after,
            ruled: Arc::clone(&self.ruled),
            pairs: self.permissions.pairs.clone(),
        })
    }
}

impl Comparison {
    /// Returns the roles of both, by name.
    pub(crate) fn roles(&self) -> BTreeSet<&str> {
        self.before.roles.iter().chain(&self.after.roles).map(String::as_str).collect()
    }

    /// Returns the operations that a role would gain and those that it would lose, and whether that widens what it may.
    pub(crate) fn operations(
        &self,
        role: &str,
        operations: &[Operation],
    ) -> ([Vec<String>; 2], bool) {
        let (mut gained, mut lost) = (Vec::new(), Vec::new());
        for (sign, name) in operation_changes_of(role, &self.before, &self.after, operations) {
            if sign == "+" { &mut gained } else { &mut lost }.push(name);
        }
        // To need a second factor is less than to need none.
        let factor = format!("{SECOND_FACTOR}:{REQUIRE}");
        let widens = gained.iter().any(|name| *name != factor) || lost.contains(&factor);
        ([gained, lost], widens)
    }

    /// Returns the actions on a resource.
    pub(crate) fn actions(&self, resource: &str) -> Vec<&str> {
        let pairs = self.pairs.iter().filter(|(of, _)| of == resource);
        pairs.map(|(_, action)| action.as_str()).collect()
    }

    /// Returns whether a role may do an action by both policies, at least with some records.
    pub(crate) fn has_in_both(&self, role: &str, resource: &str, action: &str) -> bool {
        self.before.allows(role, resource, action) && self.after.allows(role, resource, action)
    }

    /// Returns whether the rules of a role for a resource say something of their user.
    pub(crate) fn depends_on_user(&self, role: &str, resource: &str) -> bool {
        [&*self.before, &self.after].into_iter().any(|policy| {
            let rules = policy.rules.of_resource(resource);
            let of_roles = policy.with_inherited(&[role.to_owned()]);
            let rules =
                rules.into_iter().flat_map(|rules| of_roles.iter().map(|one| rules.get(one)));
            rules.flatten().flat_map(|rules| &rules.rows).any(|rule| names_user(&rule.template))
        })
    }

    /// Returns which records a user with one role would gain and lose for an action; `None` when that stays the same.
    pub(crate) fn rows(
        &self,
        user: &UserValues,
        resource: &str,
        action: &str,
    ) -> Option<RowChange> {
        let [before, after] =
            [&*self.before, &self.after].map(|policy| self.rows_by(policy, user, resource, action));
        if before == after {
            return None;
        }
        let is_freed =
            after == Rows::All && before.filter().is_some_and(|filter| *filter != never());
        let [before, after] = [before, after].map(|rows| match rows {
            Rows::All => Filter::All(Vec::new()),
            Rows::Meeting(filter) => filter,
        });
        let without = |one: &Filter, other: &Filter| {
            Filter::All(vec![one.clone(), Filter::Not(Box::new(other.clone()))])
        };
        Some(RowChange {
            gained: without(&after, &before),
            lost: without(&before, &after),
            is_freed,
        })
    }

    fn rows_by(&self, policy: &Allowed, user: &UserValues, resource: &str, action: &str) -> Rows {
        if !user.roles.iter().any(|role| policy.allows(role, resource, action)) {
            return Rows::Meeting(never());
        }
        let access = policy.access(user, &*self.ruled, &self.pairs);
        access.of(resource).map_or(Rows::All, |access| access.rows(action))
    }

    /// Returns the fields of which a role would see more or less.
    pub(crate) fn fields(&self, role: &str) -> Vec<FieldChange> {
        let user = UserValues { roles: vec![role.to_owned()], ..UserValues::default() };
        let [before, after] = [&*self.before, &self.after]
            .map(|policy| policy.access(&user, &*self.ruled, &self.pairs));
        let narrowed = self.before.rules.resources().chain(self.after.rules.resources());
        let mut changes = Vec::new();
        for resource in narrowed.collect::<BTreeSet<_>>() {
            let reads = |policy: &Allowed| policy.allows(role, resource, READ);
            if !reads(&self.before) || !reads(&self.after) {
                continue;
            }
            let [before, after] = [before.of(resource), after.of(resource)];
            let fields = [before, after].into_iter().flatten().flat_map(|of| of.narrowed_fields());
            for field in fields.collect::<BTreeSet<_>>() {
                let levels = [before, after].map(|access| {
                    let whole = (FieldLevel::Writable, FieldLevel::Writable);
                    access.map_or(whole, |access| access.levels(field))
                });
                let [(least, most), (new_least, new_most)] = levels;
                if levels[0] == levels[1] {
                    continue;
                }
                let (from, to) = match most == new_most {
                    true => (least, new_least),
                    false => (most, new_most),
                };
                changes.push(FieldChange {
                    resource: resource.to_owned(),
                    field: field.to_owned(),
                    from: word(from),
                    to: word(to),
                    widens: new_most > most || new_least > least,
                });
            }
        }
        changes
    }

    /// Returns where a role of the other policy lifts what another one restricts. `has_both` says whether users have both;
    /// administrators lift everything, which is only said where it is so.
    pub(crate) fn warnings(&self, has_both: impl Fn(&str, &str) -> bool) -> Vec<PolicyWarning> {
        let policy = &self.after;
        let user = UserValues::default();
        let mut warnings = Vec::new();
        for resource in policy.rules.resources() {
            let Some(rules) = policy.rules.of_resource(resource) else { continue };
            let of =
                |role: &str| policy.role_access((role, resource), &[READ], &user, &*self.ruled);
            for restricts in rules.keys() {
                let restricted = of(restricts);
                for lifts in policy.roles.iter().filter(|role| *role != restricts) {
                    let inherits = |one: &String, other: &String| {
                        policy.with_inherited(std::slice::from_ref(one)).contains(other)
                    };
                    let is_joint = inherits(lifts, restricts) || inherits(restricts, lifts);
                    if lifts == ADMIN_ROLE && !is_joint && !has_both(restricts, lifts) {
                        continue;
                    }
                    if let Some(what) = lifted(&restricted, &of(lifts)) {
                        let text = format!(
                            "{lifts} lifts what {restricts} restricts of {resource}: who has both \
                             roles {what}"
                        );
                        let (restricts, lifts) = (restricts.clone(), lifts.clone());
                        let resource = resource.to_owned();
                        warnings.push(PolicyWarning { restricts, lifts, resource, text });
                    }
                }
            }
        }
        warnings
    }

    /// Returns a role and what it inherits by the other policy.
    pub(crate) fn with_inherited(&self, roles: &[String]) -> Vec<String> {
        self.after.with_inherited(roles)
    }
}

/// Returns what one role gives that another keeps from its users.
fn lifted(restricted: &RoleAccess, lifting: &RoleAccess) -> Option<String> {
    let rows = lifting.rows(READ)?;
    if rows == Rows::All && restricted.rows(READ).is_some_and(|rows| rows != Rows::All) {
        return Some("reads all records".to_owned());
    }
    let fields: Vec<&str> = restricted
        .narrowed_fields()
        .filter(|field| lifting.level(field) > restricted.level(field))
        .collect();
    match fields.is_empty() {
        true => None,
        false => Some(format!("sees more of {}", fields.join(", "))),
    }
}

fn never() -> Filter {
    Filter::Any(Vec::new())
}

fn word(level: FieldLevel) -> &'static str {
    match level {
        FieldLevel::Hidden => "hidden",
        FieldLevel::Masked => "masked",
        FieldLevel::ReadOnly => "readonly",
        FieldLevel::Writable => "writable",
    }
}

/// Returns whether a filter compares with a value of the user.
fn names_user(template: &Value) -> bool {
    match template {
        Value::String(text) => text.starts_with("$user."),
        Value::Array(items) => items.iter().any(names_user),
        Value::Object(fields) => fields.values().any(names_user),
        _ => false,
    }
}
