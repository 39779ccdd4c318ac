//! Record counts: one request for the totals of all resources that the caller may read.

use actix_web::http::Method;
use futures_util::future::join_all;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Map, Value, json};

use crate::PRODUCT;
use crate::assessing::place;

const COUNTS: &str = "/api/backoffice/counts";
const COMPANIES: &str = "/api/backoffice/companies";

/// Returns the totals of the single lists.
async fn totals(app: &TestApp, client: &TestClient<'_>) -> Value {
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    let mut totals = Map::new();
    for tag in document["tags"].as_array().unwrap() {
        let resource = &tag["x-resource"];
        if resource["area"] == "backoffice" {
            let path = resource["path"].as_str().unwrap();
            let page = client.get(&format!("{path}?limit=1")).await.expect(200);
            totals.insert(resource["name"].as_str().unwrap().to_owned(), page["total"].clone());
        }
    }
    Value::Object(totals)
}

#[actix_web::test]
async fn each_role_gets_the_totals_of_resources_it_may_read() {
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(app.anonymous().get(COUNTS).await.status, 401);
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 3).await;
    place.save(&app.sign_in("estimations").await, 0, 90_000).await.expect(201);
    for role in ["user", "analytics", "estimations"] {
        assert_eq!(app.sign_in(role).await.get(COUNTS).await.expect(200), json!({}), "{role}");
    }
    let counts = admin.get(COUNTS).await.expect(200);
    assert_eq!(counts, totals(&app, &admin).await);
    assert_eq!((&counts["units"], &counts["estimations"]), (&json!(3), &json!(1)));
    assert_eq!((&counts["companies"], &counts["users"]), (&json!(0), &json!(5)));

    // A token gets no totals beyond its own permissions, also right after a request of its owner.
    let limited = json!([
        { "resource": "units", "actions": ["read"] }, { "resource": "projects", "actions": ["create"] },
    ]);
    let token = app.bearer(admin.api_token(limited).await);
    assert_eq!(token.get(COUNTS).await.expect(200), json!({ "units": 3 }));
    let nothing = json!([{ "resource": "units", "actions": ["create"] }]);
    let token = app.bearer(admin.api_token(nothing).await);
    assert_eq!(token.get(COUNTS).await.expect(200), json!({}));
}

#[actix_web::test]
async fn totals_include_the_latest_write_of_the_caller() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let companies = async || admin.get(COUNTS).await.expect(200)["companies"].clone();
    for number in 1..=3 {
        assert_eq!(companies().await, number - 1);
        admin.post(COMPANIES, json!({ "name": format!("C{number}") })).await.expect(201);
        assert_eq!(companies().await, number);
        // The second request is answered by the cache.
        assert_eq!(companies().await, number);
    }
    let table: String = (0..100).map(|number| format!("Imported {number}\n")).collect();
    let import = admin.request(Method::POST, &format!("{COMPANIES}/import"));
    import.file(format!("name\n{table}"), &[]).send().await.expect(200);
    assert_eq!(companies().await, 103);
    let page = admin.get(&format!("{COMPANIES}?limit=100&search=imported")).await.expect(200);
    let ids: Vec<&Value> =
        page["items"].as_array().unwrap().iter().map(|one| &one["_id"]).collect();
    let deleted = admin.post(&format!("{COMPANIES}/delete"), json!({ "companyIds": ids })).await;
    deleted.expect(200);
    assert_eq!(companies().await, 3);
    // Rejected requests and dry runs change no total.
    admin.post(COMPANIES, json!({ "name": "" })).await.expect(422);
    let dry = admin.request(Method::POST, &format!("{COMPANIES}/import?dryRun=true"));
    dry.file("name\nD\n", &[]).send().await.expect(200);
    assert_eq!(companies().await, 3);

    let answers = join_all((0..20).map(|_| admin.get(COUNTS))).await;
    assert!(answers.into_iter().all(|answer| answer.expect(200)["companies"] == 3));
}
