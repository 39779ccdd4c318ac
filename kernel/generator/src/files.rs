//! The files of a new module that are no Rust: its manifest, its policy and its migration.

use crate::draft::Draft;
use crate::fields::FieldType;
use crate::words::label;

/// Returns the crate's `Cargo.toml`.
pub(crate) fn manifest(module: &Draft) -> String {
    let Draft { name, .. } = module;
    let chrono = if module.has(&FieldType::Date) { "chrono.workspace = true\n" } else { "" };
    format!(
        "[package]
name = \"{name}\"
description = \"{label}\"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
publish.workspace = true

[dependencies]
{chrono}diesel.workspace = true
kernel.workspace = true
schemars.workspace = true
serde.workspace = true

[lints]
workspace = true
",
        label = label(name),
    )
}

/// Returns `policy.csv`.
pub(crate) fn policy(module: &Draft) -> String {
    format!("p, admin, {}, *\n", module.resource())
}

/// Returns the migration: one text for both databases, with the type names of SQLite.
pub(crate) fn migration(module: &Draft) -> String {
    let table = &module.name;
    let columns: String = module
        .fields
        .iter()
        .map(|field| {
            let of = match &field.kind {
                FieldType::Text
                | FieldType::LongText
                | FieldType::Choice(_)
                | FieldType::Reference(_) => "TEXT",
                FieldType::Integer | FieldType::Money => "BIGINT",
                FieldType::Number => "DOUBLE",
                FieldType::Boolean => "BOOLEAN",
                FieldType::Date => "DATE",
            };
            let required = if field.required { " NOT NULL" } else { "" };
            let target = field.target().map(|to| format!(" REFERENCES {} (id)", to.table));
            format!("    {} {of}{required}{},\n", field.column(), target.unwrap_or_default())
        })
        .collect();
    format!(
        "CREATE TABLE {table} (
    id TEXT NOT NULL PRIMARY KEY,
{columns}    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

-- migrate:down
DROP TABLE {table};
"
    )
}
