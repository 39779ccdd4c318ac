//! The leaderboard: ranks estimators by how close they come to the other estimates.
//!
//! A closed week is frozen: its run is stored once, by the first request that needs it, and does
//! not change afterwards. The open week is scored live by the same rule. A longer period adds up
//! the sums of its weeks, so that it follows from what is stored; an estimate that was saved in two
//! weeks has earned in both, and is still one assessment.
//!
//! Weeks begin and end by the clock of the database. That clock can be wrong itself, as on a
//! machine with an SQLite database, and freeze a week too early. Therefore a run that was stored
//! before its week was over, or later than now, is computed again, and a save deletes the stored
//! runs of its own week and later ones. No save is lost, in whatever order clocks are corrected,
//! leaderboards are read and estimates saved.
//!
//! `crate::score` is the rule, `week` defines periods, `run` computes a week's leaderboard,
//! `counting` decides which estimate counts of several, `routes` is the operation.

mod counting;
mod entries;
mod queries;
pub(crate) mod routes;
mod run;
mod week;

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use kernel::Reader;
use kernel::db::Clock;
use kernel::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use users::Users;

use crate::score::{Tally, base, rank, rounded};
use counting::Counting;
use entries::Run;
use week::{Period, Week};

/// From how many active estimators on a leaderboard is meaningful.
const FEWEST_ACTIVE: usize = 4;

/// Estimators, ranked by how close they come to the estimates of the others.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Leaderboard {
    /// Everyone who saved an estimate in the period, best first.
    items: Vec<LeaderboardEntry>,
    /// The period.
    period: Period,
    /// Whether scores can still change much: fewer than four estimators were active, or the period
    /// is the current week alone.
    provisional: bool,
    /// When it was computed. Estimates saved later are not included.
    as_of: Timestamp,
}

/// An estimator on the leaderboard.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeaderboardEntry {
    /// The estimator.
    id: Id,
    /// The person's name.
    name: String,
    /// Number of units assessed in the period.
    assessments_completed: i64,
    /// From 0 to 100, with one decimal.
    score: f64,
    /// 1 is the best; equal scores share a rank.
    rank: i32,
    /// The rank in the same period when last week ended: on last week's own leaderboard, for the
    /// current week. Absent when the estimator was not on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_rank: Option<i32>,
    /// When the estimator last saved an estimate.
    last_active: Timestamp,
}

/// The next step towards a leaderboard.
enum Step {
    /// A closed week is not frozen yet: this run must be stored first.
    Freeze(Run),
    /// These runs were stored by a wrong clock, and must be deleted first.
    Thaw(Vec<(Week, Timestamp)>),
    Shown(Leaderboard),
}

/// Returns the time from which on the history is needed: the beginning of the first week that is
/// not frozen yet, in which another estimate than the last one may count. It is at the latest the
/// beginning of the open week, for comparisons with Monday.
pub(crate) fn history_needed_since(conn: &mut Conn) -> Result<Timestamp> {
    let Clock { now, .. } = Clock::read(conn)?;
    let open = Week::of(now);
    let Some(first) = queries::first_save(conn)?.map(Week::of) else { return Ok(open.start()) };
    let stored = queries::frozen(conn, first)?.into_iter();
    // A run that a wrong clock froze will be computed again, from the history.
    let believed = stored.filter(|(week, made_at)| week.was_frozen_in_time(*made_at, now));
    let frozen: HashSet<Week> = believed.map(|(week, _)| week).collect();
    let mut week = first;
    while week < open && frozen.contains(&week) {
        week = week.next();
    }
    Ok(week.start())
}

