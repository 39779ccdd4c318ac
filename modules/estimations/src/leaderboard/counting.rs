//! Which figure counts, where an estimator saved several of one unit in a week.
//!
//! The open week's scores are there to be read. Whoever could save a figure, read the score and save
//! again for a better one would come within some 2 % of the others' median in six saves, and by
//! skill in nothing but halving. So of a unit that an estimator saves again and again in a week the
//! figure counts that stood so many seconds after the first of these saves, and it is scored no
//! earlier: a slip can be corrected meanwhile, and what a score tells can change it no more.
//!
//! What others are compared with is not touched: the consensus has everybody's last figure.

use kernel::prelude::*;

use super::entries::Counted;
use super::week::Week;
use crate::past::{PastFigure, saves_between};

/// How figures of a week are counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    /// What time it is.
    pub(super) now: Timestamp,
    /// How many seconds after the first save a figure counts.
    pub(super) delay: i64,
}

impl Counting {
    /// Puts in the place of each of these figures, which were saved in `week` and stand as they did
    /// last, the one that counts. While the week is open, what is younger than the delay loses its
    /// reference: it is not scored yet.
    ///
    /// The history is asked for what was saved again after the delay, or is of an earlier week: a range
    /// of its primary key for each such record, 500 in one statement. Everything else is known from
    /// when it was made and last saved, so that of a million figures of one week, of which a fiftieth
    /// was changed on second thoughts, 20,000 are looked up; all of them, if each was there before this
    /// week.
    pub(super) fn apply(self, conn: &mut Conn, week: Week, figures: &mut [Counted]) -> Result<()> {
        let again = figures.iter().filter(|figure| !self.knows(week, figure));
        let again: Vec<Id> = again.map(|figure| figure.id.clone()).collect();
        let saves = saves_between(conn, &again, week.start(), week.end())?;
        for figure in figures {
            let counted = saves.get(&figure.id).and_then(|saves| self.of(saves));
            let first = match counted {
                Some((first, x)) => {
                    figure.x = x;
                    first
                }
                None if self.knows(week, figure) => figure.created_at,
                // The history does not reach back so far: the last save is the first that is known.
                None => figure.saved_at,
            };
            if self.now < week.end() && first.plus_seconds(self.delay) > self.now {
                figure.reference = None;
            }
        }
        Ok(())
    }

    /// Whether the figure that stands is the one that counts: made in this week, and not saved again
    /// once that was so many seconds ago.
    fn knows(self, week: Week, figure: &Counted) -> bool {
        let in_time = figure.created_at..=figure.created_at.plus_seconds(self.delay);
        figure.created_at >= week.start() && in_time.contains(&figure.saved_at)
    }

    /// When the first of these saves of a week was, and the logarithm of the rent that counts.
    fn of(self, saves: &[PastFigure]) -> Option<(Timestamp, f64)> {
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

    /// Which of the saves at these seconds counts: each one's x is its second.
    fn counted(delay: i64, seconds: &[i64]) -> Option<(i64, f64)> {
        let save = |second: &i64| PastFigure {
            id: Id::new(),
            unit: Id::new(),
            agent: Id::new(),
            x: *second as f64,
            created_at: at(-1),
            saved_at: at(*second),
        };
        let saves: Vec<PastFigure> = seconds.iter().map(save).collect();
        let found = counting(delay).of(&saves)?;
        Some((found.0.seconds() - at(0).seconds(), found.1))
    }

    #[test]
    fn the_figure_counts_that_stood_so_long_after_the_first_save() {
        assert_eq!(counted(300, &[]), None);
        assert_eq!(counted(300, &[10]), Some((10, 10.0)));
        assert_eq!(counted(300, &[10, 100]), Some((10, 100.0)));
        assert_eq!(counted(300, &[10, 310]), Some((10, 310.0)));
        assert_eq!(counted(300, &[10, 311]), Some((10, 10.0)));
        assert_eq!(counted(300, &[10, 100, 311, 9_000]), Some((10, 100.0)));
        assert_eq!(counted(0, &[10, 11]), Some((10, 10.0)));
        // However often it is saved, it is no longer than that.
        let every_minute: Vec<i64> = (0..100).map(|minute| minute * 60).collect();
        assert_eq!(counted(300, &every_minute), Some((0, 300.0)));
    }

    #[test]
    fn a_clock_that_is_set_back_makes_the_earlier_time_the_first() {
        assert_eq!(counted(300, &[5_000, 10, 100]), Some((10, 100.0)));
    }
}
