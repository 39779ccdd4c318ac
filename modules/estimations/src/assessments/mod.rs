//! A caller's own figures: one for each unit, saved one by one, or many at once by a phone that was
//! offline. Another figure of the same unit takes the place of the former one, which stays in the
//! history.

mod queries;
pub(crate) mod routes;
mod save;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::prelude::*;
use kernel::prelude::*;
pub(crate) use queries::hold_rows;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::figures::{Figures, NumberedUnit};
use crate::tables::assessments;

/// A figure of the caller's own.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = ["_id", "unit", "projectId", "unitId"]))]
pub(crate) struct Assessment {
    /// The identifier.
    #[serde(rename = "_id")]
    pub(crate) id: Id,
    /// The unit.
    pub(crate) unit: NumberedUnit,
    /// The unit's project.
    pub(crate) project_id: Id,
    /// The unit's identifier.
    pub(crate) unit_id: Id,
    #[serde(flatten)]
    pub(crate) figures: Figures,
    /// When a figure of this unit was first saved.
    pub(crate) created_at: Timestamp,
    /// When this one was.
    pub(crate) updated_at: Timestamp,
}

/// A figure as it is saved.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend(
    "additionalProperties" = false,
    "x-order" = ["unitId", "projectId"]
))]
pub(crate) struct AssessmentInput {
    /// The unit.
    #[schemars(title = "Unit")]
    pub(crate) unit_id: Id,
    /// The unit's project.
    #[schemars(title = "Project ID", extend("x-messages" = {
        "required": "Project ID is required",
        "pattern": "Choose one of the records there are"
    }))]
    pub(crate) project_id: Id,
    #[serde(flatten)]
    pub(crate) figures: Figures,
    /// How it was entered.
    #[serde(default)]
    pub(crate) entry: Option<Entry>,
}

/// Figures of one project that are saved together.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SubmissionInput {
    /// The project that all of them are of.
    #[schemars(title = "Project ID", extend("x-messages" = {
        "required": "Project ID is required",
        "pattern": "Choose one of the records there are"
    }))]
    pub(crate) project_id: Id,
    /// The figures, one for each unit.
    #[schemars(title = "Assessments", length(min = 1, max = 500), extend("x-messages" = {
        "required": "At least one assessment is required",
        "minItems": "At least one assessment is required",
        "maxItems": "At most 500 assessments can be submitted at once"
    }))]
    pub(crate) assessments: Vec<SubmittedAssessment>,
}

/// One of the figures that are saved together.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend(
    "additionalProperties" = false,
    "x-order" = ["unitId", "projectId"]
))]
pub(crate) struct SubmittedAssessment {
    /// The unit.
    #[schemars(title = "Unit")]
    pub(crate) unit_id: Id,
    /// The unit's project: that of the submission, if it is given at all.
    #[schemars(title = "Project")]
    #[serde(default)]
    pub(crate) project_id: Option<Id>,
    #[serde(flatten)]
    pub(crate) figures: Figures,
    /// How it was entered.
    #[serde(default)]
    pub(crate) entry: Option<Entry>,
}

/// How a figure was entered, so that copying can be told from estimating.
#[derive(Clone, Debug, PartialEq, Insertable, AsChangeset, Deserialize, JsonSchema)]
#[diesel(table_name = assessments, treat_none_as_null = true)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Entry {
    /// What the entry started from.
    pub(crate) base_source: BaseSource,
    /// The figure that it started from.
    #[schemars(range(min = 0, max = (1_i64 << 53) - 1), extend("x-unit" = "AED"))]
    pub(crate) base_value: Option<i64>,
    /// How often a key was pressed.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub(crate) taps: Option<i32>,
    /// Whether it was typed; otherwise it came from the keypad.
    pub(crate) typed: Option<bool>,
    /// For how long the unit was looked at.
    #[schemars(range(min = 0, max = 1e9), extend("x-unit" = "s"))]
    pub(crate) seconds: Option<f64>,
}

/// What an entry starts from.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, AsExpression, FromSqlRow, Serialize, Deserialize, JsonSchema,
)]
#[diesel(sql_type = diesel::sql_types::Text)]
#[serde(rename_all = "lowercase")]
#[schemars(inline, extend("x-labels" = {
    "none": "Nothing", "saved": "The figure saved before",
    "previous": "The previous assessed unit", "unit": "The unit's own base"
}))]
pub(crate) enum BaseSource {
    None,
    Saved,
    Previous,
    Unit,
}

kernel::text_enum!(BaseSource {
    None => "none",
    Saved => "saved",
    Previous => "previous",
    Unit => "unit",
});

kernel::api_schema!(Assessment, AssessmentInput, SubmissionInput);
