//! Queries for runs.

use diesel::dsl::max;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Double, Nullable, Text};
use kernel::db::Db;
use kernel::on_each;
use kernel::prelude::*;

use super::Run;
use crate::assessments::{BaseSource, lock_rows};
use crate::flags;
use crate::reliability::Reliability;
use crate::tables::{assessments, consensus, estimator_figures, figure_runs, units};

/// How many units are read, or records written, in one statement.
const AT_ONCE: usize = 1_000;
/// How many weighted rents are written in one statement: PostgreSQL scans the whole table for each,
/// so that few statements are better, and SQLite accepts not many more values at once.
const RENTS_AT_ONCE: usize = 10_000;

/// A unit with estimates.
#[derive(Queryable)]
pub(super) struct Unit {
    pub(super) id: Id,
    pub(super) project_id: Id,
    pub(super) bedrooms: i32,
    /// Square feet.
    pub(super) area: f64,
    /// AED.
    pub(super) price: i64,
    /// The median of the logarithms of its rents, their spread, and the weighted rent.
    pub(super) middle: f64,
    pub(super) spread: Option<f64>,
    pub(super) weighted_rent: Option<f64>,
}

/// An estimate of a unit.
#[derive(Queryable)]
pub(super) struct EstimateRow {
    pub(super) id: Id,
    pub(super) unit_id: Id,
    pub(super) agent_id: Id,
    /// AED per year, and its logarithm.
    pub(super) rent: i64,
    pub(super) x: f64,
    pub(super) base_source: Option<BaseSource>,
    pub(super) base_value: Option<i64>,
    pub(super) saved_at: Timestamp,
}

/// Returns the time of the latest run.
pub(super) fn latest(conn: &mut Conn) -> Result<Option<Timestamp>> {
    Ok(figure_runs::table.select(max(figure_runs::as_of)).first(conn)?)
}

/// Returns the next units with estimates after `last`, in the order of their identifiers.
pub(super) fn units(conn: &mut Conn, last: Option<&Id>) -> Result<Vec<Unit>> {
    let after = last.map_or("", Id::as_str);
    let units = consensus::table
        .inner_join(units::table.on(units::id.eq(consensus::unit_id)))
        .filter(consensus::unit_id.gt(after).and(consensus::estimators.gt(0)))
        .order(consensus::unit_id)
        .limit(AT_ONCE as i64)
        .select((
            consensus::unit_id,
            units::project_id,
            units::bedrooms,
            units::total_area_in_sq_ft,
            units::purchase_price_in_aed,
            consensus::middle,
            consensus::spread,
            consensus::weighted_rent,
        ))
        .load(conn)?;
    Ok(units)
}

/// Returns the estimates of the units from `first` to `last`, unit by unit in the same order: an
/// index range scan.
pub(super) fn estimates(conn: &mut Conn, first: &Id, last: &Id) -> Result<Vec<EstimateRow>> {
    let estimates = assessments::table
        .filter(assessments::unit_id.between(first, last))
        .order((assessments::unit_id, assessments::agent_id))
        .select((
            assessments::id,
            assessments::unit_id,
            assessments::agent_id,
            assessments::estimated_yearly_rent_in_aed,
            assessments::log_rent,
            assessments::base_source,
            assessments::base_value,
            assessments::updated_at,
        ))
        .load(conn)?;
    Ok(estimates)
}

/// Locks the table of runs until this transaction ends, so that no other process stores one; SQLite
/// has a single writer anyway.
pub(super) fn lock_runs(conn: &mut Conn) -> Result<()> {
    if !conn.is_sqlite() {
        sql_query("LOCK TABLE figure_runs IN SHARE ROW EXCLUSIVE MODE").execute(conn)?;
    }
    Ok(())
}

/// Stores weighted rents, in the order of the units' identifiers. PostgreSQL would update them in
/// any order, so that they are locked first.
pub(super) fn renew_rents(conn: &mut Conn, rents: &[(Id, Option<f64>)]) -> Result<()> {
    for some in rents.chunks(RENTS_AT_ONCE) {
        if let Conn::Pg(conn) = conn {
            lock_rows(conn, some.iter().map(|(unit, _)| unit))?;
        }
        let mut statement = sql_query(format!(
            "UPDATE consensus SET weighted_rent = renewed.column2 \
             FROM (VALUES {}) AS renewed WHERE consensus.unit_id = renewed.column1",
            conn.placeholders(some.len(), 2)
        ))
        .into_boxed::<Db>();
        for (unit, rent) in some {
            statement = statement.bind::<Text, _>(unit).bind::<Nullable<Double>, _>(rent);
        }
        statement.execute(conn)?;
    }
    Ok(())
}

/// Replaces the stored reliability of all estimators.
pub(super) fn renew_estimators(conn: &mut Conn, all: &[(Id, Reliability)]) -> Result<()> {
    diesel::delete(estimator_figures::table).execute(conn)?;
    for some in all.chunks(AT_ONCE) {
        let row = |(agent, found): &(Id, Reliability)| {
            let items = i32::try_from(found.items).map_err(Error::internal)?;
            Ok((
                estimator_figures::agent_id.eq(agent.clone()),
                estimator_figures::items.eq(items),
                estimator_figures::bias.eq(found.bias),
                estimator_figures::scale.eq(found.scale),
                estimator_figures::weight.eq(found.weight),
            ))
        };
        let rows = some.iter().map(row).collect::<Result<Vec<_>>>()?;
        on_each!(conn, |conn| diesel::insert_into(estimator_figures::table)
            .values(rows)
            .execute(conn))?;
    }
    Ok(())
}

/// Stores the run, with the number of open flags after it.
pub(super) fn insert(conn: &mut Conn, run: &Run) -> Result<()> {
    let open = i32::try_from(flags::open(conn)?).map_err(Error::internal)?;
    let count = |of: usize| i32::try_from(of).map_err(Error::internal);
    diesel::insert_into(figure_runs::table)
        .values((
            figure_runs::as_of.eq(run.as_of),
            figure_runs::figures.eq(count(run.estimates)?),
            figure_runs::weighted.eq(count(run.weighted)?),
            figure_runs::flags.eq(count(run.flags.count)?),
            figure_runs::open_flags.eq(open),
        ))
        .execute(conn)?;
    Ok(())
}