/// Computes the current leaderboard, where estimates count `delay` seconds after their first save, of the people whom the
/// user may read; or returns the first of the period's closed weeks that must be frozen.
fn step(conn: &mut Conn, period: Period, delay: i64, reader: &Reader) -> Result<Step> {
    let Clock { now, settled } = Clock::read(conn)?;
    let open = Week::of(now);
    let first = queries::first_save(conn)?.map_or(open, Week::of);
    let Some(from) = period.first(first, now) else {
        return Ok(Step::Shown(Leaderboard::of(period, Vec::new(), true, now)));
    };
    // Movement is relative to last week, which the open week's own leaderboard does not contain.
    let since = match period {
        Period::Week => from.previous().max(first).min(open),
        Period::Month | Period::All => from,
    };
    let stored = queries::frozen(conn, since)?;
    let (frozen, wrong): (Vec<_>, Vec<_>) =
        stored.into_iter().partition(|(week, made_at)| week.was_frozen_in_time(*made_at, now));
    if !wrong.is_empty() {
        return Ok(Step::Thaw(wrong));
    }
    let frozen: HashSet<Week> = frozen.into_iter().map(|(week, _)| week).collect();
    let counting = Counting { now, delay };
    let mut closed: HashMap<Id, Tally> = HashMap::new();
    add(&mut closed, queries::earned(conn, since)?);
    let published = period != Period::Week && !closed.is_empty();
    let mut week = since;
    while week < open {
        if !frozen.contains(&week) {
            let run = run::closed(conn, week, counting)?;
            if week.is_settled(settled) {
                return Ok(Step::Freeze(run));
            }
            add(&mut closed, run.earned());
        }
        week = week.next();
    }
    let shown = readable(conn, closed.keys().cloned().collect(), reader)?;
    let tallies = closed.iter().filter(|(agent, _)| shown.contains(agent));
    let tallies = tallies.map(|(agent, tally)| (agent.clone(), *tally)).collect();
    let before = rank(tallies, base(closed.values()), Id::cmp).into_iter();
    let before: HashMap<Id, i32> = before.map(|one| (one.agent, one.rank)).collect();
    let mut earned = if period == Period::Week { HashMap::new() } else { closed };
    add(&mut earned, run::open(conn, open, counting)?.earned());
    let mut active = queries::activity(conn, from.start())?;
    let ids: Vec<Id> = active.iter().map(|(agent, ..)| agent.clone()).collect();
    let ids: Vec<Id> = readable(conn, ids, reader)?.into_iter().collect();
    let names = match reader.sees::<Users>("firstName") && reader.sees::<Users>("lastName") {
        true => queries::names(conn, &ids)?,
        false => Vec::new(),
    };
    let names: HashMap<Id, String> = names.into_iter().collect();
    let ids: HashSet<Id> = ids.into_iter().collect();
    active.retain(|(agent, ..)| ids.contains(agent));
    let base = base(earned.values());
    let mut people = HashMap::new();
    for (agent, assessments, last_active) in active {
        let name = names.get(&agent).cloned().unwrap_or_default();
        people.insert(agent, (name, assessments, last_active));
    }
    let tallies: Vec<(Id, Tally)> = people
        .keys()
        .map(|agent| (agent.clone(), earned.get(agent).copied().unwrap_or_default()))
        .collect();
    let by_name = |one: &Id, other: &Id| {
        let name = |agent: &Id| people.get(agent).map(|(name, ..)| name.to_lowercase());
        name(one).cmp(&name(other)).then_with(|| one.cmp(other))
    };
    let items = rank(tallies, base, by_name).into_iter().filter_map(|ranked| {
        let (name, assessments_completed, last_active) = people.get(&ranked.agent)?.clone();
        let (id, rank, score) = (ranked.agent, ranked.rank, rounded(ranked.score));
        let previous_rank = before.get(&id).copied();
        Some(LeaderboardEntry {
            id,
            name,
            assessments_completed,
            score,
            rank,
            previous_rank,
            last_active,
        })
    });
    Ok(Step::Shown(Leaderboard::of(period, items.collect(), !published, now)))
}

/// Returns those of these people whom the user may read.
fn readable(conn: &mut Conn, people: Vec<Id>, reader: &Reader) -> Result<HashSet<Id>> {
    Ok(reader.among::<Users>(conn, people)?.into_iter().collect())
}

/// Adds the sums of a week.
fn add(sums: &mut HashMap<Id, Tally>, earned: impl IntoIterator<Item = (Id, Tally)>) {
    for (agent, tally) in earned {
        let sum = sums.entry(agent).or_default();
        *sum = sum.and(tally);
    }
}

/// Deletes the stored runs of the week of an estimate that is saved now, and of later weeks: a
/// clock that was ahead has stored them. `latest` is the last week with a stored run.
pub(crate) fn reopen(conn: &mut Conn, now: Timestamp, latest: Option<NaiveDate>) -> Result<()> {
    latest.map_or(Ok(()), |latest| queries::thaw_from(conn, Week::of(now), latest))
}

impl Leaderboard {
    fn of(
        period: Period,
        items: Vec<LeaderboardEntry>,
        provisional: bool,
        as_of: Timestamp,
    ) -> Self {
        let provisional = provisional || items.len() < FEWEST_ACTIVE;
        Self { items, period, provisional, as_of }
    }
}
