//! The operations on API tokens: GET and POST /api/auth/tokens, DELETE /api/auth/tokens/{id}. They
//! require a session: a token cannot create another token.

use actix_web::{HttpResponse, web};

use super::super::Auth;
use super::super::attempts::ClientOrigin;
use super::super::browser::NO_STORE;
use super::{NewToken, Token, TokenInput};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::engine::policy::Policy;
use crate::records::actor::InPerson;
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::records::request::RequestContext;
use crate::{delete, get, post, utoipa};

/// Mounts the operations, under `/api`.
pub(in crate::auth) fn routes(api: &mut Routes<'_>) {
    api.service(auth_token_list).service(auth_token_create).service(auth_token_delete);
}

/// List one's API tokens
///
/// The newest first. The secrets of the tokens are not shown.
#[get(
    "/auth/tokens",
    tag = "auth", permission = "tokens:read",
    response(200, "The tokens", Vec<Token>),
)]
async fn auth_token_list(auth: web::Data<Auth>, person: InPerson) -> Result<HttpResponse> {
    let tokens = auth.tokens(&person.0).await?;
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(tokens))
}

/// Create an API token
///
/// For a program that uses this API on behalf of its owner, with no more than the owner's
/// permissions. The response contains the token, which is shown only once; the same request with
/// the same `Idempotency-Key` returns it again. Requires the current password, unless the user has
/// signed in within the last ten minutes. The token is revoked when the password changes, and by
/// signing out everywhere.
#[post(
    "/auth/tokens",
    tag = "auth",
    permission = "tokens:create",
    response(201, "The new token", NewToken),
    problem(409, "There are too many tokens"),
    problem(429)
)]
async fn auth_token_create(
    auth: web::Data<Auth>,
    policy: web::Data<Policy>,
    person: InPerson,
    origin: ClientOrigin,
    context: RequestContext,
    new: Valid<TokenInput>,
) -> Result<HttpResponse> {
    let own = person.0.permissions(&policy);
    let made = auth.make_token(context, &own, new.value, origin).await?;
    Ok(HttpResponse::Created().insert_header(NO_STORE).json(made))
}

/// Revoke an API token
///
/// Requests with this token are rejected from now on.
#[delete(
    "/auth/tokens/{id:[0-9a-f]{24}}",
    tag = "auth",
    permission = "tokens:delete",
    path(id = "The token"),
    response(204, "Revoked"),
    problem(404, "There is no such token of one's own")
)]
async fn auth_token_delete(
    auth: web::Data<Auth>,
    person: InPerson,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    auth.revoke_token(&person.0, id.into_inner()).await?;
    Ok(HttpResponse::NoContent().insert_header(NO_STORE).finish())
}
