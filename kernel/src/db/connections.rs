//! Connections that requests share: lent to one piece of work at a time, looked at before they are
//! lent when they lay idle, thrown away when they broke.
//!
//! Whoever finds none free waits in line, without holding a thread. While the database is out of
//! reach, one in a while tries, and the others are refused at once: nobody waits for what another
//! has just failed at, and the first one who succeeds heals all.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::canceller::{Canceller, Waiter};
use super::conn::{Access, Conn};
use super::off_thread;
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result, TOO_LONG};

/// How long somebody waits for a connection that others are using, or for their turn to write.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// A connection that lay idle for longer is asked whether it is still there.
const TRUSTED: Duration = Duration::from_secs(1);

/// How long a connection may take to be made, or to say that it is still there.
const ATTEMPT: Duration = Duration::from_secs(4);

/// How long after a failed attempt the next one is made.
const PAUSE: Duration = Duration::from_millis(500);

/// A connection that is older is replaced: its other end may have moved, or have grown.
const OLD: Duration = Duration::from_secs(30 * 60);

pub(super) const BUSY: &str = "Many others are using the database at the moment. Try again shortly";

/// The shared connections.
pub(super) struct Connections {
    url: DatabaseUrl,
    access: Access,
    size: u32,
    /// Room for those that work at the same time.
    room: Semaphore,
    /// Whether somebody has waited for room in vain, and none has been given back since.
    stuck: AtomicBool,
    idle: Mutex<Vec<Lent>>,
    reach: Mutex<Reach>,
    waits: AtomicU64,
    waiting: AtomicU64,
    canceller: Arc<Canceller>,
}

/// On what terms a piece of work is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// How long it may wait for a connection; `None`: for as long as it takes.
    pub(super) patience: Option<Duration>,
    /// How long it may run. After that it is a 503.
    pub(super) deadline: Option<Duration>,
    /// Whether it is interrupted when nobody waits for it any more. Else what has begun is finished.
    pub(super) interruptible: bool,
}

/// A connection, and how long there is no doubt about it.
struct Lent {
    conn: Conn,
    /// The process of PostgreSQL's server at its other end.
    backend: Option<i32>,
    opened: Instant,
    used: Instant,
}

/// Whether the database can be reached, as far as anybody knows.
#[derive(Default)]
struct Reach {
    /// When it was last tried in vain; `None` while all is well.
    failed: Option<Instant>,
    /// Whether somebody is trying again.
    trying: bool,
}

/// How the connections are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Use {
    /// Open, and lent to nobody.
    pub(crate) idle: u32,
    /// Lent.
    pub(crate) busy: u32,
    /// The most there may be.
    pub(crate) max: u32,
    /// How many have had to wait for one since the start.
    pub(crate) waits: u64,
    /// How many are waiting for one.
    pub(crate) waiting: u64,
}

