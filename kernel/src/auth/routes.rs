//! The operations of authentication: POST /api/auth/login, /refresh, /logout and /password, GET
//! /api/auth/me, and GET /.well-known/jwks.json.

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::accounts::Profile;
use super::attempts::ClientOrigin;
use super::browser::NO_STORE;
use super::browser::{SameOrigin, device_cookie, no_refresh_cookie, refresh_cookie, refresh_token};
use super::factors::{self, SecondStepDue};
use super::password::NewPassword;
use super::sign_in::FirstStep;
use super::signed_in::{SignedIn, count_sign_in, signed_in};
use super::{Auth, api_tokens, confirmation, own_settings, providers, reset, view_as};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::engine::policy::{Policy, ResourcePermission};
use crate::records::actor::SIGN_IN_FIRST;
use crate::records::actor::{Actor, InPerson};
use crate::records::audit::RequestOrigin;
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::{get, post, utoipa};

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(auth_login)
        .service(auth_refresh)
        .service(auth_logout)
        .service(auth_password)
        .service(auth_me);
    own_settings::routes(api);
    reset::routes(api);
    confirmation::routes(api);
    factors::routes(api);
    api_tokens::routes::routes(api);
    view_as::routes(api);
    providers::routes::routes(api);
}

/// The credentials to sign in with.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Sign in")]
struct SignIn {
    /// The email, in any case.
    #[schemars(title = "Email", length(min = 1), extend(
        "x-normalize" = ["trim", "lowercase"],
        "x-messages" = { "required": "Email is required", "minLength": "Email is required" }
    ))]
    email: String,
    /// The password, as typed.
    #[schemars(title = "Password", length(min = 1), extend(
        "writeOnly" = true,
        "x-widget" = "password",
        "x-messages" = { "required": "Password is required", "minLength": "Password is required" }
    ))]
    password: String,
}

/// A change of one's own password.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Change password")]
struct PasswordChange {
    /// The password that you sign in with now.
    #[schemars(title = "Current password", length(min = 1), extend(
        "writeOnly" = true,
        "x-widget" = "password",
        "x-messages" = {
            "required": "Current password is required",
            "minLength": "Current password is required"
        }
    ))]
    current_password: String,
    /// At least 8 characters.
    #[schemars(title = "New password")]
    new_password: NewPassword,
}

/// The signed-in user, with roles and permissions.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Me {
    /// The user.
    user: Profile,
    /// The roles, at least one.
    roles: Vec<String>,
    /// The permissions, by resource, and what rules leave of them.
    permissions: Vec<ResourcePermission>,
    /// Whether a role requires two-step sign-in that this session lacks: nothing else is possible
    /// before. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    second_step_due: bool,
    /// Whether entries of the inbox come by mail, too. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    inbox_by_mail: bool,
    /// Who sees with the user's eyes, by `POST /api/auth/view-as`. Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    viewed_by: Option<ViewedBy>,
}

/// The user who views as another one.
#[derive(Serialize, JsonSchema)]
struct ViewedBy {
    /// The account.
    #[serde(rename = "_id")]
    id: Id,
    /// First and last name.
    name: String,
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct SignOut {
    /// Whether all sessions of the user end, on every device, and all API tokens.
    #[serde(default)]
    #[param(required = false)]
    everywhere: bool,
}

/// Sign in
///
/// Responds with an access token and sets the refresh cookie. The error is the same for an unknown
/// email and for a wrong password. Of a user with a second factor the response is 202 and no session:
/// its ticket is sent to `second-step`.
#[post(
    "/auth/login",
    tag = "auth",
    permission = "public",
    response(200, "Signed in", SignedIn),
    response(202, "The password is right, and a second step is due", SecondStepDue),
    problem(401, "The email or the password is not right, or the account is locked"),
    problem(429)
)]
async fn auth_login(
    auth: web::Data<Auth>,
    _: SameOrigin,
    origin: ClientOrigin,
    body: Valid<SignIn>,
) -> Result<HttpResponse> {
    let SignIn { email, password } = body.value;
    let first_step = auth.sign_in(email, password, origin).await;
    if !matches!(first_step, Ok(FirstStep::Due(_))) {
        count_sign_in(first_step.as_ref().map(drop));
    }
    match first_step? {
        FirstStep::Done(granted) => signed_in(&auth, *granted),
        FirstStep::Due(due) => Ok(due.respond()),
    }
}

