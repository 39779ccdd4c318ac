//! The operations on one's own passkeys: POST /api/auth/second-factors/passkeys and below it. As those
//! on the other second factors they are open before the second step.

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::super::Auth;
use super::super::browser::NO_STORE;
use super::own::FactorChange;
use super::passkey_views::PasskeyChallenge;
use super::routes::RecoveryCodes;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::records::actor::InPerson;
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::{post, utoipa};

/// Mounts the operations, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(auth_passkey_begin).service(auth_passkey_confirm).service(auth_passkey_remove);
}

/// A passkey that a browser has made.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "New passkey")]
struct NewPasskey {
    /// The ticket of the challenge.
    #[schemars(title = "Ticket", length(min = 1, max = 100))]
    ticket: String,
    /// By which you know it again.
    #[schemars(title = "Name", length(min = 1, max = 100), extend(
        "x-normalize" = ["trim"],
        "x-messages" = { "required": "Name is required", "minLength": "Name is required" }
    ))]
    name: String,
    /// The answer of the browser: the JSON form of a credential in WebAuthn.
    #[schemars(title = "Passkey")]
    passkey: Map<String, Value>,
}

/// Begin to add a passkey
///
/// Responds with a challenge, which the browser answers with a new passkey within five minutes.
/// Requires the current password, unless the user has signed in within the last ten minutes.
#[post(
    "/auth/second-factors/passkeys",
    tag = "auth",
    permission = "first-step",
    response(200, "The challenge", PasskeyChallenge),
    problem(409, "The public URL allows no passkeys, or there are too many"),
    problem(429)
)]
async fn auth_passkey_begin(auth: web::Data<Auth>, change: FactorChange) -> Result<HttpResponse> {
    let challenge = auth.begin_passkey(change).await?;
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(challenge))
}

/// Add a passkey
///
/// The answer to a challenge. The user's other sessions end with the first second factor, and the
/// response has recovery codes.
#[post(
    "/auth/second-factors/passkeys/confirm",
    tag = "auth",
    permission = "first-step",
    response(200, "Added", RecoveryCodes),
    problem(409, "The challenge has ended, or the passkey is there already")
)]
async fn auth_passkey_confirm(
    auth: web::Data<Auth>,
    person: InPerson,
    body: Valid<NewPasskey>,
) -> Result<HttpResponse> {
    let NewPasskey { ticket, name, passkey } = body.value;
    let passkey = Value::Object(passkey);
    let recovery_codes = auth.confirm_passkey(&person.0, &ticket, name, passkey).await?;
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(RecoveryCodes { recovery_codes }))
}

/// Remove a passkey
///
/// With the last second factor the recovery codes are removed, too. Requires the current password,
/// unless the user has signed in within the last ten minutes.
#[post(
    "/auth/second-factors/passkeys/{id:[0-9a-f]{24}}/remove",
    tag = "auth",
    permission = "first-step",
    path(id = "The passkey"),
    response(204, "Removed"),
    problem(404, "There is no such passkey of one's own"),
    problem(409, "A role of the user requires a second factor, and this is the last"),
    problem(429)
)]
async fn auth_passkey_remove(
    auth: web::Data<Auth>,
    change: FactorChange,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    auth.remove_passkey(change, id.into_inner()).await?;
    Ok(HttpResponse::NoContent().insert_header(NO_STORE).finish())
}
