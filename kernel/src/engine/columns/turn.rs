//! A turn at some work: of those that need it one does it, and the others find it done.

use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use crate::base::error::Result;
use crate::db::check_waited_for;

/// How often one that waits checks whether its client still waits for the response.
const BETWEEN_CHECKS: Duration = Duration::from_millis(50);

/// The turn at some work.
#[derive(Debug, Default)]
pub(super) struct Turn(Mutex<()>);

impl Turn {
    /// Waits for the turn, which lasts until it is dropped; `None` when the work is done meanwhile.
    ///
    /// # Errors
    /// When the client no longer waits for the response.
    pub(super) fn take(&self, is_done: impl Fn() -> bool) -> Result<Option<MutexGuard<'_, ()>>> {
        while !is_done() {
            if let Some(turn) = self.0.try_lock_for(BETWEEN_CHECKS) {
                return Ok((!is_done()).then_some(turn));
            }
            check_waited_for()?;
        }
        Ok(None)
    }
}
