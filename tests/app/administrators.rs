//! What administrators do to users and to each other: they lock accounts and set passwords and
//! roles. One administrator always remains.

use actix_web::http::Method;
use futures_util::future::join;
use kernel::testing::{Answer, PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::users::{
    NEW_PASSWORD, PATH, actions, at, detail, mona, perform_verb, set_password, sign_in, with,
};

const LAST: &str =
    "This is the last administrator who can sign in. Make another user an administrator first";

async fn refresh(app: &TestApp, cookie: &str) -> Answer {
    app.anonymous().request(Method::POST, "/api/auth/refresh").header("cookie", cookie).send().await
}

/// Returns the path of the client's own record.
async fn me(admin: &TestClient<'_>) -> String {
    let me = admin.get("/api/auth/me").await.expect(200);
    at(&me["user"])
}

#[actix_web::test]
async fn lock_ends_sessions_immediately_and_unlock_allows_sign_in() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = at(&admin.post(PATH, mona()).await.expect(201));
    let (token, cookie) = sign_in(&app, "mona@desk.test", PASSWORD).await;
    let them = app.bearer(token);
    assert_eq!(them.get("/api/auth/me").await.status, 200);

    let locked = perform_verb(&admin, &path, "lock").await;
    assert_ne!(locked.header("etag"), "");
    let locked = locked.expect(200);
    assert_eq!((&locked["locked"], &locked["email"]), (&json!(true), &json!("mona@desk.test")));
    assert_eq!(them.get("/api/auth/me").await.status, 401);
    assert_eq!(refresh(&app, &cookie).await.status, 401);
    let refused = app.anonymous().login("mona@desk.test", PASSWORD).await;
    assert_eq!(detail(&refused), "This account is locked. Ask an administrator to unlock it");

    // The account is locked already: nothing happens.
    assert_eq!(perform_verb(&admin, &path, "lock").await.expect(200), locked);
    assert_eq!(actions(&admin, &path).await, ["lock", "create"]);
    assert_eq!(perform_verb(&admin, &path, "unlock").await.expect(200)["locked"], json!(false));
    perform_verb(&admin, &path, "unlock").await.expect(200);
    assert_eq!(actions(&admin, &path).await, ["unlock", "lock", "create"]);
    // The sessions that the lock ended remain ended.
    assert_eq!(them.get("/api/auth/me").await.status, 401);
    assert_eq!(refresh(&app, &cookie).await.status, 401);
    sign_in(&app, "mona@desk.test", PASSWORD).await;
}

#[actix_web::test]
async fn new_password_ends_sessions_and_replaces_the_old_one() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = at(&admin.post(PATH, mona()).await.expect(201));
    let (token, cookie) = sign_in(&app, "mona@desk.test", PASSWORD).await;
    let answer = set_password(&admin, &path, NEW_PASSWORD).await;
    assert_eq!((answer.status.as_u16(), &answer.body), (204, &Value::Null));
    assert_eq!(app.bearer(token).get("/api/auth/me").await.status, 401);
    assert_eq!(refresh(&app, &cookie).await.status, 401);
    assert_eq!(app.anonymous().login("mona@desk.test", PASSWORD).await.status, 401);
    sign_in(&app, "mona@desk.test", NEW_PASSWORD).await;
    // The current password may be set again.
    set_password(&admin, &path, NEW_PASSWORD).await.expect(204);
    sign_in(&app, "mona@desk.test", NEW_PASSWORD).await;
    assert_eq!(actions(&admin, &path).await, ["set-password", "set-password", "create"]);
}

#[actix_web::test]
async fn role_permissions_apply_from_the_next_request() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = at(&admin.post(PATH, mona()).await.expect(201));
    let them = app.bearer(sign_in(&app, "mona@desk.test", PASSWORD).await.0);
    for (roles, status) in [(json!(["user", "admin"]), 200), (json!(["user"]), 403)] {
        admin.patch(&path, json!({ "roles": roles })).await.expect(200);
        assert_eq!(them.get(PATH).await.status, status);
        assert_eq!(them.get("/api/auth/me").await.expect(200)["roles"], roles);
    }
}

