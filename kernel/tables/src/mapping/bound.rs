//! A mapping made ready for one file.

use super::plan::Plan;
use super::stopwatch::Stopwatch;

/// A mapping bound to the header of one file.
#[derive(Debug)]
pub struct Bound {
    pub(super) header: Vec<String>,
    pub(super) plan: Plan,
    pub(super) patterns: Stopwatch,
}

impl Bound {
    /// Returns whether the patterns have taken so long that no row can be read any more: the last one that
    /// was refused says so.
    pub fn has_run_out_of_time(&self) -> bool {
        self.patterns.has_run_out()
    }
}
