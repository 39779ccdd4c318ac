//! Decides for one user what the policy says of an operation, a record and a field, and by which of its lines. It decides
//! as [`super::access`] does, which knows no lines.

use serde_json::{Map, Value};

use super::explain::grants;
use super::lines::FieldLevel;
use super::lines::{Line, QuotedLine};
use super::rules::{RoleRules, RowRule, Ruled, filter_of};
use super::user_values::UserValues;
use super::{Allowed, READ};
use crate::base::error::Result;
use crate::engine::list::{Filter, InHand, ReferredFilter};

/// Actions that change fields.
const CHANGING: [&str; 2] = ["create", "update"];

/// What a question is about, beside a permission.
#[derive(Default)]
pub(crate) struct Subject<'r> {
    pub(crate) record: Option<RecordInQuestion<'r>>,
    /// A field of the resource.
    pub(crate) field: Option<&'r str>,
}

/// A record that a question is about.
pub(crate) struct RecordInQuestion<'r> {
    pub(crate) record: &'r mut (dyn InHand + 'r),
    /// The field with its identifier, and the identifier.
    pub(crate) id: (&'r str, String),
}

/// A condition that a record does not meet, with its value.
#[derive(Debug)]
pub(super) struct Failing {
    pub(super) condition: Map<String, Value>,
    pub(super) value: Value,
}

/// What the policy says.
#[derive(Debug, Default)]
pub(super) struct Decision<'p> {
    /// `None` when it is allowed.
    pub(super) refused: Option<Refusal>,
    /// The lines that say so.
    pub(super) because: Vec<&'p Line>,
    pub(super) failing: Vec<Failing>,
}

/// What is missing.
#[derive(Debug)]
pub(super) enum Refusal {
    /// No line gives the permission for this action.
    Permission(String),
    /// No rule of this role gives the record for this action.
    Record {
        role: String,
        action: String,
    },
    Field,
}

/// A policy, with what its rules are checked against.
#[derive(Clone, Copy)]
pub(super) struct Judge<'p> {
    pub(super) policy: &'p Allowed,
    pub(super) ruled: &'p dyn Ruled,
}

