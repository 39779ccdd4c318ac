//! The gate through which records leave the server: each as its reader sees it, by the rules of the reader's roles.
//!
//! A record that no rule lets the reader read is none. A field that is hidden is absent, one that is masked is null and
//! named in `masked`, and so is a reference to a record that the reader may not read.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::http::StatusCode;
use serde_json::{Map, Value};

use super::change::Records;
use super::idempotency::Answer;
use super::in_hand::Reading;
use super::registered::{Record, RegisteredResource, check_match, identifier};
use super::seen::Seen;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::{Filter, ListQuery, Origin};
use crate::engine::policy::{Access, FieldLevel, ResourceAccess, RoleAccess, Rows};
use crate::records::actor::Actor;
use crate::records::resource::{Disclosure, Reference};
use crate::records::revisions::{self, ChangedBy, Revision};

/// The field with the names of those that are masked.
pub(crate) const MASKED: &str = "masked";

/// The action of who reads the history of a record.
pub(super) const HISTORY: &str = "history";

/// Returns the fields that differ between two states as a reader sees them.
pub(crate) fn differing(before: Option<&Value>, after: Option<&Value>, id: &str) -> Vec<String> {
    let mut changed = revisions::changed(before, after, id);
    changed.retain(|name| name != MASKED);
    changed
}

/// The gate, for one reader.
pub(crate) struct Gate<'a> {
    reading: Reading<'a>,
    access: &'a Access,
    /// The references of each resource that lead to what a rule narrows.
    narrowed: HashMap<&'static str, Narrowed<'a>>,
    /// Of records that others refer to.
    decided: HashMap<(&'static str, Id), Decided<'a>>,
}

/// References, each with the resource that it leads to.
type Narrowed<'a> = Arc<[(&'static Reference, &'a RegisteredResource)]>;

/// How much the reader sees of the fields of a record that are not seen whole.
type Levels<'a> = Vec<(&'a str, FieldLevel)>;

/// What was decided of a record; `None` when the reader may not read it.
type Decided<'a> = Option<Arc<[(&'a str, FieldLevel)]>>;

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
}

impl Records {
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
}

