//! Second factors of users who come through an identity provider: its task, unless the policy requires
//! ours.

use kernel::testing::{PASSWORD, TestApp};
use serde_json::{Value, json};

use super::provider::{Provider, sign_in, token_of};
use super::{layla, me};
use crate::policy::write_policy;
use crate::second_factors::{FACTORS, access_token, second_step, set_up};
use crate::users::{NEW_PASSWORD, PATH as USERS, set_password};

async fn app_that_requires(provider: &Provider) -> (TestApp, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("policy.csv");
    write_policy(&path, "p, analytics, second-factor, require\n");
    (provider.app_under(&path).await, folder)
}

#[actix_web::test]
async fn provider_is_responsible_for_the_second_factor_of_its_users() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    let client = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    let user = me(&client).await["user"].clone();
    // Without a password ours would never be asked for.
    let refused = client.post(&format!("{FACTORS}/app"), json!({})).await;
    assert_eq!(refused.status, 409);

    // With one it is asked for after the password, and still not by the provider.
    let path = format!("{USERS}/{}", user["id"].as_str().unwrap());
    let admin = app.sign_in("admin").await;
    set_password(&admin, &path, NEW_PASSWORD).await.expect(204);
    let email = user["email"].as_str().unwrap();
    let token = access_token(&app.anonymous().login(email, NEW_PASSWORD).await);
    set_up(&app.bearer(token)).await;
    let client = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    me(&client).await;
    // But a session that began with the provider does not change it.
    assert_eq!(client.post(&format!("{FACTORS}/app/remove"), json!({})).await.status, 403);
}

#[actix_web::test]
async fn policy_requires_the_second_factor_of_users_of_a_provider_too() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let (app, _folder) = app_that_requires(&provider).await;
    let client = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    assert_eq!(me(&client).await["secondStepDue"], true);
    assert_eq!(client.get("/api/analytics/overview").await.status, 403);
    // Nor do its access tokens lead around it.
    let theirs = app.bearer(provider.mint(json!({})));
    assert_eq!(theirs.get("/api/analytics/overview").await.status, 403);
    let (phone, _) = set_up(&client).await;
    client.get("/api/analytics/overview").await.expect(200);

    // The next sign-in asks for it: by the fragment, which no server sees.
    let answer = sign_in(&app, &provider).await;
    assert_eq!(answer.header("set-cookie"), "");
    let location = answer.header("location").to_owned();
    let (page, fragment) = location.split_once("#ticket=").unwrap();
    assert!(page.starts_with("/login?redirect=%2F"), "{page}");
    let (ticket, methods) = fragment.split_once("&methods=").unwrap();
    assert_eq!(methods, "code,recovery-code");
    let begun = second_step(&app, ticket, "code", &phone.code()).await;
    let client = app.bearer(access_token(&begun));
    assert_eq!(me(&client).await.get("secondStepDue"), None);
    client.get("/api/analytics/overview").await.expect(200);
    // Roles that do not require it are not concerned.
    let user: Value = app.account("user").await.1.into();
    app.anonymous().login(user.as_str().unwrap(), PASSWORD).await.expect(200);
}
