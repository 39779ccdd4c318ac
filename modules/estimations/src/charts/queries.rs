//! The SQL of the charts.

use diesel::prelude::*;
use kernel::prelude::*;

use crate::tables::assessments;

// What charts read of the table below them.
diesel::table! {
    units (id) {
        id -> Text,
        project_id -> Text,
    }
}

/// How many units these projects have: a range of an index for each.
pub(super) fn units_of(conn: &mut Conn, projects: &[Id]) -> Result<i64> {
    let count = units::table.filter(units::project_id.eq_any(projects)).count().get_result(conn)?;
    Ok(count)
}

/// The units of these projects, once for each estimator, with the moment of the first save: a range
/// of an index for each project.
pub(super) fn first_saves(conn: &mut Conn, projects: &[Id]) -> Result<Vec<(Id, Timestamp)>> {
    let rows = assessments::table
        .filter(assessments::project_id.eq_any(projects))
        .select((assessments::unit_id, assessments::created_at))
        .load(conn)?;
    Ok(rows)
}
