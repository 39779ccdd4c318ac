//! Limits of sign-in attempts, by account, address and browser.

use actix_web::http::Method;
use actix_web::http::header::SET_COOKIE;
use diesel::connection::SimpleConnection;
use kernel::testing::{Answer, PASSWORD, TestApp};
use serde_json::json;

use crate::PRODUCT;
use crate::users::{NEW_PASSWORD, PATH as USERS, set_password};

async fn sign_in_from(
    app: &TestApp,
    address: &str,
    cookie: &str,
    email: &str,
    password: &str,
) -> Answer {
    let body = json!({ "email": email, "password": password });
    let request =
        app.anonymous().request(Method::POST, "/api/auth/login").from(address).json(&body);
    request.header("cookie", cookie).send().await
}

/// Returns the cookie by which the browser is known from now on.
fn device(answer: &Answer) -> Option<String> {
    let cookies = answer.headers.get_all(SET_COOKIE).filter_map(|value| value.to_str().ok());
    let mut devices = cookies.filter(|cookie| cookie.starts_with("mizan_device="));
    devices.next().map(|cookie| cookie.split(';').next().unwrap_or_default().to_owned())
}

#[actix_web::test]
async fn distributed_guessing_is_limited_to_twenty_and_the_owner_can_still_sign_in() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let owner = sign_in_from(&app, "192.0.2.1", "", &email, PASSWORD).await;
    let cookie = device(&owner).expect("the browser is given something to be known by");
    owner.expect(200);

    let mut statuses = Vec::new();
    for number in 0..24 {
        let address = format!("198.51.100.{number}");
        statuses.push(sign_in_from(&app, &address, "", &email, "guess").await.status.as_u16());
    }
    // The owner's first sign-in was from an unknown address.
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 19);
    assert!(statuses[19..].iter().all(|status| *status == 429), "{statuses:?}");
    // Above the limit the right password has the same answer, so that a guess is not confirmed.
    let right = sign_in_from(&app, "203.0.113.1", "", &email, PASSWORD).await;
    assert_eq!(right.status, 429);
    let wait: i64 = right.header("retry-after").parse().unwrap();
    assert!((3000..=3600).contains(&wait), "{wait}");
    // From the owner's address, and with the owner's browser from any address, sign-in still works.
    sign_in_from(&app, "192.0.2.1", "", &email, PASSWORD).await.expect(200);
    sign_in_from(&app, "203.0.113.2", &cookie, &email, PASSWORD).await.expect(200);
}

#[actix_web::test]
async fn each_way_to_write_an_email_is_the_same_account() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let mut statuses = Vec::new();
    for number in 0..24 {
        // Characters that cannot be seen, more of them each time.
        let typed = email.replace('@', &format!("{}@", "\u{200b}".repeat(number)));
        let address = format!("198.51.100.{number}");
        statuses.push(sign_in_from(&app, &address, "", &typed, "guess").await.status.as_u16());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 20, "{statuses:?}");
    assert!(statuses[20..].iter().all(|status| *status == 429), "{statuses:?}");
}

#[actix_web::test]
async fn unknown_email_is_limited_with_the_same_message() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let mut answers_by_email = Vec::new();
    for email in [email.as_str(), "nobody@desk.test"] {
        let mut answers = Vec::new();
        for number in 0..22 {
            let answer = sign_in_from(&app, &format!("198.51.100.{number}"), "", email, "x").await;
            answers.push((answer.status.as_u16(), answer.body["detail"].clone()));
        }
        answers_by_email.push(answers);
    }
    assert_eq!(answers_by_email[0], answers_by_email[1]);
    assert_eq!((answers_by_email[0][19].0, answers_by_email[0][20].0), (401, 429));
}

#[actix_web::test]
async fn known_browser_has_a_limit_of_its_own() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let first = sign_in_from(&app, "192.0.2.1", "", &email, PASSWORD).await;
    let cookie = device(&first).unwrap();
    // Right passwords do not count.
    for _ in 0..25 {
        let again = sign_in_from(&app, "192.0.2.1", &cookie, &email, PASSWORD).await;
        assert_eq!((again.status.as_u16(), device(&again)), (200, None));
    }
    for _ in 0..20 {
        let wrong = sign_in_from(&app, "192.0.2.1", &cookie, &email, "wrong").await;
        assert_eq!(wrong.status, 401);
    }
    assert_eq!(sign_in_from(&app, "192.0.2.1", &cookie, &email, PASSWORD).await.status, 429);
    // The general limit is unaffected except for the very first sign-in.
    assert_eq!(sign_in_from(&app, "192.0.2.9", "", &email, PASSWORD).await.status, 200);
}

#[actix_web::test]
async fn forged_browser_is_neither_known_nor_stored() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let made_up = format!("mizan_device={}", "a".repeat(64));
    let answer = sign_in_from(&app, "192.0.2.1", &made_up, &email, PASSWORD).await;
    let given = device(&answer).expect("another one is given out");
    assert_ne!(given, made_up);
    // A browser that two people use has one cookie.
    let (_, other) = app.account("user").await;
    let answer = sign_in_from(&app, "192.0.2.1", &given, &other, PASSWORD).await;
    assert_eq!((answer.status.as_u16(), device(&answer)), (200, None));
}

