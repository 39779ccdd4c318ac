//! Saves estimates: of one project, by the caller, all or none of them.
//!
//! One transaction looks up the units, prevents them from moving to another project and locks their
//! consensus rows, reads all estimates for them, inserts or replaces each of the caller's estimates
//! with its version in the history, and renews the consensus. A concurrent save for the same unit
//! waits, so that the consensus always follows from all estimates. Several units are locked in the
//! order of their identifiers, and saved in that of the request.

use std::collections::{BTreeMap, HashMap, HashSet};

use kernel::WriteContext;
use kernel::error::FieldError;
use kernel::prelude::*;

use super::queries::{self, EstimateRow, Moment, Place};
use super::{Assessment, Entry, SavedAssessment};
use crate::consensus::Consensus;
use crate::estimate::{EstimateValues, NumberedUnit};
use crate::estimations::{Estimation, Estimations};
use crate::leaderboard;
use crate::standing::standing;

/// How many seconds a save may have waited for another one of its units: longer than the lock
/// timeout.
const WAITED: i64 = 60;

/// An estimate to save.
pub(super) struct SaveRequest {
    /// Its JSON pointer in the body.
    pub(super) pointer: String,
    pub(super) unit_id: Id,
    pub(super) values: EstimateValues,
    pub(super) entry: Option<Entry>,
}

/// A saved estimate.
pub(super) struct Saved {
    pub(super) assessment: SavedAssessment,
    /// Whether it is the estimator's first one for this unit.
    pub(super) made: bool,
}

/// Saves estimates for units of `project`, and returns them in the same order. An estimate equal to
/// the existing one changes nothing.
///
/// Cost on SQLite: two statements for each unit, for itself and for all its estimates; two for each
/// new estimate (itself and its version); three for each replaced one (also the number of the
/// latest version); one or two for the consensus of each unit; and one for the latest week with a
/// stored leaderboard. PostgreSQL reads and locks the units and their consensus rows with one statement, reads their
/// estimates with another, and needs one for each unit that has no estimate yet, and two more for all of these.
///
/// # Errors
/// Validation errors for a unit that does not exist, is named twice or belongs to another project.
pub(super) fn all(
    writing: &mut WriteContext<'_>,
    project: &Id,
    wanted: &[SaveRequest],
) -> Result<Vec<Saved>> {
    let agent = writing.by().id.clone();
    let ids: Vec<Id> = wanted.iter().map(|one| one.unit_id.clone()).collect();
    let (mut places, Moment { now, frozen }) = queries::places(writing.conn(), &ids, &agent)?;
    check(writing.conn(), project, wanted, &places)?;

    let units: Vec<Id> = places.keys().cloned().collect();
    let mut existing: HashMap<Id, Vec<EstimateRow>> = HashMap::new();
    for estimate in queries::estimates(writing.conn(), &units)? {
        existing.entry(estimate.unit_id.clone()).or_default().push(estimate);
    }
    // No save is earlier than another one that it has waited for. A timestamp further ahead is
    // ignored, because its clock was wrong.
    let saved = existing.values().flatten().map(|estimate| estimate.updated_at);
    let now = saved.filter(|at| *at <= now.plus_seconds(WAITED)).fold(now, Timestamp::max);
    leaderboard::reopen(writing.conn(), now, frozen)?;

    // In the order of the request, by which equal estimates in a row are recognized later.
    let save_one = |one: &SaveRequest| {
        let lost = || Error::internal("a unit that was found is missing");
        let place = places.remove(&one.unit_id).ok_or_else(lost)?;
        let estimates = existing.remove(&one.unit_id).unwrap_or_default();
        save(writing, (&agent, &place, one), &estimates, now)
    };
    wanted.iter().map(save_one).collect()
}

