//! Assembles the document, and rejects two modules with the same name, table, schema or operation,
//! and an operation without a permission.

use std::collections::HashMap;
use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use serde_json::{Value, json};
use text::suggestions::{did_you_mean, with_full_stop};

use super::operations::Subject;
use super::parts::{PERMISSION, Parts};
use super::reader::ReaderDocuments;
use super::{operations, shown, verbs};
use crate::auth;
use crate::base::error::{Error, Problem, Result};
use crate::engine::list::{Breakdown, FilterDefinition, filter_group};
use crate::engine::policy::{
    APPROVE, ENTER, Operation, PROPOSE, Permissions, REQUIRE, SECOND_FACTOR, UserAttribute,
    schema_of,
};
use crate::engine::precompressed::{Given, Precompressed};
use crate::engine::schema::Definitions;
use crate::explore::{Catalog, Explorer};
use crate::product::module::Module;
use crate::product::values::ProductValues;
use crate::records::attached::comments::{RecordComment, RecordCommentInput, RecordCommentPatch};
use crate::records::attached::files::RecordFile;
use crate::records::attached::mentions::MentionableUsers;
use crate::records::events::KINDS;
use crate::records::handler::{Declared, DescribedOperation, Implied, Routes};
use crate::records::media::UploadedImage;
use crate::records::resource::{Area, Info, Registration, Shape};
use crate::records::revisions::Revision;
use crate::records::{
    BulkDeleted, BulkPerformed, BulkUpdated, DeletedRecord, DuplicateGroup, Restore,
};
use crate::transfer::ImportReport;

/// The document and what is derived from it.
pub(crate) struct Document {
    pub(crate) json: Value,
    /// The document as it is served.
    pub(crate) served: Arc<Precompressed>,
    /// The same for readers who see less.
    pub(super) of_readers: ReaderDocuments,
    pub(crate) operations: Vec<Operation>,
    pub(crate) permissions: Permissions,
    pub(crate) definitions: Arc<Definitions>,
}

impl Document {
    /// Returns the document for a reader of this explorer.
    pub(crate) fn served_to(&self, explorer: &Explorer) -> Result<Arc<Precompressed>> {
        self.of_readers.served_to(explorer, (&self.json, &self.served))
    }
}

