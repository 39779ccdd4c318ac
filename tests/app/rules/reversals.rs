//! What a user does not see stays as it is when the user undoes what others did, or merges records.

use kernel::testing::TestApp;
use serde_json::{Value, json};

use super::writes::{COMPANIES, SETS, WRITER, plan, request_of, rows, undo};
use super::{UNITS, World, under};
use crate::users::detail;

async fn company(app: &TestApp, body: Value) -> (String, String) {
    let made = app.sign_in("admin").await.post(COMPANIES, body).await.expect(201);
    let id = made["_id"].as_str().unwrap().to_owned();
    (format!("{COMPANIES}/{id}"), id)
}

#[actix_web::test]
async fn skipping_undo_refuses_what_its_user_cannot_read_and_reverses_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, WRITER).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let (open, open_id) = company(&app, json!({ "name": "Open" })).await;
    let (secret, secret_id) = company(&app, json!({ "name": "Secret" })).await;
    let (phoned, phoned_id) = company(&app, json!({ "name": "Phoned" })).await;
    let update = json!({ "address": "Creek" });
    let ids = [open_id.as_str(), &secret_id, &phoned_id];
    let set = plan(&admin, "companies", &ids, update).await;
    admin.post(&format!("{set}/apply"), json!({})).await.expect(200);
    admin.patch(&phoned, json!({ "email": "a@b.example" })).await.expect(200);
    // That it was changed since is not said of one that the agent does not see.
    admin.patch(&secret, json!({ "email": "a@b.example" })).await.expect(200);
    agent.post(&format!("{set}/undo"), json!({})).await.expect(403);
    agent.post(&format!("{set}/undo?skipChanged=true"), json!({})).await.expect(200);
    let states: Vec<Value> =
        rows(&admin, &set).await.iter().map(|row| row["state"].clone()).collect();
    assert_eq!(states, ["reversed", "refused", "kept"]);
    assert_eq!(admin.get(&open).await.expect(200)["address"], Value::Null);
    assert_eq!(admin.get(&secret).await.expect(200)["address"], "Creek");

    // A set of which nothing can be read is none.
    let set = plan(&admin, "companies", &[&secret_id], json!({ "address": "Palm" })).await;
    admin.post(&format!("{set}/apply"), json!({})).await.expect(200);
    agent.post(&format!("{set}/undo?skipChanged=true"), json!({})).await.expect(404);
}

#[actix_web::test]
async fn undo_leaves_a_hidden_field_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, WRITER).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let (path, id) = company(&app, json!({ "name": "Creekline", "phone": "1" })).await;
    let both = json!({ "phone": "2", "address": "Creek" });
    let changed = request_of(&admin.patch(&path, both.clone()).await);
    undo(&agent, &changed).await.expect(200);
    let company = admin.get(&path).await.expect(200);
    assert_eq!((&company["phone"], &company["address"]), (&json!("2"), &Value::Null));

    // Nothing that the agent sees is left to reverse.
    let changed = request_of(&admin.patch(&path, json!({ "phone": "3" })).await);
    let refused = undo(&agent, &changed).await;
    assert_eq!(refused.status, 409);
    assert_eq!(
        detail(&refused),
        "Creekline: What was done to it cannot be undone. Nothing was undone"
    );
    let set = plan(&admin, "companies", &[&id], json!({ "phone": "4" })).await;
    admin.post(&format!("{set}/apply"), json!({})).await.expect(200);
    agent.post(&format!("{set}/undo?skipChanged=true"), json!({})).await.expect(200);
    assert_eq!(rows(&admin, &set).await[0]["state"], "refused");
    assert_eq!(admin.get(&path).await.expect(200)["phone"], "4");

    // A masked field of a unit is no different.
    let world = World::of(&app).await;
    let unit = world.make(0, 1, json!({ "bedrooms": 1, "floor": 3 })).await;
    let path = format!("{UNITS}/{unit}");
    let changed = request_of(&admin.patch(&path, json!({ "bedrooms": 2, "floor": 4 })).await);
    undo(&agent, &changed).await.expect(200);
    let unit = admin.get(&path).await.expect(200);
    assert_eq!((&unit["bedrooms"], &unit["floor"]), (&json!(1), &json!(4)));
}

#[actix_web::test]
async fn merge_leaves_a_hidden_field_of_the_surviving_record_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, WRITER).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let (path, into) = company(&app, json!({ "name": "Creekline" })).await;
    let other = json!({ "name": "CREEKLINE", "phone": "1", "address": "Creek" });
    let (_, other) = company(&app, other).await;
    let set = json!({ "resource": "companies", "merge": { "into": into }, "ids": [other] });
    let set = agent.post(SETS, set).await.expect(201);
    assert_eq!(set["counts"]["error"], 0, "{set}");
    let set = format!("{SETS}/{}", set["_id"].as_str().unwrap());
    agent.post(&format!("{set}/apply"), json!({})).await.expect(200);
    let company = admin.get(&path).await.expect(200);
    assert_eq!((&company["phone"], &company["address"]), (&Value::Null, &json!("Creek")));
    agent.post(&format!("{set}/undo"), json!({})).await.expect(200);
    let other = admin.get(&format!("{COMPANIES}/{other}")).await.expect(200);
    assert_eq!(other["phone"], "1");
}

#[actix_web::test]
async fn version_that_a_user_may_not_read_is_not_restored() {
    let folder = tempfile::tempdir().unwrap();
    let app = super::app(&folder).await;
    let world = World::of(&app).await;
    let unit = world.make(0, 1, json!({ "status": "available", "bedrooms": 1 })).await;
    let path = format!("{UNITS}/{unit}");
    world.admin.patch(&path, json!({ "status": "sold", "bedrooms": 3 })).await.expect(200);
    world.admin.patch(&path, json!({ "status": "available", "bedrooms": 2 })).await.expect(200);
    let restore = format!("{path}/restore");
    world.broker.post(&restore, json!({ "version": 2 })).await.expect(403);
    assert_eq!(world.broker.get(&path).await.expect(200)["bedrooms"], 2);
    world.broker.post(&restore, json!({ "version": 1 })).await.expect(200);
    assert_eq!(world.broker.get(&path).await.expect(200)["bedrooms"], 1);
}

#[actix_web::test]
async fn deleted_record_comes_back_with_what_was_hidden_in_it_at_last() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, WRITER).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let (path, _) = company(&app, json!({ "name": "Creekline", "phone": "1" })).await;
    admin.patch(&path, json!({ "name": "Creek Line", "phone": "2" })).await.expect(200);
    admin.delete(&path).await.expect(204);
    agent.post(&format!("{path}/restore"), json!({ "version": 1 })).await.expect(200);
    let company = admin.get(&path).await.expect(200);
    assert_eq!((&company["name"], &company["phone"]), (&json!("Creekline"), &json!("2")));
}
