//! Estimations of the demo data: what eight people who estimate differently well have saved of the
//! rotations' units, as they would have in the last weeks, up to a moment ago.
//!
//! Nothing but the times depends on the clock, so that every run makes the same figures. `people`
//! are those who estimate, `worth` is what units are worth that nobody knows, `sitting` how somebody
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
use kernel::time::monday_of;

use self::hours::Hours;
use self::people::Skill;
use self::sitting::Step;
use crate::consensus::Consensus;
use crate::figures::{Figures, NumberedUnit};
use crate::{Estimation, Estimations};

/// A person of the demo who estimates.
struct Person {
    who: Named,
    skill: &'static Skill,
}

/// A unit that is estimated.
struct Unit {
    id: Id,
    number: String,
    project: Named,
    bedrooms: i32,
    area: f64,
    listed: i64,
}

/// A figure as somebody saved it: of the unit and by the person at these places.
struct Saved {
    unit: usize,
    person: usize,
    at: Timestamp,
    step: Step,
}

pub(crate) fn seed(seed: &mut Seed<'_>) -> Result<()> {
    let rotations = seed.created::<Rotations>().to_vec();
    let people = queries::people(seed.conn())?;
    let mut units = Vec::new();
    let mut saved = Vec::new();
    let now = Timestamp::now();
    for id in rotations {
        let rotation = Rotations::find(seed.conn(), &id)?;
        let Some(monday) = rotation.fields.week_start else { continue };
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
        let is_open = monday == monday_of(now.day());
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

/// A figure and how it came about.
struct Standing<'a> {
    id: Id,
    created_at: Timestamp,
    last: &'a Saved,
}

/// Puts what was saved into its table, the former figures into the history, and what the figures of
/// each unit come to beside them.
fn store(seed: &mut Seed<'_>, units: &[Unit], people: &[Person], saved: &[Saved]) -> Result<()> {
    let mut standing: Vec<Standing<'_>> = Vec::new();
    let mut places: HashMap<(usize, usize), usize> = HashMap::new();
    let mut versions = Vec::with_capacity(saved.len());
    for one in saved {
        let place = *places.entry((one.unit, one.person)).or_insert_with(|| {
            standing.push(Standing { id: Id::new(), created_at: one.at, last: one });
            standing.len() - 1
        });
        let Some(figure) = standing.get_mut(place) else { continue };
        figure.last = one;
        let (unit, person) = (&units[one.unit], &people[one.person]);
        versions.push(Past {
            id: figure.id.clone(),
            at: one.at,
            by: person.who.clone(),
            state: Estimation {
                id: figure.id.clone(),
                unit: NumberedUnit { id: unit.id.clone(), unit_number: unit.number.clone() },
                project: unit.project.clone(),
                agent: person.who.clone(),
                figures: figures(one),
                created_at: figure.created_at,
                updated_at: one.at,
            },
        });
    }
    let rows: Vec<_> = standing
        .iter()
        .map(|figure| {
            let (unit, person) = (&units[figure.last.unit], &people[figure.last.person]);
            queries::row(figure, unit, person, figures(figure.last))
        })
        .collect();
    let mut of_units: HashMap<usize, (Vec<f64>, Timestamp)> = HashMap::new();
    for figure in &standing {
        let (logs, at) =
            of_units.entry(figure.last.unit).or_insert_with(|| (Vec::new(), figure.last.at));
        logs.push(figures(figure.last).log_rent());
        *at = (*at).max(figure.last.at);
    }
    let mut consensus = Vec::new();
    for (unit, (logs, at)) in of_units {
        if let Some(of) = Consensus::of(&logs) {
            consensus.push(queries::consensus_row(&units[unit].id, &of, at)?);
        }
    }
    seed.past::<Estimations>(|conn| queries::insert(conn, &rows, &consensus), &versions)
}

/// Only the rent is asked for; the app saves the others as 0.
fn figures(saved: &Saved) -> Figures {
    Figures {
        estimated_yearly_rent_in_aed: saved.step.rent,
        estimated_capital_appreciation_percentage: 0.0,
        confidence_score: 0.0,
    }
}