/// Assembles the document of these modules. The first is the kernel's own; `roles` are the roles of
/// the policy, `values` those of the product, `catalog` describes the explorer.
pub(crate) fn assemble(
    modules: &[Module],
    roles: &[String],
    values: &ProductValues,
    catalog: &Arc<Catalog>,
) -> Result<Document> {
    for (what, names) in NAMES {
        unique(what, modules, names)?;
    }
    let mut definitions = Definitions::default();
    definitions.add::<Problem>("kernel")?;
    definitions.add::<ImportReport>("kernel")?;
    definitions.add::<FilterDefinition>("kernel")?;
    definitions.add::<Breakdown>("kernel")?;
    definitions.add::<Revision>("kernel")?;
    definitions.add::<Restore>("kernel")?;
    definitions.add::<DeletedRecord>("kernel")?;
    definitions.add::<DuplicateGroup>("kernel")?;
    definitions.add::<BulkUpdated>("kernel")?;
    definitions.add::<BulkDeleted>("kernel")?;
    definitions.add::<BulkPerformed>("kernel")?;
    definitions.add::<UploadedImage>("kernel")?;
    definitions.add::<RecordFile>("kernel")?;
    definitions.add::<RecordComment>("kernel")?;
    definitions.add::<RecordCommentInput>("kernel")?;
    definitions.add::<RecordCommentPatch>("kernel")?;
    definitions.add::<MentionableUsers>("kernel")?;
    let files = operations::page_of("RecordFile", "files of a record");
    definitions.insert("kernel", "RecordFilePage", files)?;
    let comments = operations::page_of("RecordComment", "comments on a record");
    definitions.insert("kernel", "RecordCommentPage", comments)?;
    definitions.insert("kernel", "RevisionPage", operations::page_of("Revision", "versions"))?;
    let groups = operations::page_of("DuplicateGroup", "groups of likely duplicates");
    definitions.insert("kernel", "DuplicateGroupPage", groups)?;
    let deleted = operations::page_of("DeletedRecord", "deleted records");
    definitions.insert("kernel", "DeletedRecordPage", deleted)?;
    definitions.insert("kernel", "FilterGroup", filter_group())?;
    definitions.insert("kernel", "Where", operations::selected_by())?;
    let mut parts = Parts::of(catalog);
    for module in modules {
        for registration in module.resources {
            define(&mut definitions, module.name, registration)?;
            let shown = shown::read(registration, &definitions)?;
            let subject = Subject::of(registration, &shown, &definitions);
            for one in subject.operations() {
                parts.add(module.name, one, &mut definitions)?;
            }
            parts.tags.push(subject.tag(&shown));
            parts.registered.push(*registration);
        }
        for verb in module.verbs {
            for one in verbs::of(verb, module.name, module.resources, &definitions)? {
                parts.add(module.name, one, &mut definitions)?;
            }
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
    definitions.offer_events(&events_of(&parts));
    let attributes: Vec<UserAttribute> = attributes_of(modules).collect();
    definitions.offer_attributes(schema_of(&attributes).as_ref());

    let permissions = permissions(&parts, values.areas);
    let mut schemas = definitions.to_map();
    for registration in parts.registered.iter().filter(|one| one.creates().is_none()) {
        // No operation takes it: it only serves to derive the patch.
        registration.input_name().map(|input| schemas.remove(&input));
    }
    let json = json!({
        "openapi": "3.1.0",
        "info": {
            "title": values.name,
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Errors are problem documents (RFC 9457); their \
                            `detail` is the message to show to the user. A request whose `Host` is not \
                            this server's is answered with 421.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            "x-product": values,
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
        of_readers: ReaderDocuments::default(),
        operations: parts.operations,
        permissions,
        definitions: Arc::new(definitions),
    })
}

/// Returns the attributes of users that these modules declare.
pub(crate) fn attributes_of(modules: &[Module]) -> impl Iterator<Item = UserAttribute> {
    modules.iter().flat_map(|module| module.attributes).copied()
}

/// Returns the permissions that operations need, those to enter an area, and what a policy may require.
fn permissions(parts: &Parts, areas: &[&str]) -> Permissions {
    let needed = parts.operations.iter().filter_map(|operation| operation.rule.needs());
    let areas = Area::ALL.map(Area::name).into_iter().chain(areas.iter().copied());
    let enter = areas.map(|area| (area, ENTER));
    let required = [(SECOND_FACTOR, REQUIRE)];
    // No operation needs them: they are another way to what needs the permission for a change.
    let changed = parts.registered.iter().filter(|one| one.changes().is_some());
    let proposed = changed.flat_map(|one| [PROPOSE, APPROVE].map(|action| (one.info.name, action)));
    let pairs = needed
        .chain(enter)
        .chain(required)
        .chain(proposed)
        .map(|(what, action)| (what.to_owned(), action.to_owned()));
    let area = |one: &Registration| (one.info.name.to_owned(), one.info.area.name().to_owned());
    Permissions { pairs: pairs.collect(), areas: parts.registered.iter().map(area).collect() }
}

type Names = fn(&Module) -> Vec<String>;

/// What modules declare by names that no two of them may have.
const NAMES: [(&str, Names); 10] = [
    ("module", |module| vec![module.name.to_owned()]),
    ("table", |module| owned(crate::db::tables(module.migrations))),
    ("resource", |module| owned(module.resources.iter().map(|one| one.info.name))),
    ("dataset", |module| owned(module.datasets.iter().map(|one| one.name))),
    ("measure", |module| owned(module.measures.iter().map(|one| one.name))),
    ("dimension", |module| owned(module.dimensions.iter().map(|one| one.name))),
    ("attribute of users", |module| owned(module.attributes.iter().map(|one| one.name))),
    ("chart", |module| owned(module.charts.iter().map(|one| one.name))),
    ("setting", |module| owned(module.settings.iter().map(|one| one.key))),
    ("command", |module| {
        module.commands.iter().map(|one| format!("{} {}", one.words.0, one.words.1)).collect()
    }),
];

fn owned(names: impl IntoIterator<Item = &'static str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

/// Fails when two modules declare the same `what`, and names both.
fn unique(what: &str, modules: &[Module], names: Names) -> Result<()> {
    let mut seen: HashMap<String, &str> = HashMap::new();
    let things = modules.iter().flat_map(|one| names(one).into_iter().map(|name| (one.name, name)));
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

/// Returns the types of events that there are: all, those of each resource with a history, and each of them.
fn events_of(parts: &Parts) -> Vec<(String, String)> {
    let with_history = parts.registered.iter().filter(|one| one.has_history);
    let of_each = with_history.flat_map(|one| {
        let Info { name, label, .. } = one.info;
        let each =
            KINDS.iter().map(move |kind| (format!("{name}.{kind}"), format!("{label}: {kind}")));
        each.chain([(format!("{name}.*"), format!("{label}: everything"))])
    });
    std::iter::once(("*".to_owned(), "Everything".to_owned())).chain(of_each).collect()
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
        let checked = check_reader(module, &operation);
        parts.add(module, operation, definitions)?;
        checked?;
    }
    Ok(())
}

/// Fails for an operation of a module that shows records without the rules of its reader.
fn check_reader(module: &str, operation: &DescribedOperation) -> Result<()> {
    let follows_rules = |implied: &Implied| matches!(implied, Implied::Reader | Implied::Record(_));
    let is_public = operation.description[PERMISSION] == "public";
    if module == "kernel" || is_public || operation.implied.iter().any(follows_rules) {
        return Ok(());
    }
    let id = operation.description["operationId"].as_str().unwrap_or_default();
    Err(Error::startup(format!(
        "Module {module}: operation {id} knows nothing of the rules of its reader. Take a `kernel::Reader` as an \
         argument of its handler, and show records through it; or a `kernel::NoRecords`, if it shows none."
    )))
}
