//! How fast a queue is served, and when it is as long as it may be.
//!
//! Under overload, what is accepted is soon done: further work is rejected while that which waits will take too long
//! at the pace of the moment. A burst is no overload: it waits.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much may wait in a queue.
pub(super) const MAX_WAITING: u64 = 1_000;

/// For how long all that waits may take at the pace of the moment.
const SOON: Duration = Duration::from_millis(200);

/// How much may wait whatever the pace: some dozens of users are no overload, and a few slow
/// queries are none.
const ALWAYS_WAITING: u64 = 64;

/// For how long more than that may wait before it is an overload, which ends when less than half of it waits.
const BURST: Duration = Duration::from_secs(1);

/// The pace of a queue.
#[derive(Debug, Default)]
pub(super) struct Pace(Mutex<Served>);

#[derive(Debug, Default)]
struct Served {
    /// When some work was last done.
    last: Option<Instant>,
    /// The mean time that a piece of work takes, of which the latest count most.
    interval: Duration,
    /// Since when the queue is long.
    long_since: Option<Instant>,
}

impl Pace {
    /// Notes that `count` pieces of work were done together, and how many wait now.
    pub(super) fn done(&self, count: u32, waiting: u64) {
        let now = Instant::now();
        let mut served = self.lock();
        // Otherwise the time until the next is done also depends on when work arrives.
        if let Some(last) = served.last.filter(|_| waiting > 0) {
            for _ in 0..count {
                served.interval = (served.interval * 15 + (now - last) / count) / 16;
            }
        }
        served.last = Some(now);
        if waiting < ALWAYS_WAITING / 2 {
            served.long_since = None;
        }
    }

    /// Returns whether a queue is as long as it may be.
    pub(super) fn is_full(&self, waiting: u64) -> bool {
        if waiting < ALWAYS_WAITING {
            return false;
        }
        let mut served = self.lock();
        let long_since = *served.long_since.get_or_insert_with(Instant::now);
        let takes = served.interval.saturating_mul(u32::try_from(waiting).unwrap_or(u32::MAX));
        waiting >= MAX_WAITING || (takes > SOON && long_since.elapsed() >= BURST)
    }

    fn lock(&self) -> MutexGuard<'_, Served> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_is_full_when_it_takes_too_long_at_the_pace_of_the_moment() {
        let pace = Pace::default();
        let full_from = |interval: Duration, long_for: Duration| {
            pace.lock().interval = interval;
            pace.lock().long_since = Instant::now().checked_sub(long_for);
            (0..=MAX_WAITING).find(|waiting| pace.is_full(*waiting))
        };
        // Nothing has waited yet: only the bound counts.
        assert_eq!(full_from(Duration::ZERO, BURST), Some(MAX_WAITING));
        assert_eq!(full_from(Duration::from_millis(1), BURST), Some(201));
        assert_eq!(full_from(Duration::from_secs(10), BURST), Some(ALWAYS_WAITING));
        // A burst waits.
        assert_eq!(full_from(Duration::from_secs(10), Duration::ZERO), Some(MAX_WAITING));
        pace.done(1, ALWAYS_WAITING / 2);
        assert!(pace.lock().long_since.is_some());
        pace.done(1, ALWAYS_WAITING / 2 - 1);
        assert!(pace.lock().long_since.is_none());
    }
}
