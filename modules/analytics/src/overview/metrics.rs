//! Computes the key metrics of the overview from units that are counted one by one.

use std::collections::HashSet;

use chrono::{Days, NaiveDate};
use estimations::consensus::median;
use estimations::{OPEN_FLAGS, coverage_of};
use kernel::prelude::*;

use super::{OverviewMeasure, Unit};

/// The confidence above which a unit counts as high.
const HIGH: f64 = 85.0;

/// The counts and values at some time, from which the metrics follow.
#[derive(Default)]
pub(super) struct Snapshot {
    covered: u64,
    spreads: Vec<f64>,
    /// The number of units with a confidence above [`HIGH`], of those with one.
    high: u64,
    gaps: Vec<f64>,
    rents: Vec<f64>,
    gross: Vec<f64>,
    net: Vec<f64>,
    /// The number of estimates saved in the week.
    pub(super) saved: u64,
    /// Their estimators.
    pub(super) active: HashSet<Id>,
    /// The number of open flags, if known.
    pub(super) flags: Option<u64>,
}

/// The context of the metrics.
pub(super) struct Context {
    pub(super) week: NaiveDate,
    pub(super) today: NaiveDate,
    /// The number of units of the week's rotation, if there is one.
    pub(super) in_rotation: Option<i64>,
    pub(super) rotation: Option<Vec<Id>>,
}

impl Snapshot {
    /// Adds a unit; a metric whose price or area it lacks leaves it out.
    pub(super) fn count(&mut self, unit: &Unit, minimum: f64) {
        if unit.chosen && unit.estimators >= minimum {
            self.covered += 1;
        }
        self.spreads.extend(unit.spread);
        self.high += u64::from(unit.confidence.is_some_and(|confidence| confidence > HIGH));
        if unit.listed > 0.0 {
            self.gaps.push((unit.rent / unit.listed - 1.0).abs());
        }
        if unit.area > 0.0 {
            self.rents.push(unit.rent / unit.area);
        }
        if unit.price > 0.0 {
            self.gross.push(unit.rent / unit.price);
            self.net.push((unit.rent - unit.charges * unit.area) / unit.price);
        }
    }

    fn high_share(&self) -> Option<f64> {
        let n = self.spreads.len();
        (n > 0).then(|| self.high as f64 / n as f64)
    }
}

