//! Bulk requests about all records that match a search and a filter, and their dry runs.

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use futures_util::future::join;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::projects::{developer, project};
use crate::together::someone_waits_for;

const COMPANIES: &str = "/api/backoffice/companies";
const DELETE: &str = "/api/backoffice/companies/delete";
const UNITS: &str = "/api/backoffice/units";

/// Creates companies with these names, and an address each; returns their identifiers.
async fn companies(admin: &TestClient<'_>, all: &[(&str, &str)]) -> Vec<String> {
    let mut ids = Vec::new();
    for (name, address) in all {
        let body = json!({ "name": name, "address": address });
        let made = admin.post(COMPANIES, body).await.expect(201);
        ids.push(made["_id"].as_str().unwrap().to_owned());
    }
    ids
}

/// Inserts so many companies, without a history.
fn insert_companies(app: &TestApp, count: usize) {
    let insert = format!(
        "INSERT INTO companies (id, name, created_at, updated_at)
         WITH RECURSIVE numbers(number) AS (
             SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {count}
         )
         SELECT '00000000000000000a' || CAST(100000 + number AS TEXT),
                CASE WHEN number <= 5000 THEN 'Early ' ELSE 'Late ' END || CAST(number AS TEXT),
                '2026-11-01 00:00:00', '2026-11-01 00:00:00'
         FROM numbers"
    );
    app.database().connect().batch_execute(&insert).unwrap();
}

fn all_of(field: &str, operator: &str, value: &str) -> Value {
    let condition = json!({ "field": field, "operator": operator, "value": value });
    json!({ "operator": "AND", "conditions": [condition] })
}

async fn field_of_all(admin: &TestClient<'_>, field: &str) -> Vec<String> {
    let page = admin.get(&format!("{COMPANIES}?sort=name:asc")).await.expect(200);
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| item[field].as_str().unwrap_or_default().to_owned()).collect()
}

async fn history(admin: &TestClient<'_>, id: &str) -> Value {
    admin.get(&format!("{COMPANIES}/{id}/history")).await.expect(200)
}

#[actix_web::test]
async fn all_records_that_match_are_changed_and_no_other() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let all = [("Alpha Sea", "Marina"), ("Beta Sea", "Creek"), ("Gamma Sea", "Marina")];
    let ids = companies(&admin, &all).await;
    companies(&admin, &[("Delta", "Marina")]).await;
    let selected = json!({ "search": "sea", "filters": all_of("address", "equals", "Marina") });
    let body = json!({ "where": selected, "update": { "address": "Palm" } });
    assert_eq!(app.anonymous().patch(COMPANIES, body.clone()).await.status, 401);
    assert_eq!(app.sign_in("analytics").await.patch(COMPANIES, body.clone()).await.status, 403);

    let report = admin.patch(COMPANIES, body.clone()).await.expect(200);
    assert_eq!(report, json!({ "updated": 2, "unchanged": 0 }));
    let addresses = field_of_all(&admin, "address").await;
    assert_eq!(addresses, ["Palm", "Creek", "Marina", "Palm"]);
    assert_eq!(history(&admin, &ids[2]).await["items"][0]["changed"], json!(["address"]));
    assert_eq!(history(&admin, &ids[1]).await["total"], 1);
    // They match no more.
    let report = admin.patch(COMPANIES, body).await.expect(200);
    assert_eq!(report, json!({ "updated": 0, "unchanged": 0 }));
    let body = json!({ "where": {}, "update": { "address": "Palm" } });
    let report = admin.patch(COMPANIES, body).await.expect(200);
    assert_eq!(report, json!({ "updated": 2, "unchanged": 2 }));
}

#[actix_web::test]
async fn all_records_that_match_are_deleted_and_no_other() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    companies(&admin, &[("Alpha", "Marina"), ("Beta", "Creek"), ("Gamma", "Marina")]).await;
    let body = json!({ "where": { "filters": all_of("address", "equals", "Marina") } });
    assert_eq!(app.anonymous().post(DELETE, body.clone()).await.status, 401);
    assert_eq!(app.sign_in("analytics").await.post(DELETE, body.clone()).await.status, 403);

    let delete = async || {
        let request = admin.request(Method::POST, DELETE).header("idempotency-key", "once");
        request.json(&body).send().await.expect(200)
    };
    assert_eq!(delete().await, json!({ "deleted": 2 }));
    companies(&admin, &[("Delta", "Marina")]).await;
    assert_eq!(delete().await, json!({ "deleted": 2 }));
    assert_eq!(field_of_all(&admin, "name").await, ["Beta", "Delta"]);
    let nothing = admin.post(DELETE, json!({ "where": { "search": "Epsilon" } })).await.expect(200);
    assert_eq!(nothing, json!({ "deleted": 0 }));
}

