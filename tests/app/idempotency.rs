//! Idempotent requests: `Idempotency-Key`. Every `POST` is compared with what the document
//! declares.

mod bodies;

use actix_web::http::Method;
use futures_util::future::join_all;
use kernel::testing::{Answer, TestApp, TestClient, generated};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::place;
use crate::mail::{Sink, with_mail};
use bodies::{Fixtures, With};

const PATH: &str = "/api/backoffice/companies";

async fn post(client: &TestClient<'_>, path: &str, key: &str, body: Value) -> Answer {
    client.request(Method::POST, path).header("idempotency-key", key).json(&body).send().await
}

#[actix_web::test]
async fn repeated_request_with_an_idempotency_key_returns_the_stored_answer() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let body = json!({ "name": "Creekline" });
    let first = post(&admin, PATH, "k1", body.clone()).await;
    let path = first.header("location").to_owned();
    admin.patch(&path, json!({ "name": "Renamed" })).await.expect(200);
    let again = post(&admin, PATH, "k1", body.clone()).await;
    assert_eq!(again.status, 201);
    assert_eq!(
        (again.header("etag"), again.header("location")),
        (first.header("etag"), path.as_str())
    );
    assert_eq!(again.body, first.body);
    assert_eq!(admin.get(PATH).await.expect(200)["total"], 1);
    // Another key, or the same key of another user, is another request.
    post(&admin, PATH, "k2", body.clone()).await.expect(201);
    post(&app.sign_in("admin").await, PATH, "k1", body).await.expect(201);
    assert_eq!(admin.get(PATH).await.expect(200)["total"], 3);
}

#[actix_web::test]
async fn key_used_for_another_request_is_rejected() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    post(&admin, PATH, "k1", json!({ "name": "A" })).await.expect(201);
    let refused = post(&admin, PATH, "k1", json!({ "name": "B" })).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.body["detail"], "This Idempotency-Key was used for another request");
    let elsewhere = post(&admin, "/api/backoffice/developers", "k1", json!({ "name": "A" })).await;
    assert_eq!(elsewhere.status, 422);
    let long = "k".repeat(201);
    for key in ["", " ", "a b", long.as_str()] {
        assert_eq!(post(&admin, PATH, key, json!({ "name": "A" })).await.status, 400, "{key:?}");
    }
    assert_eq!(admin.get(PATH).await.expect(200)["total"], 1);
}

#[actix_web::test]
async fn rejected_request_may_be_retried_with_the_same_key() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    assert_eq!(post(&admin, PATH, "k1", json!({ "name": " " })).await.status, 422);
    post(&admin, PATH, "k1", json!({ "name": "A" })).await.expect(201);
}

#[actix_web::test]
async fn concurrent_requests_with_one_key_are_one_write() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for round in 0..5 {
        let key = format!("round-{round}");
        let body = json!({ "name": format!("Company {round}") });
        let answers = join_all((0..10).map(|_| post(&admin, PATH, &key, body.clone()))).await;
        let first = &answers[0].body["_id"];
        assert!(answers.iter().all(|answer| answer.status == 201 && answer.body["_id"] == *first));
    }
    assert_eq!(admin.get(PATH).await.expect(200)["total"], 5);
}

#[actix_web::test]
async fn restores_imports_and_bulk_deletions_honour_the_key_too() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let created = admin.post(PATH, json!({ "name": "A" })).await;
    let path = created.header("location").to_owned();
    let id = created.body["_id"].clone();
    let body = json!({ "companyIds": [id] });
    let deleted = post(&admin, &format!("{PATH}/delete"), "d", body.clone()).await.expect(200);
    assert_eq!(post(&admin, &format!("{PATH}/delete"), "d", body).await.expect(200), deleted);

    let restore = format!("{path}/restore");
    post(&admin, &restore, "r", json!({ "version": 1 })).await.expect(200);
    admin.delete(&path).await.expect(204);
    post(&admin, &restore, "r", json!({ "version": 1 })).await.expect(200);
    assert_eq!(admin.get(&path).await.status, 404);

    let import = || {
        let request = admin.request(Method::POST, &format!("{PATH}/import"));
        request.header("idempotency-key", "i").file("name\nB\nC\n", &[]).send()
    };
    let report = import().await.expect(200);
    assert_eq!(report["created"], 2);
    assert_eq!(import().await.expect(200), report);
    let mapping = json!({ "resource": "companies", "fields": {} }).to_string();
    let request =
        admin.request(Method::POST, &format!("{PATH}/import")).header("idempotency-key", "i");
    let other = request.file("name\nB\nC\n", &[("mapping", &mapping)]).send().await;
    assert_eq!(other.status, 422);
    assert_eq!(admin.get(PATH).await.expect(200)["total"], 2);
}

