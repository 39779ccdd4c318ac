//! Interrupts abandoned work: it does not begin, and a running statement ends.
//!
//! The caller holds a `Waiter` (`canceller`). Dropped before the work has ended, because the client
//! disconnected or a deadline passed, it marks the work as abandoned. SQLite calls a progress
//! handler while it runs a statement, which checks the mark (`sqlite-progress`). A PostgreSQL
//! backend gets cancel requests from another connection until the work has ended, because it
//! ignores one that arrives between two statements.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use diesel::prelude::*;
use parking_lot::Mutex;

use crate::base::error::{Error, Result, TOO_LONG};

thread_local! {
    /// The interruptible work on this thread.
    static RUNNING: RefCell<Option<Arc<Running>>> = const { RefCell::new(None) };
}

/// A process of PostgreSQL that serves one connection. Servers of one URL, and a server at different times, have others of
/// the same number.
#[derive(Clone, Copy, Queryable)]
pub(super) struct Backend {
    pub(super) pid: i32,
    /// When it began, in microseconds.
    pub(super) began: i64,
}

/// Registers the progress handler on every SQLite connection opened from now on.
pub(super) fn prepare() -> Result<()> {
    sqlite_progress::ask(is_abandoned)
        .map_err(|code| Error::internal(format!("SQLite cannot be interrupted: error {code}")))
}

/// Returns whether the work on this thread was abandoned.
fn is_abandoned() -> bool {
    // A thread that is ending runs no work.
    RUNNING
        .try_with(|running| running.borrow().as_ref().is_some_and(|one| one.is_abandoned()))
        .unwrap_or(false)
}

/// Fails when the work on this thread was abandoned: for loops in which no statement runs for long.
///
/// # Errors
/// [`Error::Busy`], which no client receives.
pub(crate) fn check() -> Result<()> {
    if is_abandoned() { Err(Error::Busy(TOO_LONG)) } else { Ok(()) }
}

/// The state of a piece of work, shared by both sides.
#[derive(Default)]
pub(super) struct Running {
    pub(super) abandoned: AtomicBool,
    /// The PostgreSQL backend that runs it. Locked during a cancel request, so
    /// that the request never reaches a backend that already works for another caller.
    pub(super) backend: Mutex<Option<Backend>>,
}

impl Running {
    fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }
}

/// The handle of the work.
pub(super) struct Interruptible {
    pub(super) running: Arc<Running>,
    /// Whether it is also interrupted after it has begun.
    pub(super) midway: bool,
}

impl Interruptible {
    /// Runs `work` on the PostgreSQL backend `backend`. `None` when it was abandoned before it
    /// began.
    pub(super) fn run<T>(self, backend: Option<Backend>, work: impl FnOnce() -> T) -> Option<T> {
        let mut at_work = self.running.backend.lock();
        if self.running.is_abandoned() {
            return None;
        }
        *at_work = backend.filter(|_| self.midway);
        drop(at_work);
        RUNNING.set(self.midway.then(|| Arc::clone(&self.running)));
        // Runs after a panic too.
        let _ended = Ended(self.running);
        Some(work())
    }
}

struct Ended(Arc<Running>);

impl Drop for Ended {
    fn drop(&mut self) {
        RUNNING.set(None);
        *self.0.backend.lock() = None;
    }
}
