//! Cookies, and protection against requests that other sites make a browser send (CSRF).

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header::{CACHE_CONTROL, COOKIE, HOST, HeaderMap, HeaderName, ORIGIN};
use actix_web::{HttpRequest, web};

use super::Auth;
use super::attempts::ClientOrigin;
use crate::base::error::Error;
use crate::base::from_request::from_request;
use crate::base::time::Timestamp;
use crate::records::audit::RequestOrigin;
use crate::records::handler::{Argument, Implied};

const NAME: &str = "mizan_refresh";
const PATH: &str = "/api/auth";

pub(super) const NO_STORE: (HeaderName, &str) = (CACHE_CONTROL, "no-store");

/// The cookie with the device token of a browser that signed in before. It authenticates nothing.
const DEVICE: &str = "mizan_device";

/// The cookie of a browser whose user is at an identity provider. The provider's redirect brings
/// the browser back, so `Strict` would omit it.
const ROUND_TRIP: &str = "mizan_round_trip";
const ROUND_TRIP_PATH: &str = "/api/auth/oidc";

/// Makes a cookie that no script reads, valid for so many seconds.
fn cookie(
    (name, value): (&'static str, String),
    (path, same_site): (&'static str, SameSite),
    seconds: i64,
    secure: bool,
) -> Cookie<'static> {
    Cookie::build(name, value)
        .path(path)
        .http_only(true)
        .same_site(same_site)
        .secure(secure)
        .max_age(Duration::seconds(seconds))
        .finish()
}

/// Makes the cookie with refresh token `token`, valid until `expires_at`.
pub(super) fn refresh_cookie(
    token: String,
    expires_at: Timestamp,
    now: Timestamp,
    secure: bool,
) -> Cookie<'static> {
    let seconds = expires_at.seconds() - now.seconds();
    cookie((NAME, token), (PATH, SameSite::Strict), seconds, secure)
}

/// Makes the cookie that removes the refresh token from the browser.
pub(super) fn no_refresh_cookie(now: Timestamp, secure: bool) -> Cookie<'static> {
    let mut cookie = refresh_cookie(String::new(), now, now, secure);
    cookie.make_removal();
    cookie
}

/// Makes the cookie with the device token, valid for a year.
pub(super) fn device_cookie(device: String, secure: bool) -> Cookie<'static> {
    cookie((DEVICE, device), (PATH, SameSite::Strict), 365 * 24 * 60 * 60, secure)
}

/// Makes the cookie that binds a round trip to the browser that began it, for as long as the round
/// trip may take.
pub(super) fn round_trip_cookie(browser: String, seconds: i64, secure: bool) -> Cookie<'static> {
    cookie((ROUND_TRIP, browser), (ROUND_TRIP_PATH, SameSite::Lax), seconds, secure)
}

/// Returns the round-trip cookie of the browser.
pub(super) fn round_trip(request: &HttpRequest) -> Option<String> {
    cookie_value(request, ROUND_TRIP)
}

/// Returns the value of one of our cookies, none of which is encoded. Parsing all cookies would
/// cost us much more than it costs a client to send them.
fn cookie_value(request: &HttpRequest, name: &str) -> Option<String> {
    let lines = request.headers().get_all(COOKIE).filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned())
}

from_request!(ClientOrigin, |request| {
    let device = cookie_value(request, DEVICE);
    Ok(Self { request: RequestOrigin::of(request), device })
});

impl Argument for ClientOrigin {}

/// Returns the refresh token of the browser.
pub(super) fn refresh_token(request: &HttpRequest) -> Option<String> {
    cookie_value(request, NAME)
}

/// An extractor that accepts only requests that do not come from a page of another site.
///
/// `SameSite` already keeps the cookie from being sent then; this check also covers browsers that
/// do not support it, and pages of sibling hosts, which it lets pass.
pub(super) struct SameOrigin;

from_request!(SameOrigin, |request| {
    let auth = request.app_data::<web::Data<Auth>>();
    match auth.is_some_and(|auth| is_same_origin(request.headers(), &auth.0.origin)) {
        true => Ok(Self),
        false => Err(Error::Forbidden),
    }
});

impl Argument for SameOrigin {
    const IMPLIED: &'static [Implied] =
        &[Implied::Problem("403", Some("Sent from a page of another site"))];
}

/// A request without either header does not come from a page.
fn is_same_origin(headers: &HeaderMap, ours: &str) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    if let Some(site) = text("Sec-Fetch-Site") {
        return matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text(ORIGIN.as_str()) else { return true };
    let host = origin.split_once("://").map(|(_, host)| host);
    origin == ours || (host.is_some() && host == text(HOST.as_str()))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_cookie_is_out_of_reach_of_scripts_and_other_sites() {
        let now = Timestamp::now();
        let cookie = refresh_cookie("a.1.b".into(), now.plus_seconds(60), now, true);
        assert_eq!(
            cookie.to_string(),
            "mizan_refresh=a.1.b; HttpOnly; SameSite=Strict; Secure; Path=/api/auth; Max-Age=60"
        );
        let plain = refresh_cookie("a.1.b".into(), now.plus_seconds(60), now, false);
        assert_eq!(
            plain.to_string(),
            "mizan_refresh=a.1.b; HttpOnly; SameSite=Strict; Path=/api/auth; Max-Age=60"
        );
    }

    #[test]
    fn signing_out_removes_the_cookie_from_where_it_was_set() {
        let text = no_refresh_cookie(Timestamp::now(), true).to_string();
        assert!(text.starts_with("mizan_refresh=; HttpOnly; SameSite=Strict; Secure;"), "{text}");
        assert!(text.contains("Path=/api/auth; Max-Age=0; Expires="), "{text}");
    }

    #[test]
    fn pages_of_other_sites_are_recognized_by_headers_of_the_browser() {
        const OURS: &str = "https://desk.example.com";
        for (headers, expected) in [
            (&[][..], true),
            (&[("Sec-Fetch-Site", "same-origin")], true),
            (&[("Sec-Fetch-Site", "none")], true),
            (&[("Sec-Fetch-Site", "same-site")], false),
            (&[("Sec-Fetch-Site", "cross-site")], false),
            (&[("Sec-Fetch-Site", "cross-site"), ("Origin", OURS)], false),
            (&[("Origin", OURS)], true),
            (&[("Origin", "http://127.0.0.1:8080"), ("Host", "127.0.0.1:8080")], true),
            (&[("Origin", "https://evil.example.com"), ("Host", "desk.example.com")], false),
            (&[("Origin", "https://desk.example.com.evil.com")], false),
            (&[("Origin", "null"), ("Host", "desk.example.com")], false),
            (&[("Origin", "null")], false),
        ] {
            let request = headers
                .iter()
                .fold(TestRequest::default(), |request, header| request.insert_header(*header))
                .to_http_request();
            assert_eq!(is_same_origin(request.headers(), OURS), expected, "{headers:?}");
        }
    }
}
