//! Units: the apartments, villas and offices of a project, with their prices and listed rents.

mod demo;
mod measures;
mod number;
mod queries;
mod routes;

pub use measures::CALLED;

use kernel::prelude::*;
use kernel::resource;
use kernel::resource::Unique;
use number::natural_order;

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

// What fields are called and measured in, also where estimators and the explorer see them.

/// The title of a unit's area with its balcony.
pub const TOTAL_AREA: &str = "Total area";
/// The title of the part of it that is the balcony.
pub const BALCONY_AREA: &str = "Balcony area";
/// The title of the price of a unit.
pub const PURCHASE_PRICE: &str = "Purchase price";
/// The title of what is charged for services.
pub const SERVICE_CHARGES: &str = "Service charges";
/// The unit of areas.
pub const SQ_FT: &str = "sq ft";
/// The unit of prices and rents.
pub const AED: &str = "AED";
/// The unit of prices and rents by area.
pub const AED_PER_SQ_FT: &str = "AED per sq ft";

/// A unit.
#[resource(table = units, resource = Units, info = INFO)]
pub struct Unit {
    /// Unique within the project.
    #[field(natural_order = natural_order, searched)]
    #[schemars(
        length(min = 1, max = 100),
        extend("x-normalize" = ["trim"], "examples" = ["A-101"])
    )]
    pub unit_number: String,
    /// Whether it is available, reserved or taken.
    #[serde(default)]
    pub status: Status,
    #[field(reference = "projects", searched)]
    pub project: Named,
    #[field(reference = "developers", searched)]
    pub developer: Named,
    /// 0 for a studio.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub bedrooms: i32,
    #[schemars(range(min = -20, max = 300))]
    pub floor: Option<i32>,
    /// Includes the balcony area.
    #[schemars(title = TOTAL_AREA, range(min = 0, max = 1e9), extend("x-unit" = SQ_FT))]
    pub total_area_in_sq_ft: f64,
    /// Part of the total area.
    #[schemars(title = BALCONY_AREA, range(min = 0, max = 1e9), extend("x-unit" = SQ_FT))]
    pub balcony_area_in_sq_ft: Option<f64>,
    #[field(searched)]
    #[schemars(length(max = 200), extend("examples" = ["Sea view, City view"], "x-normalize" = ["trim"]))]
    pub view: Option<String>,
    #[schemars(title = PURCHASE_PRICE, range(min = 0, max = MAX_SAFE_INTEGER), extend("x-unit" = AED))]
    #[serde(rename = "purchasePriceInAED")]
    pub purchase_price_in_aed: i64,
    /// The listed rent for one year.
    #[schemars(title = "Yearly rent", range(min = 0, max = MAX_SAFE_INTEGER), extend("x-unit" = AED))]
    #[serde(rename = "yearlyRentInAED")]
    pub yearly_rent_in_aed: i64,
    /// Billed yearly on the total area.
    #[schemars(
        title = SERVICE_CHARGES,
        range(min = 0, max = 1e6),
        extend("x-unit" = AED_PER_SQ_FT, "x-step" = 0.01)
    )]
    pub service_charges_per_sq_ft: f64,
    /// Amenities of this unit only, for example a maid's room.
    #[serde(default)]
    #[schemars(inner(length(min = 1, max = 100)), length(max = 100))]
    pub amenities: TextList,
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

const INFO: Info = Info {
    name: "units",
    singular: "unit",
    label: "Units",
    description: "The apartments, villas and offices of projects.",
    title: "{unitNumber} · {project}",
    hint: "{developer} · Floor {floor}",
    icon: "door-open",
    groups: &[
        Group::new("Unit Information", &["unitNumber", "status", "project", "developer"]),
        Group::new(
            "Specifications",
            &["bedrooms", "floor", "totalAreaInSqFt", "balconyAreaInSqFt", "view"],
        ),
        Group::new("Prices", &["purchasePriceInAED", "yearlyRentInAED", "serviceChargesPerSqFt"]),
        Group::new("Amenities", &["amenities"]),
    ],
    cards: &[Card::breakdown("status", "Units by status")],
    views: &[ListView::Board("status")],
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
    unique: &[Unique {
        index: "units_number_unique",
        on: &[("/projectId", "project_id"), ("/unitNumber", "unit_number")],
        field: "/unitNumber",
        message: "There is a unit with this number in the project already",
    }],
    ..Info::DEFAULT
};
