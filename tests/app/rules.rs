//! Rules: a broker of a desk sees some units, and some of their fields.

mod corpus;
mod estimates;
mod estimators;
mod explore;
mod flags;
mod lookups;
mod merges;
mod more_surfaces;
mod names;
mod notified;
mod overview;
mod people;
mod refused;
mod reversals;
mod roles;
mod sets;
mod surfaces;
mod titles;
mod twin_worlds;
mod twin_writes;
mod weeks;
mod writes;

use kernel::seeded::SeededRandom;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::lists_in_memory::unit;
use crate::policy::write_policy;
use crate::{PRODUCT, encoded};

const UNITS: &str = "/api/backoffice/units";

/// What a broker may do: with units that are available or were made by the broker, and projects of the Marina.
const BROKER: &str = r#"
g, agent, user
p, agent, backoffice, enter
p, agent, units, read
p, agent, units, update
p, agent, units, delete
p, agent, units, history
p, agent, units, restore
p, agent, units, export
p, agent, projects, read
p, agent, filter-definitions, read
where, agent, units, read, {"operator": "OR", "conditions": [{"field": "status", "operator": "equals", "value": "available"}, {"field": "createdBy", "operator": "equals", "value": "$user.id"}]}
where, agent, units, update, {"field": "bedrooms", "operator": "less_than", "value": 4}
where, agent, projects, read, {"field": "name", "operator": "starts_with", "value": "Marina"}
fields, agent, units, hide, serviceChargesPerSqFt
fields, agent, units, mask, floor view
fields, agent, units, readonly, status
"#;

struct World<'a> {
    admin: TestClient<'a>,
    broker: TestClient<'a>,
    projects: Vec<String>,
    developer: String,
}

async fn app(folder: &tempfile::TempDir) -> TestApp {
    under(folder, BROKER).await
}

/// Opens an app with more lines in its policy.
async fn under(folder: &tempfile::TempDir, lines: &str) -> TestApp {
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, lines);
    TestApp::with_policy(&PRODUCT, &policy).await
}

impl<'a> World<'a> {
    async fn of(app: &'a TestApp) -> Self {
        let (admin, broker) = (app.sign_in("admin").await, app.sign_in("agent").await);
        let (projects, developer) = crate::lists_in_memory::projects(&admin).await;
        Self { admin, broker, projects, developer }
    }

    fn unit(&self, project: usize, number: usize, fields: Value) -> Value {
        let mut random = SeededRandom::new(number as u64, 0, 0);
        let mut body = unit(&mut random, (&self.projects[project], &self.developer), number);
        for (name, value) in fields.as_object().unwrap() {
            body[name] = value.clone();
        }
        body
    }

    async fn make(&self, project: usize, number: usize, fields: Value) -> String {
        let body = self.unit(project, number, fields);
        let made = self.admin.post(UNITS, body).await.expect(201);
        made["_id"].as_str().unwrap().to_owned()
    }

    async fn ids(&self, query: &str) -> Vec<String> {
        let page = self.broker.get(&format!("{UNITS}?{query}")).await.expect(200);
        let items = page["items"].as_array().unwrap().iter();
        let ids: Vec<String> = items.map(|one| one["_id"].as_str().unwrap().to_owned()).collect();
        assert_eq!(page["total"], ids.len());
        ids
    }
}

fn filters(field: &str, operator: &str, value: Value) -> String {
    let condition = json!({ "field": field, "operator": operator, "value": value });
    let filter = json!({ "operator": "AND", "conditions": [condition] });
    format!("filters={}", encoded(&filter.to_string()))
}

#[actix_web::test]
async fn a_record_that_no_rule_allows_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let world = World::of(&app).await;
    let shown = world.make(0, 1, json!({ "status": "available", "bedrooms": 1 })).await;
    let sold = world.make(0, 2, json!({ "status": "sold", "bedrooms": 1 })).await;
    assert_eq!(world.ids("limit=100").await, std::slice::from_ref(&shown));
    world.broker.get(&format!("{UNITS}/{shown}")).await.expect(200);
    for path in [format!("{UNITS}/{sold}"), format!("{UNITS}/{sold}/history")] {
        world.broker.get(&path).await.expect(404);
    }
    world.broker.patch(&format!("{UNITS}/{sold}"), json!({ "bedrooms": 2 })).await.expect(404);
    world.broker.patch(&format!("{UNITS}/{sold}"), json!({ "bedrooms": "x" })).await.expect(404);
    world.broker.delete(&format!("{UNITS}/{sold}")).await.expect(404);
    let restore = format!("{UNITS}/{sold}/restore");
    world.broker.post(&restore, json!({ "version": 1 })).await.expect(404);
    assert!(world.ids(&filters("_id", "equals", json!(sold))).await.is_empty());
    let counted = world.broker.get(&format!("{UNITS}/breakdown?by=status")).await.expect(200);
    assert_eq!(counted["total"], 1);
    // What refers to a project that may not be read is counted as if it referred to none.
    world.make(1, 3, json!({ "status": "available" })).await;
    let counted = world.broker.get(&format!("{UNITS}/breakdown?by=project")).await.expect(200);
    let marina = json!({ "value": world.projects[0], "label": "Marina One", "count": 1 });
    let none = json!({ "value": null, "count": 1 });
    assert_eq!((&counted["items"], &counted["total"]), (&json!([none, marina]), &json!(2)));
}

