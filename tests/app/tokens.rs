//! API tokens that users create for their programs.

use actix_web::http::Method;
use diesel::prelude::*;
use diesel::sql_query;
use kernel::testing::{Answer, PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::users::{NEW_PASSWORD, PATH as USERS, actions, perform_verb, set_password};

const TOKENS: &str = "/api/auth/tokens";

/// Returns the time in that many days, as JSON has it.
fn in_days(days: i64) -> String {
    let at = chrono::Utc::now() + chrono::TimeDelta::days(days);
    at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}

fn later() -> String {
    in_days(30)
}

#[actix_web::test]
async fn creating_tokens_requires_permission() {
    let app = TestApp::of(&PRODUCT).await;
    let body = json!({ "name": "Sync", "expiresAt": later() });
    assert_eq!(app.anonymous().post(TOKENS, body.clone()).await.status, 401);
    for role in ["user", "estimations", "analytics"] {
        let client = app.sign_in(role).await;
        assert_eq!(client.post(TOKENS, body.clone()).await.status, 403, "{role}");
        assert_eq!(client.get(TOKENS).await.status, 403, "{role}");
    }
}

#[actix_web::test]
async fn token_is_shown_once_acts_for_its_owner_and_can_be_revoked() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let made = admin.post(TOKENS, json!({ "name": "  Sync ", "expiresAt": later() })).await;
    assert_eq!(made.header("cache-control"), "no-store");
    let made = made.expect(201);
    let token = made["token"].as_str().unwrap().to_owned();
    assert!(token.starts_with("mzn_"));
    assert_eq!((&made["name"], &made["lastUsedAt"]), (&json!("Sync"), &Value::Null));

    let program = app.bearer(&*token);
    let me = program.get("/api/auth/me").await.expect(200);
    assert_eq!(me["user"], admin.get("/api/auth/me").await.expect(200)["user"]);
    program
        .post("/api/backoffice/companies", json!({ "name": "Made by a program" }))
        .await
        .expect(201);

    let listed = admin.get(TOKENS).await.expect(200);
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["_id"], made["_id"]);
    assert!(!listed.to_string().contains("token\":"), "{listed}");
    assert!(!listed.to_string().contains(token.rsplit('_').next().unwrap()));

    // Tokens of other users can neither be read nor revoked.
    let other = app.sign_in("admin").await;
    assert_eq!(other.get(TOKENS).await.expect(200), json!([]));
    let one = format!("{TOKENS}/{}", made["_id"].as_str().unwrap());
    other.delete(&one).await.expect(404);
    program.get("/api/backoffice/companies").await.expect(200);

    admin.delete(&one).await.expect(204);
    assert_eq!(program.get("/api/backoffice/companies").await.status, 401);
    admin.delete(&one).await.expect(404);
}

#[actix_web::test]
async fn last_use_of_a_token_is_recorded() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let token = admin.api_token(Value::Null).await;
    app.bearer(token).get("/api/auth/me").await.expect(200);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while admin.get(TOKENS).await.expect(200)[0]["lastUsedAt"].is_null() {
        assert!(std::time::Instant::now() < deadline, "it is never written down");
        actix_web::rt::task::yield_now().await;
    }
}

