//! How long the answer to a request with an `Idempotency-Key` is stored, and to whom it is returned again.

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use kernel::testing::{Answer, PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::users::PATH as USERS;

const COMPANIES: &str = "/api/backoffice/companies";

async fn post(client: &TestClient<'_>, path: &str, body: &Value) -> Answer {
    client.request(Method::POST, path).header("idempotency-key", "one").json(body).send().await
}

/// Backdates every stored answer by that much.
fn age_answers(app: &TestApp, age: chrono::TimeDelta) {
    let at = (chrono::Utc::now() - age).format("%Y-%m-%d %H:%M:%S");
    let set = format!("UPDATE answers SET created_at = '{at}'");
    app.database().connect().batch_execute(&set).unwrap();
}

#[actix_web::test]
async fn answer_is_stored_for_a_day() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let body = json!({ "name": "Creekline" });
    let first = post(&admin, COMPANIES, &body).await.expect(201);
    let (day, minute) = (chrono::TimeDelta::days(1), chrono::TimeDelta::minutes(1));
    age_answers(&app, day - minute);
    assert_eq!(post(&admin, COMPANIES, &body).await.expect(201), first);
    age_answers(&app, day + minute);
    assert_ne!(post(&admin, COMPANIES, &body).await.expect(201)["_id"], first["_id"]);
    assert_eq!(admin.get(COMPANIES).await.expect(200)["total"], 2);
    // Then the key may be used for another request.
    age_answers(&app, day + minute);
    post(&admin, COMPANIES, &json!({ "name": "Marina" })).await.expect(201);
}

#[actix_web::test]
async fn answer_is_not_returned_to_a_user_who_has_lost_the_permission() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (id, email) = app.account("admin").await;
    let token = app.anonymous().login(&email, PASSWORD).await.expect(200);
    let other = app.bearer(token["accessToken"].as_str().unwrap());
    let body = json!({ "name": "Creekline" });
    let first = post(&other, COMPANIES, &body).await.expect(201);
    let user = format!("{USERS}/{id}");
    admin.patch(&user, json!({ "roles": ["analytics"] })).await.expect(200);
    assert_eq!(post(&other, COMPANIES, &body).await.status, 403);
    admin.patch(&user, json!({ "roles": ["admin"] })).await.expect(200);
    assert_eq!(post(&other, COMPANIES, &body).await.expect(201), first);
}

#[actix_web::test]
async fn clients_that_are_not_signed_in_count_as_one_and_learn_nothing() {
    let app = TestApp::of(&PRODUCT).await;
    let body = json!({ "firstName": "Amal", "email": "amal@desk.test" });
    let first = post(&app.anonymous(), "/api/join-requests", &body).await;
    let again = post(&app.anonymous(), "/api/join-requests", &body).await;
    assert_eq!((again.status, &again.bytes), (first.status, &first.bytes));
    let text = String::from_utf8(first.bytes).unwrap().to_lowercase();
    assert!(!text.contains("amal") && !text.contains("_id"), "{text}");
    let other = json!({ "firstName": "Omar", "email": "omar@desk.test" });
    assert_eq!(post(&app.anonymous(), "/api/join-requests", &other).await.status, 422);
    let admin = app.sign_in("admin").await;
    let page = admin.get("/api/backoffice/join-requests").await.expect(200);
    assert_eq!(page["total"], 1);
}
