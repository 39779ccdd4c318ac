//! The operation that completes a sign-in: POST /api/auth/login/second-step.

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Auth;
use super::super::attempts::ClientOrigin;
use super::super::browser::{NO_STORE, SameOrigin};
use super::super::routes::{SignedIn, count_sign_in, signed_in};
use super::second_step::{Answer, Due};
use super::{Method, tickets};
use crate::base::error::{Error, Problem, Result};
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::{post, utoipa};

const ONE_ANSWER: &str = "Send one of code and recoveryCode";

/// Mounts the operation, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(auth_second_step);
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
    #[serde(default)]
    #[schemars(title = "Code", length(min = 1, max = 20), extend(
        "x-normalize" = ["trim"],
        "writeOnly" = true,
        "x-messages" = { "minLength": "Enter the code" }
    ))]
    code: Option<String>,
    /// A recovery code, which is used up by it.
    #[serde(default)]
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
        match (self.code, self.recovery_code) {
            // Apps show a space in the middle.
            (Some(code), None) => Ok(Answer::Code(code.replace(' ', ""))),
            (None, Some(code)) => Ok(Answer::RecoveryCode(code)),
            _ => Err(Error::invalid("", ONE_ANSWER)),
        }
    }
}

/// Complete a sign-in
///
/// With the ticket of the first step, and a code of the authenticator app or a recovery code. Responds
/// as a sign-in does that needs no second step. A wrong code counts as a failed sign-in.
#[utoipa::path(
    tag = "auth",
    responses(
        (status = 200, description = "Signed in", body = SignedIn),
        (status = 401, description = "The ticket has ended, or the account is locked",
            body = Problem, content_type = "application/problem+json"),
        (status = 403, description = "Sent from a page of another site",
            body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "Too many attempts; `Retry-After` says for how many seconds",
            body = Problem, content_type = "application/problem+json"),
    ),
    extensions(("x-permission" = json!("public"))),
)]
#[post("/auth/login/second-step")]
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