#[actix_web::test]
async fn invalid_selection_is_rejected_at_its_place() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &[("Alpha", "Marina")]).await;
    let filters = |filters: Value| json!({ "where": { "filters": filters } });
    let long = "x".repeat(201);
    for (body, pointer) in [
        (json!({}), "/companyIds"),
        (json!({ "companyIds": ids, "where": {} }), "/where"),
        (json!({ "where": "all" }), "/where"),
        (json!({ "where": { "filter": {} } }), "/where/filter"),
        (json!({ "where": { "search": 7 } }), "/where/search"),
        (json!({ "where": { "search": long } }), "/where/search"),
        (filters(json!("{}")), "/where/filters"),
        (filters(json!({ "operator": "AND" })), "/where/filters/conditions"),
        (filters(all_of("colour", "equals", "red")), "/where/filters/conditions/0/field"),
        (filters(all_of("name", "after", "A")), "/where/filters/conditions/0/operator"),
        (filters(all_of("createdAt", "after", "soon")), "/where/filters/conditions/0/value"),
    ] {
        for dry in ["", "?dryRun=true"] {
            let refused = admin.post(&format!("{DELETE}{dry}"), body.clone()).await;
            assert_eq!(refused.status, 422, "{body}: {}", refused.body);
            assert_eq!(refused.errors()[0].0, pointer, "{body}");
        }
        let mut body = body;
        body["update"] = json!({ "address": "Creek" });
        let refused = admin.patch(COMPANIES, body.clone()).await;
        assert_eq!(refused.status, 422, "{body}: {}", refused.body);
        assert_eq!(refused.errors()[0].0, pointer, "{body}");
    }
    // What is misspelt must not be taken for a real request.
    for query in ["dryrun=true", "dryRun=yes"] {
        let body = json!({ "where": {} });
        assert_eq!(admin.post(&format!("{DELETE}?{query}"), body).await.status, 400, "{query}");
    }
    assert_eq!(field_of_all(&admin, "address").await, ["Marina"]);
}

#[actix_web::test]
async fn what_may_not_be_read_cannot_be_selected_by_its_content() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &[("Alpha", "Marina")]).await;
    let token = |actions: Value| json!([{ "resource": "companies", "actions": actions }]);
    let blind = app.bearer(admin.api_token(token(json!(["update", "delete"]))).await);
    let path = format!("{DELETE}?dryRun=true");
    let matching = json!({ "where": { "filters": all_of("address", "equals", "Marina") } });
    assert_eq!(blind.post(&path, json!({ "companyIds": ids })).await.status, 200);
    assert_eq!(blind.post(&path, matching.clone()).await.status, 403);
    let sees = app.bearer(admin.api_token(token(json!(["read", "delete"]))).await);
    assert_eq!(sees.post(&path, matching).await.expect(200), json!({ "deleted": 1 }));
}

#[actix_web::test]
async fn dry_run_reports_what_the_request_would_and_writes_nothing() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = companies(&admin, &[("Alpha", "Marina"), ("Beta", "Creek")]).await;
    let update = json!({ "where": { "search": "a" }, "update": { "address": "Creek" } });
    let path = format!("{COMPANIES}?dryRun=true");
    assert_eq!(app.sign_in("analytics").await.patch(&path, update.clone()).await.status, 403);
    let report = admin.patch(&path, update.clone()).await.expect(200);
    assert_eq!(report, json!({ "updated": 1, "unchanged": 1 }));
    let named = json!({ "companyIds": ids, "update": { "address": "Creek" } });
    assert_eq!(admin.patch(&path, named).await.expect(200), report);
    let delete = json!({ "where": { "search": "a" } });
    let path = format!("{DELETE}?dryRun=true");
    let request = admin.request(Method::POST, &path).header("idempotency-key", "dry");
    assert_eq!(request.json(&delete).send().await.expect(200), json!({ "deleted": 2 }));

    assert_eq!(field_of_all(&admin, "address").await, ["Marina", "Creek"]);
    assert_eq!(history(&admin, &ids[0]).await["total"], 1);
    assert_eq!(admin.patch(COMPANIES, update).await.expect(200), report);
    // The key is still free.
    let request = admin.request(Method::POST, DELETE).header("idempotency-key", "dry");
    assert_eq!(request.json(&delete).send().await.expect(200), json!({ "deleted": 2 }));
}

