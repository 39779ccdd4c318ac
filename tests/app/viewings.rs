//! A module for tests with screens of its own: viewings of flats by visitors whom companies sent.
//! Its front end is the file `tests/browser/viewings/ui/index.tsx`, which shows everything that a
//! module can add to the back-office.

use kernel::db::Migration;
use kernel::prelude::*;
use kernel::resource;

pub(crate) const MODULE: Module = Module {
    migrations: || vec![VIEWINGS],
    policy: "p, admin, viewings, *\np, analytics, viewings, read\n",
    resources: &[resource::full::<Viewings>()],
    areas: &["front-office"],
    ..Module::new("viewings")
};

/// A viewing.
#[resource(table = viewings, resource = Viewings, info = INFO)]
pub(crate) struct Viewing {
    /// Who came to see the flat.
    #[field(searched)]
    #[schemars(length(min = 1, max = 100), extend("x-normalize" = ["trim"]))]
    visitor: String,
    /// Who sent the visitor.
    #[field(reference = "companies")]
    company: Named,
    /// The day of the viewing.
    viewed_on: Option<chrono::NaiveDate>,
    /// From 0 to 5.
    #[serde(default)]
    #[schemars(range(min = 0, max = 5))]
    rating: i32,
    /// Whether the visitor has confirmed the appointment.
    #[serde(default)]
    confirmed: bool,
}

const INFO: Info = Info {
    name: "viewings",
    singular: "viewing",
    label: "Viewings",
    description: "Visits of possible tenants to flats.",
    title: "visitor",
    columns: &["visitor", "company", "viewedOn", "rating", "confirmed"],
    sort: "visitor",
    key: &[],
    ..Info::DEFAULT
};

const VIEWINGS: Migration = Migration {
    name: "20261121910000_viewings",
    sql: "CREATE TABLE viewings (
            id TEXT NOT NULL PRIMARY KEY,
            visitor TEXT NOT NULL,
            company_id TEXT NOT NULL REFERENCES companies (id),
            viewed_on DATE,
            rating INTEGER NOT NULL,
            confirmed BOOLEAN NOT NULL,
            created_at TIMESTAMP NOT NULL,
            updated_at TIMESTAMP NOT NULL
        );
        -- migrate:down
        DROP TABLE viewings;",
    postgres: None,
};
