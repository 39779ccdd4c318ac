//! Change sets: planned, looked at, corrected, applied once, and discarded.

mod imports;

use actix_web::http::Method;
use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::policy::write_policy;
use crate::projects::{developer, project};

const SETS: &str = "/api/backoffice/change-sets";
const COMPANIES: &str = "/api/backoffice/companies";

/// Creates companies with these names; returns their identifiers.
async fn companies(admin: &TestClient<'_>, names: &[&str]) -> Vec<String> {
    let mut ids = Vec::new();
    for name in names {
        let made = admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
        ids.push(made["_id"].as_str().unwrap().to_owned());
    }
    ids
}

async fn names(admin: &TestClient<'_>) -> Vec<String> {
    let page = admin.get(&format!("{COMPANIES}?sort=name:asc")).await.expect(200);
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| item["name"].as_str().unwrap().to_owned()).collect()
}

async fn rows(client: &TestClient<'_>, set: &Value) -> Vec<Value> {
    let path = format!("{SETS}/{}/rows?limit=100", set["_id"].as_str().unwrap());
    client.get(&path).await.expect(200)["items"].as_array().unwrap().clone()
}

async fn on(client: &TestClient<'_>, set: &Value, rest: &str) -> Answer {
    client.post(&format!("{SETS}/{}/{rest}", set["_id"].as_str().unwrap()), json!({})).await
}

async fn import(client: &TestClient<'_>, path: &str, table: &str) -> Answer {
    client.request(Method::POST, path).file(table, &[]).send().await
}

fn counts(set: &Value) -> [i64; 5] {
    ["create", "update", "delete", "unchanged", "error"]
        .map(|name| set["counts"][name].as_i64().unwrap())
}

#[actix_web::test]
async fn update_is_planned_looked_at_and_applied_once() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &["Alpha", "Beta"]).await;
    let path = format!("{COMPANIES}/{}", ids[1]);
    admin.patch(&path, json!({ "address": "Palm" })).await.expect(200);
    let body = json!({ "resource": "companies", "update": { "address": "Palm" }, "ids": ids });
    assert_eq!(app.anonymous().post(SETS, body.clone()).await.status, 401);
    let refused = app.sign_in("analytics").await.post(SETS, body.clone()).await;
    let permission = json!({ "resource": "companies", "action": "read" });
    assert_eq!(refused.expect(403)["permission"], permission);

    let answer = admin.post(SETS, body).await;
    let location = answer.header("location").to_owned();
    let set = answer.expect(201);
    assert_eq!((set["kind"].as_str(), set["state"].as_str()), (Some("update"), Some("planned")));
    assert_eq!(counts(&set), [0, 1, 0, 1, 0]);
    assert_eq!(admin.get(&location).await.expect(200), set);
    let planned = rows(&admin, &set).await;
    let row = &planned[0];
    assert_eq!(row["record"], json!({ "_id": ids[0], "title": "Alpha" }));
    assert_eq!(row["changed"], json!(["address"]));
    assert_eq!(row["before"]["address"], Value::Null);
    assert_eq!(row["after"]["address"], "Palm");
    assert_eq!((row["action"].as_str(), row["state"].as_str()), (Some("update"), Some("planned")));
    assert_eq!(planned[1]["action"], "unchanged");
    let before = admin.get(&format!("{COMPANIES}/{}/history", ids[0])).await.expect(200);
    assert_eq!(before["total"], 1, "a plan writes nothing");

    let applied = on(&admin, &set, "apply").await;
    let request = applied.header("x-request-id").to_owned();
    let applied = applied.expect(200);
    assert_eq!(applied["state"], "applied");
    assert_eq!(applied["requestId"], request);
    let company = admin.get(&format!("{COMPANIES}/{}", ids[0])).await.expect(200);
    assert_eq!(company["address"], "Palm");
    let history = admin.get(&format!("{COMPANIES}/{}/history", ids[0])).await.expect(200);
    assert_eq!(
        (history["total"].as_i64(), &history["items"][0]["request"]),
        (Some(2), &applied["requestId"])
    );
    assert_eq!(rows(&admin, &set).await[0]["state"], "applied");
    assert_eq!(on(&admin, &set, "apply").await.status, 409);
    assert_eq!(admin.delete(&location).await.status, 409);
    let list = admin.get(SETS).await.expect(200);
    assert_eq!((list["total"].as_i64(), &list["items"][0]), (Some(1), &applied));
    assert_eq!(app.sign_in("analytics").await.get(SETS).await.expect(200)["total"], 0);
    assert_eq!(app.sign_in("analytics").await.get(&location).await.status, 404);
}

