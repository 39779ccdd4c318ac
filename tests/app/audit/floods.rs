//! Floods of refusals, by clients that are not signed in.

use actix_web::http::Method;
use kernel::testing::{Answer, PASSWORD, TestApp};
use serde_json::{Value, json};

use super::{AUDIT, app, events};

const COMPANIES: &str = "/api/backoffice/companies";

async fn junk(app: &TestApp, path: &str, address: &str) {
    app.bearer("mzn_junk").request(Method::GET, path).from(address).send().await.expect(401);
}

async fn guess(app: &TestApp, email: &str, address: &str) -> Answer {
    let body = json!({ "email": email, "password": "wrong-password" });
    app.anonymous().request(Method::POST, "/api/auth/login").from(address).json(&body).send().await
}

fn times(events: &[Value]) -> i64 {
    events.iter().map(|event| event["times"].as_i64().unwrap()).sum()
}

#[actix_web::test]
async fn junk_on_distinct_paths_displaces_no_refused_sign_in() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let (_, email) = app.account("user").await;
    let before = admin.get(AUDIT).await.expect(200)["total"].as_i64().unwrap();
    for number in 0..2_600 {
        junk(&app, &format!("{COMPANIES}/{number:024x}"), "192.0.2.7").await;
    }
    guess(&app, &email, "192.0.2.7").await.expect(401);
    guess(&app, &email, "192.0.2.8").await.expect(401);
    app.store_refusals().await;
    for address in ["192.0.2.7", "192.0.2.8"] {
        let found = events(&admin, "address", address).await;
        let real = found.iter().filter(|event| event["object"] == email.as_str());
        assert_eq!(real.count(), 1, "{found:#?}");
    }
    // By the pattern, not by the path.
    let junk = events(&admin, "action", "credential").await;
    assert_eq!((junk.len(), times(&junk)), (1, 2_600), "{junk:?}");
    assert_eq!(junk[0]["object"], format!("GET {COMPANIES}/{{id}}"));
    let after = admin.get(AUDIT).await.expect(200)["total"].as_i64().unwrap();
    assert_eq!(after - before, 3);
}

#[actix_web::test]
async fn what_strangers_can_have_stored_is_bounded() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let (_, email) = app.account("user").await;
    let before = admin.get(AUDIT).await.expect(200)["total"].as_i64().unwrap();
    // One address, second after second: of IPv6 a network of 64 bits counts as one.
    for number in 0..60 {
        junk(&app, COMPANIES, &format!("2001:db8:0:1::{number:x}")).await;
        app.store_refusals().await;
    }
    let of_one = events(&admin, "address", "2001:db8:0:1::/64").await;
    let (stored, dropped): (Vec<Value>, Vec<Value>) =
        of_one.into_iter().partition(|event| event["action"] == "credential");
    assert_eq!(stored.len(), 20);
    assert_eq!(dropped.len(), 1, "{dropped:?}");
    assert_eq!(dropped[0]["action"], "events-dropped");
    // Many addresses.
    for number in 0..400 {
        let address = format!("198.51.{}.{}", number / 200, number % 200);
        junk(&app, COMPANIES, &address).await;
        guess(&app, "nobody@elsewhere.test", &address).await;
    }
    app.store_refusals().await;
    let after = admin.get(AUDIT).await.expect(200)["total"].as_i64().unwrap();
    assert_eq!(after - before, 201);
    // A refusal at an account is stored all the same, and so is one to a user who has signed in.
    guess(&app, &email, "203.0.113.1").await.expect(401);
    let user = app.bearer(
        app.anonymous().login(&email, PASSWORD).await.body["accessToken"].as_str().unwrap(),
    );
    user.get(COMPANIES).await.expect(403);
    app.store_refusals().await;
    let refused = events(&admin, "address", "203.0.113.1").await;
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert_eq!(events(&admin, "action", "permission").await.len(), 1);
}
