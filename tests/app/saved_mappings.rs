//! Saved mappings of imports: one's own and the shared ones of others.

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const PATH: &str = "/api/backoffice/saved-mappings";
const UNITS: &str = "/api/backoffice/saved-mappings?resource=units";

fn mapping() -> Value {
    json!({
        "columns": { "Sold for": "purchasePriceInAED", "Remarks": null },
        "existing": "update", "repeated": "last", "empty": "keep",
        "writing": { "separator": "semicolon", "dateOrder": "dayMonthYear" },
    })
}

fn named(name: &str) -> Value {
    json!({ "resource": "units", "name": name, "mapping": mapping() })
}

async fn names(client: &TestClient<'_>, path: &str) -> Vec<String> {
    let list = client.get(path).await.expect(200);
    let name = |one: &Value| {
        let mark = if one["isDefault"] == true { "*" } else { "" };
        format!("{}{mark}", one["name"].as_str().unwrap())
    };
    list.as_array().unwrap().iter().map(name).collect()
}

#[actix_web::test]
async fn a_mapping_is_saved_shared_changed_and_deleted() {
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(app.anonymous().get(UNITS).await.status, 401);
    assert_eq!(app.anonymous().post(PATH, named("A")).await.status, 401);
    let analyst = app.sign_in("analytics").await;
    analyst.get(UNITS).await.expect(403);
    analyst.post(PATH, named("A")).await.expect(403);

    let (admin, other) = (app.sign_in("admin").await, app.sign_in("admin").await);
    let saved = admin.post(PATH, named("  Registry ")).await;
    let location = saved.header("location").to_owned();
    let saved = saved.expect(201);
    assert_eq!((&saved["name"], &saved["resource"]), (&json!("Registry"), &json!("units")));
    assert_eq!(saved["mapping"], mapping());
    assert_eq!((&saved["own"], &saved["shared"]), (&json!(true), &json!(false)));
    assert_eq!(names(&admin, UNITS).await, ["Registry"]);
    assert!(names(&other, UNITS).await.is_empty());
    assert!(names(&admin, "/api/backoffice/saved-mappings?resource=projects").await.is_empty());
    // It is neither a filter of the same resource nor a view.
    assert!(names(&admin, "/api/backoffice/saved-filters?resource=units").await.is_empty());
    let id = location.rsplit('/').next().unwrap();
    admin.delete(&format!("/api/backoffice/saved-filters/{id}")).await.expect(404);
    let body = json!({ "schedule": { "time": "08:00" }, "format": "html" });
    admin
        .post(&format!("/api/backoffice/saved-filters/{id}/subscriptions"), body)
        .await
        .expect(404);

    other.patch(&location, json!({ "name": "Mine" })).await.expect(404);
    admin.patch(&location, json!({ "shared": true, "isDefault": true })).await.expect(200);
    assert_eq!(names(&admin, UNITS).await, ["Registry*"]);
    assert_eq!(names(&other, UNITS).await, ["Registry"]);
    other.patch(&location, json!({ "name": "Mine" })).await.expect(403);
    let changed = admin.patch(&location, json!({ "mapping": { "columns": {} } })).await.expect(200);
    assert_eq!(changed["mapping"]["columns"], json!({}));
    admin.delete(&location).await.expect(204);
    assert!(names(&other, UNITS).await.is_empty());
}

#[actix_web::test]
async fn what_is_no_mapping_is_refused_at_its_place() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for query in ["", "?resource=nothing"] {
        admin.get(&format!("{PATH}{query}")).await.expect(400);
    }
    for (change, pointer) in [
        (json!({ "resource": "nothing" }), "/resource"),
        (json!({ "name": " " }), "/name"),
        (json!({ "mapping": null }), "/mapping"),
        (json!({ "mapping": { "columns": { "A": 1 } } }), "/mapping/columns/A"),
        (json!({ "mapping": { "columns": {}, "existing": "never" } }), "/mapping/existing"),
        (json!({ "mapping": { "columns": { "A": "x".repeat(70_000) } } }), "/mapping"),
        (json!({ "more": 1 }), "/more"),
    ] {
        let mut body = named("A");
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let answer = admin.post(PATH, body).await;
        assert_eq!(answer.status, 422, "{change}: {}", answer.body);
        assert_eq!(answer.errors()[0].0, pointer, "{change}: {}", answer.body);
    }
}
