//! The types of a project as it is read and written.

use chrono::NaiveDate;
use diesel::prelude::*;
use kernel::media::ImageList;
use kernel::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::payment_plan::PaymentPlan;
use crate::tables::projects;

/// A project.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = [
    "_id", "name", "developer", "location", "projectType", "coordinates", "description", "totalUnits",
    "completionDate", "amenities", "gallery", "videoLink", "features", "floors", "paymentPlan", "financing"
]))]
pub struct Project {
    #[serde(rename = "_id")]
    pub id: Id,
    #[serde(flatten)]
    pub fields: ProjectFields,
    pub developer: Named,
    pub coordinates: Option<Coordinates>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A project as it is written.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-order" = [
    "name", "developer", "location", "projectType", "coordinates", "description", "totalUnits",
    "completionDate", "amenities", "gallery", "videoLink", "features", "floors", "paymentPlan", "financing"
]))]
pub struct ProjectInput {
    #[serde(flatten)]
    pub fields: ProjectFields,
    pub developer: DeveloperLink,
    pub coordinates: Option<Coordinates>,
}

/// What a project is read and written by alike.
#[derive(Debug, Default, Queryable, Selectable, Insertable, Serialize, Deserialize, JsonSchema)]
#[diesel(table_name = projects, treat_none_as_default_value = false)]
#[serde(rename_all = "camelCase")]
pub struct ProjectFields {
    #[schemars(title = "Project name", length(min = 1, max = 300), extend("x-normalize" = ["trim"]))]
    pub name: String,
    /// The community or district.
    #[schemars(
        length(min = 1, max = 300),
        extend("x-normalize" = ["trim"], "examples" = ["Dubai Marina"])
    )]
    pub location: String,
    /// For example apartments, villas or townhouses.
    #[schemars(length(max = 100), extend("x-normalize" = ["trim"], "examples" = ["Apartments"]))]
    pub project_type: Option<String>,
    #[schemars(length(max = 20000), extend("x-widget" = "textarea"))]
    pub description: Option<String>,
    /// Number of units when the project is complete.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub total_units: Option<i32>,
    /// The actual or expected date of handover.
    pub completion_date: Option<NaiveDate>,
    /// For example a pool or a gym.
    #[serde(default)]
    #[schemars(inner(length(min = 1, max = 100)), length(max = 100))]
    pub amenities: TextList,
    /// Pictures of the project, in the order in which they are shown.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub gallery: ImageList,
    /// A film or a virtual tour.
    #[schemars(
        length(max = 2000),
        regex(pattern = r"^https?://[^\s/?#]+\S*$"),
        extend("format" = "uri", "x-normalize" = ["trim"], "x-messages" = {
            "pattern": "Video link must be an address such as https://example.com/tour"
        })
    )]
    pub video_link: Option<String>,
    /// What sets it apart, such as a sea view or smart-home controls.
    #[serde(default)]
    #[schemars(inner(length(min = 1, max = 200)), length(max = 100))]
    pub features: TextList,
    /// How many floors the building has.
    #[schemars(range(min = 1, max = 300))]
    pub floors: Option<i32>,
    /// What is due when, as percentages of the price.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub payment_plan: PaymentPlan,
    /// Mortgages and other ways to pay, as banks and the developer offer them.
    #[schemars(length(max = 5000), extend("x-widget" = "textarea"))]
    pub financing: Option<String>,
}

/// The developer of a project.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct DeveloperLink {
    #[serde(rename = "_id")]
    #[schemars(title = "Developer")]
    pub id: Id,
}

/// A place on the map, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Coordinates {
    /// In degrees: north of the equator is positive.
    #[schemars(range(min = -90, max = 90), extend("x-unit" = "°", "examples" = [25.08]))]
    pub latitude: f64,
    /// In degrees: east of Greenwich is positive.
    #[schemars(range(min = -180, max = 180), extend("x-unit" = "°", "examples" = [55.14]))]
    pub longitude: f64,
}
