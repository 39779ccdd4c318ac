//! Weekly rotations: the projects that estimators look at in a week.

mod demo;
mod measures;
mod queries;
mod routes;
mod verbs;

use chrono::{Datelike, NaiveDate, Weekday};
use kernel::prelude::*;
use kernel::resource;
use kernel::resource::Unique;

pub use queries::{LastRotation, last_of, this_week};

/// The module.
pub const MODULE: Module = Module {
    migrations: kernel::migrations!(),
    policy: include_str!("../policy.csv"),
    resources: &[resource::full::<Rotations>()],
    verbs: verbs::VERBS,
    routes: |api| {
        api.service(routes::weekly_selection_view);
    },
    joins: measures::JOINS,
    dimensions: measures::DIMENSIONS,
    demo: demo::seed,
    ..Module::new("rotations")
};

/// The maximum number of projects in a rotation.
const MOST: usize = 10;
/// The message at the field that would have more.
const TOO_MANY: &str = "A rotation has at most 10 projects";

/// A weekly rotation.
#[resource(
    table = rotations,
    resource = Rotations,
    info = INFO,
    check = |_, _, input, _| check(input)
)]
#[schemars(title = "Weekly rotation")]
pub struct Rotation {
    #[field(searched)]
    #[schemars(
        length(min = 1, max = 200),
        extend("x-normalize" = ["trim"], "examples" = ["Marina and Downtown"])
    )]
    pub name: String,
    /// A Monday. Without a date, the rotation is not scheduled yet.
    pub week_start: Option<NaiveDate>,
    /// The projects to assess, in this order.
    #[field(
        reference = "projects",
        through = rotation_projects,
        owner = rotation_id,
        item = project_id,
        written = project_ids
    )]
    #[input(
        doc = "At most 10 projects.",
        serde(default),
        schemars(length(max = MOST), extend("uniqueItems" = true, "x-messages" = {
            "maxItems": TOO_MANY,
            "uniqueItems": "A project is named twice"
        }))
    )]
    pub projects: Vec<Named>,
}

const INFO: Info = Info {
    name: "rotations",
    path: "projects/weekly-rotations",
    singular: "weekly_rotation",
    label: "Weekly rotations",
    description: "The projects to assess in each week.",
    hint: "Week of {weekStart}",
    icon: "calendar-sync",
    views: &[ListView::Calendar("weekStart")],
    columns: &["name", "weekStart", "projects"],
    sort: "weekStart",
    unique: &[Unique {
        index: "rotations_week_unique",
        on: &[("/weekStart", "week_start")],
        field: "/weekStart",
        message: "There is a rotation for this week already",
    }],
    ..Info::DEFAULT
};

/// Checks the rule that a schema cannot express.
fn check(input: &RotationInput) -> Result<()> {
    match input.week_start {
        Some(day) if day.weekday() != Weekday::Mon => {
            Err(Error::invalid("/weekStart", "A week starts on a Monday"))
        }
        _ => Ok(()),
    }
}
