//! What users change of their own second factors, and what administrators reset.

use diesel::connection::SimpleConnection;
use kernel::testing::{PASSWORD, TestApp};
use serde_json::{Value, json};

use super::{FACTORS, access_token, first_step, owner, second_step, set_up};
use crate::PRODUCT;
use crate::audit::mizan;
use crate::users::{NEW_PASSWORD, PATH as USERS, actions, perform_verb, set_password};

/// Makes every session look as old as that.
fn age_sessions(app: &TestApp) {
    let long_ago = "UPDATE sessions SET created_at = '2026-01-01 00:00:00'";
    app.database().connect().batch_execute(long_ago).unwrap();
}

#[actix_web::test]
async fn factors_can_be_seen_and_changed_only_by_a_signed_in_user() {
    let app = TestApp::of(&PRODUCT).await;
    let anonymous = app.anonymous();
    assert_eq!(anonymous.get(FACTORS).await.status, 401);
    for path in ["app", "app/confirm", "app/remove", "recovery-codes"] {
        let answer = anonymous.post(&format!("{FACTORS}/{path}"), json!({})).await;
        assert_eq!(answer.status, 401, "{path}");
    }
    // An API token changes nothing of how its owner signs in.
    let program = app.bearer(app.sign_in("admin").await.api_token(Value::Null).await);
    assert_eq!(program.get(FACTORS).await.status, 403);
    assert_eq!(program.post(&format!("{FACTORS}/app"), json!({})).await.status, 403);
}

#[actix_web::test]
async fn authenticator_app_is_set_up_by_one_right_code_and_removed() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let token = access_token(&app.anonymous().login(&email, PASSWORD).await);
    let client = app.bearer(token);
    let elsewhere = access_token(&app.anonymous().login(&email, PASSWORD).await);
    let none = json!({
        "required": false, "passwordNeeded": false, "passkeys": [], "recoveryCodesLeft": 0,
        "passkeyOrigin": "http://localhost:8080",
    });
    assert_eq!(client.get(FACTORS).await.expect(200), none);

    let begun = client.post(&format!("{FACTORS}/app"), json!({})).await;
    assert_eq!(begun.header("cache-control"), "no-store");
    let begun = begun.expect(200);
    let (secret, address) = (begun["secret"].as_str().unwrap(), begun["address"].as_str().unwrap());
    assert_eq!(secret.len(), 32);
    assert!(address.starts_with("otpauth://totp/Mizan:"), "{address}");
    assert!(address.contains(&format!("?secret={secret}&issuer=Mizan")), "{address}");
    // It counts for nothing before a code is confirmed.
    app.anonymous().login(&email, PASSWORD).await.expect(200);

    let (_, codes) = set_up(&client).await;
    assert_eq!(codes.len(), 10);
    let factors = client.get(FACTORS).await.expect(200);
    assert_eq!(factors["recoveryCodesLeft"], 10);
    assert!(factors["app"]["createdAt"].is_string());
    assert!(!factors.to_string().contains(secret));
    app.anonymous().login(&email, PASSWORD).await.expect(202);
    // The other sessions have ended: they began with a password alone.
    assert_eq!(app.bearer(elsewhere).get("/api/auth/me").await.status, 401);

    client.post(&format!("{FACTORS}/app/remove"), json!({})).await.expect(204);
    assert_eq!(client.get(FACTORS).await.expect(200), none);
    app.anonymous().login(&email, PASSWORD).await.expect(200);
    client.post(&format!("{FACTORS}/app/remove"), json!({})).await.expect(404);
}

#[actix_web::test]
async fn a_second_app_replaces_the_first_and_keeps_the_recovery_codes() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let client = app.bearer(owner.token.clone());
    let (phone, codes) = set_up(&client).await;
    assert!(codes.is_empty());
    let ticket = first_step(&app, &owner.email).await;
    second_step(&app, &ticket, "code", &owner.phone.code()).await.expect(422);
    second_step(&app, &ticket, "code", &phone.code()).await.expect(200);
    let ticket = first_step(&app, &owner.email).await;
    second_step(&app, &ticket, "recoveryCode", &owner.recovery_codes[0]).await.expect(200);
}

