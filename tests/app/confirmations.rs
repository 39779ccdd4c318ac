//! What an open session is not enough for: administrators confirm that it is they who change how an
//! account is signed in to, or make somebody an administrator. Of their own account they change it
//! nowhere else than all users do.

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use futures_util::future::join_all;
use kernel::testing::{Answer, PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::second_factors::{FACTORS, access_token, owner};
use crate::users::{
    NEW_PASSWORD, PATH, actions, at, detail, mona, perform_verb, set_password, sign_in, with,
};

pub(crate) const CONFIRM: &str = "/api/auth/confirm";
const REQUESTS: &str = "/api/backoffice/join-requests";

/// Backdates every sign-in and every confirmation by eleven minutes.
pub(crate) fn age_sessions(app: &TestApp) {
    let at = chrono::Utc::now() - chrono::TimeDelta::minutes(11);
    let at = at.format("%Y-%m-%d %H:%M:%S");
    let set = format!(
        "UPDATE sessions SET created_at = '{at}';
         UPDATE sessions SET confirmed_at = '{at}' WHERE confirmed_at IS NOT NULL;"
    );
    app.database().connect().batch_execute(&set).unwrap();
}

/// An administrator, with the path of the own record.
async fn administrator(app: &TestApp) -> (TestClient<'_>, String) {
    let (id, email) = app.account("admin").await;
    let token = access_token(&app.anonymous().login(&email, PASSWORD).await);
    (app.bearer(token), format!("{PATH}/{id}"))
}

pub(crate) fn assert_unconfirmed(answer: &Answer, ways: Value) {
    assert_eq!(answer.status, 403, "{:#}", answer.body);
    assert_eq!(answer.header("content-type"), "application/problem+json");
    assert_eq!(answer.body["type"], "urn:mizan:problem:confirmation", "{:#}", answer.body);
    assert_eq!(answer.body["confirmBy"], ways);
}

#[actix_web::test]
async fn administrators_replace_no_credential_of_their_own() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "admin").await;
    let admin = app.bearer(owner.token.clone());
    let own = format!("{PATH}/{}", owner.id);
    let refused = set_password(&admin, &own, NEW_PASSWORD).await;
    assert_eq!(refused.status, 409);
    assert!(detail(&refused).starts_with("You cannot set your own password here"));
    let refused = perform_verb(&admin, &own, "reset-factors").await;
    assert_eq!(refused.status, 409);
    assert!(detail(&refused).starts_with("You cannot reset your own two-step sign-in"));
    assert_eq!(actions(&admin, &own).await, [] as [String; 0]);
    assert_eq!(admin.get(FACTORS).await.expect(200)["recoveryCodesLeft"], 10);
    app.anonymous().login(&owner.email, PASSWORD).await.expect(202);
}

#[actix_web::test]
async fn open_session_is_not_enough_for_the_sign_in_of_others() {
    let app = TestApp::of(&PRODUCT).await;
    let (admin, _) = administrator(&app).await;
    let user = at(&admin.post(PATH, mona()).await.expect(201));
    age_sessions(&app);
    let requests = || async {
        let verbs =
            ["allow-linking", "reset-factors"].map(|verb| perform_verb(&admin, &user, verb));
        let mut answers = join_all(verbs).await;
        answers.push(set_password(&admin, &user, NEW_PASSWORD).await);
        answers
    };
    for answer in requests().await {
        assert_unconfirmed(&answer, json!(["password"]));
    }
    sign_in(&app, "mona@desk.test", PASSWORD).await;
    // What gives no access needs no more than before.
    for verb in ["lock", "unlock"] {
        perform_verb(&admin, &user, verb).await.expect(200);
    }
    admin.patch(&user, json!({ "roles": ["user", "analytics"] })).await.expect(200);

    let wrong = admin.post(CONFIRM, json!({ "currentPassword": "a guess" })).await;
    assert_eq!(wrong.errors(), [("/currentPassword", "The current password is not right")]);
    assert_unconfirmed(&set_password(&admin, &user, NEW_PASSWORD).await, json!(["password"]));
    for body in [json!({}), json!({ "currentPassword": PASSWORD, "code": "123456" })] {
        assert_eq!(admin.post(CONFIRM, body).await.status, 422);
    }
    let confirmed = admin.post(CONFIRM, json!({ "currentPassword": PASSWORD })).await;
    assert_eq!(confirmed.header("cache-control"), "no-store");
    confirmed.expect(204);
    for answer in requests().await {
        assert!(answer.status.is_success(), "{:#}", answer.body);
    }
    sign_in(&app, "mona@desk.test", NEW_PASSWORD).await;
    // It counts for ten minutes, and in that session only.
    age_sessions(&app);
    assert_unconfirmed(&set_password(&admin, &user, PASSWORD).await, json!(["password"]));
}

