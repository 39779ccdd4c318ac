//! Computes the leaderboard's score, 0 to 100: how close an estimator comes to the other estimates,
//! unit by unit. Pure functions; the formulas are the product's own.
//!
//! An estimate x, the logarithm of a rent, is compared with a reference y of the same unit: the
//! rent that it was let for, or otherwise the median of the other estimates. Their distance is
//! d = |x − y|.
//!
//! Some units are difficult for every estimator. The difficulty is estimated from the scored
//! estimates of the unit's *cell*, its project and number of bedrooms: with med the median d of all
//! scored estimates and med_c that of the n_c estimates of the cell,
//!
//! ```text
//! h = clamp( ((n_c·med_c + 20·med) / (n_c + 20)) / med, 0.5, 2 )
//! p = 100 · max(0, 1 − d / (0.30·h))
//! ```
//!
//! are the difficulty of the cell and the points of the estimate. An estimator's score is the mean
//! of the points, weighted by the references, and shrunk towards a modest base q as if 20 more
//! estimates had earned q, so that a few lucky ones are not enough:
//!
//! ```text
//! score = (Σ w·p + 20·q) / (Σ w + 20)
//! ```
//!
//! q is the lower quartile of the estimators' means Σ w·p / Σ w, of those with Σ w of at least 10,
//! and 40 while there is none. Quartiles and medians are of type 7 (Hyndman and Fan: Sample
//! quantiles in statistical packages, 1996): they interpolate linearly.
//!
//! Sums are added from small to large, so that two estimators with the same points have the same
//! score, in whatever order their estimates were read.

#[cfg(test)]
mod simulation;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::Hash;

/// The weight of a reference that is the median of the others.
pub(crate) const OF_OTHERS: f64 = 1.0;
/// From how many others on their median is a reference.
pub(crate) const FEWEST_OTHERS: usize = 3;

/// The weight of the prior of a cell: how many estimates of usual difficulty are added.
const CELL_PRIOR_WEIGHT: f64 = 20.0;
/// The range of difficulties.
const DIFFICULTY: (f64, f64) = (0.5, 2.0);
/// The distance that earns no points at difficulty 1.
const ZERO_POINTS_DISTANCE: f64 = 0.30;
/// The weight of the prior of an estimator: how many estimates with the base's points are added.
const PRIOR_WEIGHT: f64 = 20.0;
/// From which weight on an estimator's mean counts for the base.
const LEAST_WEIGHT_FOR_BASE: f64 = 10.0;
/// The base while no estimator's mean counts for it.
const FIRST_BASE: f64 = 40.0;

/// An estimate with its reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compared<A, C> {
    /// The estimator.
    pub(crate) agent: A,
    /// The project and the bedrooms of its unit.
    pub(crate) cell: C,
    /// The logarithm of the rent.
    pub(crate) x: f64,
    /// The reference y.
    pub(crate) y: f64,
    /// The weight of the reference, w: 1 for the median of the others, 3 for the rent that a unit
    /// was let for.
    pub(crate) weight: f64,
}

/// The sums of an estimator's scored estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    /// Their number.
    pub(crate) scored: i32,
    /// Σ w.
    pub(crate) weight: f64,
    /// Σ w·p.
    pub(crate) points: f64,
}

impl Tally {
    /// Returns Σ w·p / Σ w; `None` without a scored estimate.
    fn mean(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.points / self.weight)
    }

    /// Computes the score over the base q, not rounded.
    pub(crate) fn score(&self, base: f64) -> f64 {
        (self.points + PRIOR_WEIGHT * base) / (self.weight + PRIOR_WEIGHT)
    }

    /// Adds the sums of another week.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            scored: self.scored + other.scored,
            weight: self.weight + other.weight,
            points: self.points + other.points,
        }
    }
}

/// Computes the sums of each estimator with scored estimates.
pub(crate) fn tally<A, C>(estimates: &[Compared<A, C>]) -> HashMap<A, Tally>
where
    A: Copy + Eq + Hash,
    C: Copy + Eq + Hash,
{
    let difficulties = difficulties(estimates);
    let mut earned: HashMap<A, Vec<(f64, f64)>> = HashMap::new();
    for estimate in estimates {
        let difficulty = difficulties.get(&estimate.cell).copied().unwrap_or(1.0);
        let points = points((estimate.x - estimate.y).abs(), difficulty);
        earned.entry(estimate.agent).or_default().push((estimate.weight * points, estimate.weight));
    }
    let sum = |mut earned: Vec<(f64, f64)>| {
        earned.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
        let none = Tally::default();
        earned
            .into_iter()
            .fold(none, |tally, (points, weight)| tally.and(Tally { scored: 1, weight, points }))
    };
    earned.into_iter().map(|(agent, earned)| (agent, sum(earned))).collect()
}

/// Computes the points of an estimate at the distance `d` from its reference.
fn points(d: f64, difficulty: f64) -> f64 {
    100.0 * (1.0 - d / (ZERO_POINTS_DISTANCE * difficulty)).max(0.0)
}

