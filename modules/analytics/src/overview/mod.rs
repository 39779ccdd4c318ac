//! The overview: ten key metrics of the product, each with its value at the beginning of the week.
//!
//! The consensus of units is renewed by each save, and its past values are not stored. The values
//! of Monday are computed again, only for units with an estimate saved since: from their older
//! estimates, and from the history of replaced ones. The units' own attributes, such as their
//! prices, are the current ones.
//!
//! It costs a pass over the units and one over the estimates, both in memory (`kernel::explore`),
//! and a lookup in the history for each estimate that was saved again since Monday.

mod metrics;
mod queries;
pub(crate) mod routes;

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use estimations::consensus::Consensus;
use estimations::{PastEstimate, estimates_before, open_flags, open_flags_at};
use kernel::Reader;
use kernel::explore::{Columns, Read, ReadFact, Reading};
use kernel::prelude::*;
use kernel::time::week_of;
use schemars::JsonSchema;
use serde::Serialize;

use metrics::Snapshot;

const DAY: i64 = 24 * 60 * 60;
const WEEK: i64 = 7 * DAY;

/// Key metrics.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Overview {
    /// The Monday of this week in Asia/Dubai.
    week: NaiveDate,
    /// The time of the data.
    as_of: Timestamp,
    /// The metrics, in display order.
    #[schemars(title = "Metrics")]
    figures: Vec<OverviewMeasure>,
}

/// A metric of the overview.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OverviewMeasure {
    /// Its identifier.
    name: &'static str,
    /// The name to show.
    label: &'static str,
    /// What it is, in a plain sentence.
    description: &'static str,
    /// The formula; empty for what the sentence says in full.
    formula: &'static str,
    /// `AED per sq ft`, `%` (0.05 is 5 %); empty for a count.
    unit: &'static str,
    /// Null when nothing could be computed.
    value: Option<f64>,
    /// The number of units, estimates or people that it is computed from.
    n: u64,
    /// The total, for a count that is a part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    of: Option<u64>,
    /// Its value at the beginning of the week, on Monday at midnight in Asia/Dubai; for counts of a
    /// week, the value of the previous week. Null when it is unknown.
    previous: Option<f64>,
    /// The difference from that value.
    change: Option<f64>,
    /// The query string of the explorer that shows the details.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    explore: Option<String>,
    /// The list of the counted records: its resource in this area, with the parameters of the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    list: Option<String>,
}

/// The columns to read of units and their consensus.
const UNITS: Columns = Columns {
    table: "units",
    numbers: &[
        "consensus.estimators",
        "consensus.rent",
        "consensus.spread",
        "consensus.confidence",
        "units.total_area_in_sq_ft",
        "units.yearly_rent_in_aed",
        "units.purchase_price_in_aed",
        "units.service_charges_per_sq_ft",
    ],
    texts: &["units.id", "units.project_id"],
    moments: &["consensus.updated_at"],
};

/// The columns to read of estimates.
const ESTIMATES: Columns = Columns {
    table: "assessments",
    numbers: &["assessments.log_rent"],
    texts: &["assessments.id", "assessments.unit_id", "assessments.agent_id"],
    moments: &["assessments.created_at", "assessments.updated_at", "consensus.updated_at"],
};

/// A unit with its consensus.
#[derive(Clone, Copy)]
struct Unit {
    /// Whether its project is in this week's rotation.
    chosen: bool,
    estimators: f64,
    rent: f64,
    spread: Option<f64>,
    confidence: Option<f64>,
    area: f64,
    listed: f64,
    price: f64,
    charges: f64,
}

/// Computes the overview, now and for the beginning of the week. `minimum` is the number of
/// estimators from which on a unit is covered.
fn overview(
    conn: &mut Conn,
    (reading, reader): (&Reading, &Reader),
    minimum: i64,
) -> Result<Overview> {
    let [units, estimates] = reading.read(conn, [UNITS, ESTIMATES])?;
    let now = Timestamp::now();
    let week = week_of(now.day());
    let monday = Timestamp::start_of(week);
    let rotation = rotations::this_week(conn, reader)?.map(|rotation| -> Vec<Id> {
        rotation.projects.into_iter().map(|project| project.id).collect()
    });
    let in_rotation = match &rotation {
        Some(projects) => Some(queries::units_of(conn, projects, reader)?),
        None => None,
    };
    let (mut current, mut before) = (Snapshot::default(), Snapshot::default());
    let saved = Saved::of(&estimates, now, monday, [&mut current, &mut before])?;
    let past = saved.past(conn, monday)?;
    let projects: HashSet<&str> = rotation.iter().flatten().map(Id::as_str).collect();
    let minimum = minimum as f64;
    units.each(|fact| {
        let Some(unit) = unit(fact, &projects) else { return };
        current.count(&unit, minimum);
        if fact.seconds(0) < monday.seconds() as f64 {
            before.count(&unit, minimum);
        } else if let Some(then) = past.units.get(&*fact.text(0)).and_then(|x| Consensus::of(x)) {
            let estimators = f64::from(u32::try_from(then.estimators).unwrap_or(u32::MAX));
            let (rent, spread, confidence) = (then.rent(), then.spread, then.confidence());
            before.count(&Unit { estimators, rent, spread, confidence, ..unit }, minimum);
        }
    })?;
    for estimate in &past.replaced {
        if estimate.saved_at >= monday.plus_seconds(-WEEK) {
            before.saved += 1;
            before.active.insert(estimate.agent.clone());
        }
    }
    current.flags = u64::try_from(open_flags(conn, reader)?).ok();
    let flags = open_flags_at(conn, reader, monday)?;
    before.flags = flags.and_then(|count| u64::try_from(count).ok());
    let context = metrics::Context { week, today: now.day(), in_rotation, rotation };
    let mut shown = metrics::metrics(current, before, &context);
    shown.retain(|metric| metrics::measure_of(metric.name).is_none_or(|one| reading.sees(one)));
    Ok(Overview { week, as_of: now, figures: shown })
}

