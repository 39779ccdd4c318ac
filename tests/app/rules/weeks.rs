//! Rules on rotations: what is said of weeks beside their own screens.

use serde_json::{Value, json};

use super::{World, under};

/// An agent sees no rotation that is secret, and a clerk no projects of rotations.
const PLANNERS: &str = r#"
g, agent, estimations
p, agent, rotations, read
p, agent, analytics, read
where, agent, rotations, read, {"field": "name", "operator": "not_contains", "value": "Secret"}
where, agent, units, read, {"field": "status", "operator": "equals", "value": "available"}
g, clerk, estimations
p, clerk, rotations, read
fields, clerk, rotations, hide, projects
"#;

const ROTATIONS: &str = "/api/backoffice/projects/weekly-rotations";
const SELECTION: &str = "/api/projects/weekly-selection";

#[actix_web::test]
async fn rotation_that_is_not_seen_is_in_no_week() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, PLANNERS).await;
    let world = World::of(&app).await;
    let (admin, agent) = (&world.admin, &world.broker);
    for (number, status) in [(1, "available"), (2, "sold"), (3, "sold")] {
        world.make(0, number, json!({ "status": status })).await;
    }
    let week = kernel::time::week_of(kernel::time::today());
    let body = json!({ "name": "Open", "weekStart": week, "projectIds": [world.projects[0]] });
    let made = admin.post(ROTATIONS, body).await.expect(201);
    let path = format!("{ROTATIONS}/{}", made["_id"].as_str().unwrap());
    let planning = format!("/api/backoffice/rotation-planning?project={}", world.projects[0]);
    let last = async || {
        let planned = agent.get(&planning).await.expect(200);
        (planned["items"][0]["lastRotation"].clone(), planned["items"][0]["units"].clone())
    };
    assert_eq!(agent.get(SELECTION).await.expect(200)["projectIds"], json!([world.projects[0]]));
    let (rotation, units) = last().await;
    assert_eq!((&rotation["name"], units), (&json!("Open"), json!(1)));
    admin.patch(&path, json!({ "name": "Secret" })).await.expect(200);
    agent.get(SELECTION).await.expect(404);
    assert_eq!(last().await.0, Value::Null);
}

#[actix_web::test]
async fn projects_that_are_hidden_in_rotations_are_in_no_week() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, PLANNERS).await;
    let world = World::of(&app).await;
    let clerk = app.sign_in("clerk").await;
    let week = kernel::time::week_of(kernel::time::today());
    let body = json!({ "name": "Open", "weekStart": week, "projectIds": [world.projects[0]] });
    world.admin.post(ROTATIONS, body).await.expect(201);
    assert_eq!(clerk.get(SELECTION).await.expect(200)["projectIds"], json!([]));
    let list = clerk.get("/api/projects?filter=this-week").await.expect(200);
    assert_eq!(list["total"], 0);
}

#[actix_web::test]
async fn coverage_is_of_the_units_and_estimates_that_are_seen() {
    let folder = tempfile::tempdir().unwrap();
    let lines = r#"
g, agent, user
p, agent, rotations, read
p, agent, projects, read
p, agent, analytics, read
where, agent, projects, read, {"field": "name", "operator": "starts_with", "value": "Marina"}
where, agent, units, read, {"field": "status", "operator": "equals", "value": "available"}
g, half, user
p, half, rotations, read
where, half, units, read, {"field": "status", "operator": "equals", "value": "available"}
where, half, estimations, read, {"field": "estimatedYearlyRentInAED", "operator": "greater_than", "value": 0}
g, own, user
p, own, rotations, read
where, own, estimations, read, {"field": "agent", "operator": "equals", "value": "$user.id"}
"#;
    let app = under(&folder, lines).await;
    let world = World::of(&app).await;
    world.make(0, 1, json!({ "status": "available" })).await;
    let shown = world.make(0, 2, json!({ "status": "available" })).await;
    let sold = world.make(0, 3, json!({ "status": "sold" })).await;
    world.make(1, 4, json!({ "status": "available" })).await;
    let marina = &world.projects[0];
    for _ in 0..4 {
        let by = app.sign_in("estimations").await;
        for unit in [&shown, &sold] {
            by.post("/api/assessments", super::estimators::estimate(marina, unit))
                .await
                .expect(201);
        }
    }
    let week = kernel::time::week_of(kernel::time::today());
    let body = json!({ "name": "Open", "weekStart": week, "projectIds": [marina] });
    world.admin.post(ROTATIONS, body).await.expect(201);
    let of = async |by: &kernel::testing::TestClient<'_>, project: &str| {
        let path = format!("/api/backoffice/rotation-planning?project={project}");
        let planned = by.get(&path).await.expect(200)["items"][0].clone();
        (planned["units"].as_i64().unwrap(), planned["covered"].as_i64().unwrap())
    };
    assert_eq!(of(&world.admin, marina).await, (3, 2));
    assert_eq!(of(&world.broker, marina).await, (2, 1));
    assert_eq!(of(&app.sign_in("half").await, marina).await, (2, 1));
    assert_eq!(of(&app.sign_in("own").await, marina).await, (3, 0));
    assert_eq!(of(&world.broker, &world.projects[1]).await, (0, 0));

    let chart = "/api/analytics/charts/coverageByDay";
    for (by, n, value) in [(&world.admin, 3, 2.0 / 3.0), (&world.broker, 2, 0.5)] {
        let chart = by.get(chart).await.expect(200);
        let last = chart["answer"]["rows"].as_array().unwrap().last().unwrap().clone();
        let coverage = &last["values"]["coverage"];
        assert_eq!((&coverage["n"], &coverage["value"]), (&json!(n), &json!(value)), "{chart}");
    }
}