/// Computes the difficulty of each cell.
fn difficulties<A, C>(estimates: &[Compared<A, C>]) -> HashMap<C, f64>
where
    C: Copy + Eq + Hash,
{
    let mut cells: HashMap<C, Vec<f64>> = HashMap::new();
    for estimate in estimates {
        cells.entry(estimate.cell).or_default().push((estimate.x - estimate.y).abs());
    }
    let all: Vec<f64> = cells.values().flatten().copied().collect();
    let usual = median(all).unwrap_or_default();
    let of_cell = |distances: Vec<f64>| {
        let count = distances.len() as f64;
        let own = median(distances).unwrap_or_default();
        let ratio =
            ((count * own + CELL_PRIOR_WEIGHT * usual) / (count + CELL_PRIOR_WEIGHT)) / usual;
        // Where most estimates are exact the usual distance is zero: a cell then has difficulty 1,
        // or the maximum when its own estimates do differ.
        if ratio.is_nan() { 1.0 } else { ratio.clamp(DIFFICULTY.0, DIFFICULTY.1) }
    };
    cells.into_iter().map(|(cell, distances)| (cell, of_cell(distances))).collect()
}

/// Computes the base q of these estimators.
pub(crate) fn base<'a>(tallies: impl IntoIterator<Item = &'a Tally>) -> f64 {
    let counted = tallies.into_iter().filter(|tally| tally.weight >= LEAST_WEIGHT_FOR_BASE);
    let means: Vec<f64> = counted.filter_map(Tally::mean).collect();
    quantile(means, 0.25).unwrap_or(FIRST_BASE)
}

/// An estimator with its rank and score.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ranked<A> {
    pub(crate) agent: A,
    /// From 1; equal scores share the first one's rank.
    pub(crate) rank: i32,
    /// Not rounded.
    pub(crate) score: f64,
}

/// Ranks estimators, the best one first. Equal scores share a rank, and the next rank counts them
/// all: 1, 2, 2, 4. Among equal scores, the estimator with more scored estimates comes first, and
/// then `or_else` decides. Scores that differ by less than the rounding error of their sums are
/// equal: an estimator whose mean is the base has the same score as one without a scored estimate.
pub(crate) fn rank<A>(
    tallies: Vec<(A, Tally)>,
    base: f64,
    or_else: impl Fn(&A, &A) -> Ordering,
) -> Vec<Ranked<A>> {
    let scored = tallies.into_iter().map(|(agent, tally)| (agent, tally, tally.score(base)));
    let mut order: Vec<(A, Tally, f64)> = scored.collect();
    order.sort_by(|(one, its, score), (other, others, other_score)| {
        let by_score = comparable(*other_score).total_cmp(&comparable(*score));
        by_score.then(others.scored.cmp(&its.scored)).then_with(|| or_else(one, other))
    });
    let mut ranking: Vec<Ranked<A>> = Vec::with_capacity(order.len());
    for (place, (agent, _, score)) in (1..).zip(order) {
        let before = ranking.last().filter(|before| comparable(before.score) == comparable(score));
        let rank = before.map_or(place, |before| before.rank);
        ranking.push(Ranked { agent, rank, score });
    }
    ranking
}

/// Rounds a score to the precision of its sums, for comparisons.
fn comparable(score: f64) -> f64 {
    (score * 1e9).round()
}

/// Rounds a score for display, to a tenth.
pub(crate) fn rounded(score: f64) -> f64 {
    (score * 10.0).round() / 10.0
}

/// Returns the median; `None` without values.
fn median(values: Vec<f64>) -> Option<f64> {
    quantile(values, 0.5)
}

