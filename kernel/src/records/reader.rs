//! What the user of a request may read, for operations that answer with records by themselves.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use actix_web::web;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::allowed::OUT_OF_REACH;
use super::change::Records;
use super::core::Core;
use super::gate::Gate;
use super::handler::{Argument, Implied};
use super::in_hand::Reading;
use super::registered::RegisteredResource;
use super::resource::Resource;
use crate::base::error::{Error, NeededPermission, Result};
use crate::base::from_request::from_request;
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::{Cond, ListedColumn};
use crate::engine::policy::{Access, READ, Rows};
use crate::records::actor::Actor;

const OTHER_FIELDS: &str = "a rule was checked against other fields";

/// What the user of a request may read, by the rules of the user's roles. A handler takes it as an argument, and shows
/// records through it: the start fails for an operation of a module that takes none.
#[derive(Clone)]
pub struct Reader {
    records: Arc<Records>,
    access: Arc<Access>,
}

from_request!(Reader, |request| {
    let core = request.app_data::<web::Data<Core>>();
    let core = core.ok_or_else(|| Error::internal("the application has no kernel"))?;
    let Actor { access, .. } = Actor::extract(request).into_inner()?;
    Ok(Self::new(&core.records, &access))
});

impl Argument for Reader {
    const IMPLIED: &'static [Implied] = &[Implied::Reader];
}

/// Says of an operation that it shows no record and nothing that is computed from records. A handler takes it as an
/// argument in place of a [`Reader`].
pub struct NoRecords;

from_request!(NoRecords, |_request| Ok(Self));

impl Argument for NoRecords {
    const IMPLIED: &'static [Implied] = &[Implied::Reader];
}

/// A part of an answer that is a record, or made of one, as its reader sees it: what is hidden is absent, what is masked is
/// null.
pub enum Shown<T> {
    /// The reader sees all of it.
    Whole(T),
    /// The reader sees a part.
    Part(Value),
}

impl Reader {
    pub(crate) fn new(records: &Arc<Records>, access: &Arc<Access>) -> Self {
        Self { records: Arc::clone(records), access: Arc::clone(access) }
    }

    fn entry<R: Resource>(&self) -> Result<&RegisteredResource> {
        self.records.of::<R>()
    }

    /// Returns whether the user may read all records of a resource, and every field of them.
    pub fn sees_all<R: Resource>(&self) -> bool {
        self.access.of(R::INFO.name).is_none_or(|access| !access.narrows_reading())
    }

    /// Returns whether the user sees a field of every record that the user may read.
    pub fn sees<R: Resource>(&self, field: &str) -> bool {
        self.access.of(R::INFO.name).is_none_or(|access| access.sees(field))
    }

    /// Returns a condition for queries of the table of a resource: the records that the user may read.
    pub fn readable<R: Resource>(&self) -> Result<Cond> {
        let rows = self.access.of(R::INFO.name).map(|access| access.rows(READ));
        let Some(filter) = rows.as_ref().and_then(Rows::filter) else { return Ok(Cond::always()) };
        let condition = self.entry::<R>()?.registration.read.condition(filter);
        condition.map(Cond::new).ok_or_else(|| Error::internal(OTHER_FIELDS))
    }

    /// Returns a condition for queries of another table: the rows whose reference in `column` leads to a record that the
    /// user may read.
    pub fn refers_to<R: Resource>(&self, column: impl ListedColumn) -> Result<Cond> {
        let rows = self.access.of(R::INFO.name).map(|access| access.rows(READ));
        let Some(filter) = rows.as_ref().and_then(Rows::filter) else { return Ok(Cond::always()) };
        let condition = Cond::referring(column, self.entry::<R>()?.registration.read, filter);
        condition.ok_or_else(|| Error::internal(OTHER_FIELDS))
    }

    /// Returns those of these records that the user may read, in their order; records that are not there are left out
    /// when a rule narrows what the user may read.
    pub fn among<R: Resource>(&self, conn: &mut Conn, ids: Vec<Id>) -> Result<Vec<Id>> {
        let Some(access) = self.access.of(R::INFO.name) else { return Ok(ids) };
        let rows = access.rows(READ);
        if rows.filter().is_none() || ids.is_empty() {
            return Ok(ids);
        }
        let entry = self.entry::<R>()?;
        let mut reading = Reading::new(conn, &self.records);
        reading.read_all(entry, &ids)?;
        let mut readable = HashSet::new();
        for id in &ids {
            if let Some(view) = reading.view(entry, id)?
                && reading.meets_rows(entry, &view, &rows)?
            {
                readable.insert(id.clone());
            }
        }
        Ok(ids.into_iter().filter(|id| readable.contains(id)).collect())
    }

    /// Fails with a 404 unless the user may read a record.
    pub fn must_read<R: Resource>(&self, conn: &mut Conn, id: &Id) -> Result<()> {
        let readable = self.among::<R>(conn, vec![id.clone()])?;
        if readable.is_empty() { Err(Error::NotFound) } else { Ok(()) }
    }

    /// Returns what an answer shows of records as the user sees them, without those that the user may not read. Each has
    /// its identifier as `_id`, and fields by the names that they have in the records of the resource.
    pub fn show<R: Resource, T: Serialize>(
        &self,
        conn: &mut Conn,
        all: Vec<T>,
    ) -> Result<Vec<Shown<T>>> {
        let entry = self.entry::<R>()?;
        if !self.records.narrows(&self.access, entry) {
            return Ok(all.into_iter().map(Shown::Whole).collect());
        }
        let parts = all.iter().map(serde_json::to_value).collect::<Result<Vec<_>, _>>();
        let parts = parts.map_err(Error::internal)?;
        let shown = Gate::new(conn, &self.records, &self.access).all_parts_shown(entry, parts)?;
        Ok(shown.into_iter().map(Shown::Part).collect())
    }

    /// Does the same with records that the user has just saved.
    ///
    /// # Errors
    /// 403 when the user may not read what one of them became.
    pub fn show_saved<R: Resource, T: Serialize>(
        &self,
        conn: &mut Conn,
        all: Vec<T>,
    ) -> Result<Vec<Shown<T>>> {
        let saved = all.len();
        let shown = self.show::<R, T>(conn, all)?;
        if shown.len() == saved {
            Ok(shown)
        } else {
            Err(Error::NotPermitted(NeededPermission::new(R::INFO.name, READ), OUT_OF_REACH))
        }
    }

    /// Does the same with one record.
    ///
    /// # Errors
    /// 404 when the user may not read it.
    pub fn show_one<R: Resource, T: Serialize>(&self, conn: &mut Conn, one: T) -> Result<Shown<T>> {
        self.show::<R, T>(conn, vec![one])?.pop().ok_or(Error::NotFound)
    }
}

impl<T: Serialize> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(whole) => whole.serialize(serializer),
            Self::Part(part) => part.serialize(serializer),
        }
    }
}

impl<T: JsonSchema> JsonSchema for Shown<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
