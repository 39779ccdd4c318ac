//! Queries for the demo data.

use diesel::prelude::*;
use kernel::prelude::*;

use super::people::PEOPLE;
use super::{CurrentEstimate, Person, Unit};
use crate::assessments::BaseSource;
use crate::consensus::Consensus;
use crate::estimate::EstimateValues;
use crate::tables::{accounts, assessments, consensus, units};

/// How many rows one statement inserts: with fifteen values each, fewer than either database
/// accepts at once.
const BATCH: usize = 1000;

/// Returns the estimators.
pub(super) fn people(conn: &mut Conn) -> Result<Vec<Person>> {
    PEOPLE
        .iter()
        .map(|skill| {
            let (id, name) = accounts::table
                .filter(accounts::email.eq(skill.email))
                .select((accounts::id, accounts::name))
                .first(conn)?;
            Ok(Person { who: Named { id, name }, skill })
        })
        .collect()
}

/// Returns the units of a project, in the natural order of their numbers.
pub(super) fn units(conn: &mut Conn, project: &Named) -> Result<Vec<Unit>> {
    let rows = units::table
        .filter(units::project_id.eq(&project.id))
        .order((units::unit_number_order, units::id))
        .select((
            units::id,
            units::unit_number,
            units::bedrooms,
            units::total_area_in_sq_ft,
            units::yearly_rent_in_aed,
        ))
        .load::<(Id, String, i32, f64, i64)>(conn)?;
    let unit = |(id, number, bedrooms, area, listed)| Unit {
        id,
        number,
        project: project.clone(),
        bedrooms,
        area,
        listed,
    };
    Ok(rows.into_iter().map(unit).collect())
}

#[derive(Insertable)]
#[diesel(table_name = assessments, treat_none_as_default_value = false)]
pub(super) struct AssessmentRow {
    id: Id,
    unit_id: Id,
    project_id: Id,
    agent_id: Id,
    estimated_yearly_rent_in_aed: i64,
    log_rent: f64,
    estimated_capital_appreciation_percentage: f64,
    confidence_score: f64,
    base_source: Option<BaseSource>,
    base_value: Option<i64>,
    taps: Option<i32>,
    typed: Option<bool>,
    seconds: Option<f64>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

pub(super) fn row(
    estimate: &CurrentEstimate<'_>,
    unit: &Unit,
    person: &Person,
    values: EstimateValues,
) -> AssessmentRow {
    let entry = &estimate.last.step.entry;
    AssessmentRow {
        id: estimate.id.clone(),
        unit_id: unit.id.clone(),
        project_id: unit.project.id.clone(),
        agent_id: person.who.id.clone(),
        estimated_yearly_rent_in_aed: values.estimated_yearly_rent_in_aed,
        log_rent: values.log_rent(),
        estimated_capital_appreciation_percentage: values.estimated_capital_appreciation_percentage,
        confidence_score: values.confidence_score,
        base_source: Some(entry.base_source),
        base_value: entry.base_value,
        taps: entry.taps,
        typed: entry.typed,
        seconds: entry.seconds,
        created_at: estimate.created_at,
        updated_at: estimate.last.at,
    }
}

#[derive(Insertable)]
#[diesel(table_name = consensus, treat_none_as_default_value = false)]
pub(super) struct ConsensusRow {
    unit_id: Id,
    estimators: i32,
    low: f64,
    middle: f64,
    high: f64,
    rent: f64,
    spread: Option<f64>,
    half_width: Option<f64>,
    confidence: Option<f64>,
    updated_at: Timestamp,
}

pub(super) fn consensus_row(unit: &Id, of: &Consensus, at: Timestamp) -> Result<ConsensusRow> {
    Ok(ConsensusRow {
        unit_id: unit.clone(),
        estimators: i32::try_from(of.estimators).map_err(Error::internal)?,
        low: of.low,
        middle: of.middle,
        high: of.high,
        rent: of.rent(),
        spread: of.spread,
        half_width: of.half_width(),
        confidence: of.confidence(),
        updated_at: at,
    })
}

pub(super) fn insert(
    conn: &mut Conn,
    rows: &[AssessmentRow],
    of_units: &[ConsensusRow],
) -> Result<()> {
    for batch in rows.chunks(BATCH) {
        let insert = diesel::insert_into(assessments::table).values(batch);
        match conn {
            Conn::Pg(conn) => insert.execute(conn),
            Conn::Sqlite(conn) => insert.execute(conn),
        }?;
    }
    for batch in of_units.chunks(BATCH) {
        let insert = diesel::insert_into(consensus::table).values(batch);
        match conn {
            Conn::Pg(conn) => insert.execute(conn),
            Conn::Sqlite(conn) => insert.execute(conn),
        }?;
    }
    Ok(())
}
