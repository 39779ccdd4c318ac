//! The authorization code flow: the URL that a user is redirected to, and the exchange of the code
//! in the response. A code is useless without the verifier (PKCE, RFC 7636), and a response is
//! valid only in the browser that began the sign-in.

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use serde_json::Value;

use crate::config::ProviderConfig;
use crate::discovery::Discovery;
use crate::error::ProviderError;
use crate::fetch::Http;

/// The request that begins a sign-in.
pub struct AuthorizationRequest {
    /// The URL to redirect the user to.
    pub location: String,
    /// The value that the response must repeat.
    pub state: String,
    /// The value that the ID token must repeat.
    pub nonce: String,
    /// The PKCE verifier, without which the code is useless.
    pub verifier: String,
}

/// The parameters of a provider's redirect back, and what was stored of the
/// [`AuthorizationRequest`].
pub struct AuthorizationResponse<'a> {
    /// The code, to be exchanged for the ID token.
    pub code: &'a str,
    /// The issuer that the response names (RFC 9207), if it does.
    pub iss: Option<&'a str>,
    /// The verifier of [`AuthorizationRequest`].
    pub verifier: &'a str,
    /// The nonce of [`AuthorizationRequest`].
    pub nonce: &'a str,
}

/// The tokens that a code was exchanged for.
pub(crate) struct Tokens {
    pub(crate) id_token: String,
    pub(crate) access_token: Option<String>,
}

/// Builds the authorization request that returns to `callback`.
pub(crate) fn begin(
    config: &ProviderConfig,
    discovery: &Discovery,
    callback: &str,
) -> AuthorizationRequest {
    let (state, nonce, verifier) = (random(), random(), random());
    let mut location = discovery.authorization.as_str().to_owned();
    let mut separator = if location.contains('?') { '&' } else { '?' };
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", &config.client_id),
        ("redirect_uri", callback),
        ("scope", &scope(config)),
        ("state", &state),
        ("nonce", &nonce),
        ("code_challenge", &challenge(&verifier)),
        ("code_challenge_method", "S256"),
    ] {
        location.push(separator);
        location.push_str(name);
        location.push('=');
        location.extend(encoded(value));
        separator = '&';
    }
    AuthorizationRequest { location, state, nonce, verifier }
}

/// Checks that a response is from the provider of its request, and not from another one that the
/// user was lured to (RFC 9207).
pub(crate) fn check_sender(
    config: &ProviderConfig,
    discovery: &Discovery,
    iss: Option<&str>,
) -> Result<(), ProviderError> {
    match iss {
        Some(iss) if iss != config.issuer => {
            Err(ProviderError::refused("another provider answers"))
        }
        None if discovery.sends_issuer => {
            Err(ProviderError::refused("the answer does not say by whom"))
        }
        _ => Ok(()),
    }
}

/// Exchanges the code, which can be used once.
pub(crate) async fn exchange(
    http: &Http,
    config: &ProviderConfig,
    discovery: &Discovery,
    callback: &str,
    response: &AuthorizationResponse<'_>,
) -> Result<Tokens, ProviderError> {
    let mut form = vec![
        ("grant_type", "authorization_code".to_owned()),
        ("code", response.code.to_owned()),
        ("redirect_uri", callback.to_owned()),
        ("code_verifier", response.verifier.to_owned()),
    ];
    let authorization = if discovery.secret_in_form {
        form.push(("client_id", config.client_id.clone()));
        form.push(("client_secret", config.client_secret.clone()));
        None
    } else {
        let pair = format!("{}:{}", encoded(&config.client_id), encoded(&config.client_secret));
        Some(format!("Basic {}", STANDARD.encode(pair)))
    };
    tokens(&http.post_form(&discovery.token, form, authorization).await?)
}

/// Reads the tokens from the response of the token endpoint.
fn tokens(response: &Value) -> Result<Tokens, ProviderError> {
    let text = |name: &str| response.get(name).and_then(Value::as_str);
    if !text("token_type").is_some_and(|kind| kind.eq_ignore_ascii_case("bearer")) {
        return Err(ProviderError::refused("the tokens are not for their bearer"));
    }
    let id_token =
        text("id_token").ok_or_else(|| ProviderError::refused("there is no ID token"))?;
    Ok(Tokens {
        id_token: id_token.to_owned(),
        access_token: text("access_token").map(ToOwned::to_owned),
    })
}

