//! Queries for a caller's own estimates, and for the consensus that follows from them.

mod places;

use ::projects::Projects;
use ::units::Units;
use diesel::prelude::*;
use kernel::prelude::*;
use kernel::{Reader, Shown, by_column, db};

use super::{Assessment, Entry};
use crate::assessments::rows::{AssessmentRow, ConsensusRow};
use crate::estimate::{EstimateValues, NumberedUnit};
use crate::estimations::{Estimation, Estimations};
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
    if let Conn::Sqlite(conn) = conn {
        return estimates.iter().try_for_each(|one| match one.is_new {
            true => {
                let row = AssessmentRow::of(one.of, one.entry);
                diesel::insert_into(assessments::table).values(row).execute(conn)?;
                Ok(())
            }
            false => replace(conn, one.of, one.entry),
        });
    }
    let rows: Vec<AssessmentRow<'_>> =
        estimates.iter().map(|one| AssessmentRow::of(one.of, one.entry)).collect();
    let store = "INSERT INTO assessments (id, unit_id, project_id, agent_id,
            estimated_yearly_rent_in_aed, log_rent, estimated_capital_appreciation_percentage,
            confidence_score, base_source, base_value, taps, typed, seconds, created_at, updated_at)
        SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
            estimated_yearly_rent_in_aed = excluded.estimated_yearly_rent_in_aed,
            log_rent = excluded.log_rent, estimated_capital_appreciation_percentage =
                excluded.estimated_capital_appreciation_percentage,
            confidence_score = excluded.confidence_score, base_source = excluded.base_source,
            base_value = excluded.base_value, taps = excluded.taps, typed = excluded.typed,
            seconds = excluded.seconds, updated_at = excluded.updated_at";
    let columns = by_column!(
        assessments,
        rows,
        [
            id,
            unit_id,
            project_id,
            agent_id,
            estimated_yearly_rent_in_aed,
            log_rent,
            estimated_capital_appreciation_percentage,
            confidence_score,
            base_source,
            base_value,
            taps,
            typed,
            seconds,
            created_at,
            updated_at
        ]
    );
    db::execute_with_rows(conn, store, &columns)
}

fn replace(conn: &mut SqliteConnection, one: &Estimation, entry: Option<&Entry>) -> Result<()> {
    let values = (
        one.values,
        assessments::log_rent.eq(one.values.log_rent()),
        entered(entry),
        assessments::updated_at.eq(one.updated_at),
    );
    let own = assessments::table.find(&one.id);
    match db::update(own).set_all(values).execute(conn)? {
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

/// Stores the consensus of units. There is no concurrent writer: PostgreSQL has locked the rows, which all exist, SQLite
/// has a single writer.
pub(super) fn renew(conn: &mut Conn, all: &[ConsensusRow<'_>]) -> Result<()> {
    let Conn::Sqlite(conn) = conn else {
        let renew = "UPDATE consensus SET estimators = new.estimators, low = new.low,
                middle = new.middle, high = new.high, rent = new.rent, spread = new.spread,
                half_width = new.half_width, confidence = new.confidence, updated_at = new.updated_at
            FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS new (unit_id, estimators, low, middle,
                high, rent, spread, half_width, confidence, updated_at)
            WHERE consensus.unit_id = new.unit_id";
        let columns = by_column!(
            consensus,
            all,
            [
                unit_id, estimators, low, middle, high, rent, spread, half_width, confidence,
                updated_at
            ]
        );
        return db::execute_with_rows(conn, renew, &columns);
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
pub(super) fn own(
    conn: &mut Conn,
    agent: &Id,
    project: &Id,
    reader: &Reader,
) -> Result<Vec<Shown<Assessment>>> {
    if reader.among::<Projects>(conn, vec![project.clone()])?.is_empty() {
        return Ok(Vec::new());
    }
    let rows = assessments::table
        .inner_join(units::table)
        .filter(assessments::agent_id.eq(agent).and(assessments::project_id.eq(project)))
        .filter(reader.readable::<Units>()?)
        .filter(reader.readable::<Estimations>()?)
        .order((units::unit_number_order, units::id))
        .select(OwnRow::as_select())
        .load::<OwnRow>(conn)?;
    reader.show::<Estimations, _>(conn, rows.into_iter().map(Assessment::from).collect())
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
