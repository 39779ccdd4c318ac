//! Queries for the demo data.

use diesel::prelude::*;
use kernel::prelude::*;

use super::people::PEOPLE;
use super::{Person, Unit};
use crate::assessments::rows::{AssessmentRow, ConsensusRow};
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

pub(super) fn insert(
    conn: &mut Conn,
    rows: &[AssessmentRow<'_>],
    of_units: &[ConsensusRow<'_>],
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