#[actix_web::test]
async fn address_is_limited_to_a_hundred_failures_an_hour_for_all_accounts() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, known) = app.account("user").await;
    let cookie = device(&sign_in_from(&app, "192.0.2.1", "", &known, PASSWORD).await).unwrap();
    for number in 0..100 {
        let email = format!("somebody-{number}@desk.test");
        assert_eq!(sign_in_from(&app, "192.0.2.1", "", &email, "x").await.status, 401);
    }
    let refused = sign_in_from(&app, "192.0.2.1", "", "another@desk.test", "x").await;
    assert_eq!(refused.status, 429);
    // Neighbours behind the same address are blocked too, but a known browser is not.
    sign_in_from(&app, "192.0.2.1", &cookie, &known, PASSWORD).await.expect(200);
    assert_eq!(sign_in_from(&app, "192.0.2.2", "", "another@desk.test", "x").await.status, 401);
    // An IPv6 network counts as one address.
    for number in 0..100 {
        let (address, email) = (format!("2001:db8::{number:x}"), format!("v6-{number}@desk.test"));
        assert_eq!(sign_in_from(&app, &address, "", &email, "x").await.status, 401);
    }
    assert_eq!(sign_in_from(&app, "2001:db8::ffff", "", "v6@desk.test", "x").await.status, 429);
    assert_eq!(sign_in_from(&app, "2001:db8:0:1::1", "", "v6@desk.test", "x").await.status, 401);
}

#[actix_web::test]
async fn concurrent_attempts_are_counted_individually() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let tries = (0..40).map(|number| {
        let (app, email) = (&app, email.clone());
        async move {
            let address = format!("198.51.100.{number}");
            sign_in_from(app, &address, "", &email, "x").await.status.as_u16()
        }
    });
    let statuses = futures_util::future::join_all(tries).await;
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 20, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 20);
}

#[actix_web::test]
async fn a_wrong_current_password_counts_as_a_failed_sign_in() {
    let app = TestApp::of(&PRODUCT).await;
    let client = app.sign_in("user").await;
    let change = json!({ "currentPassword": "wrong", "newPassword": "another password" });
    let mut statuses = Vec::new();
    for _ in 0..22 {
        let request = client.request(Method::POST, "/api/auth/password").from("198.51.100.7");
        statuses.push(request.json(&change).send().await.status.as_u16());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 422).count(), 19, "{statuses:?}");
    assert!(statuses[19..].iter().all(|status| *status == 429));
}

#[actix_web::test]
async fn password_change_forgets_all_other_known_browsers() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let signed_in = sign_in_from(&app, "192.0.2.1", "", &email, PASSWORD).await;
    let before = device(&signed_in).unwrap();
    let owner = app.bearer(signed_in.body["accessToken"].as_str().unwrap());
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "another password" });
    let request = owner.request(Method::POST, "/api/auth/password").from("192.0.2.1");
    let changed = request.header("cookie", &before).json(&change).send().await;
    let after = device(&changed).expect("the browser is given something new to be known by");
    assert_eq!(changed.status, 204);

    guessed_at(&app, &email).await;
    let from_elsewhere = async |cookie: &str| {
        sign_in_from(&app, "203.0.113.1", cookie, &email, "another password").await.status.as_u16()
    };
    assert_eq!(from_elsewhere(&before).await, 429);
    assert_eq!(from_elsewhere(&after).await, 200);
}

/// Guesses at the account from so many addresses that only known places have attempts left.
async fn guessed_at(app: &TestApp, email: &str) {
    for number in 0..24 {
        sign_in_from(app, &format!("198.51.100.{number}"), "", email, "guess").await;
    }
}

#[actix_web::test]
async fn place_is_known_for_thirty_days_after_the_last_sign_in_there() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let cookie = device(&sign_in_from(&app, "192.0.2.1", "", &email, PASSWORD).await).unwrap();
    guessed_at(&app, &email).await;
    let sign_in = async |address: &str, cookie: &str| {
        sign_in_from(&app, address, cookie, &email, PASSWORD).await.status.as_u16()
    };
    let last_seen = |ago: chrono::TimeDelta| {
        let at = (chrono::Utc::now() - ago).format("%Y-%m-%d %H:%M:%S");
        let set = format!("UPDATE known_places SET seen_at = '{at}'");
        app.database().connect().batch_execute(&set).unwrap();
    };
    let (days, minute) = (chrono::TimeDelta::days(30), chrono::TimeDelta::minutes(1));
    // A sign-in there counts anew, by the address and by the device.
    for (address, cookie) in [("192.0.2.1", ""), ("203.0.113.1", cookie.as_str())] {
        last_seen(days - minute);
        assert_eq!(sign_in(address, cookie).await, 200);
        assert_eq!(sign_in(address, cookie).await, 200);
        last_seen(days);
        assert_eq!(sign_in(address, cookie).await, 429);
    }
}

#[actix_web::test]
async fn password_set_by_an_administrator_ends_all_known_places() {
    let app = TestApp::of(&PRODUCT).await;
    let (id, email) = app.account("user").await;
    let cookie = device(&sign_in_from(&app, "192.0.2.1", "", &email, PASSWORD).await).unwrap();
    let admin = app.sign_in("admin").await;
    set_password(&admin, &format!("{USERS}/{id}"), NEW_PASSWORD).await.expect(204);
    guessed_at(&app, &email).await;
    for (address, cookie) in [("192.0.2.1", ""), ("203.0.113.1", cookie.as_str())] {
        let answer = sign_in_from(&app, address, cookie, &email, NEW_PASSWORD).await;
        assert_eq!(answer.status, 429, "{address}");
    }
}
