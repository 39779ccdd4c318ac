//! The leaderboard's score, 0 to 100: how near an estimator comes to what the others say, unit by
//! unit. Pure functions of plain figures; the formulas are the desk's own.
//!
//! A figure x, the logarithm of a rent, is compared with a reference y of the same unit: what it
//! was let for, or else the median of the other estimators' figures. Their distance is
//! d = |x − y|.
//!
//! Some units are hard for everybody. How hard, is said by the other figures of the unit's *cell*,
//! its project and number of bedrooms: with med the median d of all scored figures and med_c that
//! of the n_c of the cell,
//!
//! ```text
//! h = clamp( ((n_c·med_c + 20·med) / (n_c + 20)) / med, 0.5, 2 )
//! p = 100 · max(0, 1 − d / (0.30·h))
//! ```
//!
//! are the difficulty of the cell and the points of the figure. An estimator's score is the mean of
//! the points, weighted by how much the references are worth, and drawn towards a modest base q as
//! if 20 figures more had been as good as that, so that a few lucky ones are not enough:
//!
//! ```text
//! score = (Σ w·p + 20·q) / (Σ w + 20)
//! ```
//!
//! q is the lower quartile of the estimators' means Σ w·p / Σ w, of those whose Σ w is at least 10,
//! and 40 until there is one. Quartiles and medians are of type 7 (Hyndman and Fan: Sample
//! quantiles in statistical packages, 1996): they interpolate linearly.
//!
//! Sums are made from small to large, so that two estimators with the same points have the same
//! score, whatever the order in which their figures were read.

#[cfg(test)]
mod simulation;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::Hash;

/// What a reference is worth that is the median of the others.
pub(crate) const OF_OTHERS: f64 = 1.0;
/// Of how many others a median is a reference.
pub(crate) const FEWEST_OTHERS: usize = 3;

/// How many figures of ordinary difficulty each cell is given.
const USUAL: f64 = 20.0;
/// The least and the most that a difficulty can be.
const DIFFICULTY: (f64, f64) = (0.5, 2.0);
/// The distance that earns nothing, where the difficulty is 1.
const WORTHLESS: f64 = 0.30;
/// How many figures as good as the base each estimator is given.
const GIVEN: f64 = 20.0;
/// From which weight on an estimator's mean tells something of the base.
const TELLING: f64 = 10.0;
/// The base, until somebody's mean tells something.
const FIRST_BASE: f64 = 40.0;

/// A figure with what it is compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compared<A, C> {
    /// Whose it is.
    pub(crate) agent: A,
    /// The project and the bedrooms of its unit.
    pub(crate) cell: C,
    /// The logarithm of the rent.
    pub(crate) x: f64,
    /// The reference y.
    pub(crate) y: f64,
    /// What the reference is worth, w: 1 for the median of the others, 3 for what a unit was let
    /// for.
    pub(crate) weight: f64,
}

/// What an estimator's scored figures come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    /// How many there are.
    pub(crate) scored: i32,
    /// Σ w.
    pub(crate) weight: f64,
    /// Σ w·p.
    pub(crate) points: f64,
}

impl Tally {
    /// Σ w·p / Σ w; `None` without a scored figure.
    fn mean(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.points / self.weight)
    }

    /// The score, not rounded, over the base q.
    pub(crate) fn score(&self, base: f64) -> f64 {
        (self.points + GIVEN * base) / (self.weight + GIVEN)
    }

    /// With another week's.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            scored: self.scored + other.scored,
            weight: self.weight + other.weight,
            points: self.points + other.points,
        }
    }
}

