//! The overview: the ten figures that say where the desk stands, each beside what it was when the
//! week began.
//!
//! What units come to is renewed by each save, and not kept as it was. What it was on Monday is
//! computed again, of those units alone of which a figure has been saved since: from their figures
//! that are older, and from the history of those that are not. What the units themselves are, such as
//! their prices, is taken as it is.
//!
//! It costs a pass over the units and one over the estimates, both in memory (`kernel::explore`), and a
//! look into the history for each estimate that has been saved again since Monday.

mod figures;
mod queries;
pub(crate) mod routes;

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use estimations::consensus::Consensus;
use estimations::{PastFigure, figures_before};
use kernel::explore::{Columns, Read, ReadFact, Reading};
use kernel::prelude::*;
use kernel::time::monday_of;
use schemars::JsonSchema;
use serde::Serialize;

use figures::Standing;

const DAY: i64 = 24 * 60 * 60;
const WEEK: i64 = 7 * DAY;

/// Key figures of the desk.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Overview {
    /// The Monday of this week in Asia/Dubai.
    week: NaiveDate,
    /// The moment that the figures are for.
    as_of: Timestamp,
    /// The figures, in the order in which they are shown.
    figures: Vec<OverviewFigure>,
}

/// A figure of the overview.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OverviewFigure {
    /// Its identifier.
    name: &'static str,
    /// The name to show.
    label: &'static str,
    /// `AED per sq ft`, `%` (0.05 is 5 %); empty for a count.
    unit: &'static str,
    /// Null when nothing could be computed.
    value: Option<f64>,
    /// How many units, figures or people it is made of.
    n: u64,
    /// How many there are in all, of a count that is a part of something.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    of: Option<u64>,
    /// What it was when the week began, on Monday at midnight in Asia/Dubai; of what is counted in a
    /// week, what the week before had come to. Null when that is not known.
    previous: Option<f64>,
    /// The difference from that value.
    change: Option<f64>,
    /// The question for the explorer that shows the details.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    explore: Option<String>,
    /// The list of the records that are counted: its resource in this area, with the parameters of
    /// the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    list: Option<String>,
}

kernel::api_schema!(Overview);

/// What is read of units and of what their estimates come to.
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

/// What is read of estimates.
const ESTIMATES: Columns = Columns {
    table: "assessments",
    numbers: &["assessments.log_rent"],
    texts: &["assessments.id", "assessments.unit_id", "assessments.agent_id"],
    moments: &["assessments.created_at", "assessments.updated_at", "consensus.updated_at"],
};

/// A unit with what its estimates come to.
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

/// Where the desk stands now, and stood on Monday.
fn overview(conn: &mut Conn, reading: &Reading, minimum: i64) -> Result<Overview> {
    let [units, estimates] = reading.read(conn, [UNITS, ESTIMATES])?;
    let now = Timestamp::now();
    let week = monday_of(now.day());
    let monday = Timestamp::start_of(week);
    let rotation = rotations::this_week(conn)?.map(|rotation| -> Vec<Id> {
        rotation.projects.into_iter().map(|project| project.id).collect()
    });
    let in_rotation = match &rotation {
        Some(projects) => Some(queries::units_of(conn, projects)?),
        None => None,
    };
    let (mut standing, mut stood) = (Standing::default(), Standing::default());
    let saved = Saved::of(&estimates, now, monday, [&mut standing, &mut stood])?;
    let past = saved.past(conn, monday)?;
    let projects: HashSet<&str> = rotation.iter().flatten().map(Id::as_str).collect();
    let minimum = minimum as f64;
    units.each(|fact| {
        let Some(unit) = unit(fact, &projects) else { return };
        standing.count(&unit, minimum);
        if fact.seconds(0) < monday.seconds() as f64 {
            stood.count(&unit, minimum);
        } else if let Some(then) = past.units.get(&*fact.text(0)).and_then(|x| Consensus::of(x)) {
            let estimators = f64::from(u32::try_from(then.estimators).unwrap_or(u32::MAX));
            let (rent, spread, confidence) = (then.rent(), then.spread, then.confidence());
            stood.count(&Unit { estimators, rent, spread, confidence, ..unit }, minimum);
        }
    })?;
    for figure in &past.replaced {
        if figure.saved_at >= monday.plus_seconds(-WEEK) {
            stood.saved += 1;
            stood.active.insert(figure.agent.clone());
        }
    }
    standing.flags = u64::try_from(queries::open_flags(conn)?).ok();
    stood.flags = queries::open_flags_at(conn, monday)?.and_then(|count| u64::try_from(count).ok());
    let asked = figures::Asked { week, today: now.day(), in_rotation, rotation };
    Ok(Overview { week, as_of: now, figures: figures::figures(standing, stood, &asked) })
}

/// A unit that has a consensus.
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

/// What estimators have saved, as far as it tells how the desk stood on Monday.
#[derive(Default)]
struct Saved {
    /// The units of which an estimate was saved since, each with the logarithms of its estimates that
    /// are older.
    units: Vec<(String, Vec<f64>)>,
    /// Estimates that were there before, and have been saved again since.
    again: Vec<Id>,
}

impl Saved {
    /// Counts what was saved in this week and in the one before.
    fn of(
        estimates: &Read,
        now: Timestamp,
        monday: Timestamp,
        [standing, stood]: [&mut Standing; 2],
    ) -> Result<Self> {
        let seconds = |time: Timestamp| time.seconds() as f64;
        let (begins, ends) = (seconds(monday), seconds(now.plus_seconds(DAY)));
        let (last_week, lately) = (begins - WEEK as f64, seconds(now.plus_seconds(-WEEK)));
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
                    standing.saved += 1;
                } else {
                    stood.saved += 1;
                    were_active.insert(agent);
                }
                if at >= lately {
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
        // Now it is the last seven days that count, and not the week.
        (standing.active, stood.active) = (people(active), people(were_active));
        Ok(saved)
    }

    /// What stood on Monday, with what the history has of it.
    fn past(self, conn: &mut Conn, monday: Timestamp) -> Result<Past> {
        let mut units: HashMap<String, Vec<f64>> = self.units.into_iter().collect();
        let replaced = figures_before(conn, &self.again, monday)?;
        for figure in &replaced {
            units.entry(figure.unit.to_string()).or_default().push(figure.x);
        }
        Ok(Past { units, replaced })
    }
}

/// What was on Monday of all that was saved since.
struct Past {
    /// The logarithms of what was said of units of which an estimate was saved since.
    units: HashMap<String, Vec<f64>>,
    /// Estimates that have been saved again since, as they were.
    replaced: Vec<PastFigure>,
}
