//! Estimates the reliability of estimators, and a unit's rent weighted by it. Pure functions of the
//! natural logarithms of rents; the formulas are the product's own.
//!
//! An estimate x is compared with a reference y of the other estimates of its unit, when there are
//! at least three: e = x − y. With the n comparable estimates of an estimator, and MAD the median
//! absolute deviation from their median,
//!
//! ```text
//! bias  b = n·median(e) / (n + 20)
//! scale s = (n·1.4826·MAD(e) + 20·s₀) / (n + 20)       s₀ = 1.4826·MAD(e − b) of all estimators
//! weight  = min( 1/(s² + 0.05²), 3·median weight )
//! ```
//!
//! Both are shrunk as if there were twenty more usual estimates, with no bias and the scale of all
//! estimators. The weight of an estimator is at most three times the median weight. The weighted
//! rent of a unit with at least five estimators is the exponential of
//!
//! ```text
//! m = Σ weight·(x − b) / Σ weight
//! ```
//!
//! This is iterated twice: the first y is the median of the others; the second one, with the
//! reliability of the first iteration, is their weighted mean.

use crate::consensus::{Consensus, MAD_TO_SIGMA, median};
use crate::score::FEWEST_OTHERS;

/// The weight of the prior: how many usual estimates are added to those of each estimator.
const PRIOR_WEIGHT: f64 = 20.0;
/// The minimum scale, added in squares to that of every estimator.
const LEAST_SCALE: f64 = 0.05;
/// The maximum ratio of a weight to the median weight.
const MAX_WEIGHT_RATIO: f64 = 3.0;
/// The number of iterations.
const ITERATIONS: usize = 2;
/// From how many estimators on a unit has a weighted rent.
const FEWEST_FOR_MEAN: usize = 5;

/// An estimate as a logarithm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogEstimate {
    /// The number of the unit; all estimates of one are adjacent.
    pub(crate) unit: u32,
    /// The number of the estimator.
    pub(crate) agent: u32,
    /// The logarithm of the rent.
    pub(crate) x: f64,
}

/// The reliability of an estimator.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Reliability {
    /// n, the number of comparable estimates; everything else is zero without any.
    pub(crate) items: u32,
    /// b, how far the estimates are above the others.
    pub(crate) bias: f64,
    /// s, how much they scatter.
    pub(crate) scale: f64,
    pub(crate) weight: f64,
}

/// Computes the reliability of each estimator, by number; there are `agents`.
pub(crate) fn reliability(estimates: &[LogEstimate], agents: usize) -> Vec<Reliability> {
    let mut known = judged(distances(estimates, agents, medians_of_others));
    for _ in 1..ITERATIONS {
        known = judged(distances(estimates, agents, |unit| means_of_others(unit, &known)));
    }
    known
}

/// Computes the weighted mean of the estimates of a unit, a logarithm; from five estimators on.
pub(crate) fn weighted(unit: &[LogEstimate], known: &[Reliability]) -> Option<f64> {
    let (sum, weight) = sums(unit, known);
    (unit.len() >= FEWEST_FOR_MEAN && weight > 0.0).then(|| sum / weight)
}

/// Iterates over the estimates unit by unit.
pub(crate) fn by_unit(estimates: &[LogEstimate]) -> impl Iterator<Item = &[LogEstimate]> {
    estimates.chunk_by(|one, next| one.unit == next.unit)
}

/// Computes e of the comparable estimates of each estimator; `references` returns y of each
/// estimate of a unit, in their order.
fn distances(
    estimates: &[LogEstimate],
    agents: usize,
    references: impl Fn(&[LogEstimate]) -> Vec<f64>,
) -> Vec<Vec<f64>> {
    let mut distances = vec![Vec::new(); agents];
    for unit in by_unit(estimates).filter(|unit| unit.len() > FEWEST_OTHERS) {
        for (one, y) in unit.iter().zip(references(unit)) {
            if let Some(own) = distances.get_mut(one.agent as usize) {
                own.push(one.x - y);
            }
        }
    }
    distances
}

