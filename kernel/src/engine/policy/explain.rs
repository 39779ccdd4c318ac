//! Explains why a user may or may not call an operation: the line and the inheritance that allow it,
//! or the line that would. Reports only what casbin has decided.

use std::collections::{BTreeSet, VecDeque};

use text::suggestions::did_you_mean;

use super::Allowed;
use super::lines::Line;
use super::{AuthorizationRule, Operation, REQUIRE, SECOND_FACTOR};
use crate::base::error::{Error, Result};

/// Finds an operation by its identifier, or by a request such as `GET /api/backoffice/units`. The
/// path may be a real one or that of the document.
pub(crate) fn operation_meant<'a>(
    operations: &'a [Operation],
    text: &str,
) -> Result<&'a Operation> {
    let Some((method, path)) = text.split_once(' ') else {
        let found = operations.iter().find(|operation| operation.id == text);
        return found.ok_or_else(|| {
            let meant = did_you_mean(text, operations.iter().map(|one| one.id.as_str()));
            Error::startup(format!("There is no operation {text}{meant}"))
        });
    };
    let (method, path) = (method.to_uppercase(), path.trim());
    let path = path.split('?').next().unwrap_or(path);
    let at_path = || {
        // `/units/export` is that operation, and not the unit `export`.
        let named = operations.iter().filter(|operation| operation.path == path);
        named.chain(operations.iter().filter(|operation| is_at(&operation.path, path)))
    };
    let Some(first) = at_path().next() else {
        let meant = did_you_mean(path, operations.iter().map(|one| one.path.as_str()));
        return Err(Error::startup(format!("There is no operation at {path}{meant}")));
    };
    let found = at_path().find(|operation| operation.method == method);
    found.filter(|found| found.path == first.path).ok_or_else(|| {
        let methods: BTreeSet<&str> = at_path()
            .filter(|operation| operation.path == first.path)
            .map(|operation| operation.method.as_str())
            .collect();
        let methods: Vec<&str> = methods.into_iter().collect();
        Error::startup(format!(
            "There is no operation {method} {path}; there are: {}",
            methods.join(", ")
        ))
    })
}

/// Returns whether `path` matches the path template `pattern`.
fn is_at(pattern: &str, path: &str) -> bool {
    let (pattern, path): (Vec<&str>, Vec<&str>) =
        (pattern.split('/').collect(), path.split('/').collect());
    pattern.len() == path.len()
        && pattern.iter().zip(&path).all(|(wanted, present)| {
            wanted == present || (wanted.starts_with('{') && !present.is_empty())
        })
}

/// Explains whether `who`, who has these roles, may call `operation`, and why.
pub(crate) fn explain(
    policy: &Allowed,
    who: &str,
    roles: &[String],
    operation: &Operation,
) -> String {
    let Operation { id, method, path, rule } = operation;
    let call = format!("{id} ({method} {path})");
    let (resource, action) = match rule {
        AuthorizationRule::Public => return format!("{who} may call {call}: anybody may.\n"),
        AuthorizationRule::FirstStep => {
            return format!("{who} may call {call}: everybody may who is signed in.\n");
        }
        AuthorizationRule::SignedIn => {
            let also = second_factor(policy, roles);
            return format!("{who} may call {call}: everybody may who is signed in.\n{also}");
        }
        AuthorizationRule::Needs { resource, action } => (resource, action),
    };
    let may = roles.iter().any(|role| policy.allows(role, resource, action));
    let needs = format!("It needs the permission {resource}:{action}.");
    if may {
        let given = lines(policy, roles, resource, action);
        let also = second_factor(policy, roles);
        return format!("{who} may call {call}.\n{needs} These lines give it:\n{given}{also}");
    }
    let inherited: BTreeSet<&str> = roles
        .iter()
        .flat_map(|role| inheritance(policy, role))
        .map(|(role, _)| role)
        .filter(|role| !roles.iter().any(|own| own == role))
        .collect();
    let inherited: Vec<&str> = inherited.into_iter().collect();
    let inherited = match inherited.as_slice() {
        [] => String::new(),
        some => format!(" or what is inherited ({})", some.join(", ")),
    };
    let role = roles.first().map_or(who, String::as_str);
    format!(
        "{who} may not call {call}.\n{needs} No line gives it to {}{inherited}. This one would:\n  \
         p, {role}, {resource}, {action}\n",
        roles.join(", ")
    )
}

/// Says that these roles require a second factor, and by which lines; nothing when they do not.
fn second_factor(policy: &Allowed, roles: &[String]) -> String {
    match lines(policy, roles, SECOND_FACTOR, REQUIRE) {
        lines if lines.is_empty() => lines,
        lines => {
            format!("A session needs a second factor for it, which these lines require:\n{lines}")
        }
    }
}

/// Returns the lines that give a permission to these roles, each with those by which it is inherited.
fn lines(policy: &Allowed, roles: &[String], resource: &str, action: &str) -> String {
    let mut text = String::new();
    for grant in roles.iter().flat_map(|role| grants(policy, role, resource, action)) {
        text += &format!("  {}  ({})\n", grant.line, grant.line.place());
        for step in &grant.inheritance {
            text += &format!("    by {step}  ({})\n", step.place());
        }
    }
    text
}

/// A line that allows something to a role, and the lines by which that role inherits it.
pub(super) struct Grant<'a> {
    pub(super) line: &'a Line,
    pub(super) inheritance: Vec<&'a Line>,
}

pub(super) fn grants<'a>(
    policy: &'a Allowed,
    role: &'a str,
    resource: &str,
    action: &str,
) -> Vec<Grant<'a>> {
    let reached = inheritance(policy, role);
    let gives = |line: &Line, to: &str| {
        line.allows().is_some_and(|[line_role, line_resource, line_action]| {
            line_role == to
                && line_resource == resource
                && (line_action == action || line_action == "*")
        })
    };
    reached
        .into_iter()
        .flat_map(|(reached, inheritance)| {
            let lines = policy.lines.iter().filter(move |line| gives(line, reached));
            lines.map(move |line| Grant { line, inheritance: inheritance.clone() })
        })
        .collect()
}

/// Returns a role and all roles it inherits, each with the lines that lead there, the nearest
/// first.
fn inheritance<'a>(policy: &'a Allowed, role: &'a str) -> Vec<(&'a str, Vec<&'a Line>)> {
    let mut reached: Vec<(&str, Vec<&Line>)> = Vec::new();
    let mut next = VecDeque::from([(role, Vec::new())]);
    while let Some((role, by)) = next.pop_front() {
        if reached.iter().any(|(known, _)| *known == role) {
            continue;
        }
        for line in &policy.lines {
            if let Some([heir, inherited]) = line.inherits()
                && heir == role
            {
                next.push_back((inherited, by.iter().copied().chain([line]).collect()));
            }
        }
        reached.push((role, by));
    }
    reached
}
