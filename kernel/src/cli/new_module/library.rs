//! `src/lib.rs` of a new module.

use super::draft::Draft;
use super::fields::{Field, FieldType};
use super::records::{choices, records};
use super::words::{label, pascal_case};

/// How many columns its list shows at most, before the time of the last change.
const MOST_COLUMNS: usize = 5;

/// The maximum width of a line, in characters.
const WIDTH: usize = 100;

/// Returns `src/lib.rs`.
pub(super) fn library(module: &Draft) -> String {
    let parts = [head(module), records(module), choices(module), resource(module), tables(module)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The imports and the module itself.
fn head(module: &Draft) -> String {
    let Draft { name, .. } = module;
    let chrono = if module.has(&FieldType::Date) { "use chrono::NaiveDate;\n" } else { "" };
    format!(
        "//! {label}.
//!
//! The comments on types and fields are the texts of the API and the hints of the forms.

{chrono}use diesel::prelude::*;
use kernel::prelude::*;
use kernel::resource;
use schemars::JsonSchema;
use serde::{{Deserialize, Serialize}};

/// The module.
pub const MODULE: Module = Module {{
    migrations: kernel::migrations!(),
    policy: include_str!(\"../policy.csv\"),
    resources: &[resource::full::<{resource}>()],
    ..Module::new(\"{name}\")
}};
",
        label = label(name),
        resource = pascal_case(name),
    )
}

/// What the kernel has to know beside the types.
fn resource(module: &Draft) -> String {
    let Draft { name, singular, .. } = module;
    let (label, type_name, record) = (label(name), pascal_case(name), module.record());
    let title = module.title();
    let (shown, written, column) = (title.view_name(), title.input_name(), title.column());
    let has_default_title = shown == "name" && title.target().is_none();
    let titled = match has_default_title {
        true => String::new(),
        false => format!("        title: \"{shown}\",\n"),
    };
    let sorted = match has_default_title {
        true => String::new(),
        false => {
            format!("        sort: \"{shown}\",\n        key: &[(\"/{written}\", \"{column}\")],\n")
        }
    };
    let is_listed = |field: &&Field| field.kind != FieldType::LongText && *field != title;
    let listed = module.fields.iter().filter(is_listed);
    let listed = std::iter::once(title).chain(listed).take(MOST_COLUMNS).map(Field::view_name);
    let listed = listed.chain(["updatedAt".to_owned()]).map(|name| format!("\"{name}\""));
    let columns = list("columns", listed);
    let references = module.references().filter_map(|field| {
        let (view, input, to) = (field.view_name(), field.input_name(), &field.target()?.resource);
        Some(format!("Reference::one(\"/{input}\", \"{view}\", \"{}\", \"{to}\")", field.column()))
    });
    let references = list("references", references);
    let joins: Vec<String> = module
        .references()
        .filter_map(|field| {
            let target = field.target()?;
            let kind = if field.required { "inner" } else { "left" };
            let (name, column) = (field.view_name(), field.column());
            Some(format!("{kind} \"{name}\": {column} = {}.{}", target.table, target.name))
        })
        .collect();
    let joins = match &joins[..] {
        [] => String::new(),
        [one] => format!("    joins: {{ {one} }},\n"),
        all => format!("    joins: {{\n        {},\n    }},\n", all.join(",\n        ")),
    };
    format!(
        "kernel::table_resource!(
    pub {type_name},
    {name},
    {record},
    {record}Input,
    Info {{
        name: \"{resource}\",
        singular: \"{singular}\",
        label: \"{label}\",
        description: \"All {plural}.\",
{titled}{columns}{sorted}{references}        ..Info::DEFAULT
    }},
{joins});
",
        resource = module.resource(),
        plural = label.to_lowercase(),
    )
}

/// A list in the declaration of the resource, on one line where it fits.
fn list(name: &str, items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let line = format!("        {name}: &[{}],\n", items.join(", "));
    match (items.is_empty(), line.trim_end().len() > WIDTH) {
        (true, _) => String::new(),
        (false, false) => line,
        (false, true) => {
            let items: String = items.iter().map(|item| format!("            {item},\n")).collect();
            format!("        {name}: &[\n{items}        ],\n")
        }
    }
}

/// The table, and what is read of other ones.
fn tables(module: &Draft) -> String {
    let Draft { name, .. } = module;
    let columns = module.fields.iter().map(|field| {
        let of = match &field.kind {
            FieldType::Integer => "BigInt",
            FieldType::Number => "Double",
            FieldType::Boolean => "Bool",
            FieldType::Date => "Date",
            _ => "Text",
        };
        let of = if field.required { of.to_owned() } else { format!("Nullable<{of}>") };
        format!("        {} -> {of},\n", field.column())
    });
    let own = format!(
        "diesel::table! {{
    {name} (id) {{
        id -> Text,
{}        created_at -> Timestamp,
        updated_at -> Timestamp,
    }}
}}
",
        columns.collect::<String>()
    );
    let targets = module.references().filter_map(|field| Some((field, field.target()?)));
    let targets: Vec<_> = targets.collect();
    if targets.is_empty() {
        return own;
    }
    let others = targets.iter().map(|(_, target)| {
        let (table, called) = (&target.table, &target.name);
        format!(
            "diesel::table! {{
    {table} (id) {{
        id -> Text,
        {called} -> Text,
    }}
}}
"
        )
    });
    let joinable = targets.iter().map(|(field, target)| {
        format!("diesel::joinable!({name} -> {} ({}));\n", target.table, field.column())
    });
    let tables = targets.iter().map(|(_, target)| target.table.as_str());
    let tables: Vec<&str> = std::iter::once(name.as_str()).chain(tables).collect();
    format!(
        "{own}
// The columns that {label} read of other modules' tables.
{others}
{joinable}diesel::allow_tables_to_appear_in_same_query!({tables});
",
        label = label(name).to_lowercase(),
        others = others.collect::<String>(),
        joinable = joinable.collect::<String>(),
        tables = tables.join(", "),
    )
}
