//! Merges: two spellings of one thing become one record, and what refers to them follows.

use kernel::testing::{Answer, TestApp, TestClient, generated};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::{ESTIMATIONS, estimators, place};
use crate::lists_in_memory::unit;
use crate::policy::write_policy;
use crate::projects::{developer, project};
use crate::users::detail;

const SETS: &str = "/api/backoffice/change-sets";
const DEVELOPERS: &str = "/api/backoffice/developers";
const PROJECTS: &str = "/api/backoffice/projects";
const UNITS: &str = "/api/backoffice/units";
const ROTATIONS: &str = "/api/backoffice/projects/weekly-rotations";
const UNKNOWN: &str = "0123456789abcdef01234567";

/// Plans a merge.
async fn plan(client: &TestClient<'_>, resource: &str, into: &Value, ids: &[&Value]) -> Answer {
    let body = json!({ "resource": resource, "merge": { "into": into }, "ids": ids });
    client.post(SETS, body).await
}

async fn on(client: &TestClient<'_>, set: &Value, rest: &str) -> Answer {
    client.post(&format!("{SETS}/{}/{rest}", set["_id"].as_str().unwrap()), json!({})).await
}

async fn rows(client: &TestClient<'_>, set: &Value) -> Vec<Value> {
    let path = format!("{SETS}/{}/rows?limit=100", set["_id"].as_str().unwrap());
    client.get(&path).await.expect(200)["items"].as_array().unwrap().clone()
}

/// Returns the records of a resource.
async fn export(admin: &TestClient<'_>, path: &str) -> Vec<Value> {
    let page = admin.get(&format!("{path}?limit=100&sort=_id:asc")).await.expect(200);
    page["items"].as_array().unwrap().clone()
}

async fn everything(admin: &TestClient<'_>) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for path in [DEVELOPERS, PROJECTS, UNITS, ROTATIONS] {
        all.push(export(admin, path).await);
    }
    all
}

async fn made(admin: &TestClient<'_>, path: &str, body: Value) -> Value {
    admin.post(path, body).await.expect(201)["_id"].clone()
}

fn at(path: &str, id: &Value) -> String {
    format!("{path}/{}", id.as_str().unwrap())
}

async fn new_unit(
    admin: &TestClient<'_>,
    project: &Value,
    developer: &Value,
    number: usize,
) -> Value {
    let mut random = kernel::seeded::SeededRandom::new(number as u64, 0, 0);
    let of = (project.as_str().unwrap(), developer.as_str().unwrap());
    let mut body = unit(&mut random, of, number);
    body["unitNumber"] = json!(format!("U{number}"));
    made(admin, UNITS, body).await
}

#[actix_web::test]
async fn two_spellings_become_one_record_and_the_merge_is_undone_exactly() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (right, wrong) = (developer(&admin, "Emaar").await, developer(&admin, "EMAAR ").await);
    let (right, wrong) = (json!(right), json!(wrong));
    let marina = project(&admin, "Marina", wrong.as_str().unwrap()).await["_id"].clone();
    let first = new_unit(&admin, &marina, &wrong, 1).await;
    new_unit(&admin, &marina, &right, 2).await;
    let before = everything(&admin).await;

    let body = json!({ "resource": "developers", "merge": { "into": right }, "ids": [wrong] });
    assert_eq!(app.anonymous().post(SETS, body.clone()).await.status, 401);
    assert_eq!(app.sign_in("user").await.post(SETS, body).await.status, 403);
    let set = plan(&admin, "developers", &right, &[&wrong]).await.expect(201);
    assert_eq!((&set["kind"], &set["counts"]["error"]), (&json!("merge"), &json!(0)));
    assert_eq!((&set["counts"]["update"], &set["counts"]["delete"]), (&json!(2), &json!(1)));
    assert_eq!(everything(&admin).await, before, "a plan writes nothing");
    let planned = rows(&admin, &set).await;
    assert_eq!((&planned[0]["action"], &planned[0]["record"]["_id"]), (&json!("delete"), &wrong));
    let of = |id: &Value| planned.iter().find(|row| row["record"]["_id"] == *id).unwrap();
    assert_eq!(of(&marina)["changed"], json!(["developer"]));
    assert_eq!(of(&first)["after"]["developer"]["_id"], right);

    on(&admin, &set, "apply").await.expect(200);
    assert_eq!(admin.get(&at(DEVELOPERS, &wrong)).await.status, 404);
    for path in [at(PROJECTS, &marina), at(UNITS, &first)] {
        assert_eq!(admin.get(&path).await.expect(200)["developer"]["_id"], right);
    }
    let history = admin.get(&format!("{}/history", at(PROJECTS, &marina))).await.expect(200);
    assert_eq!(history["total"], 2);
    assert_eq!(on(&admin, &set, "undo").await.expect(200)["state"], "undone");
    assert_eq!(everything(&admin).await, before);
}

