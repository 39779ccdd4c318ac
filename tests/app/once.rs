//! Calls that come again: `Idempotency-Key`.

use actix_web::http::Method;
use futures_util::future::join_all;
use kernel::testing::{Answer, Desk, Visitor};
use serde_json::{Value, json};

use crate::PRODUCT;

const PATH: &str = "/api/backoffice/companies";

async fn post(visitor: &Visitor<'_>, path: &str, key: &str, body: Value) -> Answer {
    visitor.call(Method::POST, path).header("idempotency-key", key).json(&body).send().await
}

#[actix_web::test]
async fn a_call_that_comes_again_is_answered_as_before_and_does_nothing() {
    let desk = Desk::of(&PRODUCT).await;
    let admin = desk.sign_in("admin").await;
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
    // Another key, or another person with the same one, is another call.
    post(&admin, PATH, "k2", body.clone()).await.expect(201);
    post(&desk.sign_in("admin").await, PATH, "k1", body).await.expect(201);
    assert_eq!(admin.get(PATH).await.expect(200)["total"], 3);
}

#[actix_web::test]
async fn a_key_that_was_used_for_something_else_is_refused() {
    let desk = Desk::of(&PRODUCT).await;
    let admin = desk.sign_in("admin").await;
    post(&admin, PATH, "k1", json!({ "name": "A" })).await.expect(201);
    let refused = post(&admin, PATH, "k1", json!({ "name": "B" })).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.body["detail"], "This Idempotency-Key was used for another call");
    let elsewhere = post(&admin, "/api/backoffice/developers", "k1", json!({ "name": "A" })).await;
    assert_eq!(elsewhere.status, 422);
    let long = "k".repeat(201);
    for key in ["", " ", "a b", long.as_str()] {
        assert_eq!(post(&admin, PATH, key, json!({ "name": "A" })).await.status, 400, "{key:?}");
    }
    assert_eq!(admin.get(PATH).await.expect(200)["total"], 1);
}

#[actix_web::test]
async fn what_was_refused_may_be_tried_again_with_the_same_key() {
    let desk = Desk::of(&PRODUCT).await;
    let admin = desk.sign_in("admin").await;
    assert_eq!(post(&admin, PATH, "k1", json!({ "name": " " })).await.status, 422);
    post(&admin, PATH, "k1", json!({ "name": "A" })).await.expect(201);
}

#[actix_web::test]
async fn the_same_key_at_the_same_moment_is_one_write() {
    let desk = Desk::of(&PRODUCT).await;
    let admin = desk.sign_in("admin").await;
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
    let desk = Desk::of(&PRODUCT).await;
    let admin = desk.sign_in("admin").await;
    let created = admin.post(PATH, json!({ "name": "A" })).await;
    let path = created.header("location").to_owned();
    let id = created.body["_id"].clone();
    let body = json!({ "companyIds": [id] });
    let gone = post(&admin, &format!("{PATH}/delete"), "d", body.clone()).await.expect(200);
    assert_eq!(post(&admin, &format!("{PATH}/delete"), "d", body).await.expect(200), gone);

    let restore = format!("{path}/restore");
    post(&admin, &restore, "r", json!({ "version": 1 })).await.expect(200);
    admin.delete(&path).await.expect(204);
    post(&admin, &restore, "r", json!({ "version": 1 })).await.expect(200);
    assert_eq!(admin.get(&path).await.status, 404);

    let import = || {
        let call = admin.call(Method::POST, &format!("{PATH}/import"));
        call.header("idempotency-key", "i").file("name\nB\nC\n", &[]).send()
    };
    let report = import().await.expect(200);
    assert_eq!(report["created"], 2);
    assert_eq!(import().await.expect(200), report);
    let mapping = json!({ "resource": "companies", "fields": {} }).to_string();
    let call = admin.call(Method::POST, &format!("{PATH}/import")).header("idempotency-key", "i");
    let other = call.file("name\nB\nC\n", &[("mapping", &mapping)]).send().await;
    assert_eq!(other.status, 422);
    assert_eq!(admin.get(PATH).await.expect(200)["total"], 2);
}
