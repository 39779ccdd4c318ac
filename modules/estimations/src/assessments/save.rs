//! How figures are saved: of one project, in the caller's own name, all or none of them.
//!
//! In one transaction: the units are looked up and kept in their project, their rows of the
//! consensus held, everybody's figures of them read, each of the caller's figures made or replaced,
//! with its version in the history, and the consensus renewed. Whoever saves a figure of the same
//! unit at the same moment waits, so that the consensus is always that of all figures; several
//! units are held in the order of their identifiers, and saved in that of the call.

use std::collections::{BTreeMap, HashMap, HashSet};

use kernel::WriteContext;
use kernel::error::FieldError;
use kernel::prelude::*;

use super::queries::{self, Figure, Moment, Place};
use super::{Assessment, Entry, SavedAssessment};
use crate::consensus::Consensus;
use crate::estimations::{Estimation, Estimations};
use crate::figures::{Figures, NumberedUnit};
use crate::leaderboard;
use crate::standing::standing;

/// How long a save may have waited for another one of its units, in seconds: longer than a lock is
/// waited for.
const WAITED: i64 = 60;

/// A figure that is to be saved.
pub(super) struct Wanted {
    /// Where it stands in the body.
    pub(super) pointer: String,
    pub(super) unit_id: Id,
    pub(super) figures: Figures,
    pub(super) entry: Option<Entry>,
}

/// A figure that was saved.
pub(super) struct Saved {
    pub(super) assessment: SavedAssessment,
    /// Whether it is the first one of this unit.
    pub(super) made: bool,
}

/// Saves figures of units of `project`, and answers them in the same order. A figure that says what
/// the present one says changes nothing.
///
/// What it costs on SQLite, whatever else there is: two statements for each unit, for itself and
/// for everybody's figures of it, which PostgreSQL asks for all at once; two for each new figure
/// (itself, its version), three for each that is replaced (the latest version's number too), one
/// or two for the consensus of each unit, and one for the latest week whose leaderboard is stored. PostgreSQL takes two more for all to hold the
/// consensus, and with it everybody's figures of the unit.
pub(super) fn all(
    writing: &mut WriteContext<'_>,
    project: &Id,
    wanted: &[Wanted],
) -> Result<Vec<Saved>> {
    let agent = writing.by().id.clone();
    let ids: Vec<Id> = wanted.iter().map(|one| one.unit_id.clone()).collect();
    let places = queries::places(writing.conn(), &ids, &agent)?;
    let mut places: BTreeMap<Id, Place> =
        places.into_iter().map(|place| (place.unit_id.clone(), place)).collect();
    check(writing.conn(), project, wanted, &places)?;

    // In the order of the identifiers, as everybody takes them.
    let units: Vec<Id> = places.keys().cloned().collect();
    let Moment { now, frozen } = queries::hold(writing.conn(), &units)?;
    let mut present: HashMap<Id, Vec<Figure>> = HashMap::new();
    for figure in queries::figures(writing.conn(), &units)? {
        present.entry(figure.unit_id.clone()).or_default().push(figure);
    }
    // After nobody else's: of two saves the later one is later, however long it waited. What a clock
    // that was ahead has stamped is no measure.
    let saved = present.values().flatten().map(|figure| figure.updated_at);
    let now = saved.filter(|at| *at <= now.plus_seconds(WAITED)).fold(now, Timestamp::max);
    leaderboard::reopen(writing.conn(), now, frozen)?;

    // In the order in which they were entered, by which equal ones in a row are known later.
    let save_one = |one: &Wanted| {
        let lost = || Error::internal("a unit that was found is missing");
        let place = places.remove(&one.unit_id).ok_or_else(lost)?;
        let figures = present.remove(&one.unit_id).unwrap_or_default();
        save(writing, (&agent, &place, one), &figures, now)
    };
    wanted.iter().map(save_one).collect()
}

