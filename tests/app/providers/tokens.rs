//! Access tokens of a provider on the API.

use actix_web::http::Method;
use kernel::testing::{TestApp, TestDatabase};
use serde_json::{Value, json};

use super::layla;
use super::provider::{Browser, Provider, rejection_code, sign_in, token_of};
use crate::PRODUCT;

async fn status(app: &TestApp, token: &str) -> u16 {
    app.bearer(token).get("/api/auth/me").await.status.as_u16()
}

fn now() -> i64 {
    chrono::Utc::now().timestamp()
}

#[actix_web::test]
async fn token_of_a_new_subject_creates_an_account_when_it_has_an_email() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    let token = provider.mint(json!({}));
    let me = app.bearer(&*token).get("/api/auth/me").await.expect(200);
    assert_eq!(
        (&me["user"]["email"], &me["roles"][0]),
        (&json!("layla@example.com"), &json!("analytics"))
    );
    // A later sign-in belongs to the same account.
    let ours = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    assert_eq!(ours.get("/api/auth/me").await.expect(200)["user"]["id"], me["user"]["id"]);
    let program = provider.mint(json!({ "claims": { "sub": "a-program", "email": null } }));
    assert_eq!(status(&app, &program).await, 401);
}

#[actix_web::test]
async fn invalid_tokens_are_rejected_with_401() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    assert_eq!(status(&app, &provider.mint(json!({}))).await, 200);
    let claims = |claims: Value| json!({ "claims": claims });
    for (what, token) in [
        ("another issuer", claims(json!({ "iss": "http://127.0.0.1:1" }))),
        ("our own name as the issuer", claims(json!({ "iss": "http://127.0.0.1:8080" }))),
        ("no issuer", claims(json!({ "iss": null }))),
        ("another audience", claims(json!({ "aud": "other" }))),
        ("no audience", claims(json!({ "aud": null }))),
        ("expired", claims(json!({ "exp": now() - 60 }))),
        ("no end", claims(json!({ "exp": null }))),
        ("not yet valid", claims(json!({ "nbf": now() + 300 }))),
        ("made in the future", claims(json!({ "iat": now() + 300 }))),
        ("no subject", claims(json!({ "sub": null }))),
        ("an empty subject", claims(json!({ "sub": "" }))),
        ("unknown key", json!({ "header": { "kid": "unknown" } })),
        ("foreign key", json!({ "key": "foreign" })),
        ("key in the header", json!({ "key": "embedded" })),
        ("key for encryption", json!({ "key": "encryption" })),
        ("alg none", json!({ "key": "none" })),
        ("no signature", json!({ "key": "stripped" })),
        ("HS256, public key as PEM", json!({ "key": "hs256-public" })),
        ("HS256, public key as DER", json!({ "key": "hs256-public-der" })),
        ("HS256, public key as JWK", json!({ "key": "hs256-public-jwk" })),
        ("HS256, client secret", json!({ "key": "hs256-secret" })),
        ("tampered", json!({ "key": "tampered" })),
    ] {
        let answer = app.bearer(provider.mint(token)).get("/api/auth/me").await;
        assert_eq!(answer.status, 401, "{what}");
        assert_eq!(answer.header("www-authenticate"), "Bearer", "{what}");
    }
}

#[actix_web::test]
async fn id_token_is_never_accepted_as_an_access_token() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    // Signed with the same key for the same client: only the claims differ.
    let plain = |header: Value, more: Value| {
        let mut claims = layla();
        let about =
            json!({ "iss": provider.issuer(), "aud": "mizan", "iat": now(), "exp": now() + 60 });
        for more in [about, more] {
            claims.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        }
        provider.mint(json!({ "bare": true, "claims": claims, "header": header }))
    };
    let jwt = || json!({ "typ": "JWT" });
    for (what, header, more) in [
        ("of a code flow with a nonce", jwt(), json!({ "nonce": "n", "scope": "openid" })),
        ("without a nonce", jwt(), json!({})),
        ("without a type", json!({ "typ": null }), json!({})),
        ("with the time of the sign-in", jwt(), json!({ "auth_time": now(), "acr": "1" })),
        (
            "with the session and the party",
            jwt(),
            json!({ "sid": "s", "azp": "mizan", "jti": "j" }),
        ),
        ("Keycloak's", jwt(), json!({ "typ": "ID", "azp": "mizan", "scope": "openid" })),
        ("Cognito's", jwt(), json!({ "token_use": "id" })),
        ("with the digest of a token", jwt(), json!({ "at_hash": "a", "client_id": "mizan" })),
        ("with the digest of a code", jwt(), json!({ "c_hash": "a" })),
        ("with the digest of a state", jwt(), json!({ "s_hash": "a" })),
        ("for several", jwt(), json!({ "aud": ["mizan", "other"] })),
        (
            "with a nonce, by a type that is wrong",
            json!({ "typ": "at+jwt" }),
            json!({ "nonce": "n" }),
        ),
        ("of a sign-out", json!({ "typ": "logout+jwt" }), json!({ "events": {} })),
        ("of another kind", json!({ "typ": "dpop+jwt" }), json!({ "scope": "openid" })),
        ("for going on", jwt(), json!({ "typ": "Refresh", "scope": "openid" })),
    ] {
        assert_eq!(status(&app, &plain(header, more)).await, 401, "{what}");
    }
    for (what, header, more) in [
        ("RFC 9068", json!({ "typ": "at+jwt" }), json!({})),
        ("its whole type", json!({ "typ": "application/at+jwt" }), json!({ "auth_time": now() })),
        ("Keycloak's", jwt(), json!({ "typ": "Bearer", "azp": "mizan" })),
        ("Cognito's", jwt(), json!({ "token_use": "access" })),
        ("with what it is for", jwt(), json!({ "scope": "openid email" })),
        ("Entra's", jwt(), json!({ "scp": "user" })),
        ("Okta's", jwt(), json!({ "cid": "mizan" })),
        ("without a type", json!({ "typ": null }), json!({ "client_id": "mizan" })),
    ] {
        assert_eq!(status(&app, &plain(header, more)).await, 200, "{what}");
    }
}