#[actix_web::test]
async fn request_that_fits_no_set_is_refused_at_its_fields() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &["Alpha"]).await;
    let ids = json!(ids);
    for (body, pointer) in [
        (json!({}), "/resource"),
        (json!({ "resource": "ships", "delete": true, "ids": ids }), "/resource"),
        (json!({ "resource": "companies", "ids": ids }), ""),
        (json!({ "resource": "companies", "update": {}, "delete": true, "ids": ids }), ""),
        (json!({ "resource": "companies", "delete": false, "ids": ids }), "/delete"),
        (json!({ "resource": "companies", "update": { "name": "" }, "ids": ids }), "/update/name"),
        (json!({ "resource": "companies", "update": { "size": 1 }, "ids": ids }), "/update/size"),
        (json!({ "resource": "companies", "delete": true }), "/ids"),
        (json!({ "resource": "companies", "delete": true, "ids": ids, "where": {} }), "/where"),
        (json!({ "resource": "companies", "delete": true, "ids": ["a"] }), "/ids/0"),
        (
            json!({ "resource": "companies", "delete": true, "ids": ["0123456789abcdef01234567"] }),
            "/ids/0",
        ),
        (json!({ "resource": "companies", "delete": true, "where": { "sort": 1 } }), "/where/sort"),
        (json!({ "resource": "companies", "delete": true, "ids": ids, "force": 1 }), "/force"),
        (json!({ "resource": "users", "delete": true, "where": {} }), "/delete"),
    ] {
        let answer = admin.post(SETS, body.clone()).await;
        assert_eq!(answer.status, 422, "{body}");
        assert!(
            answer.errors().iter().any(|(at, _)| *at == pointer),
            "{body}: {:?}",
            answer.errors()
        );
    }
    let unknown = json!({ "projectId": "0123456789abcdef01234567" });
    let body = json!({ "resource": "units", "update": unknown, "where": {} });
    assert_eq!(admin.post(SETS, body).await.errors()[0].0, "/update/projectId");
    assert_eq!(admin.get(SETS).await.expect(200)["total"], 0);
    assert_eq!(admin.get(&format!("{SETS}?search=a")).await.status, 400);
    assert_eq!(admin.get(&format!("{SETS}/0123456789abcdef01234567")).await.status, 404);
}

#[actix_web::test]
async fn records_changed_since_they_were_planned_are_named_and_can_be_planned_again() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &["Alpha", "Beta"]).await;
    let selected = json!({ "resource": "companies", "delete": true, "where": {} });
    let set = admin.post(SETS, selected).await.expect(201);
    assert_eq!(counts(&set), [0, 0, 2, 0, 0]);
    let beta = format!("{COMPANIES}/{}", ids[1]);
    admin.patch(&beta, json!({ "name": "Gamma" })).await.expect(200);

    let stale = on(&admin, &set, "apply").await;
    assert_eq!(stale.status, 409);
    assert_eq!(stale.errors(), [("/rows/2", "Beta has been changed since this was planned")]);
    assert!(stale.body["detail"].as_str().unwrap().contains("Beta"));
    assert_eq!(names(&admin).await, ["Alpha", "Gamma"]);
    let again = on(&admin, &set, "apply?replan=true").await.expect(200);
    assert_eq!(again["state"], "applied");
    assert_eq!(names(&admin).await, [""; 0]);
}

#[actix_web::test]
async fn what_still_has_errors_is_not_applied_and_rows_can_be_left_out() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let sky = developer(&admin, "Sky").await;
    project(&admin, "Marina", &sky).await;
    developer(&admin, "Sun").await;
    let body = json!({ "resource": "developers", "delete": true, "where": {} });
    let set = admin.post(SETS, body).await.expect(201);
    assert_eq!(counts(&set), [0, 0, 1, 0, 1]);
    let path = format!("{SETS}/{}/rows?errors=true", set["_id"].as_str().unwrap());
    let wrong = admin.get(&path).await.expect(200);
    assert_eq!(wrong["total"], 1);
    let row = &wrong["items"][0];
    assert!(row["errors"][0]["message"].as_str().unwrap().contains("referred to by 1 project"));
    assert_eq!(on(&admin, &set, "apply").await.status, 422);

    let row = format!("{SETS}/{}/rows/{}", set["_id"].as_str().unwrap(), row["row"]);
    assert_eq!(admin.delete(&row).await.status, 204);
    assert_eq!(admin.delete(&row).await.status, 404);
    assert_eq!(on(&admin, &set, "apply").await.expect(200)["counts"]["delete"], 1);
    let left = admin.get("/api/backoffice/developers").await.expect(200);
    assert_eq!(left[0]["name"], "Sky");
}