impl Connections {
    /// At most `size` connections to `url`, each opened when it is needed first.
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
            room: Semaphore::new(size as usize),
            stuck: AtomicBool::new(false),
            idle: Mutex::default(),
            reach: Mutex::default(),
            waits: AtomicU64::new(0),
            waiting: AtomicU64::new(0),
            canceller: Arc::clone(canceller),
        }
    }

    /// Does `work` on a connection, on a thread for work that blocks. Whoever drops this before it
    /// has ended does not wait for it any more: it does not begin, or is interrupted.
    ///
    /// # Errors
    /// Those of `work`; [`Error::Busy`] when no connection becomes free, or the deadline passes.
    pub(super) async fn run<T, F>(self: &Arc<Self>, terms: Terms, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.try_run(terms, work).await?.ok_or(Error::Busy(TOO_LONG))
    }

    /// As [`Connections::run`]; `None` when the deadline passes.
    pub(super) async fn try_run<T, F>(self: &Arc<Self>, terms: Terms, work: F) -> Result<Option<T>>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        // The room goes with the work and is given back by it: whoever asked may go away.
        let mut room = self.take_room(terms.patience).await?;
        let lent = match self.take_trusted() {
            Some(lent) => lent,
            None => {
                let attempt = self.attempt()?;
                let ready = off_thread(move || Ok((attempt.ready()?, room)));
                let Ok(ready) = timeout(ATTEMPT, ready).await else {
                    lock(&self.reach).failed = Some(Instant::now());
                    return Err(Error::Unavailable);
                };
                let lent;
                (lent, room) = ready?;
                lent
            }
        };
        let (waiter, interruptible) = Waiter::new(&self.canceller, terms.interruptible);
        let done = off_thread(move || {
            let backend = lent.backend;
            // What was not begun gives the connection back as it is.
            room.0.lend(lent, |conn| {
                interruptible.run(backend, || work(conn)).unwrap_or(Err(Error::Busy(BUSY)))
            })
        });
        let done = match terms.deadline {
            // Dropping the waiter at its end is what interrupts the work.
            Some(deadline) => timeout(deadline, done).await.ok(),
            None => Some(done.await),
        };
        if done.is_some() {
            waiter.answered();
        }
        done.transpose()
    }

    /// Waits until nothing is at work.
    pub(super) async fn settle(&self) {
        // It is given back at once: it mattered only that all of it could be had.
        drop(self.room.acquire_many(self.size).await);
    }

    pub(super) fn in_use(&self) -> Use {
        let idle = u32::try_from(lock(&self.idle).len()).unwrap_or(u32::MAX);
        let free = u32::try_from(self.room.available_permits()).unwrap_or(u32::MAX);
        Use {
            idle,
            busy: self.size.saturating_sub(free),
            max: self.size,
            waits: self.waits.load(Ordering::Relaxed),
            waiting: self.waiting.load(Ordering::Relaxed),
        }
    }

    async fn take_room(self: &Arc<Self>, patience: Option<Duration>) -> Result<Room> {
        let taken = match self.room.try_acquire() {
            Ok(taken) => taken,
            Err(_) => {
                self.waits.fetch_add(1, Ordering::Relaxed);
                if self.stuck.load(Ordering::Relaxed) && patience.is_some() {
                    return Err(Error::Busy(BUSY));
                }
                let _waiting = Waiting::new(&self.waiting);
                let taken = match patience {
                    Some(patience) => timeout(patience, self.room.acquire()).await,
                    None => Ok(self.room.acquire().await),
                };
                let Ok(Ok(taken)) = taken else {
                    self.stuck.store(true, Ordering::Relaxed);
                    return Err(Error::Busy(BUSY));
                };
                taken
            }
        };
        taken.forget();
        Ok(Room(Arc::clone(self)))
    }

    /// The connection that was used last, if that was so lately that there is no doubt about it. A
    /// file does not hang up: of a connection to SQLite there never is.
    fn take_trusted(&self) -> Option<Lent> {
        let trusted = |lent: &mut Lent| lent.conn.is_sqlite() || lent.used.elapsed() < TRUSTED;
        lock(&self.idle).pop_if(trusted)
    }

    /// Leave to try whether the database is there.
    fn attempt(self: &Arc<Self>) -> Result<Attempt> {
        let mut reach = lock(&self.reach);
        if let Some(failed) = reach.failed {
            if reach.trying || failed.elapsed() < PAUSE {
                return Err(Error::Unavailable);
            }
            reach.trying = true;
        }
        Ok(Attempt { alone: reach.failed.is_some(), connections: Arc::clone(self) })
    }

    fn lend<T>(&self, mut lent: Lent, work: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
        // A panic in the work drops the connection with whatever it left open.
        let result = work(&mut lent.conn);
        match &result {
            Err(Error::Unavailable | Error::Unreachable(_) | Error::Internal(_)) => {
                if lent.conn.is_sqlite() || is_alive(&mut lent.conn) {
                    return result;
                }
                // Whatever the work made of it: its connection broke under it, and those that
                // were idle then have most likely gone with it.
                lock(&self.idle).clear();
                Err(Error::Unavailable)
            }
            _ => {
                let is_sound = lent.conn.open_transactions().is_ok_and(|open| open == 0);
                if is_sound && lent.opened.elapsed() < OLD {
                    lent.used = Instant::now();
                    lock(&self.idle).push(lent);
                }
                result
            }
        }
    }
}

/// Room that somebody has taken; given back when it is dropped, wherever that is.
struct Room(Arc<Connections>);

impl Drop for Room {
    fn drop(&mut self) {
        self.0.stuck.store(false, Ordering::Relaxed);
        self.0.room.add_permits(1);
    }
}

/// One who tries whether the database is there.
struct Attempt {
    connections: Arc<Connections>,
    /// Whether it is tried again after it failed, which only one does at a time.
    alone: bool,
}

impl Attempt {
    /// A connection that says it is still there, or a new one.
    fn ready(&self) -> Result<Lent> {
        let ready = self.still_there().map_or_else(|| self.connect(), Ok);
        let mut reach = lock(&self.connections.reach);
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

    fn still_there(&self) -> Option<Lent> {
        loop {
            let mut lent = lock(&self.connections.idle).pop()?;
            if is_alive(&mut lent.conn) {
                return Some(lent);
            }
        }
    }

    fn connect(&self) -> Result<Lent> {
        let mut conn = Conn::reopen(&self.connections.url, self.connections.access)?;
        let backend = conn.backend()?;
        Ok(Lent { conn, backend, opened: Instant::now(), used: Instant::now() })
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        if self.alone {
            lock(&self.connections.reach).trying = false;
        }
    }
}

/// One who waits, for as long as it is there.
struct Waiting<'a>(&'a AtomicU64);

impl<'a> Waiting<'a> {
    fn new(waiting: &'a AtomicU64) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn is_alive(conn: &mut Conn) -> bool {
    conn.batch_execute("SELECT 1").is_ok()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests;
