//! A resource: one kind of record. A module writes what is particular to it: a query, how a record is
//! stored, and the types of both, in plain diesel. The kernel derives everything else.
//!
//! The traits that a resource implements and the function that registers it determine its
//! operations: [`read_only`], [`read_and_delete`], [`read_and_change`], [`writable`], [`full`]. It
//! has no other operations.
//!
//! `info` declares a resource as values, `title` makes the titles of its records, `read` reads them.

mod info;
mod read;
mod table;
mod title;

use diesel::Queryable;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::{Conn, engine};
use crate::engine::list::{
    FieldFacts, Fields, Filter, ListQuery, Node, Origin, Rows, Values, these,
};
use crate::engine::schema::{Definitions, from_value};
use crate::records::actor::Actor;

pub use info::{Area, Card, Group, Info, Reference};
pub use read::list;
use read::{completed, fields_of, page};
pub use table::title_fields;
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
    /// Restricts a list to the records that `by` may see.
    fn visible(_: &mut Conn, query: &ListQuery, _by: &Actor) -> Result<ListQuery> {
        Ok(query.clone())
    }

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
    /// Stores the new input of a record, `is`, in place of `was`. For a table with many indexes,
    /// [`changed!`](crate::changed) writes only the columns that differ.
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

/// A resource whose records can be deleted.
pub trait Deletable: Writable {
    /// Deletes a record. The caller has checked that no record refers to it.
    fn delete(conn: &mut Conn, id: &Id, _by: &Actor) -> Result<()> {
        engine::delete(conn, Self::INFO.table, id)
    }
}

