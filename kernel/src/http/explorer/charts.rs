//! GET /api/analytics/charts/{name}.

use actix_web::{HttpResponse, web};

use crate::base::error::Result;
use crate::explore::{ChosenChart, Explorer, ExplorerChart};
use crate::records::request::RequestContext;
use crate::{get, utoipa};

/// Get the values of a chart
///
/// `x-explorer` lists the charts. Rows, values and their `n` are those of the explorer.
#[get(
    "/analytics/charts/{name}",
    tag = "analytics",
    permission = "analytics:read",
    path(name = "The name of the chart."),
    response(200, "The chart with its values", ExplorerChart),
    problem(404, "There is no such chart")
)]
pub(super) async fn analytics_chart(
    context: RequestContext,
    explorer: Explorer,
    name: web::Path<String>,
) -> Result<HttpResponse> {
    let chart = ChosenChart::of(&explorer, &name)?;
    context.cached(&chart.key(), move |conn| chart.answer(conn)).await
}
