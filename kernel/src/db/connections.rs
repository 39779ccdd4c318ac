//! The connection pool: connections are lent to one piece of work at a time, checked after they
//! were idle, and dropped when broken.
//!
//! Work that finds no free connection waits in a queue, without blocking a thread. While the
//! database is unreachable, one attempt at a time tries to connect and all other work fails at
//! once, so that no request waits for a failure that is already known. The first successful attempt
//! ends that state.
//!
//! Written by hand and not with `deadpool-diesel`, of which version 0.7.0 was read:
//!
//! - **Abandoned work.** There a caller that stops waiting returns its connection while the statement
//!   still runs on it, and the next caller waits for that. Here the work owns connection and slot.
//! - **A database out of reach.** There every caller with a slot connects, and waits for its timeout.
//! - **Checks.** There every use begins with a check on another thread; here, after a second of rest.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::canceller::{Canceller, Waiter};
use super::conn::{Access, Conn};
use super::interrupt::Backend;
use super::off_thread;
use super::pace::Pace;
use super::work::Work;
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result, TOO_LONG};
use crate::base::slots::Waiting;

/// How long work waits for a connection from the pool, or a write for its turn.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(5);

/// A connection that was idle for longer is checked before use.
const CHECK_AFTER: Duration = Duration::from_secs(1);

/// The time limit for opening or checking a connection, for each server that the URL names.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);

/// The pause after a failed attempt to connect.
const RETRY_AFTER: Duration = Duration::from_millis(500);

/// The maximum age of a connection. An older one is replaced: its server may have moved, or its
/// backend's memory may have grown.
const MAX_AGE: Duration = Duration::from_secs(30 * 60);

pub(crate) const BUSY: &str = "Many others are using the database at the moment. Try again shortly";

/// The connection pool.
pub(super) struct Connections {
    url: DatabaseUrl,
    access: Access,
    size: u32,
    /// Slots for work that runs at the same time.
    slots: Semaphore,
    /// Whether work has waited for a slot and timed out, and no slot has been released since.
    exhausted: AtomicBool,
    idle: Mutex<Vec<Pooled>>,
    reach: Mutex<Reach>,
    waits: AtomicU64,
    waiting: AtomicU64,
    pace: Pace,
    canceller: Arc<Canceller>,
}

/// The limits of a piece of work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// How long it may wait for a connection; `None` for no limit.
    pub(super) max_wait: Option<Duration>,
    /// How long it may run before it fails with 503.
    pub(super) deadline: Option<Duration>,
    /// Whether running work is interrupted when its caller stops waiting. Otherwise work that has
    /// begun is finished.
    pub(super) interruptible: bool,
}

/// An open connection, and when it was last known to work.
struct Pooled {
    conn: Conn,
    /// Its PostgreSQL backend.
    backend: Option<Backend>,
    opened: Instant,
    used: Instant,
}

/// Whether the database can be reached, as far as is known.
#[derive(Default)]
struct Reach {
    /// When the last attempt failed; `None` while the database can be reached.
    failed: Option<Instant>,
    /// Whether an attempt is under way.
    trying: bool,
}

/// How the pool is used, for metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Use {
    /// Open and free.
    pub(crate) idle: u32,
    /// In use.
    pub(crate) busy: u32,
    /// The maximum.
    pub(crate) max: u32,
    /// How many pieces of work have had to wait since the start.
    pub(crate) waits: u64,
    /// How many are waiting now.
    pub(crate) waiting: u64,
}

impl Connections {
    /// Makes a pool of at most `size` connections to `url`, each opened on first use.
    pub(super) fn new(
        url: &DatabaseUrl,
        access: Access,
        size: u32,
        canceller: &Arc<Canceller>,
    ) -> Self {
        Self {
            url: url.clone(),
            access,
            size,
            slots: Semaphore::new(size as usize),
            exhausted: AtomicBool::new(false),
            idle: Mutex::default(),
            reach: Mutex::default(),
            waits: AtomicU64::new(0),
            waiting: AtomicU64::new(0),
            pace: Pace::default(),
            canceller: Arc::clone(canceller),
        }
    }

    /// Runs `work` on a connection, on a blocking thread. Dropping the future before the end
    /// abandons the work: it does not begin, or is interrupted.
    ///
    /// # Errors
    /// Those of `work`; [`Error::Busy`] when no connection becomes free, or the deadline passes.
    pub(super) async fn run(self: &Arc<Self>, terms: Terms, work: Work) -> Result<()> {
        self.try_run(terms, work).await?.then_some(()).ok_or(Error::Busy(TOO_LONG))
    }

    /// Runs work as [`Connections::run`] does. Returns whether it ended before the deadline.
    pub(super) async fn try_run(self: &Arc<Self>, terms: Terms, work: Work) -> Result<bool> {
        // The slot is owned by the work and released with it: the caller may stop waiting.
        let mut slot = self.acquire_slot(terms.max_wait).await?;
        let pooled = match self.take_unchecked() {
            Some(pooled) => pooled,
            None => {
                let attempt = self.attempt()?;
                let ready = off_thread(move || Ok((attempt.ready()?, slot)));
                let Ok(ready) = timeout(CONNECT_TIMEOUT * self.url.hosts(), ready).await else {
                    self.reach.lock().failed = Some(Instant::now());
                    return Err(Error::Unavailable);
                };
                let pooled;
                (pooled, slot) = ready?;
                pooled
            }
        };
        let (waiter, interruptible) = Waiter::new(&self.canceller, terms.interruptible);
        let done = off_thread(move || {
            let backend = pooled.backend;
            // Work that did not begin returns the connection unchanged.
            slot.0.run_on(pooled, |conn| {
                interruptible.run(backend, || work(conn)).unwrap_or(Err(Error::Busy(BUSY)))
            })
        });
        let done = match terms.deadline {
            // The deadline drops the waiter, which interrupts the work.
            Some(deadline) => timeout(deadline, done).await.ok(),
            None => Some(done.await),
        };
        if done.is_some() {
            waiter.answered();
        }
        done.map_or(Ok(false), |done| done.map(|()| true))
    }

