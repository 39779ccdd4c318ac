//! Compares an estimate with the other ones of its unit, in steps so coarse that no estimator can
//! derive a rent from the result.
//!
//! A fixed grid divides all rents into steps, each of which ends at 1.5 times its lower bound:
//!
//! ```text
//! step(rent) = floor( ln(rent / 10,000) / ln 1.5 )
//! ```
//!
//! The result is the number of steps between the estimate and the median of the others, up to two.
//! It depends on these two steps alone. An estimator who saves repeatedly, with any strategy, can
//! therefore learn only the step of the median: a band of 50 %. A threshold relative to the median
//! itself, such as "within 5 % of it", could be found by bisection, and with it the median.

use schemars::JsonSchema;
use serde::Serialize;

use crate::consensus::median;
use crate::score::FEWEST_OTHERS;

/// The lower bound of the first step, AED per year: the minimum rent.
const FIRST: f64 = 10_000.0;
/// The ratio of the bounds of a step.
const FACTOR: f64 = 1.5;

/// The position of an estimate among those of other estimators for the same unit: the difference
/// between its step of rents and that of their median.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline, extend("x-labels" = {
    "muchLower": "Much lower than the others", "lower": "Lower than the others",
    "same": "Close to the others",
    "higher": "Higher than the others", "muchHigher": "Much higher than the others"
}))]
pub(crate) enum Standing {
    MuchLower,
    Lower,
    Same,
    Higher,
    MuchHigher,
}

/// Returns the position of an estimate among the `others` of its unit, all natural logarithms of
/// rents, AED per year. `None` with fewer than three others.
pub(crate) fn standing(x: f64, others: &[f64]) -> Option<Standing> {
    let middle = median(others).filter(|_| others.len() >= FEWEST_OTHERS)?;
    Some(match step(x) - step(middle) {
        ..=-2 => Standing::MuchLower,
        -1 => Standing::Lower,
        0 => Standing::Same,
        1 => Standing::Higher,
        2.. => Standing::MuchHigher,
    })
}

/// Returns the step of a rent, by its logarithm. A rent on a bound belongs to the upper step,
/// despite rounding of its logarithm.
fn step(x: f64) -> i32 {
    ((x - FIRST.ln()) / FACTOR.ln() + 1e-9).floor() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The valid range of rents, AED per year.
    const RENTS: (i64, i64) = (10_000, 5_000_000);

    fn of(rent: i64, others: &[i64]) -> Option<Standing> {
        let log = |rent: &i64| (*rent as f64).ln();
        standing(log(&rent), &others.iter().map(log).collect::<Vec<_>>())
    }

    /// Rents over the whole range, about 1 % apart, and those next to the bounds of each step.
    fn rents() -> Vec<i64> {
        let even = (0..=624).map(|at| (10_000.0 * 1.01_f64.powi(at)) as i64);
        let bounds = (0..=15).flat_map(|at| {
            let bound = (10_000.0 * 1.5_f64.powi(at)) as i64;
            [bound - 1, bound, bound + 1]
        });
        let mut rents: Vec<i64> =
            even.chain(bounds).filter(|rent| (RENTS.0..=RENTS.1).contains(rent)).collect();
        rents.sort_unstable();
        rents
    }

    #[test]
    fn position_follows_from_the_step() {
        // The others' median is in the step from 75,937.5 to 113,906.25.
        let others = [90_000, 100_000, 110_000];
        assert_eq!(of(10_000, &others), Some(Standing::MuchLower));
        assert_eq!(of(50_624, &others), Some(Standing::MuchLower));
        assert_eq!(of(50_626, &others), Some(Standing::Lower));
        assert_eq!(of(75_937, &others), Some(Standing::Lower));
        assert_eq!(of(75_938, &others), Some(Standing::Same));
        assert_eq!(of(113_906, &others), Some(Standing::Same));
        assert_eq!(of(113_907, &others), Some(Standing::Higher));
        for (below, bound) in [(14_999, 15_000), (22_499, 22_500), (33_749, 33_750)] {
            assert_eq!(of(below, &[bound; 3]), Some(Standing::Lower), "{bound}");
            assert_eq!(of(bound, &[below; 3]), Some(Standing::Higher), "{bound}");
        }
        assert_eq!(of(170_860, &others), Some(Standing::MuchHigher));
        assert_eq!(of(5_000_000, &others), Some(Standing::MuchHigher));
    }

    #[test]
    fn fewer_than_three_others_give_no_position() {
        assert_eq!(of(100_000, &[]), None);
        assert_eq!(of(100_000, &[100_000]), None);
        assert_eq!(of(100_000, &[100_000, 100_000]), None);
        assert_eq!(of(100_000, &[100_000; 3]), Some(Standing::Same));
    }

    #[test]
    fn of_an_even_number_the_median_is_between_the_two_in_the_middle() {
        // It is 111,803, and 125,000 by an arithmetic mean.
        let others = [1_000_000, 125_000, 100_000, 20_000];
        assert_eq!(of(112_000, &others), Some(Standing::Same));
    }

    #[test]
    fn every_median_of_a_step_gives_the_same_answers_for_all_rents() {
        let rents = rents();
        for medians in
            rents.chunk_by(|one, other| step((*one as f64).ln()) == step((*other as f64).ln()))
        {
            assert!(medians.len() > 2, "{medians:?}");
            let answers = |median: i64| -> Vec<Option<Standing>> {
                rents.iter().map(|rent| of(*rent, &[median; 3])).collect()
            };
            let first = answers(medians[0]);
            for median in medians {
                assert_eq!(answers(*median), first, "{median}");
            }
        }
    }

    #[test]
    fn a_step_is_half_as_much_again_wide() {
        let rents = rents();
        let same = |step: &&[i64]| step.len() > 2;
        let steps = rents.chunk_by(|one, other| of(*one, &[*other; 3]) == Some(Standing::Same));
        let steps: Vec<&[i64]> = steps.filter(same).collect();
        assert_eq!(steps.len(), 16);
        for step in &steps[..15] {
            let width = step[step.len() - 1] as f64 / step[0] as f64;
            assert!((width - 1.5).abs() < 0.001, "{step:?} is {width} wide");
        }
    }

    #[test]
    fn higher_rent_is_never_positioned_lower() {
        let place = |standing: Option<Standing>| standing.map(|standing| standing as u8);
        for median in [10_000, 76_000, 640_000, 5_000_000] {
            let places: Vec<_> =
                rents().iter().map(|rent| place(of(*rent, &[median; 3]))).collect();
            assert!(places.is_sorted(), "{median}: {places:?}");
        }
    }
}
