//! Saved views of the explorer, each a whole question with its chart and sort order: GET and POST
//! /api/analytics/saved-views, PATCH and DELETE of one.

use std::sync::LazyLock;

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::queries::Content;
use super::{Checks, Patch, Saved, SavedBy, check, schemas};
use crate::base::error::{FieldError, Result};
use crate::base::id::Id;
use crate::explore::{Explorer, Question};
use crate::records::actor::Actor;
use crate::records::arguments::VersionedRequest;
use crate::records::body::Unchecked;
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::records::request::RequestContext;
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
    super::list::<SavedView>(&core, OF.to_owned(), by).await
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
    let errors = wrong_view(&body.json, &explorer);
    super::create::<SavedView>(context, check(&CHECKS.input, body.json, errors)?).await
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
    patch: Unchecked<Patch<SavedViewInput>>,
) -> Result<HttpResponse> {
    let check = move |_: &str| {
        let errors = wrong_view(&patch.json, &explorer);
        check(&CHECKS.patch, patch.json, errors)
    };
    super::update::<SavedView>(context, id.into_inner(), check).await
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
    super::delete::<SavedView>(context, id.into_inner()).await
}

/// The target of views in the table, which is no name of a resource.
pub(super) const OF: &str = "/explorer";

/// A saved view.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SavedView {
    /// The identifier.
    id: Id,
    /// Name.
    name: String,
    /// What the view shows.
    description: Option<String>,
    /// The query string of the explorer.
    view: String,
    /// Whether the explorer opens with this view.
    #[schemars(title = "Default")]
    is_default: bool,
    /// Whether others can use this view.
    shared: bool,
    /// Whether it is on the index: your own, and, when it is shared, everyone's.
    on_index: bool,
    /// Whether you saved this view. Only its owner can change or delete it.
    own: bool,
    /// The user who saved the view; null for one whom you may not read.
    owner: Option<SavedBy>,
}

/// A view to save.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Saved view")]
struct SavedViewInput {
    /// Name.
    #[schemars(length(min = 1, max = 100), extend("x-normalize" = ["trim"]))]
    name: String,
    /// What the view shows.
    #[schemars(length(max = 500), extend("x-widget" = "textarea"))]
    description: Option<String>,
    /// The query string of the explorer, as in its address.
    #[schemars(length(min = 1, max = 16384))]
    view: String,
    /// Whether the explorer opens with this view. It replaces your former default.
    #[serde(default)]
    #[schemars(title = "Default")]
    is_default: bool,
    /// Whether others can use this view.
    #[serde(default)]
    shared: bool,
    /// Whether it is on the index.
    #[serde(default)]
    #[schemars(title = "On the index")]
    on_index: bool,
}

/// The validators, without the question itself.
static CHECKS: LazyLock<Checks> =
    LazyLock::new(|| Checks::of::<SavedViewInput>(&schemas::<SavedViewInput>()));

/// Returns the error of the view in `body`, if the explorer cannot answer it.
fn wrong_view(body: &Value, explorer: &Explorer) -> Vec<FieldError> {
    let view = body.get("view").and_then(Value::as_str).filter(|view| !view.is_empty());
    let wrong = view.and_then(|view| Question::check(explorer, view).err());
    wrong.map(|error| FieldError::new("/view", error.to_string())).into_iter().collect()
}

impl Saved for SavedView {
    type Input = SavedViewInput;

    const NAMES: &'static str = "saved views";
    const PATH: &'static str = "/api/analytics/saved-views";

    fn is(of: &str) -> bool {
        of == OF
    }

    fn content(input: SavedViewInput) -> Result<Content> {
        Ok(Content {
            of: OF.into(),
            name: input.name,
            description: input.description,
            icon: None,
            state: input.view,
            is_default: input.is_default,
            shared: input.shared,
            on_index: input.on_index,
        })
    }

    fn shown(id: Id, content: Content, own: bool, owner: Option<SavedBy>) -> Result<Self> {
        Ok(Self {
            id,
            name: content.name,
            description: content.description,
            view: content.state,
            is_default: content.is_default,
            shared: content.shared,
            on_index: content.on_index,
            own,
            owner,
        })
    }
}
