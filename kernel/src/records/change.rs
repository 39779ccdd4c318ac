//! Writes records of any resource: the one code path of every change, from a form, an import or the
//! demo data.
//!
//! Each change is one transaction. It locks the row, compares `If-Match`, checks the references,
//! calls the module's function, maps violated constraints to validation errors, and writes the
//! change to the audit trail.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::statements::RowLock;
use crate::db::{Conn, notify, statements};
use crate::engine::list::{ComputedField, Sight};
use crate::engine::policy::{ByAccess, UserAttribute};
use crate::engine::schema::Definitions;
use crate::records::actor::{ACCOUNTS, Actor};
use crate::records::idempotency::Answer;
use crate::records::known::Known;
use crate::records::media;
use crate::records::registered::{Record, RegisteredResource};
use crate::records::resource::{Disclosure, Info, Reference, Registration, Resource};
use crate::records::revisions::{self, ChangedRecord};

/// All resources of the product, with what is derived from each once at startup.
pub(crate) struct Records {
    resources: Vec<Arc<RegisteredResource>>,
    by_name: HashMap<&'static str, usize>,
    /// The resources of the module that declares a computed field, by its name.
    pub(super) computed_by: HashMap<&'static str, Vec<&'static str>>,
    /// The attributes of users that rules may compare with.
    pub(crate) attributes: Vec<UserAttribute>,
    /// Those of them that refer to records.
    pub(super) referring_attributes: Vec<Reference>,
    /// What readers see of each resource in lists.
    pub(super) sights: ByAccess<Option<Arc<Sight>>>,
}

impl Records {
    /// Registers the resources in the order of their modules; `definitions` has their schemas. Computed fields come with the
    /// resources of their modules.
    pub(crate) fn new(
        registrations: impl IntoIterator<Item = Registration>,
        definitions: &Definitions,
        computed: &[(&'static ComputedField, Vec<&'static str>)],
        attributes: Vec<UserAttribute>,
    ) -> Result<Self> {
        let registrations: Vec<Registration> = registrations.into_iter().collect();
        let titles: HashMap<&str, &'static str> =
            registrations.iter().map(|one| (one.info.name, one.info.title)).collect();
        let accounts = registrations.iter().find(|one| one.info.table == ACCOUNTS);
        let accounts = accounts.map(|one| one.info.name);
        let mut resources = Vec::new();
        let mut by_name = HashMap::new();
        let computed_by =
            computed.iter().map(|(field, resources)| (field.name, resources.clone())).collect();
        let computed = || computed.iter().map(|(field, _)| *field);
        let unknown = computed().find(|field| !titles.contains_key(field.resource));
        if let Some(ComputedField { name, resource, .. }) = unknown {
            return Err(Error::startup(format!(
                "The computed field `{name}` is of the resource {resource}, which does not exist."
            )));
        }
        for registration in registrations {
            let of_this: Vec<&'static ComputedField> =
                computed().filter(|field| field.resource == registration.info.name).collect();
            by_name.insert(registration.info.name, resources.len());
            let title_of = |name: &str| titles.get(name).copied();
            resources.push(Arc::new(RegisteredResource::new(
                registration,
                definitions,
                title_of,
                &of_this,
                accounts,
            )?));
        }
        let referring_attributes = attributes.iter().filter_map(|attribute| {
            let (pointer, to) = attribute.pointer()?;
            // References are declared by constants, and so is this one but for its pointer.
            Some(Reference::one(String::leak(pointer), "attributes", "attributes", to))
        });
        let referring_attributes = referring_attributes.collect();
        let unknown = attributes.iter().find_map(|attribute| {
            let (_, to) = attribute.pointer()?;
            (!by_name.contains_key(to)).then_some((attribute.name, to))
        });
        if let Some((name, to)) = unknown {
            return Err(Error::startup(format!(
                "The attribute `{name}` of users refers to the resource {to}, which does not exist."
            )));
        }
        let sights = ByAccess::default();
        let records =
            Self { resources, by_name, computed_by, attributes, referring_attributes, sights };
        records.check_disclosures()?;
        Ok(records)
    }

