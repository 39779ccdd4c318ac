//! Lists from the columns in memory are the same as lists from the database, whatever is asked and
//! whatever was written in between, by this process or another one.

use std::pin::pin;

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use futures_util::future::{Either, join_all, select};
use kernel::seeded::SeededRandom;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::{PRODUCT, encoded};

const UNITS: &str = "/api/backoffice/units";
const COMPANIES: &str = "/api/backoffice/companies";

/// Fields of each type, with a value that some units have and one that others have.
fn filters(random: &mut SeededRandom, projects: &[String]) -> Value {
    let condition = |random: &mut SeededRandom| -> Value {
        let number = |random: &mut SeededRandom| json!(random.below(6));
        let rent = |random: &mut SeededRandom| json!(50_000 + 1_000 * random.below(9));
        let gap = |random: &mut SeededRandom| json!(random.below(7) as f64 / 10.0 - 0.3);
        let part = |random: &mut SeededRandom| json!(random.pick(&["SEA", "بحر", "p", "É"]));
        let (field, operator, value, second) = match random.below(20) {
            0 => ("bedrooms", "equals", number(random), Value::Null),
            1 => ("bedrooms", "less_than", number(random), Value::Null),
            2 => ("yearlyRentInAED", "between", rent(random), json!(55_000)),
            3 => ("view", "contains", part(random), Value::Null),
            4 => ("view", "not_equals", json!("park"), Value::Null),
            5 => ("project", "equals", json!(random.pick(projects)), Value::Null),
            6 => ("status", "in", json!(["available", "sold"]), Value::Null),
            7 => ("createdAt", "after_or_equal", json!("2020-01-01"), Value::Null),
            8 => ("view", "not_contains", part(random), Value::Null),
            9 => ("view", "starts_with", part(random), Value::Null),
            10 => ("view", "ends_with", part(random), Value::Null),
            12 => ("view", "is_missing", Value::Null, Value::Null),
            13 => ("view", "is_present", Value::Null, Value::Null),
            14 => ("floor", "is_missing", Value::Null, Value::Null),
            15 => ("floor", "is_present", Value::Null, Value::Null),
            16 => ("listedGap", "greater_than", gap(random), Value::Null),
            17 => ("listedGap", "not_equals", gap(random), Value::Null),
            18 => ("listedGap", "between", json!(-0.2), gap(random)),
            11 => ("project", "not_equals", json!(random.pick(projects)), Value::Null),
            _ => ("status", "not_in", json!(["sold"]), Value::Null),
        };
        let mut condition = json!({ "field": field, "operator": operator, "value": value });
        if !second.is_null() {
            condition["secondValue"] = second;
        }
        condition
    };
    let conditions: Vec<Value> = (0..1 + random.below(3)).map(|_| condition(random)).collect();
    json!({ "operator": random.pick(&["AND", "AND", "OR"]), "conditions": conditions })
}

fn question(random: &mut SeededRandom, projects: &[String]) -> String {
    let sorts = [
        "unitNumber",
        "project",
        "bedrooms",
        "view",
        "yearlyRentInAED",
        "status",
        "createdAt",
        "totalAreaInSqFt",
        "_id",
        "floor",
    ];
    let (sort, direction) = (random.pick(&sorts), random.pick(&["asc", "desc"]));
    let mut query = format!("sort={sort}:{direction}&limit={}", 1 + random.below(9));
    query += &format!("&page={}", 1 + random.below(4));
    if random.below(3) > 0 {
        let filters = filters(random, projects).to_string();
        query += &format!("&filters={}", encoded(&filters));
    }
    if random.below(3) == 0 {
        let searches =
            ["sea", "1", "Marina", "بحر", "park 1", "\"marina one\" 1", "nothing at all"];
        query += &format!("&search={}", encoded(random.pick::<&str>(&searches)));
    }
    if random.below(4) == 0 {
        query += &format!("&by={}", random.pick(&["project", "status", "developer"]));
    }
    query
}

