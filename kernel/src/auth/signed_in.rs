//! The response to a completed sign-in, and to a refresh.

use actix_web::HttpResponse;
use schemars::JsonSchema;
use serde::Serialize;

use super::accounts::Profile;
use super::browser::{NO_STORE, device_cookie, refresh_cookie};
use super::sessions::Granted;
use super::{Auth, LOCKED};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::engine::metrics;

/// An access token, and the signed-in user.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Signed in")]
pub(super) struct SignedIn {
    /// To be sent as `Authorization: Bearer …`.
    access_token: String,
    /// Always `Bearer`.
    token_type: &'static str,
    /// How many seconds the token is valid.
    expires_in: i64,
    /// The signed-in user.
    user: SignedInUser,
}

/// The signed-in user, with roles.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "Signed-in user")]
struct SignedInUser {
    #[serde(flatten)]
    person: Profile,
    /// The roles, at least one.
    roles: Vec<String>,
}

/// Counts how a sign-in ended.
pub(super) fn count_sign_in(ended: Result<(), &Error>) {
    metrics::sign_in(match ended {
        Ok(()) => metrics::SignIn::Ok,
        Err(Error::Unauthenticated(LOCKED)) => metrics::SignIn::Locked,
        Err(Error::Unauthenticated(_) | Error::Invalid(_)) => metrics::SignIn::Wrong,
        Err(Error::TooOften(..)) => metrics::SignIn::Limited,
        Err(_) => return,
    });
}

/// Responds with an access token and the refresh cookie.
pub(super) fn signed_in(auth: &Auth, granted: Granted) -> Result<HttpResponse> {
    let now = Timestamp::now();
    let (access_token, expires_in) =
        auth.access_token(&granted.account.id, &granted.session, now)?;
    let cookie = refresh_cookie(granted.refresh_token, granted.expires_at, now, auth.0.secure);
    let roles = auth.effective(granted.account.roles.0.clone());
    let user = SignedInUser { person: granted.account.into(), roles };
    let body = SignedIn { access_token, token_type: "Bearer", expires_in, user };
    let mut response = HttpResponse::Ok();
    response.cookie(cookie).insert_header(NO_STORE);
    if let Some(device) = granted.device {
        response.cookie(device_cookie(device, auth.0.secure));
    }
    Ok(response.json(body))
}
