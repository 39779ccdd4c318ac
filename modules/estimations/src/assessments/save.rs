//! Saves estimates: of one project, by the caller, all or none of them.
//!
//! One transaction looks up the units, prevents them from moving to another project and locks their
//! consensus rows, reads all estimates for them, inserts or replaces each of the caller's estimates
//! with its version in the history, and renews the consensus. A concurrent save for the same unit
//! waits, so that the consensus always follows from all estimates. Several units are locked in the
//! order of their identifiers, and saved in that of the request.
//!
//! On PostgreSQL saves of different units that wait at the same time are made together, by the same statements. Of them
//! only a first estimate can wait: for a change of its estimator's account, which it refers to.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDate;
use kernel::error::FieldError;
use kernel::prelude::*;
use kernel::records::actor::Actor;
use kernel::{Answer, ChangedRecord, Reader, Shared, Sharing, Shown};
use projects::Projects;
use units::Units;

use super::queries::{self, EstimateRow, Moment, Place, StoredEstimate};
use super::{Assessment, Entry, SavedAssessment};
use crate::assessments::rows::ConsensusRow;
use crate::consensus::Consensus;
use crate::estimate::{EstimateValues, NumberedUnit};
use crate::estimations::{Estimation, Estimations};
use crate::leaderboard;
use crate::standing::{Standing, standing};

/// How many seconds a save may have waited for another one of its units: longer than the lock
/// timeout.
const WAITED: i64 = 60;

/// Estimates for units of one project, which are saved all or none. An estimate equal to the existing one changes
/// nothing.
///
/// Cost on SQLite: two statements for each unit, for itself and for all its estimates; two for each
/// new estimate (itself and its version); three for each replaced one (also the number of the
/// latest version); one or two for the consensus of each unit; and one for the latest week with a
/// stored leaderboard. PostgreSQL reads and locks the units and their consensus rows with one statement, and needs one each
/// to read their estimates, to store the new ones, the numbers of their versions, the versions and the consensus, for
/// all saves that are made together.
pub(super) struct Save {
    pub(super) by: Actor,
    pub(super) reader: Reader,
    pub(super) project: Id,
    pub(super) estimates: Vec<NewEstimate>,
    /// Makes the answer of what was saved, in the order of `estimates`.
    pub(super) answer: fn(Vec<Saved>) -> Result<Answer>,
}

/// An estimate to save.
pub(super) struct NewEstimate {
    /// Its JSON pointer in the body.
    pub(super) pointer: String,
    pub(super) unit_id: Id,
    pub(super) values: EstimateValues,
    pub(super) entry: Option<Entry>,
}

/// A saved estimate.
pub(super) struct Saved {
    pub(super) assessment: Shown<SavedAssessment>,
    /// Whether it is the estimator's first one for this unit.
    pub(super) made: bool,
}

/// An estimate as it will be stored.
struct Step<'a> {
    by: &'a Actor,
    entry: Option<&'a Entry>,
    former: Option<Estimation>,
    saved: Estimation,
    standing: Option<Standing>,
    /// The estimates of the unit, with this one.
    logs: Vec<f64>,
}

impl Shared for Save {
    fn is_apart(&self, other: &Self) -> bool {
        let of_other = |unit: &Id| other.estimates.iter().any(|one| one.unit_id == *unit);
        !self.estimates.iter().any(|one| of_other(&one.unit_id))
    }

    fn is_small(&self) -> bool {
        self.estimates.len() == 1
    }

    /// # Errors
    /// Validation errors for a unit that does not exist, is named twice or belongs to another project.
    fn make_all(sharing: &mut Sharing<'_, Self>) -> Result<Vec<Option<Result<Answer>>>> {
        let (all, waits) = (sharing.all, sharing.waits);
        let of_save = |save: &'_ Self| -> Vec<(Id, Id)> {
            save.estimates.iter().map(|one| (one.unit_id.clone(), save.by.id.clone())).collect()
        };
        let wanted: Vec<(Id, Id)> = all.iter().flat_map(|save| of_save(save)).collect();
        let (mut places, Moment { now, frozen }) = queries::places(sharing.conn(), &wanted, waits)?;
        let units: Vec<Id> = places.keys().cloned().collect();
        let mut existing: HashMap<Id, Vec<EstimateRow>> = HashMap::new();
        for estimate in queries::estimates(sharing.conn(), &units)? {
            existing.entry(estimate.unit_id.clone()).or_default().push(estimate);
        }
        // No save is earlier than another one that it has waited for. A timestamp further ahead is
        // ignored, because its clock was wrong.
        let saved = existing.values().flatten().map(|estimate| estimate.updated_at);
        let now = saved.filter(|at| *at <= now.plus_seconds(WAITED)).fold(now, Timestamp::max);

