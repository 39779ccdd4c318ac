//! The operations of units beside the standard ones: GET /api/backoffice/projects/{id}/with-units.

use actix_web::{HttpResponse, web};
use kernel::prelude::*;
use kernel::{RequestContext, get, utoipa};
use projects::{Project, Projects};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Unit, queries};

/// A project and its units.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProjectWithUnits {
    #[serde(flatten)]
    project: Project,
    /// The units, in natural order of their numbers.
    units: Vec<Unit>,
}

/// Get a project with its units
#[utoipa::path(
    get,
    path = "/backoffice/projects/{id}/with-units",
    tag = "units",
    params(("id" = String, Path, description = "The project's identifier.", pattern = "^[0-9a-f]{24}$")),
    responses(
        (status = 200, description = "The project", body = ProjectWithUnits),
    ),
    extensions(("x-permission" = json!("units:read"))),
)]
#[get("/backoffice/projects/{id:[0-9a-f]{24}}/with-units")]
pub(crate) async fn project_with_units(
    context: RequestContext,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    let found = context.read(move |conn| {
        let project = Projects::find(conn, &id)?;
        Ok(ProjectWithUnits { project, units: queries::of_project(conn, &id)? })
    });
    Ok(HttpResponse::Ok().json(found.await?))
}
