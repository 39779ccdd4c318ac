//! The operations that complete a sign-in: POST /api/auth/login/second-step and, to ask for a passkey,
//! /api/auth/login/passkey.

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::super::Auth;
use super::super::attempts::ClientOrigin;
use super::super::browser::{NO_STORE, SameOrigin};
use super::super::signed_in::{SignedIn, count_sign_in, signed_in};
use super::passkey_views::PasskeyChallenge;
use super::passkeys::parsed;
use super::second_step::{Answer, Due};
use super::{Method, tickets};
use crate::base::error::{Error, Result};
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::{post, utoipa};

const ONE_ANSWER: &str = "Send one of code, passkey and recoveryCode";
const NO_ANSWER: &str = "This is not what a browser answers";

/// Mounts the operations, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(auth_second_step).service(auth_passkey_challenge);
}

/// A sign-in that needs a second step. There is no session yet.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Second step due")]
pub(in crate::auth) struct SecondStepDue {
    /// To be sent with the second step. It completes one sign-in.
    ticket: String,
    /// What can complete the sign-in, at least one.
    methods: Vec<Method>,
    /// How many seconds the ticket is valid.
    expires_in: i64,
}

impl Due {
    /// Responds that the sign-in needs a second step.
    pub(in crate::auth) fn respond(self) -> HttpResponse {
        let Self { ticket, methods } = self;
        let due = SecondStepDue { ticket, methods, expires_in: tickets::SECONDS };
        HttpResponse::Accepted().insert_header(NO_STORE).json(due)
    }

    /// Returns the fragment by which the sign-in page learns of it: no server and no log sees it.
    pub(in crate::auth) fn fragment(&self) -> String {
        let names: Vec<String> = self
            .methods
            .iter()
            .filter_map(|method| serde_json::to_value(method).ok()?.as_str().map(str::to_owned))
            .collect();
        format!("#ticket={}&methods={}", self.ticket, names.join(","))
    }
}

/// The second step of a sign-in.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Second step")]
struct SecondStep {
    /// The ticket of the first step.
    #[schemars(title = "Ticket", length(min = 1, max = 100))]
    ticket: String,
    /// The six digits that the authenticator app shows.
    #[schemars(title = "Code", length(min = 1, max = 100), extend(
        "x-normalize" = ["trim"],
        "writeOnly" = true,
        "x-messages" = { "minLength": "Enter the code" }
    ))]
    code: Option<String>,
    /// The answer of a passkey: the JSON form of a credential in WebAuthn.
    #[schemars(title = "Passkey", extend("writeOnly" = true))]
    passkey: Option<Map<String, Value>>,
    /// A recovery code, which is used up by it.
    #[schemars(title = "Recovery code", length(min = 1, max = 100), extend(
        "x-normalize" = ["trim"],
        "writeOnly" = true,
        "x-messages" = { "minLength": "Enter a recovery code" }
    ))]
    recovery_code: Option<String>,
}

impl SecondStep {
    /// Returns the one answer.
    fn answer(self) -> Result<Answer> {
        match (self.code, self.passkey, self.recovery_code) {
            (Some(code), None, None) => Ok(Answer::Code(code)),
            (None, Some(passkey), None) => parsed(passkey)
                .map(|answer| Answer::Passkey(Box::new(answer)))
                .ok_or_else(|| Error::invalid("/passkey", NO_ANSWER)),
            (None, None, Some(code)) => Ok(Answer::RecoveryCode(code)),
            _ => Err(Error::invalid("", ONE_ANSWER)),
        }
    }
}

/// Complete a sign-in
///
/// With the ticket of the first step, and a code of the authenticator app, the answer of a passkey or a
/// recovery code. Responds as a sign-in does that needs no second step. A wrong answer counts as a
/// failed sign-in.
#[post(
    "/auth/login/second-step",
    tag = "auth",
    permission = "public",
    response(200, "Signed in", SignedIn),
    problem(401, "The ticket has ended, or the account is locked"),
    problem(429)
)]
async fn auth_second_step(
    auth: web::Data<Auth>,
    _: SameOrigin,
    origin: ClientOrigin,
    body: Valid<SecondStep>,
) -> Result<HttpResponse> {
    let ticket = body.value.ticket.clone();
    let granted = auth.second_step(&ticket, body.value.answer()?, origin).await;
    count_sign_in(granted.as_ref().map(drop));
    signed_in(&auth, granted?)
}

/// A sign-in that a passkey is asked for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Passkey request")]
struct PasskeyRequest {
    /// The ticket of the first step. Without it, the passkey signs in alone.
    #[schemars(title = "Ticket", length(min = 1, max = 100))]
    ticket: Option<String>,
}

/// Ask for a passkey
///
/// Responds with a challenge, whose answer is sent to `second-step` with the ticket of this response.
/// With the ticket of a first step it is for the passkeys of that account. Without one it is for any
/// passkey, which then signs in alone: the device verifies the user.
#[post(
    "/auth/login/passkey",
    tag = "auth",
    permission = "public",
    response(200, "The challenge", PasskeyChallenge),
    problem(401, "The ticket has ended"),
    problem(409, "The account has no passkey, or the public URL allows none"),
    problem(429)
)]
async fn auth_passkey_challenge(
    auth: web::Data<Auth>,
    _: SameOrigin,
    origin: ClientOrigin,
    body: Valid<PasskeyRequest>,
) -> Result<HttpResponse> {
    let challenge = auth.ask_for_passkey(body.value.ticket, origin.request.address).await?;
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(challenge))
}