/// Makes a metric with its change since `previous`.
fn metric(
    (name, label, unit): (&'static str, &'static str, &'static str),
    (value, n): (Option<f64>, u64),
    previous: Option<f64>,
    explore: Option<String>,
) -> OverviewMeasure {
    let change = value.zip(previous).map(|(value, previous)| value - previous);
    let (description, formula) = meaning(name);
    OverviewMeasure {
        name,
        label,
        description,
        formula,
        unit,
        value,
        n,
        of: None,
        previous,
        change,
        explore,
        list: None,
    }
}

/// Returns the measure of the explorer with the values behind a metric: who does not see the one does not see the other.
pub(super) fn measure_of(metric: &str) -> Option<&str> {
    Some(match metric {
        "coveredUnits" => "coverage",
        "assessments" => "estimates",
        "activeEstimators" => "estimators",
        "medianSpread" => "spread",
        "highConfidence" => "confidence",
        "listedGap" => "listedDistance",
        "openFlags" => return None,
        same => same,
    })
}

/// What a metric is, in a plain sentence, and its formula.
fn meaning(name: &str) -> (&'static str, &'static str) {
    match name {
        "coveredUnits" => (
            "Units of this week's rotation that enough estimators have assessed.",
            "units with at least the required number of estimators, of all units of the rotation",
        ),
        "assessments" => ("Estimates that were saved since Monday, each once.", ""),
        "activeEstimators" => ("People who saved an estimate in the last seven days.", ""),
        "medianSpread" => (
            "How far the estimators of a unit are apart, in the middle of all units.",
            "median of 1.4826 · median of |x − median of x|, x = ln(estimate), from three estimators",
        ),
        "highConfidence" => (
            "The share of units whose estimators agree closely.",
            "units with 100 · (1 − spread) above 85 / units with a spread",
        ),
        "listedGap" => (
            "How far the consensus is from the listed rent, above or below, in the middle of all \
             units.",
            "median of |consensus / listed rent − 1|",
        ),
        "openFlags" => ("Estimates worth a look that no analyst has looked at yet.", ""),
        "rentPerSqFt" => (
            "The consensus rent for each square foot, in the middle of all units.",
            "median of consensus / total area",
        ),
        "grossYield" => (
            "A year of the consensus rent as a share of the purchase price, in the middle of all \
             units.",
            "median of consensus / purchase price",
        ),
        "netYield" => (
            "The same yield after service charges, in the middle of all units.",
            "median of (consensus − service charges per sq ft · total area) / purchase price",
        ),
        _ => ("", ""),
    }
}

/// Makes all metrics, in their order.
pub(super) fn metrics(now: Snapshot, then: Snapshot, context: &Context) -> Vec<OverviewMeasure> {
    let in_rotation = context.in_rotation.and_then(|count| u64::try_from(count).ok());
    let chosen = |covered: u64| in_rotation.map(|_| covered as f64);
    let covered = (chosen(now.covered), in_rotation.unwrap_or(0));
    let of_rotation = context.rotation.as_deref().and_then(coverage_of);
    let since_monday =
        format!("dataset=assessments&measures=estimates&rows=day&from={}", context.week);
    let week_ago = context.today.checked_sub_days(Days::new(7)).unwrap_or(context.today);
    let of_week = format!("dataset=estimators&measures=estimates&rows=estimator&from={week_ago}");
    let by_project = |measure: &str| Some(format!("dataset=units&measures={measure}&rows=project"));
    let middles = |now: &[f64], then: &[f64]| ((median(now), now.len() as u64), median(then));
    let counts = |now: u64, then: u64| ((Some(now as f64), now), Some(then as f64));
    let (saved, saved_then) = counts(now.saved, then.saved);
    let (active, active_then) = counts(now.active.len() as u64, then.active.len() as u64);
    let flags = now.flags.map(|count| count as f64);
    let (spread, spread_then) = middles(&now.spreads, &then.spreads);
    let (gap, gap_then) = middles(&now.gaps, &then.gaps);
    let (rent, rent_then) = middles(&now.rents, &then.rents);
    let (gross, gross_then) = middles(&now.gross, &then.gross);
    let (net, net_then) = middles(&now.net, &then.net);
    vec![
        OverviewMeasure {
            of: in_rotation,
            ..metric(
                ("coveredUnits", "Units covered", ""),
                covered,
                chosen(then.covered),
                of_rotation,
            )
        },
        metric(("assessments", "Estimates this week", ""), saved, saved_then, Some(since_monday)),
        metric(("activeEstimators", "Active estimators", ""), active, active_then, Some(of_week)),
        metric(("medianSpread", "Median spread", "%"), spread, spread_then, by_project("spread")),
        metric(
            ("highConfidence", "High confidence", "%"),
            (now.high_share(), now.spreads.len() as u64),
            then.high_share(),
            Some("dataset=units&measures=units&rows=confidenceBand".into()),
        ),
        metric(
            ("listedGap", "Distance from listed rent", "%"),
            gap,
            gap_then,
            by_project("listedDistance"),
        ),
        OverviewMeasure {
            list: Some(OPEN_FLAGS.into()),
            ..metric(
                ("openFlags", "Open flags", ""),
                (flags, now.flags.unwrap_or_default()),
                then.flags.map(|count| count as f64),
                None,
            )
        },
        metric(
            ("rentPerSqFt", "Rent per sq ft", "AED per sq ft"),
            rent,
            rent_then,
            by_project("rentPerSqFt"),
        ),
        metric(("grossYield", "Gross yield", "%"), gross, gross_then, by_project("grossYield")),
        metric(("netYield", "Net yield", "%"), net, net_then, by_project("netYield")),
    ]
}
