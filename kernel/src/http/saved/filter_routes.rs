//! The operations: GET and POST /api/backoffice/saved-filters, PATCH and DELETE of one.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Deserialize;
use serde_json::Value;

use super::Saved;
use super::filters::{self, SavedFilter, SavedFilterInput, SavedFilterPatch};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::records::actor::Actor;
use crate::records::arguments::VersionedRequest;
use crate::records::body::Unchecked;
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::records::idempotency::Answer;
use crate::records::request::{RequestContext, WriteContext};
use crate::{delete, get, patch, post, utoipa};

/// Mounts the operations, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(saved_filter_list)
        .service(saved_filter_create)
        .service(saved_filter_update)
        .service(saved_filter_delete);
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct OfResource {
    /// The resource whose list the filters are for.
    #[serde(default)]
    #[param(required = true)]
    resource: String,
}

/// List the saved filters of a resource
///
/// Lists the caller's own filters and shared ones: the caller's default first, then by name.
#[get(
    "/backoffice/saved-filters",
    tag = "saved-filters", permission = "saved-filters:read",
    params(OfResource),
    response(200, "The saved filters", Vec<SavedFilter>),
    problem(400, "There is no such resource"),
)]
async fn saved_filter_list(
    core: web::Data<Core>,
    by: Actor,
    wanted: web::Query<OfResource>,
) -> Result<HttpResponse> {
    let resource = wanted.into_inner().resource;
    if resource.is_empty() {
        return Err(Error::Malformed("Say whose filters are wanted: `resource`".into()));
    }
    if core.records.get(&resource).is_none() {
        let what = filters::no_resource(&resource);
        return Err(Error::Malformed(format!("`resource`: {what}")));
    }
    let filters =
        core.db.read(move |conn| super::list::<SavedFilter>(conn, &resource, &by)).await?;
    Ok(HttpResponse::Ok().json(filters))
}

/// Save a filter
///
/// The filter belongs to the caller. A new default replaces the former one.
#[post(
    "/backoffice/saved-filters",
    tag = "saved-filters", permission = "saved-filters:create",
    response(201, "The new filter", SavedFilter,
        headers(("Location" = String, description = "Where it is"))),
    problem(409, "The caller has as many of this resource as one may have"),
)]
async fn saved_filter_create(
    context: RequestContext,
    body: Unchecked<SavedFilterInput>,
) -> Result<HttpResponse> {
    let input = filters::check_input(body.json, &context.core, &context.by)?;
    let requested = input.clone();
    context
        .write(&requested, move |writing| {
            let (id, saved) = super::create::<SavedFilter>(writing, input)?;
            let location = Some(format!("/api/backoffice/saved-filters/{id}"));
            Ok(Answer { location, ..saved.answer(StatusCode::CREATED)? })
        })
        .await
}

/// Change a saved filter
///
/// Only the owner can change it. A new default replaces the former one.
#[patch(
    "/backoffice/saved-filters/{id:[0-9a-f]{24}}",
    tag = "saved-filters",
    permission = "saved-filters:update",
    path(id = "Its identifier."),
    response(200, "The changed filter", SavedFilter),
    problem(404, "The caller sees no such saved filter")
)]
async fn saved_filter_update(
    VersionedRequest(context): VersionedRequest,
    id: web::Path<Id>,
    patch: Unchecked<SavedFilterPatch>,
) -> Result<HttpResponse> {
    let (core, by) = (context.core.clone(), context.by.clone());
    context
        .write(&Value::Null, move |writing| {
            let check =
                |of: &str, _: &WriteContext<'_>| filters::check_patch(patch.json, of, &core, &by);
            super::update::<SavedFilter>(writing, &id, check)?.answer(StatusCode::OK)
        })
        .await
}

/// Delete a saved filter
///
/// Only the owner can delete it.
#[delete(
    "/backoffice/saved-filters/{id:[0-9a-f]{24}}",
    tag = "saved-filters",
    permission = "saved-filters:delete",
    path(id = "Its identifier."),
    response(204, "Deleted"),
    problem(404, "The caller sees no such saved filter")
)]
async fn saved_filter_delete(
    VersionedRequest(context): VersionedRequest,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    context
        .write(&Value::Null, move |writing| {
            super::delete::<SavedFilter>(writing, &id)?;
            Ok(Answer::nothing())
        })
        .await
}
