//! Join requests of strangers, and the decisions of administrators.

use actix_web::http::Method;
use kernel::module::Setting;
use kernel::testing::{Answer, TestApp, TestClient, TestDatabase};
use serde_json::{Value, json};

use crate::PRODUCT;

const JOIN: &str = "/api/join-requests";
const REQUESTS: &str = "/api/backoffice/join-requests";

fn amal() -> Value {
    json!({
        "firstName": " Amal ", "lastName": "Saeed", "email": " Amal@Example.com",
        "message": "  I joined the desk on Sunday.",
    })
}

async fn request_to_join(client: &TestClient<'_>, address: &str, body: &Value) -> Answer {
    client.request(Method::POST, JOIN).from(address).json(body).send().await
}

async fn only_request(admin: &TestClient<'_>) -> Value {
    let listed = admin.get(REQUESTS).await.expect(200);
    assert_eq!(listed["total"], 1, "{listed}");
    listed["items"][0].clone()
}

#[actix_web::test]
async fn join_requests_are_public_to_send_and_visible_to_administrators_only() {
    let app = TestApp::of(&PRODUCT).await;
    let answer = request_to_join(&app.anonymous(), "192.0.2.1", &amal()).await.expect(202);
    assert_eq!(answer, json!({ "status": "received" }));
    assert_eq!(app.anonymous().get(REQUESTS).await.status, 401);
    for role in ["user", "estimations", "analytics"] {
        let client = app.sign_in(role).await;
        assert_eq!(client.get(REQUESTS).await.status, 403, "{role}");
    }
    let admin = app.sign_in("admin").await;
    let request = only_request(&admin).await;
    assert_eq!(request["email"], "amal@example.com");
    assert_eq!(request["firstName"], "Amal");
    assert_eq!(request["message"], "  I joined the desk on Sunday.");
    assert_eq!(request["status"], "pending");
    let found = admin.get(&format!("{REQUESTS}?search=saeed")).await.expect(200);
    assert_eq!(found["total"], 1);
    let history = format!("{REQUESTS}/{}/history", request["_id"].as_str().unwrap());
    let history = admin.get(&history).await.expect(200);
    assert_eq!(history["items"][0]["actor"]["name"], "Visitor");
}

#[actix_web::test]
async fn answer_does_not_reveal_whether_an_email_is_known() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let known = json!({ "firstName": "X", "email": email });
    let unknown = json!({ "firstName": "X", "email": "nobody@desk.test" });
    let answers = [
        request_to_join(&app.anonymous(), "192.0.2.1", &known).await,
        request_to_join(&app.anonymous(), "192.0.2.1", &unknown).await,
        request_to_join(&app.anonymous(), "192.0.2.1", &unknown).await,
    ];
    for answer in answers {
        assert_eq!(answer.expect(202), json!({ "status": "received" }));
    }
}

#[actix_web::test]
async fn accepting_creates_a_user_without_a_password() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    request_to_join(&app.anonymous(), "192.0.2.1", &amal()).await.expect(202);
    let id = only_request(&admin).await["_id"].as_str().unwrap().to_owned();
    let accept = format!("{REQUESTS}/{id}/accept");

    for (body, pointer) in [
        (json!({}), "/roles"),
        (json!({ "roles": [] }), "/roles"),
        (json!({ "roles": ["ghost"] }), "/roles/0"),
        (json!({ "roles": ["user"], "password": "x" }), "/password"),
    ] {
        let refused = admin.post(&accept, body.clone()).await;
        assert_eq!(refused.status, 422, "{body}");
        assert_eq!(refused.errors()[0].0, pointer, "{body}");
    }
    let accepted = admin.post(&accept, json!({ "roles": ["estimations"] })).await.expect(200);
    assert_eq!(accepted["status"], "accepted");
    let user = format!("/api/backoffice/users/{}", accepted["userId"].as_str().unwrap());
    let made = admin.get(&user).await.expect(200);
    assert_eq!(made["email"], "amal@example.com");
    assert_eq!((&made["roles"], &made["locked"]), (&json!(["estimations"]), &json!(false)));
    let history = admin.get(&format!("{user}/history")).await.expect(200);
    assert_eq!((&history["total"], &history["items"][0]["action"]), (&json!(1), &json!("create")));

    let email = "amal@example.com";
    for password in ["", "null", "a password"] {
        assert_ne!(app.anonymous().login(email, password).await.status, 200);
    }
    let password = json!({ "password": "a password of her own" });
    admin.post(&format!("{user}/set-password"), password).await.expect(204);
    app.anonymous().login(email, "a password of her own").await.expect(200);

    let again = admin.post(&accept, json!({ "roles": ["user"] })).await;
    assert_eq!(again.body["detail"], "This request was accepted already");
    again.expect(409);
    admin.post(&format!("{REQUESTS}/{id}/decline"), Value::Null).await.expect(409);
}

