//! Second factors: what a user proves to have after the password. An authenticator app shows codes
//! (`totp`); a passkey signs a challenge (`passkeys`); recovery codes (`codes`) stand in for both.
//!
//! `own` and `own_passkeys` are what users change of their own factors, `second_step` what a sign-in waits for, `passkey_challenges` by what it asks for a passkey,
//! `tickets` what the client holds meanwhile, `routes` and `sign_in_routes` the operations. Whom the
//! policy requires a second factor of is decided by each request (`Actor::lacks_second_factor`).

mod codes;
mod own;
mod own_passkeys;
mod passkey_challenges;
mod passkey_routes;
mod passkey_views;
mod passkeys;
mod routes;
mod second_step;
mod sign_in_routes;
mod tickets;
mod totp;

use schemars::JsonSchema;
use serde::Serialize;

pub(super) use passkey_views::PasskeyChallenge;
pub(super) use passkeys::RelyingParty;
pub(super) use second_step::{APP, Due, WRONG_CODE, second_step_due};
pub(super) use sign_in_routes::SecondStepDue;
pub(crate) use tickets::SECONDS as TICKET_SECONDS;

use super::queries::{self, factors, passkeys as passkey_queries};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::handler::Routes;

/// Mounts the operations, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    routes::routes(api);
    passkey_routes::routes(api);
    sign_in_routes::routes(api);
}

/// What completes a sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Method {
    /// A code of the authenticator app.
    Code,
    /// A passkey.
    Passkey,
    /// A recovery code.
    RecoveryCode,
}

/// Returns what can complete a sign-in to an account. Nothing, when the account has no second
/// factor.
pub(super) fn methods(conn: &mut Conn, account: &Id) -> Result<Vec<Method>> {
    let mut methods = Vec::new();
    if factors::app(conn, account, true)?.is_some() {
        methods.push(Method::Code);
    }
    if !passkey_queries::passkeys(conn, account)?.is_empty() {
        methods.push(Method::Passkey);
    }
    if !methods.is_empty() && factors::count_codes(conn, account)? > 0 {
        methods.push(Method::RecoveryCode);
    }
    Ok(methods)
}

/// Uses up a code of the authenticator app of an account. Returns whether it is right.
pub(super) fn spend_code(
    conn: &mut Conn,
    account: &Id,
    code: &str,
    now: Timestamp,
) -> Result<bool> {
    let Some(app) = factors::app(conn, account, true)? else { return Ok(false) };
    let step = totp::accepted_step(&app.secret, code, now, app.last_step)?;
    if let Some(step) = step {
        factors::used_app(conn, &app.id, step, now)?;
    }
    Ok(step.is_some())
}

/// Deletes the second factors and recovery codes of an account, and ends its sessions. Returns
/// whether there was a factor.
pub(super) fn delete_all(conn: &mut Conn, account: &Id) -> Result<bool> {
    let deleted = factors::delete_all(conn, account)? > 0;
    if deleted {
        queries::end_sessions(conn, account, None, Timestamp::now())?;
    }
    Ok(deleted)
}