impl<'p> Judge<'p> {
    /// Decides whether a user may do an action with a resource, with a record of it, and with a field.
    pub(super) fn decide(
        self,
        user: &'p UserValues,
        (resource, action): (&str, &str),
        subject: &mut Subject<'_>,
    ) -> Result<Decision<'p>> {
        let policy = self.policy;
        let mut decision = Decision::default();
        if !user.roles.iter().any(|role| policy.allows(role, resource, action)) {
            decision.refused = Some(Refusal::Permission(action.to_owned()));
            return Ok(decision);
        }
        for grant in user.roles.iter().flat_map(|role| grants(policy, role, resource, action)) {
            decision.because.push(grant.line);
            decision.because.extend(grant.inheritance);
        }
        let roles = policy.with_inherited(&user.roles);
        let Some(by_role) = policy.rules.of_resource(resource) else { return Ok(decision) };
        if !roles.iter().any(|role| by_role.contains_key(role)) {
            return Ok(decision);
        }
        let roles: Vec<_> = roles.iter().map(|role| (role.as_str(), by_role.get(role))).collect();
        let of = (resource, user);
        // What may not be read may not be changed either.
        self.decide_rows(of, READ, &roles, subject, &mut decision)?;
        if action != READ && decision.refused.is_none() {
            self.decide_rows(of, action, &roles, subject, &mut decision)?;
        }
        if decision.refused.is_none() {
            let needed = match CHANGING.contains(&action) {
                true => FieldLevel::Writable,
                false => FieldLevel::ReadOnly,
            };
            self.decide_field(of, needed, &roles, subject, &mut decision)?;
        }
        Ok(decision)
    }

    /// Decides whether one of these roles gives the record for an action.
    fn decide_rows(
        self,
        (resource, user): (&str, &UserValues),
        action: &str,
        roles: &[(&str, Option<&'p RoleRules>)],
        subject: &mut Subject<'_>,
        decision: &mut Decision<'p>,
    ) -> Result<()> {
        let quoted = |rule: &&RowRule| &self.policy.lines[rule.line];
        let giving: Vec<(&str, Vec<&RowRule>)> = roles
            .iter()
            .filter_map(|(role, rules)| {
                Some((*role, self.alternative((role, resource, action), *rules)?))
            })
            .collect();
        let Some((role, _)) = giving.first() else {
            let refused = Some(Refusal::Permission(action.to_owned()));
            *decision = Decision { refused, ..Decision::default() };
            return Ok(());
        };
        if giving.iter().any(|(_, rules)| rules.is_empty()) {
            return Ok(());
        }
        let rules = giving.iter().flat_map(|(_, rules)| rules.iter().copied());
        let Some(RecordInQuestion { record, .. }) = &mut subject.record else {
            decision.because.extend(rules.map(|rule| quoted(&rule)));
            return Ok(());
        };
        let (mut met, mut unmet) = (Vec::new(), Vec::new());
        for rule in rules {
            let is_met = rule.filter(resource, user, self.ruled).is_met_by(&mut **record)?;
            if is_met { &mut met } else { &mut unmet }.push(rule);
        }
        if !met.is_empty() {
            decision.because.extend(met.iter().map(quoted));
            return Ok(());
        }
        decision.because = unmet.iter().map(quoted).collect();
        for rule in unmet {
            let of = (resource, user);
            self.failing(&rule.template, of, &mut **record, &mut decision.failing)?;
        }
        let (role, action) = ((*role).to_owned(), action.to_owned());
        decision.refused = Some(Refusal::Record { role, action });
        Ok(())
    }

    /// Decides whether one of these roles gives the record and as much of the field as is needed.
    fn decide_field(
        self,
        (resource, user): (&str, &UserValues),
        needed: FieldLevel,
        roles: &[(&str, Option<&'p RoleRules>)],
        subject: &mut Subject<'_>,
        decision: &mut Decision<'p>,
    ) -> Result<()> {
        let Some(field) = subject.field else { return Ok(()) };
        let mut most = FieldLevel::Hidden;
        let mut keeping = Vec::new();
        for (role, rules) in roles {
            let Some(rows) = self.alternative((role, resource, READ), *rules) else { continue };
            let mut gives = rows.is_empty() || subject.record.is_none();
            if let Some(RecordInQuestion { record, .. }) = &mut subject.record {
                for rule in rows {
                    let filter = rule.filter(resource, user, self.ruled);
                    gives = gives || filter.is_met_by(&mut **record)?;
                }
            }
            if gives {
                let of_field = rules.iter().flat_map(|rules| &rules.fields);
                let of_field: Vec<_> = of_field.filter(|rule| rule.field == field).collect();
                let level = of_field.iter().map(|rule| rule.level).min();
                most = most.max(level.unwrap_or(FieldLevel::Writable));
                let below = of_field.iter().filter(|rule| rule.level < needed);
                keeping.extend(below.map(|rule| &self.policy.lines[rule.line]));
            }
        }
        if most < needed {
            let refused = Some(Refusal::Field);
            *decision = Decision { refused, because: keeping, failing: Vec::new() };
        }
        Ok(())
    }

    /// Returns the rules of one role that give records for an action, none for all records; `None` when the role gives no
    /// records.
    fn alternative(
        self,
        (role, resource, action): (&str, &str, &str),
        rules: Option<&'p RoleRules>,
    ) -> Option<Vec<&'p RowRule>> {
        let rows = rules.into_iter().flat_map(|rules| &rules.rows);
        let rows: Vec<&RowRule> = rows.filter(|rule| rule.is_for(action)).collect();
        let gives = match rows.is_empty() {
            true => self.policy.has_line(role, resource, action),
            false => self.policy.allows(role, resource, action),
        };
        gives.then_some(rows)
    }

    /// Adds the conditions of a filter that a record does not meet.
    fn failing(
        self,
        template: &Value,
        (resource, user): (&str, &UserValues),
        record: &mut dyn InHand,
        failing: &mut Vec<Failing>,
    ) -> Result<()> {
        let filter = filter_of(template, resource, user, self.ruled);
        let Value::Object(fields) = template else { return Ok(()) };
        if filter.is_met_by(record)? {
            return Ok(());
        }
        if let Some(Value::Array(parts)) = fields.get("conditions") {
            for part in parts {
                self.failing(part, (resource, user), record, failing)?;
            }
            return Ok(());
        }
        // Without a value of the user, the condition says which one is missing.
        let filled = user.filled(fields, self.ruled.attributes());
        let condition = match filled {
            Some(Value::Object(filled)) => filled,
            _ => fields.clone(),
        };
        if failing.iter().any(|known| known.condition == condition) {
            return Ok(());
        }
        let value = match value_compared(&filter, record)? {
            Some(value) => value,
            None => match fields.get("field").and_then(Value::as_str) {
                Some(field) if !field.contains('.') => record.value(field)?,
                _ => Value::Null,
            },
        };
        failing.push(Failing { condition, value });
        Ok(())
    }
}

/// Returns the value of a record that a comparison is about; `None` when the filter compares none.
fn value_compared(filter: &Filter, record: &mut dyn InHand) -> Result<Option<Value>> {
    Ok(match filter {
        Filter::Is(condition) => Some(record.value(&condition.field)?),
        Filter::Computed(field, ..) => {
            Some(record.computed(field)?.map_or(Value::Null, Value::from))
        }
        Filter::Referred(ReferredFilter { field, to, within, .. }) => {
            match record.referred(field, *to)? {
                Some(mut referred) => value_compared(within, &mut *referred)?,
                None => Some(Value::Null),
            }
        }
        Filter::All(_) | Filter::Any(_) | Filter::Not(_) => None,
    })
}

/// Quotes lines, each once, in the order of the policy.
pub(super) fn quoted<'l>(lines: impl IntoIterator<Item = &'l Line>) -> Vec<QuotedLine> {
    let mut all: Vec<QuotedLine> = Vec::new();
    for line in lines {
        let line = line.quoted();
        if !all.contains(&line) {
            all.push(line);
        }
    }
    all
}
