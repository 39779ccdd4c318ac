//! Weekly rotations: the projects that estimators look at in a week.

mod demo;
mod measures;
mod queries;
mod routes;
mod verbs;

use chrono::{Datelike, NaiveDate, Weekday};
use diesel::prelude::*;
use kernel::prelude::*;
use kernel::resource;
use queries::rotations;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Weekly rotation", extend("x-order" = ["_id", "name", "weekStart", "projects"]))]
pub struct Rotation {
    #[serde(rename = "_id")]
    pub id: Id,
    #[serde(flatten)]
    pub fields: RotationFields,
    /// The projects to assess, in this order.
    pub projects: Vec<Named>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A weekly rotation as it is written.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Weekly rotation", extend("x-order" = ["name", "weekStart", "projectIds"]))]
pub struct RotationInput {
    #[serde(flatten)]
    pub fields: RotationFields,
    /// At most 10 projects.
    #[serde(default)]
    #[schemars(
        title = "Projects",
        length(max = MOST),
        extend("uniqueItems" = true, "x-messages" = {
            "maxItems": TOO_MANY,
            "uniqueItems": "A project is named twice"
        })
    )]
    pub project_ids: Vec<Id>,
}

/// What a weekly rotation is read and written by alike.
#[derive(
    Debug, Queryable, Selectable, Insertable, AsChangeset, Serialize, Deserialize, JsonSchema,
)]
#[diesel(table_name = rotations, treat_none_as_null = true, treat_none_as_default_value = false)]
#[serde(rename_all = "camelCase")]
pub struct RotationFields {
    #[schemars(
        length(min = 1, max = 200),
        extend("x-normalize" = ["trim"], "examples" = ["Marina and Downtown"])
    )]
    pub name: String,
    /// A Monday. Without a date, the rotation is not scheduled yet.
    pub week_start: Option<NaiveDate>,
}

/// The resource.
pub struct Rotations;

impl Resource for Rotations {
    type View = Rotation;
    type Table = rotations::table;
    type Source = rotations::table;

    const INFO: Info = Info {
        name: "rotations",
        path: "projects/weekly-rotations",
        singular: "weekly_rotation",
        label: "Weekly rotations",
        description: "The projects to assess in each week.",
        table: "rotations",
        hint: "Week of {weekStart}",
        icon: "calendar-sync",
        columns: &["name", "weekStart", "projects"],
        sort: "weekStart",
        references: &[Reference {
            field: "/projectIds/*",
            view: "projects",
            table: "rotation_projects",
            column: "project_id",
            to: "projects",
        }],
        unique: &[Unique {
            index: "rotations_week_unique",
            on: &[("/weekStart", "week_start")],
            field: "/weekStart",
            message: "There is a rotation for this week already",
        }],
        ..Info::DEFAULT
    };

    fn fields() -> Fields<Self::Table, Self::Source> {
        queries::fields()
    }

    kernel::rows!(rotations: rotations::table => queries::RotationRow);

    const COMPLETE: Option<resource::Complete<Rotation>> = Some(queries::read_projects);
}

impl Writable for Rotations {
    type Input = RotationInput;

    const CHECK: Option<resource::Check<RotationInput>> = Some(|_, _, input, _| check(input));

    fn insert(conn: &mut Conn, id: &Id, input: RotationInput, _: &Actor) -> Result<()> {
        queries::insert(conn, id, &input)
    }

    fn update(
        conn: &mut Conn,
        id: &Id,
        _: &RotationInput,
        is: RotationInput,
        _: &Actor,
    ) -> Result<()> {
        queries::update(conn, id, &is)
    }
}

/// Checks the rule that a schema cannot express.
fn check(input: &RotationInput) -> Result<()> {
    match input.fields.week_start {
        Some(day) if day.weekday() != Weekday::Mon => {
            Err(Error::invalid("/weekStart", "A week starts on a Monday"))
        }
        _ => Ok(()),
    }
}