fn medians_of_others(unit: &[LogEstimate]) -> Vec<f64> {
    let logs: Vec<f64> = unit.iter().map(|one| one.x).collect();
    let Some(consensus) = Consensus::of(&logs) else { return Vec::new() };
    logs.into_iter().filter_map(|x| consensus.median_of_others(x)).collect()
}

fn means_of_others(unit: &[LogEstimate], known: &[Reliability]) -> Vec<f64> {
    let (sum, weight) = sums(unit, known);
    let of_others = |one: &LogEstimate| {
        let own = of(known, one);
        (sum - own.weight * (one.x - own.bias)) / (weight - own.weight)
    };
    unit.iter().map(of_others).collect()
}

/// Computes Σ weight·(x − b) and Σ weight.
fn sums(unit: &[LogEstimate], known: &[Reliability]) -> (f64, f64) {
    unit.iter().fold((0.0, 0.0), |(sum, weight), one| {
        let own = of(known, one);
        (sum + own.weight * (one.x - own.bias), weight + own.weight)
    })
}

fn of(known: &[Reliability], one: &LogEstimate) -> Reliability {
    known.get(one.agent as usize).copied().unwrap_or_default()
}

/// Computes bias, scale and weight of each estimator from its distances.
fn judged(distances: Vec<Vec<f64>>) -> Vec<Reliability> {
    let shrunk = |n: usize, own: f64, usual: f64| {
        (n as f64 * own + PRIOR_WEIGHT * usual) / (n as f64 + PRIOR_WEIGHT)
    };
    let bias =
        |own: &Vec<f64>| median(own).map_or(0.0, |own_bias| shrunk(own.len(), own_bias, 0.0));
    let biases: Vec<f64> = distances.iter().map(bias).collect();
    let all =
        distances.iter().zip(&biases).flat_map(|(own, bias)| own.iter().map(move |e| e - bias));
    let usual = scale(&all.collect::<Vec<f64>>());
    let judge = |(own, bias): (&Vec<f64>, f64)| {
        if own.is_empty() {
            return Reliability::default();
        }
        let scale = shrunk(own.len(), scale(own), usual);
        let weight = 1.0 / (scale.powi(2) + LEAST_SCALE.powi(2));
        Reliability { items: own.len() as u32, bias, scale, weight }
    };
    let mut known: Vec<Reliability> = distances.iter().zip(biases).map(judge).collect();
    let weights = known.iter().filter(|one| one.items > 0).map(|one| one.weight);
    if let Some(middle) = median(&weights.collect::<Vec<f64>>()) {
        for one in &mut known {
            one.weight = one.weight.min(MAX_WEIGHT_RATIO * middle);
        }
    }
    known
}

