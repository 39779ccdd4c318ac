//! A mapping bound to one file.

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
    /// Returns whether the time limit of patterns is used up: no further row can be read, and the
    /// error of the last one says so.
    pub fn has_run_out_of_time(&self) -> bool {
        self.patterns.has_run_out()
    }
}
