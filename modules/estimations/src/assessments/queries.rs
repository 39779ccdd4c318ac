//! Queries for a caller's own estimates, and for the consensus that follows from them.

mod places;

use diesel::prelude::*;
use kernel::prelude::*;
use kernel::{db, on_each};
use serde::Serialize;

use super::{Assessment, Entry};
use crate::consensus::Consensus;
use crate::estimate::{EstimateValues, NumberedUnit};
use crate::estimations::Estimation;
use crate::tables::{assessments, consensus, projects, units};
pub(super) use places::{Moment, Place, places};

/// An estimate of a unit.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = assessments)]
pub(super) struct EstimateRow {
    pub(super) id: Id,
    pub(super) unit_id: Id,
    pub(super) agent_id: Id,
    pub(super) log_rent: f64,
    #[diesel(embed)]
    pub(super) values: EstimateValues,
    pub(super) created_at: Timestamp,
    pub(super) updated_at: Timestamp,
}

/// Returns whether there is such a project.
pub(super) fn is_project(conn: &mut Conn, id: &Id) -> Result<bool> {
    let found: Option<Id> = projects::table.find(id).select(projects::id).first(conn).optional()?;
    Ok(found.is_some())
}

/// Locks the consensus rows of these units, in the one order that all transactions use, so that
/// they cannot deadlock.
pub(crate) fn lock_rows<'a>(
    conn: &mut PgConnection,
    units: impl Iterator<Item = &'a Id>,
) -> Result<()> {
    consensus::table
        .filter(consensus::unit_id.eq_any(units))
        .order(consensus::unit_id)
        .select(consensus::unit_id)
        .for_no_key_update()
        .load::<Id>(conn)?;
    Ok(())
}

/// Returns the estimates of all estimators for these units. SQLite is queried for each unit
/// separately, as in `places`.
pub(super) fn estimates(conn: &mut Conn, units: &[Id]) -> Result<Vec<EstimateRow>> {
    let estimates = match conn {
        Conn::Pg(conn) => {
            let these = assessments::table.filter(assessments::unit_id.eq_any(units));
            these.select(EstimateRow::as_select()).load(conn)?
        }
        Conn::Sqlite(conn) => {
            let mut estimates = Vec::new();
            for unit in units {
                let of_unit = assessments::table.filter(assessments::unit_id.eq(unit));
                estimates
                    .extend(of_unit.select(EstimateRow::as_select()).load::<EstimateRow>(conn)?);
            }
            estimates
        }
    };
    Ok(estimates)
}

/// An estimate to be stored.
pub(super) struct StoredEstimate<'a> {
    pub(super) of: &'a Estimation,
    pub(super) entry: Option<&'a Entry>,
    /// Whether there is none yet that it replaces.
    pub(super) is_new: bool,
}

/// Stores estimates: PostgreSQL all with one statement, which stays prepared, SQLite one by one.
pub(super) fn store(conn: &mut Conn, estimates: &[StoredEstimate<'_>]) -> Result<()> {
    if conn.is_sqlite() {
        return estimates.iter().try_for_each(|one| match one.is_new {
            true => insert(conn, one.of, one.entry),
            false => replace(conn, one.of, one.entry),
        });
    }
    let rows: Vec<AssessmentRow<'_>> = estimates.iter().map(AssessmentRow::of).collect();
    let store = "INSERT INTO assessments (id, unit_id, project_id, agent_id,
            estimated_yearly_rent_in_aed, log_rent, estimated_capital_appreciation_percentage,
            confidence_score, base_source, base_value, taps, typed, seconds, created_at, updated_at)
        SELECT id, unit_id, project_id, agent_id, estimated_yearly_rent_in_aed, log_rent,
            estimated_capital_appreciation_percentage, confidence_score, base_source, base_value,
            taps, typed, seconds, created_at, updated_at
        FROM json_populate_recordset(NULL::assessments, ?::json)
        ON CONFLICT (id) DO UPDATE SET
            estimated_yearly_rent_in_aed = excluded.estimated_yearly_rent_in_aed,
            log_rent = excluded.log_rent, estimated_capital_appreciation_percentage =
                excluded.estimated_capital_appreciation_percentage,
            confidence_score = excluded.confidence_score, base_source = excluded.base_source,
            base_value = excluded.base_value, taps = excluded.taps, typed = excluded.typed,
            seconds = excluded.seconds, updated_at = excluded.updated_at";
    db::execute_with_rows(conn, store, &rows)
}

/// A row of `assessments`, by the names of its columns.
#[derive(Serialize)]
struct AssessmentRow<'a> {
    id: &'a Id,
    unit_id: &'a Id,
    project_id: &'a Id,
    agent_id: &'a Id,
    estimated_yearly_rent_in_aed: i64,
    log_rent: f64,
    estimated_capital_appreciation_percentage: f64,
    confidence_score: f64,
    base_source: Option<super::BaseSource>,
    base_value: Option<i64>,
    taps: Option<i32>,
    typed: Option<bool>,
    seconds: Option<f64>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl<'a> AssessmentRow<'a> {
    fn of(StoredEstimate { of, entry, .. }: &StoredEstimate<'a>) -> Self {
        let values = of.values;
        Self {
            id: &of.id,
            unit_id: &of.unit.id,
            project_id: &of.project.id,
            agent_id: &of.agent.id,
            estimated_yearly_rent_in_aed: values.estimated_yearly_rent_in_aed,
            log_rent: values.log_rent(),
            estimated_capital_appreciation_percentage: values
                .estimated_capital_appreciation_percentage,
            confidence_score: values.confidence_score,
            base_source: entry.map(|entry| entry.base_source),
            base_value: entry.and_then(|entry| entry.base_value),
            taps: entry.and_then(|entry| entry.taps),
            typed: entry.and_then(|entry| entry.typed),
            seconds: entry.and_then(|entry| entry.seconds),
            created_at: of.created_at,
            updated_at: of.updated_at,
        }
    }
}