#[actix_web::test]
async fn new_recovery_codes_replace_the_former_ones() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let client = app.bearer(owner.token.clone());
    let made = client.post(&format!("{FACTORS}/recovery-codes"), json!({})).await.expect(200);
    let new = made["recoveryCodes"][9].as_str().unwrap();
    let ticket = first_step(&app, &owner.email).await;
    let former = &owner.recovery_codes[9];
    second_step(&app, &ticket, "recoveryCode", former).await.expect(422);
    second_step(&app, &ticket, "recoveryCode", new).await.expect(200);
}

#[actix_web::test]
async fn wrong_code_does_not_set_up_an_app() {
    let app = TestApp::of(&PRODUCT).await;
    let client = app.sign_in("user").await;
    let path = format!("{FACTORS}/app/confirm");
    let early = client.post(&path, json!({ "code": "123456" })).await;
    assert_eq!(early.status, 409);
    client.post(&format!("{FACTORS}/app"), json!({})).await.expect(200);
    for (code, pointer) in [("no code", "/code"), ("", "/code")] {
        let wrong = client.post(&path, json!({ "code": code })).await;
        assert_eq!(wrong.status, 422);
        assert_eq!(wrong.errors()[0].0, pointer);
    }
    assert_eq!(client.get(FACTORS).await.expect(200)["app"], Value::Null);
    client.post(&format!("{FACTORS}/recovery-codes"), json!({})).await.expect(409);
}

#[actix_web::test]
async fn an_open_browser_is_not_enough() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let client = app.bearer(owner.token.clone());
    age_sessions(&app);
    assert_eq!(client.get(FACTORS).await.expect(200)["passwordNeeded"], true);
    for path in ["app", "app/remove", "recovery-codes"] {
        let path = format!("{FACTORS}/{path}");
        for body in [json!({}), json!({ "currentPassword": "a guess" })] {
            let refused = client.post(&path, body).await;
            assert_eq!(refused.status, 422, "{path}");
            assert_eq!(refused.errors()[0].0, "/currentPassword");
        }
        let removes = path.ends_with("remove");
        let done = client.post(&path, json!({ "currentPassword": PASSWORD })).await;
        done.expect(if removes { 204 } else { 200 });
        if removes {
            set_up_with_password(&client).await;
        }
    }
}

async fn set_up_with_password(client: &kernel::testing::TestClient<'_>) {
    // The next path needs a factor.
    let body = json!({ "currentPassword": PASSWORD });
    let begun = client.post(&format!("{FACTORS}/app"), body).await.expect(200);
    let phone = super::Phone {
        secret: begun["secret"].as_str().unwrap().to_owned(),
        next: std::cell::Cell::new(-1),
    };
    let code = json!({ "code": phone.code_in(0) });
    client.post(&format!("{FACTORS}/app/confirm"), code).await.expect(200);
}

#[actix_web::test]
async fn administrator_resets_the_factors_of_a_user() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let path = format!("{USERS}/{}", owner.id);
    for role in ["user", "estimations", "analytics"] {
        let client = app.sign_in(role).await;
        assert_eq!(perform_verb(&client, &path, "reset-factors").await.status, 403, "{role}");
    }
    let admin = app.sign_in("admin").await;
    let program = app.bearer(admin.api_token(Value::Null).await);
    assert_eq!(perform_verb(&program, &path, "reset-factors").await.status, 403);

    // A new password does not switch the second step off.
    set_password(&admin, &path, NEW_PASSWORD).await.expect(204);
    app.anonymous().login(&owner.email, NEW_PASSWORD).await.expect(202);
    let ticket = app.anonymous().login(&owner.email, NEW_PASSWORD).await.expect(202);
    let ticket = ticket["ticket"].as_str().unwrap();
    perform_verb(&admin, &path, "reset-factors").await.expect(200);
    // Sign-ins that were under way end.
    second_step(&app, ticket, "recoveryCode", &owner.recovery_codes[0]).await.expect(401);
    assert_eq!(app.bearer(owner.token).get("/api/auth/me").await.status, 401);
    app.anonymous().login(&owner.email, NEW_PASSWORD).await.expect(200);
    // There is nothing more to reset, and no further revision.
    perform_verb(&admin, &path, "reset-factors").await.expect(200);
    let done = actions(&admin, &path).await;
    assert_eq!(done.iter().filter(|action| *action == "reset-factors").count(), 1);
}

