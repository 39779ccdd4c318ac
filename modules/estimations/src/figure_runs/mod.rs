//! Computes what depends on many units at once: the reliability of each estimator, the weighted
//! rents that follow from it, and the flags. It is computed in runs, at most an hour apart, by
//! every serving process and by `mizan figures rebuild`. A run has a time; estimates saved later
//! are in the next one, and until then a unit's weighted rent and an estimate's flags do not
//! change.
//!
//! A run reads everything once, a thousand units with their estimates at a time, without blocking
//! writers. It then writes, in one transaction, the differences to the stored results: thousands of
//! weighted rents in a statement, in the order in which saves lock their units. Measured with
//! 300,000 estimates of 100,000 units, a third of them with a weighted rent, in an unoptimised
//! build: ten seconds of reading and computing with 120 MB of memory, and a little more than a
//! second of writing when all weighted rents differ.
//!
//! `crate::reliability` and `crate::flags` are the rules.

mod queries;
mod read;

use std::time::Duration;

use kernel::module::{Command, PeriodicJob, Setting, Sweep, SweptRows, Then};
use kernel::prelude::*;

use crate::flags::{self, FlagKind, Found, Renewal};
use crate::reliability::{Reliability, by_unit, reliability, weighted};
use read::RunInput;

/// The interval between two checks of a serving process.
const EVERY: Duration = Duration::from_secs(30 * 60);
/// The age in seconds up to which a run, perhaps of another process, is fresh. With checks every
/// half an hour no run gets older than an hour.
const FRESH: i64 = 25 * 60;

pub(crate) const JOB: PeriodicJob = PeriodicJob {
    what: "recompute reliability, weighted rents and flags",
    every: EVERY,
    work: |conn, _| {
        let oldest = Timestamp::now().plus_seconds(-FRESH);
        if queries::latest(conn)?.is_some_and(|latest| latest > oldest) {
            return Ok(Box::new(|_| Ok(())));
        }
        let run = Run::of(conn)?;
        Ok(Box::new(move |conn| run.store(conn).map(drop)))
    },
};

/// How long the times of runs are stored.
pub(crate) const RETENTION_DAYS: Setting = Setting {
    key: "retention.figure_runs_days",
    purpose: "how many days the times of runs are stored that compute weighted rents and flags",
    default: 90,
    least: 1,
    most: 3_650,
};

pub(crate) const SWEEP: Sweep = Sweep {
    of: "figure_runs",
    rows: SweptRows::Since("as_of", |settings| settings.whole(&RETENTION_DAYS) * 24 * 60 * 60),
};

pub(crate) const COMMAND: Command = Command {
    words: ("figures", "rebuild"),
    about: "Recompute what depends on many estimates at once",
    explanation: "\
That is the reliability of each estimator, the weighted rents of units, and the flags on estimates
that are worth a look. A serving process does it twice an hour; this does it now, while the product
is in use.

Examples:
  mizan figures rebuild",
    work: rebuild,
};

fn rebuild(conn: &mut Conn, _: &kernel::Settings) -> Result<Then<String>> {
    let run = Run::of(conn)?;
    Ok(Box::new(move |conn| {
        if !run.store(conn)? {
            return Ok("Another process has just done it.".into());
        }
        Ok(format!(
            "As of {}, of {} estimates by {} estimators: {} weighted rents, {} flags.",
            run.as_of,
            run.estimates,
            run.estimators.len(),
            run.weighted,
            run.flags.count,
        ))
    }))
}

/// The results of a run, to be written.
struct Run {
    /// When its input was read.
    as_of: Timestamp,
    /// The latest run at that time.
    before: Option<Timestamp>,
    /// The number of estimates.
    estimates: usize,
    estimators: Vec<(Id, Reliability)>,
    /// The number of units with a weighted rent.
    weighted: usize,
    /// The rents that differ from the stored ones, in the order of the units' identifiers.
    rents: Vec<(Id, Option<f64>)>,
    /// The flags.
    flags: Renewal,
}

impl Run {
    fn of(conn: &mut Conn) -> Result<Self> {
        let as_of = Timestamp::now();
        let before = queries::latest(conn)?;
        let mut all = RunInput::read(conn)?;

        let known = reliability(&all.estimates, all.agents.len());
        let mut rents: Vec<Option<f64>> = vec![None; all.units.len()];
        for unit in by_unit(&all.estimates) {
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
        let estimates = all.estimates.len();
        let estimators = all.agents.into_iter().zip(known).filter(|(_, one)| one.items > 0);
        Ok(Self {
            as_of,
            before,
            estimates,
            estimators: estimators.collect(),
            weighted: count,
            rents,
            flags,
        })
    }

    /// Stores the results. Returns whether it did: when there is another run by now, that one is
    /// kept.
    fn store(&self, conn: &mut Conn) -> Result<bool> {
        queries::lock_runs(conn)?;
        if queries::latest(conn)? != self.before {
            return Ok(false);
        }
        queries::renew_rents(conn, &self.rents)?;
        queries::renew_estimators(conn, &self.estimators)?;
        self.flags.store(conn)?;
        queries::insert(conn, self)?;
        Ok(true)
    }
}

impl RunInput {
    /// Finds the estimates that are worth a look.
    fn flags(&mut self) -> Vec<Found> {
        let mut flagged = std::mem::take(&mut self.flagged);
        for cell in &self.cells {
            let per_area = cell.values.iter().map(|(_, value)| *value).collect();
            let Some(usual) = flags::usual(per_area) else { continue };
            for (place, value) in &cell.values {
                if !(usual.0..=usual.1).contains(value) {
                    let reason = flags::reason_of_rent_per_area(*value, cell.bedrooms, usual);
                    flagged.push((*place, FlagKind::RentPerArea, reason));
                }
            }
        }
        let mut by_agent: Vec<Vec<usize>> = vec![Vec::new(); self.agents.len()];
        for (place, one) in self.estimates.iter().enumerate() {
            if let Some(own) = by_agent.get_mut(one.agent as usize) {
                own.push(place);
            }
        }
        for mut own in by_agent {
            own.sort_unstable_by_key(|place| {
                self.details.get(*place).map(|estimate| (estimate.saved_at, &estimate.id))
            });
            let rents = own.iter().filter_map(|place| self.details.get(*place));
            let rents: Vec<i64> = rents.map(|estimate| estimate.rent).collect();
            for (nth, times) in flags::repeated(&rents) {
                let reason = flags::reason_of_repeated(times);
                flagged.extend(own.get(nth).map(|place| (*place, FlagKind::Repeated, reason)));
            }
        }
        let found = |(place, kind, reason): (usize, FlagKind, String)| {
            let read::EstimateDetails { id, rent, distance, .. } = self.details.get(place)?;
            let (assessment, rent, distance) = (id.clone(), *rent, *distance);
            Some(Found { assessment, kind, rent, reason, distance })
        };
        flagged.into_iter().filter_map(found).collect()
    }
}