/// Saves one estimate; `existing` are those of all estimators for the unit.
fn save(
    writing: &mut WriteContext<'_>,
    (agent, place, wanted): (&Id, &Place, &SaveRequest),
    existing: &[EstimateRow],
    now: Timestamp,
) -> Result<Saved> {
    let own = existing.iter().find(|estimate| estimate.agent_id == *agent);
    let was = |own: &EstimateRow| {
        place.estimation(&own.id, agent, own.values, (own.created_at, own.updated_at))
    };
    let former = own.map(was).transpose()?;
    let id = own.map_or_else(Id::new, |own| own.id.clone());
    let created_at = own.map_or(now, |own| own.created_at);
    let others = existing.iter().filter(|estimate| estimate.agent_id != *agent);
    let mut logs: Vec<f64> = others.map(|estimate| estimate.log_rent).collect();
    let standing = standing(wanted.values.log_rent(), &logs);
    let answer = |saved: Estimation, made| Saved {
        assessment: SavedAssessment { assessment: saved.into(), standing },
        made,
    };
    let saved = match former {
        Some(former) if former.values == wanted.values => return Ok(answer(former, false)),
        _ => place.estimation(&id, agent, wanted.values, (created_at, now))?,
    };
    writing.upsert::<Estimations>(&id, former.as_ref(), &saved, now, |conn| match former {
        Some(_) => queries::replace(conn, &saved, wanted.entry.as_ref()),
        None => queries::insert(conn, &saved, wanted.entry.as_ref()),
    })?;
    logs.push(wanted.values.log_rent());
    let estimators = i32::try_from(logs.len()).map_err(Error::internal)?;
    if let Some(consensus) = Consensus::of(&logs) {
        queries::renew(writing.conn(), &place.unit_id, estimators, &consensus, now)?;
    }
    Ok(answer(saved, former.is_none()))
}

impl Place {
    /// Makes the estimation as it is read, with the names at the time when its unit was looked up.
    fn estimation(
        &self,
        id: &Id,
        agent: &Id,
        values: EstimateValues,
        (created_at, updated_at): (Timestamp, Timestamp),
    ) -> Result<Estimation> {
        let lost = || Error::conflict("A record that this one refers to was just deleted");
        let named = |id: &Id, name: &Option<String>| -> Result<Named> {
            Ok(Named { id: id.clone(), name: name.clone().ok_or_else(lost)? })
        };
        let project = named(&self.project_id, &self.project_name)?;
        let agent = named(agent, &self.agent_name)?;
        let unit = NumberedUnit { id: self.unit_id.clone(), unit_number: self.unit_number.clone() };
        Ok(Estimation { id: id.clone(), unit, project, agent, values, created_at, updated_at })
    }
}

impl From<Estimation> for Assessment {
    fn from(of: Estimation) -> Self {
        let Estimation { id, unit, project, values, created_at, updated_at, .. } = of;
        let unit_id = unit.id.clone();
        Self { id, unit, project_id: project.id, unit_id, values, created_at, updated_at }
    }
}

/// Checks that every unit exists, is in the project, and is named once.
fn check(
    conn: &mut Conn,
    project: &Id,
    wanted: &[SaveRequest],
    places: &BTreeMap<Id, Place>,
) -> Result<()> {
    let mut errors = Vec::new();
    let mut named = HashSet::new();
    let mut elsewhere = false;
    for one in wanted {
        let place = places.get(&one.unit_id);
        let message = match place {
            None => Some("There is no such unit"),
            Some(_) if !named.insert(&one.unit_id) => Some("This unit is named twice"),
            Some(place) if place.project_id != *project => {
                elsewhere = true;
                Some("This unit belongs to another project")
            }
            Some(_) => None,
        };
        elsewhere |= place.is_none();
        let pointer = format!("{}/unitId", one.pointer);
        errors.extend(message.map(|message| FieldError::new(pointer, message)));
    }
    // A unit in the project proves that the project exists.
    if elsewhere && !queries::is_project(conn, project)? {
        // An unknown project has no units, which is not reported for each of them.
        errors.retain(|error| error.message != "This unit belongs to another project");
        errors.insert(0, FieldError::new("/projectId", "There is no such project"));
    }
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}
