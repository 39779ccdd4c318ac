//! What is done to a user beside changing fields: POST /api/backoffice/users/{id}/lock, /unlock,
//! /allow-linking and /set-password; and what the user can get in with: GET
//! /api/backoffice/users/{id}/tokens and /identities, DELETE of one of them.

use std::sync::LazyLock;

use actix_web::{HttpResponse, delete, get, post, web};
use kernel::Body;
use kernel::auth::administration::Identity;
use kernel::auth::{NewPassword, Token, administration};
use kernel::error::Problem;
use kernel::prelude::*;
use kernel::schema::Checker;
use kernel::{Answer, RequestContext};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::{User, Users};

/// A new password for a user.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Set password")]
pub(crate) struct SetPassword {
    /// At least 8 characters.
    #[schemars(title = "New Password")]
    password: NewPassword,
}

kernel::api_schema!(SetPassword);

/// Lock a user
///
/// Ends every session of the user, and refuses every token from now on. Nobody can lock themselves,
/// or the last administrator who can sign in. Changes nothing when the user is locked already.
#[utoipa::path(
    post,
    path = "/backoffice/users/{id}/lock",
    tag = "users",
    responses((status = 200, description = "The user, locked", body = User)),
    extensions(
        ("x-permission" = json!("users:lock")),
        ("x-acts-on-record" = json!(true)),
        ("x-verb" = json!({
            "label": "Lock Account",
            "icon": "lock",
            "confirm": {
                "title": "Lock this account?",
                "text": "{title} will be signed out everywhere and cannot sign in until the \
                         account is unlocked."
            },
            "danger": true,
            "when": { "locked": [false] },
            "done": "User locked successfully"
        })),
    ),
)]
#[post("/backoffice/users/{id:[0-9a-f]{24}}/lock")]
pub(crate) async fn user_lock(context: RequestContext, id: web::Path<Id>) -> Result<HttpResponse> {
    context
        .write(&Value::Null, move |writing| {
            writing.perform_verb::<Users>(&id, "lock", |writing| {
                let by = writing.by();
                administration::lock(writing.conn(), &id, by)
            })
        })
        .await
}

/// Unlock a user
///
/// The user can sign in again. Sessions that have ended stay ended. Changes nothing when the user
/// is not locked.
#[utoipa::path(
    post,
    path = "/backoffice/users/{id}/unlock",
    tag = "users",
    responses((status = 200, description = "The user, not locked", body = User)),
    extensions(
        ("x-permission" = json!("users:unlock")),
        ("x-acts-on-record" = json!(true)),
        ("x-verb" = json!({
            "label": "Unlock Account",
            "icon": "lock-open",
            "when": { "locked": [true] },
            "done": "User unlocked successfully"
        })),
    ),
)]
#[post("/backoffice/users/{id:[0-9a-f]{24}}/unlock")]
pub(crate) async fn user_unlock(
    context: RequestContext,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    context
        .write(&Value::Null, move |writing| {
            writing.perform_verb::<Users>(&id, "unlock", |writing| {
                let by = writing.by();
                administration::unlock(writing.conn(), &id, by)
            })
        })
        .await
}

/// Allow a user to be linked
///
/// For one day, a sign-in through an identity provider with this user's e-mail is linked to this
/// user. Without this, an e-mail alone gives access to no account.
#[utoipa::path(
    post,
    path = "/backoffice/users/{id}/allow-linking",
    tag = "users",
    responses((status = 200, description = "The user, who can be linked", body = User)),
    extensions(
        ("x-permission" = json!("users:allow-linking")),
        ("x-acts-on-record" = json!(true)),
        ("x-verb" = json!({
            "label": "Allow Linking",
            "icon": "link",
            "confirm": {
                "title": "Allow linking for this account?",
                "text": "{title} can then also come in through an identity provider. The next \
                         sign-in there within a day with the confirmed e-mail {email} counts as \
                         theirs, and so does every later one of the same person. Allow it only \
                         when you are sure that it is the same person."
            },
            "when": { "linkAllowed": [false] },
            "many": false,
            "done": "Linking allowed"
        })),
    ),
)]
#[post("/backoffice/users/{id:[0-9a-f]{24}}/allow-linking")]
pub(crate) async fn user_allow_linking(
    context: RequestContext,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    context
        .write(&Value::Null, move |writing| {
            writing.perform_verb::<Users>(&id, "allow-linking", |writing| {
                let by = writing.by();
                administration::allow_linking(writing.conn(), &id, by)?;
                Ok(true)
            })
        })
        .await
}

/// Set a user's password
///
/// Ends every session and every API token of the user.
#[utoipa::path(
    post,
    path = "/backoffice/users/{id}/set-password",
    tag = "users",
    request_body = SetPassword,
    responses((status = 204, description = "Set")),
    extensions(
        ("x-permission" = json!("users:set-password")),
        ("x-acts-on-record" = json!(true)),
        ("x-verb" = json!({
            "label": "Set Password",
            "icon": "key-round",
            "confirm": { "title": "Set Password", "text": "Set a new password for {title} ({email})" },
            "done": "Password set successfully"
        })),
    ),
)]
#[post("/backoffice/users/{id:[0-9a-f]{24}}/set-password")]
pub(crate) async fn user_set_password(
    context: RequestContext,
    id: web::Path<Id>,
    Body(body): Body,
) -> Result<HttpResponse> {
    static CHECKER: LazyLock<Checker> = LazyLock::new(Checker::of::<SetPassword>);
    let SetPassword { password } = CHECKER.read(body)?;
    // Another password makes it another call, and nothing is kept that would give it away.
    let asked = match context.has_idempotency_key() {
        true => Value::from(password.trace(id.as_str()).await?),
        false => Value::Null,
    };
    let (owner, typed) = (id.clone(), password.clone());
    context.read(move |conn| administration::check_password(conn, &owner, &typed)).await?;
    let password = password.hash().await?;
    context
        .write(&asked, move |writing| {
            writing.perform_verb::<Users>(&id, "set-password", |writing| {
                let by = writing.by();
                administration::set_password(writing.conn(), &id, &password, by)?;
                Ok(true)
            })?;
            Ok(Answer::nothing())
        })
        .await
}

/// A user, and what of theirs is meant.
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
    let tokens = context.read(move |conn| administration::tokens(conn, &id)).await?;
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
    context: RequestContext,
    path: web::Path<OfUser>,
) -> Result<HttpResponse> {
    let (id, token) = path.into_inner();
    context
        .write(&Value::Null, move |writing| {
            writing.perform_verb::<Users>(&id, "end-token", |writing| {
                let by = writing.by();
                administration::end_token(writing.conn(), &id, &token, by)?;
                Ok(true)
            })?;
            Ok(Answer::nothing())
        })
        .await
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
    let identities = context.read(move |conn| administration::identities(conn, &id)).await?;
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
    context: RequestContext,
    path: web::Path<OfUser>,
) -> Result<HttpResponse> {
    let (id, identity) = path.into_inner();
    context
        .write(&Value::Null, move |writing| {
            writing.perform_verb::<Users>(&id, "unlink", |writing| {
                let by = writing.by();
                administration::unlink(writing.conn(), &id, &identity, by)?;
                Ok(true)
            })?;
            Ok(Answer::nothing())
        })
        .await
}
