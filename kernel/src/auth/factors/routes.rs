//! The operations on one's own second factors: GET /api/auth/second-factors, and POST below it. They
//! are open before the second step, so that a user whose role requires one can set it up.

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Auth;
use super::super::attempts::ClientOrigin;
use super::super::browser::NO_STORE;
use super::own::{FactorChange, SecondFactors};
use super::totp;
use crate::base::error::Result;
use crate::engine::policy::Policy;
use crate::records::actor::InPerson;
use crate::records::body::Valid;
use crate::records::handler::{Argument, Implied, Routes};
use crate::records::resource::Shape;
use crate::{get, post, utoipa};

/// Mounts the operations, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(auth_factors)
        .service(auth_app_begin)
        .service(auth_app_confirm)
        .service(auth_app_remove)
        .service(auth_recovery_codes);
}

/// A change of one's own second factors.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Confirm")]
struct Confirmed {
    /// Your password. Needed if you signed in more than ten minutes ago.
    #[schemars(title = "Current password", length(min = 1), extend(
        "writeOnly" = true,
        "x-widget" = "password",
        "x-messages" = { "minLength": "Current password is required" }
    ))]
    current_password: Option<String>,
}

/// What an authenticator app needs to make codes.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "New authenticator app")]
struct NewApp {
    /// To be typed into the app, where it cannot read a QR code.
    secret: String,
    /// The content of the QR code.
    address: String,
}

/// A code of an authenticator app.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Code")]
struct AppCode {
    /// The six digits that the app shows.
    #[schemars(title = "Code", length(min = 1, max = 100), extend(
        "x-normalize" = ["trim"],
        "writeOnly" = true,
        "x-messages" = { "required": "Enter the code", "minLength": "Enter the code" }
    ))]
    code: String,
}

/// New recovery codes.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Recovery codes")]
pub(super) struct RecoveryCodes {
    /// Each completes one sign-in. They are shown only once. None when there are some already.
    pub(super) recovery_codes: Vec<String>,
}

/// Get one's own second factors
///
/// What completes a sign-in after the password.
#[get(
    "/auth/second-factors",
    tag = "auth",
    permission = "first-step",
    response(200, "The second factors", SecondFactors)
)]
async fn auth_factors(
    auth: web::Data<Auth>,
    policy: web::Data<Policy>,
    person: InPerson,
) -> Result<HttpResponse> {
    let required = person.0.must_have_second_factor(&policy);
    let factors = auth.own_factors(&person.0, required).await?;
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(factors))
}

/// Set up an authenticator app
///
/// Responds with the secret of the app. The app counts once a code of it is confirmed, within ten
/// minutes; it then replaces another one. Requires the current password, unless the user has signed
/// in within the last ten minutes.
#[post(
    "/auth/second-factors/app",
    tag = "auth",
    permission = "first-step",
    response(200, "The secret of the app", NewApp),
    problem(409, "The user signs in with an identity provider only"),
    problem(429)
)]
async fn auth_app_begin(auth: web::Data<Auth>, change: FactorChange) -> Result<HttpResponse> {
    let email = change.by.email.clone();
    let app = auth.begin_app(change).await?;
    let address = totp::address(auth.product(), &app.secret, &email);
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(NewApp { secret: app.secret, address }))
}

/// Confirm an authenticator app
///
/// By a code that it shows. The user's other sessions end with the first second factor, and the
/// response has recovery codes.
#[post(
    "/auth/second-factors/app/confirm",
    tag = "auth",
    permission = "first-step",
    response(200, "The app is set up", RecoveryCodes),
    problem(409, "No app waits to be confirmed")
)]
async fn auth_app_confirm(
    auth: web::Data<Auth>,
    person: InPerson,
    body: Valid<AppCode>,
) -> Result<HttpResponse> {
    let recovery_codes = auth.confirm_app(&person.0, body.value.code).await?;
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(RecoveryCodes { recovery_codes }))
}

/// Remove the authenticator app
///
/// With the last second factor the recovery codes are removed, too. Requires the current password,
/// unless the user has signed in within the last ten minutes.
#[post(
    "/auth/second-factors/app/remove",
    tag = "auth",
    permission = "first-step",
    response(204, "Removed"),
    problem(404, "There is no authenticator app"),
    problem(409, "A role of the user requires a second factor, and this is the last"),
    problem(429)
)]
async fn auth_app_remove(auth: web::Data<Auth>, change: FactorChange) -> Result<HttpResponse> {
    auth.remove_app(change).await?;
    Ok(HttpResponse::NoContent().insert_header(NO_STORE).finish())
}

/// Make new recovery codes
///
/// The former ones cannot be used any more. Requires the current password, unless the user has
/// signed in within the last ten minutes.
#[post(
    "/auth/second-factors/recovery-codes",
    tag = "auth",
    permission = "first-step",
    response(200, "The new codes", RecoveryCodes),
    problem(409, "There is no second factor"),
    problem(429)
)]
async fn auth_recovery_codes(auth: web::Data<Auth>, change: FactorChange) -> Result<HttpResponse> {
    let recovery_codes = auth.renew_recovery_codes(change).await?;
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(RecoveryCodes { recovery_codes }))
}

impl FromRequest for FactorChange {
    type Error = actix_web::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, actix_web::Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        type Parts = (web::Data<Policy>, InPerson, ClientOrigin, Valid<Confirmed>);
        let parts = Parts::from_request(request, payload);
        Box::pin(async move {
            let (policy, InPerson(by), origin, body) = parts.await?;
            let required = by.must_have_second_factor(&policy);
            Ok(Self { by, required, password: body.value.current_password, origin })
        })
    }
}

impl Argument for FactorChange {
    const IMPLIED: &'static [Implied] = &[
        Implied::Problem("403", None),
        Implied::Body(Shape::of::<Confirmed>()),
        Implied::Problem("422", None),
    ];
}
