//! Queries for the leaderboard.

use chrono::NaiveDate;
use diesel::dsl::{count_star, max, min};
use diesel::prelude::*;
use kernel::db::Clock;
use kernel::on_each;
use kernel::prelude::*;

use super::entries::{Cell, Entry, Run};
use super::week::Week;
use crate::past::PastEstimate;
use crate::score::Tally;
use crate::tables::{accounts, assessments, leaderboard_entries, leaderboard_runs, units};

/// How many records one statement names.
const AT_ONCE: usize = 500;

/// Returns the time of the very first save: the beginning of the index `assessments_created_at`.
pub(super) fn first_save(conn: &mut Conn) -> Result<Option<Timestamp>> {
    Ok(assessments::table.select(min(assessments::created_at)).first(conn)?)
}

/// The columns of an estimate.
const ESTIMATE: (
    assessments::id,
    assessments::unit_id,
    assessments::agent_id,
    assessments::log_rent,
    assessments::created_at,
    assessments::updated_at,
) = (
    assessments::id,
    assessments::unit_id,
    assessments::agent_id,
    assessments::log_rent,
    assessments::created_at,
    assessments::updated_at,
);

type Row = (Id, Id, Id, f64, Timestamp, Timestamp);

fn estimate((id, unit, agent, x, created_at, saved_at): Row) -> PastEstimate {
    PastEstimate { id, unit, agent, x, created_at, saved_at }
}

/// Returns the current estimates that were last saved before `at`.
pub(super) fn saved_before(conn: &mut Conn, at: Timestamp) -> Result<Vec<PastEstimate>> {
    let saved = assessments::table.filter(assessments::updated_at.lt(at));
    let rows: Vec<Row> = saved.select(ESTIMATE).load(conn)?;
    Ok(rows.into_iter().map(estimate).collect())
}

/// Returns the units of which an estimate was saved at `at` or later: an index range scan.
pub(super) fn units_saved_since(conn: &mut Conn, at: Timestamp) -> Result<Vec<Id>> {
    let saved = assessments::table.filter(assessments::updated_at.ge(at));
    Ok(saved.select(assessments::unit_id).distinct().load(conn)?)
}

/// Returns the current estimates of these units: an index lookup for each.
pub(super) fn of_units(conn: &mut Conn, units: &[Id]) -> Result<Vec<PastEstimate>> {
    let mut estimates = Vec::new();
    for some in units.chunks(AT_ONCE) {
        let of = assessments::table.filter(assessments::unit_id.eq_any(some));
        let rows: Vec<Row> = of.select(ESTIMATE).load(conn)?;
        estimates.extend(rows.into_iter().map(estimate));
    }
    Ok(estimates)
}

/// Returns the estimates that existed before `at` and have been saved again since: an index range
/// scan.
pub(super) fn replaced_since(conn: &mut Conn, at: Timestamp) -> Result<Vec<Id>> {
    let ids = assessments::table
        .filter(assessments::updated_at.ge(at).and(assessments::created_at.lt(at)))
        .select(assessments::id)
        .load(conn)?;
    Ok(ids)
}

/// Returns the cells of these units, and when each unit was last changed.
pub(super) fn cells(conn: &mut Conn, ids: &[Id]) -> Result<Vec<(Id, Cell, Timestamp)>> {
    let mut cells = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let rows: Vec<(Id, Cell, Timestamp)> = units::table
            .filter(units::id.eq_any(some))
            .select((units::id, (units::project_id, units::bedrooms), units::updated_at))
            .load(conn)?;
        cells.extend(rows);
    }
    Ok(cells)
}

/// Returns the number of units for which each estimator last saved an estimate at `at` or later,
/// and the time of the last one: an index scan.
pub(super) fn activity(conn: &mut Conn, at: Timestamp) -> Result<Vec<(Id, i64, Timestamp)>> {
    let rows: Vec<(Id, i64, Option<Timestamp>)> = assessments::table
        .filter(assessments::updated_at.ge(at))
        .group_by(assessments::agent_id)
        .select((assessments::agent_id, count_star(), max(assessments::updated_at)))
        .load(conn)?;
    Ok(rows.into_iter().filter_map(|(agent, count, last)| Some((agent, count, last?))).collect())
}

