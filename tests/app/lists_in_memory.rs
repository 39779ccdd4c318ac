//! Lists from the columns in memory are the same as lists from the database, whatever is asked and
//! whatever was written in between, by this process or another one.

use std::time::Duration;

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use futures_util::future::join_all;
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
        let (field, operator, value, second) = match random.below(26) {
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
            19 => ("project.name", "contains", json!("a"), Value::Null),
            20 => ("project.developer.name", "not_equals", json!("meraas"), Value::Null),
            21 => ("project.developer", "not_in", json!([]), Value::Null),
            22 => ("project.completionDate", "is_missing", Value::Null, Value::Null),
            23 => ("createdBy", "is_missing", Value::Null, Value::Null),
            24 => ("createdBy.email", "starts_with", json!("ADMIN"), Value::Null),
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
pub(crate) fn has_counted(statements: &[String]) -> bool {
    statements.iter().any(|statement| statement.contains("COUNT(*)"))
}

pub(crate) fn unit(
    random: &mut SeededRandom,
    (project, developer): (&str, &str),
    number: usize,
) -> Value {
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

pub(crate) async fn projects(admin: &TestClient<'_>) -> (Vec<String>, String) {
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

/// What writes between two lists of a round.
struct Writer<'a> {
    app: &'a TestApp,
    admin: TestClient<'a>,
    estimator: TestClient<'a>,
    projects: Vec<String>,
    developer: String,
    units: Vec<String>,
}

impl<'a> Writer<'a> {
    /// Makes 120 units, of which half have an estimate.
    async fn of(app: &'a TestApp, random: &mut SeededRandom) -> Self {
        let (admin, estimator) = (app.sign_in("admin").await, app.sign_in("estimations").await);
        let (projects, developer) = projects(&admin).await;
        let mut all = Self { app, admin, estimator, projects, developer, units: Vec::new() };
        for number in 0..120 {
            all.create(random, number % 3, number).await;
        }
        for at in 0..60 {
            all.estimate(random, at).await;
        }
        all
    }

    async fn create(&mut self, random: &mut SeededRandom, project: usize, number: usize) {
        let body = unit(random, (&self.projects[project], &self.developer), number);
        let created = self.admin.post(UNITS, body).await.expect(201);
        self.units.push(created["_id"].as_str().unwrap().to_owned());
    }

    async fn estimate(&self, random: &mut SeededRandom, at: usize) {
        let rent = 40_000 + 2_000 * random.below(12);
        save(&self.estimator, (&self.admin, &self.units[at]), rent).await;
    }

    /// Changes something, or with most numbers nothing.
    async fn write(&mut self, random: &mut SeededRandom, what: usize, round: usize) {
        let at = random.below(self.units.len());
        match what {
            0 => {
                let project = random.below(3);
                self.create(random, project, 1_000 + round).await;
            }
            1 => {
                let status = self.admin.delete(&format!("{UNITS}/{}", self.units[at])).await.status;
                // One that has an estimate stays.
                assert!(status == 204 || status == 409);
                if status == 204 {
                    self.units.swap_remove(at);
                }
            }
            2 => {
                let body = json!({ "bedrooms": random.below(6), "view": format!("sea {round}") });
                self.admin.patch(&format!("{UNITS}/{}", self.units[at]), body).await.expect(200);
            }
            3 => {
                let path = format!("/api/backoffice/projects/{}", random.pick(&self.projects));
                let name = format!("{} {round}", random.pick(&["Marina", "Aqua", "Zabeel"]));
                self.admin.patch(&path, json!({ "name": name })).await.expect(200);
            }
            4 => self.estimate(random, at).await,
            // As another process does.
            5 => {
                let write = format!("UPDATE units SET view = 'creek {round}' WHERE floor = 2");
                self.app.database().connect().batch_execute(&write).unwrap();
            }
            _ => {}
        }
    }
}

#[actix_web::test]
async fn lists_from_memory_are_those_of_the_database() {
    let app = TestApp::of(&PRODUCT).await;
    let mut random = SeededRandom::new(11, 0, 0);
    let mut writer = Writer::of(&app, &mut random).await;
    for round in 0..600 {
        let query = question(&mut random, &writer.projects);
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
        let what = random.below(if round < 200 { 8 } else { 600 });
        writer.write(&mut random, what, round).await;
    }
}

#[actix_web::test]
async fn lists_are_those_of_the_database_while_the_memory_limit_evicts() {
    let app = TestApp::of(&PRODUCT).await;
    let mut random = SeededRandom::new(19, 0, 0);
    let mut writer = Writer::of(&app, &mut random).await;
    let (mut from_memory, mut evicted) = (0, 0);
    for round in 0..300 {
        if round % 25 == 0 {
            // From what holds hardly a table to what holds most of the columns.
            let bytes = [1_000, 25_000, 40_000, 60_000][round / 25 % 4];
            app.limit_columns(bytes, Some(Duration::ZERO));
        }
        let query = question(&mut random, &writer.projects);
        let (listed, statements) = app.listed("units", &query, true).await;
        from_memory += usize::from(!has_counted(&statements));
        let (from_database, _) = app.listed("units", &query, false).await;
        assert_eq!(listed, from_database, "round {round}, {query}");
        if round % 10 == 0 {
            app.load_columns().await;
        }
        let what = random.below(12);
        writer.write(&mut random, what, round).await;
        evicted = app.columns().1;
    }
    assert!((50..250).contains(&from_memory), "{from_memory} of 300 from memory");
    assert!(evicted > 100, "{evicted} columns were evicted");
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
