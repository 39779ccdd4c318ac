//! Queries for the overview.

use diesel::prelude::*;
use kernel::prelude::*;

// The columns that the overview reads of other modules' tables.
diesel::table! {
    units (id) {
        id -> Text,
        project_id -> Text,
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

/// Counts the units of these projects: an index range scan for each.
pub(super) fn units_of(conn: &mut Conn, projects: &[Id]) -> Result<i64> {
    let count = units::table.filter(units::project_id.eq_any(projects)).count().get_result(conn)?;
    Ok(count)
}

/// Counts the open flags: an index range scan.
pub(super) fn open_flags(conn: &mut Conn) -> Result<i64> {
    Ok(flags::table.filter(flags::looked.eq(false)).count().get_result(conn)?)
}

/// Returns the number of open flags at `at`, by the last run before it: an index lookup.
pub(super) fn open_flags_at(conn: &mut Conn, at: Timestamp) -> Result<Option<i32>> {
    let run = figure_runs::table.filter(figure_runs::as_of.lt(at)).order(figure_runs::as_of.desc());
    Ok(run.select(figure_runs::open_flags).first(conn).optional()?)
}
