//! Estimates of all estimators, as the back-office reads them.

use actix_web::http::Method;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::assessing::{ESTIMATIONS, Place, UNKNOWN_ID, history, place, text};
use crate::{PRODUCT, encoded};

const RENT: &str = "estimatedYearlyRentInAED";

fn filter(field: &str, operator: &str, value: Value) -> String {
    let condition = json!({ "field": field, "operator": operator, "value": value });
    let group = json!({ "operator": "AND", "conditions": [condition] });
    format!("filters={}", encoded(&group.to_string()))
}

/// Returns the rents of the list in its order.
async fn rents(by: &TestClient<'_>, query: &str) -> Vec<i64> {
    let page = by.get(&format!("{ESTIMATIONS}?{query}")).await.expect(200);
    let items = page["items"].as_array().unwrap();
    assert_eq!(page["total"], items.len(), "{query}");
    items.iter().map(|item| item[RENT].as_i64().unwrap()).collect()
}

/// Estimates of two people in two projects: Layla's in both, Omar's in one.
struct Estimates {
    rise: Place,
    /// A-1 by Layla, A-1 by Omar and A-10 by Layla in Rise; A-1 by Layla in Crest.
    ids: Vec<String>,
    layla: String,
}

async fn estimates(app: &TestApp, admin: &TestClient<'_>) -> Estimates {
    let mut people = Vec::new();
    for (name, surname) in [("Layla", "Farouk"), ("Omar", "Haddad")] {
        let email = format!("{name}@desk.test").to_lowercase();
        let body = json!({
            "firstName": name, "lastName": surname, "email": email,
            "password": "correct horse battery", "roles": ["estimations"],
        });
        let made = admin.post("/api/backoffice/users", body).await.expect(201);
        let session = app.anonymous().login(&email, "correct horse battery").await.expect(200);
        people.push((text(&made["id"]), app.bearer(text(&session["accessToken"]))));
    }
    let rise = place(admin, "Rise", 10).await;
    let crest = place(admin, "Crest", 1).await;
    let mut ids = Vec::new();
    for (place, person, unit, rent) in [
        (&rise, 0, 0, 90_000),
        (&rise, 1, 0, 80_000),
        (&rise, 0, 9, 70_000),
        (&crest, 0, 0, 60_000),
    ] {
        let made = place.save(&people[person].1, unit, rent).await.expect(201);
        ids.push(text(&made["_id"]));
    }
    Estimates { rise, ids, layla: people[0].0.clone() }
}

#[actix_web::test]
async fn estimations_are_read_only_and_for_administrators() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let estimates = estimates(&app, &admin).await;
    let record = format!("{ESTIMATIONS}/{}", estimates.ids[0]);
    let paths = [
        ESTIMATIONS.to_owned(),
        format!("{ESTIMATIONS}/filter-definitions"),
        format!("{ESTIMATIONS}/export?format=csv"),
        format!("{record}/history"),
        record,
    ];
    for path in &paths {
        assert_eq!(app.anonymous().get(path).await.status, 401, "{path}");
        for role in ["user", "estimations"] {
            assert_eq!(app.sign_in(role).await.get(path).await.status, 403, "{path} {role}");
        }
        assert_eq!(admin.get(path).await.status, 200, "{path}");
    }
    for method in [Method::POST, Method::PATCH, Method::PUT, Method::DELETE] {
        for path in [&paths[0], &paths[4]] {
            let request = admin.request(method.clone(), path).json(&json!({ RENT: 1 }));
            assert_eq!(request.send().await.status, 405, "{method} {path}");
        }
    }
}

