//! What a version of the product has, in short: its policy, operations, resources and schemas. The version that brings
//! a database up to date leaves its outline there, with which another version is compared before it does.
//!
//! An outline is of names, each with what is said of it in a few words. Two are compared without knowing what the words
//! mean, so that a later version may say more.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::plan::Plan;
use super::queries;
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::policy::{AuthorizationRule, Operation};
use crate::records::RegisteredResource;

/// The version of the framework.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Names, and what is said of each.
pub(crate) type Part = BTreeMap<String, Vec<String>>;

/// What a version has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Outline {
    pub(crate) modules: Part,
    /// The lines of the product's own policy, by role.
    pub(crate) policy: Part,
    pub(crate) operations: Part,
    /// The fields of records and forms, and what lists are filtered by.
    pub(crate) resources: Part,
    /// The properties of all other types.
    pub(crate) schemas: Part,
}

/// The version that brought the database up to date last.
pub(crate) struct Installed {
    pub(crate) version: String,
    pub(crate) at: Timestamp,
    pub(crate) outline: Outline,
}

/// How a part differs from that of another version.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Difference {
    pub(crate) added: Part,
    pub(crate) removed: Part,
    pub(crate) changed: BTreeMap<String, Change>,
}

/// What is said of a name in one version only.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Change {
    pub(crate) added: Vec<String>,
    pub(crate) removed: Vec<String>,
}

impl Outline {
    /// The table of the version that brought the database up to date last.
    pub(crate) const TABLE: &str = "installed_versions";
    /// The migration that creates it.
    pub(crate) const MIGRATION: &str = "20261128180000_installed_versions";

    /// Returns the outline of this version.
    pub(crate) fn of(plan: &Plan) -> Self {
        let document = &plan.document;
        let schemas = &document.json["components"]["schemas"];
        let operations = document.operations.iter().map(|operation| {
            let item = &document.json["paths"][&operation.path][operation.method.to_lowercase()];
            (operation.id.clone(), described(operation, item))
        });
        let resources = plan.records.all().iter();
        let own: Vec<String> = resources.clone().flat_map(|one| schemas_of(one)).collect();
        let others = schemas.as_object().into_iter().flatten();
        let others = others.filter(|(name, schema)| {
            !own.contains(name) && schema["properties"].as_object().is_some()
        });
        Self {
            modules: plan.modules.iter().map(|one| (one.name.to_owned(), Vec::new())).collect(),
            policy: by_role(
                std::iter::once(plan.roles).chain(plan.modules.iter().map(|one| one.policy)),
            ),
            operations: operations.collect(),
            resources: resources
                .map(|one| (one.info().name.to_owned(), shown(one, schemas)))
                .collect(),
            schemas: others
                .map(|(name, schema)| (name.clone(), properties(schema, "").collect()))
                .collect(),
        }
    }

    /// Returns the version that brought this database up to date last, if one is stored.
    pub(crate) fn installed(conn: &mut Conn) -> Result<Option<Installed>> {
        let row = queries::installed(conn)?;
        let installed = row.map(|row| {
            let outline = serde_json::from_str(&row.outline).map_err(Error::internal)?;
            Ok(Installed { version: row.version, at: row.installed_at, outline })
        });
        installed.transpose()
    }

    /// Stores this version in place of the one before, unless it is the same.
    pub(crate) fn install(&self, conn: &mut Conn) -> Result<()> {
        let outline = serde_json::to_string(self).map_err(Error::internal)?;
        let stored = queries::installed(conn)?;
        if stored.is_some_and(|row| row.version == VERSION && row.outline == outline) {
            return Ok(());
        }
        queries::install(conn, VERSION, &outline, Timestamp::now())
    }

