//! Work that nobody waits for any more: it does not begin, and a statement that is running ends.
//!
//! Whoever waits holds a `Waiter` (`canceller`). Dropped before the work has ended, because the client hung up
//! or a deadline passed, it marks the work as abandoned. SQLite asks for that mark again and again
//! while it runs a statement (`sqlite-progress`). A server of PostgreSQL is told on another
//! connection, until it has ended: it takes no notice between two statements.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::base::error::{Error, Result, TOO_LONG};

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
pub(super) struct Running {
    pub(super) abandoned: AtomicBool,
    /// The process of PostgreSQL's server that is at work for it. Locked while that is told to end,
    /// so that it never is when it is at work for somebody else already.
    pub(super) backend: Mutex<Option<i32>>,
}

impl Running {
    fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }
}

/// The side of the work.
pub(super) struct Interruptible {
    pub(super) running: Arc<Running>,
    /// Whether it is interrupted as well once it has begun.
    pub(super) midway: bool,
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

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
