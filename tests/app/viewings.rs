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
    migrations: &[VIEWINGS],
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
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = ["_id", "visitor", "company", "viewedOn", "rating", "confirmed"]))]
pub(crate) struct Viewing {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    #[serde(flatten)]
    fields: ViewingFields,
    /// Who sent the visitor.
    company: Named,
    /// When it was created.
    created_at: Timestamp,
    /// When it was last changed.
    updated_at: Timestamp,
}

/// A viewing as it is written.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = ["visitor", "companyId", "viewedOn", "rating", "confirmed"]))]
pub(crate) struct ViewingInput {
    /// Who sent the visitor.
    #[schemars(title = "Company")]
    company_id: Id,
    #[serde(flatten)]
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

#[derive(Queryable, Selectable)]
#[diesel(table_name = viewings)]
struct ViewingRow {
    id: Id,
    #[diesel(embed)]
    fields: ViewingFields,
    company_id: Id,
    #[diesel(select_expression = companies::name)]
    company_name: String,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<ViewingRow> for Viewing {
    fn from(row: ViewingRow) -> Self {
        Self {
            id: row.id,
            fields: row.fields,
            company: Named { id: row.company_id, name: row.company_name },
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

pub(crate) struct Viewings;

impl Resource for Viewings {
    type View = Viewing;
    type Table = viewings::table;
    type Source = diesel::dsl::InnerJoinQuerySource<viewings::table, companies::table>;

    const INFO: Info = Info {
        name: "viewings",
        singular: "viewing",
        label: "Viewings",
        description: "Visits of possible tenants to flats.",
        table: "viewings",
        title: "visitor",
        columns: &["visitor", "company", "viewedOn", "rating", "confirmed"],
        sort: "visitor",
        key: &[],
        references: &[Reference::one("/companyId", "company", "company_id", "companies")],
        ..Info::DEFAULT
    };

    fn fields() -> Fields<Self::Table, Self::Source> {
        Fields::new("_id", viewings::id)
            .field("visitor", viewings::visitor)
            .searched()
            .named("company", viewings::company_id, companies::name)
            .field("viewedOn", viewings::viewed_on)
            .field("rating", viewings::rating)
            .field("confirmed", viewings::confirmed)
            .field("createdAt", viewings::created_at)
            .field("updatedAt", viewings::updated_at)
    }

    fn list(conn: &mut Conn, query: &ListQuery, _: &Actor) -> Result<Page<Viewing>> {
        let all = viewings::table
            .inner_join(companies::table)
            .select(ViewingRow::as_select())
            .into_boxed::<Db>();
        Ok(query.page(conn, &Self::fields(), all)?.map(Viewing::from))
    }

    fn find(conn: &mut Conn, id: &Id) -> Result<Viewing> {
        let row: ViewingRow = viewings::table
            .inner_join(companies::table)
            .filter(viewings::id.eq(id))
            .select(ViewingRow::as_select())
            .first(conn)?;
        Ok(row.into())
    }
}

impl Writable for Viewings {
    type Input = ViewingInput;

    fn insert(conn: &mut Conn, id: &Id, input: ViewingInput, _: &Actor) -> Result<()> {
        let now = Timestamp::now();
        diesel::insert_into(viewings::table)
            .values((
                viewings::id.eq(id),
                viewings::company_id.eq(input.company_id),
                input.fields,
                viewings::created_at.eq(now),
                viewings::updated_at.eq(now),
            ))
            .execute(conn)?;
        Ok(())
    }

    fn update(
        conn: &mut Conn,
        id: &Id,
        _: &ViewingInput,
        is: ViewingInput,
        _: &Actor,
    ) -> Result<()> {
        diesel::update(viewings::table.find(id))
            .set((
                viewings::company_id.eq(is.company_id),
                is.fields,
                viewings::updated_at.eq(Timestamp::now()),
            ))
            .execute(conn)?;
        Ok(())
    }
}

impl Deletable for Viewings {}

const VIEWINGS: Migration = Migration {
    name: "20261121910000_viewings",
    sqlite: [
        "CREATE TABLE viewings (
            id TEXT NOT NULL PRIMARY KEY,
            visitor TEXT NOT NULL,
            company_id TEXT NOT NULL REFERENCES companies (id),
            viewed_on DATE,
            rating INTEGER NOT NULL,
            confirmed BOOLEAN NOT NULL,
            created_at TIMESTAMP NOT NULL,
            updated_at TIMESTAMP NOT NULL
        );",
        "DROP TABLE viewings;",
    ],
    postgres: [
        "CREATE TABLE viewings (
            id TEXT COLLATE \"C\" NOT NULL PRIMARY KEY,
            visitor TEXT COLLATE \"C\" NOT NULL,
            company_id TEXT COLLATE \"C\" NOT NULL REFERENCES companies (id),
            viewed_on DATE,
            rating INTEGER NOT NULL,
            confirmed BOOLEAN NOT NULL,
            created_at TIMESTAMP NOT NULL,
            updated_at TIMESTAMP NOT NULL
        );",
        "DROP TABLE viewings;",
    ],
};