    /// Returns each part by its name.
    fn parts(&self) -> [(&'static str, &Part); 5] {
        [
            ("modules", &self.modules),
            ("policy", &self.policy),
            ("operations", &self.operations),
            ("resources", &self.resources),
            ("schemas", &self.schemas),
        ]
    }

    /// Returns how each part differs from that of the version `before`.
    pub(crate) fn differences(&self, before: &Self) -> Vec<(&'static str, Difference)> {
        let parts = before.parts().into_iter().zip(self.parts());
        parts.map(|((name, before), (_, after))| (name, Difference::of(before, after))).collect()
    }
}

impl Difference {
    fn of(before: &Part, after: &Part) -> Self {
        let only = |one: &Part, other: &Part| -> Part {
            let only = one.iter().filter(|(name, _)| !other.contains_key(*name));
            only.map(|(name, said)| (name.clone(), said.clone())).collect()
        };
        let changed = after.iter().filter_map(|(name, after)| {
            let before = before.get(name)?;
            let only = |one: &[String], other: &[String]| -> Vec<String> {
                one.iter().filter(|said| !other.contains(said)).cloned().collect()
            };
            let change = Change { added: only(after, before), removed: only(before, after) };
            let is_same = change.added.is_empty() && change.removed.is_empty();
            (!is_same).then(|| (name.clone(), change))
        });
        Self {
            added: only(after, before),
            removed: only(before, after),
            changed: changed.collect(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// Returns the lines of a policy by role; spaces around their columns and their order mean nothing.
fn by_role<'a>(texts: impl Iterator<Item = &'a str>) -> Part {
    let mut roles = Part::new();
    let lines = texts.flat_map(str::lines).map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        // The last of five columns may have commas of its own.
        let words: Vec<&str> = line.splitn(5, ',').map(str::trim).collect();
        let role = words.get(1).copied().unwrap_or_default();
        roles.entry(role.to_owned()).or_default().push(words.join(", "));
    }
    roles.values_mut().for_each(|lines| lines.sort());
    roles
}

/// Returns what is said of an operation; `item` is its description in the document.
fn described(operation: &Operation, item: &Value) -> Vec<String> {
    let needs = match &operation.rule {
        AuthorizationRule::Public => "needs nothing".to_owned(),
        AuthorizationRule::SignedIn => "needs a session".to_owned(),
        AuthorizationRule::FirstStep => "needs the first step of signing in".to_owned(),
        AuthorizationRule::Needs { resource, action } => format!("needs {resource}:{action}"),
    };
    let mut said = vec![format!("{} {}", operation.method, operation.path), needs];
    let parameters = item["parameters"].as_array().into_iter().flatten();
    said.extend(parameters.filter_map(|parameter| {
        let required = if parameter["required"] == true { ", required" } else { "" };
        Some(format!("parameter {}{required}", parameter["name"].as_str()?))
    }));
    said.extend(contents(&item["requestBody"]).map(|what| format!("takes {what}")));
    let answers = item["responses"].as_object().into_iter().flatten();
    let answers = answers.filter(|(status, _)| status.starts_with('2'));
    said.extend(
        answers.flat_map(|(_, answer)| contents(answer)).map(|what| format!("answers {what}")),
    );
    said
}

/// Returns the types of the contents of a body, or else their media types.
fn contents(body: &Value) -> impl Iterator<Item = String> {
    let contents = body["content"].as_object().into_iter().flatten();
    contents.map(|(media, content)| named(&content["schema"]).unwrap_or(media).to_owned())
}

/// Returns the names of the schemas of a resource.
fn schemas_of(resource: &RegisteredResource) -> impl Iterator<Item = String> {
    let registration = &resource.registration;
    let view = registration.view_name();
    [format!("{view}Page"), registration.patch_name(), view]
        .into_iter()
        .chain(registration.input_name())
}

/// Returns what screens show of a resource.
fn shown(resource: &RegisteredResource, schemas: &Value) -> Vec<String> {
    let registration = &resource.registration;
    let mut said = vec![format!("label {}", resource.info().label)];
    said.extend(properties(&schemas[registration.view_name()], "field "));
    if let Some(input) = registration.input_name() {
        said.extend(properties(&schemas[input], "form field "));
    }
    let filters = resource.definitions.iter().map(|one| one.key);
    let computed = resource.computed_fields().map(|one| one.name);
    said.extend(filters.chain(computed).map(|name| format!("filter {name}")));
    said
}

/// Returns the properties of a schema, each behind `kind`.
fn properties(schema: &Value, kind: &'static str) -> impl Iterator<Item = String> {
    let required = schema["required"].as_array().into_iter().flatten();
    let required: Vec<&str> = required.filter_map(Value::as_str).collect();
    let all = schema["properties"].as_object().into_iter().flatten();
    all.map(move |(name, property)| {
        let is_required = required.contains(&name.as_str());
        let required = if is_required { ", required" } else { "" };
        format!("{kind}{name}: {}{required}", type_of(property))
    })
}

/// Returns the name of the schema that a schema refers to.
fn named(schema: &Value) -> Option<&str> {
    let name = schema["$ref"].as_str().or_else(|| schema["anyOf"][0]["$ref"].as_str())?;
    name.rsplit('/').next()
}

fn type_of(schema: &Value) -> String {
    if let Some(resource) = schema["x-reference"]["resource"].as_str() {
        return format!("record of {resource}");
    }
    if let Some(name) = named(schema) {
        return name.to_owned();
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values
            .iter()
            .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            .collect();
        return format!("one of {}", values.join(", "));
    }
    if schema["items"].is_object() {
        return format!("list of {}", type_of(&schema["items"]));
    }
    let types = match &schema["type"] {
        Value::Array(types) => {
            types.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or ")
        }
        one => one.as_str().unwrap_or("any").to_owned(),
    };
    match schema["format"].as_str() {
        Some(format) => format!("{types} ({format})"),
        None => types,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_compared_by_their_lines_whatever_their_order_and_spaces() {
        let before = ["# Roles\ng, admin, user\np, admin, units, *", "p,clerk , units,read"];
        let same = ["p, clerk, units, read\n\np, admin, units, *\n", "g,admin,user"];
        let (before, same) = (by_role(before.into_iter()), by_role(same.into_iter()));
        assert!(Difference::of(&before, &same).is_empty());
        let rule = r#"where, clerk, units, read, {"field": "status", "value": ["sold", "free"]}"#;
        let after = by_role(["g, admin, user", rule, "p, guest, units, read"].into_iter());
        let difference = Difference::of(&before, &after);
        assert_eq!(difference.added.into_keys().collect::<Vec<_>>(), ["guest"]);
        assert_eq!(difference.changed["admin"].removed, ["p, admin, units, *"]);
        assert_eq!(difference.changed["clerk"].added, [rule]);
        assert_eq!(difference.changed["clerk"].removed, ["p, clerk, units, read"]);
    }
}
