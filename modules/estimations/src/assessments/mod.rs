//! Saves a caller's own estimates: one for each unit, saved one by one, or many at once by a phone
//! that was offline. Another estimate of the same unit replaces the former one, which stays in the
//! history.

mod merges;
mod queries;
pub(crate) mod routes;
pub(crate) mod rows;
mod save;

use diesel::prelude::*;
use kernel::prelude::*;
pub(crate) use merges::FOLLOW;
pub(crate) use queries::lock_rows;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::estimate::{EstimateValues, NumberedUnit};
use crate::standing::Standing;
use crate::tables::assessments;

/// One of the caller's own estimates.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = ["_id", "unit", "projectId", "unitId"]))]
pub(crate) struct Assessment {
    #[serde(rename = "_id")]
    pub(crate) id: Id,
    pub(crate) unit: NumberedUnit,
    pub(crate) project_id: Id,
    pub(crate) unit_id: Id,
    #[serde(flatten)]
    pub(crate) values: EstimateValues,
    /// When the estimator first saved an estimate for the unit.
    pub(crate) created_at: Timestamp,
    /// When the current estimate was saved.
    pub(crate) updated_at: Timestamp,
}

/// One of the caller's own estimates, as it was just saved.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = ["_id", "unit", "projectId", "unitId"]))]
pub(crate) struct SavedAssessment {
    #[serde(flatten)]
    pub(crate) assessment: Assessment,
    /// The position of the estimate among those of other estimators for the unit: the difference
    /// between its step of rents and that of their median. Each step ends at 1.5 times its lower
    /// bound. Absent while fewer than three others have estimated the unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) standing: Option<Standing>,
}

/// An estimate to save.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend(
    "additionalProperties" = false,
    "x-order" = ["unitId", "projectId"]
))]
pub(crate) struct AssessmentInput {
    #[schemars(title = "Unit")]
    pub(crate) unit_id: Id,
    #[schemars(title = "Project ID", extend("x-messages" = {
        "required": "Project ID is required",
        "pattern": "Choose one of the records there are"
    }))]
    pub(crate) project_id: Id,
    #[serde(flatten)]
    pub(crate) values: EstimateValues,
    /// How the estimate was entered.
    #[serde(default)]
    pub(crate) entry: Option<Entry>,
}

/// Estimates for units of one project that are saved together.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SubmissionInput {
    /// The project of all these units.
    #[schemars(title = "Project ID", extend("x-messages" = {
        "required": "Project ID is required",
        "pattern": "Choose one of the records there are"
    }))]
    pub(crate) project_id: Id,
    /// The estimates, one for each unit.
    #[schemars(title = "Assessments", length(min = 1, max = 500), extend("x-messages" = {
        "required": "At least one assessment is required",
        "minItems": "At least one assessment is required",
        "maxItems": "At most 500 assessments can be submitted at once"
    }))]
    pub(crate) assessments: Vec<SubmittedAssessment>,
}

/// One of several estimates that are saved together.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend(
    "additionalProperties" = false,
    "x-order" = ["unitId", "projectId"]
))]
pub(crate) struct SubmittedAssessment {
    #[schemars(title = "Unit")]
    pub(crate) unit_id: Id,
    /// The unit's project; when given, the same as that of the submission.
    #[schemars(title = "Project")]
    #[serde(default)]
    pub(crate) project_id: Option<Id>,
    #[serde(flatten)]
    pub(crate) values: EstimateValues,
    /// How the estimate was entered.
    #[serde(default)]
    pub(crate) entry: Option<Entry>,
}

/// How an estimate was entered. It distinguishes copied values from real estimates.
#[derive(Clone, Debug, PartialEq, Insertable, AsChangeset, Deserialize, JsonSchema)]
#[diesel(table_name = assessments, treat_none_as_null = true)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Entry {
    /// What the entered value started from.
    pub(crate) base_source: BaseSource,
    /// The value that it started from.
    #[schemars(range(min = 0, max = (1_i64 << 53) - 1), extend("x-unit" = units::AED))]
    pub(crate) base_value: Option<i64>,
    /// Number of key presses.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub(crate) taps: Option<i32>,
    /// Whether the value was typed on a keyboard and not entered on the keypad.
    pub(crate) typed: Option<bool>,
    /// How many seconds the unit was open.
    #[schemars(range(min = 0, max = 1e9), extend("x-unit" = "s"))]
    pub(crate) seconds: Option<f64>,
}

kernel::text_enum! {
    /// What an entry starts from.
    pub(crate) enum BaseSource {
        None = ("none", "Nothing"),
        Saved = ("saved", "The estimate saved before"),
        Previous = ("previous", "The previous assessed unit"),
        Unit = ("unit", "The unit's own base"),
    }
}
