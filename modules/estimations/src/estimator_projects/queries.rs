//! Queries for the estimators' view of projects.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use kernel::prelude::*;
use kernel::{Reader, Shown};
use units::{Status, Units};

use super::{UnitForEstimators, percentage_base};
use crate::tables::{assessments, developers, projects, units as table};

/// Counts the units of each project for which the person has saved an estimate; projects without
/// any are missing. Costs a lookup in the index `assessments_project` for each existing project.
pub(super) fn own_counts(conn: &mut Conn, agent: &Id, reader: &Reader) -> Result<HashMap<Id, i64>> {
    let own = assessments::table
        .filter(assessments::project_id.eq(projects::id).and(assessments::agent_id.eq(agent)))
        .filter(reader.refers_to::<Units>(assessments::unit_id)?)
        .select(count_star())
        .single_value();
    let rows = projects::table.select((projects::id, own)).load::<(Id, Option<i64>)>(conn)?;
    let some = |(id, count): (Id, Option<i64>)| count.filter(|count| *count > 0).map(|n| (id, n));
    Ok(rows.into_iter().filter_map(some).collect())
}

/// Counts the units of these projects; those without any are missing. Scans the index
/// `units_project`.
pub(crate) fn unit_counts(
    conn: &mut Conn,
    projects: &[Id],
    reader: &Reader,
) -> Result<HashMap<Id, i64>> {
    let rows = table::table
        .filter(table::project_id.eq_any(projects))
        .filter(reader.readable::<Units>()?)
        .group_by(table::project_id)
        .select((table::project_id, count_star()))
        .load::<(Id, i64)>(conn)?;
    Ok(rows.into_iter().collect())
}

/// Counts the units of these projects for which each person has saved an estimate, as (project,
/// person, units). Scans the index `assessments_project`.
pub(super) fn counts(
    conn: &mut Conn,
    projects: &[Id],
    reader: &Reader,
) -> Result<Vec<(Id, Id, i64)>> {
    let rows = assessments::table
        .filter(assessments::project_id.eq_any(projects))
        .filter(reader.refers_to::<Units>(assessments::unit_id)?)
        .group_by((assessments::project_id, assessments::agent_id))
        .select((assessments::project_id, assessments::agent_id, count_star()))
        .load(conn)?;
    Ok(rows)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = table)]
struct UnitRow {
    id: Id,
    unit_number: String,
    project_id: Id,
    #[diesel(select_expression = projects::name)]
    project_name: String,
    developer_id: Id,
    #[diesel(select_expression = developers::name)]
    developer_name: String,
    bedrooms: i32,
    floor: Option<i32>,
    total_area_in_sq_ft: f64,
    balcony_area_in_sq_ft: Option<f64>,
    view: Option<String>,
    purchase_price_in_aed: i64,
    /// The input of the percentage base; it is not sent to clients.
    yearly_rent_in_aed: i64,
    service_charges_per_sq_ft: f64,
    amenities: TextList,
    status: Status,
}

impl From<UnitRow> for UnitForEstimators {
    fn from(row: UnitRow) -> Self {
        Self {
            id: row.id,
            unit_number: row.unit_number,
            project: Named { id: row.project_id, name: row.project_name },
            developer: Named { id: row.developer_id, name: row.developer_name },
            bedrooms: row.bedrooms,
            floor: row.floor,
            total_area_in_sq_ft: row.total_area_in_sq_ft,
            balcony_area_in_sq_ft: row.balcony_area_in_sq_ft,
            view: row.view,
            purchase_price_in_aed: row.purchase_price_in_aed,
            service_charges_per_sq_ft: row.service_charges_per_sq_ft,
            amenities: row.amenities,
            status: row.status,
            percentage_base_in_aed: percentage_base(
                row.yearly_rent_in_aed,
                row.total_area_in_sq_ft,
            ),
        }
    }
}

/// Returns the units of a project, in the natural order of their numbers: a range of the index
/// `units_project`.
pub(super) fn units_of(
    conn: &mut Conn,
    project: &Id,
    reader: &Reader,
) -> Result<Vec<Shown<UnitForEstimators>>> {
    let rows = table::table
        .inner_join(projects::table)
        .inner_join(developers::table)
        .filter(table::project_id.eq(project))
        .order((table::unit_number_order, table::id))
        .select(UnitRow::as_select())
        .load::<UnitRow>(conn)?;
    // The base is the rent, or follows from the area: from what is seen of these.
    let (sees_rent, sees_area) =
        (reader.sees::<Units>("yearlyRentInAED"), reader.sees::<Units>("totalAreaInSqFt"));
    let seen = |mut row: UnitRow| {
        let rent = if sees_rent { row.yearly_rent_in_aed } else { 0 };
        let area = if sees_area { row.total_area_in_sq_ft } else { 0.0 };
        row.yearly_rent_in_aed = rent;
        UnitForEstimators {
            percentage_base_in_aed: percentage_base(rent, area),
            ..UnitForEstimators::from(row)
        }
    };
    reader.show::<Units, _>(conn, rows.into_iter().map(seen).collect())
}