/// What the figures of each estimator come to; those that have none are not in it.
pub(crate) fn tally<A, C>(figures: &[Compared<A, C>]) -> HashMap<A, Tally>
where
    A: Copy + Eq + Hash,
    C: Copy + Eq + Hash,
{
    let difficulties = difficulties(figures);
    let mut earned: HashMap<A, Vec<(f64, f64)>> = HashMap::new();
    for figure in figures {
        let difficulty = difficulties.get(&figure.cell).copied().unwrap_or(1.0);
        let points = points((figure.x - figure.y).abs(), difficulty);
        earned.entry(figure.agent).or_default().push((figure.weight * points, figure.weight));
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

/// The points of a figure at the distance `d` from its reference.
fn points(d: f64, difficulty: f64) -> f64 {
    100.0 * (1.0 - d / (WORTHLESS * difficulty)).max(0.0)
}

/// The difficulty of each cell.
fn difficulties<A, C>(figures: &[Compared<A, C>]) -> HashMap<C, f64>
where
    C: Copy + Eq + Hash,
{
    let mut cells: HashMap<C, Vec<f64>> = HashMap::new();
    for figure in figures {
        cells.entry(figure.cell).or_default().push((figure.x - figure.y).abs());
    }
    let all: Vec<f64> = cells.values().flatten().copied().collect();
    let usual = median(all).unwrap_or_default();
    let of_cell = |distances: Vec<f64>| {
        let count = distances.len() as f64;
        let own = median(distances).unwrap_or_default();
        let ratio = ((count * own + USUAL * usual) / (count + USUAL)) / usual;
        // Where most figures are exact there is no usual distance to compare with: a cell is then
        // as hard as any, or, when its own figures do differ, beyond all measure.
        if ratio.is_nan() { 1.0 } else { ratio.clamp(DIFFICULTY.0, DIFFICULTY.1) }
    };
    cells.into_iter().map(|(cell, distances)| (cell, of_cell(distances))).collect()
}

/// The base q of these estimators.
pub(crate) fn base<'a>(tallies: impl IntoIterator<Item = &'a Tally>) -> f64 {
    let telling = tallies.into_iter().filter(|tally| tally.weight >= TELLING);
    let means: Vec<f64> = telling.filter_map(Tally::mean).collect();
    quantile(means, 0.25).unwrap_or(FIRST_BASE)
}

/// An estimator's place: the rank, and the score that it follows from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standing<A> {
    pub(crate) agent: A,
    /// Counts from 1; of several with one score all have the first one's.
    pub(crate) rank: i32,
    /// Not rounded.
    pub(crate) score: f64,
}

/// Puts estimators in order, the best one first. Those with one score have one rank, and the next
/// one's counts them all: 1, 2, 2, 4. Among them the one with more scored figures comes first, then
/// `or_else` decides. Scores that differ by less than arithmetic can tell are one score: that of
/// somebody whose mean is the base is the base, as it is of somebody without a scored figure.
pub(crate) fn rank<A>(
    tallies: Vec<(A, Tally)>,
    base: f64,
    or_else: impl Fn(&A, &A) -> Ordering,
) -> Vec<Standing<A>> {
    let scored = tallies.into_iter().map(|(agent, tally)| (agent, tally, tally.score(base)));
    let mut order: Vec<(A, Tally, f64)> = scored.collect();
    order.sort_by(|(one, its, score), (other, others, other_score)| {
        let by_score = told(*other_score).total_cmp(&told(*score));
        by_score.then(others.scored.cmp(&its.scored)).then_with(|| or_else(one, other))
    });
    let mut standings: Vec<Standing<A>> = Vec::with_capacity(order.len());
    for (place, (agent, _, score)) in (1..).zip(order) {
        let before = standings.last().filter(|before| told(before.score) == told(score));
        let rank = before.map_or(place, |before| before.rank);
        standings.push(Standing { agent, rank, score });
    }
    standings
}

/// As much of a score as arithmetic can tell.
fn told(score: f64) -> f64 {
    (score * 1e9).round()
}

/// A score as it is shown: to a tenth.
pub(crate) fn rounded(score: f64) -> f64 {
    (score * 10.0).round() / 10.0
}

/// The median; `None` of nothing.
fn median(values: Vec<f64>) -> Option<f64> {
    quantile(values, 0.5)
}