#[actix_web::test]
async fn plan_is_idempotent_and_discarded_sets_stay_in_the_list() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    companies(&admin, &["Alpha"]).await;
    let body = json!({ "resource": "companies", "update": { "address": "Palm" }, "where": {} });
    let plan = async || {
        let request = admin.request(Method::POST, SETS).header("idempotency-key", "once");
        request.json(&body).send().await.expect(201)
    };
    let set = plan().await;
    assert_eq!(plan().await, set);
    assert_eq!(admin.get(SETS).await.expect(200)["total"], 1);
    let path = format!("{SETS}/{}", set["_id"].as_str().unwrap());
    assert_eq!(admin.delete(&path).await.status, 204);
    assert_eq!(admin.delete(&path).await.status, 409);
    assert_eq!(on(&admin, &set, "apply").await.status, 409);
    let filters = json!({ "operator": "AND", "conditions":
        [{ "field": "state", "operator": "equals", "value": "discarded" }] });
    let filters = filters.to_string();
    let query = crate::encoded(&filters);
    assert_eq!(admin.get(&format!("{SETS}?filters={query}")).await.expect(200)["total"], 1);
}

#[actix_web::test]
async fn proposal_is_applied_by_another_user_with_approve() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(
        &policy,
        "g, agent, user\np, agent, backoffice, enter\np, agent, companies, read\n\
         p, agent, companies, propose\ng, checker, user\np, checker, backoffice, enter\n\
         p, checker, companies, read\np, checker, companies, approve",
    );
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let checker = app.sign_in("checker").await;
    let ids = companies(&admin, &["Alpha"]).await;
    let alpha = format!("{COMPANIES}/{}", ids[0]);

    let answer = agent.patch(&alpha, json!({ "address": "Palm" })).await;
    let proposed = answer.expect(202);
    assert_eq!(proposed["state"], "proposed");
    assert_eq!(agent.patch(&alpha, json!({ "name": "" })).await.errors()[0].0, "/name");
    assert_eq!(admin.get(&alpha).await.expect(200)["address"], Value::Null);
    let refused = on(&agent, &proposed, "apply").await;
    assert_eq!(refused.status, 403);
    assert_eq!(rows(&checker, &proposed).await[0]["after"]["address"], "Palm");
    assert_eq!(on(&checker, &proposed, "apply").await.expect(200)["state"], "applied");
    assert_eq!(admin.get(&alpha).await.expect(200)["address"], "Palm");

    // Nothing else than a form becomes a proposal.
    assert_eq!(import(&agent, &format!("{COMPANIES}/import"), "name\nEpsilon\n").await.status, 403);
    let all = json!({ "where": {}, "update": { "address": "Gate" } });
    assert_eq!(agent.patch(COMPANIES, all).await.status, 403);
    let deletion = agent.post(&format!("{COMPANIES}/delete"), json!({ "where": {} })).await;
    assert_eq!(deletion.status, 403);
    assert_eq!(names(&admin).await, ["Alpha"]);

    let made = agent.post(COMPANIES, json!({ "name": "Beta" })).await.expect(202);
    assert_eq!(counts(&made), [1, 0, 0, 0, 0]);
    let deletion = agent.delete(&alpha).await.expect(202);
    assert_eq!(counts(&deletion), [0, 0, 1, 0, 0]);
    let withdrawn = agent.delete(&format!("{SETS}/{}", made["_id"].as_str().unwrap())).await;
    assert_eq!(withdrawn.status, 204);
    let turned_down =
        checker.delete(&format!("{SETS}/{}", deletion["_id"].as_str().unwrap())).await;
    assert_eq!(turned_down.status, 204);
    assert_eq!(names(&admin).await, ["Alpha"]);
    let own = json!({ "resource": "companies", "update": { "address": "Quay" }, "ids": ids });
    assert_eq!(agent.post(SETS, own).await.expect(201)["state"], "proposed");
}