/// Returns the scopes to request, with `openid` exactly once.
fn scope(config: &ProviderConfig) -> String {
    let mut scope = String::from("openid");
    for more in config.scopes.iter().filter(|more| *more != "openid") {
        scope.push(' ');
        scope.push_str(more);
    }
    scope
}

/// Returns 256 random bits as text.
fn random() -> String {
    let mut bytes = [0; 32];
    aws_lc_rs::rand::fill(&mut bytes).expect("the system has random numbers");
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns the challenge of a verifier (RFC 7636, S256).
fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()))
}

/// What a value of a query or of a form cannot contain: all but the unreserved characters of RFC
/// 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Encodes a value of a query or of a form. A form may also write a space as a plus; both are
/// decoded alike.
fn encoded(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, RESERVED)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::json;

    use super::*;
    use crate::testing::{CALLBACK, Idp, NONCE, Reply, SECRET, config, with};

    #[tokio::test]
    async fn an_authorization_request_has_state_nonce_and_challenge() {
        let idp = Idp::start();
        let begun = idp.provider().begin(CALLBACK).await.unwrap();
        let (address, query) = begun.location.split_once('?').unwrap();
        assert_eq!(address, format!("{}/auth", idp.issuer));
        let callback = "https%3A%2F%2Fdesk.example.com%2Fapi%2Fauth%2Foidc%2Fidp%2Fcallback";
        assert_eq!(
            query,
            format!(
                "response_type=code&client_id=mizan&redirect_uri={callback}\
                 &scope=openid%20profile%20email&state={}&nonce={}&code_challenge={}\
                 &code_challenge_method=S256",
                begun.state,
                begun.nonce,
                challenge(&begun.verifier)
            )
        );
        let again = idp.provider().begin(CALLBACK).await.unwrap();
        let all = [&begun.state, &begun.nonce, &begun.verifier];
        let others = [&again.state, &again.nonce, &again.verifier];
        assert!(all.iter().chain(&others).all(|text| text.len() == 43));
        assert_eq!(all.iter().chain(&others).collect::<HashSet<_>>().len(), 6);
        assert!(!query.contains(&begun.verifier) && !query.contains(&encoded(SECRET).to_string()));
    }

    #[tokio::test]
    async fn an_address_that_has_a_query_keeps_it() {
        let idp = Idp::start();
        idp.publishes("authorization_endpoint", json!("https://id.example.com/auth?tenant=1"));
        let mut config = idp.config();
        config.scopes = vec!["openid".into(), "a&b".into()];
        let begun = idp.provider_with(config).begin(CALLBACK).await.unwrap();
        let expected = "https://id.example.com/auth?tenant=1&response_type=code&";
        assert!(begun.location.starts_with(expected), "{}", begun.location);
        assert!(begun.location.contains("&scope=openid%20a%26b&"), "{}", begun.location);
    }

    /// The example of RFC 7636, appendix B.
    #[test]
    fn the_challenge_is_the_hash_of_the_verifier() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert_eq!(challenge(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[tokio::test]
    async fn the_code_is_exchanged_with_the_verifier_and_the_secret() {
        let basic = STANDARD.encode("mizan:p%25ss%3A%20w%C3%B6rd%2B");
        let form = "grant_type=authorization_code&code=c0de&redirect_uri=https%3A%2F%2F\
                    desk.example.com%2Fapi%2Fauth%2Foidc%2Fidp%2Fcallback&code_verifier=v3rifier";
        let with_secret = format!("{form}&client_id=mizan&client_secret=p%25ss%3A+w%C3%B6rd%2B");
        for (methods, authorization, body) in [
            (json!(["client_secret_basic"]), Some(format!("Basic {basic}")), form),
            (json!(["client_secret_post"]), None, &with_secret),
        ] {
            let idp = Idp::start();
            idp.publishes("token_endpoint_auth_methods_supported", methods);
            idp.finish(&idp.provider()).await.unwrap();
            let received = idp.received("/token").remove(0);
            assert_eq!((received.authorization, received.body.as_str()), (authorization, body));
        }
    }

    #[tokio::test]
    async fn responses_to_the_exchange_are_accepted_or_refused() {
        let idp = Idp::start();
        let good = json!({
            "token_type": "bearer", "id_token": crate::testing::RSA.sign(&idp.claims()),
        });
        let changed = |name: &str, value: Value| Reply::Json(200, with(good.clone(), name, value));
        let error = |status: u16, code: &str| Reply::Json(status, json!({ "error": code }));
        for (reply, expected) in [
            (Reply::Json(200, good.clone()), "fine"),
            (changed("token_type", json!("BEARER")), "fine"),
            (changed("token_type", json!("DPoP")), "refused: the tokens are not for their bearer"),
            (changed("token_type", Value::Null), "refused: the tokens are not for their bearer"),
            (changed("id_token", Value::Null), "refused: there is no ID token"),
            (changed("id_token", json!({})), "refused: there is no ID token"),
            (changed("id_token", json!("a.b")), "refused: the ID token is none"),
            (Reply::Json(200, json!([])), "refused: the tokens are not for their bearer"),
            (error(400, "invalid_grant"), "refused: /token answered 400: invalid_grant"),
            (error(401, "invalid_client"), "refused: /token answered 401: invalid_client"),
            (error(429, "slow_down"), "refused: /token answered 429: slow_down"),
            (error(500, "server_error"), "unreachable: /token answered 500"),
            (error(200, "x"), "refused: the tokens are not for their bearer"),
            (Reply::Text(200, "<html>".into()), "unreachable: /token answered no JSON"),
            (Reply::Redirect(format!("{}/else", idp.issuer)), "unreachable: /token answered 302"),
        ] {
            idp.sets_reply("/token", reply);
            let outcome = match idp.finish(&idp.provider()).await {
                Ok(_) => "fine".to_owned(),
                Err(ProviderError::Refused(what)) => format!("refused: {what}"),
                Err(ProviderError::Unreachable(what)) => format!("unreachable: {what}"),
            };
            assert_eq!(outcome.replace(&idp.issuer, ""), expected);
        }
        assert!(idp.received("/else").is_empty());
    }

    #[tokio::test]
    async fn a_response_names_its_issuer_when_it_must_and_the_right_one_when_it_does() {
        let idp = Idp::start();
        let provider = |sends_issuer: Value| {
            idp.publishes("authorization_response_iss_parameter_supported", sends_issuer);
            idp.provider()
        };
        let own = idp.issuer.clone();
        let slash = format!("{own}/");
        for (promised, iss, expected) in [
            (json!(false), None, None),
            (json!(false), Some(own.as_str()), None),
            (json!(true), Some(own.as_str()), None),
            (json!(true), None, Some("the answer does not say by whom")),
            (json!(true), Some("https://other.example.com"), Some("another provider answers")),
            (json!(false), Some("https://other.example.com"), Some("another provider answers")),
            (json!(true), Some(slash.as_str()), Some("another provider answers")),
            (json!(false), Some(""), Some("another provider answers")),
        ] {
            let before = idp.received("/token").len();
            let response =
                AuthorizationResponse { code: "c0de", iss, verifier: "v3rifier", nonce: NONCE };
            let outcome = provider(promised.clone()).finish(CALLBACK, response).await.err();
            assert_eq!(outcome, expected.map(ProviderError::refused), "{promised} {iss:?}");
            // A code of another provider is sent nowhere.
            let requests = idp.received("/token").len() - before;
            assert_eq!(requests, usize::from(expected.is_none()), "{promised} {iss:?}");
        }
    }

    #[test]
    fn the_scope_names_openid_once() {
        let mut config = config("https://id.example.com");
        assert_eq!(scope(&config), "openid profile email");
        config.scopes = vec!["roles".into(), "openid".into()];
        assert_eq!(scope(&config), "openid roles");
    }
}
