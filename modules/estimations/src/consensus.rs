//! Computes the consensus of a unit's estimates. Pure functions of the natural logarithms of the
//! estimated yearly rents; the formulas are the product's own.
//!
//! A consensus contains the median and its neighbours in rank, so that the median of the other
//! estimates follows for any single estimate without reading them.

/// Scales the median absolute deviation to an estimate of the standard deviation of a normal
/// distribution: 1 / Φ⁻¹(3/4).
pub const MAD_TO_SIGMA: f64 = 1.4826;

/// The ratio of the standard errors of median and mean of a normal distribution: √(π/2).
pub(crate) const MEDIAN_TO_MEAN: f64 = 1.2533;

/// From how many estimators on a spread is computed.
pub(crate) const FEWEST_FOR_SPREAD: usize = 3;

/// The consensus of a unit. `low`, `middle` and `high` are logarithms of AED per year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Consensus {
    /// The number of estimators, k.
    pub estimators: usize,
    /// For an odd number of estimates the one below the median in rank, for an even number the
    /// lower one of the two in the middle; the median itself when it is the only estimate.
    pub low: f64,
    /// The median.
    pub middle: f64,
    /// As `low`, above the median.
    pub high: f64,
    /// 1.4826 · MAD, from three estimators on.
    pub spread: Option<f64>,
}

impl Consensus {
    /// Computes the consensus of estimates in any order; `None` without estimates.
    pub fn of(logs: &[f64]) -> Option<Self> {
        let sorted = sorted(logs);
        let k = sorted.len();
        let half = k / 2;
        let (low, high) = match k {
            0 => return None,
            1 => (sorted[0], sorted[0]),
            k if k % 2 == 0 => (sorted[half - 1], sorted[half]),
            _ => (sorted[half - 1], sorted[half + 1]),
        };
        let middle = if k.is_multiple_of(2) { f64::midpoint(low, high) } else { sorted[half] };
        let spread = (k >= FEWEST_FOR_SPREAD).then(|| {
            let deviations: Vec<f64> = sorted.iter().map(|x| (x - middle).abs()).collect();
            MAD_TO_SIGMA * median(&deviations).unwrap_or_default()
        });
        Some(Self { estimators: k, low, middle, high, spread })
    }

    /// Returns the consensus rent, AED per year: exp(median).
    pub fn rent(&self) -> f64 {
        self.middle.exp()
    }

    /// Returns half the width of the 95 % confidence interval of the median, as a fraction of the
    /// rent: 1.96 · 1.2533 · spread / √k.
    pub fn half_width(&self) -> Option<f64> {
        let root = (self.estimators as f64).sqrt();
        self.spread.map(|spread| 1.96 * MEDIAN_TO_MEAN * spread / root)
    }

    /// Returns how much the estimators agree: 100 · (1 − spread).
    pub fn confidence(&self) -> Option<f64> {
        self.spread.map(|spread| 100.0 * (1.0 - spread))
    }

    /// Returns the median of the other estimates, for one of them; `None` when there is no other.
    pub fn median_of_others(&self, x: f64) -> Option<f64> {
        median_of_others(self.estimators, (self.low, self.middle, self.high), x)
    }
}

/// Returns the median of the other ones of `k` estimates, for the estimate `x` among them, from the
/// parts of a consensus: (low, middle, high).
pub fn median_of_others(k: usize, (low, middle, high): (f64, f64, f64), x: f64) -> Option<f64> {
    if k < 2 {
        return None;
    }
    Some(match k % 2 {
        0 if x <= low => high,
        0 => low,
        _ if x < middle => f64::midpoint(middle, high),
        _ if x > middle => f64::midpoint(low, middle),
        _ => f64::midpoint(low, high),
    })
}

/// Returns the median: for an even number of values the mean of the two in the middle, and `None`
/// for no values.
pub fn median(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        k if k % 2 == 0 => Some(f64::midpoint(sorted[half - 1], sorted[half])),
        _ => Some(sorted[half]),
    }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use kernel::seeded::SeededRandom;

    use super::*;

    fn of(logs: &[f64]) -> Consensus {
        Consensus::of(logs).unwrap()
    }

    /// Returns random estimates, the same for a seed.
    fn estimates(seed: u64, count: usize) -> Vec<f64> {
        let mut random = SeededRandom::new(seed, 0, 0);
        // Some are equal, as real estimates are.
        (0..count).map(|_| 11.0 + random.below(13) as f64 / 10.0).collect()
    }

    #[test]
    fn no_estimates_have_no_consensus_and_one_estimate_is_its_own() {
        assert_eq!(Consensus::of(&[]), None);
        let one = of(&[11.5]);
        assert_eq!((one.low, one.middle, one.high), (11.5, 11.5, 11.5));
        assert_eq!((one.spread, one.half_width(), one.confidence()), (None, None, None));
        assert_eq!(one.median_of_others(11.5), None);
    }

    #[test]
    fn consensus_contains_the_median_and_its_neighbours() {
        let two = of(&[12.0, 11.0]);
        assert_eq!((two.low, two.middle, two.high), (11.0, 11.5, 12.0));
        let three = of(&[3.0, 1.0, 2.5]);
        assert_eq!((three.low, three.middle, three.high), (1.0, 2.5, 3.0));
        let four = of(&[4.0, 1.0, 3.0, 2.0]);
        assert_eq!((four.low, four.middle, four.high), (2.0, 2.5, 3.0));
        let five = of(&[5.0, 1.0, 4.0, 2.0, 3.0]);
        assert_eq!((five.low, five.middle, five.high), (2.0, 3.0, 4.0));
    }

    #[test]
    fn spread_half_width_and_confidence_need_three_estimators() {
        assert_eq!(of(&[11.0, 12.0]).spread, None);
        // Deviations from 2: 1, 0, 2; their median is 1.
        let three = of(&[1.0, 2.0, 4.0]);
        assert_eq!(three.spread, Some(1.4826));
        let half_width = three.half_width().unwrap();
        assert!((half_width - 1.96 * 1.2533 * 1.4826 / 3.0_f64.sqrt()).abs() < 1e-12);
        assert!((three.confidence().unwrap() - -48.26).abs() < 1e-9);
        let alike = of(&[11.0; 3]);
        assert_eq!((alike.spread, alike.confidence()), (Some(0.0), Some(100.0)));
    }

    #[test]
    fn rent_is_the_geometric_mean_of_two() {
        let rent = of(&[100_000_f64.ln(), 144_000_f64.ln()]).rent();
        assert!((rent - 120_000.0).abs() < 1e-6, "{rent}");
    }

    #[test]
    fn median_of_others_is_that_of_the_estimates_without_one() {
        for count in 2..=12 {
            for seed in 0..200 {
                let logs = estimates(seed, count);
                let all = of(&logs);
                for (at, x) in logs.iter().enumerate() {
                    let mut others = logs.clone();
                    others.remove(at);
                    let wanted = median(&others);
                    assert_eq!(all.median_of_others(*x), wanted, "{x} of {logs:?}");
                }
            }
        }
    }
}
