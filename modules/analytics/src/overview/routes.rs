//! GET /api/analytics/overview.

use actix_web::HttpResponse;
use kernel::explore::{Explorer, Reading};
use kernel::prelude::*;
use kernel::{Reader, RequestContext, get, utoipa};

use super::{Overview, overview};

/// Get the key metrics of this week
///
/// Each with its value at the beginning of the week.
#[get(
    "/analytics/overview",
    tag = "analytics",
    permission = "analytics:read",
    response(200, "The metrics", Overview)
)]
pub(crate) async fn analytics_overview(
    context: RequestContext,
    reader: Reader,
    explorer: Explorer,
) -> Result<HttpResponse> {
    let minimum = context.settings().whole(&estimations::MINIMUM_ESTIMATORS);
    let reading = Reading::of(&explorer);
    context.cached("overview", move |conn| overview(conn, (&reading, &reader), minimum)).await
}
