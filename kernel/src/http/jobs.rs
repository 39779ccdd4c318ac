//! The jobs of who is signed in: GET /api/jobs, GET /api/jobs/{id} and GET /api/jobs/{id}/file.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_LENGTH};
use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::error::Result;
use crate::base::id::Id;
use crate::engine::list::page_and_limit;
use crate::http::attached::saved_as;
use crate::records::handler::Routes;
use crate::records::jobs::queries;
use crate::records::jobs::{Job, parts};
use crate::records::request::RequestContext;
use crate::{get, utoipa};

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(job_list).service(job_view).service(job_file);
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct JobParameters {
    /// The number of the page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1_000_000_000, default = 1)]
    page: Option<String>,
    /// How many jobs a page has.
    #[param(value_type = Option<u8>, minimum = 1, maximum = 100, default = 20)]
    limit: Option<String>,
}

/// A page of jobs.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JobPage {
    /// The newest first, without their answers.
    items: Vec<Job>,
    /// The exact number of jobs.
    #[schemars(range(min = 0))]
    total: i64,
    /// The number of this page, from 1.
    page: i64,
    /// How many jobs a page has.
    limit: i64,
    /// The number of pages.
    total_pages: i64,
}

/// List the own jobs
///
/// The work that the caller asked for with `Prefer: respond-async`, the newest first. A job is kept for a day.
#[get(
    "/jobs",
    tag = "jobs",
    permission = "signed-in",
    params(JobParameters),
    response(200, "One page", JobPage)
)]
async fn job_list(
    context: RequestContext,
    query: web::Query<JobParameters>,
) -> Result<HttpResponse> {
    let JobParameters { page, limit } = query.into_inner();
    let (page, limit) = page_and_limit(page, limit)?;
    let (by, rules) = (context.by.id.clone(), context.of_rules());
    let read = context
        .read(move |conn| queries::of_account(conn, &by, (limit, (page - 1) * limit)))
        .await?;
    let (rows, total) = read;
    let items = rows.into_iter().map(|row| Job::seen(row, &rules, false));
    let items = items.collect::<Result<_>>()?;
    let page = JobPage { items, total, page, limit, total_pages: (total + limit - 1) / limit };
    Ok(HttpResponse::Ok().json(page))
}

/// Get a job
///
/// How far it is, and when it has ended, what the request would have been answered.
#[get(
    "/jobs/{id:[0-9a-f]{24}}",
    tag = "jobs",
    permission = "signed-in",
    path(id = "The identifier of the job."),
    response(200, "The job", Job),
    problem(404, "The caller has no such job")
)]
async fn job_view(context: RequestContext, id: web::Path<Id>) -> Result<HttpResponse> {
    let (by, rules) = (context.by.id.clone(), context.of_rules());
    let row = context.read(move |conn| queries::find(conn, &by, &id)).await?;
    Ok(HttpResponse::Ok().json(Job::seen(row, &rules, true)?))
}

/// Get the file that a job made
#[get(
    "/jobs/{id:[0-9a-f]{24}}/file",
    tag = "jobs",
    permission = "signed-in",
    path(id = "The identifier of the job."),
    response(200, "The file", String, content_type = "application/octet-stream"),
    problem(404, "The caller has no such job, or it made no file")
)]
async fn job_file(context: RequestContext, id: web::Path<Id>) -> Result<HttpResponse> {
    let (by, rules) = (context.by.id.clone(), context.of_rules());
    let row = context.read(move |conn| queries::find(conn, &by, &id)).await?;
    let file = row.file_for(&rules)?;
    Ok(HttpResponse::Ok()
        .content_type(file.content_type.as_str())
        .insert_header(saved_as(&file.name))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_LENGTH, file.size))
        .streaming(Box::pin(parts::read(context.core, &file))))
}