        let mut steps: Vec<Option<Result<Vec<Step<'_>>>>> = Vec::with_capacity(all.len());
        for save in all {
            // Locked by another transaction, or not there.
            let is_missing = |one: &NewEstimate| !places.contains_key(&one.unit_id);
            // What a rule forbids is found when it is stored, which no other save must feel.
            let is_ruled = !save.reader.sees_all::<Estimations>();
            let is_apart = save.is_disconnected() || is_ruled;
            if !waits && (is_apart || save.estimates.iter().any(is_missing)) {
                steps.push(None);
                continue;
            }
            save.leave_readable(sharing.conn(), &mut places)?;
            if let Err(invalid) = check(sharing.conn(), save, &places) {
                steps.push(Some(Err(invalid)));
                continue;
            }
            // In the order of the request, by which equal estimates in a row are recognized later.
            let ours = save.estimates.iter().map(|one| {
                let lost = || Error::internal("a unit that was found is missing");
                let place = places.remove(&one.unit_id).ok_or_else(lost)?;
                let existing = existing.remove(&one.unit_id).unwrap_or_default();
                Step::of((&save.by, &place, one), existing, now)
            });
            steps.push(Some(ours.collect()));
        }
        let made: Vec<&Step<'_>> = steps.iter().flatten().flatten().flatten().collect();
        store(sharing, &made, (now, frozen))?;
        let mut answers = Vec::with_capacity(all.len());
        for (save, steps) in all.iter().zip(steps) {
            answers.push(match steps {
                None => None,
                Some(Err(invalid)) => Some(Err(invalid)),
                Some(Ok(steps)) => Some((save.answer)(save.shown(sharing.conn(), steps)?)),
            });
        }
        Ok(answers)
    }
}

impl Save {
    /// Takes from `places` the units that the user may not read.
    fn leave_readable(&self, conn: &mut Conn, places: &mut BTreeMap<Id, Place>) -> Result<()> {
        let wanted: Vec<Id> = self.estimates.iter().map(|one| one.unit_id.clone()).collect();
        let readable = self.reader.among::<Units>(conn, wanted.clone())?;
        places.retain(|unit, _| !wanted.contains(unit) || readable.contains(unit));
        Ok(())
    }

    /// Returns what was saved, as the user sees it.
    fn shown(&self, conn: &mut Conn, steps: Vec<Step<'_>>) -> Result<Vec<Saved>> {
        let made: Vec<bool> = steps.iter().map(|step| step.former.is_none()).collect();
        let saved = steps.into_iter().map(SavedAssessment::from).collect();
        let shown = self.reader.show_saved::<Estimations, _>(conn, saved)?;
        Ok(shown
            .into_iter()
            .zip(made)
            .map(|(assessment, made)| Saved { assessment, made })
            .collect())
    }
}

/// Stores the estimates that are changes, with their versions in the history, and the consensus of their units.
fn store(
    sharing: &mut Sharing<'_, Save>,
    steps: &[&Step<'_>],
    (now, frozen): (Timestamp, Option<NaiveDate>),
) -> Result<()> {
    let changes: Vec<&Step<'_>> = steps.iter().copied().filter(|step| step.is_change()).collect();
    if changes.is_empty() {
        return Ok(());
    }
    leaderboard::reopen(sharing.conn(), now, frozen)?;
    let changed: Vec<_> = changes.iter().map(|step| step.change()).collect();
    let stored: Vec<_> = changes.iter().map(|step| step.stored()).collect();
    sharing.upsert_all::<Estimations>(&changed, now, |conn| queries::store(conn, &stored))?;
    let renewed = changes.iter().map(|step| step.renewed(now)).collect::<Result<Vec<_>>>()?;
    queries::renew(sharing.conn(), &renewed)
}

impl<'a> Step<'a> {
    /// Returns an estimate as it will be stored; `existing` are those of all estimators for the unit.
    fn of(
        (by, place, wanted): (&'a Actor, &Place, &'a NewEstimate),
        existing: Vec<EstimateRow>,
        now: Timestamp,
    ) -> Result<Self> {
        let agent = &by.id;
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
        logs.push(wanted.values.log_rent());
        let saved = match &former {
            Some(former) if former.values == wanted.values => former.clone(),
            _ => place.estimation(&id, agent, wanted.values, (created_at, now))?,
        };
        Ok(Self { by, entry: wanted.entry.as_ref(), former, saved, standing, logs })
    }

    fn is_change(&self) -> bool {
        self.former.as_ref().is_none_or(|former| former.values != self.saved.values)
    }

    fn change(&self) -> ChangedRecord<'_, Estimation> {
        let Self { saved, former, by, .. } = self;
        ChangedRecord { record: &saved.id, before: former.as_ref(), after: Some(saved), by }
    }

    fn stored(&self) -> StoredEstimate<'_> {
        StoredEstimate { of: &self.saved, entry: self.entry, is_new: self.former.is_none() }
    }

    fn renewed(&self, now: Timestamp) -> Result<ConsensusRow<'_>> {
        let of = Consensus::of(&self.logs).ok_or_else(|| Error::internal("no estimate"))?;
        ConsensusRow::of(&self.saved.unit.id, &of, now)
    }
}

impl From<Step<'_>> for SavedAssessment {
    fn from(of: Step<'_>) -> Self {
        Self { assessment: of.saved.into(), standing: of.standing }
    }
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
fn check(conn: &mut Conn, save: &Save, places: &BTreeMap<Id, Place>) -> Result<()> {
    let Save { project, estimates: wanted, reader, .. } = save;
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
    let is_readable = !reader.among::<Projects>(conn, vec![project.clone()])?.is_empty();
    if !is_readable || (elsewhere && !queries::is_project(conn, project)?) {
        // An unknown project has no units, which is not reported for each of them.
        errors.retain(|error| error.message != "This unit belongs to another project");
        errors.insert(0, FieldError::new("/projectId", "There is no such project"));
    }
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}
