//! The journal of an import that is written in several transactions, because SQLite has one writer:
//! every revision that the import has written so far. The import is committed when its journal is
//! ended, which is one small transaction. Until then it can be rolled back, also after the process
//! was killed.
//!
//! Until then other requests may not change the records in it, or refer to them.

use std::cell::RefCell;
use std::time::Instant;

use super::queries::{self, RevisionRow, StepRow};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;

const BEING_IMPORTED: &str = "This record is being imported at the moment. Try again shortly";

/// How many journal rows of committed imports one statement deletes.
const AT_ONCE: i64 = 2_000;

thread_local! {
    static UNDER_WAY: RefCell<Option<Journal>> = const { RefCell::new(None) };
}

/// The journal of one import.
#[derive(Debug)]
pub(crate) struct Journal {
    import: Id,
    steps: i64,
}

/// A revision that an unfinished import has written.
pub(crate) struct Noted {
    pub(crate) resource: String,
    pub(crate) record: Id,
    /// The record before the change, as it was read; `None` when the import created it.
    pub(crate) before: Option<String>,
    position: i64,
    version: i32,
}

/// Stops recording on drop, however the work ends.
struct Noting;

impl Drop for Noting {
    fn drop(&mut self) {
        UNDER_WAY.take();
    }
}

impl Journal {
    /// Begins the journal of an import.
    pub(crate) fn begin(conn: &mut Conn) -> Result<Self> {
        let import = Id::new();
        queries::begin_import(conn, &import, Timestamp::now())?;
        Ok(Self { import, steps: 0 })
    }

    pub(crate) fn import(&self) -> &Id {
        &self.import
    }

    /// Does `work` on this thread, and adds every revision that it writes to the journal.
    pub(crate) fn noting<T>(&mut self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let journal = Self { import: self.import.clone(), steps: self.steps };
        UNDER_WAY.set(Some(journal));
        let noting = Noting;
        let done = work();
        self.steps = UNDER_WAY.with_borrow(|journal| journal.as_ref().map_or(0, |one| one.steps));
        drop(noting);
        done
    }

    /// Ends the journal: this transaction commits the import.
    pub(crate) fn end(&self, conn: &mut Conn) -> Result<()> {
        // Another process rolled the import back, because it took this process for ended.
        match queries::end_import(conn, &self.import)? {
            0 => Err(Error::Busy("The import took too long and was taken back. Try again")),
            _ => Ok(()),
        }
    }
}

/// Adds revisions to the journal of this thread, if it has one.
pub(super) fn add(conn: &mut Conn, rows: &[RevisionRow]) -> Result<()> {
    let steps = UNDER_WAY.with_borrow_mut(|journal| {
        let journal = journal.as_mut()?;
        let step = |row: &RevisionRow| {
            journal.steps += 1;
            StepRow {
                import_id: journal.import.clone(),
                position: journal.steps,
                resource: row.resource.clone(),
                record_id: row.record_id.clone(),
                version: row.version,
            }
        };
        Some(rows.iter().map(step).collect::<Vec<_>>())
    });
    steps.map_or(Ok(()), |steps| queries::add_steps(conn, &steps))
}

/// Fails when another client's unfinished import has written the record, which must then not be
/// changed or referred to. One lookup in an index that is empty most of the time.
pub(crate) fn refuse_others(conn: &mut Conn, record: &Id) -> Result<()> {
    // On PostgreSQL an import is one transaction, and its rows are locked.
    if !conn.is_sqlite() || UNDER_WAY.with_borrow(Option::is_some) {
        return Ok(());
    }
    match queries::is_step(conn, record)? {
        true => Err(Error::Busy(BEING_IMPORTED)),
        false => Ok(()),
    }
}

/// Returns whether there are neither imports nor journal rows.
pub(crate) fn is_empty(conn: &mut Conn) -> Result<bool> {
    queries::no_steps(conn)
}

/// Returns the imports whose journals have not ended.
pub(crate) fn unfinished(conn: &mut Conn) -> Result<Vec<Id>> {
    queries::imports(conn)
}

/// Has `undo` roll back what an unfinished import has written, the last revision first, until the
/// deadline `until`. A record that cannot be rolled back is left as it is and logged. Returns
/// whether the rollback is complete.
pub(crate) fn take_back(
    conn: &mut Conn,
    import: &Id,
    until: Instant,
    mut undo: impl FnMut(&mut Conn, &Noted) -> Result<()>,
) -> Result<bool> {
    use diesel::connection::Connection;
    while let Some(step) = queries::last_step(conn, import)? {
        let row = queries::version(conn, &step.resource, &step.record_id, step.version)?;
        if let Some(row) = row {
            let noted = Noted {
                resource: step.resource,
                record: step.record_id,
                before: row.before,
                position: step.position,
                version: step.version,
            };
            let undone = conn.transaction(|conn| {
                undo(conn, &noted)?;
                queries::forget_version(conn, &noted.resource, &noted.record, noted.version)
            });
            match undone {
                Ok(()) => {}
                Err(error @ (Error::Unavailable | Error::Unreachable(_) | Error::DiskFull)) => {
                    return Err(error);
                }
                Err(error) => {
                    let record = noted.record.as_str();
                    tracing::error!(%error, record, "a record of an import was not rolled back");
                }
            }
            queries::forget_step(conn, import, noted.position)?;
        } else {
            queries::forget_step(conn, import, step.position)?;
        }
        if Instant::now() >= until {
            return Ok(false);
        }
    }
    queries::end_import(conn, import)?;
    Ok(true)
}

/// Deletes some journal rows of committed imports, and returns whether there may be more.
pub(crate) fn sweep(conn: &mut Conn) -> Result<bool> {
    Ok(queries::sweep_steps(conn, AT_ONCE)? > 0)
}
