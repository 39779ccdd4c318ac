//! Estimations of the demo data: what eight people of different skill have saved for the units of
//! the rotations in the last weeks, up to now.
//!
//! Only the times depend on the clock, so that every run makes the same estimates. `people` are the
//! estimators, `worth` is the true rent of units, which none of them knows, `sitting` how a person
//! goes through a project, `hours` when people work.

mod hours;
mod people;
mod queries;
mod sitting;
mod worth;

use std::collections::HashMap;

use ::rotations::Rotations;
use kernel::Past;
use kernel::prelude::*;
use kernel::time::week_of;

use self::hours::Hours;
use self::people::Skill;
use self::sitting::Step;
use crate::assessments::rows::{AssessmentRow, ConsensusRow};
use crate::consensus::Consensus;
use crate::estimate::{EstimateValues, NumberedUnit};
use crate::{Estimation, Estimations};

/// An estimator of the demo.
struct Person {
    who: Named,
    skill: &'static Skill,
}

/// A unit to estimate.
struct Unit {
    id: Id,
    number: String,
    project: Named,
    bedrooms: i32,
    area: f64,
    listed: i64,
}

/// A save of an estimate, by the indexes of its unit and person.
struct Saved {
    unit: usize,
    person: usize,
    at: Timestamp,
    step: Step,
}

pub(crate) fn seed(seed: &mut Seed<'_>) -> Result<()> {
    people::create(seed)?;
    let rotations = seed.created::<Rotations>().to_vec();
    let people = queries::people(seed.conn())?;
    let mut units = Vec::new();
    let mut saved = Vec::new();
    let now = Timestamp::now();
    for id in rotations {
        let rotation = Rotations::find(seed.conn(), &id)?;
        let Some(monday) = rotation.week_start else { continue };
        let projects: Vec<Vec<usize>> = rotation
            .projects
            .iter()
            .map(|project| {
                let from = units.len();
                units.extend(queries::units(seed.conn(), project)?);
                Ok((from..units.len()).collect())
            })
            .collect::<Result<_>>()?;
        let worths = worth::of(&units);
        let is_open = monday == week_of(now.day());
        for (person, one) in people.iter().enumerate() {
            let hours = Hours::of(one.skill, monday, now);
            let share = if is_open { one.skill.share_of_open } else { 1.0 };
            let plan = sitting::plan(one.skill, &projects, share);
            for sitting in &plan {
                let steps = sitting::steps(one.skill, sitting, &units, &worths);
                for (at, unit, step) in hours.times(plan.len(), sitting, steps) {
                    saved.push(Saved { unit, person, at, step });
                }
            }
        }
    }
    saved.sort_by(|one, other| {
        (one.at, one.unit, one.person).cmp(&(other.at, other.unit, other.person))
    });
    store(seed, &units, &people, &saved)
}

/// The current estimate of a person for a unit, with its last save.
struct CurrentEstimate<'a> {
    id: Id,
    created_at: Timestamp,
    last: &'a Saved,
    /// The place of its state after that among all versions.
    version: usize,
}

/// Inserts the current estimates into their table, the former ones into the history, and the
/// consensus of each unit.
fn store(seed: &mut Seed<'_>, units: &[Unit], people: &[Person], saved: &[Saved]) -> Result<()> {
    let mut current: Vec<CurrentEstimate<'_>> = Vec::new();
    let mut places: HashMap<(usize, usize), usize> = HashMap::new();
    let mut versions = Vec::with_capacity(saved.len());
    for one in saved {
        let place = *places.entry((one.unit, one.person)).or_insert_with(|| {
            current.push(CurrentEstimate {
                id: Id::new(),
                created_at: one.at,
                last: one,
                version: 0,
            });
            current.len() - 1
        });
        let Some(estimate) = current.get_mut(place) else { continue };
        (estimate.last, estimate.version) = (one, versions.len());
        let (unit, person) = (&units[one.unit], &people[one.person]);
        versions.push(Past {
            id: estimate.id.clone(),
            at: one.at,
            by: person.who.clone(),
            state: Estimation {
                id: estimate.id.clone(),
                unit: NumberedUnit { id: unit.id.clone(), unit_number: unit.number.clone() },
                project: unit.project.clone(),
                agent: person.who.clone(),
                values: values_of(one),
                created_at: estimate.created_at,
                updated_at: one.at,
            },
        });
    }
    let rows: Vec<_> = current
        .iter()
        .map(|estimate| {
            AssessmentRow::of(&versions[estimate.version].state, Some(&estimate.last.step.entry))
        })
        .collect();
    let mut of_units: HashMap<usize, (Vec<f64>, Timestamp)> = HashMap::new();
    for estimate in &current {
        let (logs, at) =
            of_units.entry(estimate.last.unit).or_insert_with(|| (Vec::new(), estimate.last.at));
        logs.push(values_of(estimate.last).log_rent());
        *at = (*at).max(estimate.last.at);
    }
    let mut consensus = Vec::new();
    for (unit, (logs, at)) in of_units {
        if let Some(of) = Consensus::of(&logs) {
            consensus.push(ConsensusRow::of(&units[unit].id, &of, at)?);
        }
    }
    seed.past::<Estimations>(|conn| queries::insert(conn, &rows, &consensus), &versions)
}

/// Returns the values of an estimate. The app asks for the rent only, and saves the others as 0.
fn values_of(saved: &Saved) -> EstimateValues {
    EstimateValues {
        estimated_yearly_rent_in_aed: saved.step.rent,
        estimated_capital_appreciation_percentage: 0.0,
        confidence_score: 0.0,
    }
}
