//! A week's leaderboard as it is stored and published, and the estimates that it is computed from.

use kernel::prelude::*;

use super::week::Week;
use crate::score::Tally;

/// A week's leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    pub(crate) week: Week,
    /// The base that scores of few estimates are shrunk towards.
    pub(crate) base: f64,
    pub(crate) entries: Vec<Entry>,
}

impl Run {
    /// Returns the sums of each estimator.
    pub(super) fn earned(self) -> impl Iterator<Item = (Id, Tally)> {
        self.entries.into_iter().map(|entry| (entry.agent, entry.tally))
    }
}

/// An estimator in a week's leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) agent: Id,
    pub(crate) tally: Tally,
    /// The number of estimates, scored or not.
    pub(crate) assessments: i32,
    pub(crate) score: f64,
    pub(crate) rank: i32,
    pub(crate) last_active: Timestamp,
}

/// The cell of a unit: its project and its bedrooms.
pub(crate) type Cell = (Id, i32);

/// An estimate of the week, with its cell.
pub(crate) struct WeekEstimate<'a> {
    pub(crate) agent: &'a Id,
    pub(crate) saved_at: Timestamp,
    pub(crate) cell: &'a Cell,
    /// The logarithm of the rent that counts, and its reference; none when it is not scored.
    pub(crate) compared: Option<(f64, f64)>,
}