impl Records {
    /// Returns a page of a list as JSON text, as [`ReadRecords::list`](super::resource::ReadRecords::list) does, with each record
    /// as the user sees it.
    pub(crate) fn list_seen(
        &self,
        conn: &mut Conn,
        from: Origin<'_>,
        entry: &RegisteredResource,
        (query, by): (&ListQuery, &Actor),
    ) -> Result<Option<Vec<u8>>> {
        let Some(mut page) = entry.registration.read.page(conn, from, query, by)? else {
            return Ok(None);
        };
        let items = std::mem::take(&mut page.items);
        page.items = Gate::new(conn, self, &by.access).all_shown(entry, items)?;
        let text = match query.limit {
            Some(_) => serde_json::to_vec(&page),
            None => serde_json::to_vec(&page.items),
        };
        text.map(Some).map_err(Error::internal)
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

    /// Takes away who made a change, unless the user may read them.
    pub(crate) fn see_actor(
        &self,
        conn: &mut Conn,
        actor: &mut Option<ChangedBy>,
        by: &Actor,
    ) -> Result<()> {
        let Some(accounts) = self.accounts().filter(|one| self.narrows(&by.access, one)) else {
            return Ok(());
        };
        let Some(ChangedBy { id, .. }) = actor else { return Ok(()) };
        let view = match accounts.view(conn, id) {
            // The operator at the command line, for example.
            Err(Error::NotFound) => return Ok(()),
            view => view?,
        };
        if !self.may_read(conn, accounts, &view, by)? {
            *actor = None;
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

impl<'a> Gate<'a> {
    pub(crate) fn new(conn: &'a mut Conn, records: &'a Records, access: &'a Access) -> Self {
        let reading = Reading::new(conn, records);
        Self { reading, access, narrowed: HashMap::new(), decided: HashMap::new() }
    }

    /// Returns a record as the reader sees it; `None` when the reader may not read it.
    pub(crate) fn shown(
        &mut self,
        entry: &'a RegisteredResource,
        view: Value,
    ) -> Result<Option<Value>> {
        let view = Arc::new(view);
        let Some(levels) = self.levels(entry, &view)? else { return Ok(None) };
        let mut shown = Arc::unwrap_or_clone(view);
        if let Value::Object(fields) = &mut shown {
            self.take_unseen(entry, &levels, fields, true)?;
        }
        Ok(Some(shown))
    }

    /// Returns records as the reader sees them, without those that the reader may not read.
    pub(crate) fn all_shown(
        &mut self,
        entry: &'a RegisteredResource,
        views: Vec<Value>,
    ) -> Result<Vec<Value>> {
        self.read_referred(entry, &views)?;
        let shown = views.into_iter().map(|view| self.shown(entry, view).transpose());
        shown.flatten().collect()
    }

    /// Returns parts of records, each with its identifier, as the reader sees them, without those of records that the
    /// reader may not read.
    pub(crate) fn all_parts_shown(
        &mut self,
        entry: &'a RegisteredResource,
        parts: Vec<Value>,
    ) -> Result<Vec<Value>> {
        let ids = parts.iter().filter_map(|part| identifier(part).as_str().and_then(Id::parse));
        self.reading.read_all(entry, &ids.collect::<Vec<_>>())?;
        let mut shown = Vec::with_capacity(parts.len());
        for mut part in parts {
            if self.narrow_referred(entry, &mut part)? {
                shown.push(part);
            }
        }
        Ok(shown)
    }

    /// Reads what these records refer to, as far as a rule narrows it or decides by it, each resource with one statement.
    fn read_referred(&mut self, entry: &RegisteredResource, views: &[Value]) -> Result<()> {
        let records: &'a Records = self.reading.records;
        let narrowed = self.narrowed(entry);
        let readers = self.access.of(entry.info().name).into_iter().flat_map(|of| &of.roles);
        let filters: Vec<&Filter> =
            readers.filter_map(|role| role.reads().and_then(Rows::filter)).collect();
        for reference in entry.info().references {
            let is_narrowed = || narrowed.iter().any(|(one, _)| one.view == reference.view);
            let decides = || filters.iter().any(|filter| filter.reads_referred(reference.view));
            let Some(to) = records.get(reference.to).filter(|_| is_narrowed() || decides()) else {
                continue;
            };
            let ids =
                views.iter().flat_map(|view| match view.get(reference.view).map(identifier) {
                    Some(Value::Array(ids)) => ids,
                    Some(id) => vec![id],
                    None => Vec::new(),
                });
            let mut ids: Vec<Id> = ids.filter_map(|id| id.as_str().and_then(Id::parse)).collect();
            ids.sort();
            ids.dedup();
            self.reading.read_all(to, &ids)?;
        }
        Ok(())
    }

    /// Returns the references of a resource that lead to what a rule narrows for the reader.
    fn narrowed(&mut self, entry: &RegisteredResource) -> Narrowed<'a> {
        let records: &'a Records = self.reading.records;
        let known = self.narrowed.entry(entry.info().name).or_insert_with(|| {
            let narrowed = entry.info().references.iter().filter_map(|reference| {
                let to = records.get(reference.to)?;
                records.narrows(self.access, to).then_some((reference, &**to))
            });
            narrowed.collect()
        });
        Arc::clone(known)
    }

    /// Returns how much the reader sees of the fields of a record, of those that no role gives whole; `None` when the
    /// reader may not read it.
    fn levels(
        &mut self,
        entry: &'a RegisteredResource,
        view: &Arc<Value>,
    ) -> Result<Option<Levels<'a>>> {
        let Some(access) = self.access.of(entry.info().name) else { return Ok(Some(Vec::new())) };
        let roles = self.giving(entry, access, view)?;
        if let [role] = *roles {
            return Ok(Some(role.levels().collect()));
        }
        let fields = access.narrowed_fields().into_iter();
        let most = |field| roles.iter().map(|role| role.level(field)).max();
        let levels = fields.filter_map(|field| Some((field, most(field)?))).collect();
        Ok((!roles.is_empty()).then_some(levels))
    }

    /// Takes from a record that the reader may read what the reader does not see of it.
    fn take_unseen(
        &mut self,
        entry: &'a RegisteredResource,
        levels: &[(&str, FieldLevel)],
        shown: &mut Map<String, Value>,
        is_whole: bool,
    ) -> Result<()> {
        let mut masked: Vec<Value> = Vec::new();
        let disclosing = self.disclosing(entry, shown)?;
        for (field, level) in levels {
            match level {
                FieldLevel::Hidden => drop(shown.remove(*field)),
                FieldLevel::Masked => {
                    if let Some(value) = shown.get_mut(*field) {
                        *value = Value::Null;
                        masked.push((*field).into());
                    }
                }
                _ => {}
            }
        }
        for &(reference, to) in &*self.narrowed(entry) {
            match shown.get_mut(reference.view) {
                Some(Value::Array(items)) => {
                    let mut seen = Vec::with_capacity(items.len());
                    for mut item in std::mem::take(items) {
                        if self.narrow_referred(to, &mut item)? {
                            seen.push(item);
                        }
                    }
                    *items = seen;
                }
                None | Some(Value::Null) => {}
                Some(one) => {
                    if !self.narrow_referred(to, one)? {
                        *one = Value::Null;
                        masked.push(reference.view.into());
                    }
                }
            }
        }
        for field in disclosing {
            if let Some(value) = shown.get_mut(field).filter(|value| !value.is_null()) {
                *value = Value::Null;
                masked.push(field.into());
            }
        }
        if is_whole && !masked.is_empty() {
            shown.insert(MASKED.to_owned(), Value::Array(masked));
        }
        Ok(())
    }

    /// Narrows a record that is embedded in another one. Returns whether the reader may read it at all.
    fn narrow_referred(
        &mut self,
        entry: &'a RegisteredResource,
        shown: &mut Value,
    ) -> Result<bool> {
        let Some(id) = identifier(shown).as_str().and_then(Id::parse) else { return Ok(true) };
        let key = (entry.info().name, id);
        let levels = match self.decided.get(&key) {
            Some(known) => known.clone(),
            None => {
                let view = self.reading.view(entry, &key.1)?;
                // What is not there any more tells nothing but its identifier.
                let levels = match view {
                    Some(view) => self.levels(entry, &view)?.map(Arc::from),
                    None => Some(Arc::default()),
                };
                self.decided.insert(key, levels.clone());
                levels
            }
        };
        let Some(levels) = levels else { return Ok(false) };
        if let Value::Object(fields) = shown {
            self.take_unseen(entry, &levels, fields, false)?;
        }
        Ok(true)
    }

    /// Returns the fields of a record from which values could be read that the reader does not see of what it refers to.
    fn disclosing(
        &mut self,
        entry: &'a RegisteredResource,
        shown: &Map<String, Value>,
    ) -> Result<Vec<&'static str>> {
        let mut fields = Vec::new();
        for Disclosure { field, of, values } in entry.info().discloses {
            let narrowed = self.narrowed(entry);
            let to = narrowed.iter().find(|(reference, _)| reference.view == *of);
            let (Some((_, to)), Some(referred)) = (to, shown.get(*of)) else { continue };
            let Some(id) = identifier(referred).as_str().and_then(Id::parse) else { continue };
            self.narrow_referred(to, &mut Value::String(id.to_string()))?;
            if self.misses(to, id, values) {
                fields.push(*field);
            }
        }
        Ok(fields)
    }

    /// Returns whether the reader does not see some of these fields of a record that was decided.
    fn misses(&self, entry: &RegisteredResource, id: Id, fields: &[&str]) -> bool {
        let is_unseen = |(field, level): &(&str, FieldLevel)| {
            *level < FieldLevel::ReadOnly && fields.contains(field)
        };
        match self.decided.get(&(entry.info().name, id)) {
            None => false,
            Some(None) => true,
            Some(Some(levels)) => levels.iter().any(is_unseen),
        }
    }

    /// Returns the roles that let the reader read a record.
    fn giving<'r>(
        &mut self,
        entry: &'a RegisteredResource,
        access: &'r ResourceAccess,
        view: &Arc<Value>,
    ) -> Result<Vec<&'r RoleAccess>> {
        let mut giving = Vec::new();
        for role in &access.roles {
            let Some(rows) = role.reads() else { continue };
            if self.reading.meets_rows(entry, view, rows)? {
                giving.push(role);
            }
        }
        Ok(giving)
    }
}