    /// Waits until no work is running.
    pub(super) async fn settle(&self) {
        // Acquiring all slots is the whole point; they are released at once.
        drop(self.slots.acquire_many(self.size).await);
    }

    pub(super) fn in_use(&self) -> Use {
        let idle = u32::try_from(self.idle.lock().len()).unwrap_or(u32::MAX);
        let free = u32::try_from(self.slots.available_permits()).unwrap_or(u32::MAX);
        Use {
            idle,
            busy: self.size.saturating_sub(free),
            max: self.size,
            waits: self.waits.load(Ordering::Relaxed),
            waiting: self.waiting.load(Ordering::Relaxed),
        }
    }

    async fn acquire_slot(self: &Arc<Self>, max_wait: Option<Duration>) -> Result<Slot> {
        let taken = match self.slots.try_acquire() {
            Ok(taken) => taken,
            Err(_) => {
                self.waits.fetch_add(1, Ordering::Relaxed);
                let is_full = self.exhausted.load(Ordering::Relaxed) || self.is_full();
                if is_full && max_wait.is_some() {
                    return Err(Error::Busy(BUSY));
                }
                let _waiting = Waiting::begin(&self.waiting);
                let taken = match max_wait {
                    Some(max_wait) => timeout(max_wait, self.slots.acquire()).await,
                    None => Ok(self.slots.acquire().await),
                };
                let Ok(Ok(taken)) = taken else {
                    self.exhausted.store(true, Ordering::Relaxed);
                    return Err(Error::Busy(BUSY));
                };
                taken
            }
        };
        taken.forget();
        Ok(Slot(Arc::clone(self)))
    }

    /// Returns whether the queue is as long as it may be.
    pub(super) fn is_full(&self) -> bool {
        self.pace.is_full(self.waiting.load(Ordering::Relaxed))
    }

    /// Takes the connection used last, if that was so recently that it needs no check. A SQLite
    /// connection never needs one, because a file does not disconnect.
    fn take_unchecked(&self) -> Option<Pooled> {
        let needs_no_check =
            |pooled: &mut Pooled| pooled.conn.is_sqlite() || pooled.used.elapsed() < CHECK_AFTER;
        self.idle.lock().pop_if(needs_no_check)
    }

    /// Reserves an attempt to connect.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while another attempt runs, or shortly after one failed.
    fn attempt(self: &Arc<Self>) -> Result<Attempt> {
        let mut reach = self.reach.lock();
        if let Some(failed) = reach.failed {
            if reach.trying || failed.elapsed() < RETRY_AFTER {
                return Err(Error::Unavailable);
            }
            reach.trying = true;
        }
        Ok(Attempt { is_retry: reach.failed.is_some(), connections: Arc::clone(self) })
    }

    fn run_on(&self, mut pooled: Pooled, work: impl FnOnce(&mut Conn) -> Result<()>) -> Result<()> {
        // A panic in the work drops the connection with its open transaction.
        let result = work(&mut pooled.conn);
        match &result {
            Err(Error::Unavailable | Error::Unreachable(_) | Error::Internal(_)) => {
                if pooled.conn.is_sqlite() || pooled.conn.answers(self.access) {
                    return result;
                }
                // Whatever error the work reported, its connection broke, or its server became read-only. The
                // connections that were idle then are most likely no better.
                self.idle.lock().clear();
                Err(Error::Unavailable)
            }
            _ => {
                let is_sound = pooled.conn.open_transactions().is_ok_and(|open| open == 0);
                if is_sound && pooled.opened.elapsed() < MAX_AGE {
                    pooled.used = Instant::now();
                    self.idle.lock().push(pooled);
                }
                result
            }
        }
    }
}

/// An acquired slot, released on drop.
struct Slot(Arc<Connections>);

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.exhausted.store(false, Ordering::Relaxed);
        self.0.pace.done(1, self.0.waiting.load(Ordering::Relaxed));
        self.0.slots.add_permits(1);
    }
}

/// An attempt to reach the database.
struct Attempt {
    connections: Arc<Connections>,
    /// Whether it retries after a failure, of which only one runs at a time.
    is_retry: bool,
}

impl Attempt {
    /// Returns an idle connection that passed its check, or a new one.
    fn ready(&self) -> Result<Pooled> {
        let ready = self.live_idle().map_or_else(|| self.connect(), Ok);
        let mut reach = self.connections.reach.lock();
        match &ready {
            Err(_) => reach.failed = Some(Instant::now()),
            Ok(_) => {
                if reach.failed.take().is_some() {
                    tracing::warn!("the database can be reached again");
                }
            }
        }
        ready
    }

    fn live_idle(&self) -> Option<Pooled> {
        loop {
            let mut pooled = self.connections.idle.lock().pop()?;
            if pooled.conn.answers(self.connections.access) {
                return Some(pooled);
            }
        }
    }

    fn connect(&self) -> Result<Pooled> {
        let mut conn = Conn::reopen(&self.connections.url, self.connections.access)?;
        let backend = conn.backend()?;
        Ok(Pooled { conn, backend, opened: Instant::now(), used: Instant::now() })
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        if self.is_retry {
            self.connections.reach.lock().trying = false;
        }
    }
}

#[cfg(test)]
mod tests;
