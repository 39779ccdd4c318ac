//! What a user sees of a record, of a list, of a history and of the answer to a request: by the gate, where a rule narrows it.

use actix_web::http::StatusCode;
use serde_json::Value;

use super::change::Records;
use super::gate::{Gate, MASKED};
use super::idempotency::Answer;
use super::registered::{Record, RegisteredResource, check_match};
use super::seen::Seen;
use super::sight::hides_title;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::{ListQuery, Origin};
use crate::engine::policy::Access;
use crate::records::actor::Actor;
use crate::records::revisions::{self, ChangedBy, Revision};

/// The action of who reads the history of a record.
pub(super) const HISTORY: &str = "history";

/// Returns the fields that differ between two states as a reader sees them.
pub(crate) fn differing(before: Option<&Value>, after: Option<&Value>, id: &str) -> Vec<String> {
    let mut changed = revisions::changed(before, after, id);
    changed.retain(|name| name != MASKED);
    changed
}

impl Records {
    /// Returns whether a rule narrows what a user sees of the records of a resource: of these, or of those that they
    /// refer to.
    pub(crate) fn narrows(&self, access: &Access, entry: &RegisteredResource) -> bool {
        self.narrows_at(access, entry, 0)
    }

    fn narrows_at(&self, access: &Access, entry: &RegisteredResource, depth: usize) -> bool {
        // What refers to itself is embedded only so far.
        const DEEPEST: usize = 4;
        if access.is_empty() {
            return false;
        }
        access.of(entry.info().name).is_some()
            || (depth < DEEPEST
                && entry.info().references.iter().any(|reference| {
                    self.get(reference.to).is_some_and(|to| self.narrows_at(access, to, depth + 1))
                }))
    }

    /// Returns a record as a user sees it.
    ///
    /// # Errors
    /// 404 when the user may not read it.
    pub(crate) fn seen(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        record: Record,
        by: &Actor,
    ) -> Result<Seen> {
        if !self.narrows(&by.access, entry) {
            return Ok(Seen::of(record));
        }
        let shown = Gate::new(conn, self, &by.access).shown(entry, record.view)?;
        let view = shown.ok_or(Error::NotFound)?;
        Ok(Seen::of(Record { input: entry.input_of(&view), view }))
    }

    /// Returns a page of a list as JSON text, as [`ReadRecords::list`](super::resource::ReadRecords::list) does, with each record
    /// as the user sees it.
    pub(crate) fn list_seen(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        entry: &RegisteredResource,
        (query, by): (&ListQuery, &Actor),
    ) -> Result<Option<Vec<u8>>> {
        let found = entry.registration.read.page_texts(conn, from, query, by)?;
        let Some((records, page)) = found else { return Ok(None) };
        let items = Gate::new(conn, self, &by.access).all_listed(
            entry,
            (from, query.requested_at),
            records,
        )?;
        Ok(Some(if query.limit.is_some() { page.text_with(&items) } else { items }))
    }

    /// Takes from versions of a record what the user does not see: states that no rule lets the user read are none.
    ///
    /// # Errors
    /// 404 when the user may not read the record, or what it was before its deletion.
    pub(crate) fn see_history(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        (versions, by): (&mut [Revision], &Actor),
    ) -> Result<()> {
        if !self.narrows(&by.access, entry) {
            return versions
                .iter_mut()
                .try_for_each(|version| self.see_actor(conn, &mut version.actor, by));
        }
        let last = match entry.view(conn, id) {
            Err(Error::NotFound) => revisions::last_state(conn, entry.info(), id)?,
            view => Some(view?),
        };
        let last = last.ok_or(Error::NotFound)?;
        self.must_be_allowed(conn, entry, &last, (by, HISTORY))?;
        for version in versions {
            self.see_states(conn, entry, [&mut version.before, &mut version.after], by)?;
            let (before, after) = (version.before.as_ref(), version.after.as_ref());
            version.changed = differing(before, after, entry.info().id);
            self.see_actor(conn, &mut version.actor, by)?;
        }
        Ok(())
    }

    /// Returns whether a user does not see every part of the names of all users.
    pub(crate) fn hides_names(&self, access: &Access) -> bool {
        self.accounts().is_some_and(|accounts| hides_title(accounts, access))
    }

    /// Returns whether a user sees the email addresses of all users whom the user may read.
    pub(crate) fn sees_email(&self, access: &Access) -> bool {
        let own = self.accounts().and_then(|accounts| access.of(accounts.info().name));
        own.is_none_or(|own| own.sees("email"))
    }

    /// Takes away who made a change, unless the user may read them, and of their name what the user does not see.
    pub(crate) fn see_actor(
        &self,
        conn: &mut Conn,
        actor: &mut Option<ChangedBy>,
        by: &Actor,
    ) -> Result<()> {
        let Some(accounts) = self.accounts().filter(|one| self.narrows(&by.access, one)) else {
            return Ok(());
        };
        let Some(ChangedBy { id, name }) = actor else { return Ok(()) };
        let view = match accounts.view(conn, id) {
            // The operator at the command line, for example.
            Err(Error::NotFound) => return Ok(()),
            view => view?,
        };
        if !self.may_read(conn, accounts, &view, by)? {
            *actor = None;
        } else if hides_title(accounts, &by.access) {
            let shown = Gate::new(conn, self, &by.access).shown(accounts, view)?;
            *name = shown.map_or_else(|| accounts.info().word(), |shown| accounts.title(&shown));
        }
        Ok(())
    }

    /// Takes from states of a record what the user does not see; a state that no rule lets the user read is none.
    pub(crate) fn see_states(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        states: [&mut Option<Value>; 2],
        by: &Actor,
    ) -> Result<()> {
        if !self.narrows(&by.access, entry) {
            return Ok(());
        }
        let mut gate = Gate::new(conn, self, &by.access);
        for state in states {
            if let Some(view) = state.take() {
                *state = gate.shown(entry, view)?;
            }
        }
        Ok(())
    }

    /// Takes from the request of a change set what the user does not see: of its `update` also identifiers of records that
    /// the user may not read, and the record that others are merged into.
    pub(crate) fn see_request(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        request: &mut Value,
        by: &Actor,
    ) -> Result<()> {
        if !self.narrows(&by.access, entry) {
            return Ok(());
        }
        let mut gate = Gate::new(conn, self, &by.access);
        if let Some(update) = request.get_mut("update") {
            gate.take_unseen_input(entry, update)?;
        }
        if let Some(into) = request.pointer_mut("/merge/into") {
            gate.take_unseen_id(entry, into)?;
        }
        Ok(())
    }

    /// Returns the answer with a record, as the user sees it.
    pub(crate) fn answer(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        record: Record,
        by: &Actor,
    ) -> Result<Answer> {
        Answer::record(StatusCode::OK, &self.seen(conn, entry, record, by)?)
    }

    /// Fails when `If-Match` differs from the `ETag` of what the user sees of a record.
    pub(super) fn check_match(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        record: &Record,
        (by, wanted): (&Actor, Option<&str>),
    ) -> Result<()> {
        if wanted.is_none() || !self.narrows(&by.access, entry) {
            return check_match(wanted, || record.etag());
        }
        let seen = self.seen(conn, entry, record.clone(), by)?;
        check_match(wanted, || seen.etag())
    }
}
