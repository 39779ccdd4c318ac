//! Parses the lines of a policy, and reports a line that names something unknown.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;
use text::suggestions::did_you_mean;

use super::ENTER;
use crate::base::error::{Error, Result};

/// Policy lines and where they come from.
#[derive(Clone, Debug)]
pub(crate) struct Source<'a> {
    /// The start of messages about a line: `Policy of module units`, or the path of a file.
    pub(crate) whose: String,
    pub(crate) lines: &'a str,
    /// Whether roles are declared here; a module may only grant permissions to them.
    pub(crate) names_roles: bool,
}

impl<'a> Source<'a> {
    /// Makes the source for a file that replaces all lines of the product.
    pub(crate) fn file(path: &Path, lines: &'a str) -> Self {
        Self { whose: path.display().to_string(), lines, names_roles: true }
    }
}

/// How much of a field a role sees, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FieldLevel {
    /// It is in no answer.
    Hidden,
    /// It is null, and said to be masked.
    Masked,
    /// It is seen and not changed.
    ReadOnly,
    Writable,
}

impl FieldLevel {
    /// The words of a line, each with its level.
    pub(super) const WORDS: [(&'static str, Self); 3] =
        [("hide", Self::Hidden), ("mask", Self::Masked), ("readonly", Self::ReadOnly)];
}

/// How lines begin that narrow what a role may do.
const WHERE: &str = "where";
const FIELDS: &str = "fields";

/// What the lines of each kind look like.
const FORMS: [&str; 3] = [
    "a line is `p, role, resource, action` or `g, role, inherited role`",
    "such a line is `where, role, resource, action, {filter}`",
    "such a line is `fields, role, resource, hide | mask | readonly, field …`",
];

/// A line as it is quoted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub(crate) struct QuotedLine {
    /// The file: a path, or `Policy of module units`.
    pub(crate) file: String,
    /// The number of the line in it.
    pub(crate) line: usize,
    /// The line.
    pub(crate) text: String,
}

/// One line: `p, role, resource, action`, `g, role, inherited role`, or a rule.
#[derive(Clone, Debug)]
pub(super) struct Line {
    whose: String,
    number: usize,
    /// Whether a module has written it, and not the product or an operator.
    of_module: bool,
    pub(super) words: Vec<String>,
}

impl Line {
    pub(super) fn wrong(&self, what: impl std::fmt::Display) -> Error {
        Error::startup(format!("{}: {what}", self.place()))
    }

    /// Returns its location, for messages.
    pub(super) fn place(&self) -> String {
        format!("{}, line {}", self.whose, self.number)
    }

    /// Returns the line as it is quoted.
    pub(super) fn quoted(&self) -> QuotedLine {
        QuotedLine { file: self.whose.clone(), line: self.number, text: self.to_string() }
    }

    /// Returns the role, resource and action of a line that allows something.
    pub(super) fn allows(&self) -> Option<[&str; 3]> {
        match self.words.as_slice() {
            [_, role, resource, action] => Some([role, resource, action]),
            _ => None,
        }
    }

    /// Returns what a line says that is a rule.
    pub(super) fn rule(&self) -> Option<RuleLine<'_>> {
        let [kind, role, resource, what, rest] = self.words.as_slice() else { return None };
        let rest = if kind == WHERE {
            Rest::Where { action: what, filter: rest }
        } else {
            let level = FieldLevel::WORDS.iter().find(|(word, _)| word == what)?.1;
            Rest::Fields { level, fields: rest.split_whitespace().collect() }
        };
        Some(RuleLine { role, resource, rest })
    }

    /// Returns whether casbin evaluates it: it allows something, or says what a role inherits.
    pub(super) fn is_evaluated(&self) -> bool {
        matches!(self.words[0].as_str(), "p" | "g")
    }

    /// Returns the role that inherits and the role it inherits.
    pub(super) fn inherits(&self) -> Option<[&str; 2]> {
        match self.words.as_slice() {
            [_, role, inherited] => Some([role, inherited]),
            _ => None,
        }
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words.join(", "))
    }
}

/// A line that is a rule.
pub(super) struct RuleLine<'a> {
    pub(super) role: &'a str,
    pub(super) resource: &'a str,
    pub(super) rest: Rest<'a>,
}

/// What a line of a rule says.
pub(super) enum Rest<'a> {
    Where { action: &'a str, filter: &'a str },
    Fields { level: FieldLevel, fields: Vec<&'a str> },
}

