//! A resource as the rest of the kernel knows it: its declaration, and two traits whose functions take and
//! return JSON in place of its types. [`Of`] implements both for every resource.

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::read::{completed, fields_of, narrowed, page};
use super::record_texts::RecordTexts;
use super::{Info, Resource, Writable};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::{
    FieldColumn, FieldFacts, Filter, Filtered, ListQuery, Memory, Node, Origin, Page, Values, these,
};
use crate::engine::schema::{Definitions, from_value};
use crate::records::actor::Actor;

/// A resource as a module registers it.
#[derive(Clone, Copy)]
pub struct Registration {
    pub(crate) info: Info,
    /// Reads its records.
    pub(crate) read: &'static dyn ReadRecords,
    /// Writes its records; `None` when no standard operation creates or changes them.
    write: Option<&'static dyn WriteRecords>,
    /// Whether a standard operation creates its records.
    creates: bool,
    /// Whether a standard operation deletes its records.
    pub(crate) deletes: bool,
    /// Whether its records have a history.
    pub(crate) has_history: bool,
    /// What its records do when others that they refer to are merged; `None` where a patch of theirs does it.
    pub(crate) follows: Option<Follow>,
}

/// What records do that no operation changes, when records that they refer to are merged: they refer to another one then.
/// The kernel writes their versions.
#[derive(Clone, Copy)]
pub struct Follow {
    /// Has the records that refer to the second identifier, a record of the named resource, refer to the third one. Where
    /// only one of two can stay, the other is deleted.
    pub merged: fn(&mut Conn, &Actor, &str, &Id, &Id) -> Result<()>,
    /// Stores the state before a merge, of which this is the view: inserts the record unless it is there.
    pub put_back: fn(&mut Conn, &Actor, &Id, &Value, bool) -> Result<()>,
}

/// A type of the OpenAPI document.
#[derive(Clone, Copy)]
pub struct Shape {
    pub(crate) name: fn() -> String,
    /// Adds the type to the schemas of a module.
    pub(crate) define: fn(&mut Definitions, &str) -> Result<String>,
}

impl Shape {
    pub(crate) const fn of<T: JsonSchema>() -> Self {
        Self {
            name: || T::schema_name().into_owned(),
            define: |definitions, owner| definitions.add::<T>(owner),
        }
    }
}

/// Reads the records of a resource.
pub(crate) trait ReadRecords: Filtered {
    /// Returns the type of a record as it is read.
    fn view(&self) -> Shape;
    /// Returns the fields by which lists can be filtered and sorted.
    fn fields(&self) -> Vec<FieldFacts>;
    /// Returns a page as JSON text; of a query without a limit its items alone. `None` when memory cannot
    /// answer.
    fn list(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        query: &ListQuery,
        by: &Actor,
    ) -> Result<Option<Vec<u8>>>;
    /// Returns a page. `None` when memory cannot answer.
    fn page(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        query: &ListQuery,
        by: &Actor,
    ) -> Result<Option<Page<Value>>>;
    /// Returns the records of a page as texts, and the page without them. `None` when memory cannot answer.
    fn page_texts(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        query: &ListQuery,
        by: &Actor,
    ) -> Result<Option<(RecordTexts, Page<()>)>>;
    /// Counts the records.
    fn total(&self, conn: &mut Conn, query: &ListQuery, by: &Actor) -> Result<i64>;
    /// Returns the identifiers of all records, in order.
    fn ids(&self, conn: &mut Conn, query: &ListQuery, by: &Actor) -> Result<Vec<Id>>;
    /// Returns the records with these identifiers that there are, in the order of the identifiers.
    fn these(&self, conn: &mut Conn, ids: &[Id]) -> Result<Vec<Value>>;
    /// Returns of some records whether they match. `None` when memory cannot answer.
    fn matching(
        &self,
        conn: &mut Conn,
        memory: &Memory<'_>,
        query: &ListQuery,
        ids: &[Id],
    ) -> Result<Option<Vec<bool>>>;
    /// Counts the records by the values of a field. `None` when memory cannot answer.
    fn values(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        query: &ListQuery,
        field: &str,
        by: &Actor,
    ) -> Result<Option<Values>>;
}

impl dyn ReadRecords {
    /// Reads one record.
    pub(crate) fn find(&self, conn: &mut Conn, id: &Id) -> Result<Value> {
        self.these(conn, std::slice::from_ref(id))?.pop().ok_or(Error::NotFound)
    }
}

