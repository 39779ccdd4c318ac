//! What rules refuse of new records, cells, plans and merges, by whichever way it is tried.

use actix_web::http::Method;
use serde_json::{Value, json};

use super::writes::{COMPANIES, SETS, WRITER, plan, rows};
use super::{BROKER, UNITS, World, under};
use crate::users::detail;

const OUT_OF_REACH: &str = "This change would take the record out of what you may change";
const PROTECTED: &str = "You may not change this field";
const DEVELOPERS: &str = "/api/backoffice/developers";

fn creator() -> String {
    let few = r#"where, agent, units, create, {"field": "bedrooms", "operator": "less_than", "value": 4}"#;
    let lines = BROKER.replace("hide, serviceChargesPerSqFt\n", "hide, amenities\n");
    format!("{lines}p, agent, units, create\n{few}\n")
}

#[actix_web::test]
async fn new_record_stays_within_what_one_may_create() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, &creator()).await;
    let world = World::of(&app).await;
    let agent = &world.broker;
    let new = |number: usize, fields: Value| {
        let mut body = world.unit(0, number, fields);
        for name in ["floor", "view", "status"] {
            if body[name].is_null() || name != "status" {
                body.as_object_mut().unwrap().remove(name);
            }
        }
        body
    };
    let refused = agent.post(UNITS, new(1, json!({ "bedrooms": 9, "status": null }))).await;
    assert_eq!((refused.status.as_u16(), detail(&refused)), (403, OUT_OF_REACH));
    for (name, value) in [("status", json!("sold")), ("floor", json!(7))] {
        let mut body = new(2, json!({ "bedrooms": 1, "status": null }));
        body[name] = value;
        let refused = agent.post(UNITS, body.clone()).await;
        assert_eq!(refused.errors(), [(format!("/{name}").as_str(), PROTECTED)]);
        refused.expect(403);
        let fields = body.as_object().unwrap();
        let header: Vec<&str> = fields.keys().map(String::as_str).collect();
        let cells: Vec<String> =
            fields.values().map(|cell| cell.to_string().replace('"', "")).collect();
        let table = format!("{}\n{}\n", header.join(","), cells.join(","));
        let path = format!("{UNITS}/import?dryRun=true");
        let report = agent.request(Method::POST, &path).file(table, &[]).send().await;
        let report = report.body.to_string();
        assert!(report.contains(PROTECTED), "{report}");
    }
    assert_eq!(world.admin.get(UNITS).await.expect(200)["total"], 0);
    agent.post(UNITS, new(3, json!({ "bedrooms": 1, "status": null }))).await.expect(201);
}

#[actix_web::test]
async fn cells_and_plans_change_only_what_one_may_change() {
    let folder = tempfile::tempdir().unwrap();
    let app = super::app(&folder).await;
    let world = World::of(&app).await;
    let agent = &world.broker;
    let large = world.make(0, 1, json!({ "status": "available", "bedrooms": 5 })).await;
    let sold = world.make(0, 2, json!({ "status": "sold", "bedrooms": 1 })).await;
    let cells = |id: &str| json!({ "changes": [{ "_id": id, "update": { "bedrooms": 2 } }] });
    agent.patch(UNITS, cells(&large)).await.expect(403);
    let refused = agent.patch(UNITS, cells(&sold)).await;
    assert_eq!(refused.errors(), [("/changes/0/_id", "There is no such unit")]);
    // What is in a masked field is told by no comparison.
    let small = world.make(0, 3, json!({ "status": "available", "bedrooms": 1, "floor": 3 })).await;
    let of = |floor: i64| json!({ "changes": [{ "_id": small, "was": { "floor": floor }, "update": { "bedrooms": 2 } }] });
    let answers = [agent.patch(UNITS, of(3)).await, agent.patch(UNITS, of(4)).await];
    assert_eq!(answers[0].status, answers[1].status);
    assert_eq!(answers[0].errors(), answers[1].errors());

    let path = format!("{UNITS}/import?existing=update&dryRun=true");
    for (unit, bedrooms) in [(&large, 2), (&small, 9)] {
        let table = format!("_id,bedrooms\n{unit},{bedrooms}\n");
        let report = agent.request(Method::POST, &path).file(table, &[]).send().await.body;
        assert_ne!(report["errors"], json!([]), "{report}");
    }
    let set = plan(agent, "units", &[&large], json!({ "bedrooms": 2 })).await;
    assert_ne!(rows(agent, &set).await[0]["errors"], json!([]));
}

