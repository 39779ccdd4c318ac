//! A reference implementation of the measures, written from their descriptions. It computes from
//! plain rows, slowly and without any code of the product.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, NaiveDate, TimeDelta};

use super::market::{Estimate, Market, Unit};

/// A value of a measure, and the number of its facts.
pub(crate) type MeasureValue = (Option<f64>, u64);

/// The keys of a row and a column.
pub(crate) type Place = (Option<String>, Option<String>);

/// A fact: a unit, or an estimate of one.
#[derive(Clone, Copy)]
pub(crate) struct Fact<'a> {
    pub(crate) unit: &'a Unit,
    pub(crate) estimate: Option<&'a Estimate>,
}

/// A query of the reference.
pub(crate) struct ReferenceQuery<'a> {
    /// Whether the time of a fact is that of its estimate. Otherwise it is that of the unit's last
    /// estimate.
    pub(crate) by_estimate: bool,
    pub(crate) measure: &'a str,
    pub(crate) listed: bool,
    pub(crate) rows: Option<&'a str>,
    pub(crate) cols: Option<&'a str>,
    pub(crate) period: Option<(NaiveDate, NaiveDate)>,
    /// The number of days that the facts are shifted by.
    pub(crate) shift: i64,
}

impl<'a> ReferenceQuery<'a> {
    pub(crate) fn measure(measure: &'a str) -> Self {
        Self {
            by_estimate: false,
            measure,
            listed: false,
            rows: None,
            cols: None,
            period: None,
            shift: 0,
        }
    }
}

const OF_ESTIMATES: [&str; 13] = [
    "estimate",
    "estimates",
    "estimators",
    "bias",
    "biasLow",
    "biasHigh",
    "medianError",
    "within5",
    "within10",
    "within20",
    "agreement",
    "agreementOfMeans",
    "alpha",
];

/// Computes the answer from the facts that `counts` accepts.
pub(crate) fn evaluate(
    market: &Market<'_>,
    wanted: &ReferenceQuery<'_>,
    counts: impl Fn(&Unit) -> bool,
) -> BTreeMap<Place, MeasureValue> {
    let mut facts = Vec::new();
    for unit in market.units.iter().filter(|unit| counts(unit)) {
        if OF_ESTIMATES.contains(&wanted.measure) {
            facts.extend(unit.estimates.iter().map(|one| Fact { unit, estimate: Some(one) }));
        } else {
            facts.push(Fact { unit, estimate: None });
        }
    }
    facts.retain(|fact| match (wanted.period, day(fact, wanted)) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some((from, to)), Some(day)) => (from..=to).contains(&day),
    });
    let mut groups: BTreeMap<Place, Vec<Fact<'_>>> = BTreeMap::new();
    if wanted.rows.is_none() {
        groups.insert((None, None), Vec::new());
    }
    for fact in facts {
        let keys = |name: Option<&str>| match name {
            None => vec![None],
            Some(name) => keys(market, &fact, name, wanted),
        };
        for row in keys(wanted.rows) {
            for col in keys(wanted.cols) {
                groups.entry((row.clone(), col)).or_default().push(fact);
            }
        }
    }
    groups
        .into_iter()
        .map(|(place, facts)| (place, measure_value(wanted.measure, wanted.listed, &facts)))
        .collect()
}

/// Returns the day of a fact in Asia/Dubai.
fn day(fact: &Fact<'_>, wanted: &ReferenceQuery<'_>) -> Option<NaiveDate> {
    let at = match fact.estimate {
        Some(estimate) if wanted.by_estimate => Some(estimate.at),
        _ => fact.unit.estimates.iter().map(|one| one.at).max(),
    };
    Some(at?.day() + TimeDelta::days(wanted.shift))
}

fn band(value: f64, ends: &[f64], keys: &[&str]) -> Option<String> {
    Some(keys[ends.iter().filter(|end| value >= **end).count()].to_owned())
}

fn text(value: impl ToString) -> Option<String> {
    Some(value.to_string())
}

