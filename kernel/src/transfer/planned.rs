//! Plans what an import would write, against the current database and the rows before, without
//! writing. The steps are stored in a temporary file, so that memory stays flat; in memory each
//! record takes its identifier and a digest of each of its keys.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use super::steps::{PlannedSteps, Step, Steps};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::Conn;
use crate::db::record_keys::{self, KeyPart};
use crate::records::actor::Actor;
use crate::records::change::WriteContext;
use crate::records::{Found, Known, Records, RegisteredResource};

/// A digest of a key and of the resource and fields that it belongs to. A collision would make the
/// second record count as taken; with 128 bits it does not happen in practice.
pub(super) type Digest = (u64, u64);

/// The records of an import so far, as if they were written.
pub(super) struct PlannedRecords<'a> {
    records: &'a Records,
    by: &'a Actor,
    /// `None` in a dry run.
    steps: Option<PlannedSteps>,
    /// Records that are created or changed.
    touched: HashSet<Packed>,
    /// The record that will have a key.
    taken: HashMap<Digest, Packed>,
    /// Records that will no longer have a key that they have in the database.
    moved: HashSet<(Digest, Packed)>,
    /// Records of the database that rows refer to.
    referred: Found,
    /// The records of the database with each key that was looked up for the current batch of rows.
    looked_up: RefCell<HashMap<Digest, Vec<Id>>>,
    /// The undo list of the current row, and the steps of that row.
    row: Vec<Undo>,
    row_steps: Vec<Step>,
}

/// One change of what is planned.
enum Undo {
    Touched(Packed),
    /// The record that was planned to have the key before.
    Taken(Digest, Option<Packed>),
    /// Whether the record had already left the key before.
    Moved(Digest, Packed, bool),
}

/// The fields of a natural or unique key: (JSON pointer, column).
type Key = &'static [(&'static str, &'static str)];

/// An identifier in half of its size.
type Packed = [u8; 12];

impl<'a> PlannedRecords<'a> {
    pub(super) fn new(records: &'a Records, by: &'a Actor, dry_run: bool) -> Result<Self> {
        Ok(Self {
            records,
            by,
            steps: if dry_run { None } else { Some(PlannedSteps::new()?) },
            touched: HashSet::new(),
            taken: HashMap::new(),
            moved: HashSet::new(),
            referred: Found::new(),
            looked_up: RefCell::default(),
            row: Vec::new(),
            row_steps: Vec::new(),
        })
    }

    /// Commits the plan of the current row: writes its steps to the file.
    pub(super) fn commit_row(&mut self) -> Result<()> {
        self.row.clear();
        let Some(steps) = &mut self.steps else {
            self.row_steps.clear();
            return Ok(());
        };
        self.row_steps.drain(..).try_for_each(|step| steps.push(&step))
    }

    /// Reverts the plan of the current row.
    pub(super) fn discard_row(&mut self) {
        self.row_steps.clear();
        while let Some(change) = self.row.pop() {
            match change {
                Undo::Touched(id) => drop(self.touched.remove(&id)),
                Undo::Taken(key, Some(id)) => drop(self.taken.insert(key, id)),
                Undo::Taken(key, None) => drop(self.taken.remove(&key)),
                Undo::Moved(key, id, true) => drop(self.moved.insert((key, id))),
                Undo::Moved(key, id, false) => drop(self.moved.remove(&(key, id))),
            }
        }
    }

    /// Plans a new record from a checked body. Returns its identifier.
    pub(super) fn create(
        &mut self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        line: u64,
        body: Value,
    ) -> Result<Id> {
        let body = entry.prepare(body)?;
        let creates = |id: &Id| self.touched.contains(&packed(id));
        let known = Known::Planned { creates: &creates, found: &mut self.referred };
        let is = WriteContext::new(conn, self.records, self.by).plan_new(entry, &body, known)?;
        let id = Id::new();
        self.check_unique(conn, entry, &id, None, &is)?;
        self.settle(entry, &id, None, &is);
        self.note(line, entry, &id, true, body);
        Ok(id)
    }

    /// Plans an update of the record `id` by a checked patch. Returns whether it changes anything.
    pub(super) fn update(
        &mut self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        line: u64,
        id: &Id,
        patch: Value,
    ) -> Result<bool> {
        let creates = |id: &Id| self.touched.contains(&packed(id));
        let known = Known::Planned { creates: &creates, found: &mut self.referred };
        let mut writing = WriteContext::new(conn, self.records, self.by);
        let change = writing.plan_change(entry, id, patch, known)?;
        let Some(change) = change else { return Ok(false) };
        self.check_unique(conn, entry, id, Some(&change.was), &change.is)?;
        self.settle(entry, id, Some(&change.was), &change.is);
        self.note(line, entry, id, false, change.patch);
        Ok(true)
    }

    /// Returns whether a step creates or changes the record.
    pub(super) fn touches(&self, id: &Id) -> bool {
        self.touched.contains(&packed(id))
    }

    /// Finds the records with the natural key of a payload, as they will be after the planned
    /// steps. Empty when the payload has no complete key.
    pub(super) fn find(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        payload: &Value,
    ) -> Result<Vec<Id>> {
        let key = entry.info().key;
        let Some(parts) = parts(entry, key, payload) else { return Ok(Vec::new()) };
        let found = self.having(conn, entry, key, &parts)?;
        self.readable(conn, entry, found)
    }

    /// Returns those of these records that the user of the import may read: others are not found.
    fn readable(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        found: Vec<Id>,
    ) -> Result<Vec<Id>> {
        if self.by.access.of(entry.info().name).is_none() {
            return Ok(found);
        }
        let mut readable = Vec::with_capacity(found.len());
        for id in found {
            if self.touches(&id) || self.records.may_read_by_id(conn, entry, &id, self.by)? {
                readable.push(id);
            }
        }
        Ok(readable)
    }

