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
use crate::engine::list::ComputedField;
use crate::engine::schema::Definitions;
use crate::records::actor::Actor;
use crate::records::known::Known;
use crate::records::media;
use crate::records::registered::{Record, RegisteredResource, check_match};
use crate::records::resource::{Registration, Resource};
use crate::records::revisions;

/// All resources of the product, with what is derived from each once at startup.
pub(crate) struct Records {
    resources: Vec<Arc<RegisteredResource>>,
    by_name: HashMap<&'static str, usize>,
}

impl Records {
    /// Registers the resources in the order of their modules; `definitions` has their schemas.
    pub(crate) fn new(
        registrations: impl IntoIterator<Item = Registration>,
        definitions: &Definitions,
        computed: &[&'static ComputedField],
    ) -> Result<Self> {
        let registrations: Vec<Registration> = registrations.into_iter().collect();
        let titles: HashMap<&str, &'static str> =
            registrations.iter().map(|one| (one.info.name, one.info.title)).collect();
        let mut resources = Vec::new();
        let mut by_name = HashMap::new();
        let unknown = computed.iter().find(|field| !titles.contains_key(field.resource));
        if let Some(ComputedField { name, resource, .. }) = unknown {
            return Err(Error::startup(format!(
                "The computed field `{name}` is of the resource {resource}, which does not exist."
            )));
        }
        for registration in registrations {
            let of_this: Vec<&'static ComputedField> = computed
                .iter()
                .filter(|field| field.resource == registration.info.name)
                .copied()
                .collect();
            by_name.insert(registration.info.name, resources.len());
            let title_of = |name: &str| titles.get(name).copied();
            resources.push(Arc::new(RegisteredResource::new(
                registration,
                definitions,
                title_of,
                &of_this,
            )?));
        }
        Ok(Self { resources, by_name })
    }

    pub(crate) fn all(&self) -> &[Arc<RegisteredResource>] {
        &self.resources
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<RegisteredResource>> {
        self.by_name.get(name).map(|index| &self.resources[*index])
    }

    /// Returns the resource of type `R`.
    ///
    /// # Errors
    /// An internal one when no module registers it.
    pub(crate) fn of<R: Resource>(&self) -> Result<&RegisteredResource> {
        let entry = self.get(R::INFO.name).map(Arc::as_ref);
        entry.ok_or_else(|| Error::internal(format!("{} is not registered", R::INFO.name)))
    }

    /// Stores a validated and prepared input as the new record `id`.
    pub(crate) fn create_as(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        body: Value,
        by: &Actor,
    ) -> Result<Record> {
        let record = self.insert(conn, entry, id, body, by)?;
        revisions::note(conn, entry.info(), id, revisions::CREATE, None, Some(&record.view), by)?;
        Ok(record)
    }

    pub(super) fn insert(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        body: Value,
        by: &Actor,
    ) -> Result<Record> {
        self.check_new(conn, entry, &body, Known::Nothing, by)?;
        insert_checked(conn, entry, id, body, by)?;
        let record = entry.find(conn, id)?;
        media::follow(conn, entry, id, None, Some(&record.view))?;
        Ok(record)
    }

    /// Checks what a new record refers to, and the rules of its resource.
    pub(super) fn check_new(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        body: &Value,
        known: Known<'_>,
        by: &Actor,
    ) -> Result<()> {
        self.check_references(conn, entry, body, None, known)?;
        check_rules(conn, entry, None, body, by)
    }

    /// Deletes the record, unless another record refers to it.
    pub(crate) fn delete(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        if_match: Option<&str>,
        by: &Actor,
    ) -> Result<()> {
        entry.registration.must_delete()?;
        let record = self.lock(conn, entry, id, if_match, RowLock::Delete)?;
        let referring = self.referring(conn, entry, id)?;
        if !referring.is_empty() {
            let title = entry.title(&record.view);
            return Err(Error::conflict(format!(
                "{title} cannot be deleted: it is still referred to by {}",
                referring.join(" and ")
            )));
        }
        statements::delete(conn, entry.info().table, id)?;
        notify(entry.info().table, id);
        media::follow(conn, entry, id, Some(&record.view), None)?;
        revisions::note(conn, entry.info(), id, revisions::DELETE, Some(&record.view), None, by)
    }

    /// Performs a verb of a resource on a record; `work` returns whether it changed the record.
    pub(crate) fn perform_verb(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        (id, verb): (&Id, &str),
        if_match: Option<&str>,
        by: &Actor,
        work: impl FnOnce(&mut Conn) -> Result<bool>,
    ) -> Result<Record> {
        let before = self.lock(conn, entry, id, if_match, RowLock::Update)?;
        if !work(conn).map_err(|error| map_constraint(entry, error))? {
            return Ok(before);
        }
        notify(entry.info().table, id);
        let after = entry.find(conn, id)?;
        let (was, is) = (Some(&before.view), Some(&after.view));
        media::follow(conn, entry, id, was, is)?;
        revisions::note(conn, entry.info(), id, verb, was, is, by)?;
        Ok(after)
    }

    /// Has `work` insert or update a row of `table`, which belongs to the kernel, and writes the
    /// change to the audit trail of the resource that shows the table.
    pub(crate) fn record_account_change(
        &self,
        conn: &mut Conn,
        table: &str,
        (id, verb): (&Id, &str),
        by: &Actor,
        work: impl FnOnce(&mut Conn) -> Result<()>,
    ) -> Result<()> {
        let Some(entry) = self.resources.iter().find(|entry| entry.info().table == table) else {
            return work(conn);
        };
        if verb == revisions::CREATE {
            return self.add(conn, entry, id, by, work);
        }
        let work = |conn: &mut Conn| work(conn).map(|()| true);
        self.perform_verb(conn, entry, (id, verb), None, by, work).map(|_| ())
    }

    /// Has `work` insert the record `id`, and writes the creation to the audit trail.
    pub(crate) fn add(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        by: &Actor,
        work: impl FnOnce(&mut Conn) -> Result<()>,
    ) -> Result<()> {
        work(conn).map_err(|error| map_constraint(entry, error))?;
        notify(entry.info().table, id);
        let view = entry.view(conn, id)?;
        media::follow(conn, entry, id, None, Some(&view))?;
        revisions::note(conn, entry.info(), id, revisions::CREATE, None, Some(&view), by)
    }

    /// Reads a record and locks its row until this transaction ends.
    pub(super) fn lock(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        if_match: Option<&str>,
        hold: RowLock,
    ) -> Result<Record> {
        let info = entry.info();
        if info.one_at_a_time {
            // Before any row lock, so that a transaction that waits here has no lock that another
            // one needs.
            statements::lock_changes(conn, info.table)?;
        }
        statements::lock(conn, info.table, id, hold)?;
        revisions::journal::refuse_others(conn, info.name, id)?;
        let record = entry.find(conn, id)?;
        check_match(if_match, || record.etag())?;
        Ok(record)
    }
}

/// Inserts a record that was checked, which is not in the audit trail yet.
pub(super) fn insert_checked(
    conn: &mut Conn,
    entry: &RegisteredResource,
    id: &Id,
    body: Value,
    by: &Actor,
) -> Result<()> {
    let write = entry.registration.must_create()?;
    write.insert(conn, id, body, by).map_err(|error| map_constraint(entry, error))?;
    notify(entry.info().table, id);
    Ok(())
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