#[actix_web::test]
async fn lists_name_the_merged_record_once_and_what_it_lacks_is_filled() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let owner = developer(&admin, "Emaar").await;
    let mut ids = Vec::new();
    for name in ["Marina", "Marina Twr", "Palm"] {
        ids.push(project(&admin, name, &owner).await["_id"].clone());
    }
    let [marina, twin, palm] = ids.as_slice() else { panic!("three") };
    admin.patch(&at(PROJECTS, twin), json!({ "description": "By the sea" })).await.expect(200);
    let week = json!({ "name": "Week", "projectIds": [twin, palm, marina] });
    let week = made(&admin, ROTATIONS, week).await;
    let set = plan(&admin, "projects", marina, &[twin]).await.expect(201);
    on(&admin, &set, "apply").await.expect(200);
    let rotation = admin.get(&at(ROTATIONS, &week)).await.expect(200);
    let listed: Vec<&Value> =
        rotation["projects"].as_array().unwrap().iter().map(|one| &one["_id"]).collect();
    assert_eq!(listed, [marina, palm]);
    let merged = admin.get(&at(PROJECTS, marina)).await.expect(200);
    assert_eq!((&merged["name"], &merged["description"]), (&json!("Marina"), &json!("By the sea")));
}

#[actix_web::test]
async fn estimates_of_merged_units_follow_the_newer_of_two_stays_and_undo_brings_both_back() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina", 2).await;
    let them = estimators(&app, 2).await;
    place.save(&them[0], 0, 90_000).await.expect(201);
    place.save(&them[0], 1, 95_000).await.expect(201);
    place.save(&them[1], 1, 80_000).await.expect(201);
    let (into, other) = (json!(place.units[0]), json!(place.units[1]));
    let all = async || (export(&admin, UNITS).await, estimates(&admin).await);
    let before = all().await;
    let set = plan(&admin, "units", &into, &[&other]).await.expect(201);
    let planned = rows(&admin, &set).await;
    assert_eq!(set["counts"]["error"], 0, "{:?}", planned[0]["errors"]);
    let planned: Vec<(Value, Value)> =
        planned.into_iter().map(|row| (row["resource"].clone(), row["action"].clone())).collect();
    let of = |resource: &str, action: &str| {
        planned.iter().filter(|row| **row == (json!(resource), json!(action))).count()
    };
    assert_eq!(
        (of("units", "delete"), of("estimations", "delete"), of("estimations", "update")),
        (1, 1, 2),
        "{planned:?}"
    );
    on(&admin, &set, "apply").await.expect(200);
    let merged = estimates(&admin).await;
    assert_eq!(merged.len(), 2);
    assert!(merged.iter().all(|one| one["unit"]["_id"] == into));
    let mut rents: Vec<i64> =
        merged.iter().map(|one| one["estimatedYearlyRentInAED"].as_i64().unwrap()).collect();
    rents.sort_unstable();
    assert_eq!(rents, [80_000, 95_000]);
    let own = place.own(&them[0]).await;
    assert_eq!(own.as_array().unwrap().len(), 1);

    on(&admin, &set, "undo").await.expect(200);
    assert_eq!(all().await, before);
    // The consensus is that of the estimates again.
    place.save(&them[1], 0, 85_000).await.expect(201);
}

/// Returns all estimates.
async fn estimates(admin: &TestClient<'_>) -> Vec<Value> {
    export(admin, ESTIMATIONS).await
}

#[actix_web::test]
async fn every_declared_reference_of_the_document_follows_a_merge_or_refuses_it() {
    let (document, _) = generated(&PRODUCT).await;
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut found = Vec::new();
    for (name, schema) in schemas.iter().filter(|(name, _)| name.ends_with("Patch")) {
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            let to = [&property["x-reference"], &property["items"]["x-reference"]];
            let to = to.into_iter().find_map(|one| one["resource"].as_str());
            found.extend(to.map(|to| format!("{name}.{field} -> {to}")));
        }
    }
    found.sort();
    // Each has a record in the tests above; a new one needs one, too. A developer is in a group of a project.
    assert_eq!(
        found,
        [
            "RotationPatch.projectIds -> projects",
            "UnitPatch.developerId -> developers",
            "UnitPatch.projectId -> projects",
        ]
    );
}

