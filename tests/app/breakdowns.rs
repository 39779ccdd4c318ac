//! Breakdowns: how many records of a list have each value of a field.

use kernel::testing::{TestApp, TestClient};
use kernel::{Product, module::Module};
use serde_json::{Value, json};

use crate::assessing::place;
use crate::{PRODUCT, encoded, inspections, notes};

const UNITS: &str = "/api/backoffice/units";
const INSPECTIONS: &str = "/api/backoffice/inspections";

const WITH_INSPECTIONS: Product =
    Product { modules: &[companies::MODULE, inspections::with_remarks::MODULE], ..PRODUCT };
const WITH_NOTES: &[Module] = &[users::MODULE, companies::MODULE, notes::MODULE];

fn filter(field: &str, operator: &str, value: Value) -> String {
    let condition = json!({ "field": field, "operator": operator, "value": value });
    let group = json!({ "operator": "AND", "conditions": [condition] });
    format!("filters={}", encoded(&group.to_string()))
}

async fn breakdown(client: &TestClient<'_>, path: &str, query: &str) -> Value {
    client.get(&format!("{path}/breakdown?{query}")).await.expect(200)
}

/// Counts the values of a field in the items of the list for the same query.
async fn counted(client: &TestClient<'_>, path: &str, by: &str, query: &str) -> Value {
    let page = client.get(&format!("{path}?limit=100&{query}")).await.expect(200);
    let records = page["items"].as_array().unwrap();
    let mut items: Vec<Value> = Vec::new();
    for record in records {
        let value = match &record[by] {
            Value::Object(shown) => shown["_id"].clone(),
            other => other.clone(),
        };
        match items.iter_mut().find(|item| item["value"] == value) {
            Some(item) => item["count"] = json!(item["count"].as_i64().unwrap() + 1),
            None if record[by].is_object() => {
                items.push(json!({ "value": value, "label": record[by]["name"], "count": 1 }));
            }
            None => items.push(json!({ "value": value, "count": 1 })),
        }
    }
    items.sort_by_key(|item| (-item["count"].as_i64().unwrap(), item["value"].to_string()));
    json!({ "by": by, "items": items, "total": records.len() })
}

#[actix_web::test]
async fn records_are_counted_by_selects_booleans_and_references() {
    let app = TestApp::of(&PRODUCT).await;
    let path = format!("{UNITS}/breakdown?by=status");
    assert_eq!(app.anonymous().get(&path).await.status, 401);
    for role in ["user", "estimations", "analytics"] {
        assert_eq!(app.sign_in(role).await.get(&path).await.status, 403, "{role}");
    }
    let admin = app.sign_in("admin").await;
    let nothing = json!({ "by": "status", "items": [], "total": 0 });
    assert_eq!(breakdown(&admin, UNITS, "by=status").await, nothing);

    let (marina, lulwa) = (place(&admin, "Marina", 5).await, place(&admin, "Lulwa", 3).await);
    for (index, (place, status)) in
        [(&marina, "sold"), (&marina, "rented"), (&lulwa, "sold")].into_iter().enumerate()
    {
        let unit = format!("{UNITS}/{}", place.units[index]);
        admin.patch(&unit, json!({ "status": status })).await.expect(200);
    }
    let by_status = json!({ "by": "status", "total": 8, "items": [
        { "value": "available", "count": 5 }, { "value": "sold", "count": 2 },
        { "value": "rented", "count": 1 },
    ] });
    assert_eq!(breakdown(&admin, UNITS, "by=status").await, by_status);
    let by_project = json!({ "by": "project", "total": 8, "items": [
        { "value": marina.project, "label": "Marina", "count": 5 },
        { "value": lulwa.project, "label": "Lulwa", "count": 3 },
    ] });
    assert_eq!(breakdown(&admin, UNITS, "by=project").await, by_project);
    for by in ["status", "project", "developer"] {
        for query in [
            String::new(),
            "search=lulwa".into(),
            "search=a-2+lulwa".into(),
            "search=zeppelin".into(),
            filter("status", "in", json!(["sold", "rented"])),
            format!("search=a-&{}", filter("project", "equals", json!(marina.project))),
        ] {
            let found = breakdown(&admin, UNITS, &format!("by={by}&{query}")).await;
            assert_eq!(found, counted(&admin, UNITS, by, &query).await, "{by} {query}");
        }
    }
    // Users have a boolean field, and their identifier has another name.
    let locked = breakdown(&admin, "/api/backoffice/users", "by=locked").await;
    assert_eq!(locked["items"], json!([{ "value": false, "count": locked["total"] }]));
}

#[actix_web::test]
async fn field_without_a_breakdown_is_named_in_the_error() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for (query, named) in [
        (
            "",
            "`by` names a select, a boolean or a reference, not nothing. Possible: status, project, developer",
        ),
        ("by=", "not nothing"),
        ("by=colour", "not `colour`"),
        ("by=_id", "not `_id`"),
        ("by=bedrooms", "not `bedrooms`"),
        ("by=unitNumber", "not `unitNumber`"),
        ("by=createdAt", "not `createdAt`"),
        ("by=status;drop", "not `status;drop`"),
        ("by=status&filters=x", "`filters`"),
        ("by=status&search=%00", "`search`"),
    ] {
        let refused = admin.get(&format!("{UNITS}/breakdown?{query}")).await;
        assert_eq!(refused.status, 400, "{query}");
        let detail = refused.body["detail"].as_str().unwrap();
        assert!(detail.contains(named), "{query}: {detail}");
    }
    // Companies have no field with a breakdown, so that the document offers none.
    assert_eq!(admin.get("/api/backoffice/companies/breakdown?by=name").await.status, 404);
}