#[actix_web::test]
async fn token_has_no_permission_beyond_its_own_and_its_owners() {
    let app = TestApp::of(&PRODUCT).await;
    let (id, email) = app.account("admin").await;
    let login = app.anonymous().login(&email, kernel::testing::PASSWORD).await.expect(200);
    let owner = app.bearer(login["accessToken"].as_str().unwrap());
    let narrow = json!([{ "resource": "companies", "actions": ["read"] }]);
    let narrow = app.bearer(owner.api_token(narrow).await);
    let wide = app.bearer(owner.api_token(Value::Null).await);

    narrow.get("/api/backoffice/companies").await.expect(200);
    for refused in ["/api/backoffice/units", "/api/backoffice/users", TOKENS] {
        assert_eq!(narrow.get(refused).await.status, 403, "{refused}");
    }
    let create = narrow.post("/api/backoffice/companies", json!({ "name": "x" })).await;
    assert_eq!(create.status, 403);
    let me = narrow.get("/api/auth/me").await.expect(200);
    let read = json!({ "resource": "companies", "actions": ["read"], "rows": { "read": "all" },
        "hidden": [], "masked": [], "readonly": [] });
    assert_eq!(me["permissions"], json!([read]));

    // Even with all permissions of its owner, it creates no tokens and changes no password.
    let body = json!({ "name": "Child", "expiresAt": later() });
    assert_eq!(wide.post(TOKENS, body).await.status, 403);
    let change =
        json!({ "currentPassword": kernel::testing::PASSWORD, "newPassword": "taken over" });
    assert_eq!(wide.post("/api/auth/password", change).await.status, 403);

    // A token with listed permissions creates and changes no users, even with these permissions.
    let users = json!([{ "resource": "users", "actions": ["create", "update", "set-password"] }]);
    let users = app.bearer(owner.api_token(users).await);
    let new = json!({
        "firstName": "Child", "email": "child@desk.test", "password": "of a token", "roles": ["admin"],
    });
    assert_eq!(users.post("/api/backoffice/users", new.clone()).await.status, 403);
    let own = format!("/api/backoffice/users/{id}");
    assert_eq!(users.patch(&own, json!({ "firstName": "Other" })).await.status, 403);
    let password = json!({ "password": "of a token" });
    assert_eq!(users.post(&format!("{own}/set-password"), password).await.status, 403);
    // A token with all permissions sets no password either: the user would outlive the token.
    assert_eq!(wide.post("/api/backoffice/users", new).await.status, 403);

    // The tokens lose the permissions that their owner loses.
    let admin = app.sign_in("admin").await;
    let user = format!("/api/backoffice/users/{id}");
    admin.patch(&user, json!({ "roles": ["user"] })).await.expect(200);
    assert_eq!(narrow.get("/api/backoffice/companies").await.status, 403);
    assert_eq!(wide.get("/api/backoffice/units").await.status, 403);
    // A lock revokes them permanently.
    admin.post(&format!("{user}/lock"), Value::Null).await.expect(200);
    admin.post(&format!("{user}/unlock"), Value::Null).await.expect(200);
    assert_eq!(wide.get("/api/auth/me").await.status, 401);
}

#[actix_web::test]
async fn invalid_token_is_reported_at_its_field() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for (body, pointer) in [
        (json!({ "expiresAt": later() }), "/name"),
        (json!({ "name": " ", "expiresAt": later() }), "/name"),
        (json!({ "name": "x" }), "/expiresAt"),
        (json!({ "name": "x", "expiresAt": "2020-01-01T00:00:00Z" }), "/expiresAt"),
        (json!({ "name": "x", "expiresAt": "tomorrow" }), "/expiresAt"),
        (json!({ "name": "x", "expiresAt": in_days(366) }), "/expiresAt"),
        (json!({ "name": "x", "expiresAt": "9999-12-31T23:59:59Z" }), "/expiresAt"),
        (json!({ "name": "x", "expiresAt": later(), "currentPassword": "" }), "/currentPassword"),
        (json!({ "name": "x", "expiresAt": later(), "roles": ["admin"] }), "/roles"),
        (json!({ "name": "x", "expiresAt": later(), "permissions": [] }), "/permissions"),
        (
            json!({ "name": "x", "expiresAt": later(), "permissions": [{ "resource": "ghosts", "actions": ["read"] }] }),
            "/permissions/0/resource",
        ),
        (
            json!({ "name": "x", "expiresAt": later(), "permissions": [{ "resource": "units", "actions": ["read", "fly"] }] }),
            "/permissions/0/actions/1",
        ),
    ] {
        let refused = admin.post(TOKENS, body.clone()).await;
        assert_eq!(refused.status, 422, "{body}");
        assert_eq!(refused.errors().first().map(|error| error.0), Some(pointer), "{body}");
    }
    assert_eq!(admin.get(TOKENS).await.expect(200), json!([]));
    admin.post(TOKENS, json!({ "name": "x", "expiresAt": in_days(365) })).await.expect(201);
}

/// Backdates every session by eleven minutes.
fn age_sessions(app: &TestApp) {
    let at = chrono::Utc::now() - chrono::TimeDelta::minutes(11);
    let at = at.format("%Y-%m-%d %H:%M:%S");
    sql_query(format!("UPDATE sessions SET created_at = '{at}'"))
        .execute(&mut app.database().connect())
        .unwrap();
}

