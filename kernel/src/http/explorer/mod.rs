//! The operations of the explorer, which a product has when one of its modules declares a dataset: GET
//! /api/analytics/explore, and the same as a file: GET /api/analytics/explore/export.

mod charts;
mod records;

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use crate::base::error::Result;
use crate::db::Conn;
use crate::explore::{ExplorerAnswer, Question, QuestionRequest};
use crate::records::handler::Routes;
use crate::records::request::RequestContext;
use crate::transfer::{Format, Layout, TableRequest};
use crate::{get, utoipa};

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(analytics_explore).service(analytics_export);
    api.service(records::analytics_records).service(records::analytics_records_export);
    api.service(charts::analytics_chart);
}

/// Query measures of a dataset
///
/// Grouped by up to two dimensions. `x-explorer` lists the possible values of the parameters.
/// Each value has its `n`, the number of facts that it is computed from: facts without something
/// that the measure needs, such as a price above zero, are left out.
#[get(
    "/analytics/explore",
    tag = "analytics",
    permission = "analytics:read",
    explorer,
    response(200, "The values", ExplorerAnswer)
)]
async fn analytics_explore(
    context: RequestContext,
    question: QuestionRequest,
) -> Result<HttpResponse> {
    let question = question.question(&[])?;
    context.cached(&question.key(), move |conn| question.answer(conn)).await
}

/// The query parameters of an export besides those of the explorer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct QuestionQuery {
    format: Option<String>,
    #[serde(default)]
    byte_order_mark: bool,
}

impl QuestionQuery {
    /// The names of the parameters.
    const OWN: [&str; 2] = ["format", "byteOrderMark"];

    /// Returns how the table is written.
    fn layout(&self) -> Result<Layout> {
        let format = Format::from_parameter(self.format.as_deref())?;
        Ok(Layout { byte_order_mark: self.byte_order_mark, ..format.into() })
    }
}

/// Export measures of a dataset
///
/// CSV has a line for each row, or for each row and column that has facts: the label and the key of
/// each dimension, then every value with its `n`. A workbook is the table as screens show it: a row
/// for each row, and across it the values of each column, with labels, units and numbers.
#[get(
    "/analytics/explore/export",
    tag = "analytics",
    permission = "analytics:export",
    response(200, "The table")
)]
async fn analytics_export(
    table: TableRequest,
    question: QuestionRequest,
    wanted: web::Query<QuestionQuery>,
) -> Result<HttpResponse> {
    let layout = wanted.layout()?;
    let question = question.question(&QuestionQuery::OWN)?;
    send(table, question, layout, ("analytics", "analytics")).await
}

/// Answers a question with a table: a file of this name, called `subject` in the audit.
async fn send(
    table: TableRequest,
    question: Question,
    layout: Layout,
    (file, subject): (&str, &str),
) -> Result<HttpResponse> {
    let read = move |conn: &mut Conn| Ok((question.answer(conn)?, question.clone()));
    let write = move |(answer, question): (ExplorerAnswer, Question), out| {
        question.table(&answer, layout, out)
    };
    table.send((file, layout.format), subject, read, write).await
}
