//! The measures and dimensions of units that need no module above this one. SQL occurs only as
//! expressions over columns.
//!
//! An area or a price of zero means that it is not stated.

use kernel::explore::{Aggregate, Dimension, DimensionKind, Measure, Member};

use crate::{PURCHASE_PRICE, Status};

pub(crate) const MEASURES: &[Measure] = &[Measure {
    name: "units",
    label: "Units",
    description: "How many units there are.",
    facts: "units",
    aggregate: Aggregate::Count,
    none: "There is no unit here.",
    ..Measure::DEFAULT
}];

pub(crate) const DIMENSIONS: &[Dimension] = &[
    Dimension {
        name: "unit",
        label: "Unit",
        description: "Each unit, by its number and its project.",
        key: "units.id",
        kind: DimensionKind::Record { of: "units", called: CALLED, place: None },
    },
    Dimension {
        name: "bedrooms",
        label: "Bedrooms",
        description: "How many bedrooms a unit has.",
        key: "units.bedrooms",
        kind: DimensionKind::Numbers(bedrooms),
    },
    Dimension {
        name: "areaBand",
        label: "Area",
        description: "The total area of a unit, in bands of square feet.",
        key: "NULLIF(units.total_area_in_sq_ft, 0)",
        kind: DimensionKind::Numbers(|area| Member::band(area, AREAS)),
    },
    Dimension {
        name: "view",
        label: "View",
        description: "What can be seen from a unit, as it is recorded.",
        key: "units.view",
        kind: DimensionKind::Text,
    },
    Dimension {
        name: "floorBand",
        label: "Floor",
        description: "The floor that a unit is on, in bands.",
        key: "units.floor",
        kind: DimensionKind::Numbers(|floor| Member::band(floor, FLOORS)),
    },
    Dimension {
        name: "status",
        label: "Status",
        description: "Whether a unit is available, sold, rented or reserved.",
        key: "units.status",
        kind: DimensionKind::Texts(Member::choice::<Status>),
    },
    Dimension {
        name: "amenity",
        label: "Amenity",
        description: "What a unit has, such as a balcony. A unit counts once for each of its amenities.",
        key: "units.amenities",
        kind: DimensionKind::List,
    },
    Dimension {
        name: "priceBand",
        label: PURCHASE_PRICE,
        description: "The purchase price of a unit, in bands of AED.",
        key: "NULLIF(units.purchase_price_in_aed, 0)",
        kind: DimensionKind::Numbers(|price| Member::band(price, PRICES)),
    },
];

/// The label of a unit: its number and its project.
pub const CALLED: &[&str] = &["units.unit_number", "projects.name"];

const AREAS: &[(f64, &str, &str)] = &[
    (500.0, "0-500", "Under 500 sq ft"),
    (750.0, "500-750", "500 to 750 sq ft"),
    (1_000.0, "750-1000", "750 to 1,000 sq ft"),
    (1_500.0, "1000-1500", "1,000 to 1,500 sq ft"),
    (2_000.0, "1500-2000", "1,500 to 2,000 sq ft"),
    (3_000.0, "2000-3000", "2,000 to 3,000 sq ft"),
    (5_000.0, "3000-5000", "3,000 to 5,000 sq ft"),
    (f64::INFINITY, "5000", "5,000 sq ft and more"),
];

const FLOORS: &[(f64, &str, &str)] = &[
    (1.0, "ground", "Ground and below"),
    (10.0, "1-9", "1 to 9"),
    (20.0, "10-19", "10 to 19"),
    (30.0, "20-29", "20 to 29"),
    (50.0, "30-49", "30 to 49"),
    (f64::INFINITY, "50", "50 and above"),
];

const PRICES: &[(f64, &str, &str)] = &[
    (500_000.0, "0-500k", "Under AED 500K"),
    (1_000_000.0, "500k-1m", "AED 500K to 1M"),
    (1_500_000.0, "1m-1.5m", "AED 1M to 1.5M"),
    (2_000_000.0, "1.5m-2m", "AED 1.5M to 2M"),
    (3_000_000.0, "2m-3m", "AED 2M to 3M"),
    (5_000_000.0, "3m-5m", "AED 3M to 5M"),
    (10_000_000.0, "5m-10m", "AED 5M to 10M"),
    (f64::INFINITY, "10m", "AED 10M and more"),
];

fn bedrooms(number: f64) -> Option<Member> {
    if number == 0.0 {
        return Some(Member::fixed(0, "0", "Studio"));
    }
    let (key, label) = (number.to_string(), format!("{number}BR"));
    number.is_finite().then(|| Member { order: number, key: key.into(), label: label.into() })
}