#[actix_web::test]
async fn open_session_is_not_enough_to_make_an_administrator_by_any_path() {
    let app = TestApp::of(&PRODUCT).await;
    let (admin, _) = administrator(&app).await;
    let user = at(&admin.post(PATH, mona()).await.expect(201));
    let id = user.rsplit('/').next().unwrap().to_owned();
    // A version with the role, and one without it again.
    for roles in [json!(["admin"]), json!(["user"])] {
        admin.patch(&user, json!({ "roles": roles })).await.expect(200);
    }
    let join = json!({ "firstName": "Amal", "email": "amal@desk.test" });
    app.anonymous().post("/api/join-requests", join).await.expect(202);
    let request = admin.get(REQUESTS).await.expect(200)["items"][0]["_id"].clone();
    let accept = format!("{REQUESTS}/{}/accept", request.as_str().unwrap());
    let import = |query: &str, roles: &str| {
        let table =
            format!("firstName,email,roles,password\nOmar,omar@desk.test,{roles},{NEW_PASSWORD}\n");
        let path = format!("{PATH}/import{query}");
        admin.request(Method::POST, &path).file(table, &[]).send()
    };
    let new = |email: &str, role: &str| with(json!({ "email": email, "roles": [role] }));
    let bulk = |roles: Value| json!({ "userIds": [id], "update": { "roles": roles } });
    age_sessions(&app);
    for refused in [
        admin.post(PATH, new("one@desk.test", "admin")).await,
        admin.patch(&user, json!({ "roles": ["user", "admin"] })).await,
        admin.patch(PATH, bulk(json!(["admin"]))).await,
        admin.post(&accept, json!({ "roles": ["admin"] })).await,
        admin.post(&format!("{user}/restore"), json!({ "version": 2 })).await,
        import("", "admin").await,
        import("?dryRun=true", "admin").await,
    ] {
        assert_unconfirmed(&refused, json!(["password"]));
    }
    let before = admin.get(PATH).await.expect(200);
    assert_eq!(before["total"], 2, "{before}");
    // Other roles need nothing.
    admin.post(PATH, new("one@desk.test", "analytics")).await.expect(201);
    import("", "user").await.expect(200);

    admin.post(CONFIRM, json!({ "currentPassword": PASSWORD })).await.expect(204);
    admin.post(PATH, new("two@desk.test", "admin")).await.expect(201);
    admin.post(&format!("{user}/restore"), json!({ "version": 2 })).await.expect(200);
    admin.patch(&user, json!({ "roles": ["user"] })).await.expect(200);
    admin.patch(PATH, bulk(json!(["admin"]))).await.expect(200);
    admin.post(&accept, json!({ "roles": ["admin"] })).await.expect(200);
    import("?existing=update", "admin").await.expect(200);
    // Who is an administrator already stays one, however old the session is.
    age_sessions(&app);
    admin
        .patch(&user, json!({ "firstName": "Muna", "roles": ["admin", "user"] }))
        .await
        .expect(200);
}

