//! Two worlds that differ only in what a broker may not see: every answer that the broker gets is the same in both, while
//! an administrator's answers differ.

use std::collections::{BTreeMap, BTreeSet};

use diesel::connection::SimpleConnection;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use super::{BROKER, UNITS, World, under};
use crate::encoded;

/// What the broker may do besides.
pub(super) const MORE: &str = r#"
p, agent, analytics, read
p, agent, analytics, export
p, agent, estimations, read
p, agent, estimations, export
p, agent, estimations, history
p, agent, flags, read
p, agent, projects, export
p, agent, projects, history
p, agent, developers, read
p, agent, rotations, read
p, agent, users, read
p, agent, assessments, read
p, agent, leaderboard, read
where, agent, estimations, read, {"field": "unit.status", "operator": "equals", "value": "available"}
where, agent, flags, read, {"field": "unit.status", "operator": "equals", "value": "available"}
where, agent, users, read, {"field": "id", "operator": "equals", "value": "$user.id"}
fields, agent, projects, hide, location
"#;

/// What differs for a reason: each operation, and why.
const EXCEPTIONS: &str = include_str!("twin_worlds.exceptions");

/// Parts of answers that name the moment of the answer.
const OF_THE_MOMENT: [&str; 2] = ["asOf", "requestId"];

/// The answers of a reader, by operation and request.
type Answers = BTreeMap<(String, String), String>;

/// Takes from an answer what names its moment.
pub(super) fn without_moment(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !OF_THE_MOMENT.contains(&name.as_str()));
            fields.values_mut().for_each(without_moment);
        }
        Value::Array(items) => items.iter_mut().for_each(without_moment),
        _ => {}
    }
}

/// A walk through all that a reader can read.
struct Walk<'a> {
    reader: &'a TestClient<'a>,
    answers: Answers,
}

impl Walk<'_> {
    async fn get(&mut self, operation: &str, path: &str) -> Value {
        let answer = self.reader.get(path).await;
        let (status, etag) = (answer.status, answer.header("etag").to_owned());
        let mut body = answer.body;
        without_moment(&mut body);
        let text = match body {
            Value::Null => String::from_utf8_lossy(&answer.bytes).into_owned(),
            ref body => body.to_string(),
        };
        self.answers
            .insert((operation.to_owned(), path.to_owned()), format!("{status} {etag} {text}"));
        body
    }

    /// Asks for a list with every parameter: each order, search, filter and breakdown.
    async fn list(&mut self, operation: &str, path: &str, values: &[Value]) {
        let described = self.reader.get("/api/openapi.json").await.expect(200);
        let sorts = described["paths"][path]["get"]["parameters"].as_array().unwrap();
        let sorts = sorts.iter().find(|one| one["name"] == "sort");
        let sorts = sorts.map(|one| one["schema"]["enum"].clone()).unwrap_or_default();
        for sort in sorts.as_array().into_iter().flatten() {
            let sort = sort.as_str().unwrap();
            self.get(operation, &format!("{path}?limit=100&sort={sort}")).await;
        }
        for page in 1..4 {
            self.get(operation, &format!("{path}?limit=2&page={page}")).await;
        }
        for search in ["Marina", "Palm", "sea", "N", "Nakheel", "hidden", "Lovelace"] {
            self.get(operation, &format!("{path}?limit=100&search={search}")).await;
        }
        let definitions = self.get(operation, &format!("{path}/filter-definitions")).await;
        for definition in definitions.as_array().into_iter().flatten() {
            for operator in definition["operators"].as_array().unwrap() {
                for value in values {
                    let value = match operator.as_str().unwrap() {
                        "in" | "not_in" => json!([value]),
                        "is_missing" | "is_present" => Value::Null,
                        _ => value.clone(),
                    };
                    let mut condition =
                        json!({ "field": definition["key"], "operator": operator, "value": value });
                    if operator == "between" {
                        condition["secondValue"] = value;
                    }
                    let filter = json!({ "operator": "AND", "conditions": [condition] });
                    let filter = filter.to_string();
                    let filter = encoded(&filter);
                    self.get(operation, &format!("{path}?limit=100&filters={filter}")).await;
                }
            }
            let by = definition["key"].as_str().unwrap();
            if described["paths"].get(format!("{path}/breakdown")).is_some() {
                self.get("breakdown", &format!("{path}/breakdown?by={by}")).await;
            }
        }
        if described["paths"].get(format!("{path}/export")).is_some() {
            self.get("export", &format!("{path}/export?format=csv")).await;
        }
    }

    /// Asks every question that the explorer's own description offers.
    async fn explore(&mut self, described: &Value) {
        const EXPLORE: &str = "/api/analytics/explore";
        let names = |list: &Value| -> Vec<String> {
            let all = list.as_array().unwrap().iter();
            all.map(|one| one["name"].as_str().unwrap().to_owned()).collect()
        };
        let explorer = &described["paths"][EXPLORE]["get"]["x-explorer"];
        let (measures, dimensions) = (names(&explorer["measures"]), names(&explorer["dimensions"]));
        for dataset in names(&explorer["datasets"]) {
            for measure in &measures {
                let query = format!("dataset={dataset}&measures={measure}");
                self.get("explore", &format!("{EXPLORE}?{query}")).await;
                for rows in &dimensions {
                    let query = format!("{query}&rows={rows}&limit=1000");
                    self.get("explore", &format!("{EXPLORE}?{query}")).await;
                    if measure == "units" || measure == "estimates" {
                        self.get("explore records", &format!("{EXPLORE}/records?{query}&row="))
                            .await;
                        let sorted = format!("{EXPLORE}/export?{query}&sort={measure}:desc");
                        self.get("explore export", &sorted).await;
                    }
                }
            }
        }
        for chart in names(&explorer["charts"]) {
            self.get("chart", &format!("/api/analytics/charts/{chart}")).await;
        }
    }
}

