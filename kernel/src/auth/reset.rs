//! A forgotten password: POST /api/auth/forgot and /api/auth/reset.
//!
//! The answer to the first is the same, after the same work, for each address: it stores a mail to that address, and whether
//! an account has it is looked up when mails are sent. A link that an invitation holds ends with the second, too.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::Deserialize;

use super::browser::{NO_STORE, SameOrigin};
use super::password::NewPassword;
use super::{Auth, administration, links, queries};
use crate::base::client_address;
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::engine::rate_limits::Limits;
use crate::mail::{self, Cause, Message, NO_MAIL};
use crate::records::audit::{self, Action, Event, RequestOrigin};
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::records::idempotency::Answer;
use crate::records::request::PublicRequestContext;
use crate::{post, utoipa};

const LINK_ENDED: &str = "This link has been used or is no longer valid.";
const TOO_MANY: &str = "Too many requests came from your address. Try again later";
const TOO_MANY_IN_ALL: &str = "Too many requests came in the last hour. Try again later";

/// Requests of a client for a link. How many mails an address gets is limited apart, without a word to the client.
const LIMITS: Limits =
    Limits { of: "forgot", most: [300, 900, 6_000], messages: [TOO_MANY, TOO_MANY_IN_ALL] };

/// Mounts the operations, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(auth_forgot).service(auth_reset);
}

/// Whose password was forgotten.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Forgotten password")]
struct ForgottenPassword {
    /// The email, in any case.
    #[schemars(title = "Email", email, length(max = 254), extend(
        "x-normalize" = ["trim", "lowercase"],
        "x-messages" = { "required": "Email is required", "format": "Invalid email address" }
    ))]
    email: String,
}

/// A password to set by a link.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Set a password")]
struct PasswordReset {
    /// The token of the link.
    #[schemars(title = "Link", length(min = 1, max = 200), extend(
        "writeOnly" = true,
        "x-messages" = { "required": "Link is required", "minLength": "Link is required" }
    ))]
    token: String,
    /// At least 8 characters.
    #[schemars(title = "New password")]
    password: NewPassword,
}

/// Request a link to set another password
///
/// Needs no sign-in. The answer is the same whether or not the email belongs to a user, who gets a link by mail that works
/// once, for 30 minutes.
#[post(
    "/auth/forgot",
    tag = "auth",
    permission = "public",
    response(202, "Received"),
    problem(404, "This server sends no mail")
)]
async fn auth_forgot(
    context: PublicRequestContext,
    origin: RequestOrigin,
    body: Valid<ForgottenPassword>,
) -> Result<HttpResponse> {
    if !context.sends_mail() {
        return Err(Error::NotOffered(NO_MAIL));
    }
    let Valid { value: ForgottenPassword { email }, json } = body;
    let address = origin.address.map(|address| client_address::counted(Some(address)));
    let message = Message::Reset(Cause { address, request: origin.request });
    context
        .write(LIMITS, &json, move |writing| {
            mail::post_to_address(writing.conn, email, &message)?;
            Ok(Answer::received())
        })
        .await
}

/// Set a password by a link
///
/// Ends every session and every API token of the user, and all other links. Second factors stay. A password that is not
/// accepted leaves the link as it is.
#[post("/auth/reset", tag = "auth", permission = "public", response(204, "Set"))]
async fn auth_reset(
    auth: web::Data<Auth>,
    _: SameOrigin,
    origin: RequestOrigin,
    body: Valid<PasswordReset>,
) -> Result<HttpResponse> {
    let PasswordReset { token, password } = body.value;
    auth.reset_password(token, password, origin).await?;
    Ok(HttpResponse::NoContent().insert_header(NO_STORE).finish())
}

impl Auth {
    /// Sets the password of the account that a link is for.
    ///
    /// # Errors
    /// 422 at `/token` for a link that is not valid, and at `/password` for a password that is not accepted.
    async fn reset_password(
        &self,
        token: String,
        password: NewPassword,
        origin: RequestOrigin,
    ) -> Result<()> {
        let looked_up = token.clone();
        let account = self.db().read(move |conn| links::account_of(conn, &looked_up)).await?;
        let Some(account) = account else {
            let event = Event::new(Action::PasswordReset, super::UNKNOWN_ACCOUNT).of_stranger();
            self.audit().add(event.from(&origin).refused("The link is not valid"));
            return Err(Error::invalid("/token", LINK_ENDED));
        };
        let (first, last) = (&account.first_name, &account.last_name);
        password.refuse_own_words("/password", &account.email, first, last)?;
        let password = password.hash().await?;
        let records = Arc::clone(&self.0.records);
        self.db()
            .write(move |conn| {
                administration::lock_row(conn, &account.id)?;
                // It may have been used meanwhile, or the account may have been locked.
                let account = links::account_of(conn, &token)?;
                let account = account.ok_or_else(|| Error::invalid("/token", LINK_ENDED))?;
                let (now, by) = (Timestamp::now(), account.as_actor());
                records.record_account_change(
                    conn,
                    (&account.id, "reset-password"),
                    &by,
                    |conn| {
                        administration::set_password(conn, &account.id, &password, now)?;
                        queries::places::forget_all(conn, &account.id)?;
                        queries::api_tokens::delete_all(conn, &account.id)?;
                        queries::end_sessions(conn, &account.id, None, now)
                    },
                )?;
                audit::record(conn, account.event(Action::PasswordReset).from(&origin))
            })
            .await
    }
}