/// The value at the point `at`, 0 to 1, of the values in order, interpolated linearly between
/// those beside it: type 7. `None` of nothing.
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

    fn figure(agent: char, cell: u8, d: f64) -> Compared<char, u8> {
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
    fn a_figure_earns_less_the_further_away_it_is() {
        assert_eq!(points(0.0, 1.0), 100.0);
        near(points(0.15, 1.0), 50.0);
        assert_eq!(points(0.3, 1.0), 0.0);
        assert_eq!(points(9.0, 1.0), 0.0);
        near(points(0.3, 2.0), 50.0);
        near(points(0.075, 0.5), 50.0);
    }

    #[test]
    fn a_cell_is_as_hard_as_its_figures_say_and_twenty_usual_ones() {
        let mut figures: Vec<_> = (0..20).map(|_| figure('a', 1, 0.1)).collect();
        figures.extend((0..10).map(|_| figure('a', 2, 0.25)));
        let difficulties = difficulties(&figures);
        // The median of all is 0.1.
        near(difficulties[&1], 1.0);
        near(difficulties[&2], ((10.0 * 0.25 + 20.0 * 0.1) / 30.0) / 0.1);
    }

    #[test]
    fn no_cell_is_harder_than_twice_or_easier_than_half_the_usual() {
        let mut figures: Vec<_> = (0..201).map(|_| figure('a', 1, 0.1)).collect();
        figures.extend((0..100).map(|_| figure('a', 2, 1.0)));
        figures.extend((0..100).map(|_| figure('a', 3, 0.0)));
        let difficulties = difficulties(&figures);
        assert_eq!((difficulties[&2], difficulties[&3]), (2.0, 0.5));
    }

    #[test]
    fn where_most_figures_are_exact_there_is_a_difficulty_all_the_same() {
        let mut figures: Vec<_> = (0..9).map(|_| figure('a', 1, 0.0)).collect();
        figures.push(figure('b', 2, 0.1));
        let difficulties = difficulties(&figures);
        assert_eq!((difficulties[&1], difficulties[&2]), (1.0, 2.0));
    }

    #[test]
    fn a_reference_that_is_worth_three_counts_three_times() {
        let let_for = Compared { weight: 3.0, ..figure('a', 1, 0.0) };
        let figures = [let_for, figure('a', 1, 9.0)];
        assert_eq!(tally(&figures)[&'a'], Tally { scored: 2, weight: 4.0, points: 300.0 });
    }

    #[test]
    fn the_base_is_the_lower_quartile_of_those_who_tell_something() {
        let tally = |weight, mean| Tally { scored: 1, weight, points: weight * mean };
        assert_eq!(base(&[]), 40.0);
        assert_eq!(base(&[tally(9.5, 90.0)]), 40.0);
        assert_eq!(base(&[tally(10.0, 90.0)]), 90.0);
        let several = [tally(10.0, 80.0), tally(20.0, 60.0), tally(9.0, 10.0), tally(30.0, 90.0)];
        assert_eq!(base(&several), 70.0);
    }

    #[test]
    fn a_score_is_drawn_towards_the_base() {
        let tally = Tally { scored: 20, weight: 20.0, points: 20.0 * 80.0 };
        assert_eq!(tally.score(40.0), 60.0);
        assert_eq!(Tally::default().score(47.5), 47.5);
        assert_eq!([rounded(59.96), rounded(59.94), rounded(0.05)], [60.0, 59.9, 0.1]);
    }

    #[test]
    fn those_with_one_score_have_one_rank() {
        let tally = |scored, mean: f64| {
            let weight = f64::from(scored);
            Tally { scored, weight, points: weight * mean }
        };
        // Over the base 40 one figure of 40 is worth as much as five, or none.
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
            .map(|standing| (standing.rank, standing.agent))
            .collect();
        assert_eq!(ranks, [(1, "a"), (2, "b"), (2, "bb"), (2, "c"), (2, "d"), (6, "e")]);
    }

    #[test]
    fn what_arithmetic_adds_makes_nobody_better() {
        // Over the base 54.00046226604271 of one whose mean that is, as of one without a figure.
        let mean = 540.004_622_660_427_1 / 10.0;
        let tally = |weight: f64| Tally { scored: weight as i32, weight, points: weight * mean };
        let scores = [10.0, 5.0, 3.0, 7.0, 0.0].map(|weight| (weight as i32, tally(weight)));
        assert!(scores.iter().any(|(_, tally)| tally.score(mean) != mean));
        let standings = rank(scores.to_vec(), mean, i32::cmp);
        assert_eq!(standings.iter().map(|one| one.rank).collect::<Vec<_>>(), [1; 5]);
        assert_eq!(standings.iter().map(|one| one.agent).collect::<Vec<_>>(), [10, 7, 5, 3, 0]);
    }

    #[test]
    fn the_order_of_the_figures_does_not_matter() {
        let distances = [0.1, 0.2, 0.3, 0.07, 0.013, 0.11, 0.29];
        let there: Vec<_> = distances.iter().map(|d| figure('a', 1, *d)).collect();
        let back: Vec<_> = distances.iter().rev().map(|d| figure('a', 1, *d)).collect();
        assert_eq!(tally(&there), tally(&back));
    }
}
