//! The operations of sign-in with a provider: GET /api/auth/providers, and GET
//! /api/auth/oidc/{provider}/start and /callback, which a browser follows.

use actix_web::http::header::LOCATION;
use actix_web::{HttpRequest, HttpResponse, web};
use oidc::ProviderError;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Auth;
use super::super::attempts::ClientOrigin;
use super::super::browser::NO_STORE;
use super::super::browser::{refresh_cookie, round_trip, round_trip_cookie};
use super::super::factors::second_step_due;
use super::super::sessions::{self, Granted};
use super::super::sign_in::FirstStep;
use super::Configured;
use super::round_trip::MAX_SECONDS;
use super::sign_in::SignInRejection;
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::engine::metrics;
use crate::engine::policy::{Policy, REQUIRE, SECOND_FACTOR};
use crate::get;
use crate::records::audit::{self, Action, Event, RequestOrigin};
use crate::records::handler::Routes;
use crate::utoipa;

/// Mounts the operations, under `/api`.
pub(in crate::auth) fn routes(api: &mut Routes<'_>) {
    api.service(auth_providers).service(auth_oidc_start).service(auth_oidc_callback);
}

/// The ways to sign in.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct WaysIn {
    /// Whether email and password can be used.
    password: bool,
    /// The identity providers.
    providers: Vec<Way>,
    /// The address at which a passkey alone signs in. Absent when the public URL allows none.
    #[serde(skip_serializing_if = "Option::is_none")]
    passkey_origin: Option<String>,
}

/// An identity provider.
#[derive(Serialize, JsonSchema)]
struct Way {
    /// Its identifier in URLs.
    id: String,
    /// The name to show.
    name: String,
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Departing {
    /// Where to go afterwards: a path of this origin. Anything else is the home page.
    redirect: Option<String>,
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Returning {
    /// The `state` that `start` sent.
    state: Option<String>,
    /// The authorization code.
    code: Option<String>,
    /// The issuer of the response (RFC 9207).
    iss: Option<String>,
    /// The error code, when sign-in failed at the provider.
    error: Option<String>,
}

/// List the ways to sign in
///
/// The identity providers that the sign-in page offers besides email and password.
#[get(
    "/auth/providers",
    tag = "auth",
    permission = "public",
    response(200, "The ways to sign in", WaysIn)
)]
async fn auth_providers(auth: web::Data<Auth>) -> HttpResponse {
    let way = |provider: &Configured| Way { id: provider.id.clone(), name: provider.name.clone() };
    let providers = auth.0.providers.0.iter().map(way).collect();
    let passkey_origin = auth.0.relying_party.origin().map(str::to_owned);
    let ways = WaysIn { password: true, providers, passkey_origin };
    HttpResponse::Ok().insert_header(NO_STORE).json(ways)
}

/// Sign in with an identity provider
///
/// For a browser: redirects to the identity provider, which redirects back to `callback`.
#[get(
    "/auth/oidc/{provider}/start",
    tag = "auth",
    permission = "public",
    path(provider = "The provider"),
    params(Departing),
    response(302, "To the provider, or to the sign-in page when it is out of reach"),
    problem(404, "There is no such provider")
)]
async fn auth_oidc_start(
    auth: web::Data<Auth>,
    provider: web::Path<String>,
    query: web::Query<Departing>,
    origin: ClientOrigin,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let provider = auth.0.providers.get(&provider).ok_or(Error::NotFound)?;
    let redirect = own_path(query.redirect.as_deref());
    let browser = round_trip(&request);
    let departure = auth.depart(provider, redirect.clone(), browser, origin.request.address).await;
    Ok(match departure {
        // A browser shows the response itself: a page explains it better than a problem document.
        Err(Error::TooOften(..)) => rejected(provider, "too-many-attempts", &redirect),
        Err(error) => return Err(error),
        Ok(Ok(departure)) => {
            let cookie = round_trip_cookie(departure.browser, MAX_SECONDS, auth.0.secure);
            let mut response = redirect_to(&departure.location);
            response.cookie(cookie).finish()
        }
        Ok(Err(provider_error)) => {
            rejected(provider, provider_error_code(provider, &provider_error), &redirect)
        }
    })
}