/// Refresh the access token
///
/// Responds with another access token and replaces the refresh cookie. A refresh token can be used
/// again until its successor has been used; after that, its use ends the session.
#[post(
    "/auth/refresh",
    tag = "auth",
    permission = "public",
    response(200, "A new access token", SignedIn),
    problem(401, "There is no session, or it has ended")
)]
async fn auth_refresh(
    auth: web::Data<Auth>,
    _: SameOrigin,
    request: HttpRequest,
    origin: RequestOrigin,
) -> Result<HttpResponse> {
    let token = refresh_token(&request).ok_or(Error::Unauthenticated(SIGN_IN_FIRST))?;
    let refreshed = auth.refresh_session(&token, origin.clone()).await;
    if let Err(error) = &refreshed {
        auth.refused_credential(error, "the refresh token of a session", &origin);
    }
    signed_in(&auth, refreshed?)
}

/// Sign out
///
/// Ends the session of the refresh cookie, or all sessions and API tokens of the user. Signing out
/// without a session is no error; signing out everywhere needs one.
#[post(
    "/auth/logout",
    tag = "auth",
    permission = "public",
    params(SignOut),
    response(204, "Signed out"),
    problem(401, "There is no session to sign out everywhere with")
)]
async fn auth_logout(
    auth: web::Data<Auth>,
    _: SameOrigin,
    request: HttpRequest,
    origin: RequestOrigin,
    how: web::Query<SignOut>,
) -> Result<HttpResponse> {
    auth.sign_out(refresh_token(&request).as_deref(), how.everywhere, origin).await?;
    let cookie = no_refresh_cookie(Timestamp::now(), auth.0.secure);
    Ok(HttpResponse::NoContent().cookie(cookie).insert_header(NO_STORE).finish())
}

/// Change one's own password
///
/// The user's other sessions and API tokens end. This session continues with a new refresh cookie.
#[post(
    "/auth/password",
    tag = "auth",
    permission = "signed-in",
    response(204, "Changed"),
    problem(429)
)]
async fn auth_password(
    auth: web::Data<Auth>,
    person: InPerson,
    origin: ClientOrigin,
    body: Valid<PasswordChange>,
) -> Result<HttpResponse> {
    let PasswordChange { current_password, new_password } = body.value;
    let renewed = auth.change_password(&person.0, current_password, new_password, origin).await?;
    let mut response = HttpResponse::NoContent();
    if let Some(granted) = renewed.session {
        let (token, until) = (granted.refresh_token, granted.expires_at);
        response.cookie(refresh_cookie(token, until, Timestamp::now(), auth.0.secure));
    }
    if let Some(device) = renewed.device {
        response.cookie(device_cookie(device, auth.0.secure));
    }
    Ok(response.insert_header(NO_STORE).finish())
}

/// Get the signed-in person
///
/// With roles and permissions.
#[get("/auth/me", tag = "auth", permission = "first-step", response(200, "The visitor", Me))]
async fn auth_me(
    auth: web::Data<Auth>,
    policy: web::Data<Policy>,
    actor: Actor,
) -> Result<HttpResponse> {
    let user = auth.profile(&actor).await?;
    let permissions = actor.resource_permissions(&policy);
    let second_step_due = actor.lacks_second_factor(&policy);
    let viewer = actor.viewed_by.as_deref();
    let viewed_by = viewer.map(|by| ViewedBy { id: by.id.clone(), name: by.name.clone() });
    let inbox_by_mail = auth.inbox_by_mail(&actor).await?;
    let roles = actor.roles;
    let me = Me { user, roles, permissions, second_step_due, inbox_by_mail, viewed_by };
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(me))
}

/// Mounts the operations outside `/api`, whose path a standard prescribes.
pub(crate) fn well_known(root: &mut Routes<'_>) {
    root.service(auth_keys);
}

/// Get the keys of the server
///
/// The public keys that verify access tokens of this server, as a JWK set (RFC 7517).
#[get(
    "/.well-known/jwks.json",
    tag = "auth",
    permission = "public",
    response(200, "The keys, without their secrets", content_type = "application/json")
)]
async fn auth_keys(auth: web::Data<Auth>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .json(auth.0.keys.document())
}
