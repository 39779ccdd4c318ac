//! Companies that the brokerage works with: agencies, managers, contractors.
//!
//! The smallest module, and so the one to read first: a struct, a migration, a policy line, and no code
//! for lists, SQL or screens.

mod demo;

use kernel::prelude::*;
use kernel::resource;

/// The module.
pub const MODULE: Module = Module {
    migrations: kernel::migrations!(),
    policy: include_str!("../policy.csv"),
    resources: &[resource::full::<Companies>()],
    demo: demo::seed,
    ..Module::new("companies")
};

/// A company.
#[resource(table = companies, resource = Companies, info = INFO)]
pub struct Company {
    #[field(searched)]
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

const INFO: Info = Info {
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
};
