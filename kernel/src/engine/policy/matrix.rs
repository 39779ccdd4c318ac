//! The policy as a table of roles and operations, and the difference between two policies.

use std::collections::BTreeSet;

use super::lines::Line;
use super::{ADMIN_ROLE, Allowed, DEFAULT_ROLE, ENTER, Policy};
use super::{AuthorizationRule, Operation};

/// Returns the permission matrix: one operation a line, one role a column, and the areas that each
/// role may enter, and below it the rules.
pub(crate) fn matrix(policy: &Policy, operations: &[Operation]) -> String {
    let allowed = policy.in_force();
    let line = |name: &str, rule: &AuthorizationRule| {
        let mark = |role: &str| if allowed.lets(role, rule) { "x" } else { "." };
        let anybody = if *rule == AuthorizationRule::Public { "x" } else { "." };
        let marks: Vec<String> = std::iter::once((anybody, "nobody"))
            .chain(allowed.roles.iter().map(|role| (mark(role), role.as_str())))
            .map(|(mark, role)| format!("{mark:<width$}", width = role.len()))
            .collect();
        [name.to_owned(), marks.join("  ")]
    };
    let mut lines: Vec<[String; 2]> =
        operations.iter().map(|operation| line(&operation.id, &operation.rule)).collect();
    lines.sort();
    let areas = policy.permissions.pairs.iter().filter(|(_, action)| action == ENTER);
    lines.extend(areas.map(|(resource, action)| {
        let rule = AuthorizationRule::Needs { resource: resource.clone(), action: action.clone() };
        line(&format!("{resource}:{action}"), &rule)
    }));
    let width = lines.iter().map(|line| line[0].len()).max().unwrap_or_default();
    let roles = allowed.roles.join("  ");
    let head = [format!("{:width$}  nobody  {roles}", "operation")];
    let rows = lines.iter().map(|[id, marks]| format!("{id:width$}  {marks}"));
    let mut rules: Vec<String> =
        allowed.lines.iter().filter(|line| line.rule().is_some()).map(Line::to_string).collect();
    if !rules.is_empty() {
        // The order of lines means nothing.
        rules.sort();
        rules.insert(0, String::new());
    }
    let lines = head.into_iter().chain(rows).chain(rules);
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Reports that a checked policy `name` is valid and what it would change, compared with `other`,
/// which is the policy `before`.
pub(crate) fn report(
    name: &str,
    policy: &Policy,
    other: &str,
    before: &Policy,
    operations: &[Operation],
) -> String {
    let (before, after) = (before.in_force(), policy.in_force());
    let mut text =
        format!("{name} holds: {} roles, {} lines.\n", after.roles.len(), after.lines.len());
    for warning in warnings(&after) {
        text += &format!("Warning: {warning}\n");
    }
    let roles = role_changes(&before.roles, &after.roles);
    let changes = operation_changes(&before, &after, operations);
    if roles.is_empty() && changes.is_empty() {
        return format!("{text}Compared with {other}, nobody gains or loses anything.\n");
    }
    text += &format!("Compared with {other}:\n");
    for change in roles.iter().chain(&changes) {
        text += &format!("  {change}\n");
    }
    if !roles.is_empty() {
        text += "Roles are known from the start of a process: a running one takes this policy only \
                 when it is started anew.\n";
    }
    text
}

/// Returns warnings about a policy that is valid but looks like a mistake.
fn warnings(policy: &Allowed) -> Vec<String> {
    let mut warnings = Vec::new();
    let known = |role: &str| policy.roles.iter().any(|known| known == role);
    let mut given = policy.lines.iter().filter_map(|line| line.allows());
    if !known(ADMIN_ROLE) {
        warnings.push(format!(
            "there is no role {ADMIN_ROLE}, without which nobody can look after users"
        ));
    } else if !given.any(|[role, ..]| role == ADMIN_ROLE) {
        warnings.push(format!("no line gives {ADMIN_ROLE} anything of its own"));
    }
    if !known(DEFAULT_ROLE) {
        warnings
            .push(format!("there is no role {DEFAULT_ROLE}, which everybody has who has no other"));
    }
    warnings
}

/// Returns which roles are added and removed: `+ role auditor`.
pub(super) fn role_changes(before: &[String], after: &[String]) -> Vec<String> {
    let added = after.iter().filter(|role| !before.contains(role)).map(|role| ("+", role));
    let removed = before.iter().filter(|role| !after.contains(role)).map(|role| ("-", role));
    added.chain(removed).map(|(sign, role)| format!("{sign} role {role}")).collect()
}

/// Returns the operations that each role gains and loses: `+ analytics company_list`. A permission
/// that no operation needs, such as to enter an area, is written as `backoffice:enter`.
fn operation_changes(before: &Allowed, after: &Allowed, operations: &[Operation]) -> Vec<String> {
    let mut changes = Vec::new();
    for role in before.roles.iter().chain(&after.roles).collect::<BTreeSet<_>>() {
        let of_role = operation_changes_of(role, before, after, operations).into_iter();
        changes.extend(of_role.map(|(sign, name)| format!("{sign} {role} {name}")));
    }
    changes
}

/// Returns the operations that one role gains (`+`) and loses (`-`).
pub(super) fn operation_changes_of(
    role: &str,
    before: &Allowed,
    after: &Allowed,
    operations: &[Operation],
) -> Vec<(&'static str, String)> {
    let mut operations: Vec<&Operation> = operations.iter().collect();
    operations.sort_by(|one, other| one.id.cmp(&other.id));
    let needed: BTreeSet<(&str, &str)> =
        operations.iter().filter_map(|operation| operation.rule.needs()).collect();
    let mut changes = Vec::new();
    for operation in &operations {
        if let Some(sign) = sign(before, after, role, &operation.rule) {
            changes.push((sign, operation.id.clone()));
        }
    }
    for (resource, action) in before.pairs(role).chain(after.pairs(role)).collect::<BTreeSet<_>>() {
        let (resource, action) = (resource.to_owned(), action.to_owned());
        if needed.contains(&(resource.as_str(), action.as_str())) {
            continue;
        }
        let name = format!("{resource}:{action}");
        let rule = AuthorizationRule::Needs { resource, action };
        changes.extend(sign(before, after, role, &rule).map(|sign| (sign, name)));
    }
    changes
}

/// Returns the permissions that each role gains and loses: `+ analytics companies:read`.
pub(super) fn permission_changes(before: &Allowed, after: &Allowed) -> Vec<String> {
    let mut changes = Vec::new();
    for role in before.roles.iter().chain(&after.roles).collect::<BTreeSet<_>>() {
        let had: BTreeSet<_> = before.pairs(role).collect();
        let has: BTreeSet<_> = after.pairs(role).collect();
        let gained = has.difference(&had).map(|pair| ("+", pair));
        let lost = had.difference(&has).map(|pair| ("-", pair));
        for (sign, (resource, action)) in gained.chain(lost) {
            changes.push(format!("{sign} {role} {resource}:{action}"));
        }
    }
    changes
}

fn sign(
    before: &Allowed,
    after: &Allowed,
    role: &str,
    rule: &AuthorizationRule,
) -> Option<&'static str> {
    // A role that does not exist gains and loses nothing, not even public operations.
    let lets = |policy: &Allowed| rule.needs().is_some() && policy.lets(role, rule);
    match (lets(before), lets(after)) {
        (false, true) => Some("+"),
        (true, false) => Some("-"),
        _ => None,
    }
}
