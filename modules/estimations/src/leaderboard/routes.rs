//! The operation of the leaderboard: GET /api/estimations/leaderboard.

use actix_web::{HttpResponse, web};
use kernel::prelude::*;
use kernel::{Reader, RequestContext, get, utoipa};
use schemars::JsonSchema;
use serde::Deserialize;

use super::week::Period;
use super::{Leaderboard, Step, queries, step};
use crate::SCORE_DELAY;

/// The query parameters of the leaderboard.
#[derive(Deserialize)]
pub(crate) struct LeaderboardQuery {
    period: Option<String>,
}

/// Get the leaderboard
///
/// Ranks estimators by how close they come to the estimates of the others for the same units, on a
/// scale from 0 to 100. An estimate is scored some minutes after it was first saved in a week, as it
/// is then; what is saved later in the week does not change the score. A week runs from Monday to
/// Sunday in Asia/Dubai. The scores of a week are final once it has ended; longer periods add them
/// up. `previousRank` is the rank when last week ended.
#[get(
    "/estimations/leaderboard",
    tag = "leaderboard", permission = "leaderboard:read",
    params(("period" = inline(Option<DescribedPeriod>), Query,
        description = "`week` is the open week, `month` the weeks whose Monday lies in the current \
                       month, `all` every week.")),
    response(200, "The leaderboard", Leaderboard),
    problem(400, "There is no such period"),
)]
pub(crate) async fn leaderboard_view(
    context: RequestContext,
    reader: Reader,
    wanted: web::Query<LeaderboardQuery>,
) -> Result<HttpResponse> {
    let period = Period::read(wanted.period.as_deref())?;
    let delay = context.settings().whole(&SCORE_DELAY);
    loop {
        // Scores the weeks that no request has read yet, and aggregates those that are scored.
        match context
            .read_long({
                let reader = reader.clone();
                move |conn| step(conn, period, delay, &reader)
            })
            .await?
        {
            Step::Shown(leaderboard) => return Ok(HttpResponse::Ok().json(leaderboard)),
            // Two concurrent requests compute the same scores, and one of them stores them.
            Step::Freeze(run) => {
                context.store_derived(move |conn| queries::freeze(conn, &run)).await?
            }
            Step::Thaw(runs) => {
                context.store_derived(move |conn| queries::thaw(conn, &runs)).await?
            }
        }
    }
}

/// The parameter `period`, as the document has it.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", inline, extend("default" = "all"))]
#[expect(dead_code, reason = "it is only described")]
enum DescribedPeriod {
    All,
    Month,
    Week,
}
