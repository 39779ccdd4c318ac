//! What makes a figure worth a look. Pure functions; the limits are the desk's own. A flag refuses
//! nothing: the figure counts as any other.

use super::Kind;
use super::reason;
use crate::score::quantile;

/// How far off a figure may be, by its spread: three times that.
const SPREADS: f64 = 3.0;
/// How far off it may be in any case, and how near to ten times another one it counts as that: by a
/// quarter.
const QUARTER: f64 = 1.25;
/// What gross yields are usual.
const YIELDS: (f64, f64) = (0.02, 0.15);
/// Between which quantiles of its cell a figure's AED per square foot lie as a rule.
const QUANTILES: (f64, f64) = (0.01, 0.99);
/// From how many figures on a cell has such quantiles. Of fewer the least and the greatest would lie
/// outside them whatever they are, and that would be more than two in a hundred.
const FEWEST_IN_CELL: usize = 100;
/// How many equal values in a row are worth a look.
const IN_A_ROW: usize = 5;

/// What is known of a figure by itself and its unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looked {
    /// AED per year.
    pub(crate) rent: i64,
    /// The logarithm of that.
    pub(crate) x: f64,
    /// The median of the unit's, and their spread.
    pub(crate) middle: f64,
    pub(crate) spread: Option<f64>,
    /// The price of the unit, AED.
    pub(crate) price: i64,
    /// The base value that it was entered from, other than the estimator's own figure.
    pub(crate) base: Option<i64>,
}

/// What makes this figure worth a look, of itself and its unit, each with the reason.
pub(crate) fn of(figure: &Looked) -> impl Iterator<Item = (Kind, String)> + use<> {
    let Looked { rent, x, middle, spread, price, base } = *figure;
    let off = x - middle;
    let outlier = spread.map(allowed).filter(|allowed| off.abs() > *allowed);
    [
        outlier.map(|allowed| (Kind::Outlier, reason::outlier(off, middle, allowed))),
        slip(off).map(|kind| (kind, reason::slip(kind, off, middle))),
        is_unusual_yield(rent, price)
            .then(|| (Kind::GrossYield, reason::gross_yield(rent, price, YIELDS))),
        (base == Some(rent)).then(|| (Kind::UntouchedBase, reason::untouched_base())),
    ]
    .into_iter()
    .flatten()
}

/// How far from the median a figure may be.
fn allowed(spread: f64) -> f64 {
    (SPREADS * spread).max(QUARTER.ln())
}

/// What slip of the hand would make a figure this far from the consensus; of two, the nearer one.
fn slip(distance: f64) -> Option<Kind> {
    let slips = [(10.0_f64, Kind::DigitSlip), (0.1, Kind::DigitSlip), (1.0 / 12.0, Kind::Monthly)];
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

/// Between what the AED per square foot of the figures of a cell lie as a rule; of few figures
/// nothing is said.
pub(crate) fn usual(per_area: Vec<f64>) -> Option<(f64, f64)> {
    if per_area.len() < FEWEST_IN_CELL {
        return None;
    }
    let low = quantile(per_area.clone(), QUANTILES.0)?;
    Some((low, quantile(per_area, QUANTILES.1)?))
}

/// Which of these values, in the order in which somebody saved them, are among five or more equal
/// ones in a row: their places, with how many they are.
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

    /// Of a unit whose consensus is 100,000 and whose price brings 8 % then.
    fn kinds(rent: i64, spread: Option<f64>) -> Vec<Kind> {
        let (x, middle) = ((rent as f64).ln(), 100_000_f64.ln());
        of(&Looked { rent, x, middle, spread, price: 1_250_000, base: None })
            .map(|(kind, _)| kind)
            .collect()
    }

    #[test]
    fn a_figure_is_an_outlier_by_three_spreads_and_a_quarter_at_least() {
        assert_eq!(kinds(125_000, Some(0.0)), []);
        assert_eq!(kinds(80_001, Some(0.0)), []);
        assert_eq!(kinds(125_100, Some(0.0)), [Kind::Outlier]);
        assert_eq!(kinds(79_900, Some(0.05)), [Kind::Outlier]);
        // exp(3 · 0.1) = 1.349859, and exp(−0.3) = 0.740818.
        assert_eq!(kinds(134_985, Some(0.1)), []);
        assert_eq!(kinds(134_987, Some(0.1)), [Kind::Outlier]);
        assert_eq!(kinds(74_082, Some(0.1)), []);
        assert_eq!(kinds(74_081, Some(0.1)), [Kind::Outlier]);
        // Nobody is an outlier of two.
        assert_eq!(kinds(180_000, None), []);
    }

    #[test]
    fn a_slip_is_told_from_a_month() {
        let slip = |ratio: f64| super::slip(ratio.ln());
        for ratio in [8.01, 10.0, 12.49, 0.1, 0.0913, 0.1249] {
            assert_eq!(slip(ratio), Some(Kind::DigitSlip), "{ratio}");
        }
        // The middle between a tenth and a twelfth is √(1/120) = 0.09129.
        for ratio in [1.0 / 12.0, 0.0912, 0.0667] {
            assert_eq!(slip(ratio), Some(Kind::Monthly), "{ratio}");
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
        let figure = |base| {
            let x = 100_000_f64.ln();
            Looked { rent: 100_000, x, middle: x, spread: None, price: 1_250_000, base }
        };
        let kinds = |base| of(&figure(base)).map(|(kind, _)| kind).collect::<Vec<_>>();
        assert_eq!(kinds(None), []);
        assert_eq!(kinds(Some(99_999)), []);
        assert_eq!(kinds(Some(100_000)), [Kind::UntouchedBase]);
    }

    #[test]
    fn a_cell_of_a_hundred_figures_has_quantiles() {
        let values = |count: i32| (1..=count).map(f64::from).collect::<Vec<_>>();
        assert_eq!(usual(values(99)), None);
        // 1 + 0.01 · 100 and 1 + 0.99 · 100.
        assert_eq!(usual(values(101)), Some((2.0, 100.0)));
    }

    #[test]
    fn five_equal_values_in_a_row_are_told() {
        assert_eq!(repeated(&[]), []);
        assert_eq!(repeated(&[1, 1, 1, 1, 2, 1]), []);
        assert_eq!(repeated(&[3, 1, 1, 1, 1, 1, 2]), [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]);
        assert_eq!(repeated(&[7; 6]).last(), Some(&(5, 6)));
    }
}
