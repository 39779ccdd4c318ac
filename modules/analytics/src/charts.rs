//! GET /api/analytics/charts/{name}.

use actix_web::{HttpResponse, web};
use kernel::explore::{ChosenChart, Explorer, ExplorerChart};
use kernel::prelude::*;
use kernel::{RequestContext, get, utoipa};

/// Get the values of a chart
///
/// `x-explorer` lists the charts. Rows, values and their `n` are those of the explorer.
#[utoipa::path(
    get,
    path = "/analytics/charts/{name}",
    tag = "analytics",
    params(("name" = String, Path, description = "The name of the chart.")),
    responses(
        (status = 200, description = "The chart with its values", body = ExplorerChart),
        (status = 404, description = "There is no such chart"),
    ),
    extensions(("x-permission" = json!("analytics:read"))),
)]
#[get("/analytics/charts/{name}")]
pub(crate) async fn analytics_chart(
    context: RequestContext,
    explorer: Explorer,
    name: web::Path<String>,
) -> Result<HttpResponse> {
    let chart = ChosenChart::of(&explorer, &name)?;
    context.cached(&chart.key(), move |conn| chart.answer(conn)).await
}