/// Whether the database was asked for a total, or for the number of records of each value.
fn has_counted(statements: &[String]) -> bool {
    statements.iter().any(|statement| statement.contains("COUNT(*)"))
}

fn unit(random: &mut SeededRandom, (project, developer): (&str, &str), number: usize) -> Value {
    let views = [json!("Sea"), json!("park"), json!("Vue sur l'École"), json!("بحر"), Value::Null];
    json!({
        "projectId": project,
        "developerId": developer,
        "serviceChargesPerSqFt": 12,
        "unitNumber": format!("{}{number}", random.pick(&["A-", "", "b"])),
        "bedrooms": random.below(6),
        "floor": random.pick(&[json!(1), json!(2), json!(3), Value::Null]),
        "view": random.pick(&views),
        "totalAreaInSqFt": 400.0 + random.below(8) as f64 / 4.0,
        "purchasePriceInAED": 900_000,
        "yearlyRentInAED": 50_000 + 1_000 * random.below(9),
        "status": random.pick(&["available", "rented", "sold"]),
    })
}

async fn projects(admin: &TestClient<'_>) -> (Vec<String>, String) {
    let developer = admin.post("/api/backoffice/developers", json!({ "name": "Nakheel" })).await;
    let developer = developer.expect(201)["_id"].clone();
    let mut projects = Vec::new();
    for name in ["Marina One", "Palm", "École"] {
        let body = json!({ "name": name, "location": "Creek", "developer": { "_id": developer } });
        let project = admin.post("/api/backoffice/projects", body).await.expect(201);
        projects.push(project["_id"].as_str().unwrap().to_owned());
    }
    (projects, developer.as_str().unwrap().to_owned())
}

/// Saves an estimate of a unit.
async fn save(estimator: &TestClient<'_>, (admin, id): (&TestClient<'_>, &str), rent: usize) {
    let unit = admin.get(&format!("{UNITS}/{id}")).await.expect(200);
    let estimate = json!({
        "unitId": id, "projectId": unit["project"]["_id"], "estimatedYearlyRentInAED": rent,
        "estimatedCapitalAppreciationPercentage": 0, "confidenceScore": 0,
    });
    assert!(estimator.post("/api/assessments", estimate).await.status.is_success());
}

#[actix_web::test]
async fn lists_from_memory_are_those_of_the_database() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut random = SeededRandom::new(11, 0, 0);
    let (projects, developer) = projects(&admin).await;
    let mut units = Vec::new();
    for number in 0..120 {
        let body = unit(&mut random, (&projects[number % 3], &developer), number);
        units.push(admin.post(UNITS, body).await.expect(201)["_id"].as_str().unwrap().to_owned());
    }
    let estimator = app.sign_in("estimations").await;
    for id in &units[..60] {
        let rent = 40_000 + 2_000 * random.below(12);
        save(&estimator, (&admin, id), rent).await;
    }
    for round in 0..600 {
        let query = question(&mut random, &projects);
        let (from_memory, statements) = app.listed("units", &query, true).await;
        assert!(
            !has_counted(&statements),
            "round {round}, {query}: the database was asked for the total"
        );
        let (from_database, _) = app.listed("units", &query, false).await;
        assert_eq!(from_memory, from_database, "round {round}, {query}");
        if round % 10 == 0 {
            app.load_columns().await;
        }
        // At first something changes between most questions, then seldom, so that columns get an index.
        match random.below(if round < 200 { 7 } else { 600 }) {
            0 => {
                let project = random.pick(&projects).clone();
                let body = unit(&mut random, (&project, &developer), 1_000 + round);
                let created = admin.post(UNITS, body).await.expect(201);
                units.push(created["_id"].as_str().unwrap().to_owned());
            }
            1 => {
                let at = random.below(units.len());
                let status = admin.delete(&format!("{UNITS}/{}", units[at])).await.status;
                // One that has an estimate stays.
                assert!(status == 204 || status == 409);
                if status == 204 {
                    units.swap_remove(at);
                }
            }
            2 => {
                let id = &units[random.below(units.len())];
                let body = json!({ "bedrooms": random.below(6), "view": format!("sea {round}") });
                admin.patch(&format!("{UNITS}/{id}"), body).await.expect(200);
            }
            4 => {
                let id = &units[random.below(units.len())];
                save(&estimator, (&admin, id), 40_000 + 2_000 * random.below(12)).await;
            }
            3 => {
                let path = format!("/api/backoffice/projects/{}", random.pick(&projects));
                let name = format!("{} {round}", random.pick(&["Marina", "Aqua", "Zabeel"]));
                admin.patch(&path, json!({ "name": name })).await.expect(200);
            }
            _ => {}
        }
    }
}

