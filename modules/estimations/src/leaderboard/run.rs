//! A week's leaderboard: which figures count for it, and what they come to.
//!
//! A figure belongs to the week of its last save, and is compared with the others' figures of its
//! unit, whenever these were saved. Of a closed week the figures are taken as they stood at its
//! freeze, Monday 00:00 in Asia/Dubai after it, however much later this is asked: what was changed
//! since is read from the history. So is the cell of a unit. The open week's figures are the current
//! ones, and their references follow from the consensus that each save renews. Of either week
//! `counting` then says which figure of an estimator is compared with its reference.

use std::collections::HashMap;

use kernel::prelude::*;
use kernel::revisions;
use serde::Deserialize;
use units::Units;

use super::counting::Counting;
use super::entries::{Cell, Counted, Entry, Run};
use super::queries;
use super::week::Week;
use crate::consensus::Consensus;
use crate::past::{PastFigure, Referred, figures_before};
use crate::score::{Compared, FEWEST_OTHERS, OF_OTHERS, base, rank, tally};

/// The leaderboard of a week that has ended, as it was at its freeze.
///
/// It costs one pass over all figures (some 400 bytes of memory each), a look into the history
/// for each figure, and each unit that counts, which was changed since the freeze, and what it costs
/// to know which figures count.
pub(super) fn closed(conn: &mut Conn, week: Week, counting: Counting) -> Result<Run> {
    let figures = standing(conn, week.end())?;
    let mut by_unit: HashMap<&Id, Vec<&PastFigure>> = HashMap::new();
    for figure in &figures {
        by_unit.entry(&figure.unit).or_default().push(figure);
    }
    let of_week = |figure: &&&PastFigure| figure.saved_at >= week.start();
    by_unit.retain(|_, figures| figures.iter().any(|figure| of_week(&figure)));
    let units: Vec<Id> = by_unit.keys().map(|unit| (*unit).clone()).collect();
    let cells = cells(conn, &units, week.end())?;
    let mut counted = Vec::new();
    for (unit, figures) in by_unit {
        let Some(cell) = cells.get(unit) else { continue };
        let logs: Vec<f64> = figures.iter().map(|figure| figure.x).collect();
        let consensus = Consensus::of(&logs).filter(|unit| unit.estimators > FEWEST_OTHERS);
        counted.extend(figures.iter().filter(of_week).map(|figure| Counted {
            id: figure.id.clone(),
            created_at: figure.created_at,
            agent: figure.agent.clone(),
            saved_at: figure.saved_at,
            cell: cell.clone(),
            x: figure.x,
            reference: consensus.and_then(|unit| unit.median_of_others(figure.x)),
        }));
    }
    counting.apply(conn, week, &mut counted)?;
    Ok(run(week, counted))
}

/// The leaderboard of the open week, as it stands: a pass over the week's figures, and what it costs
/// to know which of them count.
pub(super) fn open(conn: &mut Conn, week: Week, counting: Counting) -> Result<Run> {
    let mut counted = queries::saved_since(conn, week.start())?;
    counting.apply(conn, week, &mut counted)?;
    Ok(run(week, counted))
}

/// What the figures of a week come to.
fn run(week: Week, counted: Vec<Counted>) -> Run {
    let mut present: HashMap<&Id, (i32, Timestamp)> = HashMap::new();
    for figure in &counted {
        let (count, last) = present.entry(&figure.agent).or_insert((0, figure.saved_at));
        (*count, *last) = (*count + 1, figure.saved_at.max(*last));
    }
    let scored = counted.iter().filter_map(|figure| {
        let (agent, cell) = (&figure.agent, &figure.cell);
        Some(Compared { agent, cell, x: figure.x, y: figure.reference?, weight: OF_OTHERS })
    });
    let tallies = tally(&scored.collect::<Vec<_>>());
    let base = base(tallies.values());
    let tally = |agent: &Id| tallies.get(&agent).copied().unwrap_or_default();
    let all = present.keys().map(|agent| (*agent, tally(agent))).collect();
    // In which order those of one rank stand depends on their names: that is for who shows it.
    let entries = rank(all, base, |one, other| one.cmp(other)).into_iter().map(|standing| {
        let (assessments, last_active) = present[standing.agent];
        Entry {
            agent: standing.agent.clone(),
            tally: tally(standing.agent),
            assessments,
            score: standing.score,
            rank: standing.rank,
            last_active,
        }
    });
    Run { week, base, entries: entries.collect() }
}

/// The figures that stood at the moment `at`, before whatever was saved at it or since.
fn standing(conn: &mut Conn, at: Timestamp) -> Result<Vec<PastFigure>> {
    let mut figures = queries::saved_before(conn, at)?;
    let since = queries::replaced_since(conn, at)?;
    figures.extend(figures_before(conn, &since, at)?);
    Ok(figures)
}

/// The cells of these units, as they were at the moment `at`.
fn cells(conn: &mut Conn, units: &[Id], at: Timestamp) -> Result<HashMap<Id, Cell>> {
    let mut cells = HashMap::with_capacity(units.len());
    let mut since = Vec::new();
    for (unit, cell, changed_at) in queries::cells(conn, units)? {
        if changed_at >= at {
            since.push(unit.clone());
        }
        cells.insert(unit, cell);
    }
    for (unit, state) in revisions::at::<Units>(conn, &since, at)? {
        #[derive(Deserialize)]
        struct State {
            project: Referred,
            bedrooms: i32,
        }
        let Some(state) = state else { continue };
        let state: State = serde_json::from_value(state).map_err(Error::internal)?;
        cells.insert(unit, (state.project.id, state.bedrooms));
    }
    Ok(cells)
}
