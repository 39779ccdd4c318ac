//! A module for tests whose rules show each user their own records only: notes.

use diesel::prelude::*;
use kernel::db::Migration;
use kernel::list::Fields;
use kernel::prelude::*;
use kernel::resource::{self, Writable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) const PATH: &str = "/api/backoffice/notes";

pub(crate) const MODULE: Module = Module {
    migrations: || vec![NOTES],
    policy: r#"
        p, admin, notes, *
        p, analytics, notes, *
        where, admin, notes, *, {"field": "createdBy", "operator": "equals", "value": "$user.id"}
        where, analytics, notes, *, {"field": "createdBy", "operator": "equals", "value": "$user.id"}
    "#,
    resources: &[resource::full::<Notes>()],
    ..Module::new("notes")
};

diesel::table! {
    notes (id) {
        id -> Text,
        text -> Text,
        done -> Bool,
    }
}

/// A note.
#[derive(Queryable, Selectable, Serialize, JsonSchema)]
#[diesel(table_name = notes)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Note {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    #[serde(flatten)]
    #[diesel(embed)]
    input: NoteInput,
}

/// A note as it is written.
#[derive(Queryable, Selectable, Insertable, AsChangeset, Serialize, Deserialize, JsonSchema)]
#[diesel(table_name = notes)]
pub(crate) struct NoteInput {
    /// What to remember.
    #[schemars(length(min = 1, max = 100))]
    text: String,
    /// Whether that is over.
    #[serde(default)]
    done: bool,
}

pub(crate) struct Notes;

impl Resource for Notes {
    type View = Note;
    type Table = notes::table;
    type Source = notes::table;

    const INFO: Info = Info {
        name: "notes",
        singular: "note",
        label: "Notes",
        description: "What people remember for themselves.",
        table: "notes",
        title: "text",
        columns: &["text", "done"],
        sort: "text",
        key: &[("/text", "text")],
        ..Info::DEFAULT
    };

    fn fields() -> Fields<Self::Table> {
        Fields::new("_id", notes::id)
            .field("text", notes::text)
            .searched()
            .field("done", notes::done)
    }

    kernel::rows!(notes: notes::table => Note);
}

impl Writable for Notes {
    type Input = NoteInput;

    fn insert(conn: &mut Conn, id: &Id, input: NoteInput, _: &Actor) -> Result<()> {
        diesel::insert_into(notes::table).values((notes::id.eq(id), input)).execute(conn)?;
        Ok(())
    }

    fn update(conn: &mut Conn, id: &Id, _: &NoteInput, is: NoteInput, _: &Actor) -> Result<()> {
        diesel::update(notes::table.find(id)).set(is).execute(conn)?;
        Ok(())
    }
}

const NOTES: Migration = Migration {
    name: "20261121900100_notes",
    sql: "CREATE TABLE notes (
            id TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL, done BOOLEAN NOT NULL
        );
        -- migrate:down
        DROP TABLE notes;",
    postgres: None,
};