#[actix_web::test]
async fn key_of_an_import_of_users_is_bound_to_its_file() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let import = async |table: &str| {
        let request = admin.request(Method::POST, "/api/backoffice/users/import");
        request.header("idempotency-key", "u").file(table, &[]).send().await
    };
    // The passwords differ, of which nothing is stored, and files of equal length.
    let table = |email: &str, password: &str| {
        format!("firstName,email,password,roles\nNoor,{email},{password},user\n")
    };
    let first = table("noor@desk.test", "seven lonely gulls");
    let report = import(&first).await.expect(200);
    assert_eq!(report["created"], 1);
    assert_eq!(import(&first).await.expect(200), report);
    for other in [
        table("zoor@desk.test", "seven lonely gulls"),
        table("noor@desk.test", "eight lonely gulls"),
    ] {
        assert_eq!(import(&other).await.status, 422, "{other}");
    }
    let found = admin.get("/api/backoffice/users?search=oor@desk.test").await.expect(200);
    assert_eq!(found["total"], 1);
    assert_eq!(app.anonymous().login("noor@desk.test", "seven lonely gulls").await.status, 200);
}

async fn send(client: &TestClient<'_>, with: &With, query: &str, key: &str) -> Answer {
    let (With::Json(path, _) | With::File(path, _) | With::Nothing(path)) = with;
    let sign = if path.contains('?') { "&" } else { "?" };
    let path = if query.is_empty() { path.clone() } else { format!("{path}{sign}{query}") };
    let request = client.request(Method::POST, &path).header("idempotency-key", key);
    match with {
        With::Json(_, body) => request.json(body).send().await,
        With::File(_, table) => request.file(table, &[]).send().await,
        With::Nothing(_) => request.send().await,
    }
}

#[actix_web::test]
async fn document_declares_the_key_for_exactly_the_operations_that_accept_it() {
    const USED: &str = "This Idempotency-Key was used for another request";
    let app = with_mail(&Sink::start()).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 2).await;
    let (document, _) = generated(&PRODUCT).await;
    let mut fixtures = Fixtures { app: &app, admin, place, document: document.clone(), made: 0 };
    let mut with_key = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let named = parameters.filter(|one| one["name"] == "Idempotency-Key").count();
            if method != "post" {
                assert_eq!(named, 0, "{id}");
                continue;
            }
            let with = fixtures.body_for(id, path).await;
            // A new client each time, because changing the password ends its session.
            let client = app.sign_in("admin").await;
            let first = send(&client, &with, "", id).await;
            let again = send(&client, &with, "", id).await;
            let query = match with {
                With::File(..) => "repeated=first",
                _ if id.contains("_bulk_") => "dryRun=false",
                _ if id == "change_set_apply" => "replan=false",
                _ if id == "change_set_undo" => "skipChanged=false",
                _ => "other=1",
            };
            let other = send(&client, &with, query, id).await;
            let what = format!("{id}: {}, then {}, then {}", first.body, again.body, other.body);
            if named == 0 {
                assert_ne!(other.body["detail"], USED, "{what}");
                continue;
            }
            with_key += 1;
            assert_eq!(named, 1, "{id}");
            assert!(first.status.is_success(), "{what}");
            assert_eq!((again.status, &again.body), (first.status, &first.body), "{what}");
            assert_eq!(
                (other.status.as_u16(), &other.body["detail"]),
                (422, &json!(USED)),
                "{what}"
            );
            for status in ["400", "422"] {
                assert!(operation["responses"].get(status).is_some(), "{id} lacks {status}");
            }
        }
    }
    assert!(with_key > 30, "{with_key}");
}
