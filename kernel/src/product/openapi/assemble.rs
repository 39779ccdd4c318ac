//! Assembles the document, and rejects two modules with the same name, table, schema or operation,
//! and an operation without a permission.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use actix_web::App;
use aws_lc_rs::digest::{SHA256, digest};
use serde_json::{Map, Value, json};
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig;

use super::verbs::{ACTS_ON_RECORD, VERB};
use super::{operations, shown, verbs};
use crate::auth;
use crate::base::error::{Error, Problem, Result};
use crate::engine::list::{Breakdown, FilterDefinition, filter_group};
use crate::engine::policy::{AuthorizationRule, Operation};
use crate::engine::policy::{ENTER, Permissions};
use crate::engine::precompressed::{Given, Precompressed};
use crate::engine::schema::Definitions;
use crate::explore::Catalog;
use crate::product::module::Module;
use crate::records::media::UploadedImage;
use crate::records::resource::{Area, Registration};
use crate::records::revisions::Change;
use crate::records::{BulkDeleted, BulkUpdated, Restore, patch_name};
use crate::transfer::ImportReport;

/// The extension (`false`) of a `POST` that does not write through
/// [`RequestContext::write`](crate::RequestContext::write). Every other `POST` honours
/// `Idempotency-Key`, which the document adds.
const IDEMPOTENT: &str = "x-may-come-again";

/// The extension of a module's own handler, with the name of a resource, that responds with a list
/// of its records through [`list_query`](crate::records::request::RequestContext::list_query): adds
/// the standard parameters.
const LISTS: &str = "x-lists";

/// The extension (`true`) of a module's own handler that answers queries of the explorer through
/// [`Question::of`](crate::explore::Question::of): adds the parameters of a query.
const EXPLORES: &str = "x-explores";

