//! Bulk operations on many records: all of them succeed, or none is changed.
//!
//! What they refer to is locked as foreign keys lock it (`FOR KEY SHARE`): others may change it meanwhile, and only its
//! deletion is waited for.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::RegisteredResource;
use super::change::WriteContext;
use super::update::Was;
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::statements::{self, Taken};
use crate::records::revisions;

/// How many records one request may name.
pub(crate) const MOST: usize = 10_000;

/// How many records are locked, read and written to the audit trail together.
pub(super) const AT_ONCE: usize = 200;

/// JSON pointer to the changes in the body of a bulk update.
const UPDATE: &str = "/update";

/// The result of a bulk update.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct BulkUpdated {
    /// Number of changed records.
    pub(crate) updated: u64,
    /// Number of records that had these values already.
    pub(crate) unchanged: u64,
}

/// The result of a bulk deletion.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct BulkDeleted {
    /// Number of deleted records.
    pub(crate) deleted: u64,
}

/// The records that a request names.
pub(crate) struct Bulk {
    field: String,
    /// The identifiers, each with its position in the body. Sorted, so that two requests lock rows
    /// in the same order and cannot deadlock.
    ids: Vec<(Id, usize)>,
}

impl Bulk {
    /// Reads the list of identifiers in `body`, and returns the other fields of the body with it.
    pub(crate) fn read(
        entry: &RegisteredResource,
        body: Value,
        rest: &[&str],
    ) -> Result<(Self, Value)> {
        let field = entry.info().ids_field();
        let Value::Object(mut body) = body else {
            return Err(Error::invalid("", "The body must be a group of fields"));
        };
        let mut errors: Vec<FieldError> = body
            .keys()
            .filter(|name| **name != field && !rest.contains(&name.as_str()))
            .map(|name| {
                let at = format!("/{}", crate::engine::schema::escape(name));
                FieldError::new(at, "There is no such field")
            })
            .collect();
        for name in rest.iter().filter(|name| !body.contains_key(**name)) {
            errors.push(FieldError::new(format!("/{name}"), "Say what is to be changed"));
        }
        let list = match body.remove(&field) {
            Some(Value::Array(list)) if (1..=MOST).contains(&list.len()) => list,
            _ => {
                let what = format!("Name 1 to {MOST} {}", entry.info().label.to_lowercase());
                errors.push(FieldError::new(format!("/{field}"), what));
                Vec::new()
            }
        };
        let mut ids = Vec::with_capacity(list.len());
        for (at, one) in list.iter().enumerate() {
            match one.as_str().and_then(Id::parse) {
                Some(id) => ids.push((id, at)),
                None => errors.push(missing(entry, &field, at)),
            }
        }
        ids.sort();
        for pair in ids.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let at = format!("/{field}/{}", pair[1].1);
            errors.push(FieldError::new(at, "This one is named twice"));
        }
        if !errors.is_empty() {
            errors.sort();
            return Err(Error::Invalid(errors));
        }
        Ok((Self { field, ids }, Value::Object(body)))
    }

    /// Turns the error of one record into the error of the whole request.
    fn refusal(&self, entry: &RegisteredResource, at: usize, prefix: &str, error: Error) -> Error {
        let under = |errors: Vec<FieldError>| {
            let one = |error: FieldError| {
                FieldError::new(format!("{prefix}{}", error.pointer), error.message)
            };
            errors.into_iter().map(one).collect()
        };
        match error {
            Error::NotFound => Error::Invalid(vec![missing(entry, &self.field, at)]),
            Error::Invalid(errors) => Error::Invalid(under(errors)),
            Error::Conflict { detail, errors } => Error::Conflict { detail, errors: under(errors) },
            other => other,
        }
    }
}

fn missing(entry: &RegisteredResource, field: &str, at: usize) -> FieldError {
    FieldError::new(format!("/{field}/{at}"), format!("There is no such {}", entry.info().word()))
}

impl WriteContext<'_> {
    /// Applies `patch` to each of the records.
    pub(crate) fn update_all(
        &mut self,
        entry: &RegisteredResource,
        bulk: &Bulk,
        patch: Value,
    ) -> Result<BulkUpdated> {
        let Self { conn, records, by, .. } = self;
        let patch =
            entry.check_patch(patch).map_err(|error| bulk.refusal(entry, 0, UPDATE, error))?;
        let mut report = BulkUpdated::default();
        statements::lock_out_imports(conn)?;
        for some in bulk.ids.chunks(AT_ONCE) {
            let ids: Vec<Id> = some.iter().map(|(id, _)| id.clone()).collect();
            let mut locked = records.lock_all(conn, entry, &ids, Taken::Waits)?;
            let mut changed = Vec::with_capacity(some.len());
            for (id, at) in some {
                let refusal = |error| bulk.refusal(entry, *at, UPDATE, error);
                let name = entry.info().name;
                revisions::journal::refuse_others(conn, name, id).map_err(refusal)?;
                let record = locked.remove(id).ok_or(Error::NotFound).map_err(refusal)?;
                let was = Was { id, record, by };
                match records.store_patch(conn, entry, &was, patch.clone()).map_err(refusal)? {
                    true => changed.push(was),
                    false => report.unchanged += 1,
                }
            }
            records.note_updates(conn, entry, &changed, revisions::UPDATE)?;
            report.updated += changed.len() as u64;
        }
        Ok(report)
    }

    /// Deletes each of the records.
    pub(crate) fn delete_all(
        &mut self,
        entry: &RegisteredResource,
        bulk: &Bulk,
    ) -> Result<BulkDeleted> {
        statements::lock_out_imports(self.conn)?;
        // `If-Match` would be of one record.
        let mut each = WriteContext::new(self.conn, self.records, self.by);
        for (id, at) in &bulk.ids {
            each.delete(entry, id).map_err(|error| bulk.refusal(entry, *at, "", error))?;
        }
        Ok(BulkDeleted { deleted: bulk.ids.len() as u64 })
    }
}
