//! The history of records, and the restoration of earlier versions.

use actix_web::http::Method;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const COMPANIES: &str = "/api/backoffice/companies";
const DEVELOPERS: &str = "/api/backoffice/developers";
const PROJECTS: &str = "/api/backoffice/projects";
const UNITS: &str = "/api/backoffice/units";

async fn created(admin: &TestClient<'_>, path: &str, body: Value) -> String {
    let record = admin.post(path, body).await.expect(201);
    format!("{path}/{}", record["_id"].as_str().unwrap())
}

async fn history(admin: &TestClient<'_>, path: &str) -> Vec<Value> {
    let page = admin.get(&format!("{path}/history")).await.expect(200);
    page["items"].as_array().unwrap().clone()
}

async fn restore(admin: &TestClient<'_>, path: &str, version: i64) -> kernel::testing::Answer {
    admin.post(&format!("{path}/restore"), json!({ "version": version })).await
}

#[actix_web::test]
async fn every_change_is_a_version_with_actor_time_and_changes() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = created(&admin, COMPANIES, json!({ "name": "Creekline" })).await;
    assert_eq!(app.anonymous().get(&format!("{path}/history")).await.status, 401);
    assert_eq!(app.sign_in("user").await.get(&format!("{path}/history")).await.status, 403);

    let changed = admin.patch(&path, json!({ "phone": "1", "email": "a@b.example" })).await;
    let request = changed.header("x-request-id").to_owned();
    changed.expect(200);
    // A request that changes nothing writes no version.
    admin.patch(&path, json!({ "phone": "1" })).await.expect(200);
    admin.delete(&path).await.expect(204);

    let page = admin.get(&format!("{path}/history?limit=2")).await.expect(200);
    assert_eq!((&page["total"], &page["totalPages"]), (&json!(3), &json!(2)));
    let versions = history(&admin, &path).await;
    let actions: Vec<(i64, &str)> = versions
        .iter()
        .map(|one| (one["version"].as_i64().unwrap(), one["action"].as_str().unwrap()))
        .collect();
    assert_eq!(actions, [(3, "delete"), (2, "update"), (1, "create")]);
    let [deletion, update, creation] = versions.as_slice() else { panic!("three versions") };
    assert_eq!(update["changed"], json!(["email", "phone"]));
    assert_eq!(
        (&update["before"]["phone"], &update["after"]["phone"]),
        (&Value::Null, &json!("1"))
    );
    assert_eq!(update["request"], request);
    let me = admin.get("/api/auth/me").await.expect(200);
    assert_eq!(update["actor"]["id"], me["user"]["id"]);
    assert_eq!(update["actor"]["name"], "Test Person");
    assert!(update["at"].as_str().unwrap().ends_with('Z'));
    assert_eq!((&creation["before"], &creation["changed"]), (&Value::Null, &json!(["name"])));
    assert_eq!((&deletion["after"], &deletion["before"]["phone"]), (&Value::Null, &json!("1")));

    let never = format!("{COMPANIES}/0123456789abcdef01234567/history");
    assert_eq!(admin.get(&never).await.status, 404);
    assert_eq!(admin.get(&format!("{path}/history?limit=0")).await.status, 400);
}

#[actix_web::test]
async fn rejected_change_leaves_no_version() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = created(&admin, COMPANIES, json!({ "name": "Creekline" })).await;
    assert_eq!(admin.patch(&path, json!({ "email": "nobody" })).await.status, 422);
    let stale = admin.request(Method::PATCH, &path).header("if-match", "\"x\"");
    assert_eq!(stale.json(&json!({ "phone": "1" })).send().await.status, 412);
    assert_eq!(history(&admin, &path).await.len(), 1);
}

#[actix_web::test]
async fn earlier_version_is_restored_as_a_new_one() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let first = json!({ "name": "Creekline", "phone": "1" });
    let path = created(&admin, COMPANIES, first).await;
    admin
        .patch(&path, json!({ "name": "Other", "phone": null, "email": "a@b.example" }))
        .await
        .expect(200);

    let user = app.sign_in("user").await;
    assert_eq!(app.anonymous().post(&format!("{path}/restore"), json!({})).await.status, 401);
    assert_eq!(restore(&user, &path, 1).await.status, 403);
    for (body, pointer) in [
        (json!({}), "/version"),
        (json!({ "version": 0 }), "/version"),
        (json!({ "version": 9 }), "/version"),
        (json!({ "version": 1, "why": "x" }), "/why"),
    ] {
        let refused = admin.post(&format!("{path}/restore"), body).await;
        assert_eq!((refused.status.as_u16(), refused.errors()[0].0), (422, pointer));
    }
    let stale = admin.request(Method::POST, &format!("{path}/restore")).header("if-match", "\"x\"");
    assert_eq!(stale.json(&json!({ "version": 1 })).send().await.status, 412);

    let restored = restore(&admin, &path, 1).await;
    assert_ne!(restored.header("etag"), "");
    let restored = restored.expect(200);
    assert_eq!((&restored["name"], &restored["phone"]), (&json!("Creekline"), &json!("1")));
    assert_eq!(restored["email"], Value::Null);
    let latest = &history(&admin, &path).await[0];
    assert_eq!((&latest["version"], &latest["action"]), (&json!(3), &json!("restore")));
    // The record has this state already: nothing happens, and no version is written.
    restore(&admin, &path, 1).await.expect(200);
    assert_eq!(history(&admin, &path).await.len(), 3);
}