fn insert(conn: &mut Conn, one: &Estimation, entry: Option<&Entry>) -> Result<()> {
    let values = (
        assessments::id.eq(&one.id),
        assessments::unit_id.eq(&one.unit.id),
        assessments::project_id.eq(&one.project.id),
        assessments::agent_id.eq(&one.agent.id),
        one.values,
        assessments::log_rent.eq(one.values.log_rent()),
        entered(entry),
        assessments::created_at.eq(one.created_at),
        assessments::updated_at.eq(one.updated_at),
    );
    on_each!(conn, |conn| diesel::insert_into(assessments::table).values(values).execute(conn))?;
    Ok(())
}

fn replace(conn: &mut Conn, one: &Estimation, entry: Option<&Entry>) -> Result<()> {
    let values = (
        one.values,
        assessments::log_rent.eq(one.values.log_rent()),
        entered(entry),
        assessments::updated_at.eq(one.updated_at),
    );
    let own = assessments::table.find(&one.id);
    match on_each!(conn, |conn| db::update(own).set_all(values).execute(conn))? {
        1 => Ok(()),
        _ => Err(Error::NotFound),
    }
}

/// The stored columns about how an estimate was entered.
type Entered = (
    diesel::dsl::Eq<assessments::base_source, Option<super::BaseSource>>,
    diesel::dsl::Eq<assessments::base_value, Option<i64>>,
    diesel::dsl::Eq<assessments::taps, Option<i32>>,
    diesel::dsl::Eq<assessments::typed, Option<bool>>,
    diesel::dsl::Eq<assessments::seconds, Option<f64>>,
);

/// Returns these columns; all null when it is unknown.
fn entered(entry: Option<&Entry>) -> Entered {
    (
        assessments::base_source.eq(entry.map(|entry| entry.base_source)),
        assessments::base_value.eq(entry.and_then(|entry| entry.base_value)),
        assessments::taps.eq(entry.and_then(|entry| entry.taps)),
        assessments::typed.eq(entry.and_then(|entry| entry.typed)),
        assessments::seconds.eq(entry.and_then(|entry| entry.seconds)),
    )
}

/// The consensus of a unit, without the columns that runs compute.
#[derive(Insertable, AsChangeset, Serialize)]
#[diesel(table_name = consensus, primary_key(unit_id))]
#[diesel(treat_none_as_null = true, treat_none_as_default_value = false)]
pub(super) struct RenewedConsensus<'a> {
    unit_id: &'a Id,
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

impl<'a> RenewedConsensus<'a> {
    pub(super) fn new(unit: &'a Id, estimators: i32, of: &Consensus, now: Timestamp) -> Self {
        Self {
            unit_id: unit,
            estimators,
            low: of.low,
            middle: of.middle,
            high: of.high,
            rent: of.rent(),
            spread: of.spread,
            half_width: of.half_width(),
            confidence: of.confidence(),
            updated_at: now,
        }
    }
}

/// Stores the consensus of units. There is no concurrent writer: PostgreSQL has locked the rows, which all exist, SQLite
/// has a single writer.
pub(super) fn renew(conn: &mut Conn, all: &[RenewedConsensus<'_>]) -> Result<()> {
    let Conn::Sqlite(conn) = conn else {
        let renew = "UPDATE consensus SET estimators = new.estimators, low = new.low,
                middle = new.middle, high = new.high, rent = new.rent, spread = new.spread,
                half_width = new.half_width, confidence = new.confidence, updated_at = new.updated_at
            FROM json_populate_recordset(NULL::consensus, ?::json) AS new
            WHERE consensus.unit_id = new.unit_id";
        return db::execute_with_rows(conn, renew, all);
    };
    for one in all {
        let insert = diesel::insert_into(consensus::table).values(one);
        insert.on_conflict(consensus::unit_id).do_update().set(one).execute(conn)?;
    }
    Ok(())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = assessments)]
struct OwnRow {
    id: Id,
    unit_id: Id,
    #[diesel(select_expression = units::unit_number)]
    unit_number: String,
    project_id: Id,
    #[diesel(embed)]
    values: EstimateValues,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// Returns the person's own estimates of a project, in the natural order of the unit numbers.
pub(super) fn own(conn: &mut Conn, agent: &Id, project: &Id) -> Result<Vec<Assessment>> {
    let rows = assessments::table
        .inner_join(units::table)
        .filter(assessments::agent_id.eq(agent).and(assessments::project_id.eq(project)))
        .order((units::unit_number_order, units::id))
        .select(OwnRow::as_select())
        .load::<OwnRow>(conn)?;
    Ok(rows.into_iter().map(Assessment::from).collect())
}

impl From<OwnRow> for Assessment {
    fn from(row: OwnRow) -> Self {
        Self {
            id: row.id,
            unit: NumberedUnit { id: row.unit_id.clone(), unit_number: row.unit_number },
            project_id: row.project_id,
            unit_id: row.unit_id,
            values: row.values,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}
