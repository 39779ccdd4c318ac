//! Attacks on the sign-in with a provider, and the answer to each.

use kernel::testing::TestApp;
use serde_json::{Value, json};

use super::provider::{Browser, Provider, rejection_code, sign_in, token_of};
use super::{layla, users};
use crate::PRODUCT;
use crate::log::Log;

/// Returns the error code of a lie of the provider; none for a lie without harm.
fn expected_code(lie: &str) -> Option<&'static str> {
    match lie {
        // The email of a known identity is not used.
        "email-unverified" | "email-missing" => None,
        // The userinfo is requested only without an email; see below.
        lie if lie.starts_with("userinfo-") => None,
        lie if lie.starts_with("id-token-") || lie.starts_with("callback-") => {
            Some("sign-in-failed")
        }
        "discovery-other-issuer"
        | "token-refused"
        | "token-nonsense-id-token"
        | "jwks-empty"
        | "token-no-id-token" => Some("sign-in-failed"),
        lie if lie.starts_with("discovery-foreign-") => Some("sign-in-failed"),
        lie if ["discovery-", "jwks-", "token-"].iter().any(|prefix| lie.starts_with(prefix)) => {
            Some("provider-unavailable")
        }
        other => panic!("{other} has no expected code"),
    }
}

/// Makes the provider lie from now on, without any state of earlier lies: its huge answer would be
/// part of all later ones.
fn set_lie(provider: &Provider, lie: Value) {
    provider.set(json!({ "lie": lie, "forget": true }));
}

/// Tries a lie on a product without a cache of the provider.
async fn try_lie(provider: &Provider, lie: &str, expected: Option<&str>) {
    set_lie(provider, json!(lie));
    let app = provider.app().await;
    let answer = sign_in(&app, provider).await;
    match expected {
        Some(code) => {
            assert_eq!(rejection_code(&answer), code, "{lie}");
            assert_eq!(users(&app).await["total"], 0, "{lie}");
        }
        None => drop(token_of(&app, &answer).await),
    }
}

#[actix_web::test]
async fn lying_provider_signs_no_user_in() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    token_of(&app, &sign_in(&app, &provider).await).await;
    // Lies in tokens and answers can be tried on one product.
    for lie in provider.lies() {
        if lie.starts_with("discovery-") || lie.starts_with("jwks-") || lie.ends_with("-slow") {
            continue;
        }
        set_lie(&provider, json!(lie));
        let answer = sign_in(&app, &provider).await;
        match expected_code(&lie) {
            Some(code) => {
                let location = answer.header("location");
                assert!(location.starts_with("/login"), "{lie} leads to {location}");
                assert_eq!(rejection_code(&answer), code, "{lie}");
            }
            None => drop(token_of(&app, &answer).await),
        }
    }
    assert_eq!(users(&app).await["total"], 1);
    // The provider works as before afterwards.
    provider.set(json!({ "lie": null }));
    token_of(&app, &sign_in(&app, &provider).await).await;
}

#[actix_web::test]
async fn metadata_of_a_provider_is_validated() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    for lie in provider.lies() {
        let of_itself = lie.starts_with("discovery-") || lie.starts_with("jwks-");
        if of_itself && !lie.ends_with("-slow") {
            try_lie(&provider, &lie, expected_code(&lie)).await;
        }
    }
}

#[actix_web::test]
async fn slow_or_unreachable_provider_blocks_no_other_request() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    for lie in ["discovery-slow", "token-slow"] {
        try_lie(&provider, lie, expected_code(lie)).await;
    }
    provider.set(json!({ "lie": null, "down": true }));
    let app = provider.app().await;
    let answer = sign_in(&app, &provider).await;
    assert_eq!(rejection_code(&answer), "provider-unavailable");
    let (_, email) = app.account("user").await;
    app.anonymous().login(&email, kernel::testing::PASSWORD).await.expect(200);
}

#[actix_web::test]
async fn userinfo_must_have_the_subject_of_the_id_token() {
    let provider = Provider::start();
    let mut person = layla();
    person.as_object_mut().unwrap().remove("email");
    provider.set(json!({ "person": person }));
    let app = provider.app().await;
    for (lie, code) in [
        (json!(null), "email-missing"),
        (json!("userinfo-other-subject"), "sign-in-failed"),
        (json!("userinfo-500"), "provider-unavailable"),
        (json!("userinfo-html"), "provider-unavailable"),
        (json!("userinfo-redirect"), "provider-unavailable"),
        (json!("userinfo-cut"), "provider-unavailable"),
        (json!("userinfo-huge"), "provider-unavailable"),
    ] {
        set_lie(&provider, json!(lie));
        assert_eq!(rejection_code(&sign_in(&app, &provider).await), code, "{lie}");
    }
}

