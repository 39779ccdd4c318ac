//! The list of the changes of all records: one entry per request and resource.

use actix_web::http::Method;
use kernel::testing::{PASSWORD, TestApp, TestClient};
use kernel::time::Timestamp;
use serde_json::{Value, json};

use crate::assessing::place;
use crate::{PRODUCT, encoded};

const CHANGES: &str = "/api/backoffice/changes";
const COMPANIES: &str = "/api/backoffice/companies";
const UNITS: &str = "/api/backoffice/units";

async fn latest(client: &TestClient<'_>, limit: usize) -> Vec<Value> {
    let answer = client.get(&format!("{CHANGES}?limit={limit}")).await.expect(200);
    answer["items"].as_array().unwrap().clone()
}

/// Formats an entry: the action, the number of records, the resource, and which ones.
fn line(entry: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (action, resource) = (text(&entry["action"]), text(&entry["resource"]));
    format!("{action} {} {resource}: {}", entry["count"], text(&entry["record"]["title"]))
}

async fn lines(client: &TestClient<'_>, limit: usize) -> Vec<String> {
    latest(client, limit).await.iter().map(line).collect()
}

#[actix_web::test]
async fn each_request_is_an_entry_with_its_changes_and_actor() {
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(app.anonymous().get(CHANGES).await.status, 401);
    let admin = app.sign_in("admin").await;
    let created = admin.post(COMPANIES, json!({ "name": "Creekline" })).await;
    let request = created.header("x-request-id").to_owned();
    let id = created.expect(201)["_id"].as_str().unwrap().to_owned();
    let path = format!("{COMPANIES}/{id}");
    let [entry] = &latest(&admin, 1).await[..] else { panic!("one entry") };
    let history = admin.get(&format!("{path}/history")).await.expect(200);
    let version = &history["items"][0];
    let wanted = json!({
        "requestId": request, "at": version["at"], "actor": version["actor"], "action": "create",
        "resource": "companies", "count": 1, "record": { "_id": id, "title": "Creekline" },
        "changed": version["changed"], "before": null, "after": version["after"],
    });
    assert_eq!(*entry, wanted);
    assert_eq!(entry["changed"], json!(["name"]));

    admin.patch(&path, json!({ "name": "Other" })).await.expect(200);
    admin.patch(&path, json!({ "name": "Other" })).await.expect(200);
    admin.delete(&path).await.expect(204);
    let place = place(&admin, "Rise", 1).await;
    place.save(&app.sign_in("estimations").await, 0, 90_000).await.expect(201);
    assert_eq!(
        lines(&admin, 7).await,
        [
            "create 1 estimations: A-1 · Rise · Test Person",
            "create 1 units: A-1 · Rise",
            "create 1 projects: Rise",
            "create 1 developers: Rise Homes",
            "delete 1 companies: Other",
            "update 1 companies: Other",
            "create 1 companies: Creekline",
        ]
    );
    let update = &latest(&admin, 6).await[5];
    assert_eq!(update["changed"], json!(["name"]));
    assert_eq!(
        (&update["before"]["name"], &update["after"]["name"]),
        (&json!("Creekline"), &json!("Other"))
    );
    let page = admin.get(&format!("{CHANGES}?limit=3&page=2")).await.expect(200);
    let all = admin.get(&format!("{CHANGES}?limit=100")).await.expect(200);
    let items = all["items"].as_array().unwrap();
    assert_eq!(page["items"].as_array().unwrap()[..], items[3..6]);
    let total = items.len();
    assert_eq!(all["total"], json!(total));
    let numbers = [&page["total"], &page["page"], &page["limit"], &page["totalPages"]];
    assert_eq!(numbers, [&json!(total), &json!(2), &json!(3), &json!(total.div_ceil(3))]);
    let past = admin.get(&format!("{CHANGES}?page=90")).await.expect(200);
    assert_eq!((&past["items"], &past["total"]), (&json!([]), &json!(total)));
}

/// Lists what meets one condition.
async fn filtered(client: &TestClient<'_>, condition: Value) -> Vec<Value> {
    let filters = json!({ "operator": "AND", "conditions": [condition] });
    let path = format!("{CHANGES}?limit=100&filters={}", encoded(&filters.to_string()));
    let answer = client.get(&path).await.expect(200);
    let items = answer["items"].as_array().unwrap().clone();
    assert_eq!(answer["total"], json!(items.len()));
    items
}

