//! Queries for the charts.

use diesel::prelude::*;
use kernel::prelude::*;

use crate::tables::assessments;

// The columns that charts read of another module's table.
diesel::table! {
    units (id) {
        id -> Text,
        project_id -> Text,
    }
}

/// Counts the units of these projects: an index range scan for each.
pub(super) fn units_of(conn: &mut Conn, projects: &[Id]) -> Result<i64> {
    let count = units::table.filter(units::project_id.eq_any(projects)).count().get_result(conn)?;
    Ok(count)
}

/// Returns the units of these projects, once for each estimator, with the time of the first save:
/// an index range scan for each project.
pub(super) fn first_saves(conn: &mut Conn, projects: &[Id]) -> Result<Vec<(Id, Timestamp)>> {
    let rows = assessments::table
        .filter(assessments::project_id.eq_any(projects))
        .select((assessments::unit_id, assessments::created_at))
        .load(conn)?;
    Ok(rows)
}