async fn me(client: &TestClient<'_>) -> u16 {
    client.get("/api/auth/me").await.status.as_u16()
}

/// Signs in to an account; returns a client and the cookie.
async fn session<'a>(app: &'a TestApp, email: &str, password: &str) -> (TestClient<'a>, String) {
    let answer = app.anonymous().login(email, password).await;
    let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
    (app.bearer(answer.expect(200)["accessToken"].as_str().unwrap()), cookie)
}

#[actix_web::test]
async fn old_session_needs_the_password_to_create_a_token() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("admin").await;
    let (admin, cookie) = session(&app, &email, PASSWORD).await;
    let body = |password: Value| {
        let mut body = json!({ "name": "Sync", "expiresAt": later() });
        if !password.is_null() {
            body["currentPassword"] = password;
        }
        body
    };
    // A wrong password is not treated as a missing one.
    let wrong = admin.post(TOKENS, body(json!("not the password"))).await;
    assert_eq!(wrong.errors(), [("/currentPassword", "The current password is not right")]);
    admin.post(TOKENS, body(Value::Null)).await.expect(201);

    age_sessions(&app);
    let refused = admin.post(TOKENS, body(Value::Null)).await;
    assert_eq!((refused.status.as_u16(), refused.errors()[0].0), (422, "/currentPassword"));
    assert_eq!(admin.post(TOKENS, body(json!("not the password"))).await.status, 422);
    let made = admin.post(TOKENS, body(json!(PASSWORD))).await.expect(201);
    assert!(!made.to_string().contains(PASSWORD));
    assert_eq!(me(&app.bearer(made["token"].as_str().unwrap())).await, 200);
    // Refreshing a session is no sign-in.
    let refreshed =
        app.anonymous().request(Method::POST, "/api/auth/refresh").header("cookie", &cookie);
    let refreshed = refreshed.send().await.expect(200);
    let refreshed = app.bearer(refreshed["accessToken"].as_str().unwrap());
    assert_eq!(refreshed.post(TOKENS, body(Value::Null)).await.status, 422);
    session(&app, &email, PASSWORD).await.0.post(TOKENS, body(Value::Null)).await.expect(201);
}

#[actix_web::test]
async fn wrong_password_at_token_creation_counts_as_a_failed_sign_in() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let wrong = json!({ "name": "x", "expiresAt": later(), "currentPassword": "not it" });
    // The sign-in was one of the twenty attempts.
    for _ in 0..19 {
        assert_eq!(admin.post(TOKENS, wrong.clone()).await.status, 422);
    }
    let limited = admin.post(TOKENS, wrong.clone()).await;
    assert_eq!(limited.status, 429);
    assert_ne!(limited.header("retry-after"), "");
}

#[actix_web::test]
async fn new_password_and_signing_out_everywhere_revoke_tokens() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (id, email) = app.account("admin").await;
    let user = format!("{USERS}/{id}");

    let (owner, _) = session(&app, &email, PASSWORD).await;
    let token = app.bearer(owner.api_token(Value::Null).await);
    let change = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    owner.post("/api/auth/password", change).await.expect(204);
    assert_eq!((me(&owner).await, me(&token).await), (200, 401));

    let token = app.bearer(owner.api_token(Value::Null).await);
    set_password(&admin, &user, PASSWORD).await.expect(204);
    assert_eq!(me(&token).await, 401);

    let (owner, cookie) = session(&app, &email, PASSWORD).await;
    let token = app.bearer(owner.api_token(Value::Null).await);
    let out =
        |path: &'static str| app.anonymous().request(Method::POST, path).header("cookie", &cookie);
    out("/api/auth/logout?everywhere=true").send().await.expect(204);
    assert_eq!(me(&token).await, 401);
    assert_eq!(
        actions(&admin, &user).await,
        [
            "end-tokens",
            "create-token",
            "set-password",
            "create-token",
            "change-password",
            "create-token",
            "create"
        ]
    );

    // Signing out of this session only revokes no token.
    let (owner, cookie) = session(&app, &email, PASSWORD).await;
    let token = app.bearer(owner.api_token(Value::Null).await);
    let here = app.anonymous().request(Method::POST, "/api/auth/logout").header("cookie", &cookie);
    here.send().await.expect(204);
    assert_eq!((me(&owner).await, me(&token).await), (401, 200));
}

