//! What depends on many units at once: how reliable each estimator is, the weighted rents that
//! follow from that, and the flags. It is made in runs, at most an hour apart, by every serving
//! process, and by `mizan figures rebuild`. A run says when it was made; what was saved later is in
//! the next one, and until then a unit's weighted rent, or a figure's flag, stays what it was.
//!
//! A run reads everything once, a thousand units with their figures at a time, beside whoever
//! writes. It then writes, in one transaction, what differs from what is there: thousands of weighted
//! rents in a statement, in the order in which those who save figures hold their units. Measured of
//! 300,000 figures of 100,000 units, a third of them with a weighted rent, in a build that is not
//! optimised: ten seconds of reading and computing with 120 MB of memory, and a good second of
//! writing when all weighted rents differ.
//!
//! `crate::reliability` and `crate::flags` are the rules.

mod queries;
mod read;

use std::time::Duration;

use kernel::module::{Command, PeriodicJob, Setting, Sweep, Then};
use kernel::prelude::*;

use crate::flags::{self, Found, Kind, Renewal};
use crate::reliability::{Reliability, by_unit, reliability, weighted};
use read::Everything;

/// For how long a serving process rests between two looks.
const EVERY: Duration = Duration::from_secs(30 * 60);
/// Up to which age a run, perhaps another process's, is left as it is, in seconds. Looks every half
/// an hour leave none standing for an hour.
const FRESH: i64 = 25 * 60;

pub(crate) const CHORE: PeriodicJob = PeriodicJob {
    what: "renew what is made from many figures",
    every: EVERY,
    work: |conn, _| {
        let oldest = Timestamp::now().plus_seconds(-FRESH);
        if queries::latest(conn)?.is_some_and(|latest| latest > oldest) {
            return Ok(Box::new(|_| Ok(())));
        }
        let run = Run::of(conn)?;
        Ok(Box::new(move |conn| run.keep(conn).map(drop)))
    },
};

/// For how long it is known when runs were made.
pub(crate) const KEPT: Setting = Setting {
    key: "retention.figure_runs_days",
    purpose: "how many days it is kept when weighted rents and flags were made",
    default: 90,
    least: 1,
    most: 3_650,
};

pub(crate) const SWEEP: Sweep = Sweep {
    of: "figure_runs",
    rows: |conn, settings, most| {
        let until = Timestamp::now().plus_seconds(-settings.whole(&KEPT) * 24 * 60 * 60);
        queries::forget(conn, until, most)
    },
};

pub(crate) const COMMAND: Command = Command {
    words: ("figures", "rebuild"),
    about: "Make anew what depends on many figures at once",
    explanation: "\
It is how reliable each estimator is, the weighted rents of units, and the flags on figures that are
worth a look. A serving process does it twice an hour; this does it now, beside those who use the
product.

Examples:
  mizan figures rebuild",
    work: rebuild,
};

fn rebuild(conn: &mut Conn, _: &kernel::Settings) -> Result<Then<String>> {
    let run = Run::of(conn)?;
    Ok(Box::new(move |conn| {
        if !run.keep(conn)? {
            return Ok("Another process has just done it.".into());
        }
        Ok(format!(
            "As of {}, of {} figures by {} estimators: {} weighted rents, {} flags.",
            run.as_of,
            run.figures,
            run.estimators.len(),
            run.weighted,
            run.flags.count,
        ))
    }))
}

/// What there is to be written.
struct Run {
    /// When what it is made from was read.
    as_of: Timestamp,
    /// The run that was the latest then.
    before: Option<Timestamp>,
    /// How many figures there are.
    figures: usize,
    estimators: Vec<(Id, Reliability)>,
    /// How many units have a weighted rent.
    weighted: usize,
    /// Those that differ from what is there, in the order of the units' identifiers.
    rents: Vec<(Id, Option<f64>)>,
    /// The flags.
    flags: Renewal,
}

impl Run {
    fn of(conn: &mut Conn) -> Result<Self> {
        let as_of = Timestamp::now();
        let before = queries::latest(conn)?;
        let mut all = Everything::read(conn)?;

        let known = reliability(&all.said, all.agents.len());
        let mut rents: Vec<Option<f64>> = vec![None; all.units.len()];
        for unit in by_unit(&all.said) {
            let rent = weighted(unit, &known).map(f64::exp);
            let place = unit.first().and_then(|one| rents.get_mut(one.unit as usize));
            if let Some(place) = place {
                *place = rent;
            }
        }
        let count = rents.iter().flatten().count();
        let rents = all.units.iter().zip(rents).filter(|((_, present), rent)| present != rent);
        let rents = rents.map(|((unit, _), rent)| (unit.clone(), rent)).collect();

        let flags = Renewal::of(conn, all.flags())?;
        let figures = all.said.len();
        let estimators = all.agents.into_iter().zip(known).filter(|(_, one)| one.items > 0);
        Ok(Self {
            as_of,
            before,
            figures,
            estimators: estimators.collect(),
            weighted: count,
            rents,
            flags,
        })
    }

    /// Writes it down, and answers whether it did: when there is another run by now, that one
    /// stands.
    fn keep(&self, conn: &mut Conn) -> Result<bool> {
        queries::alone(conn)?;
        if queries::latest(conn)? != self.before {
            return Ok(false);
        }
        queries::renew_rents(conn, &self.rents)?;
        queries::renew_estimators(conn, &self.estimators)?;
        self.flags.keep(conn)?;
        queries::note(conn, self)?;
        Ok(true)
    }
}

impl Everything {
    /// What is worth a look.
    fn flags(&mut self) -> Vec<Found> {
        let mut flagged = std::mem::take(&mut self.flagged);
        for cell in &self.cells {
            let per_area = cell.figures.iter().map(|(_, value)| *value).collect();
            let Some(usual) = flags::usual(per_area) else { continue };
            for (place, value) in &cell.figures {
                if !(usual.0..=usual.1).contains(value) {
                    let reason = flags::reason_of_rent_per_area(*value, cell.bedrooms, usual);
                    flagged.push((*place, Kind::RentPerArea, reason));
                }
            }
        }
        let mut by_agent: Vec<Vec<usize>> = vec![Vec::new(); self.agents.len()];
        for (place, one) in self.said.iter().enumerate() {
            if let Some(own) = by_agent.get_mut(one.agent as usize) {
                own.push(place);
            }
        }
        for mut own in by_agent {
            own.sort_unstable_by_key(|place| {
                self.figures.get(*place).map(|figure| (figure.saved_at, &figure.id))
            });
            let rents = own.iter().filter_map(|place| self.figures.get(*place));
            let rents: Vec<i64> = rents.map(|figure| figure.rent).collect();
            for (nth, times) in flags::repeated(&rents) {
                let reason = flags::reason_of_repeated(times);
                flagged.extend(own.get(nth).map(|place| (*place, Kind::Repeated, reason)));
            }
        }
        let found = |(place, kind, reason): (usize, Kind, String)| {
            let read::Figure { id, rent, distance, .. } = self.figures.get(place)?;
            let (assessment, rent, distance) = (id.clone(), *rent, *distance);
            Some(Found { assessment, kind, rent, reason, distance })
        };
        flagged.into_iter().filter_map(found).collect()
    }
}