/// The extension (`true`) of a module's own handler that describes the explorer.
const EXPLORER: &str = "x-explorer";

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
    definitions.add::<Change>("kernel")?;
    definitions.add::<Restore>("kernel")?;
    definitions.add::<BulkUpdated>("kernel")?;
    definitions.add::<BulkDeleted>("kernel")?;
    definitions.add::<UploadedImage>("kernel")?;
    definitions.insert("kernel", "ChangePage", operations::page_of("Change", "versions"))?;
    definitions.insert("kernel", "FilterGroup", filter_group())?;
    let mut parts = Parts { catalog: Arc::clone(catalog), ..Parts::default() };
    for module in modules {
        for registration in module.resources {
            define(&mut definitions, module.name, registration)?;
            let shown = shown::read(registration, &definitions)?;
            for one in operations::of(registration, &shown, &definitions) {
                parts.add(module.name, &one.path, one.method, one.operation)?;
            }
            parts.tags.push(operations::tag(registration, &shown, &definitions));
            parts.registered.push(*registration);
        }
        for verb in module.verbs {
            let one = verbs::of(verb, module.name, module.resources, &mut definitions)?;
            parts.add(module.name, &one.path, one.method, one.operation)?;
        }
        for (name, description) in module.tags {
            parts.tags.push(json!({ "name": name, "description": description }));
        }
        let routes = module.routes;
        collect_routes(&mut definitions, &mut parts, module.name, move |config| {
            config.service(utoipa_actix_web::scope("/api").configure(routes));
        })?;
    }
    collect_routes(&mut definitions, &mut parts, "kernel", auth::well_known)?;
    check_references(modules)?;
    verbs::complete_bodies(&parts.paths, &parts.registered, &mut definitions)?;
    definitions.offer_roles(roles);

    let permissions = permissions(&parts, areas);
    let mut schemas = definitions.to_map();
    for registration in parts.registered.iter().filter(|one| one.insert.is_none()) {
        // No operation takes it: it only serves to derive the patch.
        registration.input.map(|input| schemas.remove(&(input.name)()));
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

/// Returns the permissions that operations need, and those to enter an area.
fn permissions(parts: &Parts, areas: &[&str]) -> Permissions {
    let needed = parts.operations.iter().filter_map(|operation| operation.rule.needs());
    let areas = Area::ALL.map(Area::name).into_iter().chain(areas.iter().copied());
    let enter = areas.map(|area| (area, ENTER));
    let pairs = needed.chain(enter).map(|(what, action)| (what.to_owned(), action.to_owned()));
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

#[derive(Default)]
struct Parts {
    catalog: Arc<Catalog>,
    tags: Vec<Value>,
    paths: Map<String, Value>,
    operations: Vec<Operation>,
    /// The resources of the modules so far.
    registered: Vec<Registration>,
    owners: BTreeMap<String, &'static str>,
}

impl Parts {
    fn add(
        &mut self,
        module: &'static str,
        path: &str,
        method: &str,
        mut operation: Value,
    ) -> Result<()> {
        let call = format!("{} {path}", method.to_uppercase());
        let Some(id) = operation["operationId"].as_str().map(str::to_owned) else {
            return Err(Error::startup(format!("Module {module}: {call} has no operation id.")));
        };
        for name in [format!("operation named {id}"), format!("operation {call}")] {
            if let Some(other) = self.owners.insert(name.clone(), module) {
                return Err(Error::startup(format!(
                    "Modules {other} and {module} both have an {name}. Rename one of them."
                )));
            }
        }
        let rule = authorization_rule(&operation["x-permission"]).ok_or_else(|| {
            Error::startup(format!(
                "Module {module}: operation {id} ({call}) names no permission. Give it \
                 x-permission: `resource:action`, `signed-in` or `public`."
            ))
        })?;
        // The extensions of a handler come in no fixed order: they are appended last, so that the
        // document is the same each time.
        let acts = operation.as_object_mut().and_then(|keys| keys.shift_remove(ACTS_ON_RECORD));
        let verb = operation.as_object_mut().and_then(|keys| keys.shift_remove(VERB));
        if acts == Some(Value::Bool(true)) {
            operations::acts_on_record(&mut operation);
            operation[ACTS_ON_RECORD] = json!(true);
        }
        if let Some(verb) = verb {
            operation[VERB] = verb;
        }
        let idempotent = operation.as_object_mut().and_then(|keys| keys.shift_remove(IDEMPOTENT));
        if method == "post" && idempotent != Some(Value::Bool(false)) {
            operations::has_idempotency_key(&mut operation);
        }
        if let Some(lists) = operation.as_object_mut().and_then(|keys| keys.shift_remove(LISTS)) {
            let listed = self.registered.iter().find(|one| lists == one.info.name);
            let listed = listed.ok_or_else(|| {
                Error::startup(format!(
                    "Module {module}: operation {id} lists {lists}, which no module below brings."
                ))
            })?;
            operations::lists(&mut operation, listed);
        }
        if operation.as_object_mut().and_then(|keys| keys.shift_remove(EXPLORES)).is_some() {
            operations::with_parameters(&mut operation, self.catalog.parameters());
        }
        if operation.as_object_mut().and_then(|keys| keys.shift_remove(EXPLORER)).is_some() {
            operation[EXPLORER] = self.catalog.described();
        }
        if operation.get("requestBody").is_some() {
            operations::refuse(&mut operation["responses"], &["400", "413", "415"]);
        }
        if rule == AuthorizationRule::Public {
            operation["security"] = json!([]);
        } else {
            operation["security"] = json!([{ "bearer": [] }]);
            operations::refuse(&mut operation["responses"], &["401"]);
        }
        if matches!(rule, AuthorizationRule::Needs { .. }) {
            operations::refuse(&mut operation["responses"], &["403"]);
        }
        // Every operation may fail because the database is overloaded or its disk is full.
        let late: &[&str] = if method == "get" { &["503"] } else { &["503", "507"] };
        let missing = late.iter().filter(|status| operation["responses"].get(**status).is_none());
        let missing: Vec<&str> = missing.copied().collect();
        operations::refuse(&mut operation["responses"], &missing);
        let at_path = self.paths.entry(path).or_insert_with(|| json!({}));
        at_path[method] = operation;
        let method = method.to_uppercase();
        self.operations.push(Operation { id, method, path: path.to_owned(), rule });
        Ok(())
    }
}

fn authorization_rule(word: &Value) -> Option<AuthorizationRule> {
    match word.as_str()? {
        "public" => Some(AuthorizationRule::Public),
        "signed-in" => Some(AuthorizationRule::SignedIn),
        word => word.split_once(':').map(|(resource, action)| AuthorizationRule::Needs {
            resource: resource.to_owned(),
            action: action.to_owned(),
        }),
    }
}

/// Adds the schemas of a resource; its own schemas must not belong to another module.
fn define(
    definitions: &mut Definitions,
    module: &'static str,
    registration: &Registration,
) -> Result<()> {
    let info = &registration.info;
    let view = (registration.view.name)();
    definitions.claim(module, &view)?;
    (registration.view.define)(definitions, module)?;
    let page = operations::page_name(registration);
    definitions.claim(module, &page)?;
    definitions.insert(module, &page, operations::page_of(&view, &info.plural()))?;
    for reference in info.references {
        let at = format!("/{}", reference.view);
        mark_reference(definitions, &view, &at, json!({ "resource": reference.to }), info.name)?;
    }
    if let Some(input) = registration.input {
        let name = (input.name)();
        definitions.claim(module, &name)?;
        (input.define)(definitions, module)?;
        definitions.close(&name);
        for reference in info.references.iter().filter(|one| !one.field.is_empty()) {
            let what = json!({ "resource": reference.to, "view": reference.view });
            mark_reference(definitions, &name, reference.field, what, info.name)?;
        }
        definitions.add_patch(module, &name, &patch_name(registration))?;
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

/// Checks that every reference names a known resource.
fn check_references(modules: &[Module]) -> Result<()> {
    let resources = || modules.iter().flat_map(|module| module.resources);
    for registration in resources() {
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

/// Collects the operations and schemas of a module's own handlers.
fn collect_routes(
    definitions: &mut Definitions,
    parts: &mut Parts,
    module: &'static str,
    routes: impl FnOnce(&mut ServiceConfig<'_>),
) -> Result<()> {
    let (_, collected) = App::new().into_utoipa_app().configure(routes).split_for_parts();
    let collected = serde_json::to_value(&collected).map_err(Error::internal)?;
    let schemas = collected.pointer("/components/schemas").and_then(Value::as_object);
    let mut sorted: Vec<_> = schemas.into_iter().flatten().collect();
    sorted.sort_by_key(|(name, _)| *name);
    for (name, schema) in sorted {
        // The keywords of a schema that went through utoipa come back in arbitrary order.
        let mut keywords: Vec<(String, Value)> =
            schema.as_object().into_iter().flatten().map(|(k, v)| (k.clone(), v.clone())).collect();
        keywords.sort_by(|(one, _), (other, _)| one.cmp(other));
        definitions.insert(module, name, Value::Object(keywords.into_iter().collect()))?;
    }
    let paths = collected["paths"].as_object().into_iter().flatten();
    for (path, item) in paths {
        for (method, operation) in item.as_object().into_iter().flatten() {
            if operation.get(VERB).is_some() {
                let id = operation["operationId"].as_str().unwrap_or(path);
                return Err(Error::startup(format!(
                    "Module {module}: operation {id} says {VERB}. Declare it in the verbs of the module."
                )));
            }
            parts.add(module, path, method, operation.clone())?;
        }
    }
    Ok(())
}
