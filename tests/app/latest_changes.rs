//! The latest changes of all records, one entry per request and resource.

use actix_web::http::Method;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::place;

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
    let wanted = json!({
        "requestId": request, "at": history["items"][0]["at"], "actor": history["items"][0]["actor"],
        "action": "create", "resource": "companies", "count": 1,
        "record": { "id": id, "title": "Creekline" },
    });
    assert_eq!(*entry, wanted);

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
    let ids: Vec<Value> = latest(&admin, 50).await;
    assert_eq!(
        admin.get(CHANGES).await.expect(200)["items"].as_array().unwrap().len(),
        ids.len().min(10)
    );
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
    assert!(entries[1]["record"]["id"].as_str() > entries[2]["record"]["id"].as_str());
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
            json!({ "items": [] }),
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

#[actix_web::test]
async fn limit_is_from_1_to_50() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for limit in ["0", "51", "-1", "ten", ""] {
        let refused = admin.get(&format!("{CHANGES}?limit={limit}")).await;
        assert_eq!(refused.status, 400, "{limit}");
        let detail = refused.body["detail"].as_str().unwrap();
        assert_eq!(detail, "`limit` must be a whole number from 1 to 50");
    }
    for number in 0..55 {
        admin.post(COMPANIES, json!({ "name": format!("C{number:02}") })).await.expect(201);
    }
    let entries = lines(&admin, 50).await;
    assert_eq!(entries.len(), 50);
    assert_eq!(
        (&*entries[0], &*entries[49]),
        ("create 1 companies: C54", "create 1 companies: C05")
    );
}
