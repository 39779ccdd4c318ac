//! What is to be loaded: columns of large tables are loaded by one job for all that need them, who wait for it without
//! a connection. What requests wait for is loaded first, then what the product declares, in the order of use.

use std::collections::VecDeque;

use parking_lot::Mutex;
use tokio::sync::{Notify, watch};

use super::need::Need;

/// The columns that are to be loaded.
#[derive(Debug, Default)]
pub(super) struct Lacking {
    pub(super) needs: Mutex<Needs>,
    /// Wakes the job.
    pub(super) wanted: Notify,
    /// How often the job has loaded columns.
    pub(super) loads: watch::Sender<u64>,
}

#[derive(Debug, Default)]
pub(super) struct Needs {
    /// What requests wait for, in the order of their tables.
    pub(super) awaited: Vec<Need>,
    pub(super) declared: VecDeque<Need>,
}

impl Needs {
    pub(super) fn is_empty(&self) -> bool {
        self.awaited.is_empty() && self.declared.is_empty()
    }

    /// Takes the next columns, and whether requests wait for them.
    pub(super) fn next(&mut self) -> Option<(Need, bool)> {
        match self.awaited.is_empty() {
            false => Some((self.awaited.remove(0), true)),
            true => Some((self.declared.pop_front()?, false)),
        }
    }
}