/// Returns the quantile `at`, 0 to 1, interpolated linearly between neighbours: type 7. `None`
/// without values.
pub(crate) fn quantile(mut values: Vec<f64>, at: f64) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    let place = at * last as f64;
    let below = (place.floor() as usize).min(last);
    let (low, high) = (values[below], values[(below + 1).min(last)]);
    Some(low + (place - place.floor()) * (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(agent: char, cell: u8, d: f64) -> Compared<char, u8> {
        Compared { agent, cell, x: 11.0 + d, y: 11.0, weight: OF_OTHERS }
    }

    fn near(one: f64, other: f64) {
        assert!((one - other).abs() < 1e-9, "{one} is not {other}");
    }

    #[test]
    fn quantiles_interpolate_linearly() {
        let of = |at| quantile(vec![4.0, 1.0, 3.0, 2.0], at).unwrap();
        assert_eq!([of(0.0), of(0.25), of(0.5), of(0.75), of(1.0)], [1.0, 1.75, 2.5, 3.25, 4.0]);
        assert_eq!(quantile(vec![7.0], 0.25), Some(7.0));
        assert_eq!(quantile(Vec::new(), 0.25), None);
    }

    #[test]
    fn estimate_earns_less_the_further_away_it_is() {
        assert_eq!(points(0.0, 1.0), 100.0);
        near(points(0.15, 1.0), 50.0);
        assert_eq!(points(0.3, 1.0), 0.0);
        assert_eq!(points(9.0, 1.0), 0.0);
        near(points(0.3, 2.0), 50.0);
        near(points(0.075, 0.5), 50.0);
    }

    #[test]
    fn difficulty_of_a_cell_is_shrunk_by_twenty_usual_estimates() {
        let mut estimates: Vec<_> = (0..20).map(|_| estimate('a', 1, 0.1)).collect();
        estimates.extend((0..10).map(|_| estimate('a', 2, 0.25)));
        let difficulties = difficulties(&estimates);
        // The median of all is 0.1.
        near(difficulties[&1], 1.0);
        near(difficulties[&2], ((10.0 * 0.25 + 20.0 * 0.1) / 30.0) / 0.1);
    }

    #[test]
    fn difficulty_is_between_half_and_twice_the_usual() {
        let mut estimates: Vec<_> = (0..201).map(|_| estimate('a', 1, 0.1)).collect();
        estimates.extend((0..100).map(|_| estimate('a', 2, 1.0)));
        estimates.extend((0..100).map(|_| estimate('a', 3, 0.0)));
        let difficulties = difficulties(&estimates);
        assert_eq!((difficulties[&2], difficulties[&3]), (2.0, 0.5));
    }

    #[test]
    fn difficulty_is_finite_where_most_estimates_are_exact() {
        let mut estimates: Vec<_> = (0..9).map(|_| estimate('a', 1, 0.0)).collect();
        estimates.push(estimate('b', 2, 0.1));
        let difficulties = difficulties(&estimates);
        assert_eq!((difficulties[&1], difficulties[&2]), (1.0, 2.0));
    }

    #[test]
    fn a_reference_that_is_worth_three_counts_three_times() {
        let let_for = Compared { weight: 3.0, ..estimate('a', 1, 0.0) };
        let estimates = [let_for, estimate('a', 1, 9.0)];
        assert_eq!(tally(&estimates)[&'a'], Tally { scored: 2, weight: 4.0, points: 300.0 });
    }

    #[test]
    fn base_is_the_lower_quartile_of_means_with_enough_weight() {
        let tally = |weight, mean| Tally { scored: 1, weight, points: weight * mean };
        assert_eq!(base(&[]), 40.0);
        assert_eq!(base(&[tally(9.5, 90.0)]), 40.0);
        assert_eq!(base(&[tally(10.0, 90.0)]), 90.0);
        let several = [tally(10.0, 80.0), tally(20.0, 60.0), tally(9.0, 10.0), tally(30.0, 90.0)];
        assert_eq!(base(&several), 70.0);
    }

    #[test]
    fn score_is_shrunk_towards_the_base() {
        let tally = Tally { scored: 20, weight: 20.0, points: 20.0 * 80.0 };
        assert_eq!(tally.score(40.0), 60.0);
        assert_eq!(Tally::default().score(47.5), 47.5);
        assert_eq!([rounded(59.96), rounded(59.94), rounded(0.05)], [60.0, 59.9, 0.1]);
    }

    #[test]
    fn equal_scores_share_a_rank() {
        let tally = |scored, mean: f64| {
            let weight = f64::from(scored);
            Tally { scored, weight, points: weight * mean }
        };
        // Over the base 40 one estimate of 40 is worth as much as five, or none.
        let all = vec![
            ("d", tally(0, 40.0)),
            ("c", tally(1, 40.0)),
            ("b", tally(5, 40.0)),
            ("a", tally(9, 90.0)),
            ("e", tally(9, 10.0)),
            ("bb", tally(5, 40.0)),
        ];
        let ranks: Vec<_> = rank(all, 40.0, |one, other| one.cmp(other))
            .into_iter()
            .map(|ranked| (ranked.rank, ranked.agent))
            .collect();
        assert_eq!(ranks, [(1, "a"), (2, "b"), (2, "bb"), (2, "c"), (2, "d"), (6, "e")]);
    }

    #[test]
    fn rounding_errors_do_not_change_ranks() {
        // Over the base 54.00046226604271, an estimator with that mean equals one without an
        // estimate.
        let mean = 540.004_622_660_427_1 / 10.0;
        let tally = |weight: f64| Tally { scored: weight as i32, weight, points: weight * mean };
        let scores = [10.0, 5.0, 3.0, 7.0, 0.0].map(|weight| (weight as i32, tally(weight)));
        assert!(scores.iter().any(|(_, tally)| tally.score(mean) != mean));
        let ranking = rank(scores.to_vec(), mean, i32::cmp);
        assert_eq!(ranking.iter().map(|one| one.rank).collect::<Vec<_>>(), [1; 5]);
        assert_eq!(ranking.iter().map(|one| one.agent).collect::<Vec<_>>(), [10, 7, 5, 3, 0]);
    }

    #[test]
    fn order_of_estimates_does_not_matter() {
        let distances = [0.1, 0.2, 0.3, 0.07, 0.013, 0.11, 0.29];
        let there: Vec<_> = distances.iter().map(|d| estimate('a', 1, *d)).collect();
        let back: Vec<_> = distances.iter().rev().map(|d| estimate('a', 1, *d)).collect();
        assert_eq!(tally(&there), tally(&back));
    }
}
