//! Decides which estimate counts, where an estimator saved several for one unit in a week.
//!
//! The open week's scores are public. An estimator who could save an estimate, read the score and
//! save again for a better one would come within some 2 % of the others' median in six saves, by
//! bisection and without any skill. Therefore, for a unit that an estimator saves repeatedly in a
//! week, the estimate counts that was current a number of seconds after the first of these saves,
//! and it is not scored earlier: a slip can be corrected meanwhile, and what a score reveals can no
//! longer change it.
//!
//! References are not affected: the consensus contains the last estimate of every estimator.

use kernel::prelude::*;

use super::entries::Counted;
use super::week::Week;
use crate::past::{PastEstimate, saves_between};

/// The rule for counting the estimates of a week.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    /// The current time.
    pub(super) now: Timestamp,
    /// How many seconds after the first save an estimate counts.
    pub(super) delay: i64,
}

impl Counting {
    /// Replaces each of these estimates, the last ones saved in `week`, by the one that counts. In
    /// the open week an estimate younger than the delay loses its reference: it is not scored yet.
    ///
    /// The history is read for estimates that were saved again after the delay, or are of an
    /// earlier week: a range of its primary key for each such record, 500 in one statement. All
    /// others follow from the times of their first and last save. Of a million estimates of one
    /// week, of which a fiftieth was changed later, 20,000 are looked up; all of them, if each
    /// existed before this week.
    pub(super) fn apply(
        self,
        conn: &mut Conn,
        week: Week,
        estimates: &mut [Counted],
    ) -> Result<()> {
        let again = estimates.iter().filter(|estimate| !self.knows(week, estimate));
        let again: Vec<Id> = again.map(|estimate| estimate.id.clone()).collect();
        let saves = saves_between(conn, &again, week.start(), week.end())?;
        for estimate in estimates {
            let counted = saves.get(&estimate.id).and_then(|saves| self.of(saves));
            let first = match counted {
                Some((first, x)) => {
                    estimate.x = x;
                    first
                }
                None if self.knows(week, estimate) => estimate.created_at,
                // The history does not reach back so far: the last save is the first known one.
                None => estimate.saved_at,
            };
            if self.now < week.end() && first.plus_seconds(self.delay) > self.now {
                estimate.reference = None;
            }
        }
        Ok(())
    }

    /// Returns whether the current estimate is the one that counts: first saved in this week, and
    /// not saved again after the delay.
    fn knows(self, week: Week, estimate: &Counted) -> bool {
        let in_time = estimate.created_at..=estimate.created_at.plus_seconds(self.delay);
        estimate.created_at >= week.start() && in_time.contains(&estimate.saved_at)
    }

    /// Returns the time of the first of these saves of a week, and the logarithm of the rent that
    /// counts.
    fn of(self, saves: &[PastEstimate]) -> Option<(Timestamp, f64)> {
        let first = saves.iter().map(|save| save.saved_at).min()?;
        let until = first.plus_seconds(self.delay);
        let in_time = saves.iter().filter(|save| save.saved_at <= until);
        in_time.max_by_key(|save| save.saved_at).map(|save| (first, save.x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Week::of(Timestamp::now()).start().plus_seconds(second)
    }

    fn counting(delay: i64) -> Counting {
        Counting { now: at(0), delay }
    }

    /// Returns which of the saves at these seconds counts: each one's x is its second.
    fn counted(delay: i64, seconds: &[i64]) -> Option<(i64, f64)> {
        let save = |second: &i64| PastEstimate {
            id: Id::new(),
            unit: Id::new(),
            agent: Id::new(),
            x: *second as f64,
            created_at: at(-1),
            saved_at: at(*second),
        };
        let saves: Vec<PastEstimate> = seconds.iter().map(save).collect();
        let found = counting(delay).of(&saves)?;
        Some((found.0.seconds() - at(0).seconds(), found.1))
    }

    #[test]
    fn estimate_counts_that_was_current_after_the_delay() {
        assert_eq!(counted(300, &[]), None);
        assert_eq!(counted(300, &[10]), Some((10, 10.0)));
        assert_eq!(counted(300, &[10, 100]), Some((10, 100.0)));
        assert_eq!(counted(300, &[10, 310]), Some((10, 310.0)));
        assert_eq!(counted(300, &[10, 311]), Some((10, 10.0)));
        assert_eq!(counted(300, &[10, 100, 311, 9_000]), Some((10, 100.0)));
        assert_eq!(counted(0, &[10, 11]), Some((10, 10.0)));
        // Repeated saves do not extend the delay.
        let every_minute: Vec<i64> = (0..100).map(|minute| minute * 60).collect();
        assert_eq!(counted(300, &every_minute), Some((0, 300.0)));
    }

    #[test]
    fn clock_set_back_makes_the_earlier_time_the_first() {
        assert_eq!(counted(300, &[5_000, 10, 100]), Some((10, 100.0)));
    }
}
