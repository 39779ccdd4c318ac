//! Projects: a building or community of units.

use chrono::NaiveDate;
use kernel::media::ImageList;
use kernel::prelude::*;
use kernel::resource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::payment_plan::PaymentPlan;

/// A project.
#[resource(
    table = projects,
    resource = Projects,
    info = INFO,
    check = |_, _, is, _| is.payment_plan.check()
)]
pub struct Project {
    #[field(searched)]
    #[schemars(title = "Project name", length(min = 1, max = 300), extend("x-normalize" = ["trim"]))]
    pub name: String,
    #[field(reference = "developers", link = DeveloperLink)]
    pub developer: Named,
    /// The community or district.
    #[schemars(
        length(min = 1, max = 300),
        extend("x-normalize" = ["trim"], "examples" = ["Dubai Marina"])
    )]
    pub location: String,
    /// For example apartments, villas or townhouses.
    #[schemars(length(max = 100), extend("x-normalize" = ["trim"], "examples" = ["Apartments"]))]
    pub project_type: Option<String>,
    #[field(columns(latitude: f64, longitude: f64))]
    pub coordinates: Option<Coordinates>,
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
    #[field(unlisted)]
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub payment_plan: PaymentPlan,
    /// Mortgages and other ways to pay, as banks and the developer offer them.
    #[schemars(length(max = 5000), extend("x-widget" = "textarea"))]
    pub financing: Option<String>,
}

const INFO: Info = Info {
    name: "projects",
    singular: "project",
    label: "Projects",
    description: "Buildings and communities, with their units.",
    hint: "{developer} · {location}",
    icon: "building-2",
    groups: &[
        Group::new("Basic Information", &["name", "developer", "location", "projectType"]),
        Group::new("Coordinates", &["coordinates"]).described("Where the project is on the map."),
        Group::new("Project Details", &["description", "totalUnits", "floors", "completionDate"]),
        Group::new("Amenities", &["amenities"]).described("What all residents share."),
        Group::new("Features", &["features"]),
        Group::new("Pictures and Video", &["gallery", "videoLink"]),
        Group::new("Payment and Financing", &["paymentPlan", "financing"]),
    ],
    cards: &[Card::Count],
    views: &[ListView::Gallery("gallery"), ListView::Map("coordinates")],
    columns: &["name", "developer", "location", "projectType", "totalUnits", "completionDate"],
    ..Info::DEFAULT
};

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
