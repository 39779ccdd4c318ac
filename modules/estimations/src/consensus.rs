//! What the figures of a unit come to. Pure functions of the natural logarithms of the estimated
//! yearly rents; formulas of the desk's own.
//!
//! A consensus holds the middle figure with its neighbours in rank, so that of any one figure the
//! median of the others is known without reading them.

/// Makes the median absolute deviation an estimate of the standard deviation of a normal
/// distribution: 1 / Φ⁻¹(3/4).
pub const MAD_TO_SIGMA: f64 = 1.4826;

/// How much wider the median scatters than the mean, of a normal distribution: √(π/2).
pub(crate) const MEDIAN_TO_MEAN: f64 = 1.2533;

/// From how many estimators on a spread is told.
pub(crate) const FEWEST_FOR_SPREAD: usize = 3;

/// What the figures of a unit come to. `low`, `middle` and `high` are logarithms of AED per year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Consensus {
    /// How many estimators there are (k).
    pub estimators: usize,
    /// Of an odd number of figures the one below the median in rank, of an even number the lower
    /// one of the two in the middle; the median itself where there is no other.
    pub low: f64,
    /// The median.
    pub middle: f64,
    /// As `low`, above the median.
    pub high: f64,
    /// 1.4826 · MAD; from three estimators on.
    pub spread: Option<f64>,
}

impl Consensus {
    /// The consensus of these figures, in whatever order; `None` when there are none.
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

    /// The consensus rent, AED per year: exp(median).
    pub fn rent(&self) -> f64 {
        self.middle.exp()
    }

    /// Half of the width of the interval that the median lies in with 95 % (a fraction of the
    /// rent): 1.96 · 1.2533 · spread / √k.
    pub fn half_width(&self) -> Option<f64> {
        let root = (self.estimators as f64).sqrt();
        self.spread.map(|spread| 1.96 * MEDIAN_TO_MEAN * spread / root)
    }

    /// How much the estimators agree: 100 · (1 − spread).
    pub fn confidence(&self) -> Option<f64> {
        self.spread.map(|spread| 100.0 * (1.0 - spread))
    }

    /// The median of the other figures, of one of them; `None` when there is no other.
    pub fn median_of_others(&self, x: f64) -> Option<f64> {
        median_of_others(self.estimators, (self.low, self.middle, self.high), x)
    }
}

/// The median of the others of `k` figures, of the figure `x` among them, from what a consensus
/// holds: (low, middle, high).
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

/// The median; the mean of the two in the middle, of an even number. `None` of nothing.
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
    use super::*;

    fn of(logs: &[f64]) -> Consensus {
        Consensus::of(logs).unwrap()
    }

    /// Figures that look like any, from a generator without a memory.
    fn figures(seed: u64, count: usize) -> Vec<f64> {
        let mut state = seed;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / f64::from(1_u32 << 31)
        };
        // Some are equal, as people's figures are.
        (0..count).map(|_| 11.0 + (next() * 12.0).round() / 10.0).collect()
    }

    #[test]
    fn nothing_has_no_consensus_and_one_figure_is_its_own() {
        assert_eq!(Consensus::of(&[]), None);
        let one = of(&[11.5]);
        assert_eq!((one.low, one.middle, one.high), (11.5, 11.5, 11.5));
        assert_eq!((one.spread, one.half_width(), one.confidence()), (None, None, None));
        assert_eq!(one.median_of_others(11.5), None);
    }

    #[test]
    fn the_middle_is_held_with_its_neighbours() {
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
    fn spread_half_width_and_confidence_are_told_from_three_estimators_on() {
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
    fn the_rent_is_the_geometric_middle() {
        let rent = of(&[100_000_f64.ln(), 144_000_f64.ln()]).rent();
        assert!((rent - 120_000.0).abs() < 1e-6, "{rent}");
    }

    #[test]
    fn the_median_of_the_others_is_that_of_the_figures_without_one() {
        for count in 2..=12 {
            for seed in 0..200 {
                let logs = figures(seed, count);
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
