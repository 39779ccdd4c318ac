//! The operations by which estimators read projects: GET /api/projects, one with its units, and its
//! images.

use std::collections::{HashMap, HashSet};

use ::projects::Projects;
use actix_web::{HttpRequest, HttpResponse, web};
use kernel::list::{ListQuery, Page};
use kernel::prelude::*;
use kernel::{ListRequest, Reader, RequestContext, get, utoipa};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    ProjectForEstimators, ProjectForEstimatorsPage, ProjectWithUnitsForEstimators, Which, queries,
};

/// The query parameter besides the standard ones of a list.
#[derive(Deserialize)]
pub(crate) struct FilterParameter {
    filter: Option<String>,
}

/// List the projects to assess
///
/// With the progress of the caller and of the others. `filter` selects by the caller's own
/// estimates; the other parameters are those of every list of projects.
#[get(
    "/projects",
    tag = "assessments", permission = "assessments:read",
    params((
        "filter" = inline(Option<Filter>), Query,
        description = "Which projects: all, this week's, those that the caller has not started, has \
                       started and not completed, or has completed.",
    )),
    response(200, "The projects", ProjectForEstimatorsPage),
)]
pub(crate) async fn estimator_project_list(
    context: RequestContext,
    reader: Reader,
    wanted: ListRequest<Projects>,
    parameters: web::Query<FilterParameter>,
) -> Result<HttpResponse> {
    let which = Which::read(parameters.filter.as_deref())?;
    let by = context.by().clone();
    let page = context.read(move |conn| list(conn, wanted.query, which, (&by, &reader))).await?;
    Ok(HttpResponse::Ok().json(ProjectForEstimatorsPage::from(page)))
}

/// The parameter `filter`, as the document has it.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", inline, extend("default" = "all"))]
#[expect(dead_code, reason = "it is only described")]
enum Filter {
    All,
    ThisWeek,
    NotStarted,
    InProgress,
    Completed,
}

/// Get a project to assess
///
/// With its units, in natural order of their numbers, without their listed rents.
#[get(
    "/projects/{id:[0-9a-f]{24}}/with-units",
    tag = "assessments",
    permission = "assessments:read",
    path(id = "The project's identifier."),
    response(200, "The project", ProjectWithUnitsForEstimators)
)]
pub(crate) async fn estimator_project_with_units(
    context: RequestContext,
    reader: Reader,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    let found = context.read(move |conn| {
        let project = Projects::find(conn, &id)?;
        let project = reader.show_one::<Projects, _>(conn, project)?;
        let units = queries::units_of(conn, &id, &reader)?;
        Ok(ProjectWithUnitsForEstimators { project, units })
    });
    Ok(HttpResponse::Ok().json(found.await?))
}

/// The identifier of a project, and the name of one of its images.
type OfProject = (Id, String);

/// The query parameters of an image.
#[derive(Deserialize)]
pub(crate) struct ImageQuery {
    size: Option<String>,
}

/// An image of a project to assess
#[get(
    "/projects/{id:[0-9a-f]{24}}/images/{file:[0-9a-f]{64}}",
    tag = "assessments", permission = "assessments:read",
    path(id = "The project's identifier.", file = "The name of the file."),
    params((
        "size" = inline(Option<ImageSize>), Query,
        description = "At most 320 pixels on each side, at most 1,280, or the image itself.",
    )),
    response(200, "The image", content((String = "image/jpeg"), (String = "image/png"))),
    response(304, "The image is the one that the caller has"),
)]
pub(crate) async fn estimator_project_image(
    context: RequestContext,
    _: Reader,
    request: HttpRequest,
    path: web::Path<OfProject>,
    query: web::Query<ImageQuery>,
) -> Result<HttpResponse> {
    let (id, file) = path.into_inner();
    kernel::show_image_of::<Projects>(&context, &request, (&id, &file), query.into_inner().size)
        .await
}

/// The parameter `size`, as the document has it.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", inline, extend("default" = "full"))]
#[expect(dead_code, reason = "it is only described")]
enum ImageSize {
    Small,
    Large,
    Full,
}

/// Reads a page of the selected projects. Beside the list itself that is three statements for this
/// week's projects, one or two for the progress of the caller, and two for the page.
fn list(
    conn: &mut Conn,
    query: ListQuery,
    which: Which,
    (by, reader): (&Actor, &Reader),
) -> Result<Page<ProjectForEstimators>> {
    let this_week = rotations::this_week(conn, reader)?;
    let this_week: Vec<Id> = this_week
        .into_iter()
        .flat_map(|rotation| rotation.projects)
        .map(|project| project.id)
        .collect();
    let query = match which {
        Which::All => query,
        Which::ThisWeek => query.within(this_week.clone()),
        Which::NotStarted => {
            query.without(queries::own_counts(conn, &by.id, reader)?.into_keys().collect())
        }
        Which::InProgress => query.within(started(conn, (by, reader), false)?),
        Which::Completed => query.within(started(conn, (by, reader), true)?),
    };
    let page = kernel::resource::list::<Projects>(conn, &query, by)?;
    let ids: Vec<Id> = page.items.iter().map(|project| project.id.clone()).collect();
    let units = queries::unit_counts(conn, &ids, reader)?;
    let mut agents: HashMap<Id, i64> = HashMap::new();
    let mut own = HashMap::new();
    for (project, agent, count) in queries::counts(conn, &ids, reader)? {
        if agent == by.id {
            own.insert(project.clone(), count);
        }
        if units.get(&project) == Some(&count) {
            *agents.entry(project).or_default() += 1;
        }
    }
    let this_week: HashSet<Id> = this_week.into_iter().collect();
    let of = |counts: &HashMap<Id, i64>, id: &Id| counts.get(id).copied().unwrap_or_default();
    let Page { items, total, page, limit, total_pages } = page;
    let shown = reader.show::<Projects, _>(conn, items)?;
    let items = ids.iter().zip(shown).map(|(id, project)| ProjectForEstimators {
        agents_completed_count: of(&agents, id),
        completed_units_count: of(&own, id),
        units_count: of(&units, id),
        is_this_week: this_week.contains(id),
        project,
    });
    Ok(Page { items: items.collect(), total, page, limit, total_pages })
}

/// Returns the projects that the caller has started: the completed ones, or the others.
fn started(conn: &mut Conn, (by, reader): (&Actor, &Reader), completed: bool) -> Result<Vec<Id>> {
    let own = queries::own_counts(conn, &by.id, reader)?;
    let ids: Vec<Id> = own.keys().cloned().collect();
    let units = queries::unit_counts(conn, &ids, reader)?;
    let is_wanted = |id: &Id| (own.get(id) == units.get(id)) == completed;
    Ok(ids.into_iter().filter(is_wanted).collect())
}
