//! Berths.
//!
//! The comments on types and fields are the texts of the API and the hints of the forms.

use chrono::NaiveDate;
use kernel::prelude::*;
use kernel::resource;

/// The module.
pub const MODULE: Module = Module {
    migrations: kernel::migrations!(),
    policy: include_str!("../policy.csv"),
    resources: &[resource::full::<Berths>()],
    ..Module::new("berths")
};

/// A berth.
#[resource(table = berths, resource = Berths, info = INFO)]
pub struct Berth {
    #[field(searched)]
    #[schemars(length(min = 1, max = 200), extend("x-normalize" = ["trim"]))]
    tenant: String,
    #[field(reference = "units", called = unit_number)]
    unit: Named,
    #[field(reference = "companies")]
    company: Option<Named>,
    starts: NaiveDate,
    ends: Option<NaiveDate>,
    #[schemars(range(min = -MAX_SAFE_INTEGER, max = MAX_SAFE_INTEGER))]
    rent: i64,
    draught: Option<f64>,
    #[schemars(range(min = -MAX_SAFE_INTEGER, max = MAX_SAFE_INTEGER), extend("x-unit" = "AED"))]
    deposit: Option<i64>,
    #[serde(default)]
    status: BerthStatus,
    #[serde(default)]
    covered: bool,
    #[schemars(length(max = 5000), extend("x-widget" = "textarea"))]
    note: Option<String>,
}

kernel::text_enum! {
    /// Status.
    #[derive(Default)]
    pub enum BerthStatus {
        #[default]
        Draft = ("draft", "Draft"),
        InReview = ("in_review", "In review"),
    }
}

const INFO: Info = Info {
    name: "berths",
    singular: "berth",
    label: "Berths",
    description: "All berths.",
    title: "tenant",
    columns: &["tenant", "unit", "company", "starts", "ends", "updatedAt"],
    sort: "tenant",
    key: &[("/tenant", "tenant")],
    ..Info::DEFAULT
};
