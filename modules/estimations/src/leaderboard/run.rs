//! Computes a week's leaderboard: which estimates belong to it, and their scores.
//!
//! An estimate belongs to the week of its last save, and is compared with the other estimates of
//! its unit, whenever these were saved. For a closed week the estimates are those at its freeze,
//! Monday 00:00 in Asia/Dubai after it, however much later it is computed: later changes are undone
//! by the history, also for the cell of a unit. For the open week they are the current ones. For
//! both, `counting` decides which estimate of an estimator counts, as the one that is scored and as
//! one that others are compared with.

use std::collections::HashMap;

use kernel::prelude::*;
use kernel::revisions;
use serde::Deserialize;
use units::Units;

use super::counting::Counting;
use super::entries::{Cell, Entry, Run, WeekEstimate};
use super::queries;
use super::week::Week;
use crate::consensus::Consensus;
use crate::past::{PastEstimate, Referred, estimates_before};
use crate::score::{Compared, FEWEST_OTHERS, OF_OTHERS, base, rank, tally};

/// Computes the leaderboard of a week that has ended, as of its freeze.
///
/// It costs one pass over all estimates (some 400 bytes of memory each), a lookup in the history
/// for each relevant estimate and unit that was changed since the freeze, and the cost of counting.
pub(super) fn closed(conn: &mut Conn, week: Week, counting: Counting) -> Result<Run> {
    let estimates = estimates_at(conn, week.end())?;
    run(conn, week, counting, estimates)
}

/// Computes the leaderboard of the open week: a pass over the estimates of all units that were saved
/// in it, and the cost of counting.
pub(super) fn open(conn: &mut Conn, week: Week, counting: Counting) -> Result<Run> {
    let units = queries::units_saved_since(conn, week.start())?;
    let estimates = queries::of_units(conn, &units)?;
    run(conn, week, counting, estimates)
}

/// Scores and ranks the estimates of a week, among these.
fn run(
    conn: &mut Conn,
    week: Week,
    counting: Counting,
    estimates: Vec<PastEstimate>,
) -> Result<Run> {
    let mut by_unit: HashMap<&Id, Vec<&PastEstimate>> = HashMap::new();
    for estimate in &estimates {
        by_unit.entry(&estimate.unit).or_default().push(estimate);
    }
    let of_week = |estimate: &&&PastEstimate| estimate.saved_at >= week.start();
    by_unit.retain(|_, estimates| estimates.iter().any(|estimate| of_week(&estimate)));
    let units: Vec<Id> = by_unit.keys().map(|unit| (*unit).clone()).collect();
    let cells = cells(conn, &units, week.end())?;
    let counted = counting.apply(conn, week, by_unit.values().flatten().copied())?;
    let mut all = Vec::new();
    for (unit, estimates) in &by_unit {
        let Some(cell) = cells.get(*unit) else { continue };
        let logs = estimates.iter().filter_map(|estimate| counted.get(&estimate.id));
        let logs: Vec<f64> = logs.map(|counted| counted.x).collect();
        let consensus = Consensus::of(&logs).filter(|unit| unit.estimators > FEWEST_OTHERS);
        all.extend(estimates.iter().filter(of_week).map(|estimate| {
            let own = counted.get(&estimate.id).filter(|counted| counted.week == week);
            let compared = own.and_then(|own| {
                let reference = consensus.as_ref()?.median_of_others(own.x)?;
                Some((own.x, reference))
            });
            let PastEstimate { agent, saved_at, .. } = estimate;
            WeekEstimate { agent, saved_at: *saved_at, cell, compared }
        }));
    }
    Ok(ranked(week, &all))
}

/// Ranks the estimators of these estimates.
fn ranked(week: Week, estimates: &[WeekEstimate<'_>]) -> Run {
    let mut present: HashMap<&Id, (i32, Timestamp)> = HashMap::new();
    for estimate in estimates {
        let (count, last) = present.entry(estimate.agent).or_insert((0, estimate.saved_at));
        (*count, *last) = (*count + 1, estimate.saved_at.max(*last));
    }
    let scored = estimates.iter().filter_map(|estimate| {
        let WeekEstimate { agent, cell, compared, .. } = estimate;
        let (x, y) = (*compared)?;
        Some(Compared { agent: *agent, cell: *cell, x, y, weight: OF_OTHERS })
    });
    let tallies = tally(&scored.collect::<Vec<_>>());
    let base = base(tallies.values());
    let tally = |agent: &Id| tallies.get(&agent).copied().unwrap_or_default();
    let all = present.keys().map(|agent| (*agent, tally(agent))).collect();
    // The order within a rank depends on names, and is decided where it is shown.
    let entries = rank(all, base, |one, other| one.cmp(other)).into_iter().map(|ranked| {
        let (assessments, last_active) = present[ranked.agent];
        Entry {
            agent: ranked.agent.clone(),
            tally: tally(ranked.agent),
            assessments,
            score: ranked.score,
            rank: ranked.rank,
            last_active,
        }
    });
    Run { week, base, entries: entries.collect() }
}

/// Returns the estimates at `at`, before whatever was saved at it or since.
fn estimates_at(conn: &mut Conn, at: Timestamp) -> Result<Vec<PastEstimate>> {
    let mut estimates = queries::saved_before(conn, at)?;
    let since = queries::replaced_since(conn, at)?;
    estimates.extend(estimates_before(conn, &since, at)?);
    Ok(estimates)
}

/// Returns the cells of these units at `at`.
fn cells(conn: &mut Conn, units: &[Id], at: Timestamp) -> Result<HashMap<Id, Cell>> {
    let mut cells = HashMap::with_capacity(units.len());
    let mut since = Vec::new();
    for (unit, cell, changed_at) in queries::cells(conn, units)? {
        if changed_at >= at {
            since.push(unit.clone());
        }
        cells.insert(unit, cell);
    }
    for (unit, version) in revisions::at::<Units>(conn, &since, at)? {
        #[derive(Deserialize)]
        struct Version {
            project: Referred,
            bedrooms: i32,
        }
        let Some(version) = version else { continue };
        let version: Version = serde_json::from_value(version).map_err(Error::internal)?;
        cells.insert(unit, (version.project.id, version.bedrooms));
    }
    Ok(cells)
}
