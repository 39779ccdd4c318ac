//! The operations on a user beside the standard ones: POST /api/backoffice/users/{id}/lock,
//! /unlock, /allow-linking and /set-password; and on the user's credentials: GET
//! /api/backoffice/users/{id}/tokens and /identities, DELETE of one of them.

use actix_web::{HttpResponse, web};
use kernel::auth::credentials::Identity;
use kernel::auth::{Token, credentials};
use kernel::error::Problem;
use kernel::prelude::*;
use kernel::{RecordRequest, RequestContext, WriteContext, delete, get, utoipa};
use serde_json::Value;

use crate::Users;

/// The identifiers of a user and of one of the user's tokens or identities.
type OfUser = (Id, Id);

/// List a user's API tokens
///
/// The newest first, with those that have expired. The secrets of the tokens are not shown.
#[utoipa::path(
    get,
    path = "/backoffice/users/{id}/tokens",
    tag = "users",
    params(("id" = String, Path, description = "The user")),
    responses(
        (status = 200, description = "The tokens", body = Vec<Token>),
        (status = 404, description = "There is no such user",
            body = Problem, content_type = "application/problem+json"),
    ),
    extensions(("x-permission" = json!("users:list-tokens"))),
)]
#[get("/backoffice/users/{id:[0-9a-f]{24}}/tokens")]
pub(crate) async fn user_token_list(
    context: RequestContext,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    let tokens = context.read(move |conn| credentials::tokens(conn, &id)).await?;
    Ok(HttpResponse::Ok().json(tokens))
}

/// End a user's API token
///
/// Requests with this token are refused from now on.
#[utoipa::path(
    delete,
    path = "/backoffice/users/{id}/tokens/{tokenId}",
    tag = "users",
    params(
        ("id" = String, Path, description = "The user"),
        ("tokenId" = String, Path, description = "The token"),
    ),
    responses(
        (status = 204, description = "Ended"),
        (status = 404, description = "The user has no such token",
            body = Problem, content_type = "application/problem+json"),
    ),
    extensions(("x-permission" = json!("users:end-token"))),
)]
#[delete("/backoffice/users/{id:[0-9a-f]{24}}/tokens/{tokenId:[0-9a-f]{24}}")]
pub(crate) async fn user_token_delete(
    user: RecordRequest<Users>,
    path: web::Path<OfUser>,
) -> Result<HttpResponse> {
    let (_, token) = path.into_inner();
    let end = move |writing: &mut WriteContext<'_>, id: &Id| {
        let by = writing.by();
        credentials::end_token(writing.conn(), id, &token, by)?;
        Ok(true)
    };
    user.perform_silently("end-token", &Value::Null, end).await
}

/// List a user's identities
///
/// What the user signs in with through identity providers, the first linked one first.
#[utoipa::path(
    get,
    path = "/backoffice/users/{id}/identities",
    tag = "users",
    params(("id" = String, Path, description = "The user")),
    responses(
        (status = 200, description = "The identities", body = Vec<Identity>),
        (status = 404, description = "There is no such user",
            body = Problem, content_type = "application/problem+json"),
    ),
    extensions(("x-permission" = json!("users:list-identities"))),
)]
#[get("/backoffice/users/{id:[0-9a-f]{24}}/identities")]
pub(crate) async fn user_identity_list(
    context: RequestContext,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    let identities = context.read(move |conn| credentials::identities(conn, &id)).await?;
    Ok(HttpResponse::Ok().json(identities))
}

/// Unlink a user's identity
///
/// A sign-in with this identity no longer gives access to the user's account. Every session of the
/// user ends.
#[utoipa::path(
    delete,
    path = "/backoffice/users/{id}/identities/{identityId}",
    tag = "users",
    params(
        ("id" = String, Path, description = "The user"),
        ("identityId" = String, Path, description = "The identity"),
    ),
    responses(
        (status = 204, description = "Unlinked"),
        (status = 404, description = "The user has no such identity",
            body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "The last administrator signs in with it",
            body = Problem, content_type = "application/problem+json"),
    ),
    extensions(("x-permission" = json!("users:unlink"))),
)]
#[delete("/backoffice/users/{id:[0-9a-f]{24}}/identities/{identityId:[0-9a-f]{24}}")]
pub(crate) async fn user_identity_delete(
    user: RecordRequest<Users>,
    path: web::Path<OfUser>,
) -> Result<HttpResponse> {
    let (_, identity) = path.into_inner();
    let unlink = move |writing: &mut WriteContext<'_>, id: &Id| {
        let by = writing.by();
        credentials::unlink(writing.conn(), id, &identity, by)?;
        Ok(true)
    };
    user.perform_silently("unlink", &Value::Null, unlink).await
}
