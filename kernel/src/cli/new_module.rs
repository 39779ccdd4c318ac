//! `mizan new module`: has the crate `generator` write a module into the source tree of the product, unless the
//! product has something by its names already. Everything is checked before anything is written.

use std::path::Path;

use clap::{Args, Subcommand};
use generator::{Draft, Field, Target, Tree};

use super::{EXIT, print};
use crate::base::error::{Error, Result};
use crate::cli::kernel_module;
use crate::engine::list::FieldKind;
use crate::product::plan::{Plan, Product};
use crate::records::RegisteredResource;
use crate::records::resource::{Area, Template};

#[derive(Subcommand)]
pub(super) enum New {
    Module(NewModule),
}

/// Write a module into the source code of the product, to be edited from there
///
/// A module is a crate with one kind of record: its table, its lists, forms and permissions. Writes
/// four files in modules/NAME, and names the crate in Cargo.toml and src/main.rs. Run it in the folder
/// of the product's source code. Writes all of it or nothing, and opens no database.
///
/// A field is NAME:TYPE, with ! at its end when every record must have it. A type is
///   text        up to 200 characters
///   long        up to 5,000 characters, on several lines
///   integer     a whole number
///   number      with fractions
///   money       a whole amount in the product's currency
///   boolean     yes or no
///   date        a day
///   a|b|c       one of these values, the first unless another one is chosen
///   units       a record of that resource; any of the product's, as it was built last
///
/// Examples:
///   mizan new module leases --field "tenant:text!" --field "unit:units!" --field "starts:date!" \
///     --field "ends:date" --field "fee:integer!" --field "status:draft|signed|ended!"
///   mizan new module staff --singular employee --field "name:text!"
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct NewModule {
    /// The word for several records, such as `leases` or `parking_spaces`
    name: String,
    /// The word for one record, where it does not follow from the name
    #[arg(long)]
    singular: Option<String>,
    /// A field; repeat it for several
    #[arg(long = "field")]
    fields: Vec<String>,
}

impl NewModule {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let tree = Tree::open(Path::new(".")).map_err(Error::startup)?;
        let plan = kernel_module::plan(product, None).await?;
        let fields = Field::read_all(&self.fields, &targets(&plan)).map_err(Error::startup)?;
        let module = Draft::new(self.name, self.singular, fields, product.currency)
            .map_err(Error::startup)?;
        let name = &module.name;
        if let Some(what) = conflict(&plan, &module).or_else(|| tree.conflict(name)) {
            return Err(Error::startup(format!("There is {what} already; take another name")));
        }
        let files = generator::files(&module, &next_version(&plan, tree.versions()));
        tree.write(name, &files).map_err(Error::startup)?;
        let written: String =
            files.iter().map(|(path, _)| format!("Written: modules/{name}/{path}\n")).collect();
        // A product without files made of its document has nothing to update.
        let next = match Path::new("openapi").is_dir() {
            true => {
                "`make generate` updates the document, its types and the permissions; `make run` serves \
                 it.\ndocs/tutorial.md goes on from there: a field, a rule, a verb."
            }
            false => "`make run` serves it.",
        };
        print(&format!(
            "{written}Changed: Cargo.toml and src/main.rs, which name the crate\n\nNext: {next}\n"
        ))
    }
}

/// Returns the resources that can be referred to: those called by a text of their own table that every
/// record has.
fn targets(plan: &Plan) -> Vec<Target> {
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
fn conflict(plan: &Plan, module: &Draft) -> Option<String> {
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
fn next_version(plan: &Plan, written: Vec<String>) -> String {
    let built = plan.migrations().into_iter().flat_map(|(_, migrations)| migrations());
    let versions = built.map(|one| one.version().to_owned()).chain(written);
    let latest = versions.filter_map(|version| version.parse::<u64>().ok()).max();
    let now = chrono::Utc::now().format("%Y%m%d%H%M%S").to_string();
    match latest {
        Some(latest) if now.parse().is_ok_and(|now: u64| now <= latest) => (latest + 1).to_string(),
        _ => now,
    }
}
