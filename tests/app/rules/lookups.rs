//! What a request names by its fields is found among what its sender sees: in selections, changes, imports and mappings.

use actix_web::http::Method;
use kernel::testing::Answer;
use serde_json::{Value, json};

use super::{UNITS, World, filters, under};

const PROJECTS: &str = "/api/backoffice/projects";

const AGENT: &str = r#"
g, agent, user
p, agent, backoffice, enter
p, agent, units, *
p, agent, projects, read
p, agent, projects, history
p, agent, developers, read
p, agent, filter-definitions, read
where, agent, units, read, {"field": "status", "operator": "equals", "value": "available"}
where, agent, projects, read, {"field": "name", "operator": "starts_with", "value": "Marina"}
fields, agent, projects, hide, location
"#;

/// Sees the developers of projects, not those of units.
const READER: &str = "
g, agent, user
p, agent, backoffice, enter
p, agent, units, read
p, agent, units, history
p, agent, projects, read
p, agent, projects, history
p, agent, filter-definitions, read
fields, agent, units, hide, developer
";

#[actix_web::test]
async fn selection_by_a_record_that_is_not_seen_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, AGENT).await;
    let world = World::of(&app).await;
    for (project, updated) in [(0, 1), (1, 0)] {
        world.make(project, project, json!({ "status": "available", "bedrooms": 1 })).await;
        let condition =
            json!({ "field": "project", "operator": "equals", "value": world.projects[project] });
        let of = json!({ "filters": { "operator": "AND", "conditions": [condition] } });
        let body = json!({ "where": of, "update": { "bedrooms": 2 } });
        let report = world.broker.patch(UNITS, body).await.expect(200);
        assert_eq!(report["updated"], updated, "{report}");
    }
}

#[actix_web::test]
async fn change_of_a_field_is_found_where_the_field_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, READER).await;
    let world = World::of(&app).await;
    let unit = world.make(0, 1, json!({ "status": "available" })).await;
    let other = json!({ "name": "Other" });
    let other =
        world.admin.post("/api/backoffice/developers", other).await.expect(201)["_id"].clone();
    let unit = format!("{UNITS}/{unit}");
    world.admin.patch(&unit, json!({ "developerId": other })).await.expect(200);
    let project = format!("{PROJECTS}/{}", world.projects[0]);
    world.admin.patch(&project, json!({ "developer": { "_id": other } })).await.expect(200);
    let path = format!(
        "/api/backoffice/changes?limit=100&{}",
        filters("field", "equals", json!("developer"))
    );
    let all = world.admin.get(&path).await.expect(200);
    let resources = |page: &Value| -> Vec<String> {
        let items = page["items"].as_array().unwrap().iter();
        let updates = items.filter(|one| one["action"] == "update");
        updates.map(|one| one["resource"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(resources(&all), ["projects", "units"], "{all}");
    let seen = world.broker.get(&path).await.expect(200);
    assert_eq!(resources(&seen), ["projects"], "{seen}");
    let total = seen["items"].as_array().unwrap().len();
    assert_eq!(seen["total"], total, "what is not seen is not counted");
}

async fn import(world: &World<'_>, query: &str, table: &str, mapping: &str) -> Answer {
    let request = world.broker.request(Method::POST, &format!("{UNITS}/import?{query}"));
    request.file(table, &[("mapping", mapping)]).send().await
}

fn mapping(world: &World<'_>, project: &str) -> String {
    let developer = &world.developer;
    format!(
        r#"
        resource = "units"
        [fields]
        unitNumber = "No"
        bedrooms = {{ constant = 1 }}
        totalAreaInSqFt = {{ constant = 900 }}
        purchasePriceInAED = {{ constant = 1 }}
        yearlyRentInAED = {{ constant = 50000 }}
        serviceChargesPerSqFt = {{ constant = 0 }}
        projectId = {project}
        developerId = {{ constant = "{developer}" }}
        "#
    )
}

#[actix_web::test]
async fn row_is_not_the_record_of_its_key_that_is_not_seen() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, AGENT).await;
    let world = World::of(&app).await;
    for (number, status) in [("7", "available"), ("8", "sold")] {
        world.make(0, 1, json!({ "unitNumber": number, "status": status })).await;
    }
    let project = format!(r#"{{ constant = "{}" }}"#, world.projects[0]);
    let report =
        import(&world, "existing=skip", "No\n7\n", &mapping(&world, &project)).await.expect(200);
    assert_eq!((&report["skipped"], &report["created"]), (&json!(1), &json!(0)), "{report}");
    let refused = import(&world, "existing=skip", "No\n8\n", &mapping(&world, &project)).await;
    assert_ne!(refused.status, 200, "{}", refused.body);
}

#[actix_web::test]
async fn nothing_is_looked_up_by_a_field_that_is_not_seen() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, AGENT).await;
    let world = World::of(&app).await;
    let by =
        |field: &str| mapping(&world, &format!(r#"{{ lookup = "projects", by.{field} = "Of" }}"#));
    let project = world.admin.get(&format!("{PROJECTS}/{}", world.projects[0])).await.expect(200);
    let table = |field: &str| format!("No,Of\n9,{}\n", project[field].as_str().unwrap());
    let refused = import(&world, "", &table("location"), &by("location")).await;
    assert!(refused.body.to_string().contains("There is no field `location`"), "{}", refused.body);
    assert_ne!(refused.status, 200);
    import(&world, "", &table("name"), &by("name")).await.expect(200);
}
