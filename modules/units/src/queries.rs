//! Queries for units.

use diesel::prelude::*;
use kernel::prelude::*;

use crate::units_tables::units;
use crate::{Unit, Units};

/// Returns the units of a project, in the natural order of their numbers: a range of the index
/// `units_project`.
pub(crate) fn of_project(conn: &mut Conn, project: &Id) -> Result<Vec<Unit>> {
    Ok(Units::query()
        .filter(units::project_id.eq(project))
        .order((units::unit_number_order, units::id))
        .select(Unit::as_select())
        .load(conn)?)
}