#[actix_web::test]
async fn email_of_an_existing_user_cannot_be_accepted() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (_, email) = app.account("user").await;
    let body = json!({ "firstName": "Somebody", "email": email });
    request_to_join(&app.anonymous(), "192.0.2.1", &body).await.expect(202);
    let id = only_request(&admin).await["_id"].as_str().unwrap().to_owned();
    let accept = format!("{REQUESTS}/{id}/accept");
    let refused = admin.post(&accept, json!({ "roles": ["admin"] })).await;
    assert_eq!(refused.body["detail"], "There is a user with this email already");
    refused.expect(409);
    assert_eq!(only_request(&admin).await["status"], "pending");
}

#[actix_web::test]
async fn declined_join_request_can_be_accepted_later() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    request_to_join(&app.anonymous(), "192.0.2.1", &amal()).await.expect(202);
    let id = only_request(&admin).await["_id"].as_str().unwrap().to_owned();
    let decline = format!("{REQUESTS}/{id}/decline");
    let declined = admin.post(&decline, Value::Null).await.expect(200);
    assert_eq!((&declined["status"], &declined["userId"]), (&json!("declined"), &Value::Null));
    assert!(declined["decidedAt"].is_string());
    admin.post(&decline, Value::Null).await.expect(409);
    let accept = json!({ "roles": ["user"] });
    admin.post(&format!("{REQUESTS}/{id}/accept"), accept).await.expect(200);
    let history = admin.get(&format!("{REQUESTS}/{id}/history")).await.expect(200);
    let actions: Vec<&str> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|version| version["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["accept", "decline", "create"]);
}

#[actix_web::test]
async fn missing_or_invalid_values_are_reported_at_their_fields() {
    let app = TestApp::of(&PRODUCT).await;
    for (body, errors) in [
        (
            json!({}),
            vec![("/email", "Invalid email address"), ("/firstName", "First name is required")],
        ),
        (
            json!({ "firstName": " ", "email": "a@b.test" }),
            vec![("/firstName", "First name is required")],
        ),
        (
            json!({ "firstName": "A", "email": "nowhere" }),
            vec![("/email", "Invalid email address")],
        ),
    ] {
        let refused = request_to_join(&app.anonymous(), "192.0.2.1", &body).await;
        assert_eq!((refused.status.as_u16(), refused.errors()), (422, errors), "{body}");
    }
    let unknown = json!({ "firstName": "A", "email": "a@b.test", "roles": ["admin"] });
    assert_eq!(
        request_to_join(&app.anonymous(), "192.0.2.1", &unknown).await.errors()[0].0,
        "/roles"
    );
}

#[actix_web::test]
async fn address_is_limited_to_twenty_an_hour_and_a_repeated_request_counts_once() {
    let app = TestApp::of(&PRODUCT).await;
    let anonymous = app.anonymous();
    let send_with_key = async |key: &str, address: &str| {
        let request = anonymous.request(Method::POST, JOIN).from(address).json(&amal());
        request.header("Idempotency-Key", key).send().await.status.as_u16()
    };
    for _ in 0..30 {
        assert_eq!(send_with_key("the-same", "192.0.2.1").await, 202);
    }
    for number in 1..20 {
        assert_eq!(send_with_key(&format!("another-{number}"), "192.0.2.1").await, 202);
    }
    let refused = request_to_join(&anonymous, "192.0.2.1", &amal()).await;
    assert_eq!(refused.status, 429);
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    assert!((3000..=3600).contains(&wait), "{wait}");
    // Another address has its own limit, and the key alone says that a request is repeated: a phone
    // changes networks.
    assert_eq!(send_with_key("the-same", "192.0.2.2").await, 202);
    assert_eq!(send_with_key("the-same", "2001:db8::1").await, 202);
    let admin = app.sign_in("admin").await;
    assert_eq!(admin.get(REQUESTS).await.expect(200)["total"], 20);
    let mut other = amal();
    other["message"] = json!("Another text");
    let request = anonymous.request(Method::POST, JOIN).from("192.0.2.3").json(&other);
    let refused = request.header("Idempotency-Key", "the-same").send().await;
    assert_eq!(refused.status, 422);
    assert_eq!(admin.get(REQUESTS).await.expect(200)["total"], 20);
}

/// A setting of the module, as an operator sets it.
const fn setting(key: &'static str) -> Setting {
    Setting { key, purpose: "", default: 0, least: 0, most: 0 }
}

async fn app_with_setting(key: &'static str, value: i64) -> TestApp {
    TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.of_modules = config.of_modules.clone().with(&setting(key), value);
    })
    .await
}

fn refused_for(answer: &Answer) -> i64 {
    assert_eq!(answer.status, 429, "{:?}", answer.body);
    answer.header("retry-after").parse().unwrap()
}