#[actix_web::test]
async fn if_match_compares_what_its_sender_sees() {
    let folder = tempfile::tempdir().unwrap();
    let app = super::app(&folder).await;
    let world = World::of(&app).await;
    let unit = world.make(0, 1, json!({ "status": "available", "bedrooms": 1, "floor": 1 })).await;
    let path = format!("{UNITS}/{unit}");
    let read = world.broker.get(&path).await;
    world.admin.patch(&path, json!({ "floor": 2 })).await.expect(200);
    let change = async |bedrooms: i64| {
        let request = world.broker.request(Method::PATCH, &path);
        let request = request.header("If-Match", read.header("etag"));
        request.json(&json!({ "bedrooms": bedrooms })).send().await
    };
    change(2).await.expect(200);
    change(3).await.expect(412);
}

#[actix_web::test]
async fn what_is_not_seen_is_neither_merged_nor_counted_as_referring() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, WRITER).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let mut ids = Vec::new();
    for name in ["Open", "Secret"] {
        let made = admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
        ids.push(made["_id"].clone());
    }
    for (into, other, pointer) in [(0, 1, "/ids/0"), (1, 0, "/merge/into")] {
        let merge =
            json!({ "resource": "companies", "merge": { "into": ids[into] }, "ids": [ids[other]] });
        let refused = agent.post(SETS, merge).await;
        assert_eq!(refused.errors(), [(pointer, "There is no such company")]);
    }
    let update = json!({ "phone": "+9711", "address": "Creek" });
    let set = plan(&admin, "companies", &[ids[0].as_str().unwrap()], update).await;
    let seen = agent.get(&set).await.expect(200);
    assert_eq!(seen["request"]["update"], json!({ "address": "Creek" }), "{seen}");
    // A set of another user makes no more than who applies it may make.
    let request = admin.request(Method::POST, &format!("{COMPANIES}/import?plan=true"));
    let set = request.file("name\nSecret too\n", &[]).send().await.expect(201);
    let path = format!("{SETS}/{}", set["_id"].as_str().unwrap());
    let refused = agent.post(&format!("{path}/apply"), json!({})).await;
    assert!(refused.status.is_client_error(), "{}", refused.body);
    assert_eq!(admin.get(COMPANIES).await.expect(200)["total"], 2);
}

#[actix_web::test]
async fn references_from_what_is_not_all_seen_are_not_counted() {
    let folder = tempfile::tempdir().unwrap();
    let lines = r#"
g, agent, user
p, agent, backoffice, enter
p, agent, developers, *
p, agent, units, read
where, agent, units, read, {"field": "status", "operator": "equals", "value": "available"}
g, clerk, user
p, clerk, developers, read
p, clerk, developers, update
fields, clerk, developers, hide, name
"#;
    let app = under(&folder, lines).await;
    let world = World::of(&app).await;
    let admin = &world.admin;
    for number in 1..4 {
        world.make(0, number, json!({ "status": "sold" })).await;
    }
    let refused = world.broker.delete(&format!("{DEVELOPERS}/{}", world.developer)).await;
    assert!(!detail(&refused).contains("unit"), "{}", refused.body);
    refused.expect(409);
    admin.post(DEVELOPERS, json!({ "name": "NAKHEEL" })).await.expect(201);
    let path = format!("{DEVELOPERS}/duplicates");
    let count = |page: &Value| page["items"][0]["records"][0]["references"].clone();
    let (whole, seen) =
        (admin.get(&path).await.expect(200), world.broker.get(&path).await.expect(200));
    assert_eq!((count(&whole), count(&seen)), (json!(6), json!(0)), "{whole} {seen}");
    // Who sees no names is told of no likeness.
    let nameless = app.sign_in("clerk").await.get(&path).await.expect(200);
    assert_eq!(nameless["total"], 0, "{nameless}");
}
