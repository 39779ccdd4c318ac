//! A name that is hidden is told by no other record that refers to it.

use actix_web::http::Method;
use serde_json::{Value, json};

use super::{UNITS, World, under};

/// An agent who sees neither names of projects nor names and weeks of rotations, and no names of users.
const NAMELESS: &str = "
g, agent, user
p, agent, backoffice, enter
p, agent, units, *
p, agent, projects, read
p, agent, rotations, read
p, agent, users, read
p, agent, analytics, read
fields, agent, projects, hide, name
fields, agent, rotations, hide, name weekStart
fields, agent, users, hide, firstName
";

#[actix_web::test]
async fn lists_are_neither_searched_nor_sorted_by_a_hidden_name_of_what_they_refer_to() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, NAMELESS).await;
    let world = World::of(&app).await;
    world.make(1, 1, json!({ "unitNumber": "N1" })).await;
    let search = format!("{UNITS}?search=palm");
    assert_eq!(world.admin.get(&search).await.expect(200)["total"], 1);
    assert_eq!(world.broker.get(&search).await.expect(200)["total"], 0);
    let sorted = format!("{UNITS}?sort=project");
    world.admin.get(&sorted).await.expect(200);
    world.broker.get(&sorted).await.expect(400);
    let counted = world.broker.get(&format!("{UNITS}/breakdown?by=project")).await.expect(200);
    let palm = json!([{ "value": world.projects[1], "count": 1 }]);
    assert_eq!(counted["items"], palm, "{counted}");
    for rows in ["project", "unit"] {
        let path = format!("/api/analytics/explore?dataset=units&measures=units&rows={rows}");
        let said = world.broker.get(&path).await.expect(200).to_string();
        assert!(!said.contains("Palm"), "{said}");
    }
    let document = world.broker.get("/api/openapi.json").await.expect(200);
    let list = document["paths"][UNITS]["get"]["parameters"].as_array().unwrap().clone();
    let sort = list.iter().find(|one| one["name"] == "sort").unwrap();
    assert!(!sort.to_string().contains("\"project:"), "{sort}");
}

#[actix_web::test]
async fn import_names_nothing_hidden_of_what_its_rows_refer_to() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, NAMELESS).await;
    let world = World::of(&app).await;
    let (agent, palm) = (&world.broker, &world.projects[1]);
    let unit = world.make(1, 1, json!({ "unitNumber": "N1" })).await;
    let import = async |query: &str, table: String| {
        let path = format!("{UNITS}/import?{query}");
        agent.request(Method::POST, &path).file(table, &[]).send().await.body
    };
    for guess in ["Palm", "Marina"] {
        let table = format!("_id,projectId,project\n{unit},{palm},{guess}\n");
        let said = import("existing=update", table).await;
        assert_eq!(said["skipped"], 1, "{said}");
    }
    let mut body = world.unit(1, 2, json!({ "unitNumber": "N2", "status": "available" }));
    body.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    let fields = body.as_object().unwrap();
    let header: Vec<&str> = fields.keys().map(String::as_str).collect();
    let cells: Vec<String> =
        fields.values().map(|cell| cell.to_string().replace('"', "")).collect();
    let set = import("plan=true", format!("{}\n{}\n", header.join(","), cells.join(","))).await;
    let rows = format!("/api/backoffice/change-sets/{}/rows", set["_id"].as_str().unwrap());
    let rows = agent.get(&rows).await.expect(200);
    assert_eq!(rows["total"], 1, "{rows}");
    assert!(!rows.to_string().contains("Palm"), "{rows}");
}

#[actix_web::test]
async fn weeks_actors_and_people_are_named_without_what_is_hidden_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, NAMELESS).await;
    let world = World::of(&app).await;
    let (agent, palm) = (&world.broker, &world.projects[1]);
    let week = kernel::time::week_of(kernel::time::today());
    let body = json!({ "name": "Palm week", "weekStart": week, "projectIds": [palm] });
    world.admin.post("/api/backoffice/projects/weekly-rotations", body).await.expect(201);
    let selection = agent.get("/api/projects/weekly-selection").await.expect(200);
    let planning = format!("/api/backoffice/rotation-planning?project={palm}");
    let last = agent.get(&planning).await.expect(200)["items"][0]["lastRotation"].clone();
    for said in [&selection, &last] {
        assert_eq!((said.get("name"), said.get("weekStart")), (None, None), "{said}");
        assert!(said["_id"].is_string(), "{said}");
    }
    let unit = world.make(1, 1, json!({})).await;
    let history = agent.get(&format!("{UNITS}/{unit}/history")).await.expect(200);
    let actor = &history["items"][0]["actor"];
    assert_eq!(actor["name"], "Person", "{actor}");
    assert_ne!(actor["id"], Value::Null);
    for (search, is_found) in [("test", false), ("person", true)] {
        let people = format!("{UNITS}/{unit}/comments/people?search={search}");
        let found = agent.get(&people).await.expect(200);
        let names: Vec<&Value> =
            found["items"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
        assert_eq!(!names.is_empty(), is_found, "{found}");
        assert!(names.iter().all(|name| **name == "Person"), "{found}");
    }
}