#[actix_web::test]
async fn id_token_of_a_real_sign_in_authorizes_nothing() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    token_of(&app, &sign_in(&app, &provider).await).await;
    let issued = provider.set(json!({}))["issued"].clone();
    let identity = issued[0]["id_token"].as_str().unwrap();
    assert_eq!(status(&app, identity).await, 401);
    // An API with an audience of its own differs by that.
    let mut config = provider.configured("desk");
    config.audience = Some("https://desk.example.com/api".into());
    let other = TestApp::set_up(&crate::PRODUCT, kernel::testing::TestDatabase::new(), |all| {
        all.oidc = vec![config];
    })
    .await;
    assert_eq!(status(&other, identity).await, 401);
    let claims = json!({ "aud": "https://desk.example.com/api", "scope": null, "client_id": null });
    let plain = json!({ "claims": claims, "header": { "typ": "JWT" } });
    assert_eq!(status(&other, &provider.mint(plain)).await, 200);
}

#[actix_web::test]
async fn no_operation_accepts_an_invalid_token() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    let forged = [
        provider.mint(json!({ "claims": { "aud": "other" } })),
        provider.mint(json!({ "claims": { "exp": now() - 60 } })),
        provider.mint(json!({ "key": "foreign" })),
        provider.mint(json!({ "key": "none" })),
    ];
    for operation in conformance::operations(&PRODUCT).await {
        for token in forged.iter().filter(|_| !operation.is_public()) {
            let answer = operation.by(&app.bearer(&**token)).await;
            assert_eq!(answer.status, 401, "{}", operation.id);
        }
    }
}

#[actix_web::test]
async fn signing_out_everywhere_ends_earlier_tokens_of_the_provider() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    let answer = sign_in(&app, &provider).await;
    let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
    let before = provider.mint(json!({}));
    assert_eq!(status(&app, &before).await, 200);
    let request = app.anonymous().request(Method::POST, "/api/auth/logout?everywhere=true");
    request.header("cookie", &cookie).send().await.expect(204);
    assert_eq!(status(&app, &before).await, 401);
    let after = provider.mint(json!({ "claims": { "iat": now() + 2 } }));
    assert_eq!(status(&app, &after).await, 200);
}

#[actix_web::test]
async fn restore_ends_earlier_tokens_and_sign_ins_under_way_at_the_provider() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    let before = provider.mint(json!({}));
    assert_eq!(status(&app, &before).await, 200);
    let mut browser = Browser::new(&app);
    let back = provider.visit(&browser.start("/api/auth/oidc/desk/start").await);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("b.mizan");
    app.backup(&file).await.unwrap();

    let place = TestDatabase::new();
    place.restore(&PRODUCT, &file).await.unwrap();
    let restored = provider.app_on(place).await;
    assert_eq!(status(&restored, &before).await, 401);
    let after = provider.mint(json!({ "claims": { "iat": now() + 2 } }));
    assert_eq!(status(&restored, &after).await, 200);
    let mut other = Browser::new(&restored);
    other.cookie.clone_from(&browser.cookie);
    assert_eq!(rejection_code(&other.get(&back).await), "sign-in-failed");
    // Where nothing was restored both go on.
    token_of(&app, &browser.get(&back).await).await;
    assert_eq!(status(&app, &before).await, 200);
}

#[actix_web::test]
async fn cached_provider_keys_outlive_a_short_outage() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    let token = provider.mint(json!({}));
    assert_eq!(status(&app, &token).await, 200);
    provider.set(json!({ "down": true }));
    assert_eq!(status(&app, &token).await, 200);
    // For a token with an unknown key the error says that the key cannot be fetched now.
    let unknown = provider.mint(json!({ "header": { "kid": "unknown" } }));
    assert!(matches!(status(&app, &unknown).await, 401 | 503));
    provider.set(json!({ "down": false }));
    assert_eq!(status(&app, &token).await, 200);
}
