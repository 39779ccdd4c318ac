//! The operations: GET and POST /api/analytics/saved-views, PATCH and DELETE of one.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde_json::Value;

use super::Saved;
use super::views::{self, SavedView, SavedViewInput, SavedViewPatch};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::explore::Explorer;
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
    api.service(saved_view_list)
        .service(saved_view_create)
        .service(saved_view_update)
        .service(saved_view_delete);
}

/// List the saved views
///
/// Lists the caller's own views and shared ones: the caller's default first, then by name.
#[get(
    "/analytics/saved-views",
    tag = "saved-views", permission = "saved-views:read",
    response(200, "The saved views", Vec<SavedView>),
)]
async fn saved_view_list(core: web::Data<Core>, by: Actor) -> Result<HttpResponse> {
    let views = core.db.read(move |conn| super::list::<SavedView>(conn, views::OF, &by)).await?;
    Ok(HttpResponse::Ok().json(views))
}

/// Save a view
///
/// The view belongs to the caller. A new default replaces the former one.
#[post(
    "/analytics/saved-views",
    tag = "saved-views", permission = "saved-views:create",
    response(201, "The new view", SavedView,
        headers(("Location" = String, description = "Where it is"))),
    problem(409, "The caller has as many as one may have"),
)]
async fn saved_view_create(
    context: RequestContext,
    explorer: Explorer,
    body: Unchecked<SavedViewInput>,
) -> Result<HttpResponse> {
    let input = views::check_input(body.json, &explorer)?;
    let requested = input.clone();
    context
        .write(&requested, move |writing| {
            let (id, saved) = super::create::<SavedView>(writing, input)?;
            let location = Some(format!("/api/analytics/saved-views/{id}"));
            Ok(Answer { location, ..saved.answer(StatusCode::CREATED)? })
        })
        .await
}

/// Change a saved view
///
/// Only the owner can change it. A new default replaces the former one.
#[patch(
    "/analytics/saved-views/{id:[0-9a-f]{24}}",
    tag = "saved-views",
    permission = "saved-views:update",
    path(id = "Its identifier."),
    response(200, "The changed view", SavedView),
    problem(404, "The caller sees no such saved view")
)]
async fn saved_view_update(
    VersionedRequest(context): VersionedRequest,
    explorer: Explorer,
    id: web::Path<Id>,
    patch: Unchecked<SavedViewPatch>,
) -> Result<HttpResponse> {
    context
        .write(&Value::Null, move |writing| {
            let check = |_: &str, _: &WriteContext<'_>| views::check_patch(patch.json, &explorer);
            super::update::<SavedView>(writing, &id, check)?.answer(StatusCode::OK)
        })
        .await
}

/// Delete a saved view
///
/// Only the owner can delete it.
#[delete(
    "/analytics/saved-views/{id:[0-9a-f]{24}}",
    tag = "saved-views",
    permission = "saved-views:delete",
    path(id = "Its identifier."),
    response(204, "Deleted"),
    problem(404, "The caller sees no such saved view")
)]
async fn saved_view_delete(
    VersionedRequest(context): VersionedRequest,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    context
        .write(&Value::Null, move |writing| {
            super::delete::<SavedView>(writing, &id)?;
            Ok(Answer::nothing())
        })
        .await
}
