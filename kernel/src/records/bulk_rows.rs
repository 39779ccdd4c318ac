//! Bulk changes with a patch of its own for each record, as from cells of a table: all of them succeed, or none is changed.
//!
//! Rows of a list have no `ETag`. In place of `If-Match` a change may say what its fields were when they were read: a
//! patch that has to change nothing. So a record that another user changed elsewhere is no conflict.

use serde_json::{Map, Value};

use super::bulk::{AT_ONCE, BulkUpdated};
use super::change::WriteContext;
use super::update::Was;
use super::{Record, Records, RegisteredResource};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::statements::{self, Taken};
use crate::engine::schema::{escape, merge};
use crate::records::actor::Actor;
use crate::records::revisions;

/// How many records one request may change.
pub(crate) const MOST: usize = 5_000;

/// What is reported at a field that another value has been stored in.
const CHANGED: &str = "This has been changed meanwhile";

/// The change of one record.
struct RowChange {
    /// Its position in the body.
    at: usize,
    id: Id,
    /// The values that its fields had when they were read.
    was: Map<String, Value>,
    /// A validated patch.
    update: Value,
}

/// The changes of a request, sorted by record: two requests lock rows in the same order and cannot deadlock.
pub(crate) struct RowChanges(Vec<RowChange>);

/// Errors at the changes that they are about.
#[derive(Default)]
struct Errors(Vec<(usize, FieldError)>);

impl Errors {
    fn add(&mut self, at: usize, below: &str, message: impl Into<String>) {
        self.0.push((at, FieldError::new(format!("/changes/{at}{below}"), message)));
    }

    fn add_all(&mut self, at: usize, below: &str, errors: Vec<FieldError>) {
        for error in errors {
            self.add(at, &format!("{below}{}", error.pointer), error.message);
        }
    }

    /// Returns them in the order of the body.
    fn sorted(mut self) -> Vec<FieldError> {
        self.0.sort();
        self.0.into_iter().map(|(_, error)| error).collect()
    }
}

impl RowChanges {
    /// Reads and validates the changes in `body`.
    pub(crate) fn read(
        (records, by): (&Records, &Actor),
        entry: &RegisteredResource,
        body: Value,
    ) -> Result<Self> {
        let list = match body {
            Value::Object(mut body) if body.len() == 1 => body.remove("changes"),
            _ => return Err(Error::invalid("", "Send the changes alone")),
        };
        let list = match list {
            Some(Value::Array(list)) if (1..=MOST).contains(&list.len()) => list,
            _ => return Err(Error::invalid("/changes", format!("Send 1 to {MOST} changes"))),
        };
        let mut errors = Errors::default();
        let mut rows = Vec::with_capacity(list.len());
        for (at, one) in list.into_iter().enumerate() {
            rows.extend(RowChange::read((records, by), entry, (at, one), &mut errors)?);
        }
        rows.sort_by(|one, other| (&one.id, one.at).cmp(&(&other.id, other.at)));
        for pair in rows.windows(2).filter(|pair| pair[0].id == pair[1].id) {
            errors.add(pair[1].at, "/_id", "This one is named twice");
        }
        if !errors.0.is_empty() {
            return Err(Error::Invalid(errors.sorted()));
        }
        Ok(Self(rows))
    }
}

impl RowChange {
    fn read(
        (records, by): (&Records, &Actor),
        entry: &RegisteredResource,
        (at, change): (usize, Value),
        errors: &mut Errors,
    ) -> Result<Option<Self>> {
        let Value::Object(mut change) = change else {
            errors.add(at, "", "A change must be a group of fields");
            return Ok(None);
        };
        let (id, was, update) =
            (change.remove("_id"), change.remove("was"), change.remove("update"));
        for name in change.keys() {
            errors.add(at, &format!("/{}", escape(name)), "There is no such field");
        }
        let id = id.as_ref().and_then(Value::as_str).and_then(Id::parse);
        if id.is_none() {
            errors.add(at, "/_id", missing(entry));
        }
        let was = match was {
            None => Map::new(),
            Some(Value::Object(was)) => was,
            Some(_) => {
                errors.add(at, "/was", "This must be a group of fields");
                Map::new()
            }
        };
        for name in was.keys().filter(|name| !entry.is_changeable(name)) {
            errors.add(at, &format!("/was/{}", escape(name)), "There is no such field");
        }
        let update = match update {
            None => {
                errors.add(at, "/update", "Say what is to be changed");
                None
            }
            Some(update) => match records.check_patch(entry, update, by) {
                Ok(update) => Some(update),
                Err(Error::Invalid(wrong)) => {
                    errors.add_all(at, "/update", wrong);
                    None
                }
                Err(other) => return Err(other),
            },
        };
        Ok(id.zip(update).map(|(id, update)| Self { at, id, was, update }))
    }

