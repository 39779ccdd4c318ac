//! GET /api/analytics/explore/records, and the same as a file.

use actix_web::{HttpResponse, web};

use super::{QuestionQuery, send};
use crate::base::error::Result;
use crate::explore::{ExplorerRecords, QuestionRequest};
use crate::records::request::RequestContext;
use crate::transfer::TableRequest;
use crate::{get, utoipa};

/// List the records behind a value
///
/// Lists the records of the dataset's resource whose facts the value is computed from, each with
/// the measures of its own facts only. `sort` and `limit` are those of this list: `row` is the
/// order of their titles. Comparisons are left out.
#[get(
    "/analytics/explore/records",
    tag = "analytics", permission = "analytics:read",
    params(
        ("row" = Option<Vec<String>>, Query,
            description = "The key of a group of `rows`; empty for what is not stated. Several are taken \
                           together; without one all count."),
        ("col" = Option<Vec<String>>, Query, description = "The same of `cols`."),
        ("page" = Option<u32>, Query, description = "The page, from 1 on.", minimum = 1),
    ),
    response(200, "The records", ExplorerRecords),
)]
pub(super) async fn analytics_records(
    context: RequestContext,
    question: QuestionRequest,
) -> Result<HttpResponse> {
    let behind = question.behind(&[])?;
    context.cached(&behind.key(), move |conn| behind.answer(conn)).await
}

/// Export the records behind a value
///
/// Exports all of them, in the requested order: title and identifier, then every measure with its
/// `n`.
#[get(
    "/analytics/explore/records/export",
    tag = "analytics", permission = "analytics:export",
    params(
        ("row" = Option<Vec<String>>, Query, description = "The key of a group of `rows`."),
        ("col" = Option<Vec<String>>, Query, description = "The key of a group of `cols`."),
    ),
    response(200, "The table"),
)]
pub(super) async fn analytics_records_export(
    table: TableRequest,
    question: QuestionRequest,
    wanted: web::Query<QuestionQuery>,
) -> Result<HttpResponse> {
    let layout = wanted.layout()?;
    let behind = question.behind(&QuestionQuery::OWN)?;
    send(table, behind.all(), layout, ("records", "analytics records")).await
}
