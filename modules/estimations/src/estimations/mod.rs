//! Estimations: the current estimates of all estimators, as the back-office reads them. Only
//! `assessments` writes them; former estimates are a record's history.

use kernel::prelude::*;
use kernel::resource;

use crate::estimate::{EstimateValues, NumberedUnit};

/// An estimator's current estimate for a unit.
#[resource(
    table = assessments,
    resource = Estimations,
    info = INFO,
    tables = crate::tables,
    read_only
)]
#[derive(Clone)]
#[schemars(extend("x-order" = ["_id", "unit", "project", "agent"]))]
pub struct Estimation {
    #[field(
        reference = "units",
        called = unit_number,
        called_order = unit_number_order,
        searched
    )]
    pub(crate) unit: NumberedUnit,
    #[field(reference = "projects", searched)]
    pub(crate) project: Named,
    /// The estimator.
    #[field(reference = "users", table = accounts, searched)]
    #[schemars(title = crate::ESTIMATOR)]
    pub(crate) agent: Named,
    #[field(embed(
        estimated_yearly_rent_in_aed = "estimatedYearlyRentInAED",
        estimated_capital_appreciation_percentage,
        confidence_score
    ))]
    pub(crate) values: EstimateValues,
    /// When the estimator first saved an estimate for the unit.
    pub(crate) created_at: Timestamp,
    /// When the current estimate was saved.
    pub(crate) updated_at: Timestamp,
}

const INFO: Info = Info {
    name: "estimations",
    singular: "estimate",
    label: "Estimates",
    description: "Estimated rents of units, by estimator.",
    title: "{unit} · {project} · {agent}",
    icon: "scale",
    groups: &[
        Group::new("Unit", &["unit", "project", "agent"]),
        Group::new(
            "Estimate",
            &[
                "estimatedYearlyRentInAED",
                "estimatedCapitalAppreciationPercentage",
                "confidenceScore",
            ],
        ),
    ],
    cards: &[Card::Count],
    // Without the confidence: the app asks for the rent alone, and saves 0.
    columns: &["unit", "project", "agent", "estimatedYearlyRentInAED", "updatedAt"],
    sort: "updatedAt:desc",
    key: &[("/unitId", "unit_id"), ("/agentId", "agent_id")],
    ..Info::DEFAULT
};
