//! Assembles the document, and rejects two modules with the same name, table, schema or operation,
//! and an operation without a permission.

use std::collections::HashMap;
use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use serde_json::{Value, json};
use text::suggestions::{did_you_mean, with_full_stop};

use super::parts::Parts;
use super::{operations, shown, verbs};
use crate::auth;
use crate::base::error::{Error, Problem, Result};
use crate::engine::list::{Breakdown, FilterDefinition, filter_group};
use crate::engine::policy::{ENTER, Operation, Permissions, REQUIRE, SECOND_FACTOR};
use crate::engine::precompressed::{Given, Precompressed};
use crate::engine::schema::Definitions;
use crate::explore::Catalog;
use crate::product::module::Module;
use crate::records::handler::{Declared, Routes};
use crate::records::media::UploadedImage;
use crate::records::resource::{Area, Info, Registration, Shape};
use crate::records::revisions::Revision;
use crate::records::{BulkDeleted, BulkUpdated, Restore};
use crate::transfer::ImportReport;

/// The document and what is derived from it.
pub(crate) struct Document {
    pub(crate) json: Value,
    /// The document as it is served.
    pub(crate) served: Arc<Precompressed>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) permissions: Permissions,
    pub(crate) definitions: Arc<Definitions>,
}

/// Assembles the document of these modules. The first is the kernel's own; `roles` are the roles of
/// the policy, `catalog` describes the explorer.
pub(crate) fn assemble(
    modules: &[Module],
    roles: &[String],
    areas: &[&str],
    catalog: &Arc<Catalog>,
) -> Result<Document> {
    unique("module", modules.iter().map(|module| (module.name, module.name.to_owned())))?;
    unique(
        "table",
        modules.iter().flat_map(|module| {
            let tables = crate::db::tables(module.migrations).into_iter();
            tables.map(|table| (module.name, table.to_owned()))
        }),
    )?;
    unique(
        "resource",
        modules.iter().flat_map(|module| {
            let resources = module.resources.iter();
            resources.map(|resource| (module.name, resource.info.name.to_owned()))
        }),
    )?;

    for (what, names) in explorer_names(modules) {
        unique(what, names.into_iter())?;
    }
    unique(
        "setting",
        modules.iter().flat_map(|module| {
            module.settings.iter().map(|setting| (module.name, setting.key.to_owned()))
        }),
    )?;
    unique(
        "command",
        modules.iter().flat_map(|module| {
            let commands = module.commands.iter().map(|command| command.words);
            commands.map(|(noun, verb)| (module.name, format!("{noun} {verb}")))
        }),
    )?;

    let mut definitions = Definitions::default();
    definitions.add::<Problem>("kernel")?;
    definitions.add::<ImportReport>("kernel")?;
    definitions.add::<FilterDefinition>("kernel")?;
    definitions.add::<Breakdown>("kernel")?;
    definitions.add::<Revision>("kernel")?;
    definitions.add::<Restore>("kernel")?;
    definitions.add::<BulkUpdated>("kernel")?;
    definitions.add::<BulkDeleted>("kernel")?;
    definitions.add::<UploadedImage>("kernel")?;
    definitions.insert("kernel", "RevisionPage", operations::page_of("Revision", "versions"))?;
    definitions.insert("kernel", "FilterGroup", filter_group())?;
    let mut parts = Parts::of(catalog);
    for module in modules {
        for registration in module.resources {
            define(&mut definitions, module.name, registration)?;
            let shown = shown::read(registration, &definitions)?;
            for one in operations::of(registration, &shown, &definitions) {
                parts.add(module.name, one.into(), &mut definitions)?;
            }
            parts.tags.push(operations::tag(registration, &shown, &definitions));
            parts.registered.push(*registration);
        }
        for verb in module.verbs {
            let one = verbs::of(verb, module.name, module.resources, &definitions)?;
            parts.add(module.name, one, &mut definitions)?;
        }
        for (name, description) in module.tags {
            parts.tags.push(json!({ "name": name, "description": description }));
        }
        collect_routes(&mut definitions, &mut parts, module.name, "/api", module.routes)?;
    }
    collect_routes(&mut definitions, &mut parts, "kernel", "", auth::well_known)?;
    check_references(modules)?;
    verbs::complete_bodies(&parts.paths, &parts.registered, &mut definitions)?;
    definitions.offer_roles(roles);

    let permissions = permissions(&parts, areas);
    let mut schemas = definitions.to_map();
    for registration in parts.registered.iter().filter(|one| one.creates().is_none()) {
        // No operation takes it: it only serves to derive the patch.
        registration.input_name().map(|input| schemas.remove(&input));
    }
    let json = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Mizan",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The API of the property desk. Errors are problem documents (RFC 9457); their \
                            `detail` is the message to show to the user. A request whose `Host` is not \
                            this server's is answered with 421.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/", "description": "This server" }],
        "tags": parts.tags,
        "paths": parts.paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "bearer": {
                "type": "http", "scheme": "bearer",
                "description": "The `accessToken` that signing in answers, or an API token, which people \
                                create in their account menu.",
            } },
        },
    });
    let text = serde_json::to_vec(&json).map_err(Error::internal)?;
    let digest = digest(&SHA256, &text);
    let given = Given::Plain(text.into());
    let served = Precompressed::new("application/json", "no-cache", digest.as_ref(), given);
    let served = Arc::new(served);
    Ok(Document {
        json,
        served,
        operations: parts.operations,
        permissions,
        definitions: Arc::new(definitions),
    })
}

