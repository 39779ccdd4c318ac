//! Who may do what. casbin evaluates the policy once, over all roles and permissions there are,
//! into an exact set; a request is a look-up in it, and what is not in it is denied.

use std::collections::{BTreeMap, BTreeSet};

use casbin::{CoreApi, DefaultModel, Enforcer, StringAdapter};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::auth::Actor;
use crate::error::{Error, Result};
use crate::openapi::{Operation, Permit};

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

/// The policy as it stands, evaluated.
#[derive(Debug)]
pub struct Policy {
    roles: Vec<String>,
    allowed: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
}

/// Policy lines and where they stand.
pub(crate) struct Source<'a> {
    pub(crate) whose: String,
    pub(crate) lines: &'a str,
    /// Whether roles are declared here; a module may only say what they may do.
    pub(crate) names_roles: bool,
}

impl Policy {
    /// Evaluates the lines over `permissions`, all pairs of resource and action there are. A line
    /// that names anything unknown is an error that names the line.
    pub(crate) async fn evaluate(
        model: &str,
        sources: &[Source<'_>],
        permissions: &BTreeSet<(String, String)>,
    ) -> Result<Self> {
        let lines = parse(sources)?;
        let roles = roles(&lines);
        check(&lines, &roles, permissions)?;
        let text: String = lines.iter().map(|line| line.words.join(", ") + "\n").collect();
        let wrong = |error: casbin::Error| Error::startup(format!("The policy: {error}"));
        let model = DefaultModel::from_str(model).await.map_err(wrong)?;
        let enforcer = Enforcer::new(model, StringAdapter::new(text)).await.map_err(wrong)?;
        let mut allowed: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for role in &roles {
            let of_role = allowed.entry(role.clone()).or_default();
            for (resource, action) in permissions {
                let request = (role.as_str(), resource.as_str(), action.as_str());
                if enforcer.enforce(request).map_err(wrong)? {
                    of_role.entry(resource.clone()).or_default().insert(action.clone());
                }
            }
        }
        Ok(Self { roles, allowed })
    }

    /// All roles there are, by the names that the sources declare: known before any permission is.
    pub(crate) fn names(sources: &[Source<'_>]) -> Result<Vec<String>> {
        let declaring: Vec<_> = sources.iter().filter(|source| source.names_roles).collect();
        Ok(roles(&parse(declaring)?))
    }

    /// All roles there are.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// Whether one of `roles` may do `action` with `resource`.
    pub fn allows(&self, roles: &[String], resource: &str, action: &str) -> bool {
        roles.iter().any(|role| {
            let actions = self.allowed.get(role).and_then(|of_role| of_role.get(resource));
            actions.is_some_and(|actions| actions.contains(action))
        })
    }

    /// Whether `by` may do `action` with `resource`. Whoever has the command line may everything.
    pub(crate) fn permits(&self, by: &Actor, resource: &str, action: &str) -> bool {
        let within =
            |by: &Actor| by.scope.as_ref().is_none_or(|scope| scope.allows(resource, action));
        by.is_operator() || self.allows(&by.roles, resource, action) && within(by)
    }

    /// All that `by` may do, each resource by name.
    pub(crate) fn permissions(&self, by: &Actor) -> Vec<Permission> {
        let of_roles = by.roles.iter().filter_map(|role| self.allowed.get(role)).flatten();
        let mut union: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (resource, action) in of_roles
            .flat_map(|(resource, actions)| actions.iter().map(move |action| (resource, action)))
            .filter(|(resource, action)| self.permits(by, resource, action))
        {
            union.entry(resource).or_default().insert(action);
        }
        union
            .into_iter()
            .map(|(resource, actions)| Permission {
                resource: resource.to_owned(),
                actions: actions.into_iter().map(str::to_owned).collect(),
            })
            .collect()
    }
}

/// Who may call what, as a table for people: one operation a line, one role a column.
pub(crate) fn matrix(policy: &Policy, operations: &[Operation]) -> String {
    let mut lines: Vec<[String; 2]> = operations
        .iter()
        .map(|operation| {
            let mark = |role: &String| match &operation.permit {
                Permit::Public | Permit::SignedIn => "x",
                Permit::Needs { resource, action }
                    if policy.allows(std::slice::from_ref(role), resource, action) =>
                {
                    "x"
                }
                Permit::Needs { .. } => ".",
            };
            let anybody = if operation.permit == Permit::Public { "x" } else { "." };
            let marks: Vec<String> = std::iter::once((anybody, "nobody"))
                .chain(policy.roles.iter().map(|role| (mark(role), role.as_str())))
                .map(|(mark, role)| format!("{mark:<width$}", width = role.len()))
                .collect();
            [operation.id.clone(), marks.join("  ")]
        })
        .collect();
    lines.sort();
    let width = lines.iter().map(|line| line[0].len()).max().unwrap_or_default();
    let roles = policy.roles.join("  ");
    let head = [format!("{:width$}  nobody  {roles}", "operation")];
    let rows = lines.iter().map(|[id, marks]| format!("{id:width$}  {marks}"));
    head.into_iter().chain(rows).map(|line| line.trim_end().to_owned() + "\n").collect()
}

struct Line {
    whose: String,
    number: usize,
    words: Vec<String>,
}

impl Line {
    fn wrong(&self, what: impl std::fmt::Display) -> Error {
        Error::startup(format!("Policy of {}, line {}: {what}", self.whose, self.number))
    }
}

fn parse<'a>(sources: impl IntoIterator<Item = &'a Source<'a>>) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    for source in sources {
        for (index, text) in source.lines.lines().enumerate() {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let words: Vec<String> = text.split(',').map(|word| word.trim().to_owned()).collect();
            let line = Line { whose: source.whose.clone(), number: index + 1, words };
            match (line.words[0].as_str(), line.words.len()) {
                ("g", 3) if !source.names_roles => {
                    return Err(line.wrong("only the product itself says what roles inherit"));
                }
                ("p", 4) | ("g", 3) => lines.push(line),
                _ => {
                    return Err(line.wrong(
                        "a line is `p, role, resource, action` or `g, role, inherited role`",
                    ));
                }
            }
        }
    }
    Ok(lines)
}

