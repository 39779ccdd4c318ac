//! Units: the apartments, villas and offices of a project, with their prices and listed rents.

mod demo;
mod measures;
mod number;
mod queries;
mod routes;

pub use measures::CALLED;

use diesel::prelude::*;
use kernel::prelude::*;
use kernel::resource;
use queries::units;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The module.
pub const MODULE: Module = Module {
    migrations: kernel::migrations!(),
    policy: include_str!("../policy.csv"),
    resources: &[resource::full::<Units>()],
    mappings: &[("bayut-rents", include_str!("../mappings/bayut-rents.toml"))],
    routes: |api| {
        api.service(routes::project_with_units);
    },
    measures: measures::MEASURES,
    dimensions: measures::DIMENSIONS,
    demo: demo::seed,
    ..Module::new("units")
};

/// A unit.
#[derive(Debug, Queryable, Selectable, Serialize, JsonSchema)]
#[diesel(table_name = queries::units)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = [
    "_id", "unitNumber", "status", "project", "developer",
    "bedrooms", "floor", "totalAreaInSqFt", "balconyAreaInSqFt", "view", "purchasePriceInAED",
    "yearlyRentInAED", "serviceChargesPerSqFt", "amenities"
]))]
pub struct Unit {
    #[serde(rename = "_id")]
    pub id: Id,
    #[serde(flatten)]
    #[diesel(embed)]
    pub(crate) fields: UnitFields,
    #[diesel(select_expression = (queries::projects::id, queries::projects::name))]
    pub project: Named,
    #[diesel(select_expression = (queries::developers::id, queries::developers::name))]
    pub developer: Named,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The input for a unit.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = [
    "unitNumber", "status", "projectId", "developerId",
    "bedrooms", "floor", "totalAreaInSqFt", "balconyAreaInSqFt", "view", "purchasePriceInAED",
    "yearlyRentInAED", "serviceChargesPerSqFt", "amenities"
]))]
pub struct UnitInput {
    #[schemars(title = "Project")]
    pub project_id: Id,
    #[schemars(title = "Developer")]
    pub developer_id: Id,
    #[serde(flatten)]
    pub fields: UnitFields,
}

/// The fields of a unit that are read and written alike.
#[derive(Debug, Queryable, Selectable, Insertable, Serialize, Deserialize, JsonSchema)]
#[diesel(table_name = queries::units, treat_none_as_default_value = false)]
#[serde(rename_all = "camelCase")]
pub struct UnitFields {
    /// Unique within the project.
    #[schemars(
        length(min = 1, max = 100),
        extend("x-normalize" = ["trim"], "examples" = ["A-101"])
    )]
    pub unit_number: String,
    /// 0 for a studio.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub bedrooms: i32,
    #[schemars(range(min = -20, max = 300))]
    pub floor: Option<i32>,
    /// Includes the balcony area.
    #[schemars(title = "Total area", range(min = 0, max = 1e9), extend("x-unit" = "sq ft"))]
    #[diesel(column_name = total_area_in_sq_ft)]
    #[serde(rename = "totalAreaInSqFt")]
    pub total_area_in_sq_ft: f64,
    /// Part of the total area.
    #[schemars(title = "Balcony area", range(min = 0, max = 1e9), extend("x-unit" = "sq ft"))]
    #[serde(rename = "balconyAreaInSqFt")]
    pub balcony_area_in_sq_ft: Option<f64>,
    #[schemars(length(max = 200), extend("examples" = ["Sea view, City view"], "x-normalize" = ["trim"]))]
    pub view: Option<String>,
    #[schemars(title = "Purchase price", range(min = 0, max = MAX_SAFE_INTEGER), extend("x-unit" = "AED"))]
    #[serde(rename = "purchasePriceInAED")]
    pub purchase_price_in_aed: i64,
    /// The listed rent for one year.
    #[schemars(title = "Yearly rent", range(min = 0, max = MAX_SAFE_INTEGER), extend("x-unit" = "AED"))]
    #[serde(rename = "yearlyRentInAED")]
    pub yearly_rent_in_aed: i64,
    /// Billed yearly on the total area.
    #[schemars(
        title = "Service charges",
        range(min = 0, max = 1e6),
        extend("x-unit" = "AED per sq ft", "x-step" = 0.01)
    )]
    pub service_charges_per_sq_ft: f64,
    /// Amenities of this unit only, for example a maid's room.
    #[serde(default)]
    #[schemars(inner(length(min = 1, max = 100)), length(max = 100))]
    pub amenities: TextList,
    /// Whether it is available, reserved or taken.
    #[serde(default)]
    pub status: Status,
}

kernel::text_enum! {
    /// Availability of a unit.
    #[derive(Default)]
    pub enum Status {
        #[default]
        Available = ("available", "Available"),
        Sold = ("sold", "Sold"),
        Rented = ("rented", "Rented"),
        Reserved = ("reserved", "Reserved"),
    }
}

/// The resource.
pub struct Units;

impl Resource for Units {
    type View = Unit;
    type Table = queries::units::table;
    type Source = queries::UnitSource;

    const INFO: Info = Info {
        name: "units",
        singular: "unit",
        label: "Units",
        description: "The apartments, villas and offices of projects.",
        table: "units",
        title: "{unitNumber} · {project}",
        hint: "{developer} · Floor {floor}",
        icon: "door-open",
        groups: &[
            Group::new("Unit Information", &["unitNumber", "status", "project", "developer"]),
            Group::new(
                "Specifications",
                &["bedrooms", "floor", "totalAreaInSqFt", "balconyAreaInSqFt", "view"],
            ),
            Group::new(
                "Prices",
                &["purchasePriceInAED", "yearlyRentInAED", "serviceChargesPerSqFt"],
            ),
            Group::new("Amenities", &["amenities"]),
        ],
        cards: &[Card::breakdown("status", "Units by status")],
        columns: &[
            "unitNumber",
            "project",
            "yearlyRentInAED",
            "status",
            "bedrooms",
            "totalAreaInSqFt",
            "developer",
        ],
        sort: "unitNumber",
        key: &[("/projectId", "project_id"), ("/unitNumber", "unit_number")],
        references: &[
            Reference::one("/projectId", "project", "project_id", "projects"),
            Reference::one("/developerId", "developer", "developer_id", "developers"),
        ],
        unique: &[Unique {
            index: "units_number_unique",
            on: &[("/projectId", "project_id"), ("/unitNumber", "unit_number")],
            field: "/unitNumber",
            message: "There is a unit with this number in the project already",
        }],
        ..Info::DEFAULT
    };

    fn fields() -> Fields<Self::Table, Self::Source> {
        queries::fields()
    }

    kernel::rows!(units: queries::joined() => Unit);
}

impl Writable for Units {
    type Input = UnitInput;

    const INSERT_MANY: Option<resource::InsertMany<UnitInput>> =
        Some(|conn, inputs, _| queries::insert_many(conn, inputs));

    fn insert(conn: &mut Conn, id: &Id, input: UnitInput, _: &Actor) -> Result<()> {
        queries::insert(conn, id, input)
    }

    fn update(conn: &mut Conn, id: &Id, was: &UnitInput, is: UnitInput, _: &Actor) -> Result<()> {
        queries::update(conn, id, was, is)
    }
}