/// Returns the permissions that operations need, those to enter an area, and what a policy may require.
fn permissions(parts: &Parts, areas: &[&str]) -> Permissions {
    let needed = parts.operations.iter().filter_map(|operation| operation.rule.needs());
    let areas = Area::ALL.map(Area::name).into_iter().chain(areas.iter().copied());
    let enter = areas.map(|area| (area, ENTER));
    let required = [(SECOND_FACTOR, REQUIRE)];
    let pairs = needed
        .chain(enter)
        .chain(required)
        .map(|(what, action)| (what.to_owned(), action.to_owned()));
    let area = |one: &Registration| (one.info.name.to_owned(), one.info.area.name().to_owned());
    Permissions { pairs: pairs.collect(), areas: parts.registered.iter().map(area).collect() }
}

/// Fails when two modules declare the same `what`, and names both.
fn unique(what: &str, things: impl Iterator<Item = (&'static str, String)>) -> Result<()> {
    let mut seen: HashMap<String, &str> = HashMap::new();
    for (module, name) in things {
        if let Some(other) = seen.insert(name.clone(), module) {
            return Err(Error::startup(if what == "module" {
                format!("Two modules are called {name}. List it once, or rename one of them.")
            } else {
                format!(
                    "Modules {other} and {module} both have a {what} named {name}. Rename one of them."
                )
            }));
        }
    }
    Ok(())
}

/// Returns the names of the explorer's parts that modules declare.
fn explorer_names(modules: &[Module]) -> [(&'static str, Vec<(&'static str, String)>); 4] {
    let all = |names: fn(&Module) -> Vec<&'static str>| {
        let of = |module: &Module| {
            let owned = |name: &'static str| (module.name, name.to_owned());
            names(module).into_iter().map(owned).collect::<Vec<_>>()
        };
        modules.iter().flat_map(of).collect()
    };
    [
        ("dataset", all(|module| module.datasets.iter().map(|one| one.name).collect())),
        ("measure", all(|module| module.measures.iter().map(|one| one.name).collect())),
        ("dimension", all(|module| module.dimensions.iter().map(|one| one.name).collect())),
        ("chart", all(|module| module.charts.iter().map(|one| one.name).collect())),
    ]
}

/// Adds the schemas of a resource; its own schemas must not belong to another module.
fn define(
    definitions: &mut Definitions,
    module: &'static str,
    registration: &Registration,
) -> Result<()> {
    let info = &registration.info;
    let view = registration.view_name();
    definitions.claim(module, &view)?;
    (registration.read.view().define)(definitions, module)?;
    let page = operations::page_name(registration);
    definitions.claim(module, &page)?;
    definitions.insert(module, &page, operations::page_of(&view, &info.plural()))?;
    for reference in info.references {
        let at = format!("/{}", reference.view);
        mark_reference(definitions, &view, &at, json!({ "resource": reference.to }), info.name)?;
    }
    if let Some(write) = registration.changes() {
        let Shape { name, define } = write.input();
        let name = name();
        definitions.claim(module, &name)?;
        define(definitions, module)?;
        definitions.close(&name);
        for reference in info.references.iter().filter(|one| !one.field.is_empty()) {
            let what = json!({ "resource": reference.to, "view": reference.view });
            mark_reference(definitions, &name, reference.field, what, info.name)?;
        }
        definitions.add_patch(module, &name, &registration.patch_name())?;
    }
    Ok(())
}

/// Marks a property as a reference to another resource's record.
fn mark_reference(
    definitions: &mut Definitions,
    schema: &str,
    pointer: &str,
    what: Value,
    resource: &str,
) -> Result<()> {
    let mut name = schema.to_owned();
    let mut steps = pointer.trim_start_matches('/').split('/').peekable();
    while let Some(step) = steps.next() {
        let found = definitions
            .get_mut(&name)
            .and_then(|schema| schema.get_mut("properties")?.get_mut(step));
        let Some(property) = found else {
            return Err(Error::startup(format!(
                "Resource {resource} declares a reference at {pointer}, but {schema} has no such field."
            )));
        };
        if steps.peek().is_none() {
            property["x-reference"] = what;
            return Ok(());
        }
        if steps.peek() == Some(&"*") {
            property["items"]["x-reference"] = what;
            return Ok(());
        }
        let next = property["$ref"].as_str().or_else(|| property["anyOf"][0]["$ref"].as_str());
        name = next.and_then(|next| next.rsplit('/').next()).unwrap_or_default().to_owned();
    }
    Ok(())
}

/// Checks that the table of every resource is one that a migration creates, and that every reference
/// names a known resource.
fn check_references(modules: &[Module]) -> Result<()> {
    let resources = || modules.iter().flat_map(|module| module.resources);
    let tables: Vec<&str> =
        modules.iter().flat_map(|module| crate::db::tables(module.migrations)).collect();
    for registration in resources() {
        let Info { name, table, .. } = registration.info;
        if !tables.contains(&table) {
            let meant = did_you_mean(table, tables.iter().copied());
            return Err(Error::startup(with_full_stop(format!(
                "Resource {name}: its table {table} is created by no migration{meant}"
            ))));
        }
        for reference in registration.info.references {
            if !resources().any(|other| other.info.name == reference.to) {
                return Err(Error::startup(format!(
                    "Resource {} refers to {}, which no module brings.",
                    registration.info.name, reference.to
                )));
            }
        }
    }
    Ok(())
}

/// Collects the operations and schemas of a module's own handlers, which are mounted under `base`.
fn collect_routes(
    definitions: &mut Definitions,
    parts: &mut Parts,
    module: &'static str,
    base: &'static str,
    mount: impl FnOnce(&mut Routes<'_>),
) -> Result<()> {
    let declared = Declared::under(base, mount);
    for (name, schema) in declared.schemas()? {
        definitions.insert(module, &name, schema)?;
    }
    for operation in declared.operations()? {
        parts.add(module, operation, definitions)?;
    }
    Ok(())
}
