//! Explains a decision: the lines that made it, the conditions that a record does not meet, and the lines that would allow
//! the action.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::decision::{Decision, Judge, RecordInQuestion, Refusal, Subject, quoted};
use super::lines::QuotedLine;
use super::user_values::UserValues;
use super::{AuthorizationRule, Policy};
use crate::base::error::Result;

/// Why a user may or may not do something.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explanation {
    /// Whether the user may.
    pub(crate) allowed: bool,
    /// The roles of the user, and those that they inherit.
    pub(crate) roles: Vec<String>,
    /// The lines that allow it, or those that keep it from the user.
    pub(crate) because: Vec<QuotedLine>,
    /// The conditions of rules that the record does not meet.
    pub(crate) failing: Vec<FailingCondition>,
    /// Lines that would allow it: those that give it to other roles, and one that would give it to the user.
    pub(crate) would_allow: Vec<AllowingLine>,
}

/// A condition of a rule that a record does not meet.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FailingCondition {
    /// The condition, with the values of the user: `{field, operator, value}`.
    pub(crate) condition: Map<String, Value>,
    /// The value of the record; null without one, and where the caller does not see it.
    pub(crate) value: Value,
}

/// A line that would allow something.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct AllowingLine {
    /// The file it is in; null for a line that is in none yet.
    pub(crate) file: Option<String>,
    /// The number of the line in it.
    pub(crate) line: Option<usize>,
    /// The line.
    pub(crate) text: String,
}

impl From<QuotedLine> for AllowingLine {
    fn from(QuotedLine { file, line, text }: QuotedLine) -> Self {
        Self { file: Some(file), line: Some(line), text }
    }
}

impl Policy {
    /// Explains whether a user may call operations with this rule, for a record and a field.
    pub(crate) fn explanation(
        &self,
        user: &UserValues,
        rule: &AuthorizationRule,
        subject: &mut Subject<'_>,
    ) -> Result<Explanation> {
        let policy = self.in_force();
        let roles = policy.with_inherited(&user.roles);
        let judge = Judge { policy: &policy, ruled: &*self.ruled };
        let Some((resource, action)) = rule.needs() else {
            return Ok(Explanation::of(roles, Decision::default(), Vec::new()));
        };
        let decision = judge.decide(user, (resource, action), subject)?;
        let Some(refused) = &decision.refused else {
            return Ok(Explanation::of(roles, decision, Vec::new()));
        };
        let mut would_allow = Vec::new();
        for other in policy.roles.iter().filter(|role| !roles.contains(role)) {
            let other = UserValues { roles: vec![other.clone()], ..user.clone() };
            let decision = judge.decide(&other, (resource, action), subject)?;
            if decision.refused.is_none() {
                let own = decision.because.into_iter().filter(|line| line.inherits().is_none());
                would_allow.extend(quoted(own).into_iter().map(AllowingLine::from));
            }
        }
        would_allow.extend(suggested(refused, user, resource, subject).map(|text| AllowingLine {
            file: None,
            line: None,
            text,
        }));
        let mut known = Vec::new();
        would_allow.retain(|line| {
            let is_new = !known.contains(&line.text);
            known.push(line.text.clone());
            is_new
        });
        Ok(Explanation::of(roles, decision, would_allow))
    }

    /// Returns the lines by which a user may do an action with a record; `None` when the user may not.
    pub(crate) fn allowing_lines(
        &self,
        user: &UserValues,
        (resource, action): (&str, &str),
        record: RecordInQuestion<'_>,
    ) -> Result<Option<Vec<QuotedLine>>> {
        let policy = self.in_force();
        let judge = Judge { policy: &policy, ruled: &*self.ruled };
        let mut subject = Subject { record: Some(record), field: None };
        let decision = judge.decide(user, (resource, action), &mut subject)?;
        Ok(decision.refused.is_none().then(|| quoted(decision.because)))
    }
}

impl Explanation {
    fn of(roles: Vec<String>, decision: Decision<'_>, would_allow: Vec<AllowingLine>) -> Self {
        let failing = decision.failing.into_iter();
        Self {
            allowed: decision.refused.is_none(),
            roles,
            because: quoted(decision.because),
            failing: failing
                .map(|one| FailingCondition { condition: one.condition, value: one.value })
                .collect(),
            would_allow,
        }
    }
}

/// Returns a line that would give the user what is missing, if one line can.
fn suggested(
    refused: &Refusal,
    user: &UserValues,
    resource: &str,
    subject: &Subject<'_>,
) -> Option<String> {
    match refused {
        Refusal::Permission(action) => {
            Some(format!("p, {}, {resource}, {action}", user.roles.first()?))
        }
        Refusal::Record { role, action } => {
            let (field, id) = &subject.record.as_ref()?.id;
            let filter = json!({ "field": field, "operator": "equals", "value": id });
            Some(format!("where, {role}, {resource}, {action}, {filter}"))
        }
        // Of the lines of one role the strictest counts.
        Refusal::Field => None,
    }
}
