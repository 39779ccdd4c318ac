//! Bulk operations. A change or a deletion of many records succeeds for all of them, or none is changed; a verb
//! succeeds or is refused for each record by itself. All of it is one transaction.
//!
//! What records refer to is locked as foreign keys lock it (`FOR KEY SHARE`): others may change it meanwhile, and only
//! its deletion is waited for.

use actix_web::ResponseError;
use diesel::connection::Connection;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::change::WriteContext;
use super::selection::{Selection, below};
use super::update::Was;
use super::verb::{Ready, RegisteredVerb};
use super::{Records, RegisteredResource};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::db::statements::{self, RowLock, Taken};
use crate::records::actor::Actor;
use crate::records::revisions;

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

/// The result of a verb that was performed on several records.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct BulkPerformed {
    /// Number of records that it changed.
    pub(crate) done: u64,
    /// Number of records that it left as they were, or, of those that match a `where`, is not offered for.
    pub(crate) unchanged: u64,
    /// The records that it was refused for, which are unchanged.
    pub(crate) refused: Vec<RefusedRecord>,
}

/// A record that a verb was refused for.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RefusedRecord {
    /// The record.
    #[serde(rename = "_id")]
    pub(crate) id: Id,
    /// Its title; absent when there is no such record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// The HTTP status that the verb has for this record alone.
    pub(crate) status: u16,
    /// The message for the user.
    pub(crate) detail: String,
}

impl WriteContext<'_> {
    /// Applies `patch` to each of the records.
    pub(crate) fn update_all(
        &mut self,
        entry: &RegisteredResource,
        selection: &Selection,
        patch: Value,
    ) -> Result<BulkUpdated> {
        let Self { conn, records, by, .. } = self;
        let patch = records.check_patch(entry, patch, by).map_err(|error| below(UPDATE, error))?;
        let mut report = BulkUpdated::default();
        statements::lock_out_imports(conn)?;
        for some in selection.records(conn, entry, RowLock::Update, by)?.chunks(AT_ONCE) {
            let ids: Vec<Id> = some.iter().map(|(id, _)| id.clone()).collect();
            let mut locked = records.lock_all(conn, entry, &ids, Taken::Waits)?;
            let mut changed = Vec::with_capacity(some.len());
            for (id, at) in some {
                let refusal = |error| selection.refusal(entry, *at, UPDATE, error);
                let name = entry.info().name;
                revisions::journal::refuse_others(conn, name, id).map_err(refusal)?;
                let record = locked.remove(id).ok_or(Error::NotFound).map_err(refusal)?;
                records
                    .must_be_allowed(conn, entry, &record.view, (by, revisions::UPDATE))
                    .map_err(refusal)?;
                let was = Was { id, record, by };
                let stored =
                    records.store_patch(conn, entry, &was, patch.clone(), revisions::UPDATE);
                match stored.map_err(refusal)? {
                    true => changed.push(was),
                    false => report.unchanged += 1,
                }
            }
            let refusal = |id: &Id, error| {
                let at = some.iter().find(|(one, _)| one == id).map_or(0, |(_, at)| *at);
                selection.refusal(entry, at, UPDATE, error)
            };
            records.note_updates(conn, entry, &changed, revisions::UPDATE, refusal)?;
            report.updated += changed.len() as u64;
        }
        Ok(report)
    }

    /// Deletes each of the records.
    pub(crate) fn delete_all(
        &mut self,
        entry: &RegisteredResource,
        selection: &Selection,
    ) -> Result<BulkDeleted> {
        statements::lock_out_imports(self.conn)?;
        let records = selection.records(self.conn, entry, RowLock::Delete, self.by)?;
        // `If-Match` would be of one record.
        let mut each = WriteContext::new(self.conn, self.records, self.by);
        for (id, at) in &records {
            each.delete(entry, id).map_err(|error| selection.refusal(entry, *at, "", error))?;
        }
        Ok(BulkDeleted { deleted: records.len() as u64 })
    }

    /// Performs a verb with valid `arguments` on each of the records, which succeeds or is refused by itself.
    ///
    /// # Errors
    /// What is no refusal of one record, such as a full disk: then nothing is changed.
    pub(crate) fn perform_on_all(
        &mut self,
        registered: &RegisteredVerb,
        selection: &Selection,
        arguments: &Value,
    ) -> Result<BulkPerformed> {
        let (verb, entry) = (registered.verb, &*registered.resource);
        let Self { conn, records, by, .. } = self;
        let mut report = BulkPerformed::default();
        let is_conditional = selection.is_matching() && !verb.when.is_empty();
        statements::lock_out_imports(conn)?;
        // Once for all: what is referred to is locked until this transaction ends.
        let mut writing = WriteContext::new(conn, records, by);
        let wrong = match registered.check_arguments(&mut writing, arguments) {
            Ok(()) => None,
            Err(Error::Invalid(errors)) => Some(errors),
            Err(other) => return Err(other),
        };
        for (id, _) in selection.records(conn, entry, RowLock::Update, by)? {
            if is_conditional && !verb.is_offered_for(&entry.view(conn, &id)?) {
                report.unchanged += 1;
                continue;
            }
            let mut is_changed = false;
            let performed = conn.transaction(|conn| {
                let mut writing = WriteContext::new(conn, records, by);
                writing.perform_verb(entry, &id, verb.name, |writing| {
                    if let Some(errors) = &wrong {
                        return Err(Error::Invalid(errors.clone()));
                    }
                    let Ready::Now(perform) = verb.perform.ready(arguments.clone())? else {
                        return Err(Error::internal("a prepared verb is of one record"));
                    };
                    is_changed = perform(writing, &id)?;
                    Ok(is_changed)
                })
            });
            match performed {
                Ok(_) if is_changed => report.done += 1,
                Ok(_) => report.unchanged += 1,
                Err(error) => report.refused.push(refused(conn, (records, entry), id, error, by)?),
            }
        }
        Ok(report)
    }
}

/// Describes what was refused for one record; returns any other error, which the whole request has.
fn refused(
    conn: &mut Conn,
    (records, entry): (&Records, &RegisteredResource),
    id: Id,
    error: Error,
    by: &Actor,
) -> Result<RefusedRecord> {
    let status = error.status_code();
    if !status.is_client_error() || matches!(error, Error::Unconfirmed(_)) {
        return Err(error);
    }
    let seen = entry.find(conn, &id).and_then(|record| records.seen(conn, entry, record, by));
    let title = match seen {
        Ok(record) => Some(entry.title(record.view())),
        Err(Error::NotFound) => None,
        Err(error) => return Err(error),
    };
    let detail = match &error {
        Error::Invalid(errors) => {
            errors.iter().map(|one| one.message.as_str()).collect::<Vec<_>>().join(". ")
        }
        Error::NotFound => format!("There is no such {}", entry.info().word()),
        error => error.to_string(),
    };
    Ok(RefusedRecord { id, title, status: status.as_u16(), detail })
}