#[actix_web::test]
async fn confirmation_is_enough_where_a_body_takes_the_password() {
    let app = TestApp::of(&PRODUCT).await;
    let (admin, _) = administrator(&app).await;
    let user = at(&admin.post(PATH, mona()).await.expect(201));
    let expires_at = chrono::Utc::now() + chrono::TimeDelta::days(1);
    let token = json!({ "name": "Sync", "expiresAt": expires_at.to_rfc3339() });
    age_sessions(&app);
    assert_eq!(admin.post("/api/auth/tokens", token.clone()).await.status, 422);
    assert_eq!(admin.get(FACTORS).await.expect(200)["passwordNeeded"], true);
    admin.post(CONFIRM, json!({ "currentPassword": PASSWORD })).await.expect(204);
    assert_eq!(admin.get(FACTORS).await.expect(200)["passwordNeeded"], false);
    admin.post("/api/auth/tokens", token.clone()).await.expect(201);
    age_sessions(&app);
    let mut with_password = token;
    with_password["currentPassword"] = json!(PASSWORD);
    admin.post("/api/auth/tokens", with_password).await.expect(201);
    // A password in a body counts for that request.
    assert_unconfirmed(&set_password(&admin, &user, NEW_PASSWORD).await, json!(["password"]));
}

#[actix_web::test]
async fn nodes_know_of_each_others_confirmations() {
    let here = TestApp::of(&PRODUCT).await;
    let there = TestApp::on(&PRODUCT, here.database()).await;
    let (admin, _) = administrator(&here).await;
    let elsewhere = there.bearer(admin.token());
    let user = at(&admin.post(PATH, mona()).await.expect(201));
    age_sessions(&here);
    assert_unconfirmed(&set_password(&elsewhere, &user, NEW_PASSWORD).await, json!(["password"]));
    admin.post(CONFIRM, json!({ "currentPassword": PASSWORD })).await.expect(204);
    set_password(&elsewhere, &user, NEW_PASSWORD).await.expect(204);
    age_sessions(&there);
    assert_unconfirmed(&set_password(&admin, &user, PASSWORD).await, json!(["password"]));
}

#[actix_web::test]
async fn code_of_the_app_confirms_once_and_in_any_digits() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "admin").await;
    let admin = app.bearer(owner.token.clone());
    let user = at(&admin.post(PATH, mona()).await.expect(201));
    age_sessions(&app);
    let refused = set_password(&admin, &user, NEW_PASSWORD).await;
    assert_unconfirmed(&refused, json!(["password", "code"]));
    let wrong = admin.post(CONFIRM, json!({ "code": "000 000" })).await;
    assert_eq!((wrong.status.as_u16(), wrong.errors()[0].0), (422, "/code"));
    let code = owner.phone.code();
    let arabic: String = code
        .chars()
        .map(|digit| char::from_u32(0x660 + digit.to_digit(10).unwrap()).unwrap())
        .collect();
    admin.post(CONFIRM, json!({ "code": arabic })).await.expect(204);
    assert_eq!(admin.post(CONFIRM, json!({ "code": code })).await.status, 422);
    set_password(&admin, &user, NEW_PASSWORD).await.expect(204);
    app.store_refusals().await;
    let audit = admin.get("/api/backoffice/audit?limit=100").await.expect(200);
    let mut audit = audit["items"].as_array().unwrap().iter();
    let wrong = audit.find(|event| event["reason"] == "Authenticator app: wrong");
    assert_eq!(wrong.unwrap()["action"], "password-check");
}

#[actix_web::test]
async fn wrong_confirmations_are_limited_as_sign_ins_are() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "user").await;
    let client = app.bearer(owner.token.clone());
    let mut statuses = Vec::new();
    for _ in 0..21 {
        statuses.push(client.post(CONFIRM, json!({ "code": "1" })).await.status.as_u16());
    }
    assert_eq!(statuses.first(), Some(&422));
    assert_eq!(statuses.last(), Some(&429), "{statuses:?}");
}

#[actix_web::test]
async fn tokens_confirm_nothing_and_make_no_administrators() {
    let app = TestApp::of(&PRODUCT).await;
    let (admin, _) = administrator(&app).await;
    let program = app.bearer(admin.api_token(Value::Null).await);
    assert_eq!(program.post(CONFIRM, json!({ "currentPassword": PASSWORD })).await.status, 403);
    let user = at(&admin.post(PATH, mona()).await.expect(201));
    let refused = program.patch(&user, json!({ "roles": ["admin"] })).await;
    assert_eq!((refused.status.as_u16(), &refused.body["type"]), (403, &json!("about:blank")));
    assert_eq!(app.anonymous().post(CONFIRM, json!({})).await.status, 401);
}
