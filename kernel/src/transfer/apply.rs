//! Writes the steps of an import: all of them, or none.
//!
//! PostgreSQL writes them in one transaction, while other requests write concurrently. SQLite has a
//! single writer: there many steps are written in slices, each a transaction of its own, and other
//! requests write in between. A journal reverts the slices when one fails or the process is killed;
//! the import is committed when the journal is ended. Until then, readers see what has been written
//! so far.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::bound_import::BoundImport;
use super::mapping::CellError;
use super::report::ImportReport;
use super::steps::{Step, Steps, spooling};
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result};
use crate::db::{Conn, statements};
use crate::records::change::WriteContext;
use crate::records::core::Core;
use crate::records::revisions::journal::{self, Journal};
use crate::records::{Created, Records, Rejected};

/// How long a slice may take. Other writers wait for this time and a commit.
const SLICE: Duration = Duration::from_millis(100);

/// How long the writer is idle between two slices. Within this process other writers are queued
/// anyway; another process polls SQLite for the lock, every 25 ms at first, and would not get it
/// without a pause.
const GAP: Duration = Duration::from_millis(30);

/// How many steps are written in one transaction on SQLite too.
const AT_ONCE: u64 = 200;

/// After how many slices the write-ahead log is checkpointed.
const CHECKPOINT: u32 = 32;

pub(super) const ANOTHER: &str = "Another import is running. Try again when it has ended";

/// After how many steps, a power of two, and after each doubling, statements are planned again: the plans of a
/// table with few rows read all of them.
const MANY: u64 = 256;

/// After how many steps progress is reported.
const PROGRESS_INTERVAL: u64 = 500;

/// A lock against imports of other processes into this SQLite file. The operating system releases
/// it when the process ends, for any reason.
pub(super) struct ImportLock {
    _file: Option<File>,
}

impl ImportLock {
    /// Takes the lock; `None` when another process has it.
    pub(super) fn take(database: &DatabaseUrl) -> Result<Option<Self>> {
        let DatabaseUrl::Sqlite(path) = database else { return Ok(Some(Self { _file: None })) };
        // A separate file: opening and closing the database file would release SQLite's own locks.
        let mut lock = path.clone().into_os_string();
        lock.push("-import");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(PathBuf::from(lock)).map_err(spooling)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: Some(file) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(spooling(error)),
        }
    }
}

/// Writes all steps in the current transaction.
pub(super) fn write_all(
    conn: &mut Conn,
    records: &Records,
    steps: &mut Steps,
    import: &BoundImport,
) -> Result<()> {
    write(conn, records, steps, import, None).map(drop)
}

/// Writes the steps on SQLite: in one transaction when there are few, otherwise in slices between
/// which other requests write.
pub(super) async fn write_in_slices(
    core: &Arc<Core>,
    bound: &Arc<BoundImport>,
    mut steps: Steps,
    report: ImportReport,
) -> Result<ImportReport> {
    if steps.count <= AT_ONCE {
        let (inner, bound) = (Arc::clone(core), Arc::clone(bound));
        let done = core.db.write(move |conn| {
            bound.idempotently(conn, |conn| {
                write_all(conn, &inner.records, &mut steps, &bound)?;
                bound.record(conn, &report)?;
                Ok(report)
            })
        });
        return done.await;
    }
    let journal = core.db.write_patiently(Journal::begin).await?;
    let import = journal.import().clone();
    let written = slices(core, bound, steps, journal, report).await;
    if written.is_err() {
        take_back(core, import).await?;
    }
    written
}

async fn slices(
    core: &Arc<Core>,
    bound: &Arc<BoundImport>,
    mut steps: Steps,
    mut journal: Journal,
    report: ImportReport,
) -> Result<ImportReport> {
    for slice in 1.. {
        let (inner, import) = (Arc::clone(core), Arc::clone(bound));
        let work = move |conn: &mut Conn| {
            let until = Instant::now() + SLICE;
            let records = &inner.records;
            let ended = journal
                .noting(conn, |conn| write(conn, records, &mut steps, &import, Some(until)))?;
            Ok((ended, steps, journal))
        };
        let ended;
        (ended, steps, journal) = core.db.write_patiently(work).await?;
        if ended {
            break;
        }
        actix_web::rt::time::sleep(GAP).await;
        if slice % CHECKPOINT == 0 {
            core.db.checkpoint_wal().await?;
        }
    }
    let import = Arc::clone(bound);
    let committed = core.db.write_patiently(move |conn| {
        import.idempotently(conn, |conn| {
            journal.end(conn)?;
            import.record(conn, &report)?;
            Ok(report)
        })
    });
    committed.await
}

