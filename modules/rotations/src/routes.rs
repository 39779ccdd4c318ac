//! GET /api/projects/weekly-selection, for all signed-in users.

use actix_web::HttpResponse;
use chrono::NaiveDate;
use kernel::prelude::*;
use kernel::{Reader, RequestContext, get, utoipa};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Rotations, queries};

/// The projects to assess this week.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-shows" = "rotations"))]
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

/// Get this week's projects
///
/// The weekly rotation of the current week in Asia/Dubai.
#[get(
    "/projects/weekly-selection",
    tag = "rotations",
    permission = "signed-in",
    response(200, "This week's rotation", WeeklySelection),
    problem(404, "There is no rotation for this week")
)]
pub(crate) async fn weekly_selection_view(
    context: RequestContext,
    reader: Reader,
) -> Result<HttpResponse> {
    let found = context.read(move |conn| {
        let found = queries::this_week(conn, &reader)?.ok_or(Error::NotFound)?;
        let selection = WeeklySelection {
            id: found.id,
            name: found.name,
            week_start: found.week_start,
            project_ids: found.projects.into_iter().map(|project| project.id).collect(),
        };
        reader.show_one::<Rotations, _>(conn, selection)
    });
    Ok(HttpResponse::Ok().json(found.await?))
}
