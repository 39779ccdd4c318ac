//! Cancels statements whose caller stopped waiting.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parking_lot::Mutex;

use super::conn::{Access, Conn};
use super::interrupt::{Interruptible, Running};
use crate::base::config::DatabaseUrl;
use crate::base::error::Result;

/// How long to wait before the cancel request to PostgreSQL is repeated.
const RETRY_AFTER: Duration = Duration::from_millis(50);

/// The caller's handle on a piece of work. Dropping it before the work has ended abandons the work.
pub(super) struct Waiter {
    running: Arc<Running>,
    canceller: Arc<Canceller>,
    answered: bool,
}

impl Waiter {
    /// Returns the handles of the caller and of the work. With `midway` the work is also
    /// interrupted after it has begun.
    pub(super) fn new(canceller: &Arc<Canceller>, midway: bool) -> (Self, Interruptible) {
        let running = Arc::new(Running::default());
        let work = Interruptible { running: Arc::clone(&running), midway };
        (Self { running, canceller: Arc::clone(canceller), answered: false }, work)
    }

    /// Marks the work as ended.
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
        if canceller.is_needed() && running.backend.lock().is_some() {
            // A thread of its own: a runtime that is shutting down would wait for the statement to
            // end.
            let end = std::thread::Builder::new().name("canceller".into());
            if let Err(error) = end.spawn(move || canceller.end(&running)) {
                tracing::warn!(%error, "an abandoned statement could not be cancelled");
            }
        }
    }
}

/// Cancels statements of PostgreSQL, on a connection reserved for that.
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

    /// Repeats the cancel request until the work has ended. Without a connection for the request,
    /// PostgreSQL's `statement_timeout` ends the statement.
    fn end(&self, running: &Running) {
        loop {
            if let Err(error) = self.cancel(running) {
                tracing::warn!(%error, "an abandoned statement could not be cancelled");
                return;
            }
            std::thread::sleep(RETRY_AFTER);
            if running.backend.lock().is_none() {
                return;
            }
        }
    }

    fn cancel(&self, running: &Running) -> Result<()> {
        let mut reserved = self.conn.lock();
        let mut conn = match reserved.take() {
            Some(conn) => conn,
            None => Conn::open(&self.url, Access::Read)?,
        };
        let backend = running.backend.lock();
        let is_there = backend.map_or(Ok(true), |backend| conn.cancel(backend))?;
        drop(backend);
        // One that leads to another server than the statement's is not used again.
        *reserved = is_there.then_some(conn);
        Ok(())
    }
}
