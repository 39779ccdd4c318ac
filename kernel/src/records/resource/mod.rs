//! A resource: one kind of record. A module writes what is particular to it: a query, how a record is
//! stored, and the types of both, in plain diesel. The kernel derives everything else.
//!
//! The function that registers it determines its operations: [`read_only`], [`read_and_delete`],
//! [`read_and_change`], [`writable`], [`full`]. It has no other operations.
//!
//! `info` declares a resource as values, `title` makes the titles of its records, `read` reads them, `record_texts` is a page of
//! them as text, of which fields are left out,
//! `registration` is what the rest of the kernel knows of a resource: two traits without its types.

mod info;
mod read;
mod record_texts;
mod registration;
mod title;

use diesel::Queryable;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::{Fields, Rows};
use crate::records::actor::Actor;

pub use info::{Area, Card, Disclosure, Group, Info, ListView, Reference};
use read::completed;
pub use read::list;
pub(crate) use record_texts::RecordTexts;
pub use registration::{
    Follow, Registration, Shape, full, read_and_change, read_and_delete, read_only, writable,
};
pub(crate) use registration::{WriteRecords, unchanging};
pub(crate) use title::{Template, Titles, called, placeholders};

/// A record of another resource, as it is shown inside one.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Serialize, JsonSchema)]
pub struct Named {
    /// Its identifier.
    #[serde(rename = "_id")]
    pub id: Id,
    /// What it is called.
    pub name: String,
}

/// Stands in a row for a list that [`Resource::COMPLETE`] reads.
#[doc(hidden)]
#[derive(Queryable)]
pub struct ReadLater {
    _id: Id,
}

impl<T> From<ReadLater> for Vec<T> {
    fn from(_: ReadLater) -> Self {
        Vec::new()
    }
}

/// A unique constraint.
#[derive(Clone, Copy)]
pub struct Unique {
    /// The name of the unique index, the same on both databases.
    pub index: &'static str,
    /// The columns of the index, as (JSON pointer of the input, column). An import checks them for
    /// duplicates before it writes anything.
    pub on: &'static [(&'static str, &'static str)],
    /// The field at which a duplicate is reported.
    pub field: &'static str,
    /// The message for a duplicate.
    pub message: &'static str,
}

impl Unique {
    /// Returns whether the database reports this constraint. PostgreSQL does so by the index, SQLite by an
    /// index on an expression such as `fold(name)`, and otherwise by the columns.
    pub(crate) fn is_violated(&self, table: &str, report: &str) -> bool {
        let columns = self.on.iter().map(|(_, column)| format!("{table}.{column}"));
        let columns = columns.collect::<Vec<_>>().join(", ");
        report == self.index
            || report.contains(&format!("'{}'", self.index))
            || report.strip_suffix(&columns).is_some_and(|text| text.ends_with(": "))
    }

    /// Returns the error for a duplicate.
    pub(crate) fn conflict(&self) -> Error {
        Error::Conflict {
            detail: self.message.into(),
            errors: vec![FieldError::new(self.field, self.message)],
        }
    }
}

/// A resource whose records can be listed and viewed.
pub trait Resource: 'static {
    /// The type of a record as it is read.
    type View: Serialize + JsonSchema;
    /// The table of the records.
    type Table: 'static;
    /// What lists select from: the table, or a join.
    type Source: 'static;
    /// What the kernel has to know beside the types.
    const INFO: Info;

    /// A row as the query reads it; the view itself where its columns are enough.
    type Row: Into<Self::View>;

    /// Returns the fields by which lists can be filtered, sorted and searched.
    fn fields() -> Fields<Self::Table, Self::Source>;
    /// Returns the query of all records. Written, with [`Resource::row`], by [`rows!`](crate::rows).
    fn rows() -> impl Rows<Self::Row>;
    /// Reads the row of one record by the same query.
    fn row(conn: &mut Conn, id: &Id) -> Result<Self::Row>;
    /// Completes records with what the query does not read, such as the members of a list: with one
    /// statement for all of them.
    const COMPLETE: Option<Complete<Self::View>> = None;

    /// Reads one record.
    fn find(conn: &mut Conn, id: &Id) -> Result<Self::View> {
        let mut record = Self::row(conn, id)?.into();
        completed::<Self>(conn, std::slice::from_mut(&mut record))?;
        Ok(record)
    }
}

/// Completes records.
pub type Complete<View> = fn(&mut Conn, &mut [View]) -> Result<()>;

/// Writes the query of a [`Resource`]: the types of its table, its query and its row.
///
/// `kernel::rows!(units: units::table.inner_join(projects::table) => UnitRow);`
#[macro_export]
macro_rules! rows {
    ($table:ident: $query:expr => $row:ty) => {
        type Row = $row;

        fn rows() -> impl $crate::list::Rows<$row> {
            use diesel::prelude::*;
            $query.select(<$row>::as_select()).into_boxed::<$crate::db::Db>()
        }

        fn row(conn: &mut $crate::db::Conn, id: &$crate::id::Id) -> $crate::error::Result<$row> {
            use diesel::prelude::*;
            let row = $crate::on_each!(conn, |conn| $query
                .filter($table::id.eq(id))
                .select(<$row>::as_select())
                .first(conn))?;
            Ok(row)
        }
    };
}

/// A resource whose records can be created and changed.
///
/// A field has the same value in the view and in the input when its name is the same. A reference
/// is read as the record referred to and written as its identifier. So the kernel derives from
/// every view the input that would create the record, and applies patches to that.
pub trait Writable: Resource {
    /// The type of a record as it is written; its patch is derived.
    type Input: Serialize + DeserializeOwned + JsonSchema;

    /// Prepares a new input with slow work that needs no database, such as hashing a password. It
    /// runs before the transaction begins, so that no other request waits for it.
    const PREPARE: Option<Prepare<Self::Input>> = None;

    /// Checks the rules that a schema cannot express, on the new input of a record. It runs before
    /// the record is stored, and before an import stores anything. It reads and never writes.
    const CHECK: Option<Check<Self::Input>> = None;

    /// Stores a new record. Not called for a resource that is registered with [`read_and_change`].
    fn insert(_: &mut Conn, _id: &Id, _input: Self::Input, _by: &Actor) -> Result<()> {
        Err(Error::MethodNotAllowed(String::new()))
    }
    /// Stores many new records with one statement, for imports. Without it they are stored one by one.
    const INSERT_MANY: Option<InsertMany<Self::Input>> = None;
    /// Stores the new input of a record, `is`, in place of `was`.
    fn update(
        conn: &mut Conn,
        id: &Id,
        was: &Self::Input,
        is: Self::Input,
        by: &Actor,
    ) -> Result<()>;
}

/// Prepares an input before it is stored.
pub type Prepare<Input> = fn(Input) -> Result<Input>;

/// Stores new records.
pub type InsertMany<Input> = fn(&mut Conn, Vec<(&Id, Input)>, &Actor) -> Result<()>;

/// Checks a new record, or a change of the record with this identifier and current input.
pub type Check<Input> = fn(&mut Conn, Option<(&Id, &Input)>, &Input, &Actor) -> Result<()>;