#[actix_web::test]
async fn an_estimation_names_its_unit_project_and_estimator() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let estimates = estimates(&app, &admin).await;
    let found = admin.get(&format!("{ESTIMATIONS}/{}", estimates.ids[2])).await;
    assert!(!found.header("etag").is_empty());
    let found = found.expect(200);
    assert_eq!(
        found,
        json!({
            "_id": estimates.ids[2],
            "unit": { "_id": estimates.rise.units[9], "unitNumber": "A-10" },
            "project": { "_id": estimates.rise.project, "name": "Rise" },
            "agent": { "_id": estimates.layla, "name": "Layla Farouk" },
            "estimatedYearlyRentInAED": 70_000, "estimatedCapitalAppreciationPercentage": 0.0,
            "confidenceScore": 0.0,
            "createdAt": found["createdAt"], "updatedAt": found["createdAt"],
        })
    );
    // A renamed record has its new name here too.
    let person = format!("/api/backoffice/users/{}", estimates.layla);
    admin.patch(&person, json!({ "lastName": "Nasser" })).await.expect(200);
    assert_eq!(rents(&admin, "search=nasser&sort=_id:asc").await.len(), 3);

    assert_eq!(admin.get(&format!("{ESTIMATIONS}/{UNKNOWN_ID}")).await.status, 404);
    assert_eq!(admin.get(&format!("{ESTIMATIONS}/nobody")).await.status, 404);
    assert_eq!(admin.get(&format!("{ESTIMATIONS}/{UNKNOWN_ID}/history")).await.status, 404);
}

#[actix_web::test]
async fn the_list_is_paged_and_sorted_by_every_field() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let estimates = estimates(&app, &admin).await;
    assert_eq!(rents(&admin, "").await.len(), 4);
    let by_rent = [60_000, 70_000, 80_000, 90_000];
    assert_eq!(rents(&admin, "sort=estimatedYearlyRentInAED:asc").await, by_rent);
    assert_eq!(rents(&admin, "sort=updatedAt:desc").await, [60_000, 70_000, 80_000, 90_000]);
    assert_eq!(rents(&admin, "sort=createdAt:asc").await, [90_000, 80_000, 70_000, 60_000]);
    // Unit numbers are in natural order; then names decide.
    assert_eq!(rents(&admin, "sort=unit:desc").await[0], 70_000);
    assert_eq!(rents(&admin, "sort=project:asc").await[0], 60_000);
    assert_eq!(rents(&admin, "sort=agent:desc").await[0], 80_000);
    for field in ["_id", "confidenceScore", "estimatedCapitalAppreciationPercentage"] {
        for direction in ["asc", "desc"] {
            assert_eq!(rents(&admin, &format!("sort={field}:{direction}")).await.len(), 4);
        }
    }
    for wrong in ["sort=logRent:asc", "sort=baseValue:asc", "limit=101", "page=0"] {
        assert_eq!(admin.get(&format!("{ESTIMATIONS}?{wrong}")).await.status, 400, "{wrong}");
    }
    let page = admin.get(&format!("{ESTIMATIONS}?limit=3&page=2")).await.expect(200);
    assert_eq!((&page["total"], &page["totalPages"]), (&json!(4), &json!(2)));
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    let beyond = admin.get(&format!("{ESTIMATIONS}?limit=3&page=9")).await.expect(200);
    assert_eq!((&beyond["total"], &beyond["items"]), (&json!(4), &json!([])));
    assert_eq!(estimates.ids.len(), 4);
}

#[actix_web::test]
async fn units_projects_and_estimators_are_searched_and_every_field_is_filtered() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let estimates = estimates(&app, &admin).await;
    let order = "sort=estimatedYearlyRentInAED:asc";
    for (search, wanted) in [
        ("a-1", &[60_000, 70_000, 80_000, 90_000][..]),
        ("A-10", &[70_000]),
        ("crest", &[60_000]),
        ("HADD", &[80_000]),
        ("layla%20f", &[60_000, 70_000, 90_000]),
        ("zz", &[]),
    ] {
        assert_eq!(rents(&admin, &format!("search={search}&{order}")).await, wanted, "{search}");
    }
    let now = text(&admin.get(ESTIMATIONS).await.expect(200)["items"][0]["updatedAt"]);
    for (filter, wanted) in [
        (filter(RENT, "greater_than", json!(75_000)), &[80_000, 90_000][..]),
        (filter("unit", "equals", json!(estimates.rise.units[0])), &[80_000, 90_000]),
        (filter("project", "equals", json!(estimates.rise.project)), &[70_000, 80_000, 90_000]),
        (filter("agent", "not_equals", json!(estimates.layla)), &[80_000]),
        (filter("confidenceScore", "less_than", json!(0)), &[]),
        (filter("estimatedCapitalAppreciationPercentage", "greater_than", json!(0)), &[]),
        (filter("updatedAt", "before", json!(&now[..10])), &[]),
        (filter("createdAt", "before", json!("2020-01-01")), &[]),
    ] {
        assert_eq!(rents(&admin, &format!("{filter}&{order}")).await, wanted, "{filter}");
    }
    for wrong in [
        filter("logRent", "equals", json!(11)),
        filter("baseValue", "equals", json!(90_000)),
        filter(RENT, "contains", json!("9")),
        filter(RENT, "equals", json!("much")),
        "filters=x".to_owned(),
    ] {
        assert_eq!(admin.get(&format!("{ESTIMATIONS}?{wrong}")).await.status, 400, "{wrong}");
    }
}

