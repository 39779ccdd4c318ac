//! Reverses what a request did: every record that it changed becomes what it was before, by the same functions
//! as any other change, so that a reversal is a version and can be reversed itself.
//!
//! Records are taken in the opposite order of their changes. Several changes of one record by the request are
//! reversed at once. Memory holds a number for each record, and its versions only while it is reversed.

use std::collections::HashSet;
use std::time::Instant;

use actix_web::ResponseError;
use diesel::connection::Connection;
use serde_json::Value;

use super::as_before::{CANNOT, is_as_before};
use super::change::WriteContext;
use super::core::Core;
use super::merge::ACTION as MERGE;
use super::resource::Follow;
use super::revisions::queries::of_request::{self, ChangedByRequest};
use super::undo_refusals::{Refusals, reason, refusal, title_of};
use super::verb::{Ready, Verb};
use super::{Records, RegisteredResource};
use crate::base::error::{Error, NeededPermission, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::db::statements::{self, RowLock, Taken};
use crate::engine::policy::READ;
use crate::records::actor::Actor;
use crate::records::attached::moves;
use crate::records::revisions;

const NOT_ALL: &str = "This request changed records that you may not change";
const CHANGED_SINCE: &str = "It has been changed since";
const UNREADABLE: &str = "The user who undid the rest may not read it";

/// The reversal of a request.
pub(crate) struct Undo {
    request: Id,
    /// Whether records that were changed since, or whose reversal is refused, are left as they are.
    skip_changed: bool,
    /// The number of a revision of each record that is to be reversed, in the order of the changes.
    remaining: Vec<i64>,
    /// Those of records that the user could not read when this was planned: they stay as they are.
    unreadable: HashSet<i64>,
    /// Whether it must be one transaction.
    is_whole: bool,
}

/// What became of a record of the request.
pub(crate) struct UndoneRecord {
    pub(crate) resource: String,
    pub(crate) record: Id,
    pub(crate) outcome: Outcome,
}

/// How the reversal of one record ended.
#[derive(Clone)]
pub(crate) enum Outcome {
    /// It is as it was before the request.
    Reversed,
    /// It was changed since, and stays as it is.
    ChangedSince,
    /// It stays as it is, for this reason.
    Refused(String),
}

/// How the change of a record is reversed.
enum Reversal {
    Deletion,
    Restoration,
    Patch,
    Verb(&'static Verb),
    /// By the module of a record that followed a merge.
    Follow(Follow),
}

impl Reversal {
    fn of(core: &Core, entry: &RegisteredResource, changed: &ChangedByRequest) -> Self {
        let is_one = changed.versions.0 == changed.versions.1;
        if let Some(follow) = entry.registration.follows.filter(|_| changed.action == MERGE)
            && !changed.is_created
        {
            return Self::Follow(follow);
        }
        match core.opposites.of(entry.info().name, &changed.action) {
            _ if changed.is_created => Self::Deletion,
            _ if changed.is_deleted => Self::Restoration,
            Some(verb) if is_one => Self::Verb(verb),
            _ => Self::Patch,
        }
    }

    fn needs(&self, entry: &RegisteredResource) -> NeededPermission {
        let name = entry.info().name;
        match self {
            Self::Deletion => NeededPermission::new(name, revisions::DELETE),
            Self::Restoration => NeededPermission::new(name, revisions::RESTORE),
            Self::Patch => NeededPermission::new(name, revisions::UPDATE),
            Self::Verb(verb) => verb.needs(),
            // Nothing but that of the merged records.
            Self::Follow(_) => NeededPermission::new(name, READ),
        }
    }

    fn is_possible(&self, entry: &RegisteredResource) -> bool {
        let registration = &entry.registration;
        match self {
            Self::Deletion => registration.deletes,
            Self::Restoration => registration.creates().is_some(),
            Self::Patch => registration.changes().is_some(),
            Self::Verb(_) | Self::Follow(_) => true,
        }
    }
}

/// Counts the revisions that a request wrote.
pub(crate) fn count(conn: &mut Conn, records: &Records, request: &Id) -> Result<u64> {
    let mut all = records.all().iter();
    let count = all.try_fold(0, |count, entry| {
        Ok::<_, Error>(count + of_request::count(conn, entry.info().name, request)?)
    })?;
    u64::try_from(count).map_err(Error::internal)
}

impl Undo {
    /// Plans the reversal of a request. On PostgreSQL it locks the rows of the records, so that it belongs into the
    /// transaction that writes.
    ///
    /// # Errors
    /// 404 when the request changed nothing that the caller may read, 403 without the permission for one of the
    /// opposite changes, 409 for records that were changed since or whose change cannot be undone, unless these are
    /// skipped.
    pub(crate) fn plan(
        conn: &mut Conn,
        core: &Core,
        request: &Id,
        (by, skip_changed): (&Actor, bool),
    ) -> Result<Self> {
        let (request, remaining) = (request.clone(), Vec::new());
        let unreadable = HashSet::new();
        let mut undo = Self { request, skip_changed, remaining, unreadable, is_whole: false };
        statements::lock_out_imports(conn)?;
        statements::lock_undo(conn, &undo.request)?;
        let mut refusals = Refusals::default();
        let mut is_any_readable = false;
        for entry in core.records.all() {
            let mut after = None;
            loop {
                let page = undo.next(conn, entry, after.as_ref())?;
                for changed in &page {
                    is_any_readable |=
                        undo.plan_one(conn, (core, by), entry, changed, &mut refusals)?;
                }
                let Some(last) = page.into_iter().next_back() else { break };
                after = Some(last.record);
            }
        }
        if !is_any_readable {
            return Err(Error::NotFound);
        }
        refusals.result()?;
        undo.is_whole |= moves::any_followed(conn, &undo.request)?;
        undo.remaining.sort_unstable();
        Ok(undo)
    }

    /// Reads the next records of a resource, and locks their rows.
    fn next(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        after: Option<&Id>,
    ) -> Result<Vec<ChangedByRequest>> {
        let info = entry.info();
        let of = (info.name, &self.request);
        let page = of_request::next_changed(conn, of, after)?;
        if conn.is_sqlite() || page.is_empty() {
            return Ok(page);
        }
        if info.one_at_a_time {
            statements::lock_changes(conn, info.table)?;
        }
        let ids: Vec<Id> = page.iter().map(|changed| changed.record.clone()).collect();
        let purpose = match page.iter().any(|changed| changed.is_created) {
            true => RowLock::Delete,
            false => RowLock::Update,
        };
        statements::lock_all(conn, info.table, &ids, purpose, Taken::Waits)?;
        // What was changed until the rows were locked.
        of_request::next_changed(conn, of, after)
    }

    /// Plans the reversal of a record, and returns whether the caller may read it.
    fn plan_one(
        &mut self,
        conn: &mut Conn,
        (core, by): (&Core, &Actor),
        entry: &RegisteredResource,
        changed: &ChangedByRequest,
        refusals: &mut Refusals,
    ) -> Result<bool> {
        if changed.is_created && changed.is_deleted {
            return Ok(false);
        }
        let reversal = Reversal::of(core, entry, changed);
        let needed = reversal.needs(entry);
        if !is_readable(conn, core, entry, &changed.record, by)? {
            if self.skip_changed {
                // It is reported as refused, and else nothing of it.
                self.remaining.push(changed.number);
                self.unreadable.insert(changed.number);
                return Ok(false);
            }
            refusals.unreadable.get_or_insert(Error::NotPermitted(needed, NOT_ALL));
            return Ok(false);
        }
        let is_possible = reversal.is_possible(entry);
        if is_possible && !by.may(&core.policy, &needed.resource, &needed.action) {
            let missing = Error::not_permitted(needed.resource, needed.action);
            refusals.missing.get_or_insert(missing);
            return Ok(true);
        }
        self.is_whole |= match reversal {
            Reversal::Verb(_) | Reversal::Follow(_) => true,
            // What is interrupted could not be brought back whole.
            Reversal::Deletion => !entry.secrets().is_empty(),
            Reversal::Restoration | Reversal::Patch => false,
        };
        self.remaining.push(changed.number);
        if self.skip_changed {
            return Ok(true);
        }
        if changed.latest != changed.versions.1 {
            let title = title_of(conn, &core.records, entry, &changed.record, by);
            refusals.changed.add(title, CHANGED_SINCE)?;
        } else if !is_possible {
            let title = title_of(conn, &core.records, entry, &changed.record, by);
            refusals.lasting.add(title, CANNOT)?;
        }
        Ok(true)
    }

    /// Returns how many records are still to be reversed.
    pub(crate) fn count(&self) -> u64 {
        self.remaining.len() as u64
    }

    /// Returns whether it must be one transaction also on SQLite: when it is interrupted, what it has written could
    /// not be rolled back.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Reverses records until the deadline `until`, and reports each to `report`. Returns whether all are reversed.
    ///
    /// # Errors
    /// 409 for a record that was changed since it was planned, or whose reversal is refused, unless these are
    /// skipped; 403 for one that the rules of the caller's roles do not allow.
    pub(crate) fn write(
        &mut self,
        conn: &mut Conn,
        (core, by): (&Core, &Actor),
        until: Option<Instant>,
        mut report: impl FnMut(&mut Conn, &UndoneRecord) -> Result<()>,
    ) -> Result<bool> {
        while let Some(number) = self.remaining.pop() {
            let undone = self.reverse(conn, core, by, number)?;
            report(conn, &undone)?;
            if until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
        }
        Ok(self.remaining.is_empty())
    }

    fn reverse(
        &self,
        conn: &mut Conn,
        core: &Core,
        by: &Actor,
        number: i64,
    ) -> Result<UndoneRecord> {
        let records = &*core.records;
        let (resource, changed) = of_request::changed_at(conn, &self.request, number)?;
        let entry = &**records.get(&resource).ok_or(Error::NotFound)?;
        let record = changed.record.clone();
        let undone = |outcome| Ok(UndoneRecord { resource, record, outcome });
        if self.unreadable.contains(&number) {
            return undone(Outcome::Refused(UNREADABLE.to_owned()));
        }
        if changed.latest != changed.versions.1 {
            if self.skip_changed {
                return undone(Outcome::ChangedSince);
            }
            let mut refusals = Refusals::default();
            let title = title_of(conn, records, entry, &changed.record, by);
            refusals.changed.add(title, CHANGED_SINCE)?;
            refusals.result()?;
        }
        let reversal = Reversal::of(core, entry, &changed);
        // What is refused is rolled back, so that the transaction goes on, at least to say what it was about.
        let reversed = conn.transaction(|conn| {
            let mut writing = WriteContext::new(conn, records, by);
            writing.reverse(entry, &changed, (reversal, &self.request))
        });
        match reversed {
            Ok(()) => undone(Outcome::Reversed),
            Err(error) if !error.status_code().is_client_error() => Err(error),
            Err(error @ Error::Unconfirmed(_)) => Err(error),
            Err(error) if self.skip_changed => undone(Outcome::Refused(reason(&error, CANNOT))),
            Err(error) => {
                let title = title_of(conn, records, entry, &changed.record, by)?;
                Err(refusal(&title, error, CANNOT))
            }
        }
    }
}

/// Returns whether a user may read a record, or what it was before its deletion.
fn is_readable(
    conn: &mut Conn,
    core: &Core,
    entry: &RegisteredResource,
    id: &Id,
    by: &Actor,
) -> Result<bool> {
    let info = entry.info();
    if !by.may(&core.policy, info.name, READ) {
        return Ok(false);
    }
    if by.access.of(info.name).is_none() {
        return Ok(true);
    }
    let state = match entry.view(conn, id) {
        Err(Error::NotFound) => revisions::last_state(conn, info, id)?,
        view => Some(view?),
    };
    state.map_or(Ok(false), |state| core.records.may_read(conn, entry, &state, by))
}

impl WriteContext<'_> {
    /// Reverses the change of a record that was not changed since.
    fn reverse(
        &mut self,
        entry: &RegisteredResource,
        changed: &ChangedByRequest,
        (reversal, request): (Reversal, &Id),
    ) -> Result<()> {
        let (id, (first, last)) = (&changed.record, changed.versions);
        if !reversal.is_possible(entry) {
            return Err(Error::conflict(CANNOT));
        }
        let info = entry.info();
        let before = revisions::queries::version(self.conn, info.name, id, first)?;
        let before = revisions::read(before.and_then(|row| row.before))?;
        let Some(mut before) = before else {
            moves::leave(self.conn, entry, (id, request), self.by)?;
            return self.delete(entry, id);
        };
        if let Reversal::Follow(follow) = reversal {
            return self.put_back(entry, follow, id, &before);
        }
        let after = revisions::queries::version(self.conn, info.name, id, last)?;
        let after = revisions::read(after.and_then(|row| row.after))?;
        let now = match reversal {
            Reversal::Deletion | Reversal::Follow(_) => return self.delete(entry, id),
            Reversal::Restoration => {
                let state = revisions::last_state(self.conn, info, id)?.ok_or(Error::NotFound)?;
                let by = (self.by, revisions::RESTORE);
                self.records.must_be_allowed(self.conn, entry, &state, by)?;
                before =
                    self.records.former_as_seen(self.conn, entry, (&before, &state), self.by)?;
                self.insert_back(entry, id, &before)?;
                statements::keep_updated_at(self.conn, info.table, id, &before)?;
                let restored = self.note_back(entry, id)?;
                moves::return_to(self.conn, entry, (id, request), self.by)?;
                restored
            }
            Reversal::Patch => {
                // What changed is in no version: a password, for example.
                if revisions::changed(Some(&before), after.as_ref(), info.id).is_empty() {
                    return Err(Error::conflict(CANNOT));
                }
                let now;
                (before, now) = self.patch_back(entry, id, &before)?;
                now
            }
            Reversal::Verb(verb) => {
                let Ready::Now(perform) = verb.perform.ready(Value::Null)? else {
                    return Err(Error::internal("a verb that undoes another one is not prepared"));
                };
                self.perform_verb(entry, id, verb.name, |inner| perform(inner, id))?
            }
        };
        match is_as_before(entry, &before, after.as_ref(), &now)? {
            true => Ok(()),
            false => Err(Error::conflict(CANNOT)),
        }
    }
}
