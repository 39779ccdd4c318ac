//! Writing a record of any resource: the one way that every change goes, from a form, an import
//! or the demo data.
//!
//! In one transaction: the row is held, `If-Match` compared, what is referred to looked up, the
//! module's function run, and what the database refuses put into words.

use std::collections::HashMap;

use serde_json::Value;

use crate::auth::Actor;
use crate::db::engine::Hold;
use crate::db::{Conn, engine};
use crate::error::{Error, FieldError, Result};
use crate::id::Id;
use crate::resource::{Record, Reference, Registration, Resource, Writable};
use crate::schema::{Checker, Definitions, merge};

/// All resources of the product, with what is made of them once at the start.
pub(crate) struct Records {
    resources: Vec<Entry>,
    by_name: HashMap<&'static str, usize>,
}

/// One resource and the checks of its bodies.
pub(crate) struct Entry {
    pub(crate) registration: Registration,
    /// `None` for a resource that can only be read.
    pub(crate) checks: Option<Checks>,
    /// The fields that are shown and cannot be written.
    pub(crate) read_only: Vec<String>,
}

pub(crate) struct Checks {
    pub(crate) input: Checker,
    pub(crate) patch: Checker,
}

/// What became of a record that was to be updated.
pub(crate) struct Updated {
    pub(crate) record: Record,
    pub(crate) changed: bool,
}

impl Records {
    /// Takes the resources in the order of their modules; `definitions` holds their schemas.
    pub(crate) fn new(
        registrations: impl IntoIterator<Item = Registration>,
        definitions: &Definitions,
    ) -> Result<Self> {
        let mut resources = Vec::new();
        let mut by_name = HashMap::new();
        for registration in registrations {
            let checks = match &registration.input {
                None => None,
                Some(input) => Some(Checks {
                    input: Checker::named(definitions, &(input.name)())?,
                    patch: Checker::named(definitions, &patch_name(&registration))?,
                }),
            };
            by_name.insert(registration.info.name, resources.len());
            let shown = definitions.get(&(registration.view.name)());
            let shown = shown.and_then(|view| view["properties"].as_object()).into_iter().flatten();
            let read_only = shown
                .map(|(name, _)| name.clone())
                .filter(|name| !checks.as_ref().is_some_and(|checks| checks.input.has_field(name)))
                .collect();
            resources.push(Entry { registration, checks, read_only });
        }
        Ok(Self { resources, by_name })
    }