#[actix_web::test]
async fn changes_are_filtered_by_user_resource_day_field_and_request() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (other_id, email) = app.account("admin").await;
    let other = app.anonymous().login(&email, PASSWORD).await.expect(200);
    let other = app.bearer(other["accessToken"].as_str().unwrap());
    let place = place(&admin, "Rise", 3).await;
    let unit = |number: usize| format!("{UNITS}/{}", place.units[number]);
    other.patch(&unit(0), json!({ "yearlyRentInAED": 91_000 })).await.expect(200);
    other.patch(&unit(1), json!({ "status": "sold" })).await.expect(200);
    let update = json!({ "unitIds": place.units, "update": { "status": "rented" } });
    let bulk = admin.request(Method::PATCH, UNITS).json(&update).send().await;
    let request = bulk.header("x-request-id").to_owned();
    bulk.expect(200);

    let is =
        |field: &str, value: &str| json!({ "field": field, "operator": "equals", "value": value });
    let titles = |entries: &[Value]| entries.iter().map(line).collect::<Vec<_>>();
    let by_other = filtered(&admin, is("actor", other_id.as_str())).await;
    assert_eq!(titles(&by_other), ["update 1 units: A-2 · Rise", "update 1 units: A-1 · Rise"]);
    let of_rent = filtered(&admin, is("field", "yearlyRentInAED")).await;
    assert_eq!(of_rent[0]["changed"], json!(["yearlyRentInAED"]));
    assert_eq!(of_rent[0]["after"]["yearlyRentInAED"], 91_000);
    for entry in &of_rent {
        let changed = entry["changed"].as_array().unwrap();
        assert!(changed.contains(&json!("yearlyRentInAED")), "{entry}");
    }
    let neither = json!({ "field": "field", "operator": "not_in", "value": ["status", "name"] });
    for entry in filtered(&admin, neither).await {
        let changed = entry["changed"].to_string();
        assert!(!changed.contains("\"status\"") && !changed.contains("\"name\""), "{entry}");
    }
    // Of a unit created and then changed in one day all is there, and none the day before.
    let units = filtered(&admin, is("resource", "units")).await;
    assert!(units.iter().all(|entry| entry["resource"] == "units") && units.len() >= 4);
    let at: Timestamp = serde_json::from_value(units[0]["at"].clone()).unwrap();
    let day = at.day().to_string();
    assert_eq!(filtered(&admin, is("at", &day)).await.len(), latest(&admin, 100).await.len());
    let before = json!({ "field": "at", "operator": "before", "value": day });
    assert_eq!(filtered(&admin, before).await, Vec::<Value>::new());

    // The records of one request, each with what became of it.
    assert_eq!(line(&latest(&admin, 1).await[0]), "update 3 units: A-3 · Rise");
    let each = filtered(&admin, is("requestId", &request)).await;
    assert_eq!(
        titles(&each),
        ["update 1 units: A-3 · Rise", "update 1 units: A-2 · Rise", "update 1 units: A-1 · Rise"]
    );
    assert_eq!(
        (&each[1]["before"]["status"], &each[1]["after"]["status"]),
        (&json!("sold"), &json!("rented"))
    );
}

