//! Creates many records in one transaction. Each is inserted by itself; then they are read and written to
//! the audit trail together, and what they refer to is looked up once.

use std::collections::HashMap;

use serde_json::Value;

use super::references::{Found, Known};
use super::registered::identifier;
use super::{Records, RegisteredResource};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::ListQuery;
use crate::records::actor::Actor;
use crate::records::revisions;

/// How many records are read together.
const AT_ONCE: usize = 200;

/// New records of one transaction, which ends with [`Created::finish`].
pub(crate) struct Created<'a> {
    records: &'a Records,
    by: &'a Actor,
    found: Found,
    /// The last records, of one resource, which are not in the audit trail yet.
    last: Option<(&'a RegisteredResource, Vec<Id>)>,
}

impl<'a> Created<'a> {
    pub(crate) fn new(records: &'a Records, by: &'a Actor) -> Self {
        Self { records, by, found: Found::new(), last: None }
    }

    /// Stores a validated and prepared input as the new record `id`.
    pub(crate) fn add(
        &mut self,
        conn: &mut Conn,
        entry: &'a RegisteredResource,
        id: Id,
        body: Value,
    ) -> Result<()> {
        if !entry.images.is_empty() {
            return self.records.create_as(conn, entry, &id, body, self.by).map(drop);
        }
        let is_full = |(last, ids): &(&RegisteredResource, Vec<Id>)| {
            !std::ptr::eq(*last, entry) || ids.len() >= AT_ONCE
        };
        if self.last.as_ref().is_some_and(is_full) {
            self.finish(conn)?;
        }
        let known = Known::Found(&mut self.found);
        self.records.insert_row(conn, entry, &id, body, known, self.by)?;
        self.last.get_or_insert_with(|| (entry, Vec::new())).1.push(id);
        Ok(())
    }

    /// Writes the creation of all records to the audit trail.
    pub(crate) fn finish(&mut self, conn: &mut Conn) -> Result<()> {
        let Some((entry, ids)) = self.last.take() else { return Ok(()) };
        let info = entry.info();
        let views = (entry.registration.these)(conn, &ListQuery::all(info.sort)?, &ids)?;
        let id_of = |view: &Value| identifier(view).as_str().and_then(Id::parse);
        let views: HashMap<Id, Value> =
            views.into_iter().filter_map(|view| Some((id_of(&view)?, view))).collect();
        let created = ids.iter().map(|id| match views.get(id) {
            Some(view) => Ok((id, view)),
            None => Err(Error::internal(format!("{} {id} was not inserted", info.name))),
        });
        revisions::note_created(conn, info, &created.collect::<Result<Vec<_>>>()?, self.by)
    }
}
