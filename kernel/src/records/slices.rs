//! Writes what takes many steps, such as an import: all of them, or none.
//!
//! PostgreSQL writes them in one transaction, while other requests write concurrently. SQLite has a
//! single writer: there many steps are written in slices, each a transaction of its own, and other
//! requests write in between. A journal reverts the slices when one fails or the process is killed;
//! the work is committed when the journal is ended. Until then, readers see what has been written
//! so far.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::rt::time::sleep;

use super::core::Core;
use super::revisions::journal::{self, Journal};
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result, is_full};
use crate::base::id::Id;
use crate::db::Conn;

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

/// How long work waits for the lock, and how often it tries to take it.
const PATIENCE: Duration = Duration::from_secs(20);
const RETRY: Duration = Duration::from_millis(100);

const ANOTHER: &str =
    "An import or another change of many records is running. Try again when it has ended";

/// A lock against work in slices, by this process and others, on the same SQLite file. The operating system
/// releases it when the process ends, for any reason.
pub(crate) struct SlicesLock {
    _file: Option<File>,
}

impl SlicesLock {
    /// Takes the lock, and reverts what was interrupted before.
    ///
    /// # Errors
    /// 503 when other work has it.
    pub(crate) async fn take(core: &Core) -> Result<Self> {
        let lock = Self::try_take(&core.config.database)?.ok_or(Error::Busy(ANOTHER))?;
        lock.recover(core).await?;
        Ok(lock)
    }

    /// Takes the lock as soon as it is free.
    ///
    /// # Errors
    /// 503 when it is not free within some seconds.
    pub(crate) async fn take_patiently(core: &Core) -> Result<Self> {
        let until = Instant::now() + PATIENCE;
        loop {
            match Self::take(core).await {
                Err(Error::Busy(_)) if Instant::now() < until => sleep(RETRY).await,
                taken => return taken,
            }
        }
    }

    /// Takes the lock as soon as it is free, if so many steps are written in slices.
    ///
    /// # Errors
    /// 503 when it is not free within some seconds.
    pub(crate) async fn for_steps(core: &Core, count: u64) -> Result<Self> {
        match is_one_transaction(core, count) {
            true => Ok(Self { _file: None }),
            false => Self::take_patiently(core).await,
        }
    }

    fn try_take(database: &DatabaseUrl) -> Result<Option<Self>> {
        let DatabaseUrl::Sqlite(path) = database else { return Ok(Some(Self { _file: None })) };
        // A separate file: opening and closing the database file would release SQLite's own locks.
        let mut lock = path.clone().into_os_string();
        lock.push("-import");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(PathBuf::from(lock)).map_err(|error| failed(&error))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: Some(file) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(failed(&error)),
        }
    }

    /// Reverts interrupted work. The lock proves that no other process writes in slices.
    async fn recover(&self, core: &Core) -> Result<()> {
        if !core.db.has_one_writer() {
            return Ok(());
        }
        for work in core.db.read(journal::unfinished).await? {
            tracing::warn!(%work, "a change of many records was interrupted: reverting what it has written");
            roll_back(core, work).await?;
        }
        Ok(())
    }
}

fn failed(error: &io::Error) -> Error {
    match is_full(error) {
        true => Error::DiskFull,
        false => Error::internal(format!("the lock of changes of many records: {error}")),
    }
}

/// Returns whether so many steps are one transaction.
pub(crate) fn is_one_transaction(core: &Core, count: u64) -> bool {
    !core.db.has_one_writer() || count <= AT_ONCE
}

/// Writes work of `count` steps. `step` writes until its deadline and returns whether all is written; it has no
/// deadline when all of it is one transaction. `commit` runs at the end of the last transaction. To run to its
/// end also when its client disconnects, it has to be spawned.
///
/// # Errors
/// Those of `step` and `commit`: then nothing is written.
pub(crate) async fn in_slices<T, S, C>(
    core: &Arc<Core>,
    _lock: &SlicesLock,
    count: u64,
    mut step: S,
    commit: C,
) -> Result<T>
where
    T: Send + 'static,
    S: FnMut(&mut Conn, Option<Instant>) -> Result<bool> + Send + 'static,
    C: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
{
    if is_one_transaction(core, count) {
        let all = move |conn: &mut Conn| {
            while !step(conn, None)? {}
            commit(conn)
        };
        return match count <= AT_ONCE {
            true => core.db.write(all).await,
            false => core.db.write_patiently(all).await,
        };
    }
    let journal = core.db.write_patiently(Journal::begin).await?;
    let work = journal.import().clone();
    let written = slices(core, journal, step, commit).await;
    if written.is_err() {
        roll_back(core, work).await?;
    }
    written
}

async fn slices<T, S, C>(core: &Core, mut journal: Journal, mut step: S, commit: C) -> Result<T>
where
    T: Send + 'static,
    S: FnMut(&mut Conn, Option<Instant>) -> Result<bool> + Send + 'static,
    C: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
{
    for slice in 1.. {
        let work = move |conn: &mut Conn| {
            let until = Instant::now() + SLICE;
            let ended = journal.noting(conn, |conn| step(conn, Some(until)))?;
            Ok((ended, step, journal))
        };
        let ended;
        (ended, step, journal) = core.db.write_patiently(work).await?;
        if ended {
            break;
        }
        sleep(GAP).await;
        if slice % CHECKPOINT == 0 {
            core.db.checkpoint_wal().await?;
        }
    }
    let committed = core.db.write_patiently(move |conn| {
        journal.end(conn)?;
        commit(conn)
    });
    committed.await
}

/// Reverts interrupted work, when none is running. Every process does so when it opens the database, and
/// periodically while it serves.
pub(crate) async fn recover(core: &Core) -> Result<()> {
    if !core.db.has_one_writer() || core.db.read(journal::unfinished).await?.is_empty() {
        return Ok(());
    }
    match SlicesLock::try_take(&core.config.database)? {
        Some(lock) => lock.recover(core).await,
        None => Ok(()),
    }
}

async fn roll_back(core: &Core, work: Id) -> Result<()> {
    loop {
        let (records, work) = (Arc::clone(&core.records), work.clone());
        let some = move |conn: &mut Conn| records.take_back(conn, &work, Instant::now() + SLICE);
        if core.db.write_patiently(some).await? {
            return Ok(());
        }
    }
}
