//! Filters that follow references, `project.developer.name`, and those by who made a record: compared with an
//! evaluation of plain records, and only for those who may read what is referred to.

use kernel::seeded::SeededRandom;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::lists_in_memory::{projects, unit};
use crate::policy::write_policy;
use crate::{PRODUCT, encoded};

const UNITS: &str = "/api/backoffice/units";
const EXPLORE: &str = "/api/analytics/explore?dataset=units&measures=units";
const COMPANIES: &str = "/api/backoffice/companies";

/// Whether a project meets a condition.
type Meets<'a> = &'a dyn Fn(&Value) -> bool;

fn path(base: &str, condition: &Value) -> String {
    let filter = json!({ "operator": "AND", "conditions": [condition] });
    let sign = if base.contains('?') { '&' } else { '?' };
    format!("{base}{sign}limit=100&filters={}", encoded(&filter.to_string()))
}

async fn found(client: &TestClient<'_>, base: &str, condition: Value) -> Vec<String> {
    let page = client.get(&path(base, &condition)).await.expect(200);
    let items = page["items"].as_array().unwrap().iter();
    let mut ids: Vec<String> = items.map(|one| one["_id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(page["total"], ids.len());
    ids.sort();
    ids
}

async fn all(client: &TestClient<'_>, base: &str) -> Vec<Value> {
    client.get(&format!("{base}?limit=100")).await.expect(200)["items"].as_array().unwrap().clone()
}

#[actix_web::test]
async fn filter_of_a_reference_is_one_of_the_record_referred_to() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut random = SeededRandom::new(41, 0, 0);
    let (projects, developer) = projects(&admin).await;
    let dates = [json!("2027-03-01"), Value::Null, json!("2028-01-01")];
    for (project, date) in projects.iter().zip(&dates) {
        let path = format!("/api/backoffice/projects/{project}");
        admin.patch(&path, json!({ "completionDate": date })).await.expect(200);
    }
    for number in 0..30 {
        let body = unit(&mut random, (&projects[number % 3], &developer), number);
        admin.post(UNITS, body).await.expect(201);
    }
    let (units, of) = (all(&admin, UNITS).await, all(&admin, "/api/backoffice/projects").await);
    let in_project = |meets: Meets<'_>| -> Vec<String> {
        let is_in =
            |unit: &&Value| of.iter().any(|one| one["_id"] == unit["project"]["_id"] && meets(one));
        let mut ids: Vec<String> =
            units.iter().filter(is_in).map(|one| one["_id"].as_str().unwrap().to_owned()).collect();
        ids.sort();
        ids
    };
    let date = |project: &Value| project["completionDate"].as_str().map(str::to_owned);
    let cases: [(Value, Meets<'_>); 9] = [
        (json!(["project.name", "equals", "PALM"]), &|one| one["name"] == "Palm"),
        (json!(["project.name", "not_contains", "a"]), &|one| one["name"] == "École"),
        (json!(["project.developer", "equals", developer]), &|_| true),
        (json!(["project.developer.name", "equals", "nakheel"]), &|_| true),
        (json!(["project.developer.name", "not_equals", "nakheel"]), &|_| false),
        (json!(["project.completionDate", "after", "2027-06-01"]), &|one| {
            date(one).is_some_and(|day| day.as_str() > "2027-06-01")
        }),
        (json!(["project.completionDate", "not_equals", "2027-03-01"]), &|one| {
            date(one).as_deref() != Some("2027-03-01")
        }),
        (json!(["project.completionDate", "is_missing"]), &|one| date(one).is_none()),
        (json!(["project._id", "not_in", [projects[0], projects[1]]]), &|one| {
            one["_id"] == projects[2].as_str()
        }),
    ];
    for (case, meets) in cases {
        let mut condition = json!({ "field": case[0], "operator": case[1] });
        if !case[2].is_null() {
            condition["value"] = case[2].clone();
        }
        assert_eq!(found(&admin, UNITS, condition).await, in_project(meets), "{case}");
    }
    // Of a reference that may be missing each field may be.
    let found_by = |field: &str, operator: &str| json!({ "field": field, "operator": operator });
    let made = found(&admin, UNITS, found_by("createdBy.lastName", "is_present")).await;
    assert_eq!(made.len(), 30);
    assert!(found(&admin, UNITS, found_by("createdBy.lastName", "is_missing")).await.is_empty());
    for field in ["project.nothing", "view.name", "project.developer.nothing", "project.", ".name"]
    {
        let condition = json!({ "field": field, "operator": "equals", "value": "x" });
        let refused = admin.get(&path(UNITS, &condition)).await.expect(400);
        let detail = refused["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(&format!("no field `{field}`")), "{detail}");
    }
    let condition = json!({ "field": "project.name", "operator": "equals", "value": 1 });
    let refused = admin.get(&path(UNITS, &condition)).await.expect(400)["detail"].clone();
    assert!(refused.as_str().unwrap().contains("`value` of `project.name`"), "{refused}");
}

#[actix_web::test]
async fn what_one_may_not_read_is_no_filter_of_what_refers_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, "p, analytics, backoffice, enter\np, analytics, units, *\n");
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (admin, reader) = (app.sign_in("admin").await, app.sign_in("analytics").await);
    for field in ["project.name", "developer.name", "createdBy.email"] {
        let condition = json!({ "field": field, "operator": "contains", "value": "a" });
        admin.get(&path(UNITS, &condition)).await.expect(200);
        reader.get(&path(UNITS, &condition)).await.expect(400);
        let refused = reader.get(&path(EXPLORE, &condition)).await.expect(400)["detail"].clone();
        assert!(refused.as_str().unwrap().contains(&format!("no field `{field}`")), "{refused}");
    }
    // Who made a record is a field of its own.
    let (projects, developer) = projects(&admin).await;
    let body = unit(&mut SeededRandom::new(1, 0, 0), (&projects[0], &developer), 1);
    admin.post(UNITS, body).await.expect(201);
    let me = admin.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
    for (operator, count) in [("equals", 1.0), ("not_equals", 0.0)] {
        let condition = json!({ "field": "createdBy", "operator": operator, "value": me });
        let answer = reader.get(&path(EXPLORE, &condition)).await.expect(200);
        let units = answer["rows"][0]["values"]["units"]["value"].as_f64();
        assert_eq!(units.unwrap_or_default(), count, "{answer}");
    }
}

