//! The datasets, dimensions and computed fields of estimates and of the consensus. SQL occurs only as expressions
//! over columns.

use kernel::explore::{Dataset, Dimension, DimensionKind, Each, Grain, Join, Member};
use kernel::list::ComputedField;

/// The label of an estimate: its unit, the unit's project, and its estimator.
const CALLED: &[&str] = &["units.unit_number", "projects.name", "accounts.name"];

pub(crate) const DATASETS: &[Dataset] = &[
    Dataset {
        name: "units",
        label: "Units",
        table: "units",
        time: "consensus.updated_at",
        resource: "units",
        record: "units.id",
        called: units::CALLED,
        behind: &["rent", "listedRent", "listedGap"],
        each: Some(Each { label: "Estimates", measure: "estimate", by: "estimator" }),
    },
    Dataset {
        name: "assessments",
        label: "Estimates",
        table: "assessments",
        time: "assessments.updated_at",
        resource: "estimations",
        record: "assessments.id",
        called: CALLED,
        behind: &["estimate", "bias"],
        ..Dataset::DEFAULT
    },
    Dataset {
        name: "estimators",
        label: "Estimators",
        table: "accounts",
        time: "assessments.updated_at",
        resource: "estimations",
        record: "assessments.id",
        called: CALLED,
        behind: &["estimate", "bias"],
        ..Dataset::DEFAULT
    },
    Dataset {
        name: "projects",
        label: "Projects",
        table: "projects",
        time: "consensus.updated_at",
        resource: "projects",
        record: "projects.id",
        called: &["projects.name"],
        ..Dataset::DEFAULT
    },
];

pub(crate) const JOINS: &[Join] = &[
    Join { from: "units.id", to: "consensus.unit_id", many: false },
    Join { from: "assessments.unit_id", to: "consensus.unit_id", many: false },
];

/// What units can be filtered by, for those who may read measures.
pub(crate) const COMPUTED: &[ComputedField] = &[ComputedField {
    resource: "units",
    name: "listedGap",
    label: "Gap to listed rent (0.15 is 15 %)",
    example: "0.15",
    value: "consensus.rent",
    base: "units.yearly_rent_in_aed",
    join: ("units.id", "consensus.unit_id"),
    permission: ("analytics", "read"),
}];

pub(crate) const DIMENSIONS: &[Dimension] = &[
    Dimension {
        name: "estimator",
        label: crate::ESTIMATOR,
        description: "The person who made the estimate.",
        key: "assessments.agent_id",
        kind: DimensionKind::Record { of: "accounts", called: &["accounts.name"], place: None },
    },
    Dimension {
        name: "confidenceBand",
        label: "Confidence",
        description: "How closely a unit's estimators agree: high above 85 points, low below 70.",
        key: "consensus.confidence",
        kind: DimensionKind::Numbers(confidence_band),
    },
    Dimension {
        name: "day",
        label: "Day",
        description: "The day on which an estimate was last saved, in Dubai.",
        key: "",
        kind: DimensionKind::Time(Grain::Day),
    },
    Dimension {
        name: "week",
        label: "Week",
        description: "The week in which an estimate was last saved. Weeks begin on Monday, in Dubai.",
        key: "",
        kind: DimensionKind::Time(Grain::Week),
    },
    Dimension {
        name: "month",
        label: "Month",
        description: "The month in which an estimate was last saved, in Dubai.",
        key: "",
        kind: DimensionKind::Time(Grain::Month),
    },
];

fn confidence_band(confidence: f64) -> Option<Member> {
    Some(match confidence {
        above if above > 85.0 => Member::fixed(0, "high", "High: above 85"),
        between if between >= 70.0 => Member::fixed(1, "medium", "Medium: 70 to 85"),
        _ => Member::fixed(2, "low", "Low: below 70"),
    })
}