    /// Fails when a field is said to disclose one that the resource referred to does not have.
    fn check_disclosures(&self) -> Result<()> {
        for entry in &self.resources {
            let Info { name, references, discloses, .. } = entry.info();
            for Disclosure { of, values, .. } in *discloses {
                let to = references.iter().find(|reference| reference.view == *of);
                let to = to.and_then(|reference| self.get(reference.to));
                let has =
                    |value: &&&str| to.is_some_and(|to| to.ruled_fields.all.contains(**value));
                if let Some(value) = values.iter().find(|value| !has(value)) {
                    return Err(Error::startup(format!(
                        "Resource {name} says that it discloses `{value}` of `{of}`, which has no such field."
                    )));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn all(&self) -> &[Arc<RegisteredResource>] {
        &self.resources
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<RegisteredResource>> {
        self.by_name.get(name).map(|index| &self.resources[*index])
    }

    /// Returns the resource that shows accounts, if there is one.
    pub(crate) fn accounts(&self) -> Option<&RegisteredResource> {
        self.resources.iter().find(|entry| entry.info().table == ACCOUNTS).map(Arc::as_ref)
    }

    /// Returns the resource of type `R`.
    ///
    /// # Errors
    /// An internal one when no module registers it.
    pub(crate) fn of<R: Resource>(&self) -> Result<&RegisteredResource> {
        let entry = self.get(R::INFO.name).map(Arc::as_ref);
        entry.ok_or_else(|| Error::internal(format!("{} is not registered", R::INFO.name)))
    }

    /// Has `work` insert or update an account, and writes the change to the audit trail of the resource
    /// that shows accounts, if there is one.
    pub(crate) fn record_account_change(
        &self,
        conn: &mut Conn,
        (id, verb): (&Id, &str),
        by: &Actor,
        work: impl FnOnce(&mut Conn) -> Result<()>,
    ) -> Result<()> {
        let Some(entry) = self.accounts() else { return work(conn) };
        let mut writing = WriteContext::new(conn, self, by);
        if verb == revisions::CREATE {
            return writing.add_to(entry, id, work);
        }
        writing.perform_verb(entry, id, verb, |inner| work(inner.conn).map(|()| true)).map(drop)
    }
}

/// The context of a change, inside its transaction.
pub struct WriteContext<'a> {
    pub(crate) conn: &'a mut Conn,
    pub(crate) records: &'a Records,
    pub(crate) by: &'a Actor,
    pub(crate) if_match: Option<&'a str>,
}

impl<'a> WriteContext<'a> {
    /// Returns the same context, for a shorter time.
    pub(crate) fn again(&mut self) -> WriteContext<'_> {
        let Self { conn, records, by, if_match } = self;
        WriteContext { conn, records, by, if_match: *if_match }
    }

    /// Begins a change that depends on no `If-Match`.
    pub(crate) fn new(conn: &'a mut Conn, records: &'a Records, by: &'a Actor) -> Self {
        Self { conn, records, by, if_match: None }
    }

    /// Returns the connection, to read, or to write rows that are no records of a resource.
    pub fn conn(&mut self) -> &mut Conn {
        self.conn
    }

    /// Returns the actor of the change.
    pub fn by(&self) -> &'a Actor {
        self.by
    }

    /// Has `work` insert the record `id` of a resource, and writes the creation to the audit trail.
    pub fn add<R: Resource>(
        &mut self,
        id: &Id,
        work: impl FnOnce(&mut Conn) -> Result<()>,
    ) -> Result<()> {
        self.add_to(self.records.of::<R>()?, id, work)
    }
}

impl WriteContext<'_> {
    /// Stores a validated and prepared input as the new record `id`.
    pub(crate) fn create(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        body: Value,
    ) -> Result<Record> {
        let body = self.records.allowed_input(entry, body, (self.by, revisions::CREATE))?;
        self.check_new(entry, &body, Known::Nothing)?;
        self.insert_checked(entry, id, body)?;
        let record = entry.find(self.conn, id)?;
        self.note(entry, id, revisions::CREATE, None, Some(&record.view))?;
        Ok(record)
    }

    /// Checks what a new record refers to, and the rules of its resource.
    pub(super) fn check_new(
        &mut self,
        entry: &RegisteredResource,
        body: &Value,
        known: Known<'_>,
    ) -> Result<()> {
        self.records.check_references(self.conn, entry, body, None, (known, self.by))?;
        check_rules(self.conn, entry, None, body, self.by)
    }

    /// Inserts a record that was checked, which is not in the audit trail yet.
    pub(super) fn insert_checked(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        body: Value,
    ) -> Result<()> {
        let inserted = entry.registration.must_create()?.insert(self.conn, id, body, self.by);
        inserted.map_err(|error| map_constraint(entry, error))?;
        notify(entry.info().table, id);
        Ok(())
    }

    /// Deletes the record, unless another record refers to it.
    pub(crate) fn delete(&mut self, entry: &RegisteredResource, id: &Id) -> Result<()> {
        entry.registration.must_delete()?;
        let record = self.lock(entry, id, RowLock::Delete, revisions::DELETE)?;
        let referring = self.records.referring(self.conn, entry, id, self.by)?;
        if !referring.is_empty() {
            let seen = self.records.seen(self.conn, entry, record, self.by)?;
            let title = entry.title(seen.view());
            return Err(Error::conflict(format!(
                "{title} cannot be deleted: it is still referred to by {}",
                referring.join(" and ")
            )));
        }
        statements::delete(self.conn, entry.info().table, id)?;
        notify(entry.info().table, id);
        self.note(entry, id, revisions::DELETE, Some(&record.view), None)
    }

    /// Has `work` change the record, and writes a revision of the verb when `work` returns that it did.
    /// Returns the record. Checks `If-Match`.
    pub(crate) fn perform_verb(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        verb: &str,
        work: impl FnOnce(&mut WriteContext<'_>) -> Result<bool>,
    ) -> Result<Record> {
        let before = self.lock(entry, id, RowLock::Update, verb)?;
        let inner = &mut WriteContext::new(self.conn, self.records, self.by);
        if !work(inner).map_err(|error| map_constraint(entry, error))? {
            return Ok(before);
        }
        notify(entry.info().table, id);
        let after = entry.find(self.conn, id)?;
        self.note(entry, id, verb, Some(&before.view), Some(&after.view))?;
        Ok(after)
    }

    /// Has `work` insert the record `id`, and writes the creation to the audit trail.
    pub(super) fn add_to(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        work: impl FnOnce(&mut Conn) -> Result<()>,
    ) -> Result<()> {
        work(self.conn).map_err(|error| map_constraint(entry, error))?;
        notify(entry.info().table, id);
        let view = entry.view(self.conn, id)?;
        self.note(entry, id, revisions::CREATE, None, Some(&view))
    }

    /// Reads a record that the user may do the action with, and locks its row until this transaction ends. Checks
    /// `If-Match`.
    pub(super) fn lock(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        hold: RowLock,
        action: &str,
    ) -> Result<Record> {
        let info = entry.info();
        if info.one_at_a_time {
            // Before any row lock, so that a transaction that waits here has no lock that another
            // one needs.
            statements::lock_changes(self.conn, info.table)?;
        }
        statements::lock(self.conn, info.table, id, hold)?;
        revisions::journal::refuse_others(self.conn, info.name, id)?;
        let record = entry.find(self.conn, id)?;
        let (conn, records) = (&mut *self.conn, self.records);
        records.must_be_allowed(conn, entry, &record.view, (self.by, action))?;
        records.check_match(conn, entry, &record, (self.by, self.if_match))?;
        Ok(record)
    }

    /// Fails when `If-Match` differs from the `ETag` of what the user sees of a record.
    pub(crate) fn must_match(&mut self, entry: &RegisteredResource, record: &Record) -> Result<()> {
        self.records.check_match(self.conn, entry, record, (self.by, self.if_match))
    }

    /// Returns the answer with a record, as the user sees it.
    pub(crate) fn answer(&mut self, entry: &RegisteredResource, record: Record) -> Result<Answer> {
        self.records.answer(self.conn, entry, record, self.by)
    }

    /// Follows the images of a record that was changed, and writes the revision; `before` and `after` are
    /// its views. Its row is locked, so that no other revision is written at the same time.
    pub(super) fn note(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        action: &str,
        before: Option<&Value>,
        after: Option<&Value>,
    ) -> Result<()> {
        media::follow(self.conn, entry, id, before, after)?;
        let change = ChangedRecord { record: id, before, after, by: self.by };
        revisions::note_all(self.conn, entry.info(), action, &[change])?;
        match after {
            None => Ok(()),
            Some(after) => self.records.must_remain(self.conn, entry, after, (self.by, action)),
        }
    }
}

/// Checks the rules of the resource that a schema cannot express, if it has any.
pub(super) fn check_rules(
    conn: &mut Conn,
    entry: &RegisteredResource,
    was: Option<(&Id, &Value)>,
    is: &Value,
    by: &Actor,
) -> Result<()> {
    match entry.registration.changes() {
        Some(write) => write.check(conn, was, is, by),
        None => Ok(()),
    }
}

/// Maps a violated constraint to the validation error of the resource.
pub(super) fn map_constraint(entry: &RegisteredResource, error: Error) -> Error {
    let info = entry.info();
    match &error {
        Error::Duplicate(what) => {
            match info.unique.iter().find(|unique| unique.is_violated(info.table, what)) {
                Some(unique) => unique.conflict(),
                None => error,
            }
        }
        Error::Referred(_) => Error::conflict("A record that this one refers to was just deleted"),
        _ => error,
    }
}
