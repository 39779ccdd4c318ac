//! Queries for units.

use diesel::dsl::{InnerJoin, InnerJoinQuerySource};
use diesel::prelude::*;
use kernel::prelude::*;
use kernel::{changed, db, on_each};

use crate::number::natural_order;
use crate::{Unit, UnitFields, UnitInput};

diesel::table! {
    units (id) {
        id -> Text,
        unit_number -> Text,
        unit_number_order -> Text,
        project_id -> Text,
        developer_id -> Text,
        bedrooms -> Integer,
        floor -> Nullable<Integer>,
        total_area_in_sq_ft -> Double,
        balcony_area_in_sq_ft -> Nullable<Double>,
        view -> Nullable<Text>,
        purchase_price_in_aed -> BigInt,
        yearly_rent_in_aed -> BigInt,
        service_charges_per_sq_ft -> Double,
        amenities -> Text,
        status -> Text,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

// The columns that units read of other modules' tables.
diesel::table! {
    projects (id) {
        id -> Text,
        name -> Text,
    }
}
diesel::table! {
    developers (id) {
        id -> Text,
        name -> Text,
    }
}

diesel::joinable!(units -> projects (project_id));
diesel::joinable!(units -> developers (developer_id));
diesel::allow_tables_to_appear_in_same_query!(units, projects, developers);

/// The query source of lists of units.
pub(crate) type UnitSource =
    InnerJoinQuerySource<InnerJoinQuerySource<units::table, projects::table>, developers::table>;

pub(crate) type Joined = InnerJoin<InnerJoin<units::table, projects::table>, developers::table>;

pub(crate) fn joined() -> Joined {
    units::table.inner_join(projects::table).inner_join(developers::table)
}

pub(crate) fn fields() -> Fields<units::table, UnitSource> {
    Fields::new("_id", units::id)
        .natural_order("unitNumber", units::unit_number, units::unit_number_order)
        .searched()
        .named("project", units::project_id, projects::name)
        .searched()
        .named("developer", units::developer_id, developers::name)
        .searched()
        .field("bedrooms", units::bedrooms)
        .field("floor", units::floor)
        .field("totalAreaInSqFt", units::total_area_in_sq_ft)
        .field("balconyAreaInSqFt", units::balcony_area_in_sq_ft)
        .field("view", units::view)
        .searched()
        .field("purchasePriceInAED", units::purchase_price_in_aed)
        .field("yearlyRentInAED", units::yearly_rent_in_aed)
        .field("serviceChargesPerSqFt", units::service_charges_per_sq_ft)
        .field("status", units::status)
        .field("createdAt", units::created_at)
        .field("updatedAt", units::updated_at)
}

/// Returns the units of a project, in the natural order of their numbers: a range of the index
/// `units_project`.
pub(crate) fn of_project(conn: &mut Conn, project: &Id) -> Result<Vec<Unit>> {
    Ok(joined()
        .filter(units::project_id.eq(project))
        .order((units::unit_number_order, units::id))
        .select(Unit::as_select())
        .load(conn)?)
}

/// A unit as it is inserted.
#[derive(Insertable)]
#[diesel(table_name = units)]
struct NewUnit<'a> {
    id: &'a Id,
    unit_number_order: String,
    #[diesel(embed)]
    fields: UnitFields,
    project_id: Id,
    developer_id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl<'a> NewUnit<'a> {
    fn of(id: &'a Id, input: UnitInput, now: Timestamp) -> Self {
        Self {
            id,
            unit_number_order: natural_order(&input.fields.unit_number),
            fields: input.fields,
            project_id: input.project_id,
            developer_id: input.developer_id,
            created_at: now,
            updated_at: now,
        }
    }
}

pub(crate) fn insert(conn: &mut Conn, id: &Id, input: UnitInput) -> Result<()> {
    let unit = NewUnit::of(id, input, Timestamp::now());
    on_each!(conn, |conn| diesel::insert_into(units::table).values(unit).execute(conn))?;
    Ok(())
}

pub(crate) fn insert_many(conn: &mut Conn, inputs: Vec<(&Id, UnitInput)>) -> Result<()> {
    let now = Timestamp::now();
    let all = inputs.into_iter().map(|(id, input)| NewUnit::of(id, input, now));
    let all: Vec<NewUnit<'_>> = all.collect();
    on_each!(conn, |conn| diesel::insert_into(units::table).values(all).execute(conn))?;
    Ok(())
}

pub(crate) fn update(conn: &mut Conn, id: &Id, was: &UnitInput, is: UnitInput) -> Result<()> {
    let numbered = was.fields.unit_number != is.fields.unit_number;
    let order = numbered.then(|| natural_order(&is.fields.unit_number));
    db::update(units::table.find(id))
        .set((
            order.map(|order| units::unit_number_order.eq(order)),
            changed!(units: UnitFields {
                unit_number, bedrooms, floor, total_area_in_sq_ft, balcony_area_in_sq_ft, view,
                purchase_price_in_aed, yearly_rent_in_aed, service_charges_per_sq_ft, amenities,
                status,
            }, &was.fields => is.fields),
            (was.project_id != is.project_id).then(|| units::project_id.eq(is.project_id)),
            (was.developer_id != is.developer_id).then(|| units::developer_id.eq(is.developer_id)),
            units::updated_at.eq(Timestamp::now()),
        ))
        .execute(conn)?;
    Ok(())
}
