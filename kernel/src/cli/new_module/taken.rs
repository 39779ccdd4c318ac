//! What the product has already: names that a new module cannot have, and resources that it can refer to.

use super::draft::Draft;
use super::fields::Target;
use crate::engine::list::FieldKind;
use crate::product::plan::Plan;
use crate::records::RegisteredResource;
use crate::records::resource::{Area, Template};

/// Returns the resources that can be referred to: those called by a text of their own table that every
/// record has.
pub(super) fn targets(plan: &Plan) -> Vec<Target> {
    plan.records.all().iter().filter_map(|registered| target(registered)).collect()
}

fn target(registered: &RegisteredResource) -> Option<Target> {
    let info = registered.info();
    let named = Template::read(info.title).ok()?.fields().find_map(|name| {
        let field = registered.fields.iter().find(|field| field.name == name)?;
        let is_text = matches!(field.kind, FieldKind::Text | FieldKind::LongText);
        let is_present = !field.found_by.1.nullable;
        let is_own = !field.is_named && field.table == info.table;
        (is_text && is_present && is_own).then(|| field.column.to_owned())
    })?;
    Some(Target { resource: info.name.to_owned(), table: info.table.to_owned(), name: named })
}

/// Returns what the product has by a name that the module would take, if it has anything.
pub(super) fn conflict(plan: &Plan, module: &Draft) -> Option<String> {
    let Draft { name, singular, .. } = module;
    let resource = module.resource();
    let is_name = |one: &str| one == name || one == resource;
    if plan.modules.iter().any(|module| is_name(module.name)) {
        return Some(format!("a module {name}"));
    }
    if plan.tables().iter().any(|table| table == name) {
        return Some(format!("a table {name}"));
    }
    let permissions = &plan.document.permissions.pairs;
    let tags = plan.document.json["tags"].as_array();
    let is_tag = tags.is_some_and(|tags| tags.iter().any(|tag| tag["name"] == *resource));
    if is_tag || permissions.iter().any(|(what, _)| is_name(what)) {
        return Some(format!("a resource {resource}"));
    }
    let path = format!("{}/{resource}", Area::BackOffice.base());
    let operations = &plan.document.operations;
    if operations.iter().any(|one| one.path == path || one.path.starts_with(&format!("{path}/"))) {
        return Some(format!("operations at {path}"));
    }
    let ids =
        ["list", "view", "create", "update", "delete"].map(|verb| format!("{singular}_{verb}"));
    if let Some(one) = operations.iter().find(|one| ids.contains(&one.id)) {
        return Some(format!("an operation {}", one.id));
    }
    let record = module.record();
    let schemas = ["", "Input", "Patch", "Page"].map(|end| format!("{record}{end}"));
    let schema = schemas.iter().find(|name| plan.document.definitions.get(name).is_some())?;
    Some(format!("a schema {schema}"))
}

/// Returns a version for the module's migration that is higher than those of all others, of which
/// `written` are in the source tree: the current time, `20261124093000`, unless one is later.
pub(super) fn next_version(plan: &Plan, written: Vec<String>) -> String {
    let built = plan.migrations().into_iter().flat_map(|(_, migrations)| migrations());
    let versions = built.map(|one| one.version().to_owned()).chain(written);
    let latest = versions.filter_map(|version| version.parse::<u64>().ok()).max();
    let now = chrono::Utc::now().format("%Y%m%d%H%M%S").to_string();
    match latest {
        Some(latest) if now.parse().is_ok_and(|now: u64| now <= latest) => (latest + 1).to_string(),
        _ => now,
    }
}
