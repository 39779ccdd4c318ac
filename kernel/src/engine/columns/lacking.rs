//! What is to be loaded: columns of large tables are loaded by one job for all that need them, who wait for it without
//! a connection. What requests wait for is loaded first, then what the product declares, in the order of use.
//!
//! What could not be loaded is tried again after a pause, column by column. Until that succeeds no request waits for it:
//! the database answers lists, and a question reads it for itself.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::{Notify, watch};

use super::need::{ColumnExpr, Need};

/// The pause after a load has failed. Each further failure doubles it, up to the longest.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);

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
    failed: Vec<Failed>,
}

/// What could not be loaded: a column of a table, or its rows.
#[derive(Debug)]
struct Failed {
    table: &'static str,
    column: Option<ColumnExpr>,
    pause: Duration,
    retry_at: Instant,
}

impl Needs {
    pub(super) fn is_empty(&self) -> bool {
        self.awaited.is_empty() && self.declared.is_empty() && self.due().is_none()
    }

    /// Takes the next columns, and whether requests wait for them.
    pub(super) fn next(&mut self) -> Option<(Need, bool)> {
        if !self.awaited.is_empty() {
            return Some((self.awaited.remove(0), true));
        }
        Some((self.declared.pop_front().or_else(|| self.due())?, false))
    }

    fn due(&self) -> Option<Need> {
        let now = Instant::now();
        let due = self.failed.iter().find(|one| one.retry_at <= now)?;
        Some(Need { table: due.table, columns: due.column.iter().cloned().collect() })
    }

    /// Notes that a load of columns has failed.
    pub(super) fn note_failed(&mut self, need: Need) {
        let Need { table, columns } = need;
        let mut columns: Vec<_> = columns.into_iter().map(Some).collect();
        if columns.is_empty() {
            columns.push(None);
        }
        for column in columns {
            let is_it = |one: &Failed| one.table == table && one.column == column;
            let before = self.failed.iter().position(is_it).map(|at| self.failed.remove(at).pause);
            let pause = before.map_or(PAUSE, |before| (before * 2).min(LONGEST_PAUSE));
            self.failed.push(Failed { table, column, pause, retry_at: Instant::now() + pause });
        }
    }

    /// Notes that columns were loaded.
    pub(super) fn note_loaded(&mut self, need: &Need) {
        self.failed.retain(|one| {
            let is_loaded = one.column.as_ref().is_none_or(|column| need.columns.contains(column));
            one.table != need.table || !is_loaded
        });
    }

    /// Returns whether the last load of some of these columns has failed.
    pub(super) fn has_failed(&self, need: &Need) -> bool {
        self.failed.iter().any(|one| {
            let is_needed = one.column.as_ref().is_none_or(|column| need.columns.contains(column));
            one.table == need.table && is_needed
        })
    }
}