/// Return from an identity provider
///
/// For a browser: sets the refresh cookie and redirects to the requested page; or to the sign-in
/// page, with a code for what went wrong.
#[get(
    "/auth/oidc/{provider}/callback",
    tag = "auth",
    permission = "public",
    path(provider = "The provider"),
    params(Returning),
    response(302, "To where the visitor was going, or to the sign-in page"),
    problem(404, "There is no such provider")
)]
async fn auth_oidc_callback(
    auth: web::Data<Auth>,
    policy: web::Data<Policy>,
    provider: web::Path<String>,
    query: web::Query<Returning>,
    origin: RequestOrigin,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let provider = auth.0.providers.get(&provider).ok_or(Error::NotFound)?;
    let Returning { state, code, iss, error } = query.into_inner();
    let browser = round_trip(&request);
    let refuse = |why: &'static str, redirect: &str| {
        // Anybody can be sent here, or come with anything.
        let event = Event::new(Action::SignIn, provider.name.clone()).of_stranger().from(&origin);
        auth.audit().add(event.refused(why));
        rejected(provider, why, redirect)
    };
    let row = auth.returning(provider, &state.unwrap_or_default(), browser.as_deref()).await?;
    let Some(row) = row else {
        return Ok(refuse("sign-in-failed", HOME));
    };
    let Some(code) = code.filter(|_| error.is_none()) else {
        let declined = error.as_deref() == Some("access_denied");
        let why = if declined { "sign-in-declined" } else { "sign-in-failed" };
        return Ok(refuse(why, &row.redirect));
    };
    let person = match auth.vouched_for(provider, &row, (&code, iss.as_deref())).await {
        Ok(person) => person,
        Err(provider_error) => {
            let why = provider_error_code(provider, &provider_error);
            return Ok(refuse(why, &row.redirect));
        }
    };
    let (name, from) = (provider.name.clone(), origin.clone());
    let (owner, policy) = (auth.clone(), policy.into_inner());
    let arrived = auth
        .arrive(person, origin.clone(), move |conn, account| {
            // The provider is responsible for its own factors, unless the policy requires ours.
            let roles = owner.effective(account.roles.0.clone());
            if policy.allows(&roles, SECOND_FACTOR, REQUIRE)
                && let Some(due) = second_step_due(&owner, conn, &account)?
            {
                let first = account.event(Action::FirstStep).from(&from);
                audit::record(conn, first.because(name))?;
                return Ok(FirstStep::Due(due));
            }
            let granted = sessions::begin(conn, account, Timestamp::now(), false)?;
            audit::record(conn, granted.event(Action::SignIn).from(&from).because(name))?;
            Ok(FirstStep::Done(Box::new(granted)))
        })
        .await?;
    Ok(match arrived {
        Ok(FirstStep::Done(granted)) => {
            metrics::sign_in(metrics::SignIn::ProviderOk);
            redirect_signed_in(&auth, *granted, &row.redirect)
        }
        Ok(FirstStep::Due(due)) => {
            let redirect = utf8_percent_encode(&row.redirect, NON_ALPHANUMERIC);
            redirect_to(&format!("/login?redirect={redirect}{}", due.fragment())).finish()
        }
        Err(rejection) => {
            let why = match rejection {
                SignInRejection::Locked => "account-locked",
                SignInRejection::EmailTaken => "email-taken",
                SignInRejection::EmailMissing => "email-missing",
                SignInRejection::EmailUnverified => "email-unverified",
            };
            refuse(why, &row.redirect)
        }
    })
}

const HOME: &str = "/home";

fn redirect_to(location: &str) -> actix_web::HttpResponseBuilder {
    let mut response = HttpResponse::Found();
    response.insert_header((LOCATION, location)).insert_header(NO_STORE);
    response
}

/// Redirects to the requested page. A parameter tells the page to request an access token.
fn redirect_signed_in(auth: &Auth, granted: Granted, redirect: &str) -> HttpResponse {
    let cookie =
        refresh_cookie(granted.refresh_token, granted.expires_at, Timestamp::now(), auth.0.secure);
    let (before, fragment) = match redirect.split_once('#') {
        Some((before, fragment)) => (before, format!("#{fragment}")),
        None => (redirect, String::new()),
    };
    let mark = if before.contains('?') { '&' } else { '?' };
    redirect_to(&format!("{before}{mark}handshake=1{fragment}")).cookie(cookie).finish()
}

fn rejected(provider: &Configured, why: &str, redirect: &str) -> HttpResponse {
    metrics::sign_in(metrics::SignIn::ProviderFailed);
    tracing::info!(provider = provider.id, why, "a sign-in with a provider did not succeed");
    let mut location = format!("/login?error={why}");
    if redirect != HOME {
        location.push_str("&redirect=");
        location.extend(utf8_percent_encode(redirect, NON_ALPHANUMERIC));
    }
    redirect_to(&location).finish()
}

/// Maps an error of the provider to the code on the sign-in page; the log has the details.
fn provider_error_code(provider: &Configured, provider_error: &ProviderError) -> &'static str {
    match provider_error {
        ProviderError::Unreachable(what) => {
            tracing::warn!(provider = provider.id, what, "an identity provider is out of reach");
            "provider-unavailable"
        }
        ProviderError::Refused(what) => {
            tracing::warn!(
                provider = provider.id,
                what,
                "the response of an identity provider is invalid"
            );
            "sign-in-failed"
        }
    }
}

/// Returns a path of this origin for a redirect; the home page for anything that could lead
/// elsewhere.
fn own_path(redirect: Option<&str>) -> String {
    let own = redirect.filter(|path| {
        path.len() <= 2000
            && path.starts_with('/')
            // Browsers read a backslash as a slash, and drop tabs and line ends.
            && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
            // Dot segments may leave two leading slashes: `/.//elsewhere`.
            && !path.split(['?', '#']).next().unwrap_or_default().contains("//")
    });
    own.unwrap_or(HOME).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_are_only_sent_to_paths_of_this_origin() {
        for path in ["/", "/backoffice/units?page=2&search=a%2Fb#x", "/analytics?next=//a"] {
            assert_eq!(own_path(Some(path)), path);
        }
        for elsewhere in [
            "",
            "home",
            "//evil.example",
            "/\\evil.example",
            "\\/evil.example",
            "/.//evil.example",
            "/a/..//evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            "/a b",
            "/\u{00e9}",
        ] {
            assert_eq!(own_path(Some(elsewhere)), HOME, "{elsewhere:?}");
        }
        assert_eq!(own_path(None), HOME);
    }
}