/// Reads everything that a reader can read; `ids` are records of each resource, those that the broker may read and others.
async fn walk(
    reader: &TestClient<'_>,
    ids: &[(&str, Vec<String>)],
    described: &Value,
    values: &[Value],
) -> Answers {
    let mut walk = Walk { reader, answers: Answers::new() };
    let paths = described["paths"].as_object().unwrap();
    for (path, operations) in paths {
        let Some(operation) = operations.get("get") else { continue };
        let id = operation["operationId"].as_str().unwrap();
        let is_list = paths.contains_key(&format!("{path}/filter-definitions"));
        let of = ids.iter().find(|(base, _)| path.starts_with(base)).map(|(_, ids)| ids);
        if is_list {
            walk.list(id, path, values).await;
        } else if let (true, Some(of)) = (path.contains("{id}") && !path.contains("{file"), of) {
            for one in of {
                walk.get(id, &path.replace("{id}", one)).await;
            }
        } else if !path.contains('{') && !path.starts_with("/api/auth/oidc") {
            walk.get(id, path).await;
        }
    }
    let projects = &ids.iter().find(|(base, _)| *base == "/api/projects").unwrap().1;
    for project in projects {
        walk.get("assessment_list", &format!("/api/assessments?projectId={project}")).await;
        walk.get(
            "rotation_planning",
            &format!("/api/backoffice/rotation-planning?project={project}"),
        )
        .await;
    }
    for period in ["week", "month", "all"] {
        walk.get("leaderboard_view", &format!("/api/estimations/leaderboard?period={period}"))
            .await;
    }
    walk.explore(described).await;
    walk.answers
}

fn estimate(project: &str, unit: &str, rent: i64) -> Value {
    json!({
        "unitId": unit, "projectId": project, "estimatedYearlyRentInAED": rent,
        "estimatedCapitalAppreciationPercentage": 0, "confidenceScore": 0,
    })
}

/// Makes units that the broker sees, and others.
pub(super) async fn units(world: &World<'_>) -> (Vec<String>, Vec<String>) {
    let (mut shown, mut sold) = (Vec::new(), Vec::new());
    for number in 0..8 {
        let fields = |status: &str| {
            json!({ "status": status, "unitNumber": format!("N{number}"), "floor": number, "view": "Sea",
                    "bedrooms": number % 3, "purchasePriceInAED": 1_000_000 + number })
        };
        match number % 2 {
            0 => shown.push(world.make(number / 2 % 2, number, fields("available")).await),
            _ => sold.push(world.make(0, number, fields("sold")).await),
        }
    }
    (shown, sold)
}

/// Changes only what the broker may not see.
pub(super) async fn change_unseen(
    app: &TestApp,
    world: &World<'_>,
    sold: &[String],
    shown: &[String],
) {
    let unseen = json!({
        "bedrooms": 5, "view": "hidden", "floor": 9, "purchasePriceInAED": 5_000_000,
        "yearlyRentInAED": 900_000, "unitNumber": "hidden", "totalAreaInSqFt": 77,
    });
    world.admin.patch(&format!("{UNITS}/{}", sold[0]), unseen).await.expect(200);
    world.admin.delete(&format!("{UNITS}/{}", sold[1])).await.expect(204);
    world.make(1, 90, json!({ "status": "sold", "unitNumber": "hidden 2" })).await;
    // So that there are more of them than before, also in the rotation of the week.
    world.make(0, 91, json!({ "status": "sold", "unitNumber": "hidden 3" })).await;
    let palm = format!("/api/backoffice/projects/{}", world.projects[1]);
    world
        .admin
        .patch(&palm, json!({ "name": "A hidden name", "location": "Hidden" }))
        .await
        .expect(200);
    for rent in [90_000, 150_000] {
        let by = app.sign_in("estimations").await;
        by.post("/api/assessments", estimate(&world.projects[0], &sold[0], rent)).await.expect(201);
    }
    let unseen = format!("{UNITS}/{}", sold[0]);
    world.admin.post(&format!("{unseen}/comments"), json!({ "text": "hidden" })).await.expect(201);
    crate::files::attach(&world.admin, &unseen, "hidden.pdf", crate::files::PDF).await.expect(201);
    // Fields that are hidden or masked, of records that are seen: not by a request, which would show in their times.
    let ids: Vec<String> = shown.iter().map(|id| format!("'{id}'")).collect();
    let write = format!(
        "UPDATE units SET service_charges_per_sq_ft = 99, floor = 8, view = 'hidden' WHERE id IN ({});
         UPDATE projects SET location = 'Hidden'",
        ids.join(", ")
    );
    app.database().connect().batch_execute(&write).unwrap();
}

