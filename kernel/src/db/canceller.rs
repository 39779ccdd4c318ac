//! Ends statements that nobody waits for any more.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Integer;

use super::conn::{Access, Conn};
use super::interrupt::{Interruptible, Running, lock};
use crate::base::config::DatabaseUrl;
use crate::base::error::Result;

/// How long after it was told to end PostgreSQL is told again.
const AGAIN: Duration = Duration::from_millis(50);

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