#[actix_web::test]
async fn administrators_cannot_lock_themselves_and_the_last_one_remains() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let myself = me(&admin).await;
    let refused = perform_verb(&admin, &myself, "lock").await;
    let oneself = "You cannot lock your own account. Ask another administrator";
    assert_eq!((refused.status.as_u16(), detail(&refused)), (409, oneself));

    let demote = json!({ "roles": ["analytics"] });
    let refused = admin.patch(&myself, demote.clone()).await;
    assert_eq!((refused.status.as_u16(), refused.errors()), (409, vec![("/roles", LAST)]));
    // Other changes are allowed, and so is an additional role.
    admin.patch(&myself, json!({ "firstName": "Amal" })).await.expect(200);
    admin.patch(&myself, json!({ "roles": ["user", "admin"] })).await.expect(200);

    // A locked administrator does not count as a remaining one. An unlocked one does.
    let body = with(json!({ "roles": ["admin"] }));
    let other = at(&admin.post(PATH, body).await.expect(201));
    perform_verb(&admin, &other, "lock").await.expect(200);
    assert_eq!(admin.patch(&myself, demote.clone()).await.status, 409);
    perform_verb(&admin, &other, "unlock").await.expect(200);
    let them = app.bearer(sign_in(&app, "mona@desk.test", PASSWORD).await.0);
    admin.patch(&myself, demote.clone()).await.expect(200);
    assert_eq!(admin.get(PATH).await.status, 403);
    assert_eq!(them.patch(&other, demote).await.status, 409);

    // Restoring an earlier version is subject to the same rule as any change.
    them.patch(&myself, json!({ "roles": ["admin"] })).await.expect(200);
    them.patch(&other, json!({ "roles": ["admin", "user"] })).await.expect(200);
    perform_verb(&them, &myself, "lock").await.expect(200);
    let history = them.get(&format!("{myself}/history")).await.expect(200);
    let demoted = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["after"]["roles"] == json!(["analytics"]));
    let restore = json!({ "version": demoted.unwrap()["version"] });
    them.post(&format!("{myself}/restore"), restore).await.expect(200);
    assert_eq!(them.patch(&other, json!({ "roles": ["user"] })).await.status, 409);
}

#[actix_web::test]
async fn administrators_acting_on_each_other_concurrently_leave_one() {
    let app = TestApp::of(&PRODUCT).await;
    let (one, other) = (app.account("admin").await, app.account("admin").await);
    let (at_one, at_other) = (format!("{PATH}/{}", one.0), format!("{PATH}/{}", other.0));
    for round in 0..10 {
        let first = app.bearer(sign_in(&app, &one.1, PASSWORD).await.0);
        let second = app.bearer(sign_in(&app, &other.1, PASSWORD).await.0);
        let demote = json!({ "roles": ["user"] });
        let (by_first, by_second) = if round % 2 == 0 {
            join(first.patch(&at_other, demote.clone()), second.patch(&at_one, demote)).await
        } else {
            join(perform_verb(&first, &at_other, "lock"), perform_verb(&second, &at_one, "lock"))
                .await
        };
        let (winner, beaten) = match (by_first.status.as_u16(), by_second.status.as_u16()) {
            (200, 401 | 403 | 409) => (&first, &at_other),
            (401 | 403 | 409, 200) => (&second, &at_one),
            _ => panic!("round {round}: {by_first:?} {by_second:?}"),
        };
        winner.patch(beaten, json!({ "roles": ["admin"] })).await.expect(200);
        perform_verb(winner, beaten, "unlock").await.expect(200);
    }
}