/// Writes the records of a resource. Every input is checked against the schema before.
pub(crate) trait WriteRecords: Sync {
    /// Returns the type of a record as it is written.
    fn input(&self) -> Shape;
    /// Fills in the defaults of an input.
    fn with_defaults(&self, input: Value) -> Result<Value>;
    /// Returns whether an input needs slow work before it is stored.
    fn is_prepared(&self) -> bool;
    /// Does that work.
    fn prepare(&self, input: Value) -> Result<Value>;
    /// Returns whether there are rules that a schema cannot express.
    fn has_rules(&self) -> bool;
    /// Checks them for the new input of a record, `is`, against its current one.
    fn check(
        &self,
        conn: &mut Conn,
        was: Option<(&Id, &Value)>,
        is: &Value,
        by: &Actor,
    ) -> Result<()>;
    /// Stores a new record.
    fn insert(&self, conn: &mut Conn, id: &Id, input: Value, by: &Actor) -> Result<()>;
    /// Returns whether one statement can store many new records.
    fn has_batches(&self) -> bool;
    /// Stores new records with one statement.
    fn insert_many(&self, conn: &mut Conn, rows: &[(&Id, &Value)], by: &Actor) -> Result<()>;
    /// Stores the new input of a record in place of the current one.
    fn update(&self, conn: &mut Conn, id: &Id, was: Value, is: Value, by: &Actor) -> Result<()>;
}

/// Registers a read-only resource.
pub const fn read_only<R: Resource>() -> Registration {
    Registration {
        info: R::INFO,
        read: &Of::<R>(PhantomData),
        write: None,
        creates: false,
        deletes: false,
        has_history: true,
        follows: None,
    }
}

/// Registers a read-only resource whose records never change, so that they have no history.
pub(crate) const fn unchanging<R: Resource>() -> Registration {
    Registration { has_history: false, ..read_only::<R>() }
}

/// Registers a resource whose records are created by operations of its own, and can be deleted.
/// They cannot be imported or restored.
pub const fn read_and_delete<R: Resource>() -> Registration {
    Registration { deletes: true, ..read_only::<R>() }
}

/// Registers a resource whose records can be created and changed, and never deleted.
pub const fn writable<R: Writable>() -> Registration {
    Registration { creates: true, ..read_and_change::<R>() }
}

/// Registers a resource whose records are created and deleted by operations of its own, and can be
/// changed.
pub const fn read_and_change<R: Writable>() -> Registration {
    Registration { write: Some(&Of::<R>(PhantomData)), ..read_only::<R>() }
}

/// Registers a resource with all operations.
pub const fn full<R: Writable>() -> Registration {
    Registration { deletes: true, ..writable::<R>() }
}

impl Registration {
    /// Replaces the declaration of the resource.
    #[cfg(feature = "testing")]
    pub const fn told_as(self, info: Info) -> Self {
        Self { info, ..self }
    }

    /// Says what its records do when others that they refer to are merged.
    pub const fn following(self, follows: Follow) -> Self {
        Self { follows: Some(follows), ..self }
    }

    /// Returns what creates its records, if a standard operation may.
    pub(crate) fn creates(&self) -> Option<&'static dyn WriteRecords> {
        self.write.filter(|_| self.creates)
    }

    /// Returns what changes its records, if a standard operation may.
    pub(crate) fn changes(&self) -> Option<&'static dyn WriteRecords> {
        self.write
    }

    /// Returns what creates its records.
    ///
    /// # Errors
    /// When no standard operation does.
    pub(crate) fn must_create(&self) -> Result<&'static dyn WriteRecords> {
        self.creates().ok_or_else(|| Error::MethodNotAllowed(String::new()))
    }

    /// Returns what changes its records.
    ///
    /// # Errors
    /// When no standard operation does.
    pub(crate) fn must_change(&self) -> Result<&'static dyn WriteRecords> {
        self.changes().ok_or_else(|| Error::MethodNotAllowed(String::new()))
    }

    /// Fails when no standard operation deletes its records.
    pub(crate) fn must_delete(&self) -> Result<()> {
        self.deletes.then_some(()).ok_or_else(|| Error::MethodNotAllowed(String::new()))
    }

    /// Returns the name of the type of a record.
    pub(crate) fn view_name(&self) -> String {
        (self.read.view().name)()
    }

    /// Returns the name of the type of an input, if there is one.
    pub(crate) fn input_name(&self) -> Option<String> {
        self.write.map(|write| (write.input().name)())
    }

    /// Returns the name of the type of a patch.
    pub(crate) fn patch_name(&self) -> String {
        format!("{}Patch", self.view_name())
    }

    /// Fills in the defaults of an input.
    pub(crate) fn with_defaults(&self, input: Value) -> Result<Value> {
        self.write.map_or(Ok(input.clone()), |write| write.with_defaults(input))
    }
}

/// Reads and writes the records of `R`.
struct Of<R>(PhantomData<fn() -> R>);

impl<R: Resource> Filtered for Of<R> {
    fn identifier(&self) -> FieldColumn {
        fields_of::<R>().identifier().clone()
    }

    fn condition(&self, filter: &Filter) -> Option<Node> {
        fields_of::<R>().condition(filter)
    }
}

impl<R: Resource> ReadRecords for Of<R> {
    fn view(&self) -> Shape {
        Shape::of::<R::View>()
    }

    fn fields(&self) -> Vec<FieldFacts> {
        fields_of::<R>().facts()
    }

