//! Limits the time of a mapping's patterns over all rows of one file. To find a match takes time
//! linear in its text; to find all matches of large patterns in long cells may take hours.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::value_error::{ValueError, at};

/// How long all patterns may take together.
const MOST: Duration = Duration::from_secs(60);

/// The time that the patterns of one file have taken.
#[derive(Debug)]
pub(super) struct Stopwatch {
    most: Duration,
    /// In nanoseconds.
    spent: AtomicU64,
}

/// The moment by which work has to end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Until(Option<Instant>);

impl Until {
    /// For work without patterns.
    pub(super) const NEVER: Self = Self(None);

    /// Fails after that moment. To be called between two matches.
    pub(super) fn check(self) -> Result<(), String> {
        match self.0 {
            Some(end) if Instant::now() > end => Err("the patterns take too long".to_owned()),
            _ => Ok(()),
        }
    }
}

impl Default for Stopwatch {
    fn default() -> Self {
        Self::of(MOST)
    }
}

impl Stopwatch {
    pub(super) fn of(most: Duration) -> Self {
        Self { most, spent: AtomicU64::new(0) }
    }

    /// Returns whether the time limit is used up: no further row can be read.
    pub(super) fn has_run_out(&self) -> bool {
        self.spent.load(Ordering::Relaxed) > u64::try_from(self.most.as_nanos()).unwrap_or(u64::MAX)
    }

    /// Runs work that uses patterns, and adds its time. Once the limit is used up it returns an
    /// error at that column, and does not run the work.
    pub(super) fn time<T>(
        &self,
        column: Option<usize>,
        work: impl FnOnce(Until) -> T,
    ) -> Result<T, ValueError> {
        if !self.has_run_out() {
            let began = Instant::now();
            let spent = Duration::from_nanos(self.spent.load(Ordering::Relaxed));
            let done = work(Until(Some(began + self.most.saturating_sub(spent))));
            let took = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.spent.fetch_add(took, Ordering::Relaxed);
            if !self.has_run_out() {
                return Ok(done);
            }
        }
        let seconds = self.most.as_secs();
        let message = format!(
            "the patterns of the mapping have taken more than {seconds} seconds: reading stopped \
             here. Make them simpler, or the file smaller"
        );
        Err(at(column, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_up_time_is_an_error_and_no_more_work_is_done() {
        let watch = Stopwatch::of(Duration::ZERO);
        assert!(!watch.has_run_out());
        let mut worked = 0;
        for _ in 0..2 {
            let Err(ValueError::At { column, message }) = watch.time(Some(3), |_| worked += 1)
            else {
                panic!("there was no time at all");
            };
            assert_eq!(column, Some(3));
            assert!(message.starts_with("the patterns of the mapping have taken more than 0 s"));
        }
        assert!(watch.has_run_out());
        assert_eq!(worked, 1);
        assert!(matches!(Stopwatch::default().time(None, |_| 7), Ok(7)));
    }
}
