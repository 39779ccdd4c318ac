//! GET /api/analytics/explore/records, and the same as a file.

use actix_web::{HttpResponse, web};
use kernel::explore::{ExplorerRecords, QuestionRequest};
use kernel::prelude::*;
use kernel::transfer::TableRequest;
use kernel::{RequestContext, get, utoipa};

use crate::routes::{QuestionQuery, send};

/// List the records behind a value
///
/// Lists the records of the dataset's resource whose facts the value is computed from, each with
/// the measures of its own facts only. `sort` and `limit` are those of this list: `row` is the
/// order of their titles. Comparisons are left out.
#[utoipa::path(
    get,
    path = "/analytics/explore/records",
    tag = "analytics",
    params(
        ("row" = Option<Vec<String>>, Query, description = "The key of a group of `rows`; empty for what is not stated. Several are taken together; without one all count."),
        ("col" = Option<Vec<String>>, Query, description = "The same of `cols`."),
        ("page" = Option<u32>, Query, description = "The page, from 1 on.", minimum = 1),
    ),
    responses((status = 200, description = "The records", body = ExplorerRecords)),
    extensions(("x-permission" = json!("analytics:read"))),
)]
#[get("/analytics/explore/records")]
pub(crate) async fn analytics_records(
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
#[utoipa::path(
    get,
    path = "/analytics/explore/records/export",
    tag = "analytics",
    params(
        ("row" = Option<Vec<String>>, Query, description = "The key of a group of `rows`."),
        ("col" = Option<Vec<String>>, Query, description = "The key of a group of `cols`."),
        ("format" = Option<String>, Query, description = "The kind of file: csv, unless it is xlsx.", pattern = "^(csv|xlsx)$"),
        ("byteOrderMark" = Option<bool>, Query, description = "Whether CSV begins with a byte order mark, by which spreadsheet programs recognize UTF-8."),
    ),
    responses((
        status = 200,
        description = "The table",
        content(
            (String = "text/csv"),
            (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ),
    )),
    extensions(("x-permission" = json!("analytics:export"))),
)]
#[get("/analytics/explore/records/export")]
pub(crate) async fn analytics_records_export(
    table: TableRequest,
    question: QuestionRequest,
    wanted: web::Query<QuestionQuery>,
) -> Result<HttpResponse> {
    let layout = wanted.layout()?;
    let behind = question.behind(&QuestionQuery::OWN)?;
    send(table, behind.all(), layout, ("records", "analytics records")).await
}