impl Rest<'_> {
    /// Returns whether it says anything.
    pub(super) fn names_some(&self) -> bool {
        match self {
            Self::Where { .. } => true,
            Self::Fields { fields, .. } => !fields.is_empty(),
        }
    }
}

/// Parses the lines of all sources.
pub(super) fn parse<'a>(sources: impl IntoIterator<Item = &'a Source<'a>>) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    for source in sources {
        for (index, text) in source.lines.lines().enumerate() {
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            // The last column of a rule goes to the end of the line.
            let is_rule =
                text.split(',').next().is_some_and(|word| [WHERE, FIELDS].contains(&word.trim()));
            let most = if is_rule { 5 } else { usize::MAX };
            let words: Vec<String> =
                text.splitn(most, ',').map(|word| word.trim().to_owned()).collect();
            let line = Line {
                whose: source.whose.clone(),
                number: index + 1,
                of_module: !source.names_roles,
                words,
            };
            match (line.words[0].as_str(), line.words.len()) {
                ("g", 3) if !source.names_roles => {
                    return Err(line.wrong("only the product itself says what roles inherit"));
                }
                ("p", 4) | ("g", 3) | (WHERE, 5) => {}
                (FIELDS, 5) if line.rule().is_some_and(|rule| rule.rest.names_some()) => {}
                (WHERE, _) => return Err(line.wrong(FORMS[1])),
                (FIELDS, _) => return Err(line.wrong(FORMS[2])),
                _ => return Err(line.wrong(FORMS[0])),
            }
            if let Some(name) = line.inherits().and_then(|names| names.into_iter().find(is_no_name))
            {
                return Err(line.wrong(format_args!(
                    "`{name}` is no name of a role; it has letters, digits and - _ . : only"
                )));
            }
            lines.push(line);
        }
    }
    Ok(lines)
}

fn is_no_name(name: &&str) -> bool {
    let plain = |letter: char| letter.is_alphanumeric() || "-_.:".contains(letter);
    name.is_empty() || !name.chars().all(plain)
}

/// Returns the roles, which are those that the inheritance lines name.
pub(super) fn roles(lines: &[Line]) -> Vec<String> {
    let named: BTreeSet<&str> = lines.iter().filter_map(Line::inherits).flatten().collect();
    named.into_iter().map(str::to_owned).collect()
}

/// Fails at the first line that names an unknown role, resource or action.
pub(super) fn check(
    lines: &[Line],
    roles: &[String],
    permissions: &BTreeSet<(String, String)>,
) -> Result<()> {
    for line in lines {
        let (role, resource, action) = match (line.allows(), line.rule()) {
            (Some([role, resource, action]), _) => (role, resource, action),
            (None, Some(RuleLine { role, resource, rest: Rest::Where { action, .. } })) => {
                (role, resource, action)
            }
            (None, Some(RuleLine { role, resource, .. })) => (role, resource, "*"),
            (None, None) => continue,
        };
        if !roles.iter().any(|known| known == role) {
            let meant = did_you_mean(role, roles.iter().map(String::as_str));
            return Err(line.wrong(format_args!("there is no role `{role}`{meant}")));
        }
        let actions = || permissions.iter().filter(|(known, _)| known == resource);
        if actions().next().is_none() {
            let meant = did_you_mean(resource, permissions.iter().map(|(known, _)| known.as_str()));
            return Err(line.wrong(format_args!("there is no resource `{resource}`{meant}")));
        }
        if action != "*" && !actions().any(|(_, known)| known == action) {
            let meant = did_you_mean(action, actions().map(|(_, known)| known.as_str()));
            return Err(line.wrong(format_args!("`{resource}` has no action `{action}`{meant}")));
        }
    }
    Ok(())
}

/// Fails at the first line of a module that lets a role do something with a resource in whose area it may
/// not enter: no screen would offer it. An operator's file may, for a role of programs.
pub(super) fn check_areas(
    lines: &[Line],
    areas: &BTreeMap<String, String>,
    may_enter: impl Fn(&str, &str) -> bool,
) -> Result<()> {
    for line in lines.iter().filter(|line| line.of_module) {
        let Some([role, resource, _]) = line.allows() else { continue };
        if let Some(area) = areas.get(resource).filter(|area| !may_enter(role, area)) {
            return Err(line.wrong(format_args!(
                "`{role}` may not enter `{area}`, the area of `{resource}`; let it read `{resource}` as \
                 well, or enter by `p, {role}, {area}, {ENTER}`"
            )));
        }
    }
    Ok(())
}
