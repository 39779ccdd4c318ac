//! Estimations: the current estimates of all estimators, as the back-office reads them. Only
//! `assessments` writes them; former estimates are a record's history.

mod queries;

use diesel::prelude::*;
use kernel::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::estimate::{EstimateValues, NumberedUnit};
use crate::tables::{accounts, assessments, projects, units};

/// An estimator's current estimate for a unit.
#[derive(Clone, Debug, Queryable, Selectable, Serialize, JsonSchema)]
#[diesel(table_name = assessments)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = ["_id", "unit", "project", "agent"]))]
pub struct Estimation {
    #[serde(rename = "_id")]
    pub(crate) id: Id,
    #[diesel(select_expression = (units::id, units::unit_number))]
    pub(crate) unit: NumberedUnit,
    #[diesel(select_expression = (projects::id, projects::name))]
    pub(crate) project: Named,
    /// The estimator.
    #[schemars(title = "Estimator")]
    #[diesel(select_expression = (accounts::id, accounts::name))]
    pub(crate) agent: Named,
    #[serde(flatten)]
    #[diesel(embed)]
    pub(crate) values: EstimateValues,
    /// When the estimator first saved an estimate for the unit.
    pub(crate) created_at: Timestamp,
    /// When the current estimate was saved.
    pub(crate) updated_at: Timestamp,
}

/// The resource.
pub struct Estimations;

impl Resource for Estimations {
    type View = Estimation;
    type Table = assessments::table;
    type Source = queries::Source;

    const INFO: Info = Info {
        name: "estimations",
        singular: "estimate",
        label: "Estimates",
        description: "Estimated rents of units, by estimator.",
        table: "assessments",
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
        columns: &[
            "unit",
            "project",
            "agent",
            "estimatedYearlyRentInAED",
            "confidenceScore",
            "updatedAt",
        ],
        sort: "updatedAt:desc",
        key: &[("/unitId", "unit_id"), ("/agentId", "agent_id")],
        references: &[
            Reference::one("/unitId", "unit", "unit_id", "units"),
            Reference::one("/projectId", "project", "project_id", "projects"),
            Reference::one("/agentId", "agent", "agent_id", "users"),
        ],
        ..Info::DEFAULT
    };

    fn fields() -> Fields<Self::Table, Self::Source> {
        queries::fields()
    }

    kernel::rows!(assessments: queries::joined() => Estimation);
}
