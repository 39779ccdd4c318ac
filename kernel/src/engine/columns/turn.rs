//! A turn at some work: of those that need it one does it, and the others wait without a lock.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::base::error::Result;
use crate::db::check_waited_for;

/// How often one that waits checks whether its client still waits for the response.
const BETWEEN_CHECKS: Duration = Duration::from_millis(50);

/// The turn at some work.
#[derive(Debug, Default)]
pub(super) struct Turn {
    is_taken: Mutex<bool>,
    ended: Condvar,
}

/// The turn, until it is dropped.
#[derive(Debug)]
pub(super) struct Taken<'a>(&'a Turn);

impl Turn {
    /// Waits for the turn; `None` when the work is done meanwhile.
    ///
    /// # Errors
    /// When the client no longer waits for the response.
    pub(super) fn take(&self, is_done: impl Fn() -> bool) -> Result<Option<Taken<'_>>> {
        let mut is_taken = self.lock();
        while !is_done() {
            if !*is_taken {
                *is_taken = true;
                return Ok(Some(Taken(self)));
            }
            let waited = self.ended.wait_timeout(is_taken, BETWEEN_CHECKS);
            (is_taken, _) = waited.unwrap_or_else(PoisonError::into_inner);
            check_waited_for()?;
        }
        Ok(None)
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.is_taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        *self.0.lock() = false;
        self.0.ended.notify_all();
    }
}
