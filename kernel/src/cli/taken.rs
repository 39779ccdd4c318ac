//! `mizan taken`: what `mizan new module`, which is no command of a product, has to know of one.

use clap::Args;
use serde_json::json;

use super::{EXIT, print};
use crate::base::error::Result;
use crate::cli::kernel_module;
use crate::db;
use crate::engine::list::FieldKind;
use crate::product::plan::Product;
use crate::records::RegisteredResource;
use crate::records::resource::Template;

/// Print what a new module must know of the product
///
/// As JSON: the names that it cannot take, the resources that it can refer to, and the currency of
/// amounts. `mizan new module` runs it, from the command that starts products. Opens no database.
///
/// Examples:
///   mizan taken
#[derive(Args)]
#[command(verbatim_doc_comment, hide = true, after_long_help = EXIT)]
pub(super) struct Taken {}

impl Taken {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let plan = kernel_module::plan(product, None).await?;
        let document = &plan.document;
        let names = |of: &serde_json::Value| -> Vec<String> {
            let names = of.as_array().into_iter().flatten();
            names.filter_map(|one| Some(one["name"].as_str()?.to_owned())).collect()
        };
        let mut resources = names(&document.json["tags"]);
        resources.extend(document.permissions.pairs.iter().map(|(what, _)| what.clone()));
        let schemas = document.json["components"]["schemas"].as_object();
        let operations = document.operations.iter();
        let migrations = db::migrations_in_order(&plan.migrations());
        print(&format!(
            "{}\n",
            json!({
                "currency": product.currency,
                "targets": plan.records.all().iter().filter_map(|one| target(one)).collect::<Vec<_>>(),
                "modules": plan.modules.iter().map(|one| one.name).collect::<Vec<_>>(),
                "tables": plan.tables(),
                "resources": resources,
                "operations": operations.clone().map(|one| &one.id).collect::<Vec<_>>(),
                "paths": operations.map(|one| &one.path).collect::<Vec<_>>(),
                "schemas": schemas.map(|all| all.keys().collect::<Vec<_>>()),
                "versions": migrations.iter().map(|(_, one)| one.version()).collect::<Vec<_>>(),
            })
        ))
    }
}

/// Returns a resource that can be referred to: one that is called by a text of its own table that every record has.
fn target(registered: &RegisteredResource) -> Option<serde_json::Value> {
    let info = registered.info();
    let named = Template::read(info.title).ok()?.fields().find_map(|name| {
        let field = registered.fields.iter().find(|field| field.name == name)?;
        let is_text = matches!(field.kind, FieldKind::Text | FieldKind::LongText);
        let is_present = !field.found_by.1.nullable;
        let is_own = !field.is_named && field.table == info.table;
        (is_text && is_present && is_own).then(|| field.column.to_owned())
    })?;
    Some(json!({ "resource": info.name, "table": info.table, "name": named }))
}