/// A resource as a module registers it, with its types erased behind functions.
#[derive(Clone, Copy)]
pub struct Registration {
    pub(crate) info: Info,
    pub(crate) view: Shape,
    pub(crate) input: Option<Shape>,
    pub(crate) fields: fn() -> Vec<FieldFacts>,
    /// Translates a filter into an SQL condition on the table.
    pub(crate) condition: fn(&Filter) -> Option<Node>,
    /// Returns the page as JSON text. `None` when memory cannot answer, as `values`.
    pub(crate) list: ListPage,
    /// Returns the items of the page, without the page around them, as JSON text.
    pub(crate) list_plain: fn(&mut Conn, &ListQuery, &Actor) -> Result<Vec<u8>>,
    /// Counts the records.
    pub(crate) total: fn(&mut Conn, &ListQuery, &Actor) -> Result<i64>,
    /// Returns the identifiers of all records, in order.
    pub(crate) ids: fn(&mut Conn, &ListQuery, &Actor) -> Result<Vec<Id>>,
    /// Returns the records with these identifiers, in the order of the identifiers.
    pub(crate) these: fn(&mut Conn, &[Id]) -> Result<Vec<Value>>,
    /// Counts the records by the values of a field.
    pub(crate) values:
        fn(&mut Conn, Origin<'_>, &ListQuery, &str, &Actor) -> Result<Option<Values>>,
    pub(crate) find: fn(&mut Conn, &Id) -> Result<Value>,
    pub(crate) prepare: Option<fn(Value) -> Result<Value>>,
    pub(crate) check: Option<ErasedCheck>,
    pub(crate) insert: Option<Insert>,
    pub(crate) insert_many: Option<ErasedInsertMany>,
    pub(crate) update: Option<Update>,
    pub(crate) delete: Option<Delete>,
    /// Whether its records have a history.
    pub(crate) has_history: bool,
    /// Fills in the defaults of an input.
    pub(crate) with_defaults: fn(Value) -> Result<Value>,
}

/// Returns a page as JSON text.
type ListPage = fn(&mut Conn, Origin<'_>, &ListQuery, &Actor) -> Result<Option<Vec<u8>>>;
/// Checks the new input of a record against its current one.
type ErasedCheck = fn(&mut Conn, Option<(&Id, &Value)>, &Value, &Actor) -> Result<()>;
/// Stores a new record.
type Insert = fn(&mut Conn, &Id, Value, &Actor) -> Result<()>;
/// Stores new records with one statement.
pub(crate) type ErasedInsertMany = fn(&mut Conn, &[(&Id, &Value)], &Actor) -> Result<()>;
/// Stores the new input of a record in place of the current one.
type Update = fn(&mut Conn, &Id, Value, Value, &Actor) -> Result<()>;
/// Deletes a record.
type Delete = fn(&mut Conn, &Id, &Actor) -> Result<()>;

/// A type of the OpenAPI document.
#[derive(Clone, Copy)]
pub struct Shape {
    pub(crate) name: fn() -> String,
    pub(crate) define: fn(&mut Definitions, &str) -> Result<String>,
}

/// Registers a read-only resource.
pub const fn read_only<R: Resource>() -> Registration {
    Registration {
        info: R::INFO,
        view: Shape::of::<R::View>(),
        input: None,
        fields: || fields_of::<R>().facts(),
        condition: |filter| fields_of::<R>().condition(filter),
        list: |conn, from, query, by| {
            page::<R>(conn, from, query, by)?.map(|page| json(&page)).transpose()
        },
        list_plain: |conn, query, by| json(&list::<R>(conn, query, by)?.items),
        total: |conn, query, by| R::visible(conn, query, by)?.total(conn, fields_of::<R>()),
        ids: |conn, query, by| R::visible(conn, query, by)?.ids(conn, fields_of::<R>()),
        these: |conn, ids| {
            let rows = these(conn, fields_of::<R>(), R::rows(), ids)?;
            let mut records: Vec<R::View> = rows.into_iter().map(Into::into).collect();
            completed::<R>(conn, &mut records)?;
            records.iter().map(value).collect()
        },
        values: |conn, from, query, field, by| {
            R::visible(conn, query, by)?.values(conn, from, fields_of::<R>(), field)
        },
        find: |conn, id| value(&R::find(conn, id)?),
        prepare: None,
        check: None,
        insert: None,
        insert_many: None,
        update: None,
        delete: None,
        has_history: true,
        with_defaults: Ok,
    }
}

/// Registers a read-only resource whose records never change, so that they have no history.
pub(crate) const fn unchanging<R: Resource>() -> Registration {
    Registration { has_history: false, ..read_only::<R>() }
}

/// Registers a resource whose records are created by operations of its own, and can be deleted.
/// They cannot be imported or restored.
pub const fn read_and_delete<R: Resource>() -> Registration {
    Registration {
        delete: Some(|conn, id, _| engine::delete(conn, R::INFO.table, id)),
        ..read_only::<R>()
    }
}

/// Registers a resource whose records can be created and changed, and never deleted.
pub const fn writable<R: Writable>() -> Registration {
    Registration {
        input: Some(Shape::of::<R::Input>()),
        prepare: match R::PREPARE {
            None => None,
            Some(_) => Some(|body| match R::PREPARE {
                None => Ok(body),
                Some(prepare) => value(&prepare(input::<R>(body)?)?),
            }),
        },
        check: match R::CHECK {
            None => None,
            Some(_) => Some(|conn, was, is, by| {
                let Some(check) = R::CHECK else { return Ok(()) };
                let is = input::<R>(is.clone())?;
                match was {
                    None => check(conn, None, &is, by),
                    Some((id, was)) => check(conn, Some((id, &input::<R>(was.clone())?)), &is, by),
                }
            }),
        },
        insert: Some(|conn, id, state, by| R::insert(conn, id, input::<R>(state)?, by)),
        insert_many: match R::INSERT_MANY {
            None => None,
            Some(_) => Some(|conn, rows, by| {
                let Some(insert_many) = R::INSERT_MANY else { return Ok(()) };
                let rows = rows.iter().map(|(id, state)| Ok((*id, input::<R>((*state).clone())?)));
                insert_many(conn, rows.collect::<Result<_>>()?, by)
            }),
        },
        update: Some(|conn, id, was, is, by| {
            R::update(conn, id, &input::<R>(was)?, input::<R>(is)?, by)
        }),
        with_defaults: |body| value(&input::<R>(body)?),
        ..read_only::<R>()
    }
}

/// Registers a resource whose records are created and deleted by operations of its own, and can be
/// changed.
pub const fn read_and_change<R: Writable>() -> Registration {
    Registration { insert: None, insert_many: None, ..writable::<R>() }
}

/// Registers a resource with all operations.
pub const fn full<R: Deletable>() -> Registration {
    Registration { delete: Some(R::delete), ..writable::<R>() }
}

#[cfg(feature = "testing")]
impl Registration {
    /// Replaces the declaration of the resource.
    pub const fn told_as(self, info: Info) -> Self {
        Self { info, ..self }
    }
}

impl Shape {
    pub(crate) const fn of<T: JsonSchema>() -> Self {
        Self {
            name: || T::schema_name().into_owned(),
            define: |definitions, owner| definitions.add::<T>(owner),
        }
    }
}

fn input<R: Writable>(state: Value) -> Result<R::Input> {
    from_value(state)
}

fn value(of: &impl Serialize) -> Result<Value> {
    serde_json::to_value(of).map_err(Error::internal)
}

fn json(of: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(of).map_err(Error::internal)
}