/// Reads a unit; `None` without a consensus.
fn unit(fact: &ReadFact<'_>, projects: &HashSet<&str>) -> Option<Unit> {
    let number = |at| Some(fact.number(at)).filter(|number| !number.is_nan());
    Some(Unit {
        chosen: projects.contains(&*fact.text(1)),
        rent: number(1)?,
        estimators: fact.number(0),
        spread: number(2),
        confidence: number(3),
        area: fact.number(4),
        listed: fact.number(5),
        price: fact.number(6),
        charges: fact.number(7),
    })
}

/// The saves from which the values of Monday follow.
#[derive(Default)]
struct Saved {
    /// The units with an estimate saved since Monday, each with the logarithms of its older
    /// estimates.
    units: Vec<(String, Vec<f64>)>,
    /// Estimates from before Monday that have been saved again since.
    again: Vec<Id>,
}

impl Saved {
    /// Counts the saves of this week and of the previous one.
    fn of(
        estimates: &Read,
        now: Timestamp,
        monday: Timestamp,
        [current, before]: [&mut Snapshot; 2],
    ) -> Result<Self> {
        let seconds = |time: Timestamp| time.seconds() as f64;
        let (begins, ends) = (seconds(monday), seconds(now.plus_seconds(DAY)));
        let (last_week, week_ago) = (begins - WEEK as f64, seconds(now.plus_seconds(-WEEK)));
        let mut saved = Self::default();
        let mut agents: HashMap<u32, Option<Id>> = HashMap::new();
        let (mut active, mut were_active) = (HashSet::new(), HashSet::new());
        let mut places: HashMap<u32, usize> = HashMap::new();
        estimates.each(|fact| {
            let [created, at, renewed] = [0, 1, 2].map(|moment| fact.seconds(moment));
            let (Some(agent), Some(unit)) = (fact.code(2), fact.code(1)) else { return };
            if at >= last_week && at < ends {
                agents.entry(agent).or_insert_with(|| fact.id(2));
                if at >= begins {
                    current.saved += 1;
                } else {
                    before.saved += 1;
                    were_active.insert(agent);
                }
                if at >= week_ago {
                    active.insert(agent);
                }
            }
            if renewed < begins || created >= begins {
                return;
            }
            if at >= begins {
                saved.again.extend(fact.id(0));
                return;
            }
            let place = *places.entry(unit).or_insert_with(|| {
                saved.units.push((fact.text(1).into_owned(), Vec::new()));
                saved.units.len() - 1
            });
            saved.units[place].1.push(fact.number(0));
        })?;
        let people = |codes: HashSet<u32>| -> HashSet<Id> {
            codes.iter().filter_map(|code| agents.get(code).cloned().flatten()).collect()
        };
        // For the current value the last seven days count, not the week.
        (current.active, before.active) = (people(active), people(were_active));
        Ok(saved)
    }

    /// Returns the estimates of Monday, with those from the history.
    fn past(self, conn: &mut Conn, monday: Timestamp) -> Result<Past> {
        let mut units: HashMap<String, Vec<f64>> = self.units.into_iter().collect();
        let replaced = estimates_before(conn, &self.again, monday)?;
        for estimate in &replaced {
            units.entry(estimate.unit.to_string()).or_default().push(estimate.x);
        }
        Ok(Past { units, replaced })
    }
}

/// The estimates of Monday that were changed or complemented since.
struct Past {
    /// The logarithms of Monday's estimates of units with an estimate saved since.
    units: HashMap<String, Vec<f64>>,
    /// Estimates that have been saved again since, as of Monday.
    replaced: Vec<PastEstimate>,
}
