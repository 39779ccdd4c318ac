//! A bulk request with a change of its own for each record makes all of them, or none.

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const COMPANIES: &str = "/api/backoffice/companies";

async fn companies(admin: &TestClient<'_>, names: &[&str]) -> Vec<String> {
    let mut ids = Vec::new();
    for name in names {
        let record = admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
        ids.push(record["_id"].as_str().unwrap().to_owned());
    }
    ids
}

fn change(id: &str, update: Value) -> Value {
    json!({ "_id": id, "update": update })
}

async fn names(admin: &TestClient<'_>) -> Vec<Value> {
    let page = admin.get(&format!("{COMPANIES}?sort=_id:asc")).await.expect(200);
    page["items"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect()
}

#[actix_web::test]
async fn each_record_gets_its_own_change_and_a_version() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &["A", "B", "C"]).await;
    let body = json!({ "changes": [
        { "_id": ids[2], "was": { "name": "C", "phone": null }, "update": { "name": "Z" } },
        change(&ids[0], json!({ "name": " X ", "phone": "+971 4 000 0000" })),
        change(&ids[1], json!({ "name": "B" })),
    ] });
    assert_eq!(app.anonymous().patch(COMPANIES, body.clone()).await.status, 401);
    assert_eq!(app.sign_in("analytics").await.patch(COMPANIES, body.clone()).await.status, 403);

    let report = admin.patch(COMPANIES, body).await.expect(200);
    assert_eq!(report, json!({ "updated": 2, "unchanged": 1 }));
    assert_eq!(names(&admin).await, ["X", "B", "Z"]);
    let history = admin.get(&format!("{COMPANIES}/{}/history", ids[0])).await.expect(200);
    assert_eq!(history["items"][0]["changed"], json!(["name", "phone"]));
}

#[actix_web::test]
async fn a_dry_run_of_changes_answers_as_they_would_and_changes_nothing() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &["A", "B"]).await;
    let dry = format!("{COMPANIES}?dryRun=true");
    let good = json!({ "changes": [
        { "_id": ids[0], "was": { "name": "A" }, "update": { "name": "X" } },
        change(&ids[1], json!({ "name": "B" })),
    ] });
    let stale = json!({ "changes": [
        { "_id": ids[0], "was": { "name": "Z" }, "update": { "name": "X" } },
    ] });
    assert_eq!(app.anonymous().patch(&dry, good.clone()).await.status, 401);
    assert_eq!(app.sign_in("analytics").await.patch(&dry, good.clone()).await.status, 403);
    assert_eq!(admin.patch(&dry, stale).await.status, 409);

    let rehearsed = admin.patch(&dry, good.clone()).await.expect(200);
    assert_eq!(rehearsed, json!({ "updated": 1, "unchanged": 1 }));
    assert_eq!(names(&admin).await, ["A", "B"]);
    let history = admin.get(&format!("{COMPANIES}/{}/history", ids[0])).await.expect(200);
    assert_eq!(history["items"].as_array().unwrap().len(), 1);

    assert_eq!(admin.patch(COMPANIES, good).await.expect(200), rehearsed);
    assert_eq!(names(&admin).await, ["X", "B"]);
}

#[actix_web::test]
async fn what_one_change_lacks_refuses_all_and_is_reported_at_each() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &["A", "B", "C"]).await;
    let unknown = "0123456789abcdef01234567";
    let good = change(&ids[0], json!({ "name": "X" }));
    let many: Vec<Value> =
        (0..5_001).map(|number| change(&format!("{number:024x}"), json!({}))).collect();
    for (body, pointers) in [
        (json!({ "changes": [] }), vec!["/changes"]),
        (json!({ "changes": many }), vec!["/changes"]),
        (json!({ "changes": [good], "why": 1 }), vec![""]),
        (json!({ "changes": [good, 1] }), vec!["/changes/1"]),
        (json!({ "changes": [good, { "_id": ids[1] }] }), vec!["/changes/1/update"]),
        (json!({ "changes": [good, good] }), vec!["/changes/1/_id"]),
        (
            json!({ "changes": [
                good, change(unknown, json!({ "name": "Y" })), change("x", json!({})),
            ] }),
            vec!["/changes/2/_id"],
        ),
        (
            json!({ "changes": [good, change(unknown, json!({ "name": "Y" }))] }),
            vec!["/changes/1/_id"],
        ),
        (
            json!({ "changes": [
                change(&ids[2], json!({ "name": "" })), good, change(&ids[1], json!({ "colour": "red" })),
            ] }),
            vec!["/changes/0/update/name", "/changes/2/update/colour"],
        ),
        (
            json!({ "changes": [{ "_id": ids[0], "was": { "colour": 1 }, "update": {}, "why": 1 }] }),
            vec!["/changes/0/was/colour", "/changes/0/why"],
        ),
    ] {
        let refused = admin.patch(COMPANIES, body.clone()).await;
        let shown: String = body.to_string().chars().take(200).collect();
        assert_eq!(refused.status, 422, "{shown}: {}", refused.body);
        let mut reported: Vec<&str> = refused.errors().iter().map(|error| error.0).collect();
        reported.sort_unstable();
        assert_eq!(reported, pointers, "{shown}");
    }
    assert_eq!(names(&admin).await, ["A", "B", "C"]);
}

#[actix_web::test]
async fn a_value_that_was_changed_meanwhile_refuses_all() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &["A", "B"]).await;
    let path = format!("{COMPANIES}/{}", ids[1]);
    admin.patch(&path, json!({ "phone": "+971 4 111 1111" })).await.expect(200);
    let body = |was: Value| {
        json!({ "changes": [
            { "_id": ids[0], "was": { "name": "A" }, "update": { "name": "X" } },
            { "_id": ids[1], "was": was, "update": { "name": "Y" } },
        ] })
    };
    let refused = admin.patch(COMPANIES, body(json!({ "name": "B", "phone": null }))).await;
    assert_eq!(refused.status, 409);
    assert_eq!(refused.errors(), [("/changes/1/was/phone", "This has been changed meanwhile")]);
    assert_eq!(names(&admin).await, ["A", "B"]);
    // Another field was changed: that is no conflict.
    admin.patch(COMPANIES, body(json!({ "name": "B" }))).await.expect(200);
    assert_eq!(names(&admin).await, ["X", "Y"]);
}

#[actix_web::test]
async fn what_only_the_database_knows_undoes_the_changes_before_it() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (_, units) = crate::bulk::units(&admin).await;
    let taken = json!({ "changes": [
        // As a client reads it: the server stores a number with decimals.
        { "_id": units[0], "was": { "totalAreaInSqFt": 900 }, "update": { "floor": 3 } },
        change(&units[1], json!({ "unitNumber": "A-10" })),
    ] });
    let refused = admin.patch("/api/backoffice/units", taken).await;
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert_eq!(refused.errors()[0].0, "/changes/1/update/unitNumber");
    let unit = admin.get(&format!("/api/backoffice/units/{}", units[0])).await.expect(200);
    assert_eq!(unit["floor"], Value::Null);
}