#[actix_web::test]
async fn all_addresses_are_limited_to_two_hundred_an_hour() {
    let app = TestApp::of(&PRODUCT).await;
    let anonymous = app.anonymous();
    for number in 0..200 {
        let address = format!("198.51.{}.{}", number / 100, number % 100);
        request_to_join(&anonymous, &address, &amal()).await.expect(202);
    }
    let refused = request_to_join(&anonymous, "203.0.113.7", &amal()).await;
    assert!((3000..=3600).contains(&refused_for(&refused)));
    assert_eq!(refused.body["detail"], "Too many requests came in the last hour. Try again later");
}

#[actix_web::test]
async fn hourly_limit_is_a_setting() {
    let app = app_with_setting("users.join_requests_per_hour", 3).await;
    for number in 1..=3 {
        request_to_join(&app.anonymous(), &format!("192.0.2.{number}"), &amal()).await.expect(202);
    }
    // Rejected requests count for no address, so that this address has its whole limit left.
    for _ in 0..30 {
        refused_for(&request_to_join(&app.anonymous(), "192.0.2.9", &amal()).await);
    }
}

#[actix_web::test]
async fn ipv6_network_of_48_bits_is_limited_to_sixty_an_hour() {
    let app = TestApp::of(&PRODUCT).await;
    let anonymous = app.anonymous();
    for number in 0..60 {
        request_to_join(&anonymous, &format!("2001:db8:1:{number:x}::1"), &amal())
            .await
            .expect(202);
    }
    refused_for(&request_to_join(&anonymous, "2001:db8:1:ffff::1", &amal()).await);
    request_to_join(&anonymous, "2001:db8:2:0::1", &amal()).await.expect(202);
    // IPv4 addresses do not belong to this network.
    request_to_join(&anonymous, "::ffff:192.0.2.1", &amal()).await.expect(202);
}

#[actix_web::test]
async fn pending_join_requests_are_limited_by_a_setting_and_none_is_dropped() {
    let app = app_with_setting("users.join_requests_max", 3).await;
    let (_, email) = app.account("user").await;
    for number in 1..=3 {
        request_to_join(&app.anonymous(), &format!("192.0.2.{number}"), &amal()).await.expect(202);
    }
    // The limit applies whether or not the email is known.
    let known = json!({ "firstName": "X", "email": email });
    let message = "No more requests can be kept at the moment. Try again later";
    for body in [amal(), known] {
        let refused = request_to_join(&app.anonymous(), "192.0.2.9", &body).await;
        assert!(refused_for(&refused) > 0);
        assert_eq!(refused.body["detail"], message);
    }
    let admin = app.sign_in("admin").await;
    let listed = admin.get(REQUESTS).await.expect(200);
    assert_eq!(listed["total"], 3);
    let id = listed["items"][0]["_id"].as_str().unwrap();
    admin.delete(&format!("{REQUESTS}/{id}")).await.expect(204);
    request_to_join(&app.anonymous(), "192.0.2.9", &amal()).await.expect(202);
}

#[actix_web::test]
async fn deleted_join_request_stays_in_the_history() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for number in 1..=3 {
        request_to_join(&app.anonymous(), &format!("192.0.2.{number}"), &amal()).await.expect(202);
    }
    let listed = admin.get(REQUESTS).await.expect(200);
    let ids: Vec<&str> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["_id"].as_str().unwrap())
        .collect();
    let path = format!("{REQUESTS}/{}", ids[0]);
    assert_eq!(app.anonymous().delete(&path).await.status, 401);
    for role in ["user", "estimations", "analytics"] {
        assert_eq!(app.sign_in(role).await.delete(&path).await.status, 403, "{role}");
    }
    let stale = admin.request(Method::DELETE, &path).header("if-match", "\"other\"").send().await;
    assert_eq!(stale.status, 412);
    admin.delete(&path).await.expect(204);
    assert_eq!(admin.get(&path).await.status, 404);
    assert_eq!(admin.delete(&path).await.status, 404);
    assert_eq!(
        admin.post(&format!("{path}/accept"), json!({ "roles": ["user"] })).await.status,
        404
    );
    let history = admin.get(&format!("{path}/history")).await.expect(200);
    assert_eq!(history["items"][0]["action"], "delete");
    assert_eq!(history["items"][0]["before"]["email"], "amal@example.com");
    // Bulk changes work as for any list.
    let rest = json!({ "joinRequestIds": &ids[1..] });
    let deleted = admin.post(&format!("{REQUESTS}/delete"), rest).await.expect(200);
    assert_eq!(deleted["deleted"], 2);
    assert_eq!(admin.get(REQUESTS).await.expect(200)["total"], 0);
    // The user that one of them created remains.
    request_to_join(&app.anonymous(), "192.0.2.1", &amal()).await.expect(202);
    let id = only_request(&admin).await["_id"].as_str().unwrap().to_owned();
    let accept = json!({ "roles": ["user"] });
    let accepted = admin.post(&format!("{REQUESTS}/{id}/accept"), accept).await.expect(200);
    admin.delete(&format!("{REQUESTS}/{id}")).await.expect(204);
    let user = accepted["userId"].as_str().unwrap();
    admin.get(&format!("/api/backoffice/users/{user}")).await.expect(200);
}
