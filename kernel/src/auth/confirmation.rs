//! POST /api/auth/confirm, by which a user confirms to be there: with the password, or with a code of the
//! authenticator app. For ten minutes the session may then do what needs a recent proof.

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::Deserialize;

use super::attempts::{self, Attempt, ClientOrigin};
use super::browser::NO_STORE;
use super::factors::{self, APP, WRONG_CODE};
use super::{Auth, SESSION_ENDED, administration, queries};
use crate::base::error::{Error, Problem, Result};
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::actor::{Actor, InPerson};
use crate::records::audit::{Action, Event};
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::{post, utoipa};

const ONE_PROOF: &str = "Send one of currentPassword and code";
const NO_SESSION: &str = "This token has no session here. Sign in here first";

/// Mounts the operation, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(auth_confirm);
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
}

/// Confirm that it is you
///
/// For ten minutes this session may then do what needs a recent sign-in: such a request is refused with
/// a problem of the type `urn:mizan:problem:confirmation`, and can be repeated as it was. A wrong answer
/// counts as a failed sign-in.
#[utoipa::path(
    tag = "auth",
    responses(
        (status = 204, description = "Confirmed"),
        (status = 429, description = "Too many attempts; `Retry-After` says for how many seconds",
            body = Problem, content_type = "application/problem+json"),
    ),
    extensions(("x-permission" = json!("signed-in"))),
)]
#[post("/auth/confirm")]
async fn auth_confirm(
    auth: web::Data<Auth>,
    person: InPerson,
    origin: ClientOrigin,
    body: Valid<ProofInput>,
) -> Result<HttpResponse> {
    let by = person.0;
    match (body.value.current_password, body.value.code) {
        (Some(password), None) => auth.confirm_by_password(by, password, origin).await?,
        (None, Some(code)) => auth.confirm_by_code(by, code, origin).await?,
        _ => return Err(Error::invalid("", ONE_PROOF)),
    }
    Ok(HttpResponse::NoContent().insert_header(NO_STORE).finish())
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

    async fn confirm_by_code(&self, by: Actor, code: String, origin: ClientOrigin) -> Result<()> {
        let Some(session) = by.session.clone() else { return Err(Error::conflict(NO_SESSION)) };
        let (email, id, from) = (by.email.clone(), by.id.clone(), origin.clone());
        let read = self.db().read(move |conn| attempts::check(conn, &email, Some(&id), &from));
        let event = Event::new(Action::PasswordCheck, &by.email).by(&by);
        let work = move |conn: &mut Conn| {
            let account = administration::lock_row(conn, &by.id)?;
            let now = Timestamp::now();
            let open = queries::session(conn, &session)?;
            open.filter(|open| !account.locked && open.ends_at() > now)
                .ok_or(Error::Unauthenticated(SESSION_ENDED))?;
            let attempt = Attempt::begin(conn, &account.email, Some(&by.id), &origin)?;
            if !factors::spend_code(conn, &by.id, &code, now)? {
                return Ok(None);
            }
            attempt.was_right(conn)?;
            queries::set_confirmed(conn, &session, now).map(Some)
        };
        let confirm = self.db().write(work);
        let confirmed = self.attempt(read.await, (event, APP), confirm).await?;
        confirmed.ok_or_else(|| Error::invalid("/code", WRONG_CODE))
    }
}