/// Saves one figure; `present` are everybody's of the unit.
fn save(
    writing: &mut WriteContext<'_>,
    (agent, place, wanted): (&Id, &Place, &Wanted),
    present: &[Figure],
    now: Timestamp,
) -> Result<Saved> {
    let own = present.iter().find(|figure| figure.agent_id == *agent);
    let was = |own: &Figure| {
        place.estimation(&own.id, agent, own.figures, (own.created_at, own.updated_at))
    };
    let former = own.map(was).transpose()?;
    let id = own.map_or_else(Id::new, |own| own.id.clone());
    let created_at = own.map_or(now, |own| own.created_at);
    let others = present.iter().filter(|figure| figure.agent_id != *agent);
    let mut logs: Vec<f64> = others.map(|figure| figure.log_rent).collect();
    let standing = standing(wanted.figures.log_rent(), &logs);
    let answer = |saved: Estimation, made| Saved {
        assessment: SavedAssessment { assessment: saved.into(), standing },
        made,
    };
    let saved = match former {
        Some(former) if former.figures == wanted.figures => return Ok(answer(former, false)),
        _ => place.estimation(&id, agent, wanted.figures, (created_at, now))?,
    };
    writing.upsert::<Estimations>(&id, former.as_ref(), &saved, now, |conn| match former {
        Some(_) => queries::replace(conn, &saved, wanted.entry.as_ref()),
        None => queries::insert(conn, &saved, wanted.entry.as_ref()),
    })?;
    logs.push(wanted.figures.log_rent());
    let estimators = i32::try_from(logs.len()).map_err(Error::internal)?;
    if let Some(consensus) = Consensus::of(&logs) {
        queries::renew(writing.conn(), &place.unit_id, estimators, &consensus, now)?;
    }
    Ok(answer(saved, former.is_none()))
}

impl Place {
    /// A figure of this unit, as it is read: by the names there were when its unit was looked up.
    fn estimation(
        &self,
        id: &Id,
        agent: &Id,
        figures: Figures,
        (created_at, updated_at): (Timestamp, Timestamp),
    ) -> Result<Estimation> {
        let lost = || Error::conflict("A record that this one refers to was just deleted");
        let named = |id: &Id, name: &Option<String>| -> Result<Named> {
            Ok(Named { id: id.clone(), name: name.clone().ok_or_else(lost)? })
        };
        let project = named(&self.project_id, &self.project_name)?;
        let agent = named(agent, &self.agent_name)?;
        let unit = NumberedUnit { id: self.unit_id.clone(), unit_number: self.unit_number.clone() };
        Ok(Estimation { id: id.clone(), unit, project, agent, figures, created_at, updated_at })
    }
}

impl From<Estimation> for Assessment {
    fn from(of: Estimation) -> Self {
        let Estimation { id, unit, project, figures, created_at, updated_at, .. } = of;
        let unit_id = unit.id.clone();
        Self { id, unit, project_id: project.id, unit_id, figures, created_at, updated_at }
    }
}

/// Every unit must be there, in the project, and named once.
fn check(
    conn: &mut Conn,
    project: &Id,
    wanted: &[Wanted],
    places: &BTreeMap<Id, Place>,
) -> Result<()> {
    let mut errors = Vec::new();
    let mut named = HashSet::new();
    let mut strangers = false;
    for one in wanted {
        let place = places.get(&one.unit_id);
        let sentence = match place {
            None => Some("There is no such unit"),
            Some(_) if !named.insert(&one.unit_id) => Some("This unit is named twice"),
            Some(place) if place.project_id != *project => {
                strangers = true;
                Some("This unit belongs to another project")
            }
            Some(_) => None,
        };
        strangers |= place.is_none();
        let pointer = format!("{}/unitId", one.pointer);
        errors.extend(sentence.map(|sentence| FieldError::new(pointer, sentence)));
    }
    // Where a unit of the project is, the project is.
    if strangers && !queries::is_project(conn, project)? {
        // Of a project that there is not, no unit is, which need not be told of each.
        errors.retain(|error| error.message != "This unit belongs to another project");
        errors.insert(0, FieldError::new("/projectId", "There is no such project"));
    }
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}