#[actix_web::test]
async fn merge_that_cannot_be_planned_or_has_become_stale_is_refused() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let owner = json!(developer(&admin, "Emaar").await);
    let marina = project(&admin, "Marina", owner.as_str().unwrap()).await["_id"].clone();
    let twin = project(&admin, "Marina Twr", owner.as_str().unwrap()).await["_id"].clone();
    let merge = |into: Value| json!({ "into": into });
    for (body, pointer) in [
        (json!({ "resource": "projects", "merge": {}, "ids": [twin] }), "/merge/into"),
        (
            json!({ "resource": "projects", "merge": merge(json!(UNKNOWN)), "ids": [twin] }),
            "/merge/into",
        ),
        (
            json!({ "resource": "projects", "merge": merge(twin.clone()), "ids": [twin] }),
            "/merge/into",
        ),
        (json!({ "resource": "projects", "merge": merge(marina.clone()), "where": {} }), "/where"),
        (
            json!({ "resource": "projects", "merge": merge(marina.clone()), "ids": [UNKNOWN] }),
            "/ids/0",
        ),
        (
            json!({ "resource": "projects", "merge": { "into": marina, "how": 1 }, "ids": [twin] }),
            "/merge/how",
        ),
        (json!({ "resource": "users", "merge": merge(marina.clone()), "ids": [twin] }), "/merge"),
    ] {
        let refused = admin.post(SETS, body.clone()).await;
        assert_eq!((refused.status.as_u16(), refused.errors()[0].0), (422, pointer), "{body}");
    }
    // Both have a unit of the same number.
    for (number, place) in [(1, &marina), (1, &twin)] {
        new_unit(&admin, place, &owner, number).await;
    }
    let refused = plan(&admin, "projects", &marina, &[&twin]).await.expect(201);
    assert_eq!(refused["counts"]["error"], 1);
    assert_eq!(on(&admin, &refused, "apply").await.status, 422);

    let palm = project(&admin, "Palm", owner.as_str().unwrap()).await["_id"].clone();
    let other = project(&admin, "Palm Twr", owner.as_str().unwrap()).await["_id"].clone();
    let set = plan(&admin, "projects", &palm, &[&other]).await.expect(201);
    let unit = new_unit(&admin, &other, &owner, 7).await;
    let stale = on(&admin, &set, "apply").await;
    assert_eq!((stale.status.as_u16(), stale.errors().len()), (409, 1));
    assert!(detail(&stale).contains("more than was planned"), "{}", detail(&stale));
    admin.get(&at(PROJECTS, &other)).await.expect(200);
    admin.patch(&at(PROJECTS, &other), json!({ "location": "Deira" })).await.expect(200);
    assert!(detail(&on(&admin, &set, "apply").await).contains("Palm Twr"));
    on(&admin, &set, "apply?replan=true").await.expect(200);
    assert_eq!(admin.get(&at(UNITS, &unit)).await.expect(200)["project"]["_id"], palm);
    let row = format!("{SETS}/{}/rows/1", refused["_id"].as_str().unwrap());
    assert_eq!(admin.patch(&row, json!({ "after": { "name": "x" } })).await.status, 409);
}

#[actix_web::test]
async fn merge_needs_permission_to_change_and_to_delete() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let lines = "\ng, agent, user\np, agent, developers, read\np, agent, developers, update\n";
    write_policy(&policy, lines);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let into = json!(developer(&admin, "Emaar").await);
    let other = json!(developer(&admin, "EMAAR").await);
    let refused = plan(&agent, "developers", &into, &[&other]).await;
    assert_eq!(refused.status, 403);
    let needed = json!({ "resource": "developers", "action": "delete" });
    assert_eq!(refused.body["permission"], needed);
}

#[actix_web::test]
async fn likely_duplicates_are_grouped_by_their_spelling_with_what_refers_to_them() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let lines = "\ng, agent, user\np, agent, developers, read\n\
        where, agent, developers, read, {\"field\": \"name\", \"operator\": \"starts_with\", \"value\": \"Emaar\"}\n";
    write_policy(&policy, lines);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let duplicates = format!("{DEVELOPERS}/duplicates");
    assert_eq!(app.anonymous().get(&duplicates).await.status, 401);
    assert_eq!(app.sign_in("user").await.get(&duplicates).await.status, 403);
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    assert_eq!(admin.get(&duplicates).await.expect(200)["total"], 0);
    let mut ids = Vec::new();
    for name in ["Emaar Properties", "Nakheel", "EMAAR-Properties", "إعمار", "nakheel.", "اعمار"]
    {
        ids.push(developer(&admin, name).await);
    }
    project(&admin, "Marina", &ids[2]).await;
    let page = admin.get(&format!("{duplicates}?limit=2")).await.expect(200);
    assert_eq!((&page["total"], &page["totalPages"]), (&json!(3), &json!(2)));
    let record = |at: usize, title: &str, references: i64| json!({ "_id": ids[at], "title": title, "references": references });
    assert_eq!(
        page["items"][0]["records"],
        json!([record(0, "Emaar Properties", 0), record(2, "EMAAR-Properties", 1)])
    );
    assert_eq!(page["items"][0]["because"], json!(["title", "name"]));
    let second = admin.get(&format!("{duplicates}?limit=2&page=2")).await.expect(200);
    assert_eq!(
        second["items"][0]["records"],
        json!([record(3, "إعمار", 0), record(5, "اعمار", 0)])
    );
    assert_eq!(admin.get(&format!("{duplicates}?page=0")).await.status, 400);
    assert_eq!(admin.get("/api/backoffice/users/duplicates").await.status, 404);

    // Who may not read both learns of none, nor of references from records of which none may be read.
    let page = agent.get(&duplicates).await.expect(200);
    assert_eq!(page["total"], 1);
    assert_eq!(
        page["items"][0]["records"],
        json!([record(0, "Emaar Properties", 0), record(2, "EMAAR-Properties", 0)])
    );
}
