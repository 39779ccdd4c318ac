//! Seals the history and the audit events: a periodic job appends what was committed since the last
//! seal to the chain. Rows are not updated, and no write waits for it.
//!
//! On SQLite, which has one writer, rows become visible in the order of their numbers. An import in
//! slices can still be taken back, so nothing is sealed while one is running. On PostgreSQL a row may
//! become visible after one with a higher number. There the job notes the last number that was given
//! out and takes a number for its own transaction; once all transactions with a lower one have ended,
//! no row up to that number can still appear. It therefore waits for the longest transaction that
//! writes, such as an import.
//!
//! `verify` checks all of it, `report` is what it found.

mod queries;
mod report;
mod trimmed;
mod verify;

use std::time::Duration;

use parking_lot::Mutex;

use crate::base::error::Result;
use crate::db::{Conn, Database};
use crate::records::chain::{self, Covered, NumberedRow, SealedTable};
use crate::records::revisions::journal;
use crate::records::{audit, revisions};

pub(crate) use verify::verify;

/// How many rows one seal covers at most.
const BATCH: i64 = 1_000;

/// How often it is checked within one run whether other transactions have ended, and how long.
const POLLS: u32 = 5;
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Seals rows, in one process. Processes of one database take turns.
#[derive(Default)]
pub(crate) struct Sealer(Mutex<Progress>);

/// What a process knows of the numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// The numbers that were given out when it last looked, and the transaction that it waits for.
    noted: Option<Noted>,
    /// The numbers up to which nothing is left to seal, by table.
    done: [i64; SealedTable::ALL.len()],
}

#[derive(Clone, Copy, Debug)]
struct Noted {
    last: [i64; SealedTable::ALL.len()],
    transaction: i64,
}

impl Sealer {
    fn progress(&self) -> Progress {
        *self.0.lock()
    }

    fn set(&self, progress: Progress) {
        *self.0.lock() = progress;
    }

    /// Returns whether the last run ended before other transactions did, so that it has sealed nothing.
    #[cfg(feature = "testing")]
    pub(crate) fn is_waiting(&self) -> bool {
        self.progress().noted.is_some()
    }

    /// Seals what can be sealed now, in batches. Returns the number of rows.
    pub(crate) async fn seal(&self, db: &Database) -> Result<usize> {
        let mut progress = self.progress();
        let done = progress.done;
        if progress.noted.is_none() && !db.read_patiently(move |conn| has_new(conn, done)).await? {
            return Ok(0);
        }
        let noted = match progress.noted {
            Some(noted) => noted,
            // SQLite gives out numbers only to what is committed.
            None if db.written().is_some() => db.read_patiently(note).await?,
            None => db.write(note).await?,
        };
        progress.noted = Some(noted);
        self.set(progress);
        for poll in 1.. {
            if db
                .read_patiently(move |conn| queries::have_ended_before(conn, noted.transaction))
                .await?
            {
                break;
            }
            if poll == POLLS {
                return Ok(0);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        let mut sealed = 0;
        for (at, table) in SealedTable::ALL.into_iter().enumerate() {
            let until = noted.last[at];
            while let Some(rows) = db.write(move |conn| seal_some(conn, table, until)).await? {
                sealed += rows;
                if rows == 0 {
                    progress.done[at] = until;
                    break;
                }
            }
        }
        progress.noted = None;
        self.set(progress);
        Ok(sealed)
    }
}

/// Returns whether a table may have rows that are not sealed.
fn has_new(conn: &mut Conn, done: [i64; SealedTable::ALL.len()]) -> Result<bool> {
    for (table, done) in SealedTable::ALL.into_iter().zip(done) {
        let last = queries::last_number(conn, table)?;
        if last > done && last > chain::sealed_up_to(conn, table)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Notes the numbers given out so far, and then the number of this transaction: a transaction that
/// took one of them took its own number before.
fn note(conn: &mut Conn) -> Result<Noted> {
    let mut last = [0; SealedTable::ALL.len()];
    for (last, table) in last.iter_mut().zip(SealedTable::ALL) {
        *last = queries::last_number(conn, table)?;
    }
    Ok(Noted { last, transaction: queries::own_transaction(conn)? })
}

/// Seals the next rows up to the number `until`. Returns how many; `None` when it is not the turn of
/// this process, or rows may still be taken back.
fn seal_some(conn: &mut Conn, table: SealedTable, until: i64) -> Result<Option<usize>> {
    if !chain::try_lock(conn)? || !journal::unfinished(conn)?.is_empty() {
        return Ok(None);
    }
    let after = chain::sealed_up_to(conn, table)?;
    let rows = covered(conn, table, after, until)?;
    let Some(last) = rows.last() else { return Ok(Some(0)) };
    let last = if rows.len() as i64 == BATCH { last.number } else { until };
    chain::seal(conn, table, (after, last), &rows)?;
    Ok(Some(rows.len()))
}

/// Returns the numbers and hashes of the next rows. All of their columns are only read where a row has no hash
/// yet.
fn covered(conn: &mut Conn, table: SealedTable, after: i64, until: i64) -> Result<Vec<Covered>> {
    let hashed = queries::hashed(conn, table, (after, until), BATCH)?;
    let covered = hashed.into_iter().map(|(number, hash)| {
        let hash = hash.as_deref()?.try_into().ok()?;
        Some(Covered { number, hash })
    });
    if let Some(covered) = covered.collect() {
        return Ok(covered);
    }
    let covered = rows(conn, table, (after, until), BATCH)?.into_iter().map(|row| {
        // What is stored is sealed, even if it is not the row's: verification shows the difference.
        let stored = row.stored.as_deref().and_then(|hash| hash.try_into().ok());
        Covered { number: row.number, hash: stored.unwrap_or(row.computed) }
    });
    Ok(covered.collect())
}

/// Returns at most `most` rows whose numbers are above the first and at most the second one, in order.
fn rows(
    conn: &mut Conn,
    table: SealedTable,
    (after, until): (i64, i64),
    most: i64,
) -> Result<Vec<NumberedRow>> {
    match table {
        SealedTable::History => revisions::queries::numbered::between(conn, after, until, most),
        SealedTable::Events => audit::between(conn, after, until, most),
    }
}

/// Makes the numbers continue after the last one that was sealed, in a database whose rows were
/// inserted with their numbers: those with the highest ones may have been deleted before.
pub(crate) fn continue_numbers(conn: &mut Conn) -> Result<()> {
    for table in SealedTable::ALL {
        let sealed = chain::sealed_up_to(conn, table)?;
        queries::continue_numbers(conn, table, sealed)?;
    }
    Ok(())
}

/// Returns the last entry of the chain as operators note it, and how many rows wait to be sealed.
pub(crate) fn head(conn: &mut Conn) -> Result<(Option<chain::SealRow>, i64)> {
    let mut waiting = 0;
    for table in SealedTable::ALL {
        let sealed = chain::sealed_up_to(conn, table)?;
        waiting += queries::count_after(conn, table, sealed)?;
    }
    Ok((chain::head(conn)?, waiting))
}
