//! A resource: one kind of record. A module writes what is particular to it, five functions in
//! plain diesel and the types they take; everything else the kernel makes from this.
//!
//! What a resource can do is said by the traits it implements, and by how it is registered:
//! [`read_only`], [`read_and_delete`], [`read_and_change`], [`writable`], [`full`]. What is not there is not offered.
//!
//! `info` is what a resource says of itself as values, `title` what one of its records is called.

mod info;
mod table;
mod title;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::{Conn, engine};
use crate::engine::list::{FieldFacts, Fields, Filter, ListQuery, Node, Page};
use crate::engine::schema::{Definitions, from_value};
use crate::records::actor::Actor;

pub use info::{Area, Card, Group, Info, Reference};
pub use table::title_fields;
pub(crate) use title::{Template, Titles, called, placeholders};

/// A record of another resource, as it is shown inside one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Named {
    /// Its identifier.
    #[serde(rename = "_id")]
    pub id: Id,
    /// What it is called.
    pub name: String,
}

/// Something of which there may be only one.
#[derive(Clone, Copy)]
pub struct Unique {
    /// The name of the unique index, the same on both databases. SQLite names it in its refusal
    /// only when it is on an expression, such as `fold(name)`.
    pub index: &'static str,
    /// What the index is on, as (JSON pointer of the input, column): by this an import sees what is
    /// taken before it writes anything.
    pub on: &'static [(&'static str, &'static str)],
    /// The field at which a duplicate is told.
    pub field: &'static str,
    /// The sentence that tells it.
    pub message: &'static str,
}

impl Unique {
    /// The refusal of a record that would be the second one.
    pub(crate) fn conflict(&self) -> Error {
        Error::Conflict {
            detail: self.message.into(),
            errors: vec![FieldError::new(self.field, self.message)],
        }
    }
}

/// What every resource has: records that can be listed and viewed.
pub trait Resource: 'static {
    /// What is read.
    type View: Serialize + JsonSchema;
    /// Its own table.
    type Table: 'static;
    /// What its lists select from: its table, or a join.
    type Source;
    /// What the kernel has to know beside the types.
    const INFO: Info;

    /// What its lists can be filtered, sorted and searched by.
    fn fields() -> Fields<Self::Table, Self::Source>;
    /// One page of what `by` may see.
    fn list(conn: &mut Conn, query: &ListQuery, by: &Actor) -> Result<Page<Self::View>>;
    /// One record.
    fn find(conn: &mut Conn, id: &Id) -> Result<Self::View>;
}

/// A resource whose records can be created and changed.
///
/// What is read and written by the same name is the same; a reference is read as the record
/// referred to and written as its identifier. So the kernel knows of every record the input that
/// would make it, and lays patches over that.
pub trait Writable: Resource {
    /// What is created; its patch is derived.
    type Input: Serialize + DeserializeOwned + JsonSchema;

    /// What takes long and needs no database, done with a new input before anybody has to wait for
    /// it: hashing a password.
    const PREPARE: Option<Prepare<Self::Input>> = None;

    /// Checks what no schema can say of a record's new state, before it is stored and before an
    /// import stores anything. It reads and never writes.
    const CHECK: Option<Check<Self::Input>> = None;

    /// Stores a new record; never called of a resource that is registered with [`read_and_change`].
    fn insert(_: &mut Conn, _id: &Id, _input: Self::Input, _by: &Actor) -> Result<()> {
        Err(Error::MethodNotAllowed(String::new()))
    }
    /// Stores a record's new state, `is`, in place of `was`. Of a table with many indexes,
    /// [`changed!`](crate::changed) writes what differs and nothing else.
    fn update(
        conn: &mut Conn,
        id: &Id,
        was: &Self::Input,
        is: Self::Input,
        by: &Actor,
    ) -> Result<()>;
}

/// Makes an input ready to be stored.
pub type Prepare<Input> = fn(Input) -> Result<Input>;

/// Checks a new record, or what becomes of the one with this identifier and state.
pub type Check<Input> = fn(&mut Conn, Option<(&Id, &Input)>, &Input, &Actor) -> Result<()>;

