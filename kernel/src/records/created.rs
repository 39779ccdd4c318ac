//! Creates many records in one transaction. They are read and written to the audit trail many at a time, on
//! PostgreSQL inserted so too, and what they refer to is looked up once.
//!
//! Those of a resource with rules are inserted one by one, because a rule may look at the ones before.

use diesel::Connection;
use serde_json::Value;

use super::RegisteredResource;
use super::change::WriteContext;
use super::known::{Found, Known};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::search_later::Unindexed;
use crate::db::{Conn, notify};
use crate::records::resource::WriteRecords;
use crate::records::revisions::{self, ChangedRecord};

/// How many records are inserted and read together.
const AT_ONCE: usize = 200;

/// New records of one transaction, which ends with [`Created::finish`].
#[derive(Default)]
pub(crate) struct Created<'a> {
    found: Found,
    last: Option<Last<'a>>,
}

/// The last records, of one resource.
struct Last<'a> {
    entry: &'a RegisteredResource,
    /// Those that are not in the audit trail yet.
    ids: Vec<Id>,
    /// Their lines and inputs, when they are not inserted yet.
    inputs: Vec<(u64, Value)>,
    /// Those that are not in the search index of SQLite yet.
    unindexed: Option<Unindexed>,
}

/// A record that could not be created, by the line that it is from.
pub(crate) struct Rejected {
    pub(crate) line: u64,
    pub(crate) error: Error,
}

impl<'a> Created<'a> {
    /// Stores a validated and prepared input, from a line of a file, as the new record `id`: now, or with
    /// the next ones.
    pub(crate) fn add(
        &mut self,
        writing: &mut WriteContext<'_>,
        entry: &'a RegisteredResource,
        (line, id, body): (u64, Id, Value),
    ) -> Result<(), Rejected> {
        let rejected = |error| Rejected { line, error };
        match &mut self.last {
            Some(last) if !std::ptr::eq(last.entry, entry) => self.finish(writing)?,
            Some(last) if last.ids.len() >= AT_ONCE => last.store(writing)?,
            _ => {}
        }
        // It may refer to one of the last, which are inserted by now.
        if !entry.images.is_empty() {
            return writing.create(entry, &id, body).map(drop).map_err(rejected);
        }
        let known = Known::Found(&mut self.found);
        writing.check_new(entry, &body, known).map_err(rejected)?;
        let last = match &mut self.last {
            Some(last) => last,
            None => self.last.insert(Last::of(writing.conn, entry).map_err(rejected)?),
        };
        if last.in_batches(writing.conn).is_some() {
            // A later one of these may refer to it.
            self.found.insert((entry.info().name, id.clone()));
            last.inputs.push((line, body));
        } else {
            let insert = || writing.insert_checked(entry, &id, body);
            let inserted = match &last.unindexed {
                Some(unindexed) => unindexed.insert(insert),
                None => insert(),
            };
            inserted.map_err(rejected)?;
        }
        last.ids.push(id);
        Ok(())
    }

    /// Inserts the records that are not inserted yet, and writes the creation of all to the audit trail and the
    /// search index.
    pub(crate) fn finish(&mut self, writing: &mut WriteContext<'_>) -> Result<(), Rejected> {
        let Some(mut last) = self.last.take() else { return Ok(()) };
        last.store(writing)?;
        let Some(unindexed) = last.unindexed else { return Ok(()) };
        // An error here is no fault of a record.
        unindexed.index(writing.conn).map_err(|error| Rejected { line: 0, error })
    }
}

/// Returns what inserts records of a resource by nothing but rows of its table, if that is all it takes.
fn by_rows(entry: &RegisteredResource) -> Option<&'static dyn WriteRecords> {
    let write = entry.registration.creates()?;
    (write.has_batches() && !write.has_rules()).then_some(write)
}

impl<'a> Last<'a> {
    fn of(conn: &mut Conn, entry: &'a RegisteredResource) -> Result<Self> {
        let unindexed = by_rows(entry).map(|_| Unindexed::begin(conn, entry.info().table));
        let unindexed = unindexed.transpose()?.flatten();
        Ok(Self { entry, ids: Vec::new(), inputs: Vec::new(), unindexed })
    }

    /// Returns what inserts many records together, if there is anything. SQLite has no round trips to save, and
    /// copies the pages that a long statement changes into a file: there it would take longer.
    fn in_batches(&self, conn: &Conn) -> Option<&'static dyn WriteRecords> {
        by_rows(self.entry).filter(|_| !conn.is_sqlite())
    }

    /// Inserts the records that are not inserted yet, and writes the creation of all to the audit trail.
    fn store(&mut self, writing: &mut WriteContext<'_>) -> Result<(), Rejected> {
        if self.ids.is_empty() {
            return Ok(());
        }
        self.insert(writing)?;
        // An error here is no fault of a record.
        let line = self.inputs.first().map_or(0, |(line, _)| *line);
        self.note(writing).map_err(|error| Rejected { line, error })?;
        self.ids.clear();
        self.inputs.clear();
        Ok(())
    }

    fn insert(&self, writing: &mut WriteContext<'_>) -> Result<(), Rejected> {
        let Some(write) = self.in_batches(writing.conn) else { return Ok(()) };
        let rows: Vec<(&Id, &Value)> =
            self.ids.iter().zip(self.inputs.iter().map(|(_, body)| body)).collect();
        let inserted = writing.conn.transaction(|conn| write.insert_many(conn, &rows, writing.by));
        if inserted.is_ok() {
            self.ids.iter().for_each(|id| notify(self.entry.info().table, id));
            return Ok(());
        }
        // One by one, to find the one at fault.
        for (id, (line, body)) in self.ids.iter().zip(&self.inputs) {
            let inserted = writing.insert_checked(self.entry, id, body.clone());
            inserted.map_err(|error| Rejected { line: *line, error })?;
        }
        Ok(())
    }

    fn note(&self, writing: &mut WriteContext<'_>) -> Result<()> {
        let (info, by) = (self.entry.info(), writing.by);
        let views = self.entry.views(writing.conn, &self.ids)?;
        let created = self.ids.iter().map(|record| match views.get(record) {
            None => Err(Error::internal(format!("{} {record} was not inserted", info.name))),
            after => Ok(ChangedRecord { record, before: None, after, by }),
        });
        let created = created.collect::<Result<Vec<_>>>()?;
        revisions::note_all(writing.conn, info, revisions::CREATE, &created)
    }
}