#[actix_web::test]
async fn every_field_that_can_be_filtered_has_an_index_and_a_kind() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let definitions = admin.get(&format!("{ESTIMATIONS}/filter-definitions")).await.expect(200);
    let definitions = definitions.as_array().unwrap();
    let fields: Vec<&Value> = definitions.iter().map(|one| &one["key"]).collect();
    assert_eq!(
        fields,
        [
            "_id",
            "unit",
            "project",
            "agent",
            RENT,
            "estimatedCapitalAppreciationPercentage",
            "confidenceScore",
            "createdAt",
            "updatedAt",
            "createdBy",
        ]
    );
    for definition in definitions {
        assert_eq!(definition["hasIndex"], true, "{definition:#}");
    }
    let agent = &definitions[3];
    assert_eq!(
        (&agent["label"], &agent["reference"]),
        (&json!("Estimator"), &json!("users")),
        "{agent:#}"
    );
}

#[actix_web::test]
async fn history_has_the_estimator_value_and_time() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let estimates = estimates(&app, &admin).await;
    let layla = app.anonymous().login("layla@desk.test", "correct horse battery").await.expect(200);
    let layla = app.bearer(text(&layla["accessToken"]));
    estimates.rise.save(&layla, 0, 95_000).await.expect(200);
    let versions = history(&admin, &json!(estimates.ids[0])).await;
    assert_eq!(versions["total"], 2);
    let (latest, first) = (&versions["items"][0], &versions["items"][1]);
    assert_eq!((&latest["action"], &first["action"]), (&json!("update"), &json!("create")));
    assert_eq!(latest["changed"], json!([RENT]));
    assert_eq!((&latest["before"][RENT], &latest["after"][RENT]), (&json!(90_000), &json!(95_000)));
    for version in [latest, first] {
        assert_eq!(version["actor"], json!({ "id": estimates.layla, "name": "Layla Farouk" }));
    }
    let now = admin.get(&format!("{ESTIMATIONS}/{}", estimates.ids[0])).await.expect(200);
    assert_eq!(latest["after"], now);
}

#[actix_web::test]
async fn export_has_the_records_of_the_list() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    estimates(&app, &admin).await;
    let path = format!("{ESTIMATIONS}/export");
    let table = admin.get(&format!("{path}?format=csv&search=rise&sort={RENT}:asc")).await;
    assert_eq!(table.status, 200, "{}", table.body);
    let table = String::from_utf8(table.bytes).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[0],
        "_id,unit,unitId,project,projectId,agent,agentId,estimatedYearlyRentInAED,\
         estimatedCapitalAppreciationPercentage,confidenceScore,createdAt,updatedAt"
    );
    assert_eq!(lines.len(), 4);
    assert!(lines[1].contains(",A-10,") && lines[1].contains(",Layla Farouk,"), "{}", lines[1]);
    let workbook = admin.get(&format!("{path}?format=xlsx")).await;
    assert_eq!((workbook.status.as_u16(), &workbook.bytes[..2]), (200, &b"PK"[..]));
    assert_eq!(admin.get(&format!("{path}?format=pdf")).await.status, 400);
}