/// A resource whose records can be deleted.
pub trait Deletable: Writable {
    /// Deletes a record. That nothing refers to it any more has been seen to.
    fn delete(conn: &mut Conn, id: &Id, _by: &Actor) -> Result<()> {
        engine::delete(conn, Self::INFO.table, id)
    }
}

/// A resource as a module registers it: its types erased behind functions.
#[derive(Clone, Copy)]
pub struct Registration {
    pub(crate) info: Info,
    pub(crate) view: Shape,
    pub(crate) input: Option<Shape>,
    pub(crate) fields: fn() -> Vec<FieldFacts>,
    /// What a filter asks of the rows of its table.
    pub(crate) condition: fn(&Filter) -> Option<Node>,
    /// The page, as JSON text.
    pub(crate) list: fn(&mut Conn, &ListQuery, &Actor) -> Result<Vec<u8>>,
    /// The items alone, as JSON text.
    pub(crate) list_plain: fn(&mut Conn, &ListQuery, &Actor) -> Result<Vec<u8>>,
    /// The items alone, one by one.
    pub(crate) items: fn(&mut Conn, &ListQuery, &Actor) -> Result<Vec<Value>>,
    pub(crate) find: fn(&mut Conn, &Id) -> Result<Value>,
    pub(crate) prepare: Option<fn(Value) -> Result<Value>>,
    pub(crate) check: Option<ErasedCheck>,
    pub(crate) insert: Option<Insert>,
    pub(crate) update: Option<Update>,
    pub(crate) delete: Option<Delete>,
    /// An input with its defaults filled in.
    pub(crate) with_defaults: fn(Value) -> Result<Value>,
}

/// Checks a record's new state beside the one that it has.
type ErasedCheck = fn(&mut Conn, Option<(&Id, &Value)>, &Value, &Actor) -> Result<()>;
/// Stores a new record's state.
type Insert = fn(&mut Conn, &Id, Value, &Actor) -> Result<()>;
/// Stores a record's new state in place of another.
type Update = fn(&mut Conn, &Id, Value, Value, &Actor) -> Result<()>;
/// Deletes a record.
type Delete = fn(&mut Conn, &Id, &Actor) -> Result<()>;

/// A type as far as the document is concerned.
#[derive(Clone, Copy)]
pub struct Shape {
    pub(crate) name: fn() -> String,
    pub(crate) define: fn(&mut Definitions, &str) -> Result<String>,
}

/// A resource that can only be read.
pub const fn read_only<R: Resource>() -> Registration {
    Registration {
        info: R::INFO,
        view: Shape::of::<R::View>(),
        input: None,
        fields: || R::fields().facts(),
        condition: |filter| R::fields().condition(filter),
        list: |conn, query, by| json(&R::list(conn, query, by)?),
        list_plain: |conn, query, by| json(&R::list(conn, query, by)?.items),
        items: |conn, query, by| R::list(conn, query, by)?.items.iter().map(value).collect(),
        find: |conn, id| value(&R::find(conn, id)?),
        prepare: None,
        check: None,
        insert: None,
        update: None,
        delete: None,
        with_defaults: Ok,
    }
}

/// A resource whose records come about by operations of its own, and can be deleted. Nothing is
/// imported or restored.
pub const fn read_and_delete<R: Resource>() -> Registration {
    Registration {
        delete: Some(|conn, id, _| engine::delete(conn, R::INFO.table, id)),
        ..read_only::<R>()
    }
}

/// A resource whose records can be created and changed, and never deleted.
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
        update: Some(|conn, id, was, is, by| {
            R::update(conn, id, &input::<R>(was)?, input::<R>(is)?, by)
        }),
        with_defaults: |body| value(&input::<R>(body)?),
        ..read_only::<R>()
    }
}

/// A resource whose records come about and go by operations of its own, and can be changed.
pub const fn read_and_change<R: Writable>() -> Registration {
    Registration { insert: None, ..writable::<R>() }
}

/// A resource with all operations.
pub const fn full<R: Deletable>() -> Registration {
    Registration { delete: Some(R::delete), ..writable::<R>() }
}

#[cfg(feature = "testing")]
impl Registration {
    /// The resource, saying this of itself.
    pub fn told_as(self, info: Info) -> Self {
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
