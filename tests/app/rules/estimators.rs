//! Rules on the estimators' paths, whose permissions read several resources.

use serde_json::{Value, json};

use super::{World, under};
use crate::lists_in_memory::projects;

/// Estimators see the units that are available, of the projects of the Marina, without rents.
const ESTIMATORS: &str = r#"
g, agent, estimations
where, agent, units, read, {"field": "status", "operator": "equals", "value": "available"}
where, agent, projects, read, {"field": "name", "operator": "starts_with", "value": "Marina"}
fields, agent, units, hide, yearlyRentInAED view
fields, agent, units, mask, floor
fields, agent, projects, hide, location
"#;

pub(super) fn estimate(project: &str, unit: &str) -> Value {
    json!({
        "unitId": unit, "projectId": project, "estimatedYearlyRentInAED": 90_000,
        "estimatedCapitalAppreciationPercentage": 0, "confidenceScore": 0,
    })
}

#[actix_web::test]
async fn an_estimator_works_on_what_rules_leave() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, ESTIMATORS).await;
    let world = World::of(&app).await;
    let fields = |status: &str| json!({ "status": status, "floor": 3, "totalAreaInSqFt": 500, "yearlyRentInAED": 77_000 });
    let shown = world.make(0, 1, fields("available")).await;
    let sold = world.make(0, 2, fields("sold")).await;
    let palm = world.make(1, 3, fields("available")).await;

    let list = world.broker.get("/api/projects?limit=100").await.expect(200);
    assert_eq!(list["total"], 1);
    let project = &list["items"][0];
    assert_eq!((&project["name"], &project["unitsCount"]), (&json!("Marina One"), &json!(1)));
    assert_eq!(project.get("location"), None);
    let marina = &world.projects[0];
    let with_units = world.broker.get(&format!("/api/projects/{marina}/with-units")).await;
    let with_units = with_units.expect(200);
    assert_eq!(with_units.get("location"), None);
    let units = with_units["units"].as_array().unwrap();
    assert_eq!(units.len(), 1);
    assert_eq!(units[0]["_id"], json!(shown));
    assert_eq!((units[0].get("view"), &units[0]["floor"]), (None, &Value::Null));
    // The rent is hidden, and so is what starts from it: 100 for each square foot.
    assert_eq!(units[0]["percentageBaseInAED"], 50_000);
    let other = &world.projects[1];
    world.broker.get(&format!("/api/projects/{other}/with-units")).await.expect(404);

    // What may not be read is not there to be assessed either.
    let refused = world.broker.post("/api/assessments", estimate(marina, &sold)).await;
    assert_eq!(refused.errors(), [("/unitId", "There is no such unit")]);
    refused.expect(422);
    let refused = world.broker.post("/api/assessments", estimate(other, &palm)).await;
    assert_eq!(refused.errors(), [("/projectId", "There is no such project")]);
    refused.expect(422);
    world.broker.post("/api/assessments", estimate(marina, &shown)).await.expect(201);
    let own = format!("/api/assessments?projectId={marina}");
    assert_eq!(world.broker.get(&own).await.expect(200).as_array().unwrap().len(), 1);
    // A unit that is sold is no longer there, nor is its estimate.
    let path = format!("{}/{shown}", super::UNITS);
    world.admin.patch(&path, json!({ "status": "sold" })).await.expect(200);
    assert_eq!(world.broker.get(&own).await.expect(200), json!([]));
    for (filter, total) in [("completed", 0), ("in-progress", 0), ("not-started", 1)] {
        let list = world.broker.get(&format!("/api/projects?filter={filter}")).await.expect(200);
        assert_eq!(list["total"], total, "{filter}");
    }
    let list = world.broker.get("/api/projects").await.expect(200);
    assert_eq!(list["items"][0]["completedUnitsCount"], 0);
    // Nor is anything in a project that may not be read any more.
    world.admin.patch(&path, json!({ "status": "available" })).await.expect(200);
    assert_eq!(world.broker.get(&own).await.expect(200).as_array().unwrap().len(), 1);
    let project = format!("/api/backoffice/projects/{marina}");
    world.admin.patch(&project, json!({ "name": "Creek" })).await.expect(200);
    assert_eq!(world.broker.get(&own).await.expect(200), json!([]));
}

#[actix_web::test]
async fn the_week_has_the_projects_that_one_may_read() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, ESTIMATORS).await;
    let (admin, broker) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let (projects, _) = projects(&admin).await;
    let week = kernel::time::week_of(kernel::time::today());
    let body = json!({ "name": "This week", "weekStart": week, "projectIds": projects });
    admin.post("/api/backoffice/projects/weekly-rotations", body).await.expect(201);
    let selection = broker.get("/api/projects/weekly-selection").await.expect(200);
    assert_eq!(selection["projectIds"], json!([projects[0]]));
    let whole = admin.get("/api/projects/weekly-selection").await.expect(200);
    assert_eq!(whole["projectIds"], json!(projects));
}

#[actix_web::test]
async fn a_leaderboard_leaves_out_whom_one_may_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let own =
        r#"where, agent, users, read, {"field": "id", "operator": "equals", "value": "$user.id"}"#;
    let app = under(&folder, &format!("g, agent, estimations\n{own}\n")).await;
    let world = World::of(&app).await;
    let unit = world.make(0, 1, json!({})).await;
    let other = app.sign_in("estimations").await;
    for by in [&world.broker, &other] {
        by.post("/api/assessments", estimate(&world.projects[0], &unit)).await.expect(201);
    }
    let items = async |by: &kernel::testing::TestClient<'_>| {
        let board = by.get("/api/estimations/leaderboard?period=week").await.expect(200);
        board["items"].as_array().unwrap().len()
    };
    assert_eq!(items(&other).await, 2);
    assert_eq!(items(&world.broker).await, 1);
}
