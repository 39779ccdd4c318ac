//! `src/lib.rs` of a new module.

use text::words::pascal_case;

use crate::draft::Draft;
use crate::fields::{Field, FieldType};
use crate::records::{choices, record};
use crate::words::label;

/// How many columns its list shows at most, before the time of the last change.
const MOST_COLUMNS: usize = 5;

/// The maximum width of a line, in characters.
const WIDTH: usize = 100;

/// Returns `src/lib.rs`.
pub(crate) fn library(module: &Draft) -> String {
    let parts = [head(module), record(module), choices(module), resource(module)];
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

{chrono}use kernel::prelude::*;
use kernel::resource;

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
    let label = label(name);
    let title = module.title();
    let (shown, written, column) = (title.view_name(), title.input_name(), title.column());
    let has_default_title = shown == "name" && title.target().is_none();
    let titled = match has_default_title {
        true => String::new(),
        false => format!("    title: \"{shown}\",\n"),
    };
    let sorted = match has_default_title {
        true => String::new(),
        false => {
            format!("    sort: \"{shown}\",\n    key: &[(\"/{written}\", \"{column}\")],\n")
        }
    };
    let is_listed = |field: &&Field| field.kind != FieldType::LongText && *field != title;
    let listed = module.fields.iter().filter(is_listed);
    let listed = std::iter::once(title).chain(listed).take(MOST_COLUMNS).map(Field::view_name);
    let listed = listed.chain(["updatedAt".to_owned()]).map(|name| format!("\"{name}\""));
    let columns = list("columns", listed);
    format!(
        "const INFO: Info = Info {{
    name: \"{resource}\",
    singular: \"{singular}\",
    label: \"{label}\",
    description: \"All {plural}.\",
{titled}{columns}{sorted}    ..Info::DEFAULT
}};
",
        resource = module.resource(),
        plural = label.to_lowercase(),
    )
}

/// A list in the declaration of the resource, on one line where it fits.
fn list(name: &str, items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let line = format!("    {name}: &[{}],\n", items.join(", "));
    match (items.is_empty(), line.trim_end().len() > WIDTH) {
        (true, _) => String::new(),
        (false, false) => line,
        (false, true) => {
            let items: String = items.iter().map(|item| format!("        {item},\n")).collect();
            format!("    {name}: &[\n{items}    ],\n")
        }
    }
}
