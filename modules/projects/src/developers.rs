//! Developers: who builds projects.

use kernel::prelude::*;

use crate::developer::{Developer, DeveloperInput};
use crate::{queries, tables};

/// The resource.
pub struct Developers;

impl Resource for Developers {
    type View = Developer;
    type Table = tables::developers::table;
    type Source = tables::developers::table;

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
