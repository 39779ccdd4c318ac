//! The SQL of the overview.

use diesel::dsl::{count_star, max};
use diesel::prelude::*;
use kernel::prelude::*;

use super::Unit;

// What the overview reads of the tables below it.
diesel::table! {
    units (id) {
        id -> Text,
        project_id -> Text,
        total_area_in_sq_ft -> Double,
        purchase_price_in_aed -> BigInt,
        yearly_rent_in_aed -> BigInt,
        service_charges_per_sq_ft -> Double,
    }
}
diesel::table! {
    consensus (unit_id) {
        unit_id -> Text,
        estimators -> Integer,
        rent -> Double,
        spread -> Nullable<Double>,
        confidence -> Nullable<Double>,
        updated_at -> Timestamp,
    }
}
diesel::table! {
    assessments (id) {
        id -> Text,
        unit_id -> Text,
        agent_id -> Text,
        log_rent -> Double,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

diesel::table! {
    flags (id) {
        id -> Text,
        looked -> Bool,
    }
}
diesel::table! {
    figure_runs (as_of) {
        as_of -> Timestamp,
        open_flags -> Integer,
    }
}

diesel::joinable!(consensus -> units (unit_id));
diesel::allow_tables_to_appear_in_same_query!(assessments, consensus, units);

/// A figure: its record, its unit, the logarithm of the rent, and whether it has been saved since.
pub(super) type Former = (Id, Id, f64, bool);

/// What somebody saved: who, how much, and when the last of it was.
pub(super) type Saved = (Id, i64, Option<Timestamp>);

/// Every unit that has a consensus, and whether one of its figures was saved at `at` or later: a pass
/// over both tables.
pub(super) fn units(conn: &mut Conn, at: Timestamp) -> Result<Vec<Unit>> {
    type Row = (Id, Id, i32, f64, Option<f64>, Option<f64>, bool, (f64, i64, i64, f64));
    let rows: Vec<Row> = consensus::table
        .inner_join(units::table)
        .select((
            consensus::unit_id,
            units::project_id,
            consensus::estimators,
            consensus::rent,
            consensus::spread,
            consensus::confidence,
            consensus::updated_at.ge(at),
            (
                units::total_area_in_sq_ft,
                units::yearly_rent_in_aed,
                units::purchase_price_in_aed,
                units::service_charges_per_sq_ft,
            ),
        ))
        .load(conn)?;
    let unit = |(id, project, estimators, rent, spread, confidence, renewed, own): Row| {
        let (area, listed, price, charges) = own;
        Unit {
            id,
            project,
            estimators: estimators.into(),
            rent,
            spread,
            confidence,
            renewed,
            area,
            listed: listed as f64,
            price: price as f64,
            charges,
        }
    };
    Ok(rows.into_iter().map(unit).collect())
}

/// How many units these projects have: a range of an index for each.
pub(super) fn units_of(conn: &mut Conn, projects: &[Id]) -> Result<i64> {
    let count = units::table.filter(units::project_id.eq_any(projects)).count().get_result(conn)?;
    Ok(count)
}

/// The figures that were there before `at`, of units of which one was saved at it or later: a range
/// of an index, and one for each unit.
pub(super) fn of_renewed_units(conn: &mut Conn, at: Timestamp) -> Result<Vec<Former>> {
    let renewed = consensus::table.filter(consensus::updated_at.ge(at)).select(consensus::unit_id);
    let rows = assessments::table
        .filter(assessments::unit_id.eq_any(renewed).and(assessments::created_at.lt(at)))
        .select((
            assessments::id,
            assessments::unit_id,
            assessments::log_rent,
            assessments::updated_at.ge(at),
        ))
        .load(conn)?;
    Ok(rows)
}

/// What everybody saved at `from` or later, and before `until`: a range of an index.
pub(super) fn saved(conn: &mut Conn, from: Timestamp, until: Timestamp) -> Result<Vec<Saved>> {
    let rows = assessments::table
        .filter(assessments::updated_at.ge(from).and(assessments::updated_at.lt(until)))
        .group_by(assessments::agent_id)
        .select((assessments::agent_id, count_star(), max(assessments::updated_at)))
        .load(conn)?;
    Ok(rows)
}

/// How many flags nobody has looked at: a range of an index.
pub(super) fn open_flags(conn: &mut Conn) -> Result<i64> {
    Ok(flags::table.filter(flags::looked.eq(false)).count().get_result(conn)?)
}

/// How many there were at `at`, by the last run before it: a look into an index.
pub(super) fn open_flags_at(conn: &mut Conn, at: Timestamp) -> Result<Option<i32>> {
    let run = figure_runs::table.filter(figure_runs::as_of.lt(at)).order(figure_runs::as_of.desc());
    Ok(run.select(figure_runs::open_flags).first(conn).optional()?)
}
