//! The types of a new module: what is read, what is written, and the values of its choices.

use super::draft::Draft;
use super::fields::{Field, FieldType};
use super::words::{capitalized, label, pascal_case, with_article};

/// The type that is read, the type that is written and, when there are references, the fields that
/// both have.
pub(super) fn records(module: &Draft) -> String {
    let (table, record) = (&module.name, module.record());
    let one = with_article(&module.singular);
    let references: Vec<&Field> = module.references().collect();
    let (shared, shared_name) = match references.is_empty() {
        true => ("Input", "input"),
        false => ("Fields", "fields"),
    };
    let shown: String = references.iter().map(|field| shown_reference(field)).collect();
    let view = format!(
        "/// {One}.
#[derive(Debug, Queryable, Selectable, Serialize, JsonSchema)]
#[diesel(table_name = {table})]
#[serde(rename_all = \"camelCase\")]
pub struct {record} {{
    #[serde(rename = \"_id\")]
    id: Id,
{shown}    #[serde(flatten)]
    #[diesel(embed)]
    {shared_name}: {record}{shared},
    created_at: Timestamp,
    updated_at: Timestamp,
}}
",
        One = capitalized(&one),
    );
    let written: String = references.iter().map(|field| written_reference(field)).collect();
    let input = match references.is_empty() {
        true => String::new(),
        false => format!(
            "
/// {One} as it is written.
#[derive(Debug, Insertable, AsChangeset, Serialize, Deserialize, JsonSchema)]
#[diesel(table_name = {table}, treat_none_as_null = true)]
#[serde(rename_all = \"camelCase\")]
pub struct {record}Input {{
{written}    #[serde(flatten)]
    #[diesel(embed)]
    fields: {record}Fields,
}}
",
            One = capitalized(&one),
        ),
    };
    let doc = match references.is_empty() {
        true => format!("{} as it is written.", capitalized(&one)),
        false => format!("The fields of {one} that are read and written alike."),
    };
    let fields = module.fields.iter().filter(|field| field.target().is_none());
    let fields: String = fields.map(|field| own_field(module, field)).collect();
    format!(
        "{view}{input}
/// {doc}
#[derive(
    Debug, Queryable, Selectable, Insertable, AsChangeset, Serialize, Deserialize, JsonSchema,
)]
#[diesel(table_name = {table}, treat_none_as_null = true)]
#[serde(rename_all = \"camelCase\")]
pub struct {record}{shared} {{
{fields}}}
"
    )
}

fn shown_reference(field: &Field) -> String {
    let Some(target) = field.target() else { return String::new() };
    let (name, table, called) = (&field.name, &target.table, &target.name);
    let (end, of) = match field.required {
        true => ("", "Named"),
        false => (".nullable()", "Option<Named>"),
    };
    format!(
        "    #[diesel(select_expression = ({table}::id, {table}::{called}){end})]\n    {name}: {of},\n"
    )
}

fn written_reference(field: &Field) -> String {
    let of = if field.required { "Id" } else { "Option<Id>" };
    format!("    #[schemars(title = \"{}\")]\n    {}: {of},\n", label(&field.name), field.column())
}

/// A field that is read and written alike, with the rules for its values.
fn own_field(module: &Draft, field: &Field) -> String {
    let rule = match &field.kind {
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
        FieldType::Integer => "i64".to_owned(),
        FieldType::Number => "f64".to_owned(),
        FieldType::Boolean => "bool".to_owned(),
        FieldType::Date => "NaiveDate".to_owned(),
        FieldType::Choice(_) => choice_type(module, field),
        FieldType::Reference(_) => "Id".to_owned(),
    };
    let of = if field.required { of } else { format!("Option<{of}>") };
    format!("{rule}    {}: {of},\n", field.name)
}

/// The enum of each choice.
pub(super) fn choices(module: &Draft) -> String {
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
