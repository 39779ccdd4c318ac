//! Decides which estimates are worth a look. Pure functions; the limits are the product's own. A
//! flag rejects nothing: the estimate counts like any other.

use super::FlagKind;
use super::reason;
use crate::score::quantile;

/// The allowed distance of an estimate in spreads.
const SPREADS: f64 = 3.0;
/// The ratio that is always allowed, and the tolerance around a digit slip or a month's rent: a
/// quarter.
const QUARTER: f64 = 1.25;
/// The usual range of gross yields.
const YIELDS: (f64, f64) = (0.02, 0.15);
/// The quantiles of a cell between which an estimate's AED per square foot are usual.
const QUANTILES: (f64, f64) = (0.01, 0.99);
/// From how many estimates on a cell has such quantiles. With fewer, the minimum and the maximum
/// would always be outside them, which would be more than two in a hundred.
const FEWEST_IN_CELL: usize = 100;
/// How many equal values in a row are worth a look.
const IN_A_ROW: usize = 5;

/// An estimate with what its rules need of its unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EstimateContext {
    /// AED per year.
    pub(crate) rent: i64,
    /// The logarithm of `rent`.
    pub(crate) x: f64,
    /// The median of the unit's logarithms, and their spread.
    pub(crate) middle: f64,
    pub(crate) spread: Option<f64>,
    /// The price of the unit, AED.
    pub(crate) price: i64,
    /// The base value that it was entered from, unless that was the estimator's own estimate.
    pub(crate) base: Option<i64>,
}

/// Returns the rules that make this estimate worth a look by itself and its unit, each with the
/// reason.
pub(crate) fn of(estimate: &EstimateContext) -> impl Iterator<Item = (FlagKind, String)> + use<> {
    let EstimateContext { rent, x, middle, spread, price, base } = *estimate;
    let off = x - middle;
    let outlier = spread.map(allowed).filter(|allowed| off.abs() > *allowed);
    [
        outlier.map(|allowed| (FlagKind::Outlier, reason::outlier(off, middle, allowed))),
        slip(off).map(|kind| (kind, reason::slip(kind, off, middle))),
        is_unusual_yield(rent, price)
            .then(|| (FlagKind::GrossYield, reason::gross_yield(rent, price, YIELDS))),
        (base == Some(rent)).then(|| (FlagKind::UntouchedBase, reason::untouched_base())),
    ]
    .into_iter()
    .flatten()
}

/// Returns the allowed distance from the median, a logarithm.
fn allowed(spread: f64) -> f64 {
    (SPREADS * spread).max(QUARTER.ln())
}

/// Returns the slip that explains this distance from the consensus; of two, the nearer one.
fn slip(distance: f64) -> Option<FlagKind> {
    let slips = [
        (10.0_f64, FlagKind::DigitSlip),
        (0.1, FlagKind::DigitSlip),
        (1.0 / 12.0, FlagKind::Monthly),
    ];
    slips
        .into_iter()
        .map(|(ratio, kind)| ((distance - ratio.ln()).abs(), kind))
        .filter(|(off, _)| *off <= QUARTER.ln())
        .min_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, kind)| kind)
}

fn is_unusual_yield(rent: i64, price: i64) -> bool {
    let gross = rent as f64 / price as f64;
    price > 0 && !(YIELDS.0..=YIELDS.1).contains(&gross)
}

/// Returns the usual range of AED per square foot of a cell; `None` with few estimates.
pub(crate) fn usual(per_area: Vec<f64>) -> Option<(f64, f64)> {
    if per_area.len() < FEWEST_IN_CELL {
        return None;
    }
    let low = quantile(per_area.clone(), QUANTILES.0)?;
    Some((low, quantile(per_area, QUANTILES.1)?))
}

