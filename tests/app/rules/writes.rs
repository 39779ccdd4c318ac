//! What a user does not see stays as it is when the user writes: references in a list, masked fields, hidden fields.

use actix_web::http::Method;
use kernel::testing::{Answer, TestClient};
use serde_json::{Value, json};

use super::{UNITS, World, under};
use crate::projects::project;

const ROTATIONS: &str = "/api/backoffice/projects/weekly-rotations";
pub(super) const COMPANIES: &str = "/api/backoffice/companies";
pub(super) const SETS: &str = "/api/backoffice/change-sets";
const UNDO: &str = "/api/backoffice/undo";

/// What an agent may write, who sees projects of the Marina, companies that are not secret, and no phone of a company. A
/// planner may propose changes of rotations and units, and sees the same of them. A clerk imports units.
pub(super) const WRITER: &str = r#"
g, agent, user
p, agent, backoffice, enter
p, agent, rotations, *
p, agent, companies, *
p, agent, projects, read
p, agent, units, read
p, agent, units, update
p, agent, units, delete
p, agent, units, restore
where, agent, projects, read, {"field": "name", "operator": "starts_with", "value": "Marina"}
where, agent, companies, read, {"field": "name", "operator": "not_contains", "value": "Secret"}
fields, agent, companies, hide, phone
fields, agent, units, mask, serviceChargesPerSqFt floor
g, planner, user
p, planner, backoffice, enter
p, planner, rotations, read
p, planner, rotations, propose
p, planner, projects, read
p, planner, units, read
p, planner, units, propose
where, planner, projects, read, {"field": "name", "operator": "starts_with", "value": "Marina"}
fields, planner, units, mask, serviceChargesPerSqFt floor
g, clerk, user
p, clerk, backoffice, enter
p, clerk, projects, read
p, clerk, units, *
where, clerk, projects, read, {"field": "name", "operator": "starts_with", "value": "Marina"}
fields, clerk, units, mask, floor
"#;

pub(super) fn request_of(answer: &Answer) -> String {
    assert!(answer.status.is_success(), "{} {}", answer.status, answer.body);
    answer.header("x-request-id").to_owned()
}

pub(super) async fn undo(client: &TestClient<'_>, request: &str) -> Answer {
    client.post(UNDO, json!({ "requestId": request })).await
}

async fn import(
    client: &TestClient<'_>,
    path: &str,
    table: impl AsRef<[u8]>,
    query: &str,
) -> Answer {
    client.request(Method::POST, &format!("{path}/import{query}")).file(table, &[]).send().await
}

pub(super) async fn plan(
    client: &TestClient<'_>,
    resource: &str,
    ids: &[&str],
    update: Value,
) -> String {
    let set = json!({ "resource": resource, "ids": ids, "update": update });
    let set = client.post(SETS, set).await.expect(201);
    format!("{SETS}/{}", set["_id"].as_str().unwrap())
}

pub(super) async fn rows(client: &TestClient<'_>, set: &str) -> Vec<Value> {
    let page = client.get(&format!("{set}/rows")).await.expect(200);
    page["items"].as_array().unwrap().clone()
}

/// A rotation of projects that the agent sees (`seen`) and of one between the first two that the agent does not.
struct Rotation<'a> {
    world: &'a World<'a>,
    seen: Vec<String>,
    hidden: String,
    id: String,
    path: String,
}

impl<'a> Rotation<'a> {
    async fn of(world: &'a World<'a>) -> Self {
        let mut seen = vec![world.projects[0].clone()];
        for name in ["Marina Two", "Marina Three"] {
            let made = project(&world.admin, name, &world.developer).await;
            seen.push(made["_id"].as_str().unwrap().to_owned());
        }
        let hidden = world.projects[1].clone();
        let body = json!({ "name": "Week", "projectIds": [seen[0], hidden, seen[1]] });
        let made = world.admin.post(ROTATIONS, body).await.expect(201);
        let id = made["_id"].as_str().unwrap().to_owned();
        let path = format!("{ROTATIONS}/{id}");
        Self { world, seen, hidden, id, path }
    }

    /// Returns the projects as a user sees them.
    async fn projects(&self, client: &TestClient<'_>) -> Vec<String> {
        let read = client.get(&self.path).await.expect(200);
        let ids = read["projects"].as_array().unwrap().iter();
        ids.map(|one| one["_id"].as_str().unwrap().to_owned()).collect()
    }

    async fn must_be(&self, projects: &[&String]) {
        assert_eq!(self.projects(&self.world.admin).await.iter().collect::<Vec<_>>(), projects);
    }
}