#[actix_web::test]
async fn what_one_matching_record_does_not_allow_is_done_for_none() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let emaar = developer(&admin, "Emaar").await;
    developer(&admin, "Nakheel").await;
    let rise = project(&admin, "Rise", &emaar).await["_id"].clone();
    for number in ["A-1", "A-2"] {
        let unit = json!({
            "unitNumber": number, "projectId": rise, "developerId": emaar,
            "totalAreaInSqFt": 900, "purchasePriceInAED": 1_000_000, "yearlyRentInAED": 80_000,
            "serviceChargesPerSqFt": 15.5,
        });
        admin.post(UNITS, unit).await.expect(201);
    }
    let of_rise = all_of("project", "equals", rise.as_str().unwrap());
    let renumber = json!({ "where": { "filters": of_rise }, "update": { "unitNumber": "B" } });
    let misspell = json!({ "where": { "filters": of_rise }, "update": { "bedrooms": -1 } });
    let mut refusals = Vec::new();
    for dry in ["", "?dryRun=true"] {
        let units = format!("{UNITS}{dry}");
        let renumbered = admin.patch(&units, renumber.clone()).await;
        assert_eq!(renumbered.status, 409, "{}", renumbered.body);
        assert_eq!(renumbered.errors()[0].0, "/update/unitNumber");
        let misspelt = admin.patch(&units, misspell.clone()).await;
        assert_eq!((misspelt.status.as_u16(), misspelt.errors()[0].0), (422, "/update/bedrooms"));
        let developers = format!("/api/backoffice/developers/delete{dry}");
        let deleted = admin.post(&developers, json!({ "where": {} })).await;
        assert_eq!(deleted.status, 409, "{}", deleted.body);
        refusals.push(
            [renumbered, misspelt, deleted]
                .map(|refused| (refused.body["detail"].clone(), refused.body["errors"].clone())),
        );
    }
    assert_eq!(refusals[0], refusals[1]);
    assert_eq!(
        refusals[0][2].0,
        "Emaar cannot be deleted: it is still referred to by 1 project and 2 units"
    );
    let numbers = admin.get(&format!("{UNITS}?sort=unitNumber:asc")).await.expect(200);
    assert_eq!(numbers["items"][0]["unitNumber"], "A-1");
    assert_eq!(admin.get("/api/backoffice/developers").await.expect(200)[1]["name"], "Nakheel");
}

#[actix_web::test]
async fn record_that_another_request_changes_first_is_left_out_when_it_matches_no_more() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let all = [("Alpha", "Marina"), ("Beta", "Marina"), ("Gamma", "Marina")];
    let ids = companies(&admin, &all).await;
    let mut other = app.database().connect();
    if other.is_sqlite() {
        // One writer: nothing changes between selection and change.
        return;
    }
    let [deleted, moved, _] = &ids[..] else { unreachable!() };
    other
        .batch_execute(&format!(
            "BEGIN; DELETE FROM companies WHERE id = '{deleted}';
             UPDATE companies SET address = 'Creek' WHERE id = '{moved}'"
        ))
        .unwrap();
    let commit = async {
        someone_waits_for(&mut other).await;
        other.batch_execute("COMMIT").unwrap();
    };
    let filters = all_of("address", "equals", "Marina");
    let body = json!({ "where": { "filters": filters }, "update": { "address": "Palm" } });
    let (answer, ()) = join(admin.patch(COMPANIES, body), commit).await;
    assert_eq!(answer.expect(200), json!({ "updated": 1, "unchanged": 0 }));
    assert_eq!(field_of_all(&admin, "address").await, ["Creek", "Palm"]);
}

#[actix_web::test]
async fn five_thousand_records_are_one_request_and_more_than_ten_thousand_are_rejected() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    insert_companies(&app, 10_001);
    let address = json!({ "address": "Marina" });
    let refused = admin.patch(COMPANIES, json!({ "where": {}, "update": address })).await;
    let errors = refused.errors();
    assert_eq!(
        (refused.status.as_u16(), errors[0]),
        (
            422,
            (
                "/where",
                "10,001 companies match, and one request can change 10,000. Narrow the filter"
            )
        )
    );
    let body = json!({ "where": { "search": "early" }, "update": address });
    let report = admin.patch(COMPANIES, body).await.expect(200);
    assert_eq!(report, json!({ "updated": 5000, "unchanged": 0 }));
    let filter = all_of("address", "equals", "Marina").to_string();
    let listed = format!("{COMPANIES}?filters={}", crate::encoded(&filter));
    assert_eq!(admin.get(&listed).await.expect(200)["total"], 5000);
    let deleted = admin.post(DELETE, json!({ "where": { "search": "early" } })).await.expect(200);
    assert_eq!(deleted, json!({ "deleted": 5000 }));
    assert_eq!(admin.get(COMPANIES).await.expect(200)["total"], 5001);
}