/// Returns which of these values, in the order of their saves, are among five or more equal ones in
/// a row: their indexes, with the length of the run.
pub(crate) fn repeated(values: &[i64]) -> Vec<(usize, usize)> {
    let mut start = 0;
    let mut places = Vec::new();
    for run in values.chunk_by(|one, next| one == next) {
        if run.len() >= IN_A_ROW {
            places.extend((start..start + run.len()).map(|place| (place, run.len())));
        }
        start += run.len();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the flags of an estimate for a unit whose consensus is 100,000 and whose price gives
    /// a yield of 8 % then.
    fn kinds(rent: i64, spread: Option<f64>) -> Vec<FlagKind> {
        let (x, middle) = ((rent as f64).ln(), 100_000_f64.ln());
        of(&EstimateContext { rent, x, middle, spread, price: 1_250_000, base: None })
            .map(|(kind, _)| kind)
            .collect()
    }

    #[test]
    fn outlier_is_off_by_three_spreads_and_at_least_a_quarter() {
        assert_eq!(kinds(125_000, Some(0.0)), []);
        assert_eq!(kinds(80_001, Some(0.0)), []);
        assert_eq!(kinds(125_100, Some(0.0)), [FlagKind::Outlier]);
        assert_eq!(kinds(79_900, Some(0.05)), [FlagKind::Outlier]);
        // exp(3 · 0.1) = 1.349859, and exp(−0.3) = 0.740818.
        assert_eq!(kinds(134_985, Some(0.1)), []);
        assert_eq!(kinds(134_987, Some(0.1)), [FlagKind::Outlier]);
        assert_eq!(kinds(74_082, Some(0.1)), []);
        assert_eq!(kinds(74_081, Some(0.1)), [FlagKind::Outlier]);
        // With two estimates neither is an outlier.
        assert_eq!(kinds(180_000, None), []);
    }

    #[test]
    fn digit_slip_is_distinguished_from_a_months_rent() {
        let slip = |ratio: f64| super::slip(ratio.ln());
        for ratio in [8.01, 10.0, 12.49, 0.1, 0.0913, 0.1249] {
            assert_eq!(slip(ratio), Some(FlagKind::DigitSlip), "{ratio}");
        }
        // The middle between a tenth and a twelfth is √(1/120) = 0.09129.
        for ratio in [1.0 / 12.0, 0.0912, 0.0667] {
            assert_eq!(slip(ratio), Some(FlagKind::Monthly), "{ratio}");
        }
        for ratio in [1.0, 7.99, 12.51, 0.1251, 0.0666, 12.0 * 12.0] {
            assert_eq!(slip(ratio), None, "{ratio}");
        }
    }

    #[test]
    fn a_gross_yield_is_usual_from_2_to_15_per_cent() {
        for (rent, unusual) in [(20_000, false), (19_999, true), (150_000, false), (150_001, true)]
        {
            assert_eq!(is_unusual_yield(rent, 1_000_000), unusual, "{rent}");
        }
        assert!(!is_unusual_yield(20_000, 0));
    }

    #[test]
    fn an_untouched_base_is_the_value_that_one_started_from() {
        let estimate = |base| {
            let x = 100_000_f64.ln();
            EstimateContext { rent: 100_000, x, middle: x, spread: None, price: 1_250_000, base }
        };
        let kinds = |base| of(&estimate(base)).map(|(kind, _)| kind).collect::<Vec<_>>();
        assert_eq!(kinds(None), []);
        assert_eq!(kinds(Some(99_999)), []);
        assert_eq!(kinds(Some(100_000)), [FlagKind::UntouchedBase]);
    }

    #[test]
    fn cell_of_a_hundred_estimates_has_quantiles() {
        let values = |count: i32| (1..=count).map(f64::from).collect::<Vec<_>>();
        assert_eq!(usual(values(99)), None);
        // 1 + 0.01 · 100 and 1 + 0.99 · 100.
        assert_eq!(usual(values(101)), Some((2.0, 100.0)));
    }

    #[test]
    fn five_equal_values_in_a_row_are_found() {
        assert_eq!(repeated(&[]), []);
        assert_eq!(repeated(&[1, 1, 1, 1, 2, 1]), []);
        assert_eq!(repeated(&[3, 1, 1, 1, 1, 1, 2]), [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]);
        assert_eq!(repeated(&[7; 6]).last(), Some(&(5, 6)));
    }
}
