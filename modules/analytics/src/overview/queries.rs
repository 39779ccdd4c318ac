//! Queries for the overview.

use ::units::Units;
use diesel::prelude::*;
use kernel::Reader;
use kernel::prelude::*;

// The columns that the overview reads of other modules' tables.
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