#[actix_web::test]
async fn records_are_filtered_by_who_made_them() {
    let app = TestApp::of(&PRODUCT).await;
    let (admin, other) = (app.sign_in("admin").await, app.sign_in("admin").await);
    let make = async |client: &TestClient<'_>, name: &str| {
        let company = client.post(COMPANIES, json!({ "name": name })).await.expect(201);
        company["_id"].as_str().unwrap().to_owned()
    };
    let (mine, theirs) = (make(&admin, "Mine").await, make(&other, "Theirs").await);
    // A change makes nobody the maker.
    admin.patch(&format!("{COMPANIES}/{theirs}"), json!({ "name": "Changed" })).await.expect(200);
    let [me, them] = [&admin, &other]
        .map(async |client| client.get("/api/auth/me").await.expect(200)["user"]["id"].clone());
    let (me, them) = (me.await, them.await);
    let by = |user: &Value| json!({ "field": "createdBy", "operator": "equals", "value": user });
    assert_eq!(found(&admin, COMPANIES, by(&me)).await, [mine.as_str()]);
    assert_eq!(found(&admin, COMPANIES, by(&them)).await, [theirs.as_str()]);
    let definitions = admin.get(&format!("{COMPANIES}/filter-definitions")).await.expect(200);
    let definition = definitions.as_array().unwrap().iter().find(|one| one["key"] == "createdBy");
    assert_eq!(definition.unwrap()["reference"], "users");
    // Who restores a record does not become its maker, who imports one does.
    other.delete(&format!("{COMPANIES}/{mine}")).await.expect(204);
    let restore = format!("{COMPANIES}/{mine}/restore");
    other.post(&restore, json!({ "version": 1 })).await.expect(200);
    assert_eq!(found(&admin, COMPANIES, by(&me)).await, [mine.as_str()]);
    let import = other.request(actix_web::http::Method::POST, &format!("{COMPANIES}/import"));
    import.file("name\nImported\n", &[]).send().await.expect(200);
    assert_eq!(found(&admin, COMPANIES, by(&them)).await.len(), 2);
}