#[actix_web::test]
async fn the_command_line_resets_the_factors_of_an_account() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "admin").await;
    let reset = |email: &str| mizan(&app.database(), &["user", "reset-factors", "--email", email]);
    let (code, _, error) = reset("nobody@desk.test");
    assert!(code != Some(0) && error.contains("There is no account nobody@desk.test"), "{error}");
    app.anonymous().login(&owner.email, PASSWORD).await.expect(202);
    let (code, printed, error) = reset(&owner.email);
    assert_eq!(code, Some(0), "{error}");
    assert_eq!(printed, format!("{} signs in with the password alone now", owner.email));
    app.anonymous().login(&owner.email, PASSWORD).await.expect(200);
    assert_eq!(reset(&owner.email).1, format!("{} has no second factor", owner.email));
}

#[actix_web::test]
async fn every_change_is_in_the_audit() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let client = app.bearer(owner.token.clone());
    client.post(&format!("{FACTORS}/recovery-codes"), json!({})).await.expect(200);
    let ticket = first_step(&app, &owner.email).await;
    second_step(&app, &ticket, "code", "000000").await.expect(422);
    second_step(&app, &ticket, "code", &owner.phone.code()).await.expect(200);
    client.post(&format!("{FACTORS}/app/remove"), json!({})).await.expect(204);
    app.store_refusals().await;
    let admin = app.sign_in("admin").await;
    let filters = json!({ "operator": "AND", "conditions": [
        { "field": "object", "operator": "equals", "value": owner.email },
    ] });
    let filters = filters.to_string();
    let filters = crate::encoded(&filters);
    let path = format!("/api/backoffice/audit?sort=at:asc&limit=100&filters={filters}");
    let page = admin.get(&path).await.expect(200);
    let text = |event: &Value, field: &str| event[field].as_str().unwrap_or("-").to_owned();
    let items = page["items"].as_array().unwrap();
    let mut events: Vec<String> = items
        .iter()
        .map(|event| ["action", "outcome", "reason"].map(|field| text(event, field)).join(" "))
        .collect();
    events.sort();
    assert_eq!(
        events,
        [
            "factor-added success Authenticator app",
            "factor-removed success Authenticator app",
            "first-step success -",
            "recovery-codes-made success -",
            "sign-in refused Authenticator app: wrong",
            "sign-in success -",
            "sign-in success Authenticator app",
        ]
    );
    assert!(!page.to_string().contains(&owner.recovery_codes[0]));
}

#[actix_web::test]
async fn no_other_verb_of_a_user_switches_the_second_step_off() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let admin = app.sign_in("admin").await;
    let path = format!("{USERS}/{}", owner.id);
    for verb in ["lock", "unlock", "allow-linking"] {
        perform_verb(&admin, &path, verb).await.expect(200);
    }
    set_password(&admin, &path, NEW_PASSWORD).await.expect(204);
    admin.patch(&path, json!({ "roles": ["analytics"] })).await.expect(200);
    admin.post(&format!("{path}/restore"), json!({ "version": 1 })).await.expect(200);
    let due = app.anonymous().login(&owner.email, NEW_PASSWORD).await.expect(202);
    assert_eq!(due["methods"], json!(["code", "recovery-code"]));
    let ticket = due["ticket"].as_str().unwrap();
    second_step(&app, ticket, "recoveryCode", &owner.recovery_codes[3]).await.expect(200);
}
