//! Work that nobody waits for any more: it does not begin, and a statement that is running ends.
//!
//! Whoever waits holds a [`Waiter`]. Dropped before the work has ended, because the client hung up
//! or a deadline passed, it marks the work as abandoned. SQLite asks for that mark again and again
//! while it runs a statement (`sqlite-progress`). A server of PostgreSQL is told on another
//! connection, until it has ended: it takes no notice between two statements.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Integer;

use super::conn::{Access, Conn};
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result, TOO_LONG};

/// How long after it was told to end PostgreSQL is told again.
const AGAIN: Duration = Duration::from_millis(50);

thread_local! {
    /// What runs on this thread and may be interrupted.
    static RUNNING: RefCell<Option<Arc<Running>>> = const { RefCell::new(None) };
}

/// Has SQLite ask on every connection that is opened from now on.
pub(super) fn prepare() -> Result<()> {
    sqlite_progress::ask(is_abandoned)
        .map_err(|code| Error::internal(format!("SQLite cannot be interrupted: error {code}")))
}

/// Whether nobody waits any more for what this thread does.
fn is_abandoned() -> bool {
    // A thread that is ending runs nothing.
    RUNNING
        .try_with(|running| running.borrow().as_ref().is_some_and(|one| one.is_abandoned()))
        .unwrap_or(false)
}

/// Refuses to go on when nobody waits any more for what this thread does: for loops in which no
/// statement runs for long.
///
/// # Errors
/// [`Error::Busy`], which nobody sees.
pub(crate) fn check() -> Result<()> {
    if is_abandoned() { Err(Error::Busy(TOO_LONG)) } else { Ok(()) }
}

/// Work on a connection.
#[derive(Default)]
struct Running {
    abandoned: AtomicBool,
    /// The process of PostgreSQL's server that is at work for it. Locked while that is told to end,
    /// so that it never is when it is at work for somebody else already.
    backend: Mutex<Option<i32>>,
}

impl Running {
    fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }
}

/// The side of the work.
pub(super) struct Interruptible {
    running: Arc<Running>,
    /// Whether it is interrupted as well once it has begun.
    midway: bool,
}

impl Interruptible {
    /// Does `work`, for which `backend` of PostgreSQL is at work; `None` when nobody waits for it any
    /// more.
    pub(super) fn run<T>(self, backend: Option<i32>, work: impl FnOnce() -> T) -> Option<T> {
        let mut at_work = lock(&self.running.backend);
        if self.running.is_abandoned() {
            return None;
        }
        *at_work = backend.filter(|_| self.midway);
        drop(at_work);
        RUNNING.set(self.midway.then(|| Arc::clone(&self.running)));
        // Also after a panic.
        let _ended = Ended(self.running);
        Some(work())
    }
}

struct Ended(Arc<Running>);

impl Drop for Ended {
    fn drop(&mut self) {
        RUNNING.set(None);
        *lock(&self.0.backend) = None;
    }
}

/// The side of whoever waits for the work.
pub(super) struct Waiter {
    running: Arc<Running>,
    canceller: Arc<Canceller>,
    answered: bool,
}

impl Waiter {
    /// Both sides of a piece of work, which is interrupted once it has begun if `midway` says so.
    pub(super) fn new(canceller: &Arc<Canceller>, midway: bool) -> (Self, Interruptible) {
        let running = Arc::new(Running::default());
        let work = Interruptible { running: Arc::clone(&running), midway };
        (Self { running, canceller: Arc::clone(canceller), answered: false }, work)
    }

    /// The work has ended.
    pub(super) fn answered(mut self) {
        self.answered = true;
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        if self.answered {
            return;
        }
        self.running.abandoned.store(true, Ordering::Relaxed);
        let running = Arc::clone(&self.running);
        let canceller = Arc::clone(&self.canceller);
        if canceller.is_needed() && lock(&running.backend).is_some() {
            // A thread of its own: the runtime may be ending, and would wait for what is not ended.
            let end = std::thread::Builder::new().name("canceller".into());
            if let Err(error) = end.spawn(move || canceller.end(&running)) {
                tracing::warn!(%error, "a statement that nobody waits for could not be ended");
            }
        }
    }
}

/// Tells PostgreSQL to end statements, on a connection that is kept for that.
pub(super) struct Canceller {
    url: DatabaseUrl,
    conn: Mutex<Option<Conn>>,
}

impl Canceller {
    pub(super) fn new(url: &DatabaseUrl) -> Self {
        Self { url: url.clone(), conn: Mutex::default() }
    }

    fn is_needed(&self) -> bool {
        matches!(self.url, DatabaseUrl::Postgres(_))
    }

    /// Tells it until the work has ended. What cannot be told ends by PostgreSQL's own
    /// `statement_timeout`.
    fn end(&self, running: &Running) {
        loop {
            if let Err(error) = self.tell(running) {
                tracing::warn!(%error, "a statement that nobody waits for could not be ended");
                return;
            }
            std::thread::sleep(AGAIN);
            if lock(&running.backend).is_none() {
                return;
            }
        }
    }

    fn tell(&self, running: &Running) -> Result<()> {
        let mut kept = lock(&self.conn);
        let mut conn = match kept.take() {
            Some(conn) => conn,
            None => Conn::open(&self.url, Access::Read)?,
        };
        let backend = lock(&running.backend);
        if let Some(backend) = *backend {
            sql_query("SELECT pg_cancel_backend($1)")
                .bind::<Integer, _>(backend)
                .execute(&mut conn)?;
        }
        drop(backend);
        *kept = Some(conn);
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
