//! Rules in the explorer, the overview and the charts: what a broker may not read is in no figure.

use serde_json::{Value, json};

use super::{BROKER, World, filters, under};

const EXPLORE: &str = "/api/analytics/explore";

const ANALYST: &str = "
p, agent, analytics, read
p, agent, analytics, export
";

/// Returns the rows of an answer: the label and the value of the first measure.
async fn rows(world: &World<'_>, query: &str) -> Vec<(String, Value)> {
    let answer = world.broker.get(&format!("{EXPLORE}?{query}")).await.expect(200);
    let measure = query.split("measures=").nth(1).unwrap().split('&').next().unwrap();
    let row = |row: &Value| {
        let label = row["row"]["label"].as_str().unwrap().to_owned();
        (label, row["values"][measure]["value"].clone())
    };
    answer["rows"].as_array().unwrap().iter().map(row).collect()
}

#[actix_web::test]
async fn measures_are_of_what_the_reader_may_read() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, &format!("{BROKER}{ANALYST}")).await;
    let world = World::of(&app).await;
    let bodies = [
        (0, "available", 1),
        (0, "available", 2),
        (0, "sold", 2),
        (1, "available", 2),
        (1, "rented", 3),
    ];
    let mut ids = Vec::new();
    for (number, (project, status, bedrooms)) in bodies.into_iter().enumerate() {
        let fields =
            json!({ "status": status, "bedrooms": bedrooms, "unitNumber": format!("N{number}") });
        ids.push(world.make(project, number, fields).await);
    }
    let all = "dataset=units&measures=units";
    assert_eq!(rows(&world, all).await, [("All".into(), json!(3.0))]);
    // The projects of the Palm are none to this reader.
    assert_eq!(
        rows(&world, &format!("{all}&rows=project")).await,
        [("Marina One".into(), json!(2.0)), ("Not stated".into(), json!(1.0))]
    );
    assert_eq!(
        rows(&world, &format!("{all}&rows=status")).await,
        [("Available".into(), json!(3.0))]
    );
    let units = rows(&world, &format!("{all}&rows=unit")).await;
    let labels: Vec<&str> = units.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["N0 · Marina One", "N1 · Marina One", "N3"]);
    let of_projects = rows(&world, "dataset=projects&measures=units&rows=project").await;
    assert_eq!(of_projects, [("Marina One".into(), json!(2.0))]);

    // Behind a value are the records that count, by titles that hide the same.
    let behind = world.broker.get(&format!("{EXPLORE}/records?{all}&rows=project&row=")).await;
    let behind = behind.expect(200);
    assert_eq!((&behind["total"], &behind["items"][0]["title"]), (&json!(1), &json!("N3")));
    let palm = &world.projects[1];
    let named = world.broker.get(&format!("{EXPLORE}/records?{all}&rows=project&row={palm}")).await;
    let named = named.expect(200);
    assert_eq!((&named["total"], &named["row"][0]["label"]), (&json!(0), &json!(palm)));

    // What a filter compares must be seen, too.
    let filtered = |field: &str, value: Value| format!("{all}&{}", filters(field, "equals", value));
    assert_eq!(rows(&world, &filtered("bedrooms", json!(2))).await, [("All".into(), json!(2.0))]);
    let by_palm = rows(&world, &filtered("project", json!(palm))).await;
    assert_eq!(by_palm, [("All".into(), Value::Null)]);
    world.broker.get(&format!("{EXPLORE}?{}", filtered("view", json!("Sea")))).await.expect(400);
    for hidden in ["rows=view", "rows=floorBand"] {
        let refused = world.broker.get(&format!("{EXPLORE}?{all}&{hidden}")).await.expect(400);
        let detail = refused["detail"].as_str().unwrap();
        assert!(!detail.contains("view,") && !detail.contains("floorBand,"), "{detail}");
    }
    let net = format!("{EXPLORE}?dataset=units&measures=netYield");
    world.broker.get(&net).await.expect(400);
    world.admin.get(&net).await.expect(200);
    world.broker.get(&format!("{EXPLORE}?dataset=units&measures=grossYield")).await.expect(200);

    // A file has no more, and nobody gets the answer of another.
    let file = world.broker.get(&format!("{EXPLORE}/export?{all}&rows=project&format=csv")).await;
    let file = String::from_utf8(file.bytes).unwrap();
    assert!(file.contains("Marina") && !file.contains("Palm"), "{file}");
    let whole = world.admin.get(&format!("{EXPLORE}?{all}")).await.expect(200);
    assert_eq!(whole["rows"][0]["values"]["units"]["value"], 5.0);
    assert_eq!(rows(&world, all).await, [("All".into(), json!(3.0))]);
}

