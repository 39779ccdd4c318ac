//! How reliable estimators are, and the rent of a unit that weighs its figures by that. Pure
//! functions of the natural logarithms of rents; the formulas are the desk's own.
//!
//! A figure x is compared with what the others say of its unit, when they are at least three:
//! e = x − y. Of the n figures of an estimator that can be compared, with MAD the median distance
//! from their median, and of all those of everybody,
//!
//! ```text
//! bias  b = n·median(e) / (n + 20)
//! scale s = (n·1.4826·MAD(e) + 20·s₀) / (n + 20)       s₀ = 1.4826·MAD(e − b) of everybody's
//! weight  = min( 1/(s² + 0.05²), 3·median weight )
//! ```
//!
//! that is, both are drawn towards what is usual as if there were twenty usual figures more: no bias
//! and the scale of everybody. Nobody weighs more than three times as much as the estimator in the
//! middle. The weighted rent of a unit that five or more estimated is the exponential of
//!
//! ```text
//! m = Σ weight·(x − b) / Σ weight
//! ```
//!
//! This is done twice: at first y is the median of the others, then, for who is reliable is known
//! somewhat now, their weighted mean.

use crate::consensus::{Consensus, MAD_TO_SIGMA, median};
use crate::score::FEWEST_OTHERS;

/// How many usual figures each estimator is given.
const GIVEN: f64 = 20.0;
/// What even the most reliable estimator's figures scatter.
const LEAST_SCALE: f64 = 0.05;
/// How many times the weight in the middle somebody weighs at most.
const MOST: f64 = 3.0;
/// How often it is done.
const TIMES: usize = 2;
/// From how many estimators on a unit has a weighted rent.
const FEWEST_FOR_MEAN: usize = 5;

/// A figure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    /// Which unit, by a number; all figures of one stand side by side.
    pub(crate) unit: u32,
    /// Who says it, by a number.
    pub(crate) agent: u32,
    /// The logarithm of the rent.
    pub(crate) x: f64,
}

/// What an estimator's figures look like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Reliability {
    /// How many could be compared (n); of nobody else is anything known.
    pub(crate) items: u32,
    /// b: how far above the others they lie.
    pub(crate) bias: f64,
    /// s: how much they scatter.
    pub(crate) scale: f64,
    pub(crate) weight: f64,
}

/// What the figures of each estimator look like, by the estimator's number; there are `agents`.
pub(crate) fn reliability(said: &[Said], agents: usize) -> Vec<Reliability> {
    let mut known = judged(distances(said, agents, medians_of_others));
    for _ in 1..TIMES {
        known = judged(distances(said, agents, |unit| means_of_others(unit, &known)));
    }
    known
}

/// The weighted mean of the figures of a unit, a logarithm; from five estimators on.
pub(crate) fn weighted(unit: &[Said], known: &[Reliability]) -> Option<f64> {
    let (sum, weight) = sums(unit, known);
    (unit.len() >= FEWEST_FOR_MEAN && weight > 0.0).then(|| sum / weight)
}

/// The figures unit by unit.
pub(crate) fn by_unit(said: &[Said]) -> impl Iterator<Item = &[Said]> {
    said.chunk_by(|one, next| one.unit == next.unit)
}

/// e of the figures of each estimator, where they can be compared; `references` tells y of each
/// figure of a unit, in their order.
fn distances(
    said: &[Said],
    agents: usize,
    references: impl Fn(&[Said]) -> Vec<f64>,
) -> Vec<Vec<f64>> {
    let mut distances = vec![Vec::new(); agents];
    for unit in by_unit(said).filter(|unit| unit.len() > FEWEST_OTHERS) {
        for (one, y) in unit.iter().zip(references(unit)) {
            if let Some(own) = distances.get_mut(one.agent as usize) {
                own.push(one.x - y);
            }
        }
    }
    distances
}

fn medians_of_others(unit: &[Said]) -> Vec<f64> {
    let logs: Vec<f64> = unit.iter().map(|one| one.x).collect();
    let Some(consensus) = Consensus::of(&logs) else { return Vec::new() };
    logs.into_iter().filter_map(|x| consensus.median_of_others(x)).collect()
}

fn means_of_others(unit: &[Said], known: &[Reliability]) -> Vec<f64> {
    let (sum, weight) = sums(unit, known);
    let of_others = |one: &Said| {
        let own = of(known, one);
        (sum - own.weight * (one.x - own.bias)) / (weight - own.weight)
    };
    unit.iter().map(of_others).collect()
}

/// Σ weight·(x − b) and Σ weight.
fn sums(unit: &[Said], known: &[Reliability]) -> (f64, f64) {
    unit.iter().fold((0.0, 0.0), |(sum, weight), one| {
        let own = of(known, one);
        (sum + own.weight * (one.x - own.bias), weight + own.weight)
    })
}

fn of(known: &[Reliability], one: &Said) -> Reliability {
    known.get(one.agent as usize).copied().unwrap_or_default()
}