    pub(crate) fn all(&self) -> &[Entry] {
        &self.resources
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Entry> {
        self.by_name.get(name).map(|index| &self.resources[*index])
    }

    /// Checks `body` and stores it as a new record.
    pub(crate) fn create(
        &self,
        conn: &mut Conn,
        entry: &Entry,
        body: Value,
        by: &Actor,
    ) -> Result<(Id, Record)> {
        let (Some(checks), Some(insert)) = (&entry.checks, entry.registration.insert) else {
            return Err(Error::MethodNotAllowed(String::new()));
        };
        let state = (entry.registration.state)(checks.input.check(body)?)?;
        self.check_references(conn, entry, &state, None)?;
        let id = Id::new();
        insert(conn, &id, state, by).map_err(|error| in_words(entry, error))?;
        Ok((id.clone(), (entry.registration.find)(conn, &id)?))
    }

    /// Checks `patch` and lays it over the record; nothing is written when nothing changes.
    pub(crate) fn update(
        &self,
        conn: &mut Conn,
        entry: &Entry,
        id: &Id,
        patch: Value,
        if_match: Option<&str>,
        by: &Actor,
    ) -> Result<Updated> {
        let (Some(checks), Some(update)) = (&entry.checks, entry.registration.update) else {
            return Err(Error::MethodNotAllowed(String::new()));
        };
        let record = self.hold(conn, entry, id, if_match, Hold::Update)?;
        let patch = checks.patch.check(patch)?;
        let state = (entry.registration.state)(merge(&record.state, patch))?;
        if state == record.state {
            return Ok(Updated { record, changed: false });
        }
        self.check_references(conn, entry, &state, Some(&record.state))?;
        update(conn, id, state, by).map_err(|error| in_words(entry, error))?;
        Ok(Updated { record: (entry.registration.find)(conn, id)?, changed: true })
    }

    /// Deletes the record, unless another still refers to it.
    pub(crate) fn delete(
        &self,
        conn: &mut Conn,
        entry: &Entry,
        id: &Id,
        if_match: Option<&str>,
        by: &Actor,
    ) -> Result<()> {
        let Some(delete) = entry.registration.delete else {
            return Err(Error::MethodNotAllowed(String::new()));
        };
        let record = self.hold(conn, entry, id, if_match, Hold::Delete)?;
        let referring = self.referring(conn, entry, id)?;
        if !referring.is_empty() {
            let info = &entry.registration.info;
            let title = record.view[info.title].as_str().map_or_else(|| info.word(), str::to_owned);
            return Err(Error::conflict(format!(
                "{title} cannot be deleted: it is still referred to by {}",
                referring.join(" and ")
            )));
        }
        delete(conn, id, by)
    }

    /// Reads a record that nobody else may change before this transaction ends.
    fn hold(
        &self,
        conn: &mut Conn,
        entry: &Entry,
        id: &Id,
        if_match: Option<&str>,
        hold: Hold,
    ) -> Result<Record> {
        engine::lock(conn, entry.registration.info.table, id, hold)?;
        let record = (entry.registration.find)(conn, id)?;
        match if_match {
            Some(wanted) if wanted != "*" && !matches(wanted, &record.etag()) => Err(Error::Stale),
            _ => Ok(record),
        }
    }

    /// `3 projects`, `12 units`: by what the record is still referred to, and how often.
    fn referring(&self, conn: &mut Conn, entry: &Entry, id: &Id) -> Result<Vec<String>> {
        let name = entry.registration.info.name;
        let mut referring = Vec::new();
        for other in &self.resources {
            let info = &other.registration.info;
            let mut count = 0;
            for reference in info.references.iter().filter(|reference| reference.to == name) {
                count += engine::count(conn, info.table, reference.column, id)?;
            }
            if count > 0 {
                referring.push(info.counted(count));
            }
        }
        Ok(referring)
    }

    /// Every identifier that is new in `state` must name a record.
    fn check_references(
        &self,
        conn: &mut Conn,
        entry: &Entry,
        state: &Value,
        before: Option<&Value>,
    ) -> Result<()> {
        let mut errors = Vec::new();
        for reference in entry.registration.info.references {
            let Some(text) = state.pointer(reference.field).and_then(Value::as_str) else {
                continue;
            };
            if before.and_then(|before| before.pointer(reference.field)) == Some(&text.into()) {
                continue;
            }
            if !self.is_there(conn, reference, text)? {
                let what = self
                    .get(reference.to)
                    .map_or_else(|| reference.to.into(), |entry| entry.registration.info.word());
                errors.push(FieldError::new(reference.field, format!("There is no such {what}")));
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
    }

    fn is_there(&self, conn: &mut Conn, reference: &Reference, text: &str) -> Result<bool> {
        match (Id::parse(text), self.get(reference.to)) {
            (Some(id), Some(to)) => engine::exists(conn, to.registration.info.table, &id),
            _ => Ok(false),
        }
    }
}

impl Record {
    /// Changes with what can be written of the record, and with nothing else: another record's
    /// new name, though shown in this one, makes nobody's change stale.
    pub(crate) fn etag(&self) -> String {
        let text = self.state.to_string();
        let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, text.as_bytes());
        let hex: String =
            digest.as_ref().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        format!("\"{hex}\"")
    }
}

pub(crate) fn patch_name(registration: &Registration) -> String {
    format!("{}Patch", (registration.view.name)())
}

fn matches(wanted: &str, etag: &str) -> bool {
    wanted.split(',').any(|one| one.trim() == etag)
}

/// What the database refused, in the resource's own words.
fn in_words(entry: &Entry, error: Error) -> Error {
    let info = &entry.registration.info;
    match &error {
        Error::Duplicate(what) => {
            match info.unique.iter().find(|unique| {
                what == unique.index || what.contains(&format!("'{}'", unique.index))
            }) {
                Some(unique) => Error::Conflict {
                    detail: unique.message.into(),
                    errors: vec![FieldError::new(unique.field, unique.message)],
                },
                None => error,
            }
        }
        Error::Referred(_) => Error::conflict("A record that this one refers to was just deleted"),
        _ => error,
    }
}

/// Demo data on its way in: the modules' typed inputs, through the same checks as everything else.
pub struct Seed<'a> {
    conn: &'a mut Conn,
    records: &'a Records,
    by: &'a Actor,
    created: HashMap<&'static str, Vec<Id>>,
}

impl<'a> Seed<'a> {
    pub(crate) fn new(conn: &'a mut Conn, records: &'a Records, by: &'a Actor) -> Self {
        Self { conn, records, by, created: HashMap::new() }
    }

    /// Creates a record and answers its identifier.
    pub fn create<R: Writable>(&mut self, input: R::Input) -> Result<Id> {
        let entry = self
            .records
            .get(R::INFO.name)
            .ok_or_else(|| Error::internal(format!("{} is not registered", R::INFO.name)))?;
        let body = serde_json::to_value(input).map_err(Error::internal)?;
        let (id, _) = self.records.create(self.conn, entry, body, self.by)?;
        self.created.entry(R::INFO.name).or_default().push(id.clone());
        Ok(id)
    }

    /// What modules below made of this resource, in the order in which they made it. Others may
    /// be there already.
    pub fn created<R: Resource>(&self) -> &[Id] {
        self.created.get(R::INFO.name).map_or(&[], Vec::as_slice)
    }

    /// The connection, to read what was made.
    pub fn conn(&mut self) -> &mut Conn {
        self.conn
    }
}
