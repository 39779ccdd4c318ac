//! The values of an estimate, and the columns that store them.

use diesel::prelude::*;
use diesel::query_builder::QueryId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tables::assessments;

/// The values of an estimate. Where several rules are broken, the first message is reported.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Queryable,
    Selectable,
    Insertable,
    AsChangeset,
    QueryId,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[diesel(table_name = assessments, treat_none_as_default_value = false)]
#[serde(rename_all = "camelCase")]
pub struct EstimateValues {
    /// Estimated rent for one year.
    #[schemars(title = "Yearly rent", range(min = 10_000, max = 5_000_000), extend(
        "exclusiveMinimum" = 0,
        "x-unit" = units::AED,
        "x-messages" = {
            "exclusiveMinimum": "Yearly rent must be greater than 0",
            "minimum": "Yearly rent seems too low (min 10K AED)",
            "maximum": "Yearly rent seems too high (max 5M AED)"
        }
    ))]
    #[serde(rename = "estimatedYearlyRentInAED")]
    pub estimated_yearly_rent_in_aed: i64,
    /// Expected change of the price within a year.
    #[schemars(title = "Appreciation", range(min = -50, max = 100), extend(
        "x-unit" = "%",
        "x-messages" = {
            "minimum": "Appreciation cannot be less than -50%",
            "maximum": "Appreciation cannot be more than 100%"
        }
    ))]
    pub estimated_capital_appreciation_percentage: f64,
    /// How certain the estimator is, from 0 to 100.
    #[schemars(title = "Confidence score", range(min = 0, max = 100), extend(
        "x-messages" = {
            "minimum": "Confidence score cannot be less than 0",
            "maximum": "Confidence score cannot be more than 100"
        }
    ))]
    pub confidence_score: f64,
}

impl EstimateValues {
    /// Returns the natural logarithm of the rent, AED per year.
    pub(crate) fn log_rent(&self) -> f64 {
        (self.estimated_yearly_rent_in_aed as f64).ln()
    }
}

/// A unit, as an estimate refers to it.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NumberedUnit {
    #[serde(rename = "_id")]
    pub id: kernel::id::Id,
    pub unit_number: String,
}
