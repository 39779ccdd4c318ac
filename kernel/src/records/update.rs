//! Changes records by patches: one, or on PostgreSQL several that wait at the same time, which share all statements but
//! the `UPDATE`.

use std::collections::HashMap;

use actix_web::web::Data;
use serde_json::Value;

use super::change::{WriteContext, check_rules, map_constraint};
use super::idempotency::Answer;
use super::references::Known;
use super::registered::identifier;
use super::together::{Shared, Sharing};
use super::{Record, Records, RegisteredResource};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::statements::{RowLock, Taken};
use crate::db::{Conn, notify, statements};
use crate::engine::schema::merge;
use crate::records::actor::Actor;
use crate::records::media;
use crate::records::revisions::{self, ChangedRecord};

/// A record that was changed, as it was before, and by whom.
pub(super) struct Was<'a> {
    pub(super) id: &'a Id,
    pub(super) record: Record,
    pub(super) by: &'a Actor,
}

/// A validated patch of a record that depends on no other one.
pub(crate) struct Change {
    pub(crate) entry: Data<RegisteredResource>,
    pub(crate) id: Id,
    pub(crate) patch: Value,
    pub(crate) if_match: Option<String>,
    pub(crate) by: Actor,
}

impl Change {
    /// Returns whether a patch depends on no other record, so that it waits for none.
    pub(crate) fn can_share(entry: &RegisteredResource, patch: &Value) -> bool {
        let info = entry.info();
        let apart = |name: &str| {
            let is_at = |pointer: &str| pointer.split('/').nth(1) == Some(name);
            info.references.iter().any(|one| is_at(one.field))
                || info.unique.iter().flat_map(|one| one.on).any(|(pointer, _)| is_at(pointer))
                || entry.images.iter().any(|image| image.is_called(name))
        };
        entry.registration.changes().is_some_and(|write| !write.has_rules())
            && !info.one_at_a_time
            && patch.as_object().is_some_and(|fields| !fields.keys().any(|name| apart(name)))
    }
}

impl Shared for Change {
    fn is_apart(&self, other: &Self) -> bool {
        self.entry.info().table == other.entry.info().table && self.id != other.id
    }

    fn is_small(&self) -> bool {
        true
    }

    fn make_all(sharing: &mut Sharing<'_, Self>) -> Result<Vec<Option<Result<Answer>>>> {
        let Sharing { conn, records, all, waits } = sharing;
        let Some(first) = all.first() else { return Ok(Vec::new()) };
        let entry = &*first.entry;
        let taken = if *waits { Taken::Waits } else { Taken::LeftOut };
        let ids: Vec<Id> = all.iter().map(|change| change.id.clone()).collect();
        let mut locked = records.lock_all(conn, entry, &ids, taken)?;
        let (mut made, mut changed) = (Vec::with_capacity(all.len()), Vec::new());
        for change in *all {
            let Self { id, patch, if_match, by, .. } = &***change;
            // Only now: until the rows were locked, it may have waited for a table. What a rule forbids is found when it is
            // stored, which no other change must feel.
            let is_alone = *waits || by.access.of(entry.info().name).is_none();
            let record = locked.remove(id).filter(|_| is_alone && !change.is_disconnected());
            let Some(record) = record else {
                made.push(None);
                continue;
            };
            let allowed = records
                .must_be_allowed(conn, entry, &record.view, (by, revisions::UPDATE))
                .and_then(|()| {
                    records.check_match(conn, entry, &record, (by, if_match.as_deref()))
                });
            if let Err(refused) = allowed {
                made.push(Some(Err(refused)));
                continue;
            }
            let was = Was { id, record, by };
            made.push(
                match records.store_patch(conn, entry, &was, patch.clone(), revisions::UPDATE)? {
                    false => Some(records.answer(conn, entry, was.record, by)),
                    true => {
                        changed.push(was);
                        None
                    }
                },
            );
        }
        let mut updated =
            records.note_updates(conn, entry, &changed, revisions::UPDATE, |_, error| error)?;
        for (change, made) in all.iter().zip(&mut made) {
            if let Some(record) = updated.remove(&change.id) {
                *made = Some(records.answer(conn, entry, record, &change.by));
            }
        }
        Ok(made)
    }
}