#[actix_web::test]
async fn list_of_references_keeps_what_its_writer_does_not_see() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, WRITER).await;
    let world = World::of(&app).await;
    let rotation = Rotation::of(&world).await;
    let (agent, path, [one, two, three]) = (&world.broker, &rotation.path, &rotation.seen[..])
    else {
        panic!("three")
    };
    let hidden = &rotation.hidden;
    let all = [one, hidden, two];
    assert_eq!(rotation.projects(agent).await, [one.clone(), two.clone()]);

    // As it was read it is no change, whichever way it is written.
    let same = json!({ "projectIds": [one, two] });
    agent.patch(path, same.clone()).await.expect(200);
    let bulk = json!({ "weeklyRotationIds": [rotation.id], "update": same });
    assert_eq!(agent.patch(ROTATIONS, bulk).await.expect(200)["unchanged"], 1);
    let row = json!({ "_id": rotation.id, "was": same, "update": same });
    let cells = agent.patch(ROTATIONS, json!({ "changes": [row] })).await.expect(200);
    assert_eq!(cells["unchanged"], 1);
    let set = plan(agent, "rotations", &[&rotation.id], same.clone()).await;
    assert_eq!(rows(agent, &set).await[0]["action"], "unchanged");
    let table = agent.get(&format!("{ROTATIONS}/export?format=csv")).await.bytes;
    for query in ["?existing=update", "?existing=update&empty=clear"] {
        let report = import(agent, ROTATIONS, &table, query).await.expect(200);
        assert_eq!((&report["updated"], &report["skipped"]), (&json!(0), &json!(1)), "{report}");
    }
    rotation.must_be(&all).await;
    let history = world.admin.get(&format!("{path}/history")).await.expect(200);
    assert_eq!(history["total"], 1, "{history}");

    // And what is changed is changed around it.
    let bulk = |projects: Value| json!({ "weeklyRotationIds": [rotation.id], "update": { "projectIds": projects } });
    agent.patch(ROTATIONS, bulk(json!([two, one]))).await.expect(200);
    rotation.must_be(&[two, one, hidden]).await;
    agent.patch(path, json!({ "projectIds": [] })).await.expect(200);
    rotation.must_be(&[hidden]).await;
    agent.patch(path, json!({ "projectIds": [three] })).await.expect(200);
    rotation.must_be(&[hidden, three]).await;
    let table = format!("_id,projectIds\n{},{one}\n", rotation.id);
    import(agent, ROTATIONS, &table, "?existing=update").await.expect(200);
    rotation.must_be(&[hidden, one]).await;
    // One that the writer does not see is not added.
    let unseen = agent.patch(path, json!({ "projectIds": [one, world.projects[2]] })).await;
    assert_eq!(unseen.errors(), [("/projectIds/1", "There is no such project")]);

    // With it the list must not be too long.
    let mut many = Vec::new();
    for number in 0..10 {
        let made = project(&world.admin, &format!("Marina 1{number}"), &world.developer).await;
        many.push(made["_id"].clone());
    }
    let refused = agent.patch(path, json!({ "projectIds": many })).await;
    assert_eq!(refused.errors(), [("/projectIds", "A rotation has at most 10 projects")]);
    rotation.must_be(&[hidden, one]).await;
}

#[actix_web::test]
async fn own_change_of_such_a_list_is_undone_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, WRITER).await;
    let world = World::of(&app).await;
    let rotation = Rotation::of(&world).await;
    let (agent, path) = (&world.broker, &rotation.path);
    let (one, two, hidden) = (&rotation.seen[0], &rotation.seen[1], &rotation.hidden);
    let changed = request_of(&agent.patch(path, json!({ "projectIds": [two] })).await);
    rotation.must_be(&[hidden, two]).await;
    undo(agent, &changed).await.expect(200);
    rotation.must_be(&[one, hidden, two]).await;
    agent.patch(path, json!({ "projectIds": [] })).await.expect(200);
    agent.post(&format!("{path}/restore"), json!({ "version": 1 })).await.expect(200);
    rotation.must_be(&[one, hidden, two]).await;
    let deleted = request_of(&agent.delete(path).await);
    undo(agent, &deleted).await.expect(200);
    rotation.must_be(&[one, hidden, two]).await;
    agent.delete(path).await.expect(204);
    agent.post(&format!("{path}/restore"), json!({ "version": 1 })).await.expect(200);
    rotation.must_be(&[one, hidden, two]).await;

    // What another user did to it, too: what the agent does not see stays as it is now.
    let changed = request_of(&world.admin.patch(path, json!({ "projectIds": [one] })).await);
    undo(agent, &changed).await.expect(200);
    rotation.must_be(&[one, two]).await;
}

