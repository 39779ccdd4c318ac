//! The operations of units beside the standard ones: GET /api/backoffice/projects/{id}/with-units.

use actix_web::{HttpResponse, web};
use kernel::prelude::*;
use kernel::{Reader, RequestContext, Shown, get, utoipa};
use projects::{Project, Projects};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Unit, Units, queries};

/// A project and its units.
#[derive(Serialize, JsonSchema)]
#[schemars(extend("x-shows" = "projects"))]
pub(crate) struct ProjectWithUnits {
    #[serde(flatten)]
    project: Shown<Project>,
    /// The units, in natural order of their numbers.
    units: Vec<Shown<Unit>>,
}

/// Get a project with its units
#[get(
    "/backoffice/projects/{id:[0-9a-f]{24}}/with-units",
    tag = "units",
    permission = "units:read",
    path(id = "The project's identifier."),
    response(200, "The project", ProjectWithUnits)
)]
pub(crate) async fn project_with_units(
    context: RequestContext,
    reader: Reader,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    let found = context.read(move |conn| {
        let project = Projects::find(conn, &id)?;
        let project = reader.show_one::<Projects, _>(conn, project)?;
        let units = queries::of_project(conn, &id)?;
        Ok(ProjectWithUnits { project, units: reader.show::<Units, _>(conn, units)? })
    });
    Ok(HttpResponse::Ok().json(found.await?))
}
