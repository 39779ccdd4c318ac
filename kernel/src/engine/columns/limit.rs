//! The memory limit of columns. `room` keeps to it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::need::ColumnExpr;

/// How long a column is not needed before it makes way for another.
pub(super) const REST: Duration = Duration::from_secs(60);

/// The limit, and what it has led to.
#[derive(Debug)]
pub(super) struct Limit {
    pub(super) bytes: AtomicUsize,
    /// In milliseconds.
    pub(super) rest: AtomicU64,
    pub(super) begin: Instant,
    /// The size of columns that were evicted or for which there was no room.
    pub(super) sizes: Mutex<HashMap<(&'static str, ColumnExpr), usize>>,
    pub(super) evicted: AtomicU64,
}

impl Default for Limit {
    fn default() -> Self {
        Self {
            bytes: AtomicUsize::new(usize::MAX),
            rest: AtomicU64::new(millis(REST)),
            begin: Instant::now(),
            sizes: Mutex::default(),
            evicted: AtomicU64::new(0),
        }
    }
}

pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