#[actix_web::test]
async fn applied_set_is_undone_as_a_whole_or_without_what_was_changed_since() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &["Alpha", "Beta"]).await;
    let body = json!({ "resource": "companies", "update": { "address": "Palm" }, "where": {} });
    let set = admin.post(SETS, body.clone()).await.expect(201);
    assert_eq!(on(&admin, &set, "undo").await.status, 409);
    on(&admin, &set, "apply").await.expect(200);
    assert_eq!(
        app.anonymous()
            .post(&format!("{SETS}/{}/undo", set["_id"].as_str().unwrap()), json!({}))
            .await
            .status,
        401
    );
    assert_eq!(on(&app.sign_in("analytics").await, &set, "undo").await.status, 404);
    assert_eq!(on(&admin, &set, "undo").await.expect(200)["state"], "undone");
    assert_eq!(on(&admin, &set, "undo").await.status, 409);
    let states = rows(&admin, &set).await;
    assert!(states.iter().all(|row| row["state"] == "reversed"));
    assert_eq!(in_state(&admin, &set, "reversed").await, 2);
    for id in &ids {
        let company = admin.get(&format!("{COMPANIES}/{id}")).await.expect(200);
        assert_eq!(company["address"], Value::Null);
    }

    let again = admin.post(SETS, body).await.expect(201);
    on(&admin, &again, "apply").await.expect(200);
    assert_eq!(in_state(&admin, &again, "reversed").await, 0);
    let beta = format!("{COMPANIES}/{}", ids[1]);
    admin.patch(&beta, json!({ "address": "Creek" })).await.expect(200);
    let refused = on(&admin, &again, "undo").await;
    assert_eq!(refused.status, 409);
    assert!(refused.body["detail"].as_str().unwrap().contains("Beta"), "{}", refused.body);
    on(&admin, &again, "undo?skipChanged=true").await.expect(200);
    let states = rows(&admin, &again).await;
    let states: Vec<&str> = states.iter().map(|row| row["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["reversed", "kept"]);
    for state in ["reversed", "kept"] {
        assert_eq!(in_state(&admin, &again, state).await, 1);
    }
    assert_eq!(admin.get(&beta).await.expect(200)["address"], "Creek");
    let alpha = admin.get(&format!("{COMPANIES}/{}", ids[0])).await.expect(200);
    assert_eq!(alpha["address"], Value::Null);
}

/// Counts the rows of a set that have become this.
async fn in_state(client: &TestClient<'_>, set: &Value, state: &str) -> i64 {
    let path = format!("{SETS}/{}/rows?state={state}", set["_id"].as_str().unwrap());
    client.get(&path).await.expect(200)["total"].as_i64().unwrap()
}

#[actix_web::test]
async fn undo_of_an_undo_applies_the_set_again() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &["Alpha", "Beta"]).await;
    let body = json!({ "resource": "companies", "update": { "address": "Palm" }, "ids": ids });
    let set = admin.post(SETS, body).await.expect(201);
    on(&admin, &set, "apply").await.expect(200);
    let beta = format!("{COMPANIES}/{}", ids[1]);
    admin.patch(&beta, json!({ "address": "Creek" })).await.expect(200);
    let undone = on(&admin, &set, "undo?skipChanged=true").await;
    let request = undone.header("x-request-id").to_owned();
    undone.expect(200);
    let redo = json!({ "requestId": request });
    admin.post("/api/backoffice/undo", redo).await.expect(200);
    let path = format!("{SETS}/{}", set["_id"].as_str().unwrap());
    assert_eq!(admin.get(&path).await.expect(200)["state"], "applied");
    assert!(rows(&admin, &set).await.iter().all(|row| row["state"] == "applied"));
    let alpha = admin.get(&format!("{COMPANIES}/{}", ids[0])).await.expect(200);
    assert_eq!(alpha["address"], "Palm");
    // It is undone again, but for what was changed since.
    assert_eq!(on(&admin, &set, "undo").await.expect(200)["state"], "undone");
    assert_eq!(admin.get(&beta).await.expect(200)["address"], "Creek");
}

#[actix_web::test]
async fn plan_holds_no_secret_and_knows_nothing_of_what_its_maker_may_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(
        &policy,
        "g, agent, user\np, agent, backoffice, enter\np, agent, companies, read\n\
         p, agent, companies, update\n\
         where, agent, companies, read, {\"field\": \"name\", \"operator\": \"equals\", \"value\": \"Alpha\"}",
    );
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let ids = companies(&admin, &["Alpha", "Beta"]).await;
    let body = |ids: &[String]| json!({ "resource": "companies", "update": { "address": "Palm" }, "ids": ids });
    let refused = agent.post(SETS, body(&ids)).await;
    assert_eq!(refused.errors(), [("/ids/1", "There is no such company")]);
    let set = agent.post(SETS, body(&ids[..1])).await.expect(201);
    assert_eq!(counts(&set), [0, 1, 0, 0, 0]);
    let of_admin = admin.post(SETS, body(&ids)).await.expect(201);
    let seen = rows(&agent, &of_admin).await;
    assert_eq!(seen[1]["record"], Value::Null);
    assert_eq!([&seen[1]["before"], &seen[1]["after"]], [&Value::Null, &Value::Null]);
    let out = json!({ "resource": "companies", "update": { "name": "Gamma" }, "ids": ids[..1] });
    let out = agent.post(SETS, out).await.expect(201);
    assert_eq!(counts(&out), [0, 0, 0, 0, 1]);
    assert!(
        rows(&agent, &out).await[0]["errors"][0]["message"]
            .as_str()
            .unwrap()
            .contains("out of what")
    );

    let table = "email,firstName,lastName,roles,password\n\
                 one@example.com,One,User,user,correct horse battery\n";
    let set = import(&admin, "/api/backoffice/users/import?plan=true", table).await.expect(201);
    let planned = rows(&admin, &set).await;
    assert_eq!(planned[0]["errors"][0]["pointer"], "/password", "{planned:?}");
    assert!(!serde_json::to_string(&planned).unwrap().contains("battery"));
}