#[actix_web::test]
async fn filters_of_changes_offer_what_the_caller_may_read() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{CHANGES}/filter-definitions");
    let all = admin.get(&path).await.expect(200);
    let keys: Vec<&str> =
        all.as_array().unwrap().iter().map(|one| one["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["at", "actor", "resource", "field", "requestId"]);
    assert_eq!(all[1]["reference"], "users");
    let texts = |options: &Value| options.to_string();
    assert!(texts(&all[2]["options"]).contains("companies"));
    assert!(texts(&all[3]["options"]).contains("yearlyRentInAED"));
    assert!(!texts(&all[3]["options"]).contains("password"));
    let token = json!([{ "resource": "units", "actions": ["history"] }]);
    let token = app.bearer(admin.api_token(token).await);
    let few = token.get(&path).await.expect(200);
    assert_eq!(few[2]["options"], json!([{ "value": "units", "label": "Units" }]));
    for (client, field, value) in [
        (&token, "resource", "companies"),
        (&token, "field", "firstName"),
        (&admin, "field", "password"),
        (&admin, "record", "x"),
        (&admin, "requestId", "x"),
    ] {
        let condition = json!({ "field": field, "operator": "equals", "value": value });
        let filters = json!({ "operator": "AND", "conditions": [condition] });
        let refused =
            client.get(&format!("{CHANGES}?filters={}", encoded(&filters.to_string()))).await;
        assert_eq!(refused.status, 400, "{field} {value}");
        assert!(refused.body["detail"].as_str().unwrap().contains(&format!("`{field}`")));
    }
    for query in ["sort=at:asc", "sort=actor:desc", "search=x"] {
        assert_eq!(admin.get(&format!("{CHANGES}?{query}")).await.status, 400, "{query}");
    }
}

#[actix_web::test]
async fn records_changed_in_bulk_are_one_entry_per_resource() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 3).await;
    let update = json!({ "unitIds": place.units, "update": { "status": "sold" } });
    admin.request(Method::PATCH, UNITS).json(&update).send().await.expect(200);
    assert_eq!(lines(&admin, 2).await[0], "update 3 units: A-3 · Rise");

    let table: String = (0..200).map(|number| format!("Imported {number:03}\n")).collect();
    let import = admin.request(Method::POST, &format!("{COMPANIES}/import"));
    import.file(format!("name\n{table}"), &[]).send().await.expect(200);
    assert_eq!(
        lines(&admin, 2).await,
        ["create 200 companies: Imported 199", "update 3 units: A-3 · Rise"]
    );
    // A request that writes nothing is no change.
    let dry = admin.request(Method::POST, &format!("{COMPANIES}/import?dryRun=true"));
    dry.file("name\nTried\n", &[]).send().await.expect(200);
    assert_eq!(lines(&admin, 1).await, ["create 200 companies: Imported 199"]);
    let page = admin.get(&format!("{COMPANIES}?limit=100")).await.expect(200);
    let ids: Vec<&Value> =
        page["items"].as_array().unwrap().iter().map(|one| &one["_id"]).collect();
    admin.post(&format!("{COMPANIES}/delete"), json!({ "companyIds": ids })).await.expect(200);
    let newest = &latest(&admin, 1).await[0];
    assert_eq!((&newest["action"], &newest["count"]), (&json!("delete"), &json!(100)));
}

#[actix_web::test]
async fn change_outside_a_request_is_an_entry_of_its_own() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for name in ["Mona", "Salem"] {
        let body = json!({ "firstName": name, "email": format!("{name}@join.test") });
        app.anonymous().post("/api/join-requests", body).await.expect(202);
    }
    admin.post(COMPANIES, json!({ "name": "Between" })).await.expect(201);
    let entries = latest(&admin, 3).await;
    assert_eq!(line(&entries[0]), "create 1 companies: Between");
    for entry in &entries[1..] {
        assert_eq!(
            (&entry["requestId"], &entry["resource"]),
            (&Value::Null, &json!("join-requests"))
        );
        assert_eq!((&entry["count"], &entry["actor"]["name"]), (&json!(1), &json!("Visitor")));
    }
    assert!(entries[1]["record"]["_id"].as_str() > entries[2]["record"]["_id"].as_str());
}

#[actix_web::test]
async fn history_of_unreadable_records_is_not_listed() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    place(&admin, "Rise", 2).await;
    admin.post(COMPANIES, json!({ "name": "Creekline" })).await.expect(201);
    for role in ["user", "analytics", "estimations"] {
        assert_eq!(
            app.sign_in(role).await.get(CHANGES).await.expect(200),
            json!({ "items": [], "total": 0, "page": 1, "limit": 20, "totalPages": 0 }),
            "{role}"
        );
    }
    assert!(latest(&admin, 50).await.len() >= 5);
    // A token gets no entries beyond its own permissions, also right after a request of its owner.
    for (actions, count) in [(json!(["history"]), 2), (json!(["read"]), 0)] {
        let limited = json!([{ "resource": "units", "actions": actions }]);
        let token = app.bearer(admin.api_token(limited).await);
        let entries = latest(&token, 50).await;
        assert!(entries.iter().all(|entry| entry["resource"] == "units"));
        assert_eq!(entries.len(), count);
    }
    // A password is in no history and so in no entry.
    let user = json!({
        "firstName": "Mona", "lastName": "Salem", "email": "mona@desk.test",
        "password": "a secret never shown", "roles": ["user"],
    });
    admin.post("/api/backoffice/users", user).await.expect(201);
    let answer = admin.get(CHANGES).await.expect(200).to_string();
    assert!(answer.contains("Mona Salem") && !answer.contains("never shown"));
}
