//! Queries for the charts.

use ::units::Units;
use diesel::prelude::*;
use kernel::Reader;
use kernel::prelude::*;

use crate::estimations::Estimations;
use crate::tables::assessments;

// The columns that charts read of another module's table.
diesel::table! {
    units (id) {
        id -> Text,
        project_id -> Text,
    }
}

/// Counts the units of these projects: an index range scan for each.
pub(super) fn units_of(conn: &mut Conn, projects: &[Id], reader: &Reader) -> Result<i64> {
    let units = units::table.filter(units::project_id.eq_any(projects));
    Ok(units.filter(reader.readable::<Units>()?).count().get_result(conn)?)
}

/// Returns the units of these projects, once for each estimator, with the time of the first save:
/// an index range scan for each project.
pub(super) fn first_saves(
    conn: &mut Conn,
    projects: &[Id],
    reader: &Reader,
) -> Result<Vec<(Id, Timestamp)>> {
    let rows = assessments::table
        .filter(assessments::project_id.eq_any(projects))
        .filter(reader.refers_to::<Units>(assessments::unit_id)?)
        .filter(reader.readable::<Estimations>()?)
        .select((assessments::unit_id, assessments::created_at))
        .load(conn)?;
    Ok(rows)
}