    /// Returns the fields that have another value than when they were read.
    fn changed_meanwhile(&self, entry: &RegisteredResource, record: &Record) -> Vec<&str> {
        if self.was.is_empty() {
            return Vec::new();
        }
        // Typed, so that `1` and `1.0`, or null and no value, are the same.
        let was = Value::Object(self.was.clone());
        let as_read = entry.registration.with_defaults(merge(&record.input, was.clone()));
        let as_read = as_read.unwrap_or(was);
        let names = self.was.keys().map(String::as_str);
        names.filter(|name| as_read.get(*name) != record.input.get(*name)).collect()
    }
}

fn missing(entry: &RegisteredResource) -> String {
    format!("There is no such {}", entry.info().word())
}

impl WriteContext<'_> {
    /// Applies each change. What is refused is reported at all changes, as far as it can be known without writing.
    pub(crate) fn update_rows(
        &mut self,
        entry: &RegisteredResource,
        rows: &RowChanges,
    ) -> Result<BulkUpdated> {
        let Self { conn, records, by, .. } = self;
        let mut report = BulkUpdated::default();
        let (mut invalid, mut stale) = (Errors::default(), Errors::default());
        statements::lock_out_imports(conn)?;
        for some in rows.0.chunks(AT_ONCE) {
            let ids: Vec<Id> = some.iter().map(|row| row.id.clone()).collect();
            let mut locked = records.lock_all(conn, entry, &ids, Taken::Waits)?;
            let mut changed = Vec::with_capacity(some.len());
            for row in some {
                let at = row.at;
                revisions::journal::refuse_others(conn, entry.info().name, &row.id)?;
                let Some(record) = locked.remove(&row.id) else {
                    invalid.add(at, "/_id", missing(entry));
                    continue;
                };
                match records.must_be_allowed(conn, entry, &record.view, (by, revisions::UPDATE)) {
                    Err(Error::NotFound) => {
                        invalid.add(at, "/_id", missing(entry));
                        continue;
                    }
                    allowed => allowed.map_err(|error| refused(at, error))?,
                }
                let seen = records.seen(conn, entry, record.clone(), by)?;
                let meanwhile = row.changed_meanwhile(entry, seen.record());
                if !meanwhile.is_empty() {
                    for name in meanwhile {
                        stale.add(at, &format!("/was/{}", escape(name)), CHANGED);
                    }
                    continue;
                }
                let was = Was { id: &row.id, record, by };
                match records.store_patch(conn, entry, &was, row.update.clone(), revisions::UPDATE)
                {
                    Ok(true) => changed.push(was),
                    Ok(false) => report.unchanged += 1,
                    Err(Error::Invalid(wrong)) => invalid.add_all(at, "/update", wrong),
                    Err(Error::Conflict { detail, errors }) => {
                        let mut all = Errors::default();
                        all.add_all(at, "/update", errors);
                        return Err(Error::Conflict { detail, errors: all.sorted() });
                    }
                    Err(other) => return Err(refused(at, other)),
                }
            }
            // After a refusal the rest is only checked: all of it is undone.
            if invalid.0.is_empty() && stale.0.is_empty() {
                let refusal = |id: &Id, error| {
                    let at = some.iter().find(|row| row.id == *id).map_or(0, |row| row.at);
                    refused(at, error)
                };
                records.note_updates(conn, entry, &changed, revisions::UPDATE, refusal)?;
                report.updated += changed.len() as u64;
            }
        }
        if !invalid.0.is_empty() {
            return Err(Error::Invalid(invalid.sorted()));
        }
        if !stale.0.is_empty() {
            let detail = "Some of it has been changed meanwhile, and nothing was saved".into();
            return Err(Error::Conflict { detail, errors: stale.sorted() });
        }
        Ok(report)
    }
}

/// Puts what a rule refuses at its row.
fn refused(at: usize, error: Error) -> Error {
    let mut all = Errors::default();
    let needed = match error {
        Error::NotPermitted(needed, message) => {
            all.add(at, "", message);
            needed
        }
        Error::Protected(needed, errors) => {
            all.add_all(at, "/update", errors);
            needed
        }
        other => return other,
    };
    Error::Protected(needed, all.sorted())
}
