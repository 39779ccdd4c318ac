//! Rules: with which records of a resource a role may do something, and which of their fields it sees. The lines
//! `where` and `fields` of a policy, checked once when they are loaded.
//!
//! A rule is the filter of a list, with values of the user in place of some of its own. [`super::access`] makes of the
//! rules of a user's roles what that user may.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::lines::{FieldLevel, Line, Rest, RuleLine};
use super::user_attributes::UserAttribute;
use super::user_values::UserValues;
use crate::base::error::Result;
use crate::engine::list::{Filter, Wrong};

/// The rules of all roles.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    /// By resource, then by role.
    by_resource: BTreeMap<String, BTreeMap<String, RoleRules>>,
}

/// The rules of one role for one resource.
#[derive(Debug, Default)]
pub(crate) struct RoleRules {
    pub(super) rows: Vec<RowRule>,
    pub(super) fields: Vec<FieldRule>,
}

/// Which records a role may do something with.
#[derive(Debug)]
pub(crate) struct RowRule {
    /// `*` for every action.
    pub(super) action: String,
    pub(super) template: Value,
    /// The index of its line.
    pub(super) line: usize,
}

/// How much a role sees of a field.
#[derive(Debug)]
pub(crate) struct FieldRule {
    pub(super) field: String,
    pub(super) level: FieldLevel,
    /// The index of its line.
    pub(super) line: usize,
}

/// What rules are checked against: the resources and their fields.
pub(crate) trait Ruled: Send + Sync + std::fmt::Debug {
    /// Parses the filter of a rule.
    fn filter(&self, resource: &str, filter: &Value) -> Result<Filter, Wrong>;
    /// Returns the fields that records of a resource show or take; `None` when it has no records of its own, so that
    /// no rule narrows it.
    fn fields(&self, resource: &str) -> Option<BTreeSet<String>>;
    /// Returns whether a record must be created with a value of this field.
    fn is_needed(&self, resource: &str, field: &str) -> bool;
    /// Returns whether a field is the identifier of records, which every reader sees.
    fn is_identifier(&self, resource: &str, field: &str) -> bool;
    /// Returns a possible value of a field that has few.
    fn option(&self, resource: &str, field: &str) -> Option<Value>;
    /// Returns the attributes of users.
    fn attributes(&self) -> &[UserAttribute];
}

impl RowRule {
    /// Returns whether it is for an action.
    pub(super) fn is_for(&self, action: &str) -> bool {
        self.action == "*" || self.action == action
    }

    /// Makes the filter of a user. What cannot be compared, such as a value that the user lacks, no record meets.
    pub(super) fn filter(&self, resource: &str, user: &UserValues, ruled: &dyn Ruled) -> Filter {
        filter_of(&self.template, resource, user, ruled)
    }
}

/// Makes the filter of a user of a part of a rule.
pub(super) fn filter_of(
    template: &Value,
    resource: &str,
    user: &UserValues,
    ruled: &dyn Ruled,
) -> Filter {
    let never = Filter::Any(Vec::new());
    let Value::Object(fields) = template else { return never };
    let Some(Value::Array(parts)) = fields.get("conditions") else {
        let condition = user.filled(fields, ruled.attributes());
        let group = condition.map(|one| json!({ "operator": "AND", "conditions": [one] }));
        let filter = group.and_then(|group| ruled.filter(resource, &group).ok());
        return match filter {
            Some(Filter::All(mut parts)) => parts.pop().unwrap_or(never),
            _ => never,
        };
    };
    let is_any = fields.get("operator").is_some_and(|operator| operator == "OR");
    let parts: Vec<Filter> =
        parts.iter().map(|part| filter_of(part, resource, user, ruled)).collect();
    // An empty group excludes no record, with either operator.
    if is_any && !parts.is_empty() { Filter::Any(parts) } else { Filter::All(parts) }
}

impl Rules {
    /// Reads and checks the rules among the lines of a policy. `may_create` says whether a role may create records of a
    /// resource.
    ///
    /// # Errors
    /// `Startup`, naming the line.
    pub(super) fn of(
        lines: &[Line],
        ruled: &dyn Ruled,
        may_create: impl Fn(&str, &str) -> bool,
    ) -> Result<Self> {
        let mut rules = Self::default();
        for (at, line) in lines.iter().enumerate() {
            let Some(RuleLine { role, resource, rest }) = line.rule() else { continue };
            let Some(known) = ruled.fields(resource) else {
                return Err(line
                    .wrong(format_args!("`{resource}` has no records that a rule could narrow")));
            };
            let of_role = rules.by_resource.entry(resource.to_owned()).or_default();
            let of_role = of_role.entry(role.to_owned()).or_default();
            match rest {
                Rest::Where { action, filter } => {
                    let template = checked(resource, filter, ruled)
                        .map_err(|wrong| line.wrong(format_args!("{wrong}")))?;
                    of_role.rows.push(RowRule { action: action.to_owned(), template, line: at });
                }
                Rest::Fields { level, fields } => {
                    for field in fields {
                        check_field((role, resource, field), level, &known, ruled, &may_create)
                            .map_err(|wrong| line.wrong(format_args!("{wrong}")))?;
                        of_role.fields.push(FieldRule { field: field.to_owned(), level, line: at });
                    }
                }
            }
        }
        Ok(rules)
    }

    /// Returns the rules of a resource, by role; `None` when it has none.
    pub(super) fn of_resource(&self, resource: &str) -> Option<&BTreeMap<String, RoleRules>> {
        self.by_resource.get(resource)
    }

    /// Returns the resources with rules.
    pub(super) fn resources(&self) -> impl Iterator<Item = &str> {
        self.by_resource.keys().map(String::as_str)
    }
}

/// Parses and checks the filter of a rule.
fn checked(resource: &str, text: &str, ruled: &dyn Ruled) -> Result<Value, String> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| format!("the filter is not JSON: {error}"))?;
    let template = match value.get("conditions") {
        Some(_) => value,
        None => json!({ "operator": "AND", "conditions": [value] }),
    };
    let option = |field: &str| ruled.option(resource, field);
    let sample = UserValues::checked_sample(&template, ruled.attributes(), &option)?;
    ruled.filter(resource, &sample).map_err(|wrong| wrong.sentence)?;
    // What a user's value leaves possible is known for each user only.
    let fixed = UserValues::without_user(&template);
    match ruled.filter(resource, &fixed).ok().and_then(|filter| filter.contradiction()) {
        None => Ok(template),
        Some(field) => {
            Err(format!("no record can meet it: its conditions on `{field}` exclude each other"))
        }
    }
}

fn check_field(
    (role, resource, field): (&str, &str, &str),
    level: FieldLevel,
    known: &BTreeSet<String>,
    ruled: &dyn Ruled,
    may_create: &impl Fn(&str, &str) -> bool,
) -> Result<(), String> {
    if !known.contains(field) {
        let meant = text::suggestions::did_you_mean(field, known.iter().map(String::as_str));
        return Err(format!("`{resource}` has no field `{field}`{meant}"));
    }
    if ruled.is_identifier(resource, field) {
        return Err(format!("`{field}` is the identifier of its records, which every reader sees"));
    }
    if level < FieldLevel::Writable
        && ruled.is_needed(resource, field)
        && may_create(role, resource)
    {
        return Err(format!(
            "`{role}` may create records of `{resource}`, which need a `{field}` that this keeps from it"
        ));
    }
    Ok(())
}
