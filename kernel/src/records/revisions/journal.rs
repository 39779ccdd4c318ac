//! The journal of an import that is written in several transactions, because SQLite has one writer:
//! the numbers of all revisions that the import has written so far. The import is committed when its
//! journal is ended, which is one small transaction. Until then it can be rolled back, also after the
//! process was killed.
//!
//! Until then other requests may not change the records in it, or refer to them.

use std::cell::RefCell;
use std::time::Instant;

use super::queries::{self, Range, RevisionRow};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;

const IN_WORK: &str =
    "This record is being changed together with many others at the moment. Try again shortly";

thread_local! {
    /// What the import that writes on this thread has written in its current transaction.
    static WRITTEN: RefCell<Option<Vec<Range>>> = const { RefCell::new(None) };
}

/// The journal of one import.
#[derive(Debug)]
pub(crate) struct Journal {
    import: Id,
}

/// A revision that an unfinished import has written.
pub(crate) struct Noted {
    pub(crate) resource: String,
    pub(crate) record: Id,
    /// The record before the change, as it was read; `None` when the import created it.
    pub(crate) before: Option<String>,
}

/// Stops recording on drop, however the work ends.
struct Noting;

impl Drop for Noting {
    fn drop(&mut self) {
        WRITTEN.take();
    }
}

impl Journal {
    /// Begins the journal of an import.
    pub(crate) fn begin(conn: &mut Conn) -> Result<Self> {
        let import = Id::new();
        queries::begin_import(conn, &import, Timestamp::now())?;
        Ok(Self { import })
    }

    pub(crate) fn import(&self) -> &Id {
        &self.import
    }

    /// Does `work` in this transaction, on this thread, and adds every revision that it writes to the journal.
    pub(crate) fn noting<T>(
        &self,
        conn: &mut Conn,
        work: impl FnOnce(&mut Conn) -> Result<T>,
    ) -> Result<T> {
        WRITTEN.set(Some(Vec::new()));
        let _noting = Noting;
        let done = work(conn)?;
        let written = WRITTEN.take().unwrap_or_default();
        queries::add_ranges(conn, &self.import, &written)?;
        Ok(done)
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

/// Adds revisions, which were just written, to the journal of this thread, if it has one.
pub(super) fn add(conn: &mut Conn, rows: &[RevisionRow]) -> Result<()> {
    if rows.is_empty() || WRITTEN.with_borrow(Option::is_none) {
        return Ok(());
    }
    let last = queries::last_number(conn)?;
    let first = last + 1 - i64::try_from(rows.len()).map_err(Error::internal)?;
    WRITTEN.with_borrow_mut(|written| {
        let written = written.get_or_insert_default();
        match written.last_mut() {
            Some(before) if before.last + 1 == first => before.last = last,
            _ => written.push(Range { first, last }),
        }
    });
    Ok(())
}

/// Fails when another client's unfinished import has written the record, which must then not be
/// changed or referred to.
pub(crate) fn refuse_others(conn: &mut Conn, resource: &str, record: &Id) -> Result<()> {
    // On PostgreSQL an import is one transaction, and its rows are locked.
    if !conn.is_sqlite() || WRITTEN.with_borrow(Option::is_some) {
        return Ok(());
    }
    match queries::is_imported(conn, resource, record)? {
        true => Err(Error::Busy(IN_WORK)),
        false => Ok(()),
    }
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
    while let Some(mut range) = queries::last_range(conn, import)? {
        while let Some((number, row)) = queries::last_of_range(conn, range)? {
            take_back_one(conn, number, row, &mut undo)?;
            range.last = number - 1;
            if Instant::now() >= until {
                queries::cut_range(conn, range)?;
                return Ok(false);
            }
        }
        queries::cut_range(conn, Range { last: range.first - 1, ..range })?;
    }
    queries::end_import(conn, import)?;
    Ok(true)
}

fn take_back_one(
    conn: &mut Conn,
    number: i64,
    row: RevisionRow,
    undo: &mut impl FnMut(&mut Conn, &Noted) -> Result<()>,
) -> Result<()> {
    use diesel::connection::Connection;
    let noted = Noted { resource: row.resource, record: row.record_id, before: row.before };
    let undone = conn.transaction(|conn| {
        undo(conn, &noted)?;
        queries::forget_numbered(conn, number)
    });
    match undone {
        Err(error @ (Error::Unavailable | Error::Unreachable(_) | Error::DiskFull)) => Err(error),
        Err(error) => {
            let record = noted.record.as_str();
            tracing::error!(%error, record, "a record of an import was not rolled back");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}
