//! How fast a queue is served, and when it is as long as it may be.
//!
//! Under overload, what is accepted is soon done: further work is rejected while that which waits will take too long
//! at the pace of the moment.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// How much may wait in a queue.
pub(super) const MAX_WAITING: u64 = 1_000;

/// For how long all that waits may take at the pace of the moment.
const SOON: Duration = Duration::from_millis(100);

/// How much may wait whatever the pace: some dozens of users are no overload, and a few slow queries are none.
const ALWAYS_WAITING: u64 = 64;

/// How much may wait for a while although it takes too long: that many requests at once are a burst, which ends.
const BURST: u64 = 128;
const BURST_LASTS: Duration = Duration::from_secs(1);

/// The pace of a queue.
#[derive(Debug, Default)]
pub(super) struct Pace(Mutex<Served>);

#[derive(Debug, Default)]
struct Served {
    /// When some work was last done, if more waited then: only then the time until the next is done is
    /// what that takes, and not also a pause.
    last: Option<Instant>,
    /// The mean time that a piece of work takes, of which the latest count most.
    interval: Duration,
    /// Since when what waits has been taking too long, without having taken less than half of that meanwhile.
    long_since: Option<Instant>,
}

impl Pace {
    /// Notes that `count` pieces of work were done together, and how many wait.
    pub(super) fn done(&self, count: u32, waiting: u64) {
        let now = Instant::now();
        let mut served = self.0.lock();
        if let Some(last) = served.last {
            // One that took very long says little about the next ones.
            let latest = ((now - last) / count).min(SOON);
            for _ in 0..count {
                served.interval = (served.interval * 15 + latest) / 16;
            }
        }
        served.last = (waiting > 0).then_some(now);
        if served.takes(waiting) < SOON / 2 {
            served.long_since = None;
        }
    }

    /// Returns whether a queue is as long as it may be.
    pub(super) fn is_full(&self, waiting: u64) -> bool {
        if waiting < ALWAYS_WAITING {
            return false;
        }
        let mut served = self.0.lock();
        if served.takes(waiting) <= SOON {
            return waiting >= MAX_WAITING;
        }
        let long_since = *served.long_since.get_or_insert_with(Instant::now);
        waiting >= BURST || long_since.elapsed() >= BURST_LASTS
    }
}

impl Served {
    /// Returns how long `waiting` pieces of work take at the pace of the moment.
    fn takes(&self, waiting: u64) -> Duration {
        self.interval.saturating_mul(u32::try_from(waiting).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_is_full_when_it_takes_too_long_at_the_pace_of_the_moment() {
        let pace = Pace::default();
        let full_from = |interval: Duration, long_for: Duration| {
            pace.0.lock().interval = interval;
            pace.0.lock().long_since = Instant::now().checked_sub(long_for);
            (0..=MAX_WAITING).find(|waiting| pace.is_full(*waiting))
        };
        // Nothing has waited yet: only the bound counts.
        assert_eq!(full_from(Duration::ZERO, BURST_LASTS), Some(MAX_WAITING));
        assert_eq!(full_from(Duration::from_millis(1), BURST_LASTS), Some(101));
        assert_eq!(full_from(Duration::from_secs(10), BURST_LASTS), Some(ALWAYS_WAITING));
        // A burst waits.
        assert_eq!(full_from(Duration::from_secs(10), Duration::ZERO), Some(BURST));
        assert!(pace.0.lock().long_since.is_some());
        pace.done(1, 0);
        assert!(pace.0.lock().long_since.is_none());
    }

    #[test]
    fn neither_a_pause_nor_one_slow_piece_of_work_makes_the_next_ones_wait() {
        let a_minute_ago = Instant::now().checked_sub(Duration::from_secs(60));
        let pace = Pace::default();
        pace.done(1, 0);
        assert_eq!(pace.0.lock().last, None);
        pace.done(1, 300);
        assert!(!pace.is_full(300));
        pace.0.lock().last = a_minute_ago;
        pace.done(1, 300);
        assert!(pace.is_full(300));
        for _ in 0..100 {
            pace.done(1, 300);
        }
        assert!(!pace.is_full(300));
    }
}