#[actix_web::test]
async fn a_field_that_is_hidden_is_absent_and_one_that_is_masked_is_null_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let world = World::of(&app).await;
    let in_marina =
        world.make(0, 1, json!({ "status": "available", "floor": 3, "view": "Sea" })).await;
    let in_palm =
        world.make(1, 2, json!({ "status": "available", "floor": 3, "view": "Sea" })).await;
    let read = async |id: &str| {
        let answer = world.broker.get(&format!("{UNITS}/{id}")).await;
        let etag = answer.header("etag").to_owned();
        (answer.expect(200), etag)
    };
    let (unit, etag) = read(&in_marina).await;
    assert_eq!(unit.get("serviceChargesPerSqFt"), None);
    assert_eq!((&unit["floor"], &unit["view"]), (&Value::Null, &Value::Null));
    assert_eq!(unit["masked"], json!(["floor", "view"]));
    assert_eq!(unit["project"]["name"], "Marina One");
    let (unit, _) = read(&in_palm).await;
    assert_eq!(unit["project"], Value::Null);
    assert_eq!(unit["masked"], json!(["floor", "view", "project"]));
    let page = world.broker.get(&format!("{UNITS}?sort=_id")).await.expect(200);
    assert_eq!(page["items"][1], unit);

    // Of what the reader does not see the `ETag` is not either.
    let path = format!("{UNITS}/{in_marina}");
    world.admin.patch(&path, json!({ "serviceChargesPerSqFt": 99, "floor": 9 })).await.expect(200);
    assert_eq!(read(&in_marina).await.1, etag);
    world.admin.patch(&path, json!({ "bedrooms": 3 })).await.expect(200);
    assert_ne!(read(&in_marina).await.1, etag);

    let definitions = world.broker.get(&format!("{UNITS}/filter-definitions")).await.expect(200);
    let keys: Vec<&str> =
        definitions.as_array().unwrap().iter().map(|one| one["key"].as_str().unwrap()).collect();
    for hidden in ["serviceChargesPerSqFt", "floor", "view"] {
        assert!(!keys.contains(&hidden), "{hidden}");
        let value = if hidden == "view" { json!("Sea") } else { json!(3) };
        let refused =
            world.broker.get(&format!("{UNITS}?{}", filters(hidden, "equals", value))).await;
        refused.expect(400);
        let refused = world.broker.get(&format!("{UNITS}?sort={hidden}")).await.expect(400);
        let detail = refused["detail"].as_str().unwrap().to_owned();
        assert!(!detail.contains(&format!(", {hidden}")), "{detail}");
    }
    // Neither is it searched, nor is the name of what may not be read.
    assert!(world.ids("search=sea").await.is_empty());
    assert!(world.ids("search=palm").await.is_empty());
    assert_eq!(world.ids("search=marina").await, std::slice::from_ref(&in_marina));
    let palm = json!(world.projects[1]);
    assert!(world.ids(&filters("project", "equals", palm.clone())).await.is_empty());
    assert_eq!(world.ids(&filters("project", "not_equals", palm)).await.len(), 2);
    assert!(world.ids(&filters("project.name", "equals", json!("palm"))).await.is_empty());
    let marina = json!(world.projects[0]);
    assert_eq!(world.ids(&filters("project", "not_equals", marina)).await, [in_palm]);
    world.broker.get(&format!("{UNITS}?sort=project")).await.expect(400);
}

#[actix_web::test]
async fn a_change_stays_within_what_one_may_change() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let world = World::of(&app).await;
    let small = world.make(0, 1, json!({ "status": "available", "bedrooms": 1, "floor": 3 })).await;
    let large = world.make(0, 2, json!({ "status": "available", "bedrooms": 5 })).await;
    let path = format!("{UNITS}/{small}");
    // What one may read and not change is a 403.
    world.broker.patch(&format!("{UNITS}/{large}"), json!({ "bedrooms": 1 })).await.expect(403);
    let refused = world.broker.patch(&path, json!({ "bedrooms": 5 })).await.expect(403);
    assert_eq!(refused["detail"], "This change would take the record out of what you may change");
    assert_eq!(world.admin.get(&path).await.expect(200)["bedrooms"], 1);
    let refused = world.broker.patch(&path, json!({ "status": "sold" })).await;
    assert_eq!(refused.errors(), [("/status", "You may not change this field")]);
    refused.expect(403);
    let refused = world.broker.patch(&path, json!({ "floor": 7, "bedrooms": 2 })).await;
    assert_eq!(refused.errors(), [("/floor", "You may not change this field")]);
    refused.expect(403);
    let unknown = world.broker.patch(&path, json!({ "serviceChargesPerSqFt": 7 })).await;
    assert_eq!(unknown.errors(), [("/serviceChargesPerSqFt", "There is no such field")]);
    unknown.expect(422);
    // The same value is no change, and null none of a masked field.
    let same = json!({ "status": "available", "floor": null, "bedrooms": 2 });
    world.broker.patch(&path, same).await.expect(200);
    let unit = world.admin.get(&path).await.expect(200);
    assert_eq!((&unit["bedrooms"], &unit["floor"]), (&json!(2), &json!(3)));
    assert_eq!(unit["serviceChargesPerSqFt"], 12.0);
    // In bulk, too.
    let bulk = json!({ "unitIds": [small, large], "update": { "bedrooms": 3 } });
    world.broker.patch(UNITS, bulk).await.expect(403);
    assert_eq!(world.admin.get(&path).await.expect(200)["bedrooms"], 2);
}