    /// Begins a batch of rows: looks up their natural and unique keys, many at a time.
    pub(super) fn begin_batch(
        &mut self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        payloads: &[Cow<'_, Value>],
    ) -> Result<()> {
        let looked_up = self.looked_up.get_mut();
        looked_up.clear();
        for key in keys(entry) {
            let parts = payloads.iter().filter_map(|payload| parts(entry, key, payload));
            let (digests, parts): (Vec<Digest>, Vec<Vec<KeyPart>>) = parts
                .map(|parts| (digest(entry, key, &parts), parts))
                .filter(|(digest, _)| !looked_up.contains_key(digest))
                .unzip();
            let found = record_keys::find_by_keys(conn, entry.info().table, &parts)?;
            looked_up.extend(digests.into_iter().zip(found));
        }
        Ok(())
    }

    /// Returns the steps, from the first one; `None` in a dry run.
    pub(super) fn steps(self) -> Result<Option<Steps>> {
        self.steps.map(PlannedSteps::finish).transpose()
    }

    fn having(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        key: Key,
        parts: &[KeyPart],
    ) -> Result<Vec<Id>> {
        let digest = digest(entry, key, parts);
        let known = self.looked_up.borrow().get(&digest).cloned();
        let mut found = match known {
            Some(found) => found,
            None => {
                let found = record_keys::find_by_key(conn, entry.info().table, parts)?;
                self.looked_up.borrow_mut().insert(digest, found.clone());
                found
            }
        };
        found.retain(|id| !self.moved.contains(&(digest, packed(id))));
        let taken = self.taken.get(&digest).map(Id::from_bytes);
        found.extend(taken.filter(|id| !found.contains(id)));
        Ok(found)
    }

    fn check_unique(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        was: Option<&Value>,
        is: &Value,
    ) -> Result<()> {
        for unique in entry.info().unique {
            let key = unique.on;
            let Some(new) = parts(entry, key, is) else { continue };
            let old = was.and_then(|was| parts(entry, key, was));
            if old.is_some_and(|old| digest(entry, key, &old) == digest(entry, key, &new)) {
                continue;
            }
            if self.having(conn, entry, key, &new)?.iter().any(|other| other != id) {
                return Err(unique.conflict());
            }
        }
        Ok(())
    }

    /// Lets later rows find the record by its new keys, and no longer by its old ones.
    fn settle(&mut self, entry: &RegisteredResource, id: &Id, was: Option<&Value>, is: &Value) {
        let packed = packed(id);
        if self.touched.insert(packed) {
            self.row.push(Undo::Touched(packed));
        }
        for key in keys(entry) {
            let of = |input: &Value| Some(digest(entry, key, &parts(entry, key, input)?));
            let (old, new) = (was.and_then(of), of(is));
            if old == new {
                continue;
            }
            if let Some(old) = old {
                let had_moved = !self.moved.insert((old, packed));
                self.row.push(Undo::Moved(old, packed, had_moved));
                if self.taken.get(&old) == Some(&packed) {
                    self.row.push(Undo::Taken(old, self.taken.remove(&old)));
                }
            }
            if let Some(new) = new {
                let had_moved = self.moved.remove(&(new, packed));
                self.row.push(Undo::Moved(new, packed, had_moved));
                self.row.push(Undo::Taken(new, self.taken.insert(new, packed)));
            }
        }
    }

    fn note(&mut self, line: u64, entry: &RegisteredResource, id: &Id, new: bool, body: Value) {
        let resource = entry.info().name.to_owned();
        self.row_steps.push(Step { line, resource, id: id.clone(), new, body });
    }
}

/// Returns the natural key and the unique keys of a resource; one that is both is returned once.
fn keys(entry: &RegisteredResource) -> impl Iterator<Item = Key> {
    let natural = entry.info().key;
    let uniques = entry.info().unique.iter().map(|unique| unique.on);
    std::iter::once(natural).chain(uniques.filter(move |key| *key != natural))
}

fn packed(id: &Id) -> Packed {
    Id::bytes_of(id.as_str()).unwrap_or_default()
}

/// Returns the key values to search for; `None` when a part of the key is missing or cannot be
/// stored in any record.
fn parts(entry: &RegisteredResource, key: Key, payload: &Value) -> Option<Vec<KeyPart>> {
    let part = |(pointer, column): &(&'static str, &'static str)| {
        let value = payload.pointer(pointer).map(text).unwrap_or_default();
        // A value that no record can store is not searched for; validation reports it.
        let possible = !value.is_empty() && !value.contains('\0');
        let value = entry.key_type(pointer).value(&value).filter(|_| possible)?;
        Some(KeyPart { column, value })
    };
    let parts: Option<Vec<KeyPart>> = key.iter().map(part).collect();
    parts.filter(|parts| !parts.is_empty())
}

fn digest(entry: &RegisteredResource, key: Key, parts: &[KeyPart]) -> Digest {
    let values: Vec<String> = parts.iter().map(|part| part.value.folded()).collect();
    digest_of(&(entry.info().name, key, values))
}

/// Computes a digest of a value.
pub(super) fn digest_of(what: &impl Hash) -> Digest {
    let half = |seed: u64| {
        let mut hasher = DefaultHasher::new();
        (seed, what).hash(&mut hasher);
        hasher.finish()
    };
    (half(0), half(1))
}

/// Returns the text of a value as it is compared in keys.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => ::text::trim(text).to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
