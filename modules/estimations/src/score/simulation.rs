//! Tests by simulation whether the score finds skill: estimators of known skill assess units of
//! known rent, and the order of their scores is compared with that of their skills.

use std::collections::HashMap;

use kernel::seeded::SeededRandom;

use super::{Compared, FEWEST_OTHERS, OF_OTHERS, base, points, quantile, tally};

const ESTIMATORS: usize = 20;
const CELLS: usize = 24;
const UNITS_OF_A_CELL: usize = 20;
/// The number of estimators of each unit.
const ESTIMATES: usize = 4;
const SEEDS: u64 = 40;

struct Simulation {
    /// The standard deviation of each estimator's errors, of logarithms.
    errors: Vec<f64>,
    /// The estimates of each unit, with the cell that it is in.
    units: Vec<(usize, Vec<(usize, f64)>)>,
}

/// Simulates estimators of whom some work ten times as much as others and some prefer easy units,
/// cells of which some are nearly five times as difficult as others, and occasional slips.
fn simulation(seed: u64) -> Simulation {
    simulation_with(seed, |_| None)
}

/// As [`simulation`], except for the estimators whose habits are given: (diligence, pickiness).
fn simulation_with(seed: u64, habits: impl Fn(usize) -> Option<(f64, f64)>) -> Simulation {
    let mut random = SeededRandom::new(seed, 0, 0);
    let errors: Vec<f64> = (0..ESTIMATORS).map(|at| 0.04 + 0.012 * at as f64).collect();
    let mut diligence: Vec<f64> = errors.iter().map(|_| random.between((0.1, 1.0))).collect();
    let mut pickiness: Vec<f64> = errors.iter().map(|_| random.between((0.0, 3.0))).collect();
    for (at, (diligent, picky)) in (0..ESTIMATORS).filter_map(|at| Some((at, habits(at)?))) {
        (diligence[at], pickiness[at]) = (diligent, picky);
    }
    let mut units = Vec::new();
    for cell in 0..CELLS {
        let hardness = (random.between((-1.0, 1.0)) * 2.2_f64.ln()).exp();
        for _ in 0..UNITS_OF_A_CELL {
            let truth = random.between((10.5, 12.5));
            // Draws estimators weighted by diligence, and by pickiness where the unit is easy.
            let mut draw: Vec<(f64, usize)> = (0..ESTIMATORS)
                .map(|at| {
                    let preference = diligence[at] * hardness.powf(-pickiness[at]);
                    (-(1.0 - random.fraction()).ln() / preference, at)
                })
                .collect();
            draw.sort_by(|one, other| one.0.total_cmp(&other.0));
            let estimate = |(_, at): &(f64, usize)| {
                let slip = if random.falls(0.02) { 0.7 } else { 0.0 };
                (*at, truth + hardness * errors[*at] * random.normal() + slip)
            };
            units.push((cell, draw[..ESTIMATES].iter().map(estimate).collect()));
        }
    }
    Simulation { errors, units }
}

impl Simulation {
    /// Returns each estimate with the median of the others.
    fn compared(&self) -> Vec<Compared<usize, usize>> {
        let mut compared = Vec::new();
        for (cell, estimates) in &self.units {
            for (agent, x) in estimates {
                let others = estimates.iter().filter(|(other, _)| other != agent);
                let others: Vec<f64> = others.map(|(_, x)| *x).collect();
                assert!(others.len() >= FEWEST_OTHERS);
                let y = quantile(others, 0.5).unwrap();
                let weight = OF_OTHERS;
                compared.push(Compared { agent: *agent, cell: *cell, x: *x, y, weight });
            }
        }
        compared
    }
}

