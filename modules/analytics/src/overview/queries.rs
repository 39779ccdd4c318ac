//! The SQL of the overview.

use diesel::prelude::*;
use kernel::prelude::*;

// What the overview reads of the tables below it.
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

/// How many units these projects have: a range of an index for each.
pub(super) fn units_of(conn: &mut Conn, projects: &[Id]) -> Result<i64> {
    let count = units::table.filter(units::project_id.eq_any(projects)).count().get_result(conn)?;
    Ok(count)
}

/// How many flags nobody has looked at: a range of an index.
pub(super) fn open_flags(conn: &mut Conn) -> Result<i64> {
    Ok(flags::table.filter(flags::looked.eq(false)).count().get_result(conn)?)
}

/// How many there were at `at`, by the last run before it: a look into an index.
pub(super) fn open_flags_at(conn: &mut Conn, at: Timestamp) -> Result<Option<i32>> {
    let run = figure_runs::table.filter(figure_runs::as_of.lt(at)).order(figure_runs::as_of.desc());
    Ok(run.select(figure_runs::open_flags).first(conn).optional()?)
}
