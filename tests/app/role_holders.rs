//! Users whom the operator's policy lets manage users without being administrators. They grant and
//! revoke only roles that they hold themselves, and cannot take over accounts with more roles.

use actix_web::http::Method;
use kernel::testing::{Answer, PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::policy::write_policy;
use crate::users::{NEW_PASSWORD, PATH, at, mona, perform_verb, set_password, with};

/// `lead` inherits `estimations` through `senior`, and may use every operation of users.
const POLICY: &str = "g, lead, senior\ng, senior, estimations\np, lead, users, *\n\
                      p, lead, join-requests, *\n";

async fn app() -> (TestApp, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("policy.csv");
    write_policy(&path, POLICY);
    (TestApp::with_policy(&PRODUCT, &path).await, folder)
}

fn refused_at(answer: &Answer, pointer: &str, role: &str) {
    assert_eq!(answer.status, 422, "{}", answer.body);
    let message = format!("You cannot give or take the role {role}: you do not hold it yourself");
    assert_eq!(answer.errors(), [(pointer, message.as_str())]);
}

async fn roles(admin: &TestClient<'_>, path: &str) -> Value {
    admin.get(path).await.expect(200)["roles"].clone()
}

#[actix_web::test]
async fn roles_are_granted_and_revoked_by_their_holders() {
    let (app, _folder) = app().await;
    let (lead, admin) = (app.sign_in("lead").await, app.sign_in("admin").await);
    for role in ["admin", "analytics"] {
        let refused = lead.post(PATH, with(json!({ "roles": ["user", role] }))).await;
        refused_at(&refused, "/roles", role);
    }
    let own_roles = json!(["lead", "senior", "estimations", "user"]);
    let path = at(&lead.post(PATH, with(json!({ "roles": own_roles }))).await.expect(201));
    refused_at(&lead.patch(&path, json!({ "roles": ["admin"] })).await, "/roles", "admin");
    lead.patch(&path, json!({ "roles": ["user"] })).await.expect(200);

    // Roles beyond their own remain, whatever else they change.
    admin.patch(&path, json!({ "roles": ["analytics", "user"] })).await.expect(200);
    refused_at(&lead.patch(&path, json!({ "roles": ["user"] })).await, "/roles", "analytics");
    let patch = json!({ "roles": ["analytics", "senior"], "firstName": "Muna" });
    lead.patch(&path, patch).await.expect(200);
    assert_eq!(roles(&admin, &path).await, json!(["analytics", "senior"]));

    // They cannot grant themselves more roles either.
    let myself = lead.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
    let own = format!("{PATH}/{}", myself.as_str().unwrap());
    refused_at(&lead.patch(&own, json!({ "roles": ["lead", "admin"] })).await, "/roles", "admin");
    assert_eq!(roles(&admin, &own).await, json!(["lead"]));
    // Administrators grant every role, also one that no role inherits.
    admin.patch(&path, json!({ "roles": ["lead"] })).await.expect(200);
}

#[actix_web::test]
async fn no_other_operation_grants_roles_beyond_the_own() {
    let (app, _folder) = app().await;
    let (lead, admin) = (app.sign_in("lead").await, app.sign_in("admin").await);
    let user = lead.post(PATH, mona()).await.expect(201);
    let path = at(&user);

    let many = json!({ "userIds": [user["id"]], "update": { "roles": ["admin"] } });
    refused_at(&lead.patch(PATH, many).await, "/update/roles", "admin");

    let import = async |query: &str, roles: &str| {
        let table = format!("firstName,email,password,roles\nMona,mona@desk.test,,{roles}\n");
        let new =
            format!("firstName,email,password,roles\nAmal,amal@desk.test,{NEW_PASSWORD},{roles}\n");
        let table = if query.is_empty() { new } else { table };
        let request = lead.request(Method::POST, &format!("{PATH}/import{query}"));
        request.file(&table, &[]).send().await
    };
    for query in ["", "?existing=update"] {
        let refused = import(query, "user;admin").await;
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert!(refused.body["errors"][0]["message"].as_str().unwrap().contains("role admin"));
    }
    import("", "estimations").await.expect(200);

    // An earlier version with more roles.
    admin.patch(&path, json!({ "roles": ["admin"] })).await.expect(200);
    admin.patch(&path, json!({ "roles": ["user"] })).await.expect(200);
    let restore = lead.post(&format!("{path}/restore"), json!({ "version": 2 })).await;
    refused_at(&restore, "/roles", "admin");
    lead.post(&format!("{path}/restore"), json!({ "version": 1 })).await.expect(200);
    assert_eq!(roles(&admin, &path).await, json!(["user"]));

    let body = json!({ "firstName": "New", "email": "new@desk.test" });
    app.anonymous().post("/api/join-requests", body).await.expect(202);
    let page = lead.get("/api/backoffice/join-requests").await.expect(200);
    let accept = format!(
        "/api/backoffice/join-requests/{}/accept",
        page["items"][0]["_id"].as_str().unwrap()
    );
    refused_at(&lead.post(&accept, json!({ "roles": ["admin"] })).await, "/roles", "admin");
    lead.post(&accept, json!({ "roles": ["senior"] })).await.expect(200);
}

#[actix_web::test]
async fn account_with_more_roles_cannot_be_taken_over() {
    let (app, _folder) = app().await;
    let lead = app.sign_in("lead").await;
    for role in ["admin", "analytics"] {
        let (id, email) = app.account(role).await;
        let path = format!("{PATH}/{id}");
        for verb in ["lock", "unlock", "allow-linking", "reset-factors"] {
            let refused = perform_verb(&lead, &path, verb).await;
            assert_eq!(refused.status, 403, "{verb}");
            assert!(refused.body["detail"].as_str().unwrap().contains("that you do not hold"));
        }
        assert_eq!(set_password(&lead, &path, NEW_PASSWORD).await.status, 403);
        for of in ["tokens", "identities"] {
            let one = format!("{path}/{of}/000000000000000000000000");
            assert_eq!(lead.delete(&one).await.status, 403, "{of}");
        }
        app.anonymous().login(&email, PASSWORD).await.expect(200);
    }
    let (id, email) = app.account("senior").await;
    let path = format!("{PATH}/{id}");
    set_password(&lead, &path, NEW_PASSWORD).await.expect(204);
    perform_verb(&lead, &path, "lock").await.expect(200);
    perform_verb(&lead, &path, "unlock").await.expect(200);
    perform_verb(&lead, &path, "allow-linking").await.expect(200);
    app.anonymous().login(&email, NEW_PASSWORD).await.expect(200);
}