/// Computes 1.4826·MAD; 0 without values.
fn scale(values: &[f64]) -> f64 {
    let Some(middle) = median(values) else { return 0.0 };
    let deviations: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    MAD_TO_SIGMA * median(&deviations).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) {
        assert!((one - other).abs() < 1e-12, "{one} is not {other}");
    }

    /// Makes the estimates of these units; the value at index 0 is by the estimator with the number
    /// 0.
    fn estimates(units: &[&[f64]]) -> Vec<LogEstimate> {
        let of_unit = |(unit, logs): (usize, &&[f64])| {
            let estimate = |(agent, x): (usize, &f64)| LogEstimate {
                unit: unit as u32,
                agent: agent as u32,
                x: *x,
            };
            logs.iter().enumerate().map(estimate).collect::<Vec<_>>()
        };
        units.iter().enumerate().flat_map(of_unit).collect()
    }

    #[test]
    fn estimator_without_comparable_estimates_has_no_reliability() {
        let known = reliability(&estimates(&[&[1.0, 2.0, 3.0]]), 3);
        assert_eq!(known, [Reliability::default(); 3]);
        assert_eq!(weighted(&estimates(&[&[1.0, 2.0, 3.0]]), &known), None);
        assert!(reliability(&[], 0).is_empty());
    }

    #[test]
    fn first_reference_is_the_median_of_the_others() {
        let estimates = estimates(&[&[1.0, 2.0, 4.0, 8.0], &[5.0, 5.0, 5.0]]);
        let distances = distances(&estimates, 4, medians_of_others);
        assert_eq!(distances, [vec![-3.0], vec![-2.0], vec![2.0], vec![6.0]]);
    }

    #[test]
    fn bias_and_scale_are_shrunk_towards_the_usual_ones() {
        // Medians 0.3 and 0; of all values, less the biases 5·0.3/25 = 0.06 and 0: 0.04 0.14 0.24
        // 0.34 0.44 −0.2 −0.1 0 0.1 0.2, whose median is 0.12; the deviations from it are 0.02 0.02
        // 0.08 0.08 0.12 0.12 0.22 0.22 0.32 0.32, whose median is 0.12.
        let known =
            judged(vec![vec![0.1, 0.2, 0.3, 0.4, 0.5], vec![-0.2, -0.1, 0.0, 0.1, 0.2], vec![]]);
        near(known[0].bias, 0.06);
        near(known[1].bias, 0.0);
        let scale = 1.4826 * (5.0 * 0.1 + 20.0 * 0.12) / 25.0;
        near(known[0].scale, scale);
        near(known[1].scale, scale);
        near(known[0].weight, 1.0 / (scale * scale + 0.0025));
        assert_eq!(known[2], Reliability::default());
    }

    #[test]
    fn weight_is_at_most_three_times_the_median() {
        let wide = |sign: f64| (0..999).map(|n| sign * f64::from(n - 499) / 499.0).collect();
        let known = judged(vec![vec![0.0; 5_000], wide(1.0), wide(-1.0)]);
        near(known[0].scale, 0.0);
        near(known[1].scale, known[2].scale);
        near(known[0].weight, 3.0 * known[1].weight);
    }

    #[test]
    fn weighted_rent_needs_five_estimates() {
        let of = |bias, weight| Reliability { items: 1, bias, scale: 0.0, weight };
        let known = [of(0.5, 1.0), of(0.0, 2.0), of(0.0, 1.0), of(0.0, 1.0), of(-1.0, 3.0)];
        let all = estimates(&[&[1.5, 2.0, 3.0, 4.0, 5.0]]);
        // (1·1 + 2·2 + 1·3 + 1·4 + 3·6) / 8
        assert_eq!(weighted(&all, &known), Some(30.0 / 8.0));
        assert_eq!(weighted(&all[..4], &known), None);
        // Without the second one: (30 − 4) / (8 − 2).
        near(means_of_others(&all, &known)[1], 26.0 / 6.0);
    }

    /// Four hundred units, estimated by five people with random errors: the first has a small
    /// scatter, the last a large one and a bias of a tenth.
    #[test]
    fn weighted_rent_is_nearer_to_the_truth_than_the_median() {
        let mut state = 7_u64;
        let mut next = || {
            state = state * 48_271 % 0x7fff_ffff;
            state as f64 / 2_147_483_647.0
        };
        let skills = [0.02, 0.05, 0.1, 0.2, 0.3];
        let mut all = Vec::new();
        for unit in 0..400 {
            for (agent, skill) in skills.into_iter().enumerate() {
                let normal = (0..12).map(|_| next()).sum::<f64>() - 6.0;
                let bias = if agent == 4 { 0.1 } else { 0.0 };
                all.push(LogEstimate {
                    unit,
                    agent: agent as u32,
                    x: 11.0 + skill * normal + bias,
                });
            }
        }
        let known = reliability(&all, 5);
        assert!(known.windows(2).all(|pair| pair[0].scale < pair[1].scale), "{known:?}");
        assert!((known[4].bias - 0.1).abs() < 0.04, "{known:?}");
        let off = |rent: &dyn Fn(&[LogEstimate]) -> f64| {
            let squares = by_unit(&all).map(|unit| (rent(unit) - 11.0).powi(2));
            (squares.sum::<f64>() / 400.0).sqrt()
        };
        let by_weight = off(&|unit| weighted(unit, &known).unwrap());
        let by_median =
            off(&|unit| median(&unit.iter().map(|one| one.x).collect::<Vec<_>>()).unwrap());
        assert!(by_weight < 0.75 * by_median, "{by_weight} {by_median}");
    }
}
