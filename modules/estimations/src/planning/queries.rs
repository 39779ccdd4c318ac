//! Queries for planning.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use kernel::prelude::*;

use crate::tables::{consensus, units};

/// Counts the units of these projects that at least so many estimators have assessed; projects
/// without any are missing. Scans the index `units_project`.
pub(super) fn covered(conn: &mut Conn, projects: &[Id], minimum: i32) -> Result<HashMap<Id, i64>> {
    let rows = units::table
        .inner_join(consensus::table.on(consensus::unit_id.eq(units::id)))
        .filter(units::project_id.eq_any(projects).and(consensus::estimators.ge(minimum)))
        .group_by(units::project_id)
        .select((units::project_id, count_star()))
        .load::<(Id, i64)>(conn)?;
    Ok(rows.into_iter().collect())
}
