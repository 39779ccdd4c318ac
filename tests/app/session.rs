//! Signing in, refreshing the session, and signing out.

use actix_web::http::Method;
use kernel::testing::{Answer, PASSWORD, TestApp};
use serde_json::json;

use crate::PRODUCT;

fn cookie(answer: &Answer) -> String {
    let header = answer.header("set-cookie");
    header.split(';').next().unwrap_or_default().to_owned()
}

async fn refresh(app: &TestApp, cookie: &str) -> Answer {
    app.anonymous().request(Method::POST, "/api/auth/refresh").header("cookie", cookie).send().await
}

#[actix_web::test]
async fn wrong_password_or_unknown_email_cannot_sign_in() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let wrong = app.anonymous().login(&email, "not the password").await;
    let unknown = app.anonymous().login("nobody@desk.test", PASSWORD).await;
    assert_eq!((wrong.status.as_u16(), unknown.status.as_u16()), (401, 401));
    assert_eq!(wrong.body["detail"], unknown.body["detail"]);
    assert_eq!(wrong.header("set-cookie"), "");
}

#[actix_web::test]
async fn session_is_started_refreshed_and_ended() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("admin").await;
    let begun = app.anonymous().login(&email.to_uppercase(), PASSWORD).await;
    let flags = begun.header("set-cookie").to_owned();
    for flag in ["HttpOnly", "SameSite=Strict", "Path=/api/auth"] {
        assert!(flags.contains(flag), "{flags}");
    }
    assert_eq!(begun.header("cache-control"), "no-store");
    let first = cookie(&begun);
    let begun = begun.expect(200);
    assert_eq!(begun["user"]["roles"], json!(["admin"]));
    let token = begun["accessToken"].as_str().unwrap().to_owned();
    let me = app.bearer(token.clone()).get("/api/auth/me").await.expect(200);
    assert_eq!(me["roles"], json!(["admin"]));
    let permissions = me["permissions"].as_array().unwrap();
    let units = permissions.iter().find(|permission| permission["resource"] == "units").unwrap();
    assert_eq!(
        units["actions"],
        json!([
            "approve", "create", "delete", "export", "history", "propose", "read", "restore",
            "update"
        ])
    );

    let again = refresh(&app, &first).await;
    let second = cookie(&again);
    let again = again.expect(200);
    assert_eq!(again["user"], begun["user"]);
    assert_eq!(me["user"].get("roles"), None);
    assert_ne!(first, second);
    // The answer may have been lost: a repeated refresh returns the same successor.
    assert_eq!(cookie(&refresh(&app, &first).await), second);

    let out = app.anonymous().request(Method::POST, "/api/auth/logout").header("cookie", &second);
    out.send().await.expect(204);
    assert_eq!(app.bearer(token).get("/api/auth/me").await.status, 401);
    assert_eq!(refresh(&app, &second).await.status, 401);
}

#[actix_web::test]
async fn reuse_of_a_replaced_refresh_token_ends_the_session() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let begun = app.anonymous().login(&email, PASSWORD).await;
    let first = cookie(&begun);
    let second = cookie(&refresh(&app, &first).await);
    let third = refresh(&app, &second).await;
    let token = third.body["accessToken"].as_str().unwrap().to_owned();
    assert_eq!(refresh(&app, &first).await.status, 401);
    assert_eq!(app.bearer(token).get("/api/auth/me").await.status, 401);
    assert_eq!(refresh(&app, &cookie(&third)).await.status, 401);
}

#[actix_web::test]
async fn new_password_ends_the_other_sessions() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let token = async || {
        let answer = app.anonymous().login(&email, PASSWORD).await.expect(200);
        answer["accessToken"].as_str().unwrap().to_owned()
    };
    let (here, elsewhere) = (app.bearer(token().await), app.bearer(token().await));
    let change =
        |current: &str, new: &str| json!({ "currentPassword": current, "newPassword": new });
    let refused = here.post("/api/auth/password", change("wrong", "another password")).await;
    assert_eq!(refused.errors()[0].0, "/currentPassword");
    let short = here.post("/api/auth/password", change(PASSWORD, "short")).await;
    assert_eq!(short.errors(), [("/newPassword", "Password must be at least 8 characters")]);
    here.post("/api/auth/password", change(PASSWORD, "another password")).await.expect(204);
    assert_eq!(here.get("/api/auth/me").await.status, 200);
    assert_eq!(elsewhere.get("/api/auth/me").await.status, 401);
    assert_eq!(app.anonymous().login(&email, PASSWORD).await.status, 401);
    app.anonymous().login(&email, "another password").await.expect(200);
}

#[actix_web::test]
async fn public_signing_keys_are_published_without_their_secret() {
    let app = TestApp::of(&PRODUCT).await;
    let keys = app.anonymous().get("/.well-known/jwks.json").await.expect(200);
    let key = &keys["keys"][0];
    assert_eq!((&key["crv"], &key["d"]), (&json!("Ed25519"), &json!(null)));
    let (_, email) = app.account("user").await;
    let token = app.anonymous().login(&email, PASSWORD).await.expect(200);
    assert!(token["accessToken"].as_str().unwrap().len() > 100);
}
