//! POST /api/auth/confirm, by which a user confirms to be there: with the password, a code of the
//! authenticator app or a passkey, which POST /api/auth/confirm/passkey asks for. For ten minutes the session
//! may then do what needs a recent proof.

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::attempts::{self, Attempt, ClientOrigin};
use super::browser::NO_STORE;
use super::factors::{self, APP, PasskeyChallenge, WRONG_CODE};
use super::queries::AccountRow;
use super::{Auth, SESSION_ENDED, administration, queries};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::actor::{Actor, InPerson};
use crate::records::audit::{Action, Event};
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::{post, utoipa};

const ONE_PROOF: &str = "Send one of currentPassword, code and passkey; a passkey with its ticket";
const WRONG_PASSKEY: &str = "This passkey was not accepted. Try again, or confirm another way";
const NO_SESSION: &str = "This token has no session here. Sign in here first";

/// Mounts the operation, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(auth_confirm).service(auth_confirm_passkey);
}

/// A proof that the user is there.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Confirm that it is you")]
struct ProofInput {
    /// The password that you sign in with.
    #[schemars(title = "Current password", length(min = 1), extend(
        "writeOnly" = true,
        "x-widget" = "password",
        "x-messages" = { "minLength": "Current password is required" }
    ))]
    current_password: Option<String>,
    /// The six digits that the authenticator app shows.
    #[schemars(title = "Code", length(min = 1, max = 100), extend(
        "x-normalize" = ["trim"],
        "writeOnly" = true,
        "x-messages" = { "minLength": "Enter the code" }
    ))]
    code: Option<String>,
    /// The ticket of the challenge to a passkey.
    #[schemars(title = "Ticket", length(min = 1, max = 100))]
    ticket: Option<String>,
    /// The answer of a passkey: the JSON form of a credential in WebAuthn.
    #[schemars(title = "Passkey", extend("writeOnly" = true))]
    passkey: Option<Map<String, Value>>,
}

/// A proof by a second factor.
enum Factor {
    Code(String),
    Passkey { ticket: String, answer: Map<String, Value> },
}

impl Factor {
    /// Returns whether it is right, and uses it up.
    fn spend(self, auth: &Auth, conn: &mut Conn, account: &AccountRow) -> Result<bool> {
        match self {
            Self::Code(code) => factors::spend_code(conn, &account.id, &code, Timestamp::now()),
            Self::Passkey { ticket, answer } => {
                auth.accept_to_confirm(conn, account, &ticket, answer)
            }
        }
    }

    /// Returns the error of a wrong one, and what the audit calls it.
    fn wrong(&self) -> (Error, &'static str) {
        match self {
            Self::Code(_) => (Error::invalid("/code", WRONG_CODE), APP),
            Self::Passkey { .. } => (Error::invalid("/passkey", WRONG_PASSKEY), "Passkey"),
        }
    }
}

/// Confirm that it is you
///
/// For ten minutes this session may then do what needs a recent sign-in: such a request is refused with
/// a problem of the type `urn:mizan:problem:confirmation`, and can be repeated as it was. A wrong answer
/// counts as a failed sign-in.
#[post(
    "/auth/confirm",
    tag = "auth",
    permission = "signed-in",
    response(204, "Confirmed"),
    problem(429)
)]
async fn auth_confirm(
    auth: web::Data<Auth>,
    person: InPerson,
    origin: ClientOrigin,
    body: Valid<ProofInput>,
) -> Result<HttpResponse> {
    let by = person.0;
    let ProofInput { current_password, code, ticket, passkey } = body.value;
    match (current_password, code, ticket, passkey) {
        (Some(password), None, None, None) => {
            auth.confirm_by_password(by, password, origin).await?
        }
        (None, Some(code), None, None) => {
            auth.confirm_by_factor(by, Factor::Code(code), origin).await?;
        }
        (None, None, Some(ticket), Some(answer)) => {
            auth.confirm_by_factor(by, Factor::Passkey { ticket, answer }, origin).await?;
        }
        _ => return Err(Error::invalid("", ONE_PROOF)),
    }
    Ok(HttpResponse::NoContent().insert_header(NO_STORE).finish())
}

/// Ask for a passkey to confirm with
///
/// Responds with a challenge to the user's passkeys, whose answer is sent to `confirm` with its ticket
/// within five minutes. It takes the place of an earlier one.
#[post(
    "/auth/confirm/passkey",
    tag = "auth",
    permission = "signed-in",
    response(200, "The challenge", PasskeyChallenge),
    problem(409, "The user has no passkey, or the public URL allows none")
)]
async fn auth_confirm_passkey(auth: web::Data<Auth>, person: InPerson) -> Result<HttpResponse> {
    let challenge = auth.ask_to_confirm(person.0.id).await?;
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(challenge))
}

impl Auth {
    async fn confirm_by_password(
        &self,
        by: Actor,
        password: String,
        origin: ClientOrigin,
    ) -> Result<()> {
        let Some(session) = by.session.clone() else { return Err(Error::conflict(NO_SESSION)) };
        let proven = self.prove(&by, Some(password), origin).await?;
        self.db()
            .write(move |conn| {
                proven.check_unchanged(conn, &by)?;
                queries::set_confirmed(conn, &session, Timestamp::now())
            })
            .await
    }

    async fn confirm_by_factor(
        &self,
        by: Actor,
        factor: Factor,
        origin: ClientOrigin,
    ) -> Result<()> {
        let Some(session) = by.session.clone() else { return Err(Error::conflict(NO_SESSION)) };
        let (email, id, from) = (by.email.clone(), by.id.clone(), origin.clone());
        let read = self.db().read(move |conn| attempts::check(conn, &email, Some(&id), &from));
        let event = Event::new(Action::PasswordCheck, &by.email).by(&by);
        let (wrong, name) = factor.wrong();
        let auth = self.clone();
        let work = move |conn: &mut Conn| {
            let account = administration::lock_row(conn, &by.id)?;
            let now = Timestamp::now();
            let open = queries::session(conn, &session)?;
            open.filter(|open| !account.locked && open.ends_at() > now)
                .ok_or(Error::Unauthenticated(SESSION_ENDED))?;
            let attempt = Attempt::begin(conn, &account.email, Some(&by.id), &origin)?;
            if !factor.spend(&auth, conn, &account)? {
                return Ok(None);
            }
            attempt.was_right(conn)?;
            queries::set_confirmed(conn, &session, now).map(Some)
        };
        let confirm = async {
            read.await?;
            self.db().write(work).await
        };
        self.attempt(event, (wrong, format!("{name}: wrong")), confirm).await
    }
}