/// Writes steps until the moment `until`. Returns whether all steps are written.
fn write(
    conn: &mut Conn,
    records: &Records,
    steps: &mut Steps,
    import: &BoundImport,
    until: Option<Instant>,
) -> Result<bool> {
    let mut writing = WriteContext::new(conn, records, import.by());
    let mut created = Created::default();
    loop {
        let Some(step) = steps.next()? else {
            created.finish(&mut writing).map_err(refused)?;
            return Ok(true);
        };
        write_step(&mut writing, &mut created, step).map_err(refused)?;
        steps.written += 1;
        if has_doubled(steps.written) {
            statements::plan_again(writing.conn)?;
        }
        if steps.written.is_multiple_of(PROGRESS_INTERVAL) || steps.written == steps.count {
            import.report_progress(steps);
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            created.finish(&mut writing).map_err(refused)?;
            return Ok(false);
        }
    }
}

/// Returns whether so many steps are [`MANY`], or that doubled once or several times.
fn has_doubled(written: u64) -> bool {
    written >= MANY && written.is_power_of_two()
}

fn write_step<'a>(
    writing: &mut WriteContext<'a>,
    created: &mut Created<'a>,
    step: Step,
) -> Result<(), Rejected> {
    let line = step.line;
    let rejected = |error| Rejected { line, error };
    let entry = writing.records.get(&step.resource).ok_or_else(|| rejected(Error::NotFound))?;
    if step.new {
        return created.add(writing, entry, (line, step.id, step.body));
    }
    // It may be the change of a record that was just created.
    created.finish(writing)?;
    writing.update(entry, &step.id, Ok(step.body)).map(drop).map_err(rejected)
}

/// Maps an error of a step to its row: another request has written something conflicting since the
/// step was planned.
fn refused(Rejected { line, error }: Rejected) -> Error {
    let message = match error {
        Error::Invalid(errors) | Error::Protected(_, errors) => {
            errors.into_iter().next().map(|error| error.message)
        }
        Error::Conflict { detail, .. } => Some(detail),
        Error::NotFound => Some("The record was deleted meanwhile".to_owned()),
        refused @ (Error::NotPermitted(..) | Error::Refused(_)) => Some(refused.to_string()),
        other => return other,
    };
    let message = message.unwrap_or_default();
    Error::Rows(vec![CellError { line, column: String::new(), message }])
}

/// Reverts interrupted imports, when no import is running. Every process does so when it opens the
/// database, and periodically while it serves.
pub(crate) async fn recover(core: &Core) -> Result<()> {
    if core.db.written().is_none() {
        return Ok(());
    }
    if core.db.read(journal::unfinished).await?.is_empty() {
        return Ok(());
    }
    match ImportLock::take(&core.config.database)? {
        Some(lock) => recover_alone(core, &lock).await,
        None => Ok(()),
    }
}

/// Reverts interrupted imports. The lock proves that no other process imports.
pub(super) async fn recover_alone(core: &Core, _lock: &ImportLock) -> Result<()> {
    for import in core.db.read(journal::unfinished).await? {
        tracing::warn!(%import, "an import was interrupted: reverting what it has written");
        take_back(core, import).await?;
    }
    Ok(())
}

async fn take_back(core: &Core, import: crate::base::id::Id) -> Result<()> {
    loop {
        let (records, import) = (Arc::clone(&core.records), import.clone());
        let some = move |conn: &mut Conn| records.take_back(conn, &import, Instant::now() + SLICE);
        if core.db.write_patiently(some).await? {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::has_doubled;

    #[test]
    fn statements_are_planned_again_once_for_each_doubling() {
        let planned: Vec<u64> = (0..5_000).filter(|written| has_doubled(*written)).collect();
        assert_eq!(planned, [256, 512, 1024, 2048, 4096]);
    }
}