#[actix_web::test]
async fn lists_contain_what_other_processes_and_plain_sql_have_written() {
    let app = TestApp::of(&PRODUCT).await;
    let other = TestApp::on(&PRODUCT, app.database()).await;
    let (here, there) = (app.sign_in("admin").await, other.sign_in("admin").await);
    let (projects, developer) = projects(&here).await;
    let place = (projects[0].as_str(), developer.as_str());
    let mut random = SeededRandom::new(12, 0, 0);
    for number in 0..5 {
        here.post(UNITS, unit(&mut random, place, number)).await.expect(201);
    }
    assert_eq!(here.get(UNITS).await.expect(200)["total"], 5);
    assert_eq!(there.get(UNITS).await.expect(200)["total"], 5);
    there.post(UNITS, unit(&mut random, place, 9)).await.expect(201);
    assert_eq!(here.get(UNITS).await.expect(200)["total"], 6);
    let delete = "DELETE FROM units WHERE unit_number LIKE '%9'";
    app.database().connect().batch_execute(delete).unwrap();
    assert_eq!(here.get(UNITS).await.expect(200)["total"], 5);
    assert_eq!(there.get(UNITS).await.expect(200)["total"], 5);
}

#[actix_web::test]
async fn lists_show_what_has_changed_in_the_records_that_theirs_refer_to() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut random = SeededRandom::new(13, 0, 0);
    let (projects, developer) = projects(&admin).await;
    let mut units = Vec::new();
    for number in 0..4 {
        let body = unit(&mut random, (&projects[number % 2], &developer), number);
        units.push(admin.post(UNITS, body).await.expect(201)["_id"].as_str().unwrap().to_owned());
    }
    let read = async || app.listed("units", "sort=_id", true).await.0["items"].clone();
    let page = read().await;
    let patch = json!({ "view": "Creek" });
    admin.patch(&format!("{UNITS}/{}", units[1]), patch).await.expect(200);
    assert_eq!(read().await[1]["view"], "Creek");
    let developer = format!("/api/backoffice/developers/{developer}");
    admin.patch(&developer, json!({ "name": "Meraas" })).await.expect(200);
    let renamed = read().await;
    assert_eq!(renamed[3]["developer"]["name"], "Meraas");
    admin.delete(&format!("{UNITS}/{}", units[3])).await.expect(204);
    let rest = read().await;
    assert_eq!(rest.as_array().unwrap()[..], renamed.as_array().unwrap()[..3]);
    assert_ne!(page[0], rest[0]);
}