#[actix_web::test]
async fn the_overview_and_the_charts_leave_out_what_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, &format!("{BROKER}{ANALYST}")).await;
    let world = World::of(&app).await;
    let shown = world.make(0, 1, json!({ "status": "available" })).await;
    let sold = world.make(0, 2, json!({ "status": "sold" })).await;
    let estimator = app.sign_in("estimations").await;
    for unit in [&shown, &sold] {
        let estimate = json!({
            "unitId": unit, "projectId": world.projects[0], "estimatedYearlyRentInAED": 90_000,
            "estimatedCapitalAppreciationPercentage": 0, "confidenceScore": 0,
        });
        estimator.post("/api/assessments", estimate).await.expect(201);
    }
    let metric = async |by: &kernel::testing::TestClient<'_>, name: &str| -> Option<Value> {
        let overview = by.get("/api/analytics/overview").await.expect(200);
        let metrics = overview["figures"].as_array().unwrap();
        Some(metrics.iter().find(|one| one["name"] == name)?["n"].clone())
    };
    assert_eq!(metric(&world.admin, "netYield").await, Some(json!(2)));
    assert_eq!(metric(&world.broker, "netYield").await, None);
    assert_eq!(metric(&world.admin, "grossYield").await, Some(json!(2)));
    assert_eq!(metric(&world.broker, "grossYield").await, Some(json!(1)));
    let chart = "/api/analytics/charts/projectsByNetYield";
    world.admin.get(chart).await.expect(200);
    world.broker.get(chart).await.expect(404);
    world.broker.get("/api/analytics/charts/consensusAgainstListed").await.expect(200);
}

#[actix_web::test]
async fn who_may_not_read_all_estimates_has_no_measure_that_is_computed_from_all() {
    let folder = tempfile::tempdir().unwrap();
    let own = r#"where, agent, estimations, read, {"field": "agent", "operator": "equals", "value": "$user.id"}"#;
    let lines = format!("{BROKER}{ANALYST}p, agent, estimations, read\n{own}\n");
    let app = under(&folder, &lines).await;
    let world = World::of(&app).await;
    let unit = world.make(0, 1, json!({ "status": "available" })).await;
    let estimator = app.sign_in("estimations").await;
    let estimate = json!({
        "unitId": unit, "projectId": world.projects[0], "estimatedYearlyRentInAED": 90_000,
        "estimatedCapitalAppreciationPercentage": 0, "confidenceScore": 0,
    });
    estimator.post("/api/assessments", estimate).await.expect(201);
    for measure in ["rent", "spread", "coverage", "listedGap"] {
        let query = format!("{EXPLORE}?dataset=units&measures={measure}");
        world.broker.get(&query).await.expect(400);
        world.admin.get(&query).await.expect(200);
    }
    let estimates = rows(&world, "dataset=assessments&measures=estimates").await;
    assert_eq!(estimates, [("All".into(), Value::Null)]);
    // Neither has a list a filter by such a figure.
    let gap = filters("listedGap", "greater_than", json!(-1));
    world.admin.get(&format!("{}?{gap}", super::UNITS)).await.expect(200);
    world.broker.get(&format!("{}?{gap}", super::UNITS)).await.expect(400);
}

#[actix_web::test]
async fn each_reader_asks_by_own_rules_and_compares_with_what_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let clerk = "
g, clerk, user
p, clerk, units, read
p, clerk, projects, read
p, clerk, analytics, read
fields, clerk, units, hide, yearlyRentInAED
";
    let app = under(&folder, &format!("{BROKER}{ANALYST}{clerk}")).await;
    let world = World::of(&app).await;
    let clerk = app.sign_in("clerk").await;
    let unit = world.make(0, 1, json!({ "status": "available" })).await;
    world.make(0, 2, json!({ "status": "sold" })).await;
    let all = "dataset=units&measures=units";
    assert_eq!(rows(&world, all).await, [("All".into(), json!(1.0))]);
    let whole = clerk.get(&format!("{EXPLORE}?{all}")).await.expect(200);
    assert_eq!(whole["rows"][0]["values"]["units"]["value"], 2.0);
    assert_eq!(rows(&world, all).await, [("All".into(), json!(1.0))]);
    let listed = format!("{EXPLORE}?dataset=units&measures=rent&compare=listed");
    let estimator = app.sign_in("estimations").await;
    let estimate = super::estimators::estimate(&world.projects[0], &unit);
    estimator.post("/api/assessments", estimate).await.expect(201);
    let compared = async |by: &kernel::testing::TestClient<'_>| {
        let answer = by.get(&listed).await.expect(200);
        answer["rows"][0]["values"]["rent"]["compare"]["value"].clone()
    };
    assert!(compared(&world.admin).await.is_number());
    assert_eq!(compared(&clerk).await, Value::Null);
}
