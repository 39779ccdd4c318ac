//! Developers: who builds projects.

use diesel::prelude::*;
use kernel::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::queries;

/// A developer.
#[derive(Debug, Queryable, Selectable, Serialize, JsonSchema)]
#[diesel(table_name = queries::developers)]
pub struct Developer {
    #[serde(rename = "_id")]
    pub id: Id,
    #[serde(flatten)]
    #[diesel(embed)]
    pub(crate) input: DeveloperInput,
}

/// A developer as it is written.
#[derive(
    Debug, Queryable, Selectable, Insertable, AsChangeset, Serialize, Deserialize, JsonSchema,
)]
#[diesel(table_name = queries::developers)]
pub struct DeveloperInput {
    #[schemars(length(min = 1, max = 200), extend("x-normalize" = ["trim"]))]
    pub name: String,
}

/// The resource.
pub struct Developers;

impl Resource for Developers {
    type View = Developer;
    type Table = queries::developers::table;
    type Source = queries::developers::table;

    const INFO: Info = Info {
        name: "developers",
        singular: "developer",
        label: "Developers",
        description: "Companies that build projects.",
        table: "developers",
        icon: "hard-hat",
        plain_list: true,
        ..Info::DEFAULT
    };

    fn fields() -> Fields<Self::Table> {
        queries::developer_fields()
    }

    fn list(conn: &mut Conn, query: &ListQuery, _: &Actor) -> Result<Page<Developer>> {
        queries::developers(conn, query)
    }

    fn find(conn: &mut Conn, id: &Id) -> Result<Developer> {
        queries::developer(conn, id)
    }
}

impl Writable for Developers {
    type Input = DeveloperInput;

    fn insert(conn: &mut Conn, id: &Id, input: DeveloperInput, _: &Actor) -> Result<()> {
        queries::insert_developer(conn, id, input)
    }

    fn update(
        conn: &mut Conn,
        id: &Id,
        _: &DeveloperInput,
        is: DeveloperInput,
        _: &Actor,
    ) -> Result<()> {
        queries::update_developer(conn, id, is)
    }
}

impl Deletable for Developers {}
