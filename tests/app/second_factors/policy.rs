//! A policy that requires a second factor of a role.

use kernel::testing::{PASSWORD, TestApp};
use serde_json::{Value, json};

use super::{FACTORS, access_token, first_step, owner, second_step, set_up};
use crate::PRODUCT;
use crate::policy::write_policy;

const REQUIRED: &str = "p, admin, second-factor, require\n";
const COMPANIES: &str = "/api/backoffice/companies";

async fn app_that_requires() -> (TestApp, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("policy.csv");
    write_policy(&path, REQUIRED);
    (TestApp::with_policy(&PRODUCT, &path).await, folder)
}

#[actix_web::test]
async fn no_role_needs_a_second_factor_by_default() {
    let app = TestApp::of(&PRODUCT).await;
    for role in ["user", "estimations", "analytics", "admin"] {
        let client = app.sign_in(role).await;
        assert_eq!(client.get(FACTORS).await.expect(200)["required"], false, "{role}");
        assert_eq!(client.get("/api/auth/me").await.expect(200).get("secondStepDue"), None);
    }
}

#[actix_web::test]
async fn without_a_required_factor_a_user_can_only_set_one_up() {
    let (app, _folder) = app_that_requires().await;
    let (_, email) = app.account("admin").await;
    let client = app.bearer(access_token(&app.anonymous().login(&email, PASSWORD).await));
    let me = client.get("/api/auth/me").await.expect(200);
    assert_eq!(me["secondStepDue"], true);
    // What is required is no permission.
    assert!(!me["permissions"].to_string().contains("second-factor"), "{me}");
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    let mut refused = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let path = path.replace("{file}", &"0".repeat(64));
        let path = ["{id}", "{identityId}", "{tokenId}", "{name}"]
            .iter()
            .fold(path, |path, name| path.replace(name, "0123456789abcdef01234567"));
        for (method, operation) in methods.as_object().unwrap() {
            let rule = operation["x-permission"].as_str().unwrap_or("public");
            if ["public", "first-step"].contains(&rule) {
                continue;
            }
            let method = method.to_uppercase().parse().unwrap();
            let answer = client.request(method, &path).json(&json!({})).send().await;
            assert_eq!(answer.status, 403, "{path}");
            assert!(operation["responses"].get("403").is_some(), "{path} documents no 403");
            let detail = answer.body["detail"].as_str().unwrap_or_default();
            assert!(detail.starts_with("Your role requires two-step sign-in"), "{path}: {detail}");
            refused += 1;
        }
    }
    assert!(refused > 100, "{refused}");

    // With the factor the same session may do everything, and the factor stays.
    assert_eq!(client.get(FACTORS).await.expect(200)["required"], true);
    set_up(&client).await;
    client.get(COMPANIES).await.expect(200);
    assert_eq!(client.get("/api/auth/me").await.expect(200).get("secondStepDue"), None);
    let last = client.post(&format!("{FACTORS}/app/remove"), json!({})).await;
    assert_eq!(last.status, 409);
    app.anonymous().login(&email, PASSWORD).await.expect(202);
}

#[actix_web::test]
async fn sessions_lose_their_mark_with_the_last_factor() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "admin").await;
    let other = crate::second_factors::sign_in(&app, &owner).await;
    let client = app.bearer(owner.token.clone());
    client.post(&format!("{FACTORS}/app/remove"), json!({})).await.expect(204);
    client.get(COMPANIES).await.expect(200);
    // A policy that requires one comes into force.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("policy.csv");
    write_policy(&path, REQUIRED);
    let later =
        TestApp::set_up(&PRODUCT, app.database(), |config| config.policy = Some(path)).await;
    for token in [&owner.token, &other] {
        let session = later.bearer(token.clone());
        assert_eq!(session.get(COMPANIES).await.status, 403);
        assert_eq!(session.get("/api/auth/me").await.expect(200)["secondStepDue"], true);
    }
    // Of another user's sessions nothing is taken.
    set_up(&later.bearer(owner.token.clone())).await;
    later.bearer(owner.token).get(COMPANIES).await.expect(200);
}

#[actix_web::test]
async fn other_roles_are_not_concerned() {
    let (app, _folder) = app_that_requires().await;
    let client = app.sign_in("analytics").await;
    client.get("/api/analytics/overview").await.expect(200);
    assert_eq!(client.get(FACTORS).await.expect(200)["required"], false);
}

#[actix_web::test]
async fn session_without_the_factor_that_the_account_has_cannot_change_it() {
    let app = TestApp::of(&PRODUCT).await;
    let owner = owner(&app, "admin").await;
    // As after a sign-in with a provider.
    use diesel::connection::SimpleConnection;
    let forget = "UPDATE sessions SET second_factor = FALSE";
    app.database().connect().batch_execute(forget).unwrap();
    let other = TestApp::on(&PRODUCT, app.database()).await;
    let client = other.bearer(owner.token.clone());
    let remove = format!("passkeys/{}/remove", "0".repeat(24));
    let mut statuses = Vec::new();
    for path in ["app", "recovery-codes", "passkeys", &remove, "app/remove"] {
        let answer = client.post(&format!("{FACTORS}/{path}"), json!({})).await;
        statuses.push((path, answer.status.as_u16()));
    }
    assert!(statuses.iter().all(|(_, status)| *status == 403), "{statuses:?}");
}

#[actix_web::test]
async fn api_tokens_and_open_sessions_go_on() {
    let (app, _folder) = app_that_requires().await;
    let owner = owner(&app, "admin").await;
    let program = app.bearer(app.bearer(owner.token.clone()).api_token(Value::Null).await);
    program.get(COMPANIES).await.expect(200);
    let ticket = first_step(&app, &owner.email).await;
    let begun = second_step(&app, &ticket, "code", &owner.phone.code()).await;
    let cookies = begun.headers.get_all("set-cookie").filter_map(|value| value.to_str().ok());
    let cookie = cookies.filter(|cookie| cookie.starts_with("mizan_refresh")).last().unwrap();
    let refresh = app
        .anonymous()
        .request(actix_web::http::Method::POST, "/api/auth/refresh")
        .header("cookie", cookie.split(';').next().unwrap());
    let refreshed = refresh.send().await;
    app.bearer(access_token(&refreshed)).get(COMPANIES).await.expect(200);
}