#[actix_web::test]
async fn administrators_list_and_revoke_tokens_of_all_users() {
    let app = TestApp::of(&PRODUCT).await;
    let (id, email) = app.account("admin").await;
    let (owner, _) = session(&app, &email, PASSWORD).await;
    let token = app.bearer(owner.api_token(Value::Null).await);
    let other = app.bearer(owner.api_token(Value::Null).await);
    let admin = app.sign_in("admin").await;
    let path = format!("{USERS}/{id}/tokens");
    let listed = admin.get(&path).await.expect(200);
    assert_eq!(listed, owner.get(TOKENS).await.expect(200));
    assert_eq!(listed.as_array().unwrap().len(), 2);
    assert!(!listed.to_string().contains(token.token().rsplit('_').next().unwrap()));

    let one = format!("{path}/{}", listed[1]["_id"].as_str().unwrap());
    for refused in [app.sign_in("user").await, app.bearer(token.token())] {
        assert_eq!(refused.delete(&one).await.status, 403);
    }
    // It is not found under another account.
    let (stranger, _) = app.account("admin").await;
    let elsewhere = one.replace(&id.to_string(), &stranger.to_string());
    assert_eq!(admin.delete(&elsewhere).await.status, 404);
    admin.delete(&one).await.expect(204);
    assert_eq!((me(&token).await, me(&other).await), (401, 200));
    assert_eq!(admin.delete(&one).await.status, 404);
    let own = format!("{TOKENS}/{}", listed[0]["_id"].as_str().unwrap());
    owner.delete(&own).await.expect(204);
    assert_eq!(
        actions(&admin, &format!("{USERS}/{id}")).await,
        ["end-token", "end-token", "create-token", "create-token", "create"]
    );
    let history = admin.get(&format!("{USERS}/{id}/history")).await.expect(200);
    let by: Vec<&Value> =
        history["items"].as_array().unwrap().iter().map(|item| &item["actor"]["id"]).collect();
    assert_eq!(by[0], id.as_str());
    assert_ne!(by[1], id.as_str());
    assert_eq!(admin.get(&format!("{USERS}/{}/tokens", "0".repeat(24))).await.status, 404);
}

#[actix_web::test]
async fn tokens_cannot_change_passwords_tokens_or_sign_ins() {
    let app = TestApp::of(&PRODUCT).await;
    let (id, email) = app.account("admin").await;
    let (owner, _) = session(&app, &email, PASSWORD).await;
    let token = app.bearer(owner.api_token(Value::Null).await);
    let (other, other_email) = app.account("user").await;
    let own_token = owner.get(TOKENS).await.expect(200)[0]["_id"].as_str().unwrap().to_owned();
    let assert_forbidden = |answer: Answer| {
        assert_eq!(answer.status, 403, "{}", answer.body);
        assert!(answer.body["detail"].as_str().unwrap().contains("Sign in yourself"));
    };
    for user in [format!("{USERS}/{id}"), format!("{USERS}/{other}")] {
        assert_forbidden(set_password(&token, &user, NEW_PASSWORD).await);
        assert_forbidden(perform_verb(&token, &user, "allow-linking").await);
        assert_forbidden(token.delete(&format!("{user}/tokens/{own_token}")).await);
        assert_forbidden(token.delete(&format!("{user}/identities/{own_token}")).await);
    }
    assert_forbidden(token.post(TOKENS, json!({ "name": "Child", "expiresAt": later() })).await);
    assert_forbidden(token.delete(&format!("{TOKENS}/{own_token}")).await);
    let change = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    assert_forbidden(token.post("/api/auth/password", change).await);
    let new = json!({
        "firstName": "Child", "lastName": "", "email": "child@desk.test", "password": NEW_PASSWORD,
        "roles": ["admin"],
    });
    assert_forbidden(token.post(USERS, new).await);
    let table = format!("firstName,email,password,roles\nA,a@desk.test,{NEW_PASSWORD},user\n");
    let import =
        token.request(Method::POST, &format!("{USERS}/import")).file(&table, &[]).send().await;
    assert!(matches!(import.status.as_u16(), 403 | 422), "{}", import.body);
    let everywhere = token.request(Method::POST, "/api/auth/logout?everywhere=true").send().await;
    assert_eq!(everywhere.status, 401);

    assert_eq!(owner.get(USERS).await.expect(200)["total"], 2);
    for (email, client) in [(&email, &owner), (&other_email, &token)] {
        app.anonymous().login(email, PASSWORD).await.expect(200);
        assert_eq!(me(client).await, 200);
    }
    // A token may still change everything that gives no access to an account.
    token.patch(&format!("{USERS}/{other}"), json!({ "firstName": "Muna" })).await.expect(200);
    perform_verb(&token, &format!("{USERS}/{other}"), "lock").await.expect(200);
}