    fn list(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        query: &ListQuery,
        by: &Actor,
    ) -> Result<Option<Vec<u8>>> {
        let Some(page) = page::<R>(conn, from, query, by)? else { return Ok(None) };
        let text = match query.limit {
            Some(_) => serde_json::to_vec(&page),
            None => serde_json::to_vec(&page.items),
        };
        text.map(Some).map_err(Error::internal)
    }

    fn page(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        query: &ListQuery,
        by: &Actor,
    ) -> Result<Option<Page<Value>>> {
        let Some(page) = page::<R>(conn, from, query, by)? else { return Ok(None) };
        let Page { items, total, page, limit, total_pages } = page;
        let items = items.iter().map(value).collect::<Result<_>>()?;
        Ok(Some(Page { items, total, page, limit, total_pages }))
    }

    fn page_texts(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        query: &ListQuery,
        by: &Actor,
    ) -> Result<Option<(RecordTexts, Page<()>)>> {
        let Some(page) = page::<R>(conn, from, query, by)? else { return Ok(None) };
        let records = RecordTexts::of(&page.items)?;
        Ok(Some((records, page.map(drop))))
    }

    fn total(&self, conn: &mut Conn, query: &ListQuery, by: &Actor) -> Result<i64> {
        narrowed::<R>(query, by).total(conn, fields_of::<R>())
    }

    fn ids(&self, conn: &mut Conn, query: &ListQuery, by: &Actor) -> Result<Vec<Id>> {
        narrowed::<R>(query, by).ids(conn, fields_of::<R>())
    }

    fn these(&self, conn: &mut Conn, ids: &[Id]) -> Result<Vec<Value>> {
        if let [id] = ids {
            // By a statement that is not built each time.
            return match R::find(conn, id) {
                Err(Error::NotFound) => Ok(Vec::new()),
                found => Ok(vec![value(&found?)?]),
            };
        }
        let rows = these(conn, fields_of::<R>(), R::rows(), ids)?;
        let mut records: Vec<R::View> = rows.into_iter().map(Into::into).collect();
        completed::<R>(conn, &mut records)?;
        records.iter().map(value).collect()
    }

    fn matching(
        &self,
        conn: &mut Conn,
        memory: &Memory<'_>,
        query: &ListQuery,
        ids: &[Id],
    ) -> Result<Option<Vec<bool>>> {
        let matches = query.matches(conn, memory, fields_of::<R>(), &[])?;
        Ok(matches.and_then(|matches| matches.of(ids)))
    }

    fn values(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        query: &ListQuery,
        field: &str,
        by: &Actor,
    ) -> Result<Option<Values>> {
        narrowed::<R>(query, by).values(conn, from, fields_of::<R>(), field)
    }
}

impl<R: Writable> WriteRecords for Of<R> {
    fn input(&self) -> Shape {
        Shape::of::<R::Input>()
    }

    fn with_defaults(&self, input: Value) -> Result<Value> {
        value(&from_value::<R::Input>(input)?)
    }

    fn is_prepared(&self) -> bool {
        R::PREPARE.is_some()
    }

    fn prepare(&self, input: Value) -> Result<Value> {
        match R::PREPARE {
            None => Ok(input),
            Some(prepare) => value(&prepare(from_value(input)?)?),
        }
    }

    fn has_rules(&self) -> bool {
        R::CHECK.is_some()
    }

    fn check(
        &self,
        conn: &mut Conn,
        was: Option<(&Id, &Value)>,
        is: &Value,
        by: &Actor,
    ) -> Result<()> {
        let Some(check) = R::CHECK else { return Ok(()) };
        let is = from_value(is.clone())?;
        match was {
            None => check(conn, None, &is, by),
            Some((id, was)) => check(conn, Some((id, &from_value(was.clone())?)), &is, by),
        }
    }

    fn insert(&self, conn: &mut Conn, id: &Id, input: Value, by: &Actor) -> Result<()> {
        R::insert(conn, id, from_value(input)?, by)
    }

    fn has_batches(&self) -> bool {
        R::INSERT_MANY.is_some()
    }

    fn insert_many(&self, conn: &mut Conn, rows: &[(&Id, &Value)], by: &Actor) -> Result<()> {
        let mut rows = rows.iter().map(|(id, input)| Ok((*id, from_value((*input).clone())?)));
        match R::INSERT_MANY {
            Some(insert_many) => insert_many(conn, rows.collect::<Result<_>>()?, by),
            None => rows.try_for_each(|row| row.and_then(|(id, is)| R::insert(conn, id, is, by))),
        }
    }

    fn update(&self, conn: &mut Conn, id: &Id, was: Value, is: Value, by: &Actor) -> Result<()> {
        R::update(conn, id, &from_value(was)?, from_value(is)?, by)
    }
}

fn value(of: &impl Serialize) -> Result<Value> {
    serde_json::to_value(of).map_err(Error::internal)
}