/// Starts a sign-in up to the callback, which is not requested yet.
async fn on_the_way<'a>(app: &'a TestApp, provider: &Provider) -> (Browser<'a>, String) {
    let mut browser = Browser::new(app);
    let location = browser.start("/api/auth/oidc/desk/start").await;
    (browser, provider.visit(&location))
}

#[actix_web::test]
async fn callback_is_accepted_once_in_the_same_browser_and_for_the_same_provider() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;

    let (browser, back) = on_the_way(&app, &provider).await;
    token_of(&app, &browser.get(&back).await).await;
    assert_eq!(rejection_code(&browser.get(&back).await), "sign-in-failed", "a second time");

    let (_, back) = on_the_way(&app, &provider).await;
    let stranger = Browser::new(&app);
    assert_eq!(rejection_code(&stranger.get(&back).await), "sign-in-failed", "without the cookie");
    let (other, _) = on_the_way(&app, &provider).await;
    let (_, back) = on_the_way(&app, &provider).await;
    assert_eq!(rejection_code(&other.get(&back).await), "sign-in-failed", "another browser");

    let (browser, back) = on_the_way(&app, &provider).await;
    let mixed_up = back.replace("/oidc/desk/", "/oidc/other/");
    assert_eq!(
        rejection_code(&browser.get(&mixed_up).await),
        "sign-in-failed",
        "mixed-up providers"
    );

    let (browser, back) = on_the_way(&app, &provider).await;
    let forged = back.replace("state=", "state=x");
    assert_eq!(rejection_code(&browser.get(&forged).await), "sign-in-failed", "another state");
    let bare = "/api/auth/oidc/desk/callback";
    assert_eq!(rejection_code(&browser.get(bare).await), "sign-in-failed", "nothing at all");
}

#[actix_web::test]
async fn code_of_another_session_is_rejected() {
    let provider = Provider::start();
    let app = provider.app().await;
    provider.set(json!({ "person": layla() }));
    let (_, theirs) = on_the_way(&app, &provider).await;
    let mut mallory = layla();
    mallory["sub"] = json!("mallory");
    mallory["email"] = json!("mallory@example.com");
    provider.set(json!({ "person": mallory }));
    let (browser, own) = on_the_way(&app, &provider).await;
    let code_of = |path: &str| {
        let (_, rest) = path.split_once("code=").unwrap();
        rest.split('&').next().unwrap().to_owned()
    };
    let injected = own.replace(&code_of(&own), &code_of(&theirs));
    assert_eq!(rejection_code(&browser.get(&injected).await), "sign-in-failed");
    assert_eq!(users(&app).await["total"], 0);
}

#[actix_web::test]
async fn sign_in_redirects_to_no_other_site() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    for redirect in
        ["https://evil.example", "//evil.example", "/%5Cevil.example", "/.//evil.example"]
    {
        let mut browser = Browser::new(&app);
        let path = format!("/api/auth/oidc/desk/start?redirect={redirect}");
        let location = browser.start(&path).await;
        let answer = browser.get(&provider.visit(&location)).await;
        assert_eq!(answer.header("location"), "/home?handshake=1", "{redirect}");
    }
}

#[actix_web::test]
async fn several_tabs_can_sign_in_concurrently() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    let mut browser = Browser::new(&app);
    let first = browser.start("/api/auth/oidc/desk/start?redirect=%2Fone").await;
    let second = browser.start("/api/auth/oidc/desk/start?redirect=%2Ftwo").await;
    let (first, second) = (provider.visit(&first), provider.visit(&second));
    assert_eq!(browser.get(&second).await.header("location"), "/two?handshake=1");
    assert_eq!(browser.get(&first).await.header("location"), "/one?handshake=1");
}

#[actix_web::test]
async fn wrong_client_secret_refuses_sign_ins_with_a_line_in_the_log_and_sessions_go_on() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let before = provider.app().await;
    let token = token_of(&before, &sign_in(&before, &provider).await).await;
    let mut config = provider.configured("desk");
    config.client_secret = "the former one".into();
    let set_up = |all: &mut kernel::config::Config| all.oidc = vec![config];
    let app = TestApp::set_up(&PRODUCT, before.database(), set_up).await;
    let log = Log::default();
    let written = log.clone();
    let logging = tracing_subscriber::fmt().json().with_writer(move || written.clone()).finish();
    let logging = tracing::subscriber::set_default(logging);
    assert_eq!(rejection_code(&sign_in(&app, &provider).await), "sign-in-failed");
    drop(logging);
    let log = log.text();
    assert!(log.contains("the response of an identity provider is invalid"), "{log}");
    app.bearer(token).get("/api/auth/me").await.expect(200);
}
