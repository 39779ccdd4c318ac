//! Companies that the brokerage works with: agencies, managers, contractors.
//!
//! The smallest module, and so the one to read first: a type, a table, a policy line, and no code
//! for lists, SQL or screens.

mod demo;

use diesel::prelude::*;
use kernel::prelude::*;
use kernel::resource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The module.
pub const MODULE: Module = Module {
    migrations: kernel::migrations!(),
    policy: include_str!("../policy.csv"),
    resources: &[resource::full::<Companies>()],
    demo: demo::seed,
    ..Module::new("companies")
};

/// A company.
#[derive(Debug, Queryable, Selectable, Serialize, JsonSchema)]
#[diesel(table_name = companies)]
#[serde(rename_all = "camelCase")]
pub struct Company {
    #[serde(rename = "_id")]
    id: Id,
    #[serde(flatten)]
    #[diesel(embed)]
    input: CompanyInput,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// A company as it is written.
#[derive(
    Debug, Queryable, Selectable, Insertable, AsChangeset, Serialize, Deserialize, JsonSchema,
)]
#[diesel(table_name = companies, treat_none_as_null = true, treat_none_as_default_value = false)]
#[serde(rename_all = "camelCase")]
pub struct CompanyInput {
    #[schemars(length(min = 1, max = 200), extend("x-normalize" = ["trim"]))]
    pub name: String,
    /// What the company does.
    #[schemars(length(max = 5000), extend("x-widget" = "textarea"))]
    pub description: Option<String>,
    /// Begins with https:// or http://.
    #[schemars(url, regex(pattern = "^https?://"), length(max = 300), extend(
        "x-normalize" = ["trim"],
        "x-messages" = { "pattern": "Website must begin with https:// or http://" },
        "examples" = ["https://example.com"]
    ))]
    pub website: Option<String>,
    #[schemars(email, length(max = 200), extend("x-normalize" = ["trim", "lowercase"]))]
    pub email: Option<String>,
    /// Include the country code.
    #[schemars(length(max = 50), extend("x-normalize" = ["trim"], "examples" = ["+971 4 123 4567"]))]
    pub phone: Option<String>,
    #[schemars(length(max = 300), extend("x-normalize" = ["trim"]))]
    pub address: Option<String>,
}

kernel::table_resource!(
    pub Companies,
    companies,
    Company,
    CompanyInput,
    Info {
        name: "companies",
        singular: "company",
        label: "Companies",
        description: "Companies that the desk works with.",
        hint: "{email} · {phone}",
        icon: "briefcase-business",
        groups: &[
            Group::new("Company", &["name", "description"]),
            Group::new("Contact", &["website", "email", "phone", "address"]),
        ],
        columns: &["name", "email", "phone", "website", "updatedAt"],
        ..Info::DEFAULT
    },
);

diesel::table! {
    companies (id) {
        id -> Text,
        name -> Text,
        description -> Nullable<Text>,
        website -> Nullable<Text>,
        email -> Nullable<Text>,
        phone -> Nullable<Text>,
        address -> Nullable<Text>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}