impl WriteContext<'_> {
    /// Applies a patch to the record, and returns it. Writes nothing when the patch changes nothing. The patch was
    /// validated before the transaction began, so that no other request waits for that; its
    /// validation errors are returned after the record is found, so that a missing record is a 404.
    pub(crate) fn update(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        checked: Result<Value>,
    ) -> Result<Record> {
        let record = self.lock(entry, id, RowLock::Update, revisions::UPDATE)?;
        self.apply_patch(entry, id, record, checked?, revisions::UPDATE)
    }

    /// Applies a validated patch to a record whose row is locked.
    pub(super) fn apply_patch(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        record: Record,
        patch: Value,
        action: &str,
    ) -> Result<Record> {
        let Self { conn, records, by, .. } = self;
        let was = Was { id, record, by };
        if !records.store_patch(conn, entry, &was, patch, action)? {
            return Ok(was.record);
        }
        let noted = records.note_updates(conn, entry, &[was], action, |_, error| error);
        noted?.remove(id).ok_or(Error::NotFound)
    }
}

impl Records {
    /// Stores what a validated patch makes of a record whose row is locked, and returns whether that is a change.
    /// `note_updates` has to follow, for all records that were changed.
    pub(super) fn store_patch(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        Was { id, record, by }: &Was<'_>,
        patch: Value,
        action: &str,
    ) -> Result<bool> {
        let write = entry.registration.must_change()?;
        let patch = self.completed_patch(conn, entry, record, patch, (by, action))?;
        let names = patch.as_object().cloned().unwrap_or_default();
        let state = write.with_defaults(merge(&record.input, patch))?;
        let state = self.allowed_state(conn, entry, record, (&names, state), (by, action))?;
        if state == record.input {
            return Ok(false);
        }
        let known = (Known::Nothing, *by);
        self.check_references(conn, entry, &state, Some(&record.input), known)?;
        check_rules(conn, entry, Some((id, &record.input)), &state, by)?;
        write
            .update(conn, id, record.input.clone(), state, by)
            .map_err(|error| map_constraint(entry, error))?;
        notify(entry.info().table, id);
        Ok(true)
    }

    /// Writes changes of different records to the audit trail, and returns the records as they are now. `refusal` makes the
    /// error of the request from that of a record.
    pub(super) fn note_updates(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        changed: &[Was<'_>],
        action: &str,
        refusal: impl Fn(&Id, Error) -> Error,
    ) -> Result<HashMap<Id, Record>> {
        let ids: Vec<Id> = changed.iter().map(|was| was.id.clone()).collect();
        let records = entry.find_all(conn, &ids)?;
        let mut notes = Vec::with_capacity(changed.len());
        for Was { id, record, by } in changed {
            let after = Some(&records.get(id).ok_or(Error::NotFound)?.view);
            let before = Some(&record.view);
            media::follow(conn, entry, id, before, after)?;
            notes.push(ChangedRecord { record: id, before, after, by });
        }
        revisions::note_all(conn, entry.info(), action, &notes)?;
        for Was { id, by, .. } in changed {
            if let Some(record) = records.get(id) {
                self.must_remain(conn, entry, &record.view, (by, action))
                    .map_err(|error| refusal(id, error))?;
            }
        }
        Ok(records)
    }

    /// Reads records and locks their rows until this transaction ends, in the order of `ids`, which is that of all
    /// transactions. Returns those that there are.
    pub(super) fn lock_all(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        ids: &[Id],
        taken: Taken,
    ) -> Result<HashMap<Id, Record>> {
        let info = entry.info();
        if info.one_at_a_time {
            statements::lock_changes(conn, info.table)?;
        }
        let ids = statements::lock_all(conn, info.table, ids, RowLock::Update, taken)?;
        entry.find_all(conn, &ids)
    }
}

impl RegisteredResource {
    /// Reads these records, without those that there are not.
    fn find_all(&self, conn: &mut Conn, ids: &[Id]) -> Result<HashMap<Id, Record>> {
        let views = self.views(conn, ids)?.into_iter();
        views.map(|(id, view)| Ok((id, self.record(view)?))).collect()
    }

    /// Reads the views of these records, without those that there are not.
    pub(crate) fn views(&self, conn: &mut Conn, ids: &[Id]) -> Result<HashMap<Id, Value>> {
        let with_id = |view: Value| {
            let id = identifier(&view).as_str().and_then(Id::parse);
            Ok((id.ok_or_else(|| Error::internal("a record has no identifier"))?, view))
        };
        self.registration.read.these(conn, ids)?.into_iter().map(with_id).collect()
    }
}
