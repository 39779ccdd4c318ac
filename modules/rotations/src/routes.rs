//! What is done with rotations beside the standard calls: POST
//! /api/backoffice/projects/weekly-rotations/{id}/add and /remove, and GET
//! /api/projects/weekly-selection for everybody.

use actix_web::{HttpResponse, get, post, web};
use chrono::NaiveDate;
use kernel::Body;
use kernel::error::{FieldError, Problem};
use kernel::prelude::*;
use kernel::{Answer, RequestContext, WriteContext};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{MOST, Rotation, Rotations, TOO_MANY, queries};

/// The projects to assess this week.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WeeklySelection {
    /// The rotation.
    #[serde(rename = "_id")]
    id: Id,
    name: String,
    /// The Monday of this week in Asia/Dubai.
    week_start: Option<NaiveDate>,
    /// The projects to assess, in this order.
    project_ids: Vec<Id>,
}

/// Projects to add to a rotation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(title = "Add projects")]
pub(crate) struct AddProjects {
    /// Projects that are already in the rotation stay where they are.
    #[schemars(title = "Projects", length(min = 1, max = 100), extend(
        "x-reference" = { "resource": "projects" },
        "x-messages" = {
            "required": "At least one project is required",
            "minItems": "At least one project is required"
        }
    ))]
    project_ids: Vec<Id>,
}

/// A project to remove from a rotation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(title = "Remove project")]
pub(crate) struct RemoveProject {
    /// The project.
    #[schemars(title = "Project", extend("x-reference" = { "resource": "projects" }))]
    project_id: Id,
}

kernel::api_schema!(Rotation, WeeklySelection, AddProjects, RemoveProject);

/// Get this week's projects
///
/// The weekly rotation of the current week in Asia/Dubai.
#[utoipa::path(
    get,
    path = "/projects/weekly-selection",
    tag = "rotations",
    responses(
        (status = 200, description = "This week's rotation", body = WeeklySelection),
        (status = 404, description = "There is no rotation for this week",
            body = Problem, content_type = "application/problem+json"),
    ),
    extensions(("x-permission" = json!("signed-in"))),
)]
#[get("/projects/weekly-selection")]
pub(crate) async fn weekly_selection_view(context: RequestContext) -> Result<HttpResponse> {
    let found = context.read(queries::this_week).await?.ok_or(Error::NotFound)?;
    Ok(HttpResponse::Ok().json(WeeklySelection {
        id: found.id,
        name: found.fields.name,
        week_start: found.fields.week_start,
        project_ids: found.projects.into_iter().map(|project| project.id).collect(),
    }))
}

/// Add projects to a weekly rotation
///
/// A rotation has at most ten projects. If there would be more, none is added.
#[utoipa::path(
    post,
    path = "/backoffice/projects/weekly-rotations/{id}/add",
    tag = "rotations",
    request_body = AddProjects,
    responses((status = 200, description = "The rotation", body = Rotation)),
    extensions(
        ("x-permission" = json!("rotations:update")),
        ("x-acts-on-record" = json!(true)),
        ("x-verb" = json!({ "label": "Add Projects", "icon": "list-plus", "done": "Projects added" })),
    ),
)]
#[post("/backoffice/projects/weekly-rotations/{id:[0-9a-f]{24}}/add")]
pub(crate) async fn weekly_rotation_add(
    context: RequestContext,
    id: web::Path<Id>,
    Body(body): Body,
) -> Result<HttpResponse> {
    let asked = body.clone();
    let AddProjects { project_ids } = context.read_body(body)?;
    context
        .write(&asked, move |writing| {
            let known = queries::known(writing.conn(), &project_ids)?;
            let unknown = project_ids.iter().enumerate().filter(|(_, id)| !known.contains(id));
            let errors: Vec<_> = unknown
                .map(|(at, _)| {
                    FieldError::new(format!("/projectIds/{at}"), "There is no such project")
                })
                .collect();
            if !errors.is_empty() {
                return Err(Error::Invalid(errors));
            }
            rechoose(writing, &id, "add", |chosen| {
                for project in project_ids {
                    if !chosen.contains(&project) {
                        chosen.push(project);
                    }
                }
                match chosen.len() > MOST {
                    true => Err(Error::invalid("/projectIds", TOO_MANY)),
                    false => Ok(()),
                }
            })
        })
        .await
}

/// Remove a project from a weekly rotation
#[utoipa::path(
    post,
    path = "/backoffice/projects/weekly-rotations/{id}/remove",
    tag = "rotations",
    request_body = RemoveProject,
    responses((status = 200, description = "The rotation", body = Rotation)),
    extensions(
        ("x-permission" = json!("rotations:update")),
        ("x-acts-on-record" = json!(true)),
        ("x-verb" = json!({ "label": "Remove Project", "icon": "list-minus", "done": "Project removed" })),
    ),
)]
#[post("/backoffice/projects/weekly-rotations/{id:[0-9a-f]{24}}/remove")]
pub(crate) async fn weekly_rotation_remove(
    context: RequestContext,
    id: web::Path<Id>,
    Body(body): Body,
) -> Result<HttpResponse> {
    let asked = body.clone();
    let RemoveProject { project_id } = context.read_body(body)?;
    context
        .write(&asked, move |writing| {
            rechoose(writing, &id, "remove", |chosen| {
                let before = chosen.len();
                chosen.retain(|project| *project != project_id);
                match chosen.len() == before {
                    true => {
                        Err(Error::invalid("/projectId", "This project is not in the rotation"))
                    }
                    false => Ok(()),
                }
            })
        })
        .await
}

/// Has `change` change the projects of a rotation, which nobody else changes meanwhile: two who add
/// at the same moment are counted one after the other.
fn rechoose(
    writing: &mut WriteContext<'_>,
    id: &Id,
    verb: &str,
    change: impl FnOnce(&mut Vec<Id>) -> Result<()>,
) -> Result<Answer> {
    writing.perform_verb::<Rotations>(id, verb, |writing| {
        let conn = writing.conn();
        let before: Vec<Id> =
            queries::find(conn, id)?.projects.into_iter().map(|project| project.id).collect();
        let mut chosen = before.clone();
        change(&mut chosen)?;
        if chosen == before {
            return Ok(false);
        }
        queries::choose(conn, id, &chosen)?;
        queries::touch(conn, id)?;
        Ok(true)
    })
}
