//! A module for tests with screens of its own: viewings of flats by visitors whom companies sent.
//! Its front end is the file `tests/browser/viewings/ui/index.tsx`, which shows everything that a
//! module can add to the back-office.

use diesel::prelude::*;
use kernel::db::Migration;
use kernel::prelude::*;
use kernel::resource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) const MODULE: Module = Module {
    migrations: || vec![VIEWINGS],
    policy: "p, admin, viewings, *\np, analytics, viewings, read\n",
    resources: &[resource::full::<Viewings>()],
    ..Module::new("viewings")
};

diesel::table! {
    viewings (id) {
        id -> Text,
        visitor -> Text,
        company_id -> Text,
        viewed_on -> Nullable<Date>,
        rating -> Integer,
        confirmed -> Bool,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

// The columns of companies that viewings read.
diesel::table! {
    companies (id) {
        id -> Text,
        name -> Text,
    }
}

diesel::joinable!(viewings -> companies (company_id));
diesel::allow_tables_to_appear_in_same_query!(viewings, companies);

/// A viewing.
#[derive(Queryable, Selectable, Serialize, JsonSchema)]
#[diesel(table_name = viewings)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = ["_id", "visitor", "company", "viewedOn", "rating", "confirmed"]))]
pub(crate) struct Viewing {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    #[serde(flatten)]
    #[diesel(embed)]
    fields: ViewingFields,
    /// Who sent the visitor.
    #[diesel(select_expression = (companies::id, companies::name))]
    company: Named,
    /// When it was created.
    created_at: Timestamp,
    /// When it was last changed.
    updated_at: Timestamp,
}

/// A viewing as it is written.
#[derive(Insertable, AsChangeset, Serialize, Deserialize, JsonSchema)]
#[diesel(table_name = viewings, treat_none_as_null = true)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = ["visitor", "companyId", "viewedOn", "rating", "confirmed"]))]
pub(crate) struct ViewingInput {
    /// Who sent the visitor.
    #[schemars(title = "Company")]
    company_id: Id,
    #[serde(flatten)]
    #[diesel(embed)]
    fields: ViewingFields,
}

/// What a viewing is read and written by alike.
#[derive(Queryable, Selectable, Insertable, AsChangeset, Serialize, Deserialize, JsonSchema)]
#[diesel(table_name = viewings, treat_none_as_null = true)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ViewingFields {
    /// Who came to see the flat.
    #[schemars(length(min = 1, max = 100), extend("x-normalize" = ["trim"]))]
    visitor: String,
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

kernel::table_resource!(
    pub(crate) Viewings,
    viewings,
    Viewing,
    ViewingInput,
    Info {
        name: "viewings",
        singular: "viewing",
        label: "Viewings",
        description: "Visits of possible tenants to flats.",
        title: "visitor",
        columns: &["visitor", "company", "viewedOn", "rating", "confirmed"],
        sort: "visitor",
        key: &[],
        references: &[Reference::one("/companyId", "company", "company_id", "companies")],
        ..Info::DEFAULT
    },
    joins: { inner "company": company_id = companies.name },
);

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