/// Returns the groups that contain a fact.
fn keys(
    market: &Market<'_>,
    fact: &Fact<'_>,
    name: &str,
    wanted: &ReferenceQuery<'_>,
) -> Vec<Option<String>> {
    let Fact { unit, estimate } = fact;
    let project = &market.projects[unit.project];
    let several = |values: Vec<String>| match values.is_empty() {
        true => vec![None],
        false => values.into_iter().map(Some).collect(),
    };
    let one = match name {
        "project" => text(&project.id),
        "unit" => text(&unit.id),
        "developer" => text(&project.developer),
        "location" => text(project.location),
        "projectType" => project.kind.and_then(text),
        "readiness" => project.ready.map(|ready| (if ready { "ready" } else { "off-plan" }).into()),
        "rotation" => return several(project.rotations.clone()),
        "bedrooms" => text(unit.bedrooms),
        "areaBand" if unit.area == 0.0 => None,
        "areaBand" => band(
            unit.area,
            &[500.0, 750.0, 1000.0, 1500.0, 2000.0, 3000.0, 5000.0],
            &[
                "0-500",
                "500-750",
                "750-1000",
                "1000-1500",
                "1500-2000",
                "2000-3000",
                "3000-5000",
                "5000",
            ],
        ),
        "view" => unit.view.and_then(text),
        "floorBand" => unit.floor.and_then(|floor| {
            let keys = ["ground", "1-9", "10-19", "20-29", "30-49", "50"];
            band(floor as f64, &[1.0, 10.0, 20.0, 30.0, 50.0], &keys)
        }),
        "status" => text(unit.status),
        "amenity" => return several(unit.amenities.iter().map(ToString::to_string).collect()),
        "priceBand" if unit.price == 0 => None,
        "priceBand" => band(
            unit.price as f64,
            &[5e5, 1e6, 1.5e6, 2e6, 3e6, 5e6, 1e7],
            &["0-500k", "500k-1m", "1m-1.5m", "1.5m-2m", "2m-3m", "3m-5m", "5m-10m", "10m"],
        ),
        "estimator" => estimate.and_then(|one| text(&market.people[one.person].id)),
        "confidenceBand" => confidence(unit).map(|confidence| {
            let band = match confidence {
                _ if confidence > 85.0 => "high",
                _ if confidence < 70.0 => "low",
                _ => "medium",
            };
            band.into()
        }),
        "day" => day(fact, wanted).and_then(text),
        "week" => day(fact, wanted).and_then(|day| {
            text(day - TimeDelta::days(day.weekday().num_days_from_monday().into()))
        }),
        "month" => day(fact, wanted).and_then(|day| text(day.format("%Y-%m"))),
        other => panic!("the reference has no dimension {other}"),
    };
    vec![one]
}

/// Returns the logarithms of the estimated rents of a unit.
pub(crate) fn logs(unit: &Unit) -> Vec<f64> {
    unit.estimates.iter().map(|one| (one.rent as f64).ln()).collect()
}

pub(crate) fn consensus(unit: &Unit) -> Option<f64> {
    median(&logs(unit)).map(f64::exp)
}

pub(crate) fn spread(unit: &Unit) -> Option<f64> {
    let logs = logs(unit);
    let middle = median(&logs)?;
    let off: Vec<f64> = logs.iter().map(|x| (x - middle).abs()).collect();
    if logs.len() < 3 { None } else { Some(1.4826 * median(&off)?) }
}

pub(crate) fn confidence(unit: &Unit) -> Option<f64> {
    Some(100.0 * (1.0 - spread(unit)?))
}

pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|one, other| one.partial_cmp(other).unwrap());
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[n / 2]),
        n => Some((sorted[n / 2 - 1] + sorted[n / 2]) / 2.0),
    }
}

/// Returns a fraction, or none when its denominator is zero.
fn over(above: Option<f64>, below: f64) -> Option<f64> {
    if below == 0.0 { None } else { Some(above? / below) }
}

fn of_unit(unit: &Unit, measure: &str, listed: bool) -> Option<f64> {
    let rent = match listed {
        false => consensus(unit),
        true if unit.listed == 0 => None,
        // Both sums are over the same units.
        true => consensus(unit).map(|_| unit.listed as f64),
    };
    let (price, charges) = (unit.price as f64, unit.charges * unit.area);
    match measure {
        "rent" => rent,
        "listedRent" => (unit.listed > 0).then_some(unit.listed as f64),
        "rentPerSqFt" => over(rent, unit.area),
        "listedGap" => Some(over(rent, unit.listed as f64)? - 1.0),
        "listedDistance" => Some((over(rent, unit.listed as f64)? - 1.0).abs()),
        "grossYield" => over(rent, price),
        "netYield" => over(rent.map(|rent| rent - charges), price),
        "priceToRent" => over(Some(price), rent?),
        "serviceShare" => over(Some(charges), rent?),
        "spread" => spread(unit),
        "halfWidth" => Some(1.96 * 1.2533 * spread(unit)? / (unit.estimates.len() as f64).sqrt()),
        "confidence" => confidence(unit),
        "weightedRent" => unit.weighted,
        other => panic!("the reference has no measure {other}"),
    }
}

/// Returns the distance of an estimate from the median of at least three others.
fn error(fact: &Fact<'_>) -> Option<f64> {
    let own = fact.estimate?;
    let others = fact.unit.estimates.iter().filter(|other| other.person != own.person);
    let others: Vec<f64> = others.map(|other| (other.rent as f64).ln()).collect();
    if others.len() < 3 { None } else { Some((own.rent as f64).ln() - median(&others)?) }
}