#[actix_web::test]
async fn set_or_proposal_that_another_user_applies_leaves_what_its_maker_does_not_see() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, WRITER).await;
    let world = World::of(&app).await;
    let planner = app.sign_in("planner").await;
    let rotation = Rotation::of(&world).await;
    let (one, two, hidden) = (&rotation.seen[0], &rotation.seen[1], &rotation.hidden);
    let set = planner.patch(&rotation.path, json!({ "projectIds": [two, one] })).await.expect(202);
    let set = format!("{SETS}/{}", set["_id"].as_str().unwrap());
    let shown = &rows(&planner, &set).await[0]["after"]["projects"];
    assert_eq!(shown.as_array().unwrap().len(), 2, "{shown}");
    // A row is corrected as it was read.
    let row = json!({ "after": { "projects": shown, "name": "Other" } });
    planner.patch(&format!("{set}/rows/1"), row).await.expect(200);
    world.admin.post(&format!("{set}/apply"), json!({})).await.expect(200);
    rotation.must_be(&[two, one, hidden]).await;
    let set = plan(&world.broker, "rotations", &[&rotation.id], json!({ "projectIds": [] })).await;
    world.admin.post(&format!("{set}/apply"), json!({})).await.expect(200);
    rotation.must_be(&[hidden]).await;

    let unit = world.make(0, 1, json!({ "status": "available", "bedrooms": 1, "floor": 3 })).await;
    let body = json!({ "serviceChargesPerSqFt": null, "floor": null, "bedrooms": 2 });
    let set = planner.patch(&format!("{UNITS}/{unit}"), body).await.expect(202);
    let set = format!("{SETS}/{}", set["_id"].as_str().unwrap());
    let row = json!({ "after": { "serviceChargesPerSqFt": null, "floor": null, "bedrooms": 3 } });
    let row = planner.patch(&format!("{set}/rows/1"), row).await.expect(200);
    assert_eq!((&row["errors"], &row["changed"]), (&json!([]), &json!(["bedrooms"])));
    world.admin.post(&format!("{set}/apply"), json!({})).await.expect(200);
    let unit = world.admin.get(&format!("{UNITS}/{unit}")).await.expect(200);
    let fields = ["serviceChargesPerSqFt", "floor", "bedrooms"].map(|name| unit[name].clone());
    assert_eq!(fields, [json!(12.0), json!(3), json!(3)]);
}

#[actix_web::test]
async fn null_in_a_masked_field_is_no_change_also_where_a_value_is_required() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, WRITER).await;
    let world = World::of(&app).await;
    let agent = &world.broker;
    // Its project is one that the agent does not see.
    let id = world.make(1, 1, json!({ "status": "available", "bedrooms": 1, "floor": 3 })).await;
    let path = format!("{UNITS}/{id}");
    let read = agent.get(&path).await.expect(200);
    assert_eq!(read["masked"], json!(["floor", "serviceChargesPerSqFt", "project"]));
    let as_read = |bedrooms: usize| json!({ "serviceChargesPerSqFt": null, "floor": null, "projectId": null, "bedrooms": bedrooms });
    agent.patch(&path, as_read(2)).await.expect(200);
    let bulk = json!({ "unitIds": [id], "update": as_read(3) });
    assert_eq!(agent.patch(UNITS, bulk).await.expect(200)["updated"], 1);
    let change = json!({ "_id": id, "update": as_read(4) });
    assert_eq!(agent.patch(UNITS, json!({ "changes": [change] })).await.expect(200)["updated"], 1);
    let set = plan(agent, "units", &[&id], as_read(5)).await;
    let mut correction = as_read(6);
    correction["project"] = correction.as_object_mut().unwrap().remove("projectId").unwrap();
    let row = agent.patch(&format!("{set}/rows/1"), json!({ "after": correction })).await;
    assert_eq!(row.expect(200)["errors"], json!([]));
    agent.post(&format!("{set}/apply"), json!({})).await.expect(200);
    let unit = world.admin.get(&path).await.expect(200);
    let fields = ["serviceChargesPerSqFt", "floor", "bedrooms"].map(|name| unit[name].clone());
    assert_eq!(fields, [json!(12.0), json!(3), json!(6)]);
    assert_eq!(unit["project"]["_id"], world.projects[1]);

    // Another value is refused, and null where the user sees the field.
    for (name, value) in
        [("serviceChargesPerSqFt", json!(9)), ("projectId", json!(world.projects[0]))]
    {
        let refused = agent.patch(&path, json!({ name: value })).await;
        let pointer = format!("/{name}");
        assert_eq!(refused.errors(), [(pointer.as_str(), "You may not change this field")]);
        refused.expect(403);
    }
    let refused = agent.patch(&path, json!({ "unitNumber": null })).await;
    assert_eq!(refused.errors(), [("/unitNumber", "Unit number is required")]);
    let refused = world.admin.patch(&path, json!({ "serviceChargesPerSqFt": null })).await;
    assert_eq!(refused.errors()[0].0, "/serviceChargesPerSqFt");
    let seen = world.make(0, 2, json!({ "status": "available" })).await;
    // What is hidden is unknown, whatever is sent.
    for phone in [json!("1"), json!(1), Value::Null] {
        let refused = agent.post(COMPANIES, json!({ "name": 1, "phone": phone })).await;
        let errors = refused.errors();
        let at: Vec<&str> = errors.iter().map(|(at, _)| *at).collect();
        assert_eq!((at, errors[1].1), (vec!["/name", "/phone"], "There is no such field"));
    }
    let body = json!({ "unitIds": [seen], "update": { "projectId": null } });
    let refused = agent.patch(UNITS, body).await;
    assert_eq!(refused.errors()[0].0, "/update/projectId");
    refused.expect(422);
}