#[actix_web::test]
async fn a_record_is_as_the_last_writer_left_it() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut random = SeededRandom::new(17, 0, 0);
    let (projects, developer) = projects(&admin).await;
    let body = unit(&mut random, (&projects[0], &developer), 1);
    let posted = admin.post(UNITS, body).await;
    let path = posted.header("location").to_owned();
    posted.expect(201);
    let read = async || {
        let answer = admin.get(&path).await;
        let etag = answer.header("etag").to_owned();
        (answer.expect(200), etag)
    };
    let patched = admin.patch(&path, json!({ "view": "Creek" })).await;
    let etag = patched.header("etag").to_owned();
    let patched = patched.expect(200);
    assert_eq!(read().await, (patched, etag.clone()));
    // What the record shows of others is no part of its input.
    let developer = format!("/api/backoffice/developers/{developer}");
    admin.patch(&developer, json!({ "name": "Meraas" })).await.expect(200);
    let (renamed, same) = read().await;
    assert_eq!((&renamed["developer"]["name"], same), (&json!("Meraas"), etag));
    // By another process.
    let write = "UPDATE units SET view = 'Park'";
    app.database().connect().batch_execute(write).unwrap();
    let (changed, etag) = read().await;
    assert_eq!(changed["view"], "Park");
    let mine = admin.request(Method::PATCH, &path).header("if-match", &etag);
    mine.json(&json!({ "view": "Sea" })).send().await.expect(200);
    admin.delete(&path).await.expect(204);
    admin.get(&path).await.expect(404);
}

#[actix_web::test]
async fn records_asked_for_at_the_same_time_contain_every_earlier_write() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut paths = Vec::new();
    for number in 0..12 {
        let made = admin.post(COMPANIES, json!({ "name": format!("Company {number}") })).await;
        paths.push(made.header("location").to_owned());
        made.expect(201);
    }
    admin.get(COMPANIES).await.expect(200);
    let mut other = app.database().connect();
    for round in 0..20 {
        let name = format!("Round {round}");
        other.batch_execute(&format!("UPDATE companies SET address = '{name}'")).unwrap();
        for answer in join_all(paths.iter().map(|path| admin.get(path))).await {
            assert_eq!(answer.expect(200)["address"], *name);
        }
    }
}

/// More companies than a request loads the columns of.
fn many_companies() -> String {
    let at = "2026-11-01 00:00:00";
    let rows = (0..20_001).map(|row| format!("('{row:024x}', 'Company {row}', '{at}', '{at}')"));
    let rows = rows.collect::<Vec<_>>().join(", ");
    format!("INSERT INTO companies (id, name, created_at, updated_at) VALUES {rows}")
}

#[actix_web::test]
async fn the_database_answers_until_a_large_table_is_loaded() {
    let app = TestApp::of(&PRODUCT).await;
    app.database().connect().batch_execute(&many_companies()).unwrap();
    for query in ["search=77&page=3", "sort=email:desc"] {
        let (from_database, statements) = app.listed("companies", query, true).await;
        assert!(has_counted(&statements), "{query}");
        app.load_columns().await;
        let (from_memory, statements) = app.listed("companies", query, true).await;
        assert!(!has_counted(&statements), "{query}");
        assert_eq!(from_memory, from_database, "{query}");
    }
}

#[actix_web::test]
async fn lists_wait_for_the_columns_that_are_being_loaded_unless_the_database_is_quick() {
    let app = TestApp::of(&PRODUCT).await;
    app.database().connect().batch_execute(&many_companies()).unwrap();
    let own_order = app.origins("companies", "page=2").await.1;
    assert_eq!(own_order, ["memory", "database"], "the index of its own order answers");
    let queries = ["search=77", "sort=email:desc", "search=companY%201&limit=3"];
    let waiting = join_all(queries.iter().map(|query| app.origins("companies", query)));
    // As the job does.
    let loading = async {
        loop {
            match app.lacks_columns() {
                true => app.load_columns().await,
                false => actix_web::rt::task::yield_now().await,
            }
        }
    };
    let Either::Left((answers, _)) = select(pin!(waiting), pin!(loading)).await;
    for (query, (answer, origins)) in queries.iter().zip(answers) {
        assert!(!origins.contains(&"database"), "{query}: {origins:?}");
        assert_eq!(answer, app.listed("companies", query, false).await.0, "{query}");
    }
}
