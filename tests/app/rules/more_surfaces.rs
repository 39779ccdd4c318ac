//! What stands beside lists and records follows rules, too: images, changes, saved filters, mentions, who may.

use actix_web::http::Method;
use serde_json::{Value, json};

use super::people::ALONE;
use super::writes::COMPANIES;
use super::{UNITS, World, filters, under};
use crate::images::{new_project, set_gallery, uploaded};

const MARINA: &str = r#"
g, agent, user
p, agent, backoffice, enter
p, agent, projects, read
p, agent, units, read
p, agent, units, history
p, agent, units, propose
p, agent, filter-definitions, read
p, agent, saved-filters, *
where, agent, projects, read, {"field": "name", "operator": "starts_with", "value": "Marina"}
where, agent, units, read, {"field": "bedrooms", "operator": "less_than", "value": 4}
fields, agent, units, mask, floor
fields, agent, units, hide, status
g, clerk, user
p, clerk, projects, read
fields, clerk, projects, hide, gallery
"#;

#[actix_web::test]
async fn image_of_what_is_not_seen_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, MARINA).await;
    let admin = app.sign_in("admin").await;
    let (agent, clerk) = (app.sign_in("agent").await, app.sign_in("clerk").await);
    for (name, tone, for_agent) in [("Marina One", 9, 200), ("Palm", 10, 404)] {
        let project = new_project(&admin, name).await;
        let file = uploaded(&admin, tone).await;
        set_gallery(&admin, &project, &[&file]).await;
        let path = format!("{project}/images/{file}");
        assert_eq!(agent.get(&path).await.status, for_agent, "{name}");
        assert_eq!(clerk.get(&path).await.status, 404, "{name}");
        assert_eq!(admin.get(&path).await.status, 200, "{name}");
    }
}

#[actix_web::test]
async fn breakdown_saved_filter_and_proposal_know_nothing_of_what_is_not_seen() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, MARINA).await;
    let world = World::of(&app).await;
    let agent = &world.broker;
    let large = world.make(0, 1, json!({ "status": "sold", "bedrooms": 5 })).await;
    world.admin.get(&format!("{UNITS}/breakdown?by=status")).await.expect(200);
    agent.get(&format!("{UNITS}/breakdown?by=status")).await.expect(400);
    for (field, value) in [("status", json!("sold")), ("floor", json!(3))] {
        let condition = json!({ "field": field, "operator": "equals", "value": value });
        let filter = json!({ "operator": "AND", "conditions": [condition] });
        let body = json!({ "resource": "units", "name": field, "filterState": filter });
        let refused = agent.post("/api/backoffice/saved-filters", body).await;
        assert!(refused.errors()[0].0.starts_with("/filterState"), "{}", refused.body);
        refused.expect(422);
    }
    agent.patch(&format!("{UNITS}/{large}"), json!({ "bedrooms": 1 })).await.expect(404);
    agent.delete(&format!("{UNITS}/{large}")).await.expect(404);
}

#[actix_web::test]
async fn latest_changes_are_those_of_records_fields_and_people_that_are_seen() {
    let folder = tempfile::tempdir().unwrap();
    let lines = format!(
        "{MARINA}p, agent, users, read\nwhere, agent, users, read, {{\"field\": \"id\", \"operator\": \"equals\", \"value\": \"$user.id\"}}\n\
         p, agent, projects, history\n"
    );
    let app = under(&folder, &lines).await;
    let world = World::of(&app).await;
    world.make(0, 1, json!({ "bedrooms": 5 })).await;
    let small = world.make(0, 2, json!({ "bedrooms": 1, "status": "available" })).await;
    let path = format!("{UNITS}/{small}");
    world.admin.patch(&path, json!({ "floor": 17, "status": "sold" })).await.expect(200);
    let of = |resource: &str| {
        let resource = filters("resource", "equals", json!(resource));
        format!("/api/backoffice/changes?limit=100&{resource}")
    };
    let seen = world.broker.get(&of("units")).await.expect(200);
    assert_eq!(
        (&seen["total"], world.admin.get(&of("units")).await.expect(200)["total"].clone()),
        (&json!(2), json!(3))
    );
    for change in seen["items"].as_array().unwrap() {
        assert_eq!((&change["record"]["_id"], &change["actor"]), (&json!(small), &Value::Null));
        let said = change.to_string();
        assert!(!said.contains("17") || !said.contains("\"floor\":17"), "{said}");
        assert!(!said.contains("\"status\""), "{said}");
    }
    assert_eq!(world.broker.get(&of("projects")).await.expect(200)["total"], 1);
}

#[actix_web::test]
async fn mentions_and_those_who_may_are_people_who_are_seen() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, &format!("{ALONE}p, agent, policy, read\n")).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let other = app.sign_in("admin").await.get("/api/auth/me").await.expect(200)["user"].clone();
    let me = agent.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
    let made = admin.post(COMPANIES, json!({ "name": "Creekline" })).await.expect(201);
    let id = made["_id"].as_str().unwrap();
    let comments = format!("{COMPANIES}/{id}/comments");
    let comment = json!({ "text": "Look", "mentions": [other["id"], me] });
    let whole = admin.post(&comments, comment).await.expect(201);
    assert_eq!(whole["mentions"].as_array().unwrap().len(), 2);
    let seen = agent.get(&comments).await.expect(200)["items"][0]["mentions"].clone();
    assert_eq!((seen.as_array().unwrap().len(), &seen[0]["id"]), (1, &me));
    let who = format!("/api/backoffice/policy/who?record=companies/{id}&action=read");
    let who = agent.get(&who).await.expect(200)["users"].clone();
    assert_eq!((who.as_array().unwrap().len(), &who[0]["_id"]), (1, &me));
    // Nor is it explained what others may.
    let other = other["id"].as_str().unwrap();
    for path in
        [format!("access?user={other}"), format!("explain?user={other}&operation=company_list")]
    {
        let request = agent.request(Method::GET, &format!("/api/backoffice/policy/{path}"));
        assert_eq!(request.send().await.status, 404, "{path}");
    }
    let own = format!("/api/backoffice/policy/access?user={}", me.as_str().unwrap());
    agent.get(&own).await.expect(200);
}
