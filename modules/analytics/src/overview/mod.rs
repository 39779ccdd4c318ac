//! The overview: the ten figures that say where the desk stands, each beside what it was when the
//! week began.
//!
//! What units come to is renewed by each save, and not kept as it was. What it was on Monday is
//! computed again, of those units alone of which a figure has been saved since: from their figures
//! that are older, and from the history of those that are not. What the units themselves are, such as
//! their prices, is taken as it is.
//!
//! It costs one pass over the units that have a consensus, a range of an index for the figures that
//! were saved since the Monday before, and a look at each older figure of a unit that was renewed.

mod figures;
mod queries;
pub(crate) mod routes;

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use estimations::consensus::Consensus;
use estimations::{PastFigure, figures_before};
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

/// A unit with what its figures come to.
struct Unit {
    id: Id,
    project: Id,
    estimators: i64,
    rent: f64,
    spread: Option<f64>,
    confidence: Option<f64>,
    /// Whether one of its figures was saved since Monday.
    renewed: bool,
    area: f64,
    listed: f64,
    price: f64,
    charges: f64,
}

/// Where the desk stands now, and stood on Monday.
fn overview(conn: &mut Conn, minimum: i64) -> Result<Overview> {
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
    let units = queries::units(conn, monday)?;
    let past = past(conn, monday)?;
    let projects: HashSet<&Id> = rotation.iter().flatten().collect();
    let (mut standing, mut stood) = (Standing::default(), Standing::default());
    for unit in units {
        let chosen = projects.contains(&unit.project);
        if !unit.renewed {
            stood.count(&unit, chosen, minimum);
        } else if let Some(then) = past.units.get(&unit.id).and_then(|logs| Consensus::of(logs)) {
            let estimators = i64::try_from(then.estimators).unwrap_or(i64::MAX);
            let (rent, spread, confidence) = (then.rent(), then.spread, then.confidence());
            let (id, project) = (unit.id.clone(), unit.project.clone());
            let then = Unit { id, project, estimators, rent, spread, confidence, ..unit };
            stood.count(&then, chosen, minimum);
        }
        standing.count(&unit, chosen, minimum);
    }
    let mut active = HashSet::new();
    let last_week = monday.plus_seconds(-WEEK);
    let later = now.plus_seconds(DAY);
    for (from, until, side) in [(last_week, monday, &mut stood), (monday, later, &mut standing)] {
        for (agent, count, last) in queries::saved(conn, from, until)? {
            side.saved += u64::try_from(count).unwrap_or_default();
            if last.is_some_and(|last| last >= now.plus_seconds(-WEEK)) {
                active.insert(agent.clone());
            }
            side.active.insert(agent);
        }
    }
    // Now it is the last seven days that count, and not the week.
    standing.active = active;
    for figure in &past.replaced {
        if figure.saved_at >= last_week {
            stood.saved += 1;
            stood.active.insert(figure.agent.clone());
        }
    }
    standing.flags = u64::try_from(queries::open_flags(conn)?).ok();
    stood.flags = queries::open_flags_at(conn, monday)?.and_then(|count| u64::try_from(count).ok());
    let asked = figures::Asked { week, today: now.day(), in_rotation, rotation };
    Ok(Overview { week, as_of: now, figures: figures::figures(standing, stood, &asked) })
}

/// What was on Monday of all that was saved since.
struct Past {
    /// The logarithms of what was said of units of which a figure was saved since.
    units: HashMap<Id, Vec<f64>>,
    /// Figures that have been saved again since, as they were.
    replaced: Vec<PastFigure>,
}

fn past(conn: &mut Conn, monday: Timestamp) -> Result<Past> {
    let mut units: HashMap<Id, Vec<f64>> = HashMap::new();
    let mut again = Vec::new();
    for (record, unit, x, since) in queries::of_renewed_units(conn, monday)? {
        if since {
            again.push(record);
        } else {
            units.entry(unit).or_default().push(x);
        }
    }
    let replaced = figures_before(conn, &again, monday)?;
    for figure in &replaced {
        units.entry(figure.unit.clone()).or_default().push(figure.x);
    }
    Ok(Past { units, replaced })
}