#[actix_web::test]
async fn bulk_change_of_users_is_all_or_nothing() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let myself = admin.get(&me(&admin).await).await.expect(200);
    let user = admin.post(PATH, mona()).await.expect(201);
    let body = |roles: Value| json!({ "userIds": [user["id"], myself["id"]], "update": { "roles": roles } });
    let refused = admin.patch(PATH, body(json!(["analytics"]))).await;
    assert_eq!((refused.status.as_u16(), detail(&refused)), (409, LAST));
    assert_eq!(refused.errors(), [("/update/roles", LAST)]);
    assert_eq!(admin.get(&at(&user)).await.expect(200)["roles"], json!(["user"]));
    assert_eq!(admin.patch(PATH, body(json!(["root"]))).await.errors()[0].0, "/update/roles/0");
    let done = admin.patch(PATH, body(json!(["admin"]))).await.expect(200);
    assert_eq!(done, json!({ "updated": 1, "unchanged": 1 }));
    let delete = json!({ "userIds": [user["id"]] });
    assert_eq!(admin.post(&format!("{PATH}/delete"), delete).await.status, 404);
    assert_eq!(admin.delete(&at(&user)).await.status, 405);
}

#[actix_web::test]
async fn history_records_account_changes_without_passwords() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = at(&admin.post(PATH, mona()).await.expect(201));
    admin.patch(&path, json!({ "roles": ["analytics"] })).await.expect(200);
    perform_verb(&admin, &path, "lock").await.expect(200);
    perform_verb(&admin, &path, "unlock").await.expect(200);
    set_password(&admin, &path, NEW_PASSWORD).await.expect(204);
    admin.post(&format!("{path}/restore"), json!({ "version": 1 })).await.expect(200);

    let history = admin.get(&format!("{path}/history")).await.expect(200);
    let actions_and_changes: Vec<(&str, &Value)> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| (item["action"].as_str().unwrap(), &item["changed"]))
        .collect();
    assert_eq!(
        actions_and_changes,
        [
            ("restore", &json!(["roles"])),
            ("set-password", &json!([])),
            ("unlock", &json!(["locked"])),
            ("lock", &json!(["locked"])),
            ("update", &json!(["roles"])),
            (
                "create",
                &json!(["firstName", "lastName", "email", "locked", "roles", "linkAllowed"])
            ),
        ]
    );
    let text = history.to_string();
    for secret in [PASSWORD, NEW_PASSWORD, "argon2", "hash"] {
        assert!(!text.contains(secret), "{secret}");
    }
    sign_in(&app, "mona@desk.test", NEW_PASSWORD).await;
}

#[actix_web::test]
async fn repeated_request_is_performed_once_and_a_stale_one_is_rejected() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let post = |path: String, key: &'static str, body: Value| {
        admin.request(Method::POST, &path).header("idempotency-key", key).json(&body).send()
    };
    let first = post(PATH.into(), "a", mona()).await.expect(201);
    let again = post(PATH.into(), "a", mona()).await.expect(201);
    assert_eq!(first, again);
    let mut other = mona();
    other["password"] = json!("another password");
    assert_eq!(post(PATH.into(), "a", other).await.status, 422);
    let path = at(&first);
    for _ in 0..2 {
        let body = json!({ "password": NEW_PASSWORD });
        post(format!("{path}/set-password"), "b", body).await.expect(204);
    }
    let other = json!({ "password": "another password" });
    let refused = post(format!("{path}/set-password"), "b", other).await;
    assert_eq!(refused.status, 422);
    assert_eq!(actions(&admin, &path).await, ["set-password", "create"]);
    for name in ["lock", "unlock", "set-password"] {
        let request =
            admin.request(Method::POST, &format!("{path}/{name}")).header("if-match", "\"old\"");
        let answer = request.json(&json!({ "password": NEW_PASSWORD })).send().await;
        assert_eq!(answer.status, 412, "{name}");
    }
    let etag = admin.get(&path).await.header("etag").to_owned();
    let lock = admin.request(Method::POST, &format!("{path}/lock")).header("if-match", &etag);
    lock.send().await.expect(200);
}