pub(crate) fn measure_value(measure: &str, listed: bool, facts: &[Fact<'_>]) -> MeasureValue {
    let share = |hits: usize, all: usize| ((all > 0).then(|| hits as f64 / all as f64), all as u64);
    let count = facts.len() as u64;
    match measure {
        "units" | "estimates" => (if count == 0 { None } else { Some(count as f64) }, count),
        "estimators" => {
            let all: BTreeSet<usize> =
                facts.iter().map(|one| one.estimate.unwrap().person).collect();
            (if count == 0 { None } else { Some(all.len() as f64) }, count)
        }
        "coverage" => {
            share(facts.iter().filter(|one| one.unit.estimates.len() >= 4).count(), facts.len())
        }
        "grossYieldOfSums" | "netYieldOfSums" => {
            let of = if measure == "netYieldOfSums" { "netYield" } else { "grossYield" };
            let (mut rents, mut prices, mut n) = (0.0, 0.0, 0);
            for fact in facts {
                if let Some(ratio) = of_unit(fact.unit, of, listed) {
                    rents += ratio * fact.unit.price as f64;
                    prices += fact.unit.price as f64;
                    n += 1;
                }
            }
            (if n == 0 { None } else { Some(rents / prices) }, n)
        }
        "estimate" => {
            let all: Vec<f64> =
                facts.iter().filter_map(|one| Some(one.estimate?.rent as f64)).collect();
            (median(&all), all.len() as u64)
        }
        "bias" | "medianError" => {
            let sign = |e: f64| if measure == "bias" { e } else { e.abs() };
            let errors: Vec<f64> = facts.iter().filter_map(error).map(sign).collect();
            (median(&errors).map(|middle| middle.exp() - 1.0), errors.len() as u64)
        }
        "biasLow" | "biasHigh" => {
            let side = if measure == "biasLow" { -1.0 } else { 1.0 };
            let errors: Vec<f64> = facts.iter().filter_map(error).collect();
            let middle = median(&errors).unwrap_or_default();
            let off: Vec<f64> = errors.iter().map(|e| (e - middle).abs()).collect();
            let end = median(&off).filter(|_| errors.len() >= 3).map(|off| {
                let half = 1.96 * 1.2533 * 1.4826 * off / (errors.len() as f64).sqrt();
                (middle + side * half).exp() - 1.0
            });
            (end, errors.len() as u64)
        }
        "within5" | "within10" | "within20" => {
            let most: f64 = measure.trim_start_matches("within").parse().unwrap();
            let errors: Vec<f64> = facts.iter().filter_map(error).collect();
            let off = |e: &&f64| (e.exp() - 1.0).abs() * 100.0 <= most + 1e-9;
            share(errors.iter().filter(off).count(), errors.len())
        }
        "agreement" | "agreementOfMeans" | "alpha" => agreement(measure, facts),
        _ => {
            let values: Vec<f64> =
                facts.iter().filter_map(|fact| of_unit(fact.unit, measure, listed)).collect();
            (median(&values), values.len() as u64)
        }
    }
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    values.clone().sum::<f64>() / values.count() as f64
}

/// Takes units with at least two estimates, and of each estimate subtracts the mean of its project
/// and bedrooms.
fn agreement(measure: &str, facts: &[Fact<'_>]) -> MeasureValue {
    let of_unit = |id: &str| facts.iter().filter(|fact| fact.unit.id == id).count();
    let pairable: Vec<&Fact<'_>> =
        facts.iter().filter(|fact| of_unit(&fact.unit.id) >= 2).collect();
    let x = |fact: &Fact<'_>| (fact.estimate.unwrap().rent as f64).ln();
    let cell = |fact: &Fact<'_>| (fact.unit.project, fact.unit.bedrooms);
    let mut units: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for fact in &pairable {
        let same = pairable.iter().filter(|other| cell(other) == cell(fact));
        let residual = x(fact) - mean(same.map(|other| x(other)));
        units.entry(&fact.unit.id).or_default().push(residual);
    }
    let all: Vec<f64> = units.values().flatten().copied().collect();
    let (n, u) = (all.len() as f64, units.len() as f64);
    let middle = mean(all.iter().copied());
    let (mut between, mut within, mut squares, mut observed) = (0.0, 0.0, 0.0, 0.0);
    for values in units.values() {
        let (m, own) = (values.len() as f64, mean(values.iter().copied()));
        between += m * (own - middle) * (own - middle);
        squares += m * m;
        for one in values {
            within += (one - own) * (one - own);
            for other in values {
                observed += (one - other) * (one - other) / (m - 1.0);
            }
        }
    }
    let mut expected = 0.0;
    for one in &all {
        for other in &all {
            expected += (one - other) * (one - other);
        }
    }
    // A variance that is zero leaves rounding errors only.
    let tidy = |value: f64| if value < 1e-20 { 0.0 } else { value };
    let usual = (n - squares / n) / (u - 1.0);
    let (between, within) = (tidy(between) / (u - 1.0), tidy(within) / (n - u));
    let value = match measure {
        "agreement" => (between - within) / (between + (usual - 1.0) * within),
        "agreementOfMeans" => (between - within) / between,
        _ => 1.0 - (tidy(observed) / n) / (tidy(expected) / (n * (n - 1.0))),
    };
    (value.is_finite().then_some(value), all.len() as u64)
}
