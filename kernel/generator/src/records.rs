//! The record of a new module: its struct, and the values of its choices.

use text::words::{capitalized, pascal_case, with_article};

use crate::draft::Draft;
use crate::fields::{Field, FieldType};
use crate::words::label;

/// The struct of a record.
pub(crate) fn record(module: &Draft) -> String {
    let fields: String = module.fields.iter().map(|field| own_field(module, field)).collect();
    format!(
        "/// {One}.
#[resource(table = {table}, resource = {resource}, info = INFO)]
pub struct {record} {{
{fields}}}
",
        One = capitalized(&with_article(&module.singular)),
        table = module.name,
        resource = pascal_case(&module.name),
        record = module.record(),
    )
}

/// The options of a field: what it refers to, and whether searches look into it.
fn options(module: &Draft, field: &Field) -> String {
    let mut options = Vec::new();
    if let Some(target) = field.target() {
        options.push(format!("reference = \"{}\"", target.resource));
        if target.resource.replace('-', "_") != target.table {
            options.push(format!("table = {}", target.table));
        }
        if target.name != "name" {
            options.push(format!("called = {}", target.name));
        }
    }
    let is_text = matches!(field.kind, FieldType::Text | FieldType::LongText);
    if field == module.title() && (is_text || field.target().is_some()) {
        options.push("searched".to_owned());
    }
    match options.is_empty() {
        true => String::new(),
        false => format!("    #[field({})]\n", options.join(", ")),
    }
}

/// A field, with the rules for its values.
fn own_field(module: &Draft, field: &Field) -> String {
    let money = format!(
        "    #[schemars(range(min = -MAX_SAFE_INTEGER, max = MAX_SAFE_INTEGER), extend(\"x-unit\" = \"{}\"))]\n",
        module.currency
    );
    let rule = match &field.kind {
        FieldType::Money => money.as_str(),
        FieldType::Text if field.required => {
            "    #[schemars(length(min = 1, max = 200), extend(\"x-normalize\" = [\"trim\"]))]\n"
        }
        FieldType::Text => {
            "    #[schemars(length(max = 200), extend(\"x-normalize\" = [\"trim\"]))]\n"
        }
        FieldType::LongText if field.required => {
            "    #[schemars(length(min = 1, max = 5000), extend(\"x-widget\" = \"textarea\"))]\n"
        }
        FieldType::LongText => {
            "    #[schemars(length(max = 5000), extend(\"x-widget\" = \"textarea\"))]\n"
        }
        FieldType::Integer => {
            "    #[schemars(range(min = -MAX_SAFE_INTEGER, max = MAX_SAFE_INTEGER))]\n"
        }
        FieldType::Boolean | FieldType::Choice(_) if field.required => "    #[serde(default)]\n",
        _ => "",
    };
    let of = match &field.kind {
        FieldType::Text | FieldType::LongText => "String".to_owned(),
        FieldType::Integer | FieldType::Money => "i64".to_owned(),
        FieldType::Number => "f64".to_owned(),
        FieldType::Boolean => "bool".to_owned(),
        FieldType::Date => "NaiveDate".to_owned(),
        FieldType::Choice(_) => choice_type(module, field),
        FieldType::Reference(_) => "Named".to_owned(),
    };
    let of = if field.required { of } else { format!("Option<{of}>") };
    format!("{}{rule}    {}: {of},\n", options(module, field), field.name)
}

/// The enum of each choice.
pub(crate) fn choices(module: &Draft) -> String {
    let choice = |field: &Field| Some(choice(module, field, field.values()?));
    module.fields.iter().filter_map(choice).collect::<Vec<_>>().join("\n")
}

fn choice(module: &Draft, field: &Field, values: &[String]) -> String {
    let name = choice_type(module, field);
    let (derive, default) = match field.required {
        true => ("    #[derive(Default)]\n", "        #[default]\n"),
        false => ("", ""),
    };
    let variants: String = values
        .iter()
        .map(|value| {
            format!("        {} = (\"{value}\", \"{}\"),\n", pascal_case(value), label(value))
        })
        .collect();
    format!(
        "kernel::text_enum! {{
    /// {label}.
{derive}    pub enum {name} {{
{default}{variants}    }}
}}
",
        label = label(&field.name),
    )
}

/// Returns the name of the type of a choice: `LeaseStatus`.
fn choice_type(module: &Draft, field: &Field) -> String {
    format!("{}{}", module.record(), pascal_case(&field.name))
}