#[actix_web::test]
async fn deleted_record_is_restored_under_its_identifier() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = created(&admin, COMPANIES, json!({ "name": "Creekline", "phone": "1" })).await;
    let before = admin.get(&path).await.expect(200);
    admin.delete(&path).await.expect(204);
    let request =
        admin.request(Method::POST, &format!("{path}/restore")).header("if-match", "\"x\"");
    assert_eq!(request.json(&json!({ "version": 1 })).send().await.status, 412);
    let refused = restore(&admin, &path, 2).await;
    assert_eq!(
        refused.errors(),
        [("/version", "Version 2 is a deletion; restore the one before it")]
    );
    assert_eq!(
        restore(&admin, &format!("{COMPANIES}/0123456789abcdef01234567"), 1).await.status,
        404
    );

    let restored = restore(&admin, &path, 1).await.expect(200);
    assert_eq!(restored["_id"], before["_id"]);
    assert_eq!(restored["createdAt"], before["createdAt"]);
    assert_eq!(admin.get(&path).await.expect(200)["phone"], "1");
    let latest = &history(&admin, &path).await[0];
    assert_eq!((&latest["version"], &latest["action"]), (&json!(3), &json!("restore")));
    assert_eq!(latest["before"], Value::Null);
}

#[actix_web::test]
async fn restoring_applies_current_validation() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let emaar = created(&admin, DEVELOPERS, json!({ "name": "Emaar" })).await;
    let nakheel = created(&admin, DEVELOPERS, json!({ "name": "Nakheel" })).await;
    let project = json!({
        "name": "Creek Rise", "location": "Dubai Creek", "developer": { "_id": id(&emaar) },
        "coordinates": { "latitude": 25.2, "longitude": 55.3 },
    });
    let project = created(&admin, PROJECTS, project).await;
    admin
        .patch(&project, json!({ "developer": { "_id": id(&nakheel) }, "coordinates": null }))
        .await
        .expect(200);
    let unit = json!({
        "unitNumber": "A-1", "projectId": id(&project), "developerId": id(&nakheel),
        "totalAreaInSqFt": 900, "purchasePriceInAED": 1_000_000, "yearlyRentInAED": 80_000,
        "serviceChargesPerSqFt": 15.5,
    });
    let unit_path = created(&admin, UNITS, unit.clone()).await;

    let restored = restore(&admin, &project, 1).await.expect(200);
    assert_eq!(restored["developer"]["name"], "Emaar");
    assert_eq!(restored["coordinates"]["latitude"], 25.2);
    restore(&admin, &project, 2).await.expect(200);

    // Its developer is deleted, so that the version cannot be restored.
    admin.delete(&emaar).await.expect(204);
    let refused = restore(&admin, &project, 1).await;
    assert_eq!(refused.errors(), [("/developer/_id", "There is no such developer")]);
    // Another unit has its number by now.
    admin.delete(&unit_path).await.expect(204);
    let other = created(&admin, UNITS, unit).await;
    let refused = restore(&admin, &unit_path, 1).await;
    assert_eq!(refused.status, 409);
    assert_eq!(refused.errors()[0].0, "/unitNumber");
    admin.delete(&other).await.expect(204);
    let back = restore(&admin, &unit_path, 1).await.expect(200);
    assert_eq!(
        (&back["unitNumber"], &back["project"]["name"]),
        (&json!("A-1"), &json!("Creek Rise"))
    );
}

#[actix_web::test]
async fn record_created_by_the_command_line_has_an_initial_version() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (account, _) = app.account("user").await;
    let path = format!("/api/backoffice/users/{account}");
    admin.patch(&path, json!({ "firstName": "Mona" })).await.expect(200);
    let versions = history(&admin, &path).await;
    let [change, creation] = versions.as_slice() else { panic!("{versions:?}") };
    assert_eq!((&change["version"], &change["changed"]), (&json!(2), &json!(["firstName"])));
    assert_eq!(
        (&creation["action"], &creation["actor"]["name"]),
        (&json!("create"), &json!("Operator"))
    );
    assert_eq!(creation["at"], creation["after"]["createdAt"]);
    assert_eq!(restore(&admin, &path, 1).await.expect(200)["firstName"], "Test");
}