#[actix_web::test]
async fn idempotency_key_returns_the_same_token_without_storing_it() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let body = json!({ "name": "Sync", "expiresAt": later(), "currentPassword": PASSWORD });
    let post = async |body: &Value, key: &str| {
        let request = admin.request(Method::POST, TOKENS).header("idempotency-key", key);
        request.json(body).send().await
    };
    let first = post(&body, "a-key-of-ones-own").await;
    assert_eq!(first.header("cache-control"), "no-store");
    let first = first.expect(201);
    let again = post(&body, "a-key-of-ones-own").await;
    assert_eq!(again.header("cache-control"), "no-store");
    assert_eq!(again.expect(201), first);
    assert_eq!(admin.get(TOKENS).await.expect(200).as_array().unwrap().len(), 1);
    let token = first["token"].as_str().unwrap();
    assert_eq!(me(&app.bearer(token)).await, 200);

    // The stored answer is returned later too, when a new token would require the password.
    age_sessions(&app);
    assert_eq!(post(&body, "a-key-of-ones-own").await.expect(201), first);
    for (name, value) in [
        ("name", json!("Other")),
        ("currentPassword", json!("not the password")),
        ("expiresAt", json!(in_days(31))),
    ] {
        let mut other = body.clone();
        other[name] = value;
        assert_eq!(post(&other, "a-key-of-ones-own").await.status, 422, "{name}");
    }
    let other = post(&body, "another-key").await.expect(201);
    assert_ne!(other["token"], first["token"]);
    // The same key of another user is another request.
    let stranger = app.sign_in("admin").await;
    let request =
        stranger.request(Method::POST, TOKENS).header("idempotency-key", "a-key-of-ones-own");
    assert_ne!(request.json(&body).send().await.expect(201)["token"], first["token"]);

    #[derive(QueryableByName)]
    struct StoredAnswer {
        #[diesel(sql_type = diesel::sql_types::Text)]
        stored: String,
    }
    let sql = "SELECT key || ' ' || body AS stored FROM answers";
    let stored = sql_query(sql).load::<StoredAnswer>(&mut app.database().connect()).unwrap();
    assert_eq!(stored.len(), 3);
    let secret = token.rsplit('_').next().unwrap();
    for StoredAnswer { stored } in stored {
        for hidden in [secret, "a-key-of-ones-own", PASSWORD] {
            assert!(!stored.contains(hidden), "{stored}");
        }
    }
}

#[actix_web::test]
async fn token_is_not_created_concurrently_with_a_new_password() {
    let app = TestApp::of(&PRODUCT).await;
    let (id, email) = app.account("admin").await;
    let (owner, _) = session(&app, &email, PASSWORD).await;
    let admin = app.sign_in("admin").await;
    let user = format!("{USERS}/{id}");
    let body = json!({ "name": "x", "expiresAt": later(), "currentPassword": PASSWORD });
    let making = owner.post(TOKENS, body);
    let (made, set) =
        futures_util::future::join(making, set_password(&admin, &user, NEW_PASSWORD)).await;
    set.expect(204);
    if let Some(token) = made.body["token"].as_str() {
        assert_eq!(me(&app.bearer(token)).await, 401);
    }
    assert_eq!(admin.get(&format!("{user}/tokens")).await.expect(200), json!([]));
}
