//! The operations on a user beside the standard ones: POST /api/backoffice/users/{id}/lock,
//! /unlock, /allow-linking, /set-password and /invite; and on the user's credentials: GET
//! /api/backoffice/users/{id}/tokens and /identities, DELETE of one of them.

use actix_web::{HttpResponse, web};
use kernel::auth::credentials::Identity;
use kernel::auth::{Token, credentials, invitations};
use kernel::prelude::*;
use kernel::{
    Answer, Reader, RecordRequest, RequestContext, WriteContext, delete, get, post, utoipa,
};
use serde_json::Value;

use crate::Users;

/// The identifiers of a user and of one of the user's tokens or identities.
type OfUser = (Id, Id);

/// Send Invitation
///
/// Sends a mail with a link by which the user sets a password. The link works once, for seven days.
#[post(
    "/backoffice/users/{id:[0-9a-f]{24}}/invite",
    tag = "users",
    permission = "users:invite",
    path(id = "The user"),
    response(202, "The mail will be sent"),
    problem(404, "There is no such user, or this server sends no mail"),
    problem(409, "The user is locked")
)]
pub(crate) async fn user_invite(
    context: RequestContext,
    reader: Reader,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    context.must_send_mail()?;
    context
        .write(&Value::Null, move |writing| {
            reader.must_read::<Users>(writing.conn(), &id)?;
            invitations::invite(writing, &id)?;
            Ok(Answer::received())
        })
        .await
}

/// List a user's API tokens
///
/// The newest first, with those that have expired. The secrets of the tokens are not shown.
#[get(
    "/backoffice/users/{id:[0-9a-f]{24}}/tokens",
    tag = "users", permission = "users:list-tokens",
    path(id = "The user"),
    response(200, "The tokens", Vec<Token>),
    problem(404, "There is no such user"),
)]
pub(crate) async fn user_token_list(
    context: RequestContext,
    reader: Reader,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    let tokens = context.read(move |conn| {
        reader.must_read::<Users>(conn, &id)?;
        credentials::tokens(conn, &id)
    });
    Ok(HttpResponse::Ok().json(tokens.await?))
}

/// End a user's API token
///
/// Requests with this token are refused from now on.
#[delete(
    "/backoffice/users/{id:[0-9a-f]{24}}/tokens/{tokenId:[0-9a-f]{24}}",
    tag = "users",
    permission = "users:end-token",
    path(id = "The user", tokenId = "The token"),
    response(204, "Ended"),
    problem(404, "The user has no such token")
)]
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
#[get(
    "/backoffice/users/{id:[0-9a-f]{24}}/identities",
    tag = "users", permission = "users:list-identities",
    path(id = "The user"),
    response(200, "The identities", Vec<Identity>),
    problem(404, "There is no such user"),
)]
pub(crate) async fn user_identity_list(
    context: RequestContext,
    reader: Reader,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    let identities = context.read(move |conn| {
        reader.must_read::<Users>(conn, &id)?;
        credentials::identities(conn, &id)
    });
    Ok(HttpResponse::Ok().json(identities.await?))
}

/// Unlink a user's identity
///
/// A sign-in with this identity no longer gives access to the user's account. Every session of the
/// user ends.
#[delete(
    "/backoffice/users/{id:[0-9a-f]{24}}/identities/{identityId:[0-9a-f]{24}}",
    tag = "users",
    permission = "users:unlink",
    path(id = "The user", identityId = "The identity"),
    response(204, "Unlinked"),
    problem(404, "The user has no such identity"),
    problem(409, "The last administrator signs in with it")
)]
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