#[actix_web::test]
async fn own_export_is_no_change_where_a_cell_is_empty_because_it_is_masked() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, WRITER).await;
    let world = World::of(&app).await;
    let clerk = app.sign_in("clerk").await;
    let id = world.make(1, 1, json!({ "bedrooms": 1, "floor": 3 })).await;
    let read = clerk.get(&format!("{UNITS}/{id}")).await.expect(200);
    assert_eq!(read["masked"], json!(["floor", "project"]));
    let table = clerk.get(&format!("{UNITS}/export?format=csv")).await.bytes;
    for query in ["?existing=update", "?existing=update&empty=clear"] {
        let report = import(&clerk, UNITS, &table, query).await.expect(200);
        assert_eq!((&report["updated"], &report["skipped"]), (&json!(0), &json!(1)), "{report}");
    }
    let table = format!("_id,bedrooms,projectId,floor\n{id},2,,\n");
    let set = import(&clerk, UNITS, &table, "?existing=update&empty=clear&plan=true").await;
    let set = format!("{SETS}/{}", set.expect(201)["_id"].as_str().unwrap());
    world.admin.post(&format!("{set}/apply"), json!({})).await.expect(200);
    let unit = world.admin.get(&format!("{UNITS}/{id}")).await.expect(200);
    assert_eq!((&unit["bedrooms"], &unit["floor"]), (&json!(2), &json!(3)));
    assert_eq!(unit["project"]["_id"], world.projects[1]);
    let body = world.unit(0, 2, json!({ "bedrooms": 1, "floor": null }));
    clerk.post(UNITS, body).await.expect(201);
}

#[actix_web::test]
async fn verb_refers_only_to_what_its_user_sees() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, WRITER).await;
    let world = World::of(&app).await;
    let rotation = Rotation::of(&world).await;
    let agent = &world.broker;
    let (one, two, hidden) = (&rotation.seen[0], &rotation.seen[1], &rotation.hidden);
    for unknown in [&world.projects[2], hidden, "0123456789abcdef01234567"] {
        let add = json!({ "projectIds": [rotation.seen[2], unknown] });
        let refused = agent.post(&format!("{}/add", rotation.path), add.clone()).await;
        assert_eq!(refused.errors(), [("/projectIds/1", "There is no such project")]);
        let many = json!({ "weeklyRotationIds": [rotation.id], "arguments": add });
        let report = agent.post(&format!("{ROTATIONS}/verbs/add"), many).await.expect(200);
        assert_eq!(report["refused"][0]["detail"], "There is no such project", "{report}");
        let remove = json!({ "projectId": unknown });
        let refused = agent.post(&format!("{}/remove", rotation.path), remove).await;
        assert_eq!(refused.errors(), [("/projectId", "There is no such project")]);
    }
    rotation.must_be(&[one, hidden, two]).await;
    let add = json!({ "projectIds": [rotation.seen[2]] });
    let added = request_of(&agent.post(&format!("{}/add", rotation.path), add).await);
    rotation.must_be(&[one, hidden, two, &rotation.seen[2]]).await;
    undo(agent, &added).await.expect(200);
    rotation.must_be(&[one, hidden, two]).await;
}
