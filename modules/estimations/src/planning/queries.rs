//! Queries for planning.

use std::collections::HashMap;

use ::units::Units;
use diesel::dsl::count_star;
use diesel::prelude::*;
use kernel::Reader;
use kernel::prelude::*;

use crate::estimations::Estimations;
use crate::tables::{assessments, consensus, units};

/// Counts the units of these projects that at least so many estimators have assessed; projects
/// without any are missing. Scans the index `units_project`.
pub(super) fn covered(
    conn: &mut Conn,
    projects: &[Id],
    minimum: i32,
    reader: &Reader,
) -> Result<HashMap<Id, i64>> {
    if !reader.sees_all::<Estimations>() {
        return covered_by_readable(conn, projects, minimum, reader);
    }
    let rows = units::table
        .inner_join(consensus::table.on(consensus::unit_id.eq(units::id)))
        .filter(units::project_id.eq_any(projects).and(consensus::estimators.ge(minimum)))
        .filter(reader.readable::<Units>()?)
        .group_by(units::project_id)
        .select((units::project_id, count_star()))
        .load::<(Id, i64)>(conn)?;
    Ok(rows.into_iter().collect())
}

/// Does the same by the estimates that the user may read: a pass over those of these projects.
fn covered_by_readable(
    conn: &mut Conn,
    projects: &[Id],
    minimum: i32,
    reader: &Reader,
) -> Result<HashMap<Id, i64>> {
    let rows = assessments::table
        .inner_join(units::table)
        .filter(units::project_id.eq_any(projects))
        .filter(reader.readable::<Units>()?)
        .filter(reader.readable::<Estimations>()?)
        .group_by((units::id, units::project_id))
        .select((units::project_id, count_star()))
        .load::<(Id, i64)>(conn)?;
    let mut covered = HashMap::new();
    for (project, estimators) in rows {
        if estimators >= i64::from(minimum) {
            *covered.entry(project).or_default() += 1;
        }
    }
    Ok(covered)
}
