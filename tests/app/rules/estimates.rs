//! Rules on estimates and on estimators: what one has saved, and who is ranked.

use serde_json::{Value, json};

use super::estimators::estimate;
use super::{World, under};
use crate::past_weeks::{BOARD, PastWeeks};

#[actix_web::test]
async fn own_estimates_are_those_that_rules_leave() {
    let folder = tempfile::tempdir().unwrap();
    let lines = r#"
g, agent, estimations
where, agent, estimations, read, {"field": "unit.status", "operator": "equals", "value": "available"}
fields, agent, estimations, mask, confidenceScore
"#;
    let app = under(&folder, lines).await;
    let world = World::of(&app).await;
    let agent = &world.broker;
    let marina = &world.projects[0];
    let stored = world.make(0, 1, json!({ "status": "available" })).await;
    let other = world.make(0, 2, json!({ "status": "available" })).await;
    for unit in [&stored, &other] {
        let mut body = estimate(marina, unit);
        body["confidenceScore"] = json!(70);
        let saved = agent.post("/api/assessments", body).await.expect(201);
        assert_eq!(saved["confidenceScore"], Value::Null, "{saved}");
    }
    let path = format!("/api/backoffice/units/{other}");
    world.admin.patch(&path, json!({ "status": "sold" })).await.expect(200);
    let own = agent.get(&format!("/api/assessments?projectId={marina}")).await.expect(200);
    let own = own.as_array().unwrap();
    assert_eq!((own.len(), &own[0]["unitId"]), (1, &json!(stored)));
    assert_eq!(own[0]["confidenceScore"], Value::Null);
    // Nor is one saved that the estimator could not read then.
    agent.post("/api/assessments", estimate(marina, &other)).await.expect(403);
}

#[actix_web::test]
async fn ranks_are_among_the_people_whom_one_may_read() {
    let folder = tempfile::tempdir().unwrap();
    let lines = r#"
g, agent, estimations
where, agent, users, read, {"field": "firstName", "operator": "not_equals", "value": "Amal"}
g, clerk, estimations
fields, clerk, users, hide, firstName
"#;
    let app = under(&folder, lines).await;
    let (agent, clerk) = (app.sign_in("agent").await, app.sign_in("clerk").await);
    let mut past = PastWeeks::prepare(&app).await;
    // Last week Amal is nearest, Badr is not.
    for (person, rent) in [(0, 100_000), (1, 130_000), (2, 100_000), (3, 100_000)] {
        past.submit(person, &[(0, rent)], -1).await;
    }
    for person in [0, 1] {
        past.submit(person, &[(1, 90_000)], 0).await;
    }
    let board = async |by: &kernel::testing::TestClient<'_>| -> Vec<(Value, Value)> {
        let board = by.get(&format!("{BOARD}?period=week")).await.expect(200);
        let items = board["items"].as_array().unwrap().iter();
        items.map(|one| (one["name"].clone(), one["previousRank"].clone())).collect()
    };
    assert_eq!(board(&past.admin).await.len(), 2);
    assert_eq!(board(&agent).await, [(json!("Badr Haddad"), json!(3))]);
    let nameless = board(&clerk).await;
    assert!(nameless.iter().all(|(name, _)| name == ""), "{nameless:?}");
}
