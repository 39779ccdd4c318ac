//! The identities of an account, the period in which another one may be linked, and unlinking.

use actix_web::http::Method;
use diesel::prelude::*;
use diesel::sql_query;
use kernel::testing::{PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

use super::provider::{Provider, rejection_code, sign_in, token_of};
use super::{layla, me};
use crate::audit::last;
use crate::confirmations::{CONFIRM, age_sessions, assert_unconfirmed};
use crate::users::{actions, set_password};

async fn linked(app: &TestApp, provider: &Provider, role: &str) -> (String, String, String) {
    let (id, email) = app.account(role).await;
    let user = format!("/api/backoffice/users/{id}");
    let admin = app.sign_in("admin").await;
    admin.post(&format!("{user}/allow-linking"), Value::Null).await.expect(200);
    let mut person = layla();
    person["email"] = json!(email);
    person["public_metadata"] = json!({ "roles": [role] });
    provider.set(json!({ "person": person }));
    let token = token_of(app, &sign_in(app, provider).await).await;
    (user, email, token)
}

async fn identities(admin: &TestClient<'_>, user: &str) -> Value {
    admin.get(&format!("{user}/identities")).await.expect(200)
}

#[actix_web::test]
async fn permission_to_link_lasts_a_day() {
    let provider = Provider::start();
    let app = provider.app().await;
    let (id, email) = app.account("user").await;
    let user = format!("/api/backoffice/users/{id}");
    let admin = app.sign_in("admin").await;
    let mut person = layla();
    person["email"] = json!(email);
    provider.set(json!({ "person": person }));
    let allow =
        async || admin.post(&format!("{user}/allow-linking"), Value::Null).await.expect(200);
    assert_eq!(allow().await["linkAllowed"], true);
    let sql = if app.database().connect().is_sqlite() {
        "UPDATE accounts SET link_allowed_at = datetime(link_allowed_at, '-24 hours')"
    } else {
        "UPDATE accounts SET link_allowed_at = link_allowed_at - interval '24 hours'"
    };
    sql_query(sql).execute(&mut app.database().connect()).unwrap();
    assert_eq!(rejection_code(&sign_in(&app, &provider).await), "email-taken");
    // An access token links no identity either.
    let token =
        app.bearer(provider.mint(json!({ "claims": { "iat": chrono::Utc::now().timestamp() } })));
    assert_eq!(token.get("/api/auth/me").await.status, 401);
    assert_eq!(identities(&admin, &user).await, json!([]));

    // A new permission allows linking again.
    assert_eq!(allow().await["linkAllowed"], true);
    let client = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    assert_eq!(me(&client).await["user"]["id"], id.as_str());
}

#[actix_web::test]
async fn unlinked_identity_cannot_sign_in() {
    let provider = Provider::start();
    let app = provider.app().await;
    let (user, email, token) = linked(&app, &provider, "user").await;
    let theirs = app.bearer(token);
    let by_provider = app.bearer(provider.mint(json!({})));
    assert_eq!(by_provider.get("/api/auth/me").await.status, 200);
    let admin = app.sign_in("admin").await;
    let listed = identities(&admin, &user).await;
    assert_eq!(listed.as_array().unwrap().len(), 1);
    let identity = &listed[0];
    assert_eq!(
        (&identity["issuer"], &identity["subject"]),
        (&json!(provider.issuer()), &json!("layla"))
    );
    assert!(identity["createdAt"].is_string());

    let one = format!("{user}/identities/{}", identity["_id"].as_str().unwrap());
    assert_eq!(theirs.delete(&one).await.status, 403);
    let elsewhere =
        one.replace(&user, &format!("/api/backoffice/users/{}", app.account("user").await.0));
    assert_eq!(admin.delete(&elsewhere).await.status, 404);
    admin.delete(&one).await.expect(204);
    assert_eq!(identities(&admin, &user).await, json!([]));
    assert_eq!(actions(&admin, &user).await[0], "unlink");
    for action in ["identity-linked", "identity-unlinked"] {
        let (outcome, _, object, _) = last(&admin, action).await;
        assert_eq!((outcome.as_str(), &object), ("success", &email), "{action}");
    }
    for ended in [&theirs, &by_provider] {
        assert_eq!(ended.get("/api/auth/me").await.status, 401);
    }
    assert_eq!(rejection_code(&sign_in(&app, &provider).await), "email-taken");
    assert_eq!(admin.delete(&one).await.status, 404);
    app.anonymous().login(&email, PASSWORD).await.expect(200);
}

#[actix_web::test]
async fn last_administrator_retains_a_way_to_sign_in() {
    let provider = Provider::start();
    let app = provider.app().await;
    let mut chief = layla();
    chief["public_metadata"] = json!({ "roles": ["admin"] });
    provider.set(json!({ "person": chief }));
    let chief = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    let id = me(&chief).await["user"]["id"].as_str().unwrap().to_owned();
    let user = format!("/api/backoffice/users/{id}");
    let identity = identities(&chief, &user).await[0]["_id"].as_str().unwrap().to_owned();
    let one = format!("{user}/identities/{identity}");
    assert_eq!(chief.delete(&one).await.status, 409);
    assert_eq!(me(&chief).await["user"]["id"], id);
    // A password is another way to sign in. Another administrator sets it, who is locked afterwards.
    let (other, email) = app.account("admin").await;
    let token = app.anonymous().login(&email, PASSWORD).await.expect(200);
    let by = app.bearer(token["accessToken"].as_str().unwrap());
    set_password(&by, &user, PASSWORD).await.expect(204);
    let login = app.anonymous().login("layla@example.com", PASSWORD).await.expect(200);
    let chief = app.bearer(login["accessToken"].as_str().unwrap());
    chief.post(&format!("/api/backoffice/users/{other}/lock"), Value::Null).await.expect(200);
    chief.request(Method::DELETE, &one).send().await.expect(204);
}

#[actix_web::test]
async fn provider_sign_in_is_recent_enough_to_create_a_token() {
    let provider = Provider::start();
    let app = provider.app().await;
    let (_, _, token) = linked(&app, &provider, "admin").await;
    let admin = app.bearer(token);
    let made = app.bearer(admin.api_token(Value::Null).await);
    assert_eq!(made.get("/api/auth/me").await.status, 200);
    // An access token of the provider does not contain the time of the sign-in.
    let by_provider = app.bearer(provider.mint(json!({})));
    let at = chrono::Utc::now() + chrono::TimeDelta::days(1);
    let mut body = json!({ "name": "x", "expiresAt": at.to_rfc3339() });
    let refused = by_provider.post("/api/auth/tokens", body.clone()).await;
    assert_eq!((refused.status.as_u16(), refused.errors()[0].0), (422, "/currentPassword"));
    body["currentPassword"] = json!(PASSWORD);
    by_provider.post("/api/auth/tokens", body).await.expect(201);
}

#[actix_web::test]
async fn open_session_is_not_enough_to_end_a_link() {
    let provider = Provider::start();
    let app = provider.app().await;
    let (user, _, _) = linked(&app, &provider, "user").await;
    let admin = app.sign_in("admin").await;
    let identity = identities(&admin, &user).await[0]["_id"].as_str().unwrap().to_owned();
    let one = format!("{user}/identities/{identity}");
    age_sessions(&app);
    assert_unconfirmed(&admin.delete(&one).await, json!(["password"]));
    assert_eq!(identities(&admin, &user).await.as_array().unwrap().len(), 1);
    admin.post(CONFIRM, json!({ "currentPassword": PASSWORD })).await.expect(204);
    admin.delete(&one).await.expect(204);
}
