//! GET /api/backoffice/rotation-planning.

use actix_web::{HttpResponse, web};
use kernel::prelude::*;
use kernel::{Reader, RequestContext, Shown, get, utoipa};
use projects::Projects;
use rotations::LastRotation;
use schemars::JsonSchema;
use serde::Serialize;

use super::queries;
use crate::MINIMUM_ESTIMATORS;
use crate::estimator_projects::unit_counts;

/// The maximum number of projects of one request.
const MOST: usize = 100;

/// What is known of projects for planning a week.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RotationPlanning {
    /// The requested projects, in the order of the request.
    items: Vec<PlannedProject>,
}

/// A project for planning a week.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlannedProject {
    /// The project.
    #[serde(rename = "_id")]
    id: Id,
    /// The number of its units.
    units: i64,
    /// The number of its units that enough estimators have assessed.
    covered: i64,
    /// The latest scheduled rotation that the project is in, which may be in the future. Null
    /// without one.
    last_rotation: Option<Shown<LastRotation>>,
}

/// Get coverage and last rotations of projects
///
/// For planning a week: how many units of each project enough estimators have assessed, and when
/// the project was last in a rotation. Identifiers of no project have no units.
#[get(
    "/backoffice/rotation-planning",
    tag = "rotations", permission = "rotations:read",
    params((
        "project" = Vec<String>, Query,
        description = "The identifier of a project; at most 100, each as a parameter of its own.",
    )),
    response(200, "The projects", RotationPlanning),
    problem(400, "There are more than 100, or something else is given"),
)]
pub(crate) async fn rotation_planning(
    context: RequestContext,
    reader: Reader,
    given: web::Query<Vec<(String, Id)>>,
) -> Result<HttpResponse> {
    let given = given.into_inner();
    if let Some((name, _)) = given.iter().find(|(name, _)| name != "project") {
        return Err(Error::Malformed(format!("There is no parameter `{name}`. Possible: project")));
    }
    if given.len() > MOST {
        return Err(Error::Malformed(format!("`project` can be given at most {MOST} times")));
    }
    let projects: Vec<Id> = given.into_iter().map(|(_, id)| id).collect();
    let minimum = context.settings().whole(&MINIMUM_ESTIMATORS);
    let minimum = i32::try_from(minimum).unwrap_or(i32::MAX);
    let items = context.read(move |conn| {
        let readable = reader.among::<Projects>(conn, projects.clone())?;
        let units = unit_counts(conn, &readable, &reader)?;
        let covered = queries::covered(conn, &readable, minimum, &reader)?;
        let mut last = rotations::last_of(conn, &readable, &reader)?;
        let items = projects.into_iter().map(|id| PlannedProject {
            units: units.get(&id).copied().unwrap_or_default(),
            covered: covered.get(&id).copied().unwrap_or_default(),
            last_rotation: last.remove(&id),
            id,
        });
        Ok(items.collect())
    });
    Ok(HttpResponse::Ok().json(RotationPlanning { items: items.await? }))
}