#[actix_web::test]
async fn what_may_not_be_seen_is_in_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, &format!("{BROKER}{MORE}")).await;
    let world = World::of(&app).await;
    let (shown, sold) = units(&world).await;
    for rent in [80_000, 85_000, 90_000, 200_000] {
        let by = app.sign_in("estimations").await;
        for unit in &shown {
            let project = world.admin.get(&format!("{UNITS}/{unit}")).await.expect(200);
            let project = project["project"]["_id"].as_str().unwrap().to_owned();
            by.post("/api/assessments", estimate(&project, unit, rent)).await.expect(201);
        }
    }
    let week = kernel::time::week_of(kernel::time::today());
    let body = json!({ "name": "This week", "weekStart": week, "projectIds": world.projects });
    world.admin.post("/api/backoffice/projects/weekly-rotations", body).await.expect(201);
    let mut ids_of_estimates = Vec::new();
    let estimates = world.admin.get("/api/backoffice/estimations?limit=100").await.expect(200);
    for one in estimates["items"].as_array().unwrap() {
        ids_of_estimates.push(one["_id"].as_str().unwrap().to_owned());
    }
    let me = world.broker.get("/api/auth/me").await.expect(200)["user"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let units: Vec<String> = shown.iter().chain(&sold).cloned().collect();
    let ids = [
        ("/api/backoffice/units", units),
        ("/api/backoffice/projects/weekly-rotations", Vec::new()),
        ("/api/backoffice/projects", world.projects.clone()),
        ("/api/backoffice/estimations", ids_of_estimates),
        ("/api/backoffice/users", vec![me]),
        ("/api/backoffice/developers", vec![world.developer.clone()]),
        ("/api/projects", world.projects.clone()),
    ];
    let described = world.broker.get("/api/openapi.json").await.expect(200);
    let whole = world.admin.get("/api/openapi.json").await.expect(200);
    let values =
        [json!(shown[0]), json!(sold[0]), json!(world.projects[1]), json!("hidden"), json!(2)];
    let few = [json!("available")];
    let before = walk(&world.broker, &ids, &described, &values).await;
    let before_for_all = walk(&world.admin, &ids, &whole, &few).await;
    change_unseen(&app, &world, &sold, &shown).await;
    let after = walk(&world.broker, &ids, &described, &values).await;
    let after_for_all = walk(&world.admin, &ids, &whole, &few).await;

    let exceptions: BTreeSet<&str> =
        EXCEPTIONS.lines().filter_map(|line| line.split_once(": ")).map(|(name, _)| name).collect();
    let different = |one: &Answers, other: &Answers| -> Vec<(String, String)> {
        one.iter().filter(|(key, text)| other[*key] != **text).map(|(key, _)| key.clone()).collect()
    };
    let leaks: Vec<_> = different(&before, &after)
        .into_iter()
        .filter(|(operation, _)| !exceptions.contains(operation.as_str()))
        .map(|key| format!("{} {}\n  {}\n  {}", key.0, key.1, before[&key], after[&key]))
        .collect();
    assert!(
        leaks.is_empty(),
        "{} leaks:\n{}",
        leaks.len(),
        leaks.iter().take(12).cloned().collect::<Vec<_>>().join("\n")
    );

    // Without rules each of these would have told the worlds apart.
    let different_for_all: BTreeSet<String> = different(&before_for_all, &after_for_all)
        .into_iter()
        .map(|(operation, _)| operation)
        .collect();
    for surface in [
        "unit_list",
        "unit_view",
        "unit_history",
        "unit_file_list",
        "unit_comment_list",
        "breakdown",
        "export",
        "project_list",
        "project_view",
        "project_with_units",
        "estimate_list",
        "change_list",
        "count_list",
        "explore",
        "explore records",
        "explore export",
        "chart",
        "analytics_overview",
        "estimator_project_list",
        "estimator_project_with_units",
        "rotation_planning",
    ] {
        assert!(
            different_for_all.contains(surface),
            "nothing of {surface} differs without rules: {different_for_all:?}"
        );
    }
    assert!(before.len() > 1_500, "{} requests", before.len());
}
