//! Tokens that people make for their programs.

use kernel::testing::Desk;
use serde_json::{Value, json};

use crate::PRODUCT;

const TOKENS: &str = "/api/auth/tokens";
const LATER: &str = "2099-01-01T00:00:00Z";

#[actix_web::test]
async fn only_those_whom_the_policy_lets_make_tokens() {
    let desk = Desk::of(&PRODUCT).await;
    let body = json!({ "name": "Sync", "expiresAt": LATER });
    assert_eq!(desk.nobody().post(TOKENS, body.clone()).await.status, 401);
    for role in ["user", "estimations", "analytics"] {
        let visitor = desk.sign_in(role).await;
        assert_eq!(visitor.post(TOKENS, body.clone()).await.status, 403, "{role}");
        assert_eq!(visitor.get(TOKENS).await.status, 403, "{role}");
    }
}

#[actix_web::test]
async fn a_token_is_shown_once_acts_for_its_maker_and_can_be_revoked() {
    let desk = Desk::of(&PRODUCT).await;
    let admin = desk.sign_in("admin").await;
    let made = admin.post(TOKENS, json!({ "name": "  Sync ", "expiresAt": LATER })).await;
    assert_eq!(made.header("cache-control"), "no-store");
    let made = made.expect(201);
    let token = made["token"].as_str().unwrap().to_owned();
    assert!(token.starts_with("mzn_"));
    assert_eq!((&made["name"], &made["lastUsedAt"]), (&json!("Sync"), &Value::Null));

    let program = desk.bearer(&*token);
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

    // Somebody else's are neither seen nor revoked.
    let other = desk.sign_in("admin").await;
    assert_eq!(other.get(TOKENS).await.expect(200), json!([]));
    let one = format!("{TOKENS}/{}", made["_id"].as_str().unwrap());
    other.delete(&one).await.expect(404);
    program.get("/api/backoffice/companies").await.expect(200);

    admin.delete(&one).await.expect(204);
    assert_eq!(program.get("/api/backoffice/companies").await.status, 401);
    admin.delete(&one).await.expect(404);
}

#[actix_web::test]
async fn when_a_token_was_last_used_is_written_down() {
    let desk = Desk::of(&PRODUCT).await;
    let admin = desk.sign_in("admin").await;
    let token = admin.token_for_programs(Value::Null).await;
    desk.bearer(token).get("/api/auth/me").await.expect(200);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while admin.get(TOKENS).await.expect(200)[0]["lastUsedAt"].is_null() {
        assert!(std::time::Instant::now() < deadline, "it is never written down");
        actix_web::rt::task::yield_now().await;
    }
}

#[actix_web::test]
async fn a_token_does_no_more_than_it_says_nor_than_its_maker_may_now() {
    let desk = Desk::of(&PRODUCT).await;
    let (id, email) = desk.account("admin").await;
    let login = desk.nobody().login(&email, kernel::testing::PASSWORD).await.expect(200);
    let maker = desk.bearer(login["accessToken"].as_str().unwrap());
    let narrow = json!([{ "resource": "companies", "actions": ["read"] }]);
    let narrow = desk.bearer(maker.token_for_programs(narrow).await);
    let wide = desk.bearer(maker.token_for_programs(Value::Null).await);

    narrow.get("/api/backoffice/companies").await.expect(200);
    for refused in ["/api/backoffice/units", "/api/backoffice/users", TOKENS] {
        assert_eq!(narrow.get(refused).await.status, 403, "{refused}");
    }
    let create = narrow.post("/api/backoffice/companies", json!({ "name": "x" })).await;
    assert_eq!(create.status, 403);
    let me = narrow.get("/api/auth/me").await.expect(200);
    assert_eq!(me["permissions"], json!([{ "resource": "companies", "actions": ["read"] }]));

    // Even with everything that its maker may, it makes no tokens, and changes no password.
    let body = json!({ "name": "Child", "expiresAt": LATER });
    assert_eq!(wide.post(TOKENS, body).await.status, 403);
    let change =
        json!({ "currentPassword": kernel::testing::PASSWORD, "newPassword": "taken over" });
    assert_eq!(wide.post("/api/auth/password", change).await.status, 403);

    // One that may do only some things makes no users of its own, whatever it is given.
    let users = json!([{ "resource": "users", "actions": ["create", "update", "set-password"] }]);
    let users = desk.bearer(maker.token_for_programs(users).await);
    let new = json!({
        "firstName": "Child", "email": "child@desk.test", "password": "of a token", "roles": ["admin"],
    });
    assert_eq!(users.post("/api/backoffice/users", new.clone()).await.status, 403);
    let own = format!("/api/backoffice/users/{id}");
    assert_eq!(users.patch(&own, json!({ "firstName": "Other" })).await.status, 403);
    let password = json!({ "password": "of a token" });
    assert_eq!(users.post(&format!("{own}/set-password"), password).await.status, 403);
    wide.post("/api/backoffice/users", new).await.expect(201);

    // What the maker loses, the tokens lose.
    let admin = desk.sign_in("admin").await;
    let user = format!("/api/backoffice/users/{id}");
    admin.patch(&user, json!({ "roles": ["user"] })).await.expect(200);
    assert_eq!(narrow.get("/api/backoffice/companies").await.status, 403);
    assert_eq!(wide.get("/api/backoffice/units").await.status, 403);
    // A lock ends them for good.
    admin.post(&format!("{user}/lock"), Value::Null).await.expect(200);
    admin.post(&format!("{user}/unlock"), Value::Null).await.expect(200);
    assert_eq!(wide.get("/api/auth/me").await.status, 401);
}

#[actix_web::test]
async fn what_a_token_may_not_be_is_refused_at_its_field() {
    let desk = Desk::of(&PRODUCT).await;
    let admin = desk.sign_in("admin").await;
    for (body, pointer) in [
        (json!({ "expiresAt": LATER }), "/name"),
        (json!({ "name": " ", "expiresAt": LATER }), "/name"),
        (json!({ "name": "x" }), "/expiresAt"),
        (json!({ "name": "x", "expiresAt": "2020-01-01T00:00:00Z" }), "/expiresAt"),
        (json!({ "name": "x", "expiresAt": "tomorrow" }), "/expiresAt"),
        (json!({ "name": "x", "expiresAt": LATER, "roles": ["admin"] }), "/roles"),
        (json!({ "name": "x", "expiresAt": LATER, "permissions": [] }), "/permissions"),
        (
            json!({ "name": "x", "expiresAt": LATER, "permissions": [{ "resource": "ghosts", "actions": ["read"] }] }),
            "/permissions/0/resource",
        ),
        (
            json!({ "name": "x", "expiresAt": LATER, "permissions": [{ "resource": "units", "actions": ["read", "fly"] }] }),
            "/permissions/0/actions/1",
        ),
    ] {
        let refused = admin.post(TOKENS, body.clone()).await;
        assert_eq!(refused.status, 422, "{body}");
        assert_eq!(refused.errors().first().map(|error| error.0), Some(pointer), "{body}");
    }
    assert_eq!(admin.get(TOKENS).await.expect(200), json!([]));
}
