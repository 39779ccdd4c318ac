//! The steps of an import written down: all of them, or none.
//!
//! PostgreSQL takes them in one transaction, beside which others write. SQLite has one writer: there
//! many steps are written in slices, each a transaction of its own, and others have their turns in
//! between. A journal takes the slices back should one fail, or the process be killed; the import
//! stands once the journal is ended. What has come in so far can be seen meanwhile.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::BufRead;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::fitted::Fitted;
use super::mapping::CellError;
use super::planned::{Step, Steps, spooling};
use super::report::ImportReport;
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result};
use crate::db::Conn;
use crate::records::Records;
use crate::records::actor::Actor;
use crate::records::core::Core;
use crate::records::revisions::journal::{self, Journal};

/// How long a slice may take: others wait for that and a commit.
const SLICE: Duration = Duration::from_millis(40);

/// How long the writer is left alone between two slices. Within this process others have their turn
/// anyway; another process asks SQLite for the lock every 25 ms at first, and would not get it.
const GAP: Duration = Duration::from_millis(30);

/// How many steps are written as one transaction on SQLite too.
const AT_ONCE: u64 = 200;

/// After how many slices what they wrote is copied from the write-ahead log into the file.
const CHECKPOINT: u32 = 32;

pub(super) const ANOTHER: &str = "Another import is running. Try again when it has ended";

/// After how many steps that is told.
const TOLD_EVERY: u64 = 500;

/// That no other process imports into this SQLite file. The lock goes with its process, however
/// that ends.
pub(super) struct ImportLock {
    _file: Option<File>,
}

impl ImportLock {
    /// Takes it; `None` when another process has it.
    pub(super) fn take(database: &DatabaseUrl) -> Result<Option<Self>> {
        let DatabaseUrl::Sqlite(path) = database else { return Ok(Some(Self { _file: None })) };
        // A file of its own: to open and close the database's own would let go of SQLite's locks.
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

/// Writes all steps in the transaction at hand.
pub(super) fn write_all(
    conn: &mut Conn,
    records: &Records,
    steps: &mut Steps,
    whose: &Fitted,
) -> Result<()> {
    write(conn, records, steps, whose, None).map(drop)
}

/// Writes the steps on SQLite, and lets others write in between when there are many.
pub(super) async fn write_beside_others(
    core: &Arc<Core>,
    fitted: &Arc<Fitted>,
    mut steps: Steps,
    report: ImportReport,
) -> Result<ImportReport> {
    if steps.count <= AT_ONCE {
        let (inner, fitted) = (Arc::clone(core), Arc::clone(fitted));
        let done = core.db.write(move |conn| {
            fitted.once(conn, |conn| {
                write_all(conn, &inner.records, &mut steps, &fitted)?;
                Ok(report)
            })
        });
        return done.await;
    }
    let journal = core.db.write_patiently(Journal::begin).await?;
    let import = journal.import().clone();
    let written = slices(core, fitted, steps, journal, report).await;
    if written.is_err() {
        take_back(core, import).await?;
    }
    written
}

async fn slices(
    core: &Arc<Core>,
    fitted: &Arc<Fitted>,
    mut steps: Steps,
    mut journal: Journal,
    report: ImportReport,
) -> Result<ImportReport> {
    for slice in 1.. {
        let (inner, whose) = (Arc::clone(core), Arc::clone(fitted));
        let work = move |conn: &mut Conn| {
            let until = Instant::now() + SLICE;
            let records = &inner.records;
            let ended = journal.noting(|| write(conn, records, &mut steps, &whose, Some(until)))?;
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
    let whose = Arc::clone(fitted);
    let stands = core.db.write_patiently(move |conn| {
        whose.once(conn, |conn| {
            journal.end(conn)?;
            Ok(report)
        })
    });
    let report = stands.await?;
    // It stands, whatever becomes of its journal; what is left of that is swept later.
    if let Err(error) = sweep(core).await {
        tracing::warn!(%error, "the journal of an import was not cleared; it will be tried again");
    }
    Ok(report)
}

/// Writes steps until the moment `until`; answers whether there are no more.
fn write(
    conn: &mut Conn,
    records: &Records,
    steps: &mut Steps,
    whose: &Fitted,
    until: Option<Instant>,
) -> Result<bool> {
    let mut line = String::new();
    loop {
        line.clear();
        if steps.file.read_line(&mut line).map_err(spooling)? == 0 {
            return Ok(true);
        }
        let step: Step = serde_json::from_str(&line).map_err(Error::internal)?;
        let at = step.line;
        write_step(conn, records, step, whose.by()).map_err(|error| refused(at, error))?;
        steps.written += 1;
        if steps.written.is_multiple_of(TOLD_EVERY) || steps.written == steps.count {
            whose.tell_written(steps);
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            return Ok(false);
        }
    }
}

fn write_step(conn: &mut Conn, records: &Records, step: Step, by: &Actor) -> Result<()> {
    let entry = records.get(&step.resource).ok_or(Error::NotFound)?;
    if step.new {
        records.create_as(conn, entry, &step.id, step.body, by).map(drop)
    } else {
        records.update(conn, entry, &step.id, Ok(step.body), None, by).map(drop)
    }
}

/// What others wrote since the step was planned stands against it.
fn refused(line: u64, error: Error) -> Error {
    let message = match error {
        Error::Invalid(errors) => errors.into_iter().next().map(|error| error.message),
        Error::Conflict { detail, .. } => Some(detail),
        Error::NotFound => Some("The record was deleted meanwhile".to_owned()),
        other => return other,
    };
    let message = message.unwrap_or_default();
    Error::Rows(vec![CellError { line, column: String::new(), message }])
}

/// Takes back what imports have left that were cut off, when none is running. What every process
/// does as it opens the database, and while it serves.
pub(crate) async fn recover(core: &Core) -> Result<()> {
    if core.db.written().is_none() {
        return Ok(());
    }
    if core.db.read(journal::is_empty).await? {
        return Ok(());
    }
    match ImportLock::take(&core.config.database)? {
        Some(lock) => recover_alone(core, &lock).await,
        None => Ok(()),
    }
}

/// Takes back what imports have left; no other process imports.
pub(super) async fn recover_alone(core: &Core, _lock: &ImportLock) -> Result<()> {
    for import in core.db.read(journal::unfinished).await? {
        tracing::warn!(%import, "an import was cut off: what it has written is taken back");
        take_back(core, import).await?;
    }
    sweep(core).await
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

async fn sweep(core: &Core) -> Result<()> {
    while core.db.write_patiently(journal::sweep).await? {}
    Ok(())
}
