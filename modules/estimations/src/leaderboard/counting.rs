//! Decides which estimate counts, where an estimator saved several for one unit.
//!
//! The open week's scores are public. An estimator who could save an estimate, read the score and
//! save again for a better one would come within some 2 % of the others' median in six saves, by
//! bisection and without any skill. Therefore, for a unit that an estimator saves repeatedly in a
//! week, the estimate counts that was current a number of seconds after the first of these saves,
//! and it does not count earlier: a slip can be corrected meanwhile, and what a score reveals can no
//! longer change it.
//!
//! That is so for the estimate that is scored and for those that it is compared with: what is saved
//! after an estimate has counted changes no score of that week.

use std::collections::HashMap;

use kernel::prelude::*;

use super::week::Week;
use crate::past::{PastEstimate, saves_before};

/// The rule for counting the estimates of a week.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    /// The current time.
    pub(super) now: Timestamp,
    /// How many seconds after the first save an estimate counts.
    pub(super) delay: i64,
}

/// The estimate that counts, of an estimator for a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Counted {
    /// The week in which it was saved.
    pub(super) week: Week,
    /// The natural logarithm of the rent, AED per year.
    pub(super) x: f64,
}

impl Counting {
    /// Returns which save counts in `week`, for each of these estimates, by their identifiers: of the
    /// last week with a save, up to this one. In the open week an estimate younger than the delay does
    /// not count yet, and the one of an earlier week still does, if there is one.
    ///
    /// The history is read for estimates that were saved again after the delay: a range of its
    /// primary key for each such record, 500 in one statement. All others follow from the times of
    /// their first and last save. Of a million estimates, of which a fiftieth was changed later,
    /// 20,000 are looked up.
    pub(super) fn apply<'a>(
        self,
        conn: &mut Conn,
        week: Week,
        estimates: impl Iterator<Item = &'a PastEstimate> + Clone,
    ) -> Result<HashMap<&'a Id, Counted>> {
        let again = estimates.clone().filter(|estimate| !self.is_first(estimate));
        let again: Vec<Id> = again.map(|estimate| estimate.id.clone()).collect();
        let saves = saves_before(conn, &again, week.end())?;
        let counted = estimates.filter_map(|estimate| {
            let counted = match saves.get(&estimate.id) {
                Some(saves) => self.of(week, saves),
                None => self.only(week, estimate),
            };
            Some((&estimate.id, counted?))
        });
        Ok(counted.collect())
    }

    /// Returns whether the estimate counts that was first saved: it was not saved again after the
    /// delay, nor in a later week.
    fn is_first(self, estimate: &PastEstimate) -> bool {
        let in_time = estimate.created_at..=estimate.created_at.plus_seconds(self.delay);
        Week::of(estimate.created_at) == Week::of(estimate.saved_at)
            && in_time.contains(&estimate.saved_at)
    }

    /// Returns which of these saves counts in `week`.
    fn of(self, week: Week, saves: &[PastEstimate]) -> Option<Counted> {
        let mut weeks: Vec<Week> = saves.iter().map(|save| Week::of(save.saved_at)).collect();
        weeks.sort_unstable();
        weeks.dedup();
        weeks.into_iter().rev().find_map(|one| {
            let of_week = saves.iter().filter(|save| Week::of(save.saved_at) == one);
            let first = of_week.clone().map(|save| save.saved_at).min()?;
            let until = first.plus_seconds(self.delay);
            let in_time = of_week.filter(|save| save.saved_at <= until);
            let last = in_time.max_by_key(|save| save.saved_at)?;
            self.is_due(week, first).then_some(Counted { week: one, x: last.x })
        })
    }

    /// Returns whether this estimate counts in `week`, where its last save is all that is known, or
    /// replaced the first one in time.
    fn only(self, week: Week, estimate: &PastEstimate) -> Option<Counted> {
        let PastEstimate { created_at, saved_at, x, .. } = *estimate;
        let first = if self.is_first(estimate) { created_at } else { saved_at };
        self.is_due(week, first).then_some(Counted { week: Week::of(saved_at), x })
    }

    /// Returns whether estimates that were first saved at `first` count in `week` already.
    fn is_due(self, week: Week, first: Timestamp) -> bool {
        self.now >= week.end() || first.plus_seconds(self.delay) <= self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seconds of a week.
    const WEEK: i64 = 7 * 24 * 60 * 60;

    fn at(second: i64) -> Timestamp {
        Week::of(Timestamp::now()).start().plus_seconds(second)
    }

    /// Returns which of the saves at these seconds counts at `now`: each one's x is its second.
    fn counted_at(now: i64, delay: i64, seconds: &[i64]) -> Option<f64> {
        let save = |second: &i64| PastEstimate {
            id: Id::new(),
            unit: Id::new(),
            agent: Id::new(),
            x: *second as f64,
            created_at: at(-1),
            saved_at: at(*second),
        };
        let saves: Vec<PastEstimate> = seconds.iter().map(save).collect();
        let counting = Counting { now: at(now), delay };
        counting.of(Week::of(at(0)), &saves).map(|counted| counted.x)
    }

    /// Returns which counts once the week is over.
    fn counted(delay: i64, seconds: &[i64]) -> Option<f64> {
        counted_at(WEEK, delay, seconds)
    }

    #[test]
    fn estimate_counts_that_was_current_after_the_delay() {
        assert_eq!(counted(300, &[]), None);
        assert_eq!(counted(300, &[10]), Some(10.0));
        assert_eq!(counted(300, &[10, 100]), Some(100.0));
        assert_eq!(counted(300, &[10, 310]), Some(310.0));
        assert_eq!(counted(300, &[10, 311]), Some(10.0));
        assert_eq!(counted(300, &[10, 100, 311, 9_000]), Some(100.0));
        assert_eq!(counted(0, &[10, 11]), Some(10.0));
        // Repeated saves do not extend the delay.
        let every_minute: Vec<i64> = (0..100).map(|minute| minute * 60).collect();
        assert_eq!(counted(300, &every_minute), Some(300.0));
    }

    #[test]
    fn clock_set_back_makes_the_earlier_time_the_first() {
        assert_eq!(counted(300, &[5_000, 10, 100]), Some(100.0));
    }

    #[test]
    fn estimate_that_is_younger_than_the_delay_does_not_count_yet() {
        assert_eq!(counted_at(309, 300, &[10]), None);
        assert_eq!(counted_at(310, 300, &[10]), Some(10.0));
        // Until then the one of an earlier week counts, the one that counted there.
        let earlier = [-WEEK, 100 - WEEK, 5_000 - WEEK];
        assert_eq!(
            counted_at(309, 300, &[&earlier[..], &[10]].concat()),
            Some(100.0 - WEEK as f64)
        );
        assert_eq!(counted_at(310, 300, &[&earlier[..], &[10]].concat()), Some(10.0));
    }

    #[test]
    fn estimate_of_the_last_week_with_a_save_counts() {
        assert_eq!(counted(300, &[-2 * WEEK, -WEEK, 400 - WEEK]), Some(-WEEK as f64));
    }
}