/// Computes Spearman's rank correlation of `scores` with small `errors`. Equal scores have the mean
/// of their ranks.
fn rank_correlation(errors: &[f64], scores: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        let below = |value: f64| values.iter().filter(|other| **other < value).count() as f64;
        let equal = |value: f64| values.iter().filter(|other| **other == value).count() as f64;
        values.iter().map(|value| below(*value) + (equal(*value) + 1.0) / 2.0).collect()
    };
    let (ones, others) = (ranks(errors), ranks(scores));
    let mean = (errors.len() as f64 + 1.0) / 2.0;
    let product = |ones: &[f64], others: &[f64]| -> f64 {
        ones.iter().zip(others).map(|(one, other)| (one - mean) * (other - mean)).sum()
    };
    -product(&ones, &others) / (product(&ones, &ones) * product(&others, &others)).sqrt()
}

/// Scores a simulation by three rules: the score; the mean of the points at equal difficulty; and
/// the mean distance.
fn rules(simulation: &Simulation) -> [Vec<f64>; 3] {
    let compared = simulation.compared();
    let tallies = tally(&compared);
    let q = base(tallies.values());
    let score = |at: usize| tallies.get(&at).copied().unwrap_or_default().score(q);
    let mean = |of: &dyn Fn(f64) -> f64| -> Vec<f64> {
        let mut sums: HashMap<usize, (f64, f64)> = HashMap::new();
        for estimate in &compared {
            let sum = sums.entry(estimate.agent).or_default();
            *sum = (sum.0 + of((estimate.x - estimate.y).abs()), sum.1 + 1.0);
        }
        (0..ESTIMATORS).map(|at| sums.get(&at).map_or(0.0, |sum| sum.0 / sum.1)).collect()
    };
    [(0..ESTIMATORS).map(score).collect(), mean(&|d| points(d, 1.0)), mean(&|d| -d)]
}

#[test]
fn twenty_estimators_are_ranked_by_their_skill_with_four_estimates_a_unit() {
    let correlations: Vec<[f64; 3]> = (0..SEEDS)
        .map(|seed| {
            let simulation = simulation(seed);
            rules(&simulation).map(|scores| rank_correlation(&simulation.errors, &scores))
        })
        .collect();
    let mean =
        |rule: usize| correlations.iter().map(|of_seed| of_seed[rule]).sum::<f64>() / SEEDS as f64;
    let (score, plain, distance) = (mean(0), mean(1), mean(2));
    assert!(score >= 0.88, "the score ranks with {score}");
    assert!(
        plain < score - 0.05,
        "a plain mean of points ranks with {plain}, the score with {score}"
    );
    assert!(distance < score - 0.05, "mean distances rank with {distance}, the score with {score}");
    let least = correlations.iter().map(|of_seed| of_seed[0]).fold(1.0, f64::min);
    assert!(least >= 0.8, "of one simulation the score ranks with {least}");
}

/// Computes the mean, over all seeds, of how many places estimator 10 is before its neighbours in
/// skill, 9 and 11, by the score and by a plain mean of points.
fn places_won(habits: (f64, f64)) -> [f64; 2] {
    let mut won = [0.0, 0.0];
    for seed in 0..SEEDS {
        let simulation = simulation_with(seed, |at| match at {
            9 | 11 => Some((0.5, 0.0)),
            10 => Some(habits),
            _ => None,
        });
        let [score, plain, _] = rules(&simulation);
        for (won, scores) in won.iter_mut().zip([score, plain]) {
            let before = |at: usize| scores.iter().filter(|other| **other > scores[at]).count();
            let neighbours = (before(9) + before(11)) as f64 / 2.0;
            *won += (neighbours - before(10) as f64) / SEEDS as f64;
        }
    }
    won
}

#[test]
fn picking_easy_units_hardly_pays_and_few_units_do_not() {
    let [as_the_others, _] = places_won((0.5, 0.0));
    assert!(as_the_others.abs() < 0.75, "{as_the_others} places for nothing");
    let [easy, easy_by_mean] = places_won((0.5, 3.0));
    assert!(easy < 2.5, "{easy} places for easy units");
    assert!(
        easy_by_mean > easy + 4.0,
        "{easy_by_mean} places by a plain mean, {easy} by the score"
    );
    let [few, _] = places_won((0.03, 0.0));
    assert!(few < 0.0, "{few} places for few units");
}