#[actix_web::test]
async fn unknown_module_has_breakdowns_of_its_own() {
    let app = TestApp::of(&WITH_INSPECTIONS).await;
    let admin = app.sign_in("admin").await;
    for number in 0..30 {
        let grade = ["good", "fair", "poor"][number % 3];
        let body = json!({
            "subject": format!("Roof {number}"), "score": 50, "passed": number % 3 == 0, "grade": grade,
        });
        admin.post(INSPECTIONS, body).await.expect(201);
    }
    for (by, query) in
        [("grade", ""), ("passed", ""), ("passed", "search=roof+1"), ("grade", "search=7")]
    {
        let found = breakdown(&admin, INSPECTIONS, &format!("by={by}&{query}")).await;
        assert_eq!(found, counted(&admin, INSPECTIONS, by, query).await, "{by} {query}");
    }
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    let by = &document["paths"][format!("{INSPECTIONS}/breakdown")]["get"]["parameters"][0];
    assert_eq!(by["schema"]["enum"], json!(["company", "passed", "urgency", "followUp", "grade"]));
    // Users who may read the resource may request its breakdown.
    breakdown(&app.sign_in("analytics").await, INSPECTIONS, "by=grade").await;
}

#[actix_web::test]
async fn fifty_most_frequent_values_are_named_and_all_are_counted() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for number in 0..52 {
        place(&admin, &format!("Project {number}"), if number == 51 { 2 } else { 1 }).await;
    }
    let found = breakdown(&admin, UNITS, "by=project").await;
    let items = found["items"].as_array().unwrap();
    assert_eq!((items.len(), &found["total"]), (50, &json!(53)));
    assert_eq!((&items[0]["label"], &items[0]["count"]), (&json!("Project 51"), &json!(2)));
}

#[actix_web::test]
async fn breakdowns_from_memory_are_those_of_the_database() {
    let app = TestApp::of(&WITH_INSPECTIONS).await;
    let admin = app.sign_in("admin").await;
    let mut companies = vec![Value::Null];
    for number in 0..53 {
        let company = json!({ "name": format!("Company {number}") });
        let company = admin.post("/api/backoffice/companies", company).await.expect(201);
        companies.push(company["_id"].clone());
    }
    let mut inspections = Vec::new();
    for number in 0..120 {
        let body = json!({
            "subject": format!("Roof {number}"), "score": number % 100,
            "passed": number % 3 == 0, "followUp": false, "companyId": companies[number % 54],
        });
        let made = admin.post(INSPECTIONS, body).await.expect(201);
        inspections.push(format!("{INSPECTIONS}/{}", made["_id"].as_str().unwrap()));
    }
    let passed = filter("passed", "equals", json!(true));
    let not_passed = filter("passed", "not_equals", json!(true));
    for round in 0..3 {
        for by in ["passed", "followUp", "company", "urgency", "grade"] {
            for query in ["", "search=roof+1", "search=nothing", &passed, &not_passed] {
                let query = format!("by={by}&{query}");
                let (from_memory, statements) = app.listed("inspections", &query, true).await;
                let counts = statements.iter().any(|one| one.contains("COUNT(*)"));
                assert!(!counts, "round {round}, {query}: {statements:?}");
                let (from_database, _) = app.listed("inspections", &query, false).await;
                assert_eq!(from_memory, from_database, "round {round}, {query}");
                let named = from_memory["items"].as_array().unwrap().len();
                let expected = match by {
                    _ if query.ends_with("nothing") => 0,
                    "passed" if query.ends_with('&') => 2,
                    "company" if query.ends_with('&') => 50,
                    _ => named,
                };
                assert_eq!(named, expected, "round {round}, {query}");
            }
        }
        let patch = json!({ "passed": round == 0, "followUp": true, "companyId": companies[7] });
        admin.patch(&inspections[round], patch).await.expect(200);
        admin.delete(&inspections[60 + round]).await.expect(204);
    }
}

#[actix_web::test]
async fn records_hidden_from_a_user_are_not_counted_for_them() {
    let app = TestApp::of(&Product { modules: WITH_NOTES, ..PRODUCT }).await;
    let admin = app.sign_in("admin").await;
    let analyst = app.sign_in("analytics").await;
    for number in 0..5 {
        let by = if number < 3 { &admin } else { &analyst };
        let body = json!({ "text": format!("Note {number}"), "done": number % 2 == 0 });
        by.post(notes::PATH, body).await.expect(201);
    }
    for (client, total) in [(&admin, 3), (&analyst, 2)] {
        assert_eq!(client.get(notes::PATH).await.expect(200)["total"], total);
        let found = breakdown(client, notes::PATH, "by=done").await;
        assert_eq!(found["total"], total);
        assert_eq!(found, counted(client, notes::PATH, "done", "").await);
        let found = breakdown(client, notes::PATH, "by=done&search=note+4").await;
        assert_eq!(found, counted(client, notes::PATH, "done", "search=note+4").await);
    }
}