/// What these distances say of each estimator.
fn judged(distances: Vec<Vec<f64>>) -> Vec<Reliability> {
    let drawn =
        |n: usize, own: f64, usual: f64| (n as f64 * own + GIVEN * usual) / (n as f64 + GIVEN);
    let bias = |own: &Vec<f64>| median(own).map_or(0.0, |own_bias| drawn(own.len(), own_bias, 0.0));
    let biases: Vec<f64> = distances.iter().map(bias).collect();
    let all =
        distances.iter().zip(&biases).flat_map(|(own, bias)| own.iter().map(move |e| e - bias));
    let usual = scale(&all.collect::<Vec<f64>>());
    let judge = |(own, bias): (&Vec<f64>, f64)| {
        if own.is_empty() {
            return Reliability::default();
        }
        let scale = drawn(own.len(), scale(own), usual);
        let weight = 1.0 / (scale.powi(2) + LEAST_SCALE.powi(2));
        Reliability { items: own.len() as u32, bias, scale, weight }
    };
    let mut known: Vec<Reliability> = distances.iter().zip(biases).map(judge).collect();
    let weights = known.iter().filter(|one| one.items > 0).map(|one| one.weight);
    if let Some(middle) = median(&weights.collect::<Vec<f64>>()) {
        for one in &mut known {
            one.weight = one.weight.min(MOST * middle);
        }
    }
    known
}

/// 1.4826·MAD; 0 of nothing.
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

    /// Units with these figures; the one at 0 is the estimator with the number 0.
    fn said(units: &[&[f64]]) -> Vec<Said> {
        let of_unit = |(unit, logs): (usize, &&[f64])| {
            let figure =
                |(agent, x): (usize, &f64)| Said { unit: unit as u32, agent: agent as u32, x: *x };
            logs.iter().enumerate().map(figure).collect::<Vec<_>>()
        };
        units.iter().enumerate().flat_map(of_unit).collect()
    }

    #[test]
    fn nothing_is_known_of_who_has_too_few_others_to_be_compared_with() {
        let known = reliability(&said(&[&[1.0, 2.0, 3.0]]), 3);
        assert_eq!(known, [Reliability::default(); 3]);
        assert_eq!(weighted(&said(&[&[1.0, 2.0, 3.0]]), &known), None);
        assert!(reliability(&[], 0).is_empty());
    }

    #[test]
    fn at_first_a_figure_is_compared_with_the_median_of_the_others() {
        let said = said(&[&[1.0, 2.0, 4.0, 8.0], &[5.0, 5.0, 5.0]]);
        let distances = distances(&said, 4, medians_of_others);
        assert_eq!(distances, [vec![-3.0], vec![-2.0], vec![2.0], vec![6.0]]);
    }

    #[test]
    fn what_is_known_is_drawn_towards_what_is_usual() {
        // Medians 0.3 and 0; of all, less the biases 5·0.3/25 = 0.06 and 0:
        // 0.04 0.14 0.24 0.34 0.44 −0.2 −0.1 0 0.1 0.2, whose median is 0.12; the distances from it
        // are 0.02 0.02 0.08 0.08 0.12 0.12 0.22 0.22 0.32 0.32, whose median is 0.12.
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
    fn nobody_weighs_more_than_three_times_as_much_as_the_one_in_the_middle() {
        let wide = |sign: f64| (0..999).map(|n| sign * f64::from(n - 499) / 499.0).collect();
        let known = judged(vec![vec![0.0; 5_000], wide(1.0), wide(-1.0)]);
        near(known[0].scale, 0.0);
        near(known[1].scale, known[2].scale);
        near(known[0].weight, 3.0 * known[1].weight);
    }

    #[test]
    fn a_weighted_rent_needs_five_figures_and_goes_by_their_weights() {
        let of = |bias, weight| Reliability { items: 1, bias, scale: 0.0, weight };
        let known = [of(0.5, 1.0), of(0.0, 2.0), of(0.0, 1.0), of(0.0, 1.0), of(-1.0, 3.0)];
        let all = said(&[&[1.5, 2.0, 3.0, 4.0, 5.0]]);
        // (1·1 + 2·2 + 1·3 + 1·4 + 3·6) / 8
        assert_eq!(weighted(&all, &known), Some(30.0 / 8.0));
        assert_eq!(weighted(&all[..4], &known), None);
        // Without the second one: (30 − 4) / (8 − 2).
        near(means_of_others(&all, &known)[1], 26.0 / 6.0);
    }

    /// A hundred units, of which five people say too much or too little by chance: the first one
    /// hardly, the last one by a lot and always a tenth too much.
    #[test]
    fn a_weighted_rent_is_nearer_to_the_truth_than_the_median() {
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
                all.push(Said { unit, agent: agent as u32, x: 11.0 + skill * normal + bias });
            }
        }
        let known = reliability(&all, 5);
        assert!(known.windows(2).all(|pair| pair[0].scale < pair[1].scale), "{known:?}");
        assert!((known[4].bias - 0.1).abs() < 0.04, "{known:?}");
        let off = |rent: &dyn Fn(&[Said]) -> f64| {
            let squares = by_unit(&all).map(|unit| (rent(unit) - 11.0).powi(2));
            (squares.sum::<f64>() / 400.0).sqrt()
        };
        let by_weight = off(&|unit| weighted(unit, &known).unwrap());
        let by_median =
            off(&|unit| median(&unit.iter().map(|one| one.x).collect::<Vec<_>>()).unwrap());
        assert!(by_weight < 0.75 * by_median, "{by_weight} {by_median}");
    }
}