/// The roles are those that the inheritance names.
fn roles(lines: &[Line]) -> Vec<String> {
    let mut roles: Vec<String> = Vec::new();
    for word in lines.iter().filter(|line| line.words[0] == "g").flat_map(|line| &line.words[1..]) {
        if !roles.contains(word) {
            roles.push(word.clone());
        }
    }
    roles.sort();
    roles
}

fn check(lines: &[Line], roles: &[String], permissions: &BTreeSet<(String, String)>) -> Result<()> {
    for line in lines.iter().filter(|line| line.words[0] == "p") {
        let [_, role, resource, action] = line.words.as_slice() else { continue };
        if !roles.contains(role) {
            return Err(line.wrong(format_args!("there is no role `{role}`")));
        }
        let mut actions = permissions.iter().filter(|(known, _)| known == resource).peekable();
        if actions.peek().is_none() {
            return Err(line.wrong(format_args!("there is no resource `{resource}`")));
        }
        if action != "*" && !actions.any(|(_, known)| known == action) {
            return Err(line.wrong(format_args!("`{resource}` has no action `{action}`")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: &str = include_str!("../../policies/model.conf");
    const ROLES: &str = "g, clerk, user\ng, chief, clerk\n";

    async fn evaluate(lines: &str) -> Result<Policy> {
        let permissions = ["read", "update"].map(|action| ("desks".to_owned(), action.to_owned()));
        let sources = [
            Source { whose: "roles".into(), lines: ROLES, names_roles: true },
            Source { whose: "desks".into(), lines, names_roles: false },
        ];
        Policy::evaluate(MODEL, &sources, &permissions.into()).await
    }

    #[actix_web::test]
    async fn roles_inherit_and_the_rest_is_denied() {
        let policy = evaluate("p, clerk, desks, read\np, chief, desks, *\n").await.unwrap();
        let may = |role: &str, action| policy.allows(&[role.to_owned()], "desks", action);
        assert!(may("clerk", "read") && may("chief", "read") && may("chief", "update"));
        assert!(!may("user", "read") && !may("clerk", "update") && !may("stranger", "read"));
        assert!(!policy.allows(&["chief".to_owned()], "chairs", "read"));
    }

    #[actix_web::test]
    async fn a_line_that_names_something_unknown_is_refused_by_its_number() {
        for (lines, sentence) in [
            ("p, ghost, desks, read", "Policy of desks, line 1: there is no role `ghost`"),
            ("\np, clerk, chairs, read", "Policy of desks, line 2: there is no resource `chairs`"),
            (
                "g, user, chief",
                "Policy of desks, line 1: only the product itself says what roles inherit",
            ),
            ("p, clerk, desks, fly", "Policy of desks, line 1: `desks` has no action `fly`"),
            (
                "p, clerk, desks",
                "Policy of desks, line 1: a line is `p, role, resource, action` or `g, role, inherited role`",
            ),
        ] {
            assert_eq!(evaluate(lines).await.unwrap_err().to_string(), sentence);
        }
    }
}
