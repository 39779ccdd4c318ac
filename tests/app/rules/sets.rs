//! Rules in change sets: a field that is hidden is unknown to a plan, and rows of records that are not seen are none.

use actix_web::http::Method;
use kernel::testing::TestClient;
use serde_json::{Value, json};

use super::{World, app, under};

const SETS: &str = "/api/backoffice/change-sets";

async fn plan(client: &TestClient<'_>, update: Value, ids: &[&String]) -> kernel::testing::Answer {
    client.post(SETS, json!({ "resource": "units", "update": update, "ids": ids })).await
}

#[actix_web::test]
async fn hidden_field_is_unknown_to_plans_and_corrections() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let world = World::of(&app).await;
    let shown = world.make(0, 1, json!({ "status": "available", "bedrooms": 1 })).await;
    for field in ["serviceChargesPerSqFt", "nothing"] {
        let refused = plan(&world.broker, json!({ field: 1 }), &[&shown]).await;
        let pointer = format!("/update/{field}");
        assert_eq!(refused.errors(), [(pointer.as_str(), "There is no such field")]);
    }
    let set = plan(&world.broker, json!({ "bedrooms": 2 }), &[&shown]).await.expect(201);
    let row = format!("{SETS}/{}/rows/1", set["_id"].as_str().unwrap());
    for field in ["serviceChargesPerSqFt", "nothing"] {
        let refused = world.broker.patch(&row, json!({ "after": { field: 1 } })).await;
        let pointer = format!("/after/{field}");
        assert_eq!(refused.errors(), [(pointer.as_str(), "There is no such field")]);
    }
}

#[actix_web::test]
async fn new_row_of_ones_own_set_is_corrected_and_left_out_whatever_rules_say_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let lines = r#"
g, agent, user
p, agent, companies, read
p, agent, companies, create
where, agent, companies, read, {"field": "name", "operator": "starts_with", "value": "Open"}
"#;
    let app = under(&folder, lines).await;
    let agent = app.sign_in("agent").await;
    let request = agent.request(Method::POST, "/api/backoffice/companies/import?plan=true");
    let set = request.file("name\nClosed one\nClosed two\n", &[]).send().await.expect(201);
    let set = format!("{SETS}/{}", set["_id"].as_str().unwrap());
    agent.post(&format!("{set}/apply"), json!({})).await.expect(422);
    let listed = agent.get(&format!("{set}/rows")).await.expect(200);
    let row = &listed["items"][0];
    assert_eq!(row["after"]["name"], "Closed one");
    assert!(!row["errors"][0]["message"].as_str().unwrap().is_empty());
    let correction = json!({ "after": { "name": "Open two" } });
    agent.patch(&format!("{set}/rows/2"), correction).await.expect(200);
    agent.delete(&format!("{set}/rows/1")).await.expect(204);
    agent.post(&format!("{set}/apply"), json!({})).await.expect(200);
    let listed = agent.get("/api/backoffice/companies").await.expect(200);
    assert_eq!((&listed["total"], &listed["items"][0]["name"]), (&json!(1), &json!("Open two")));
}

#[actix_web::test]
async fn row_of_a_record_that_is_not_seen_can_be_neither_corrected_nor_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let world = World::of(&app).await;
    let sold = world.make(0, 1, json!({ "status": "sold", "bedrooms": 1 })).await;
    let shown = world.make(0, 2, json!({ "status": "available", "bedrooms": 1 })).await;
    let set = plan(&world.admin, json!({ "bedrooms": 2 }), &[&sold, &shown]).await.expect(201);
    let rows = format!("{SETS}/{}/rows", set["_id"].as_str().unwrap());
    let listed = world.broker.get(&rows).await.expect(200);
    for row in listed["items"].as_array().unwrap() {
        let status = if row["record"].is_null() { 404 } else { 200 };
        let path = format!("{rows}/{}", row["row"]);
        let correction = json!({ "after": { "bedrooms": 3 } });
        assert_eq!(world.broker.patch(&path, correction).await.status, status);
        let status = if status == 404 { 404 } else { 204 };
        assert_eq!(world.broker.delete(&path).await.status, status);
    }
    let left = world.admin.get(&rows).await.expect(200);
    assert_eq!((&left["total"], &left["items"][0]["record"]["_id"]), (&json!(1), &json!(sold)));
}

#[actix_web::test]
async fn request_of_a_set_has_no_identifier_of_a_record_that_is_not_seen() {
    let folder = tempfile::tempdir().unwrap();
    let lines = r#"
g, agent, user
p, agent, backoffice, enter
p, agent, projects, read
p, agent, units, *
p, agent, rotations, *
p, agent, developers, *
where, agent, projects, read, {"field": "name", "operator": "starts_with", "value": "Marina"}
where, agent, developers, read, {"field": "name", "operator": "starts_with", "value": "Nakheel"}
fields, agent, units, mask, floor
"#;
    let app = under(&folder, lines).await;
    let world = World::of(&app).await;
    let [marina, palm] = [&world.projects[0], &world.projects[1]];
    let unit = world.make(0, 1, json!({})).await;
    let week = json!({ "name": "Now", "projectIds": [marina] });
    let rotation =
        world.admin.post("/api/backoffice/projects/weekly-rotations", week).await.expect(201);
    let other = world.admin.post("/api/backoffice/developers", json!({ "name": "Emaar" })).await;
    let other = other.expect(201)["_id"].clone();
    for (resource, request, ids, seen) in [
        (
            "units",
            json!({ "update": { "projectId": palm, "floor": 3 } }),
            json!([unit]),
            json!({ "update": { "projectId": null, "floor": null } }),
        ),
        (
            "units",
            json!({ "update": { "projectId": marina } }),
            json!([unit]),
            json!({ "update": { "projectId": marina } }),
        ),
        (
            "rotations",
            json!({ "update": { "projectIds": [palm, marina] } }),
            json!([rotation["_id"]]),
            json!({ "update": { "projectIds": [marina] } }),
        ),
        (
            "developers",
            json!({ "merge": { "into": other } }),
            json!([world.developer]),
            json!({ "merge": { "into": null } }),
        ),
    ] {
        let mut body = request.clone();
        body["resource"] = resource.into();
        body["ids"] = ids;
        let set = world.admin.post(SETS, body).await.expect(201);
        let path = format!("{SETS}/{}", set["_id"].as_str().unwrap());
        assert_eq!(world.admin.get(&path).await.expect(200)["request"], request, "{resource}");
        assert_eq!(world.broker.get(&path).await.expect(200)["request"], seen, "{resource}");
        let listed = world.broker.get(&format!("{SETS}?resource={resource}")).await.expect(200);
        assert_eq!(listed["items"][0]["request"], seen, "{resource}");
    }
}
