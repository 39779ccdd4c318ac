//! The broker of the demo: what the rules of the built-in policy leave, compared with all that an administrator sees.

use std::collections::BTreeSet;

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::{PRODUCT, encoded};

const UNITS: &str = "/api/backoffice/units";

async fn signed_in<'a>(app: &'a TestApp, email: &str) -> TestClient<'a> {
    let answer = app.anonymous().login(email, "mizan-demo").await.expect(200);
    app.bearer(answer["accessToken"].as_str().unwrap())
}

/// Reads all records of a list.
async fn all(client: &TestClient<'_>, path: &str, query: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for number in 1.. {
        let page = client.get(&format!("{path}?limit=100&page={number}&sort=_id:asc{query}")).await;
        let page = page.expect(200);
        let items = page["items"].as_array().unwrap();
        all.extend(items.iter().cloned());
        if items.len() < 100 {
            assert_eq!(page["total"], all.len());
            break;
        }
    }
    all
}

fn ids(records: &[Value]) -> BTreeSet<&str> {
    records.iter().map(|one| one["_id"].as_str().unwrap()).collect()
}

/// Returns the filter of a rule, with the values of the user.
fn filter(text: &str, user: &Value) -> Value {
    let mut filter: Value = serde_json::from_str(text).unwrap();
    if let Some(name) = filter["value"].as_str().and_then(|text| text.strip_prefix("$user.")) {
        filter["value"] = user["attributes"][name].clone();
    }
    json!({ "operator": "AND", "conditions": [filter] })
}

#[actix_web::test]
async fn rules_leave_a_role_what_their_lines_say() {
    let app = TestApp::of(&PRODUCT).await;
    app.seed_demo().await;
    let admin = signed_in(&app, "admin@demo.test").await;
    let broker = signed_in(&app, "broker@demo.test").await;
    let me = broker.get("/api/auth/me").await.expect(200);
    let id = me["user"]["id"].as_str().unwrap();
    let user = admin.get(&format!("/api/backoffice/users/{id}")).await.expect(200);
    assert_eq!(user["attributes"]["projects"].as_array().unwrap().len(), 2);
    let access = admin.get(&format!("/api/backoffice/policy/access?user={id}")).await.expect(200);
    for resource in access["resources"].as_array().unwrap() {
        let rules = resource["rules"].as_array().unwrap().iter();
        let lines: Vec<Vec<&str>> =
            rules.map(|one| one["text"].as_str().unwrap().splitn(5, ", ").collect()).collect();
        if lines.is_empty() {
            continue;
        }
        let name = resource["resource"].as_str().unwrap();
        let path = format!("/api/backoffice/{name}");
        let seen = all(&broker, &path, "").await;
        let whole = all(&admin, &path, "").await;
        let of_rows = lines.iter().filter(|line| line[0] == "where");
        let mut expected = Vec::new();
        for line in of_rows {
            let filter = filter(line[4], &user).to_string();
            expected.extend(all(&admin, &path, &format!("&filters={}", encoded(&filter))).await);
        }
        assert_eq!(ids(&seen), ids(&expected), "{name}");
        assert!(!seen.is_empty() && seen.len() < whole.len(), "{name}");
        for id in ids(&whole).difference(&ids(&seen)).take(5) {
            broker.get(&format!("{path}/{id}")).await.expect(404);
        }
        for line in lines.iter().filter(|line| line[0] == "fields") {
            for field in line[4].split(' ') {
                for record in &seen {
                    let shown =
                        &whole.iter().find(|one| one["_id"] == record["_id"]).unwrap()[field];
                    match line[3] {
                        "hide" => assert_eq!(record.get(field), None, "{name} {field}"),
                        "mask" => assert_eq!(record[field], Value::Null, "{name} {field}"),
                        _ => assert_eq!(&record[field], shown, "{name} {field}"),
                    }
                }
            }
        }
    }
}

#[actix_web::test]
async fn a_broker_changes_the_status_of_units_and_nothing_else() {
    let app = TestApp::of(&PRODUCT).await;
    app.seed_demo().await;
    let broker = signed_in(&app, "broker@demo.test").await;
    let unit = broker.get(&format!("{UNITS}?limit=1")).await.expect(200)["items"][0].clone();
    let path = format!("{UNITS}/{}", unit["_id"].as_str().unwrap());
    assert_eq!(unit["project"]["name"], "Marsa Lantern Tower");
    let other = if unit["status"] == "sold" { "reserved" } else { "sold" };
    let changed = broker.patch(&path, json!({ "status": other })).await.expect(200);
    assert_eq!(changed["status"], other);
    for (field, value) in [("yearlyRentInAED", json!(1)), ("bedrooms", json!(99))] {
        let refused = broker.patch(&path, json!({ field: value })).await;
        assert_eq!(refused.errors()[0].0, format!("/{field}"));
        let refused = refused.expect(403);
        assert_eq!(refused["permission"], json!({ "resource": "units", "action": "update" }));
    }
    broker.patch(&path, json!({ "purchasePriceInAED": 1 })).await.expect(422);
    broker.delete(&path).await.expect(403);
    for resource in ["companies", "users", "estimations"] {
        broker.get(&format!("/api/backoffice/{resource}")).await.expect(403);
    }
    let developers = broker.get("/api/backoffice/developers?limit=1").await.expect(200);
    assert_eq!(developers["total"], 12);
}