/// Returns the names of these people.
pub(super) fn names(conn: &mut Conn, ids: &[Id]) -> Result<Vec<(Id, String)>> {
    let mut names = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let rows: Vec<(Id, String)> = accounts::table
            .filter(accounts::id.eq_any(some))
            .select((accounts::id, accounts::name))
            .load(conn)?;
        names.extend(rows);
    }
    Ok(names)
}

/// Returns the frozen weeks from this one on, and when each was frozen.
pub(super) fn frozen(conn: &mut Conn, from: Week) -> Result<Vec<(Week, Timestamp)>> {
    let weeks: Vec<(NaiveDate, Timestamp)> = leaderboard_runs::table
        .filter(leaderboard_runs::week.ge(from.0))
        .select((leaderboard_runs::week, leaderboard_runs::made_at))
        .load(conn)?;
    Ok(weeks.into_iter().map(|(week, made_at)| (Week(week), made_at)).collect())
}

/// Deletes the runs of these weeks that were stored at these times.
pub(super) fn thaw(conn: &mut Conn, runs: &[(Week, Timestamp)]) -> Result<()> {
    for (Week(week), made_at) in runs {
        // A run that was stored since is not deleted.
        let run = leaderboard_runs::table.find(week).filter(leaderboard_runs::made_at.eq(made_at));
        let found: Option<NaiveDate> = run.select(leaderboard_runs::week).first(conn).optional()?;
        if found.is_some() {
            delete_runs(conn, *week, *week)?;
        }
    }
    Ok(())
}

/// Deletes the runs of the weeks from `first` to `last`.
fn delete_runs(conn: &mut Conn, first: NaiveDate, last: NaiveDate) -> Result<()> {
    let entries = leaderboard_entries::table.filter(leaderboard_entries::week.between(first, last));
    diesel::delete(entries).execute(conn)?;
    let runs = leaderboard_runs::table.filter(leaderboard_runs::week.between(first, last));
    diesel::delete(runs).execute(conn)?;
    Ok(())
}

/// Deletes the runs of this week and later ones, of which `latest` is the last.
pub(super) fn thaw_from(conn: &mut Conn, Week(from): Week, latest: NaiveDate) -> Result<()> {
    if latest >= from { delete_runs(conn, from, latest) } else { Ok(()) }
}

/// Returns the sums of the frozen weeks from this one on, in their order.
pub(super) fn earned(conn: &mut Conn, from: Week) -> Result<Vec<(Id, Tally)>> {
    type Row = (Id, i32, f64, f64);
    let rows: Vec<Row> = leaderboard_entries::table
        .filter(leaderboard_entries::week.ge(from.0))
        .order((leaderboard_entries::week, leaderboard_entries::agent_id))
        .select((
            leaderboard_entries::agent_id,
            leaderboard_entries::scored,
            leaderboard_entries::weight,
            leaderboard_entries::points,
        ))
        .load(conn)?;
    let earned = |(agent, scored, weight, points)| (agent, Tally { scored, weight, points });
    Ok(rows.into_iter().map(earned).collect())
}

/// Stores the leaderboard of a closed week, unless it is stored already. A concurrent request that
/// stores it waits here for the first one.
pub(super) fn freeze(conn: &mut Conn, run: &Run) -> Result<()> {
    let made_at = Clock::read(conn)?.now;
    let row = (
        leaderboard_runs::week.eq(run.week.0),
        leaderboard_runs::made_at.eq(made_at),
        leaderboard_runs::base.eq(run.base),
    );
    let stored = on_each!(conn, |conn| diesel::insert_into(leaderboard_runs::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(conn))?;
    if stored == 0 {
        return Ok(());
    }
    for Entry { agent, tally, assessments, score, rank, last_active } in &run.entries {
        diesel::insert_into(leaderboard_entries::table)
            .values((
                leaderboard_entries::week.eq(run.week.0),
                leaderboard_entries::agent_id.eq(agent),
                leaderboard_entries::scored.eq(tally.scored),
                leaderboard_entries::weight.eq(tally.weight),
                leaderboard_entries::points.eq(tally.points),
                leaderboard_entries::assessments.eq(assessments),
                leaderboard_entries::score.eq(score),
                leaderboard_entries::rank.eq(rank),
                leaderboard_entries::last_active.eq(last_active),
            ))
            .execute(conn)?;
    }
    Ok(())
}
