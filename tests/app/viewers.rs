//! Who else looks at a record.

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::files::company;
use crate::policy::write_policy;

const VIEWERS: &str = "/api/backoffice/viewers";

async fn me(client: &TestClient<'_>) -> Value {
    client.get("/api/auth/me").await.expect(200)["user"].clone()
}

async fn looks(client: &TestClient<'_>, record: &str) -> Vec<Value> {
    let body = json!({ "resource": "companies", "recordId": record });
    let answer = client.post(VIEWERS, body).await.expect(200);
    answer["items"].as_array().unwrap().clone()
}

#[actix_web::test]
async fn those_who_look_at_a_record_see_each_other() {
    let app = TestApp::of(&PRODUCT).await;
    let (admin, other) = (app.sign_in("admin").await, app.sign_in("admin").await);
    let path = company(&admin, "Seen").await;
    let record = path.rsplit('/').next().unwrap().to_owned();
    let body = json!({ "resource": "companies", "recordId": record });
    assert_eq!(app.anonymous().post(VIEWERS, body.clone()).await.status, 401);
    let refused = app.sign_in("user").await.post(VIEWERS, body).await.expect(403);
    assert_eq!(refused["permission"], json!({ "resource": "companies", "action": "read" }));

    assert_eq!(looks(&admin, &record).await, Vec::<Value>::new());
    let found = looks(&other, &record).await;
    assert_eq!((found.len(), &found[0]["_id"]), (1, &me(&admin).await["id"]));
    // Looking again is no other viewer, and nobody sees themselves.
    let found = looks(&admin, &record).await;
    assert_eq!((found.len(), &found[0]["_id"]), (1, &me(&other).await["id"]));
    // Another record has viewers of its own.
    let another = company(&admin, "Another").await;
    assert!(looks(&other, another.rsplit('/').next().unwrap()).await.is_empty());
}

#[actix_web::test]
async fn only_records_that_can_be_read_are_looked_at() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for (body, status, pointer) in [
        (
            json!({ "resource": "nothing", "recordId": "000000000000000000000000" }),
            422,
            "/resource",
        ),
        (json!({ "resource": "companies" }), 422, "/recordId"),
        (json!({ "resource": "companies", "recordId": "000000000000000000000000" }), 404, ""),
    ] {
        let answer = admin.post(VIEWERS, body.clone()).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.body);
        let pointed = answer.body["errors"][0]["pointer"].as_str().unwrap_or_default();
        assert_eq!(pointed, pointer, "{body}");
    }
}

#[actix_web::test]
async fn a_user_whom_one_may_not_read_is_not_named() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(
        &policy,
        "\ng, reader, user\np, reader, companies, read\np, reader, users, read\n\
         where, reader, users, read, {\"field\": \"id\", \"operator\": \"equals\", \"value\": \"$user.id\"}\n\
         where, reader, companies, read, {\"field\": \"name\", \"operator\": \"equals\", \"value\": \"Seen\"}\n",
    );
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (admin, reader) = (app.sign_in("admin").await, app.sign_in("reader").await);
    let make = async |name: &str| {
        let made = admin.post("/api/backoffice/companies", json!({ "name": name })).await;
        made.expect(201)["_id"].as_str().unwrap().to_owned()
    };
    let (seen, unseen) = (make("Seen").await, make("Unseen").await);
    looks(&admin, &seen).await;
    assert!(looks(&reader, &seen).await.is_empty());
    assert_eq!(looks(&admin, &seen).await.len(), 1);
    let body = json!({ "resource": "companies", "recordId": unseen });
    reader.post(VIEWERS, body).await.expect(404);
}
