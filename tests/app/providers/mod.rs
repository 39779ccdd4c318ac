//! Sign-in with an identity provider: a real one, which lies on request.

mod attacks;
mod identities;
mod provider;
mod second_factors;
mod tokens;

use kernel::config::OidcProvider;
use kernel::testing::{TestApp, TestClient, TestDatabase};
use provider::{Browser, Provider, rejection_code, sign_in, token_of};
use serde_json::{Value, json};

use crate::PRODUCT;

fn layla() -> Value {
    json!({
        "sub": "layla", "email": "Layla@Example.com", "email_verified": true,
        "given_name": "Layla", "family_name": "Haddad",
        "public_metadata": { "roles": ["estimations", "nonsense", 7, "analytics"] },
    })
}

async fn me(client: &TestClient<'_>) -> Value {
    client.get("/api/auth/me").await.expect(200)
}

async fn users(app: &TestApp) -> Value {
    app.sign_in("admin").await.get("/api/backoffice/users?search=example.com").await.expect(200)
}

#[actix_web::test]
async fn sign_in_page_lists_the_configured_providers() {
    let provider = Provider::start();
    let app = provider.app().await;
    let offered = app.anonymous().get("/api/auth/providers").await.expect(200);
    let of = |id: &str| json!({ "id": id, "name": "The provider" });
    assert_eq!(
        offered,
        json!({
            "password": true, "providers": [of("desk"), of("other")],
            "passkeyOrigin": "http://localhost:8080",
        })
    );
    assert_eq!(app.anonymous().get("/api/auth/oidc/nowhere/start").await.status, 404);
}

#[actix_web::test]
async fn sign_in_returns_to_the_requested_page() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    let mut browser = Browser::new(&app);
    let path = "/api/auth/oidc/desk/start?redirect=%2Fanalytics%3Fa%3D1%23x";
    let location = browser.start(path).await;
    for part in ["response_type=code", "code_challenge_method=S256", "state=", "nonce="] {
        assert!(location.contains(part), "{location}");
    }
    let answer = browser.get(&provider.visit(&location)).await;
    assert_eq!(answer.header("location"), "/analytics?a=1&handshake=1#x");
    for flag in ["HttpOnly", "SameSite=Strict", "Path=/api/auth"] {
        assert!(answer.header("set-cookie").contains(flag));
    }
    let client = app.bearer(token_of(&app, &answer).await);
    let me = me(&client).await;
    assert_eq!(me["roles"], json!(["analytics", "estimations"]));
    assert_eq!(me["user"]["email"], "layla@example.com");
    assert_eq!(
        (&me["user"]["firstName"], &me["user"]["lastName"]),
        (&json!("Layla"), &json!("Haddad"))
    );
}

#[actix_web::test]
async fn attributes_of_a_provider_are_those_of_each_sign_in() {
    let provider = Provider::start();
    let configured = OidcProvider {
        attributes_claim: Some("/public_metadata/attributes".into()),
        ..provider.configured("desk")
    };
    let providers = vec![configured];
    let database = TestDatabase::new();
    let app = TestApp::set_up(&PRODUCT, database, |config| config.oidc = providers).await;
    let admin = app.sign_in("admin").await;
    let attributes = async |claimed: Value| {
        let mut person = layla();
        person["public_metadata"]["attributes"] = claimed;
        provider.set(json!({ "person": person }));
        let client = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
        let id = me(&client).await["user"]["id"].clone();
        let user = format!("/api/backoffice/users/{}", id.as_str().unwrap());
        admin.get(&user).await.expect(200).get("attributes").cloned()
    };
    let (one, other) = ("a".repeat(24), "b".repeat(24));
    let claimed = json!({ "projects": [one, 7, "nonsense", one, other], "team": "north" });
    assert_eq!(attributes(claimed).await, Some(json!({ "projects": [one, other] })));
    assert_eq!(
        attributes(json!({ "projects": other })).await,
        Some(json!({ "projects": [other] }))
    );
    // What the provider does not give, the user has no longer.
    assert_eq!(attributes(json!(null)).await, None);
}

#[actix_web::test]
async fn account_is_identified_by_issuer_and_subject_and_gets_the_roles_of_each_sign_in() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    let first = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    let id = me(&first).await["user"]["id"].clone();
    let user = format!("/api/backoffice/users/{}", id.as_str().unwrap());

    // An administrator's change of roles lasts until the next sign-in.
    let admin = app.sign_in("admin").await;
    assert_eq!(crate::audit::last(&admin, "account-created").await.2, "layla@example.com");
    admin.patch(&user, json!({ "roles": ["user"] })).await.expect(200);
    assert_eq!(me(&first).await["roles"], json!(["user"]));

    let mut changed = layla();
    changed["email"] = json!("layla@other.example");
    changed["public_metadata"] = json!({ "roles": ["admin"] });
    provider.set(json!({ "person": changed }));
    let second = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    assert_eq!(me(&second).await["user"]["id"], id);
    // Existing sessions have the new roles immediately.
    assert_eq!(me(&first).await["roles"], json!(["admin"]));

    // No known role: the account gets the default role.
    changed["public_metadata"] = json!({ "roles": "nonsense" });
    provider.set(json!({ "person": changed }));
    let third = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    assert_eq!(me(&third).await["roles"], json!(["user"]));

    let history = admin.get(&format!("{user}/history")).await.expect(200);
    let actions: Vec<&str> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["sign-in", "sign-in", "update", "create"]);
}

#[actix_web::test]
async fn email_links_an_account_only_when_verified_and_allowed_by_an_administrator() {
    let provider = Provider::start();
    let app = provider.app().await;
    let (id, email) = app.account("admin").await;
    let mut person = layla();
    person["email"] = json!(email.to_uppercase());
    provider.set(json!({ "person": person }));
    assert_eq!(rejection_code(&sign_in(&app, &provider).await), "email-taken");

    let admin = app.sign_in("admin").await;
    let user = format!("/api/backoffice/users/{id}");
    let allowed = admin.post(&format!("{user}/allow-linking"), Value::Null).await.expect(200);
    assert_eq!(allowed["linkAllowed"], true);
    provider.set(json!({ "lie": "email-unverified" }));
    assert_eq!(rejection_code(&sign_in(&app, &provider).await), "email-unverified");

    provider.set(json!({ "lie": null }));
    let client = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    assert_eq!(me(&client).await["user"]["id"], id.as_str());
    assert_eq!(admin.get(&user).await.expect(200)["linkAllowed"], false);

    // The permission was for one identity: another one with the same email is rejected.
    person["sub"] = json!("somebody else");
    provider.set(json!({ "person": person }));
    assert_eq!(rejection_code(&sign_in(&app, &provider).await), "email-taken");
    // The password still works.
    app.anonymous().login(&email, kernel::testing::PASSWORD).await.expect(200);
}

#[actix_web::test]
async fn locked_account_cannot_sign_in_by_any_means() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    let ours = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    let theirs = app.bearer(provider.mint(json!({})));
    let id = me(&ours).await["user"]["id"].as_str().unwrap().to_owned();
    assert_eq!(me(&theirs).await["user"]["id"], id);

    app.lock(&kernel::id::Id::parse(&id).unwrap()).await;
    for client in [&ours, &theirs] {
        assert_eq!(client.get("/api/auth/me").await.status, 401);
    }
    assert_eq!(rejection_code(&sign_in(&app, &provider).await), "account-locked");
    let mut person = layla();
    person["public_metadata"] = json!({ "roles": ["admin"] });
    provider.set(json!({ "person": person }));
    assert_eq!(rejection_code(&sign_in(&app, &provider).await), "account-locked");
    assert_eq!(users(&app).await["items"][0]["roles"], json!(["analytics", "estimations"]));
}

#[actix_web::test]
async fn denied_consent_and_missing_email_are_reported() {
    let provider = Provider::start();
    let app = provider.app().await;
    for (set, code) in [
        (json!({ "decline": true }), "sign-in-declined"),
        (json!({ "decline": "server_error" }), "sign-in-failed"),
        (json!({ "decline": false, "lie": "email-missing" }), "email-missing"),
        // An unverified email creates no account either.
        (json!({ "lie": "email-unverified" }), "email-unverified"),
    ] {
        provider.set(set);
        assert_eq!(rejection_code(&sign_in(&app, &provider).await), code);
    }
    assert_eq!(users(&app).await["total"], 0);
}

#[actix_web::test]
async fn key_rotation_of_a_provider_needs_no_restart() {
    let provider = Provider::start();
    provider.set(json!({ "person": layla() }));
    let app = provider.app().await;
    token_of(&app, &sign_in(&app, &provider).await).await;
    provider.set(json!({ "rotate": "RS256" }));
    token_of(&app, &sign_in(&app, &provider).await).await;
    let current = app.bearer(provider.mint(json!({})));
    assert_eq!(current.get("/api/auth/me").await.status, 200);
    let retired = app.bearer(provider.mint(json!({ "key": "retired" })));
    assert_eq!(retired.get("/api/auth/me").await.status, 401);
}

#[actix_web::test]
async fn roles_of_a_provider_cannot_remove_the_last_administrator() {
    let provider = Provider::start();
    let app = provider.app().await;
    let mut chief = layla();
    chief["public_metadata"] = json!({ "roles": ["admin"] });
    provider.set(json!({ "person": chief }));
    token_of(&app, &sign_in(&app, &provider).await).await;
    provider.set(json!({ "person": layla() }));
    let still = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    assert_eq!(me(&still).await["roles"], json!(["analytics", "estimations", "admin"]));
    // With another administrator, the roles of the provider apply.
    app.account("admin").await;
    let not_any_more = app.bearer(token_of(&app, &sign_in(&app, &provider).await).await);
    assert_eq!(me(&not_any_more).await["roles"], json!(["analytics", "estimations"]));
}

#[actix_web::test]
async fn beginnings_are_limited_for_an_address_a_network_and_in_all() {
    use crate::second_factors::count_attempts;
    let provider = Provider::start();
    let app = provider.app().await;
    let begin = async |address: &str| {
        let path = "/api/auth/oidc/desk/start";
        let request = app.anonymous().request(actix_web::http::Method::GET, path);
        request.from(address).send().await.header("location").to_owned()
    };
    let refused = "/login?error=too-many-attempts";
    count_attempts(&app, "round-trip", "192.0.2.7", 599);
    assert_ne!(begin("192.0.2.7").await, refused);
    assert_eq!(begin("192.0.2.7").await, refused);
    assert_ne!(begin("192.0.2.8").await, refused);
    count_attempts(&app, "round-trip", "2001:db8:1::/48", 1_799);
    assert_ne!(begin("2001:db8:1:1::1").await, refused);
    assert_eq!(begin("2001:db8:1:2::1").await, refused);
    assert_ne!(begin("2001:db8:2:1::1").await, refused);
    count_attempts(&app, "round-trip", "", 20_000 - 4);
    assert_eq!(begin("192.0.2.1").await, refused);
}
