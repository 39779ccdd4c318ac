//! A forgotten password: a link by mail, and what it does.

use std::time::{Duration, Instant};

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use kernel::testing::{Answer, PASSWORD, TestApp};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::mail::{Sink, make_due, with_mail};
use crate::second_factors::{first_step, owner, second_step};
use crate::stored_secrets::everything;
use crate::users::NEW_PASSWORD;

const FORGOT: &str = "/api/auth/forgot";
pub(crate) const RESET: &str = "/api/auth/reset";
const ENDED: (&str, &str) = ("/token", "This link has been used or is no longer valid.");

async fn forgot(app: &TestApp, email: &str) -> Answer {
    app.anonymous().post(FORGOT, json!({ "email": email })).await
}

pub(crate) async fn reset(app: &TestApp, token: &str, password: &str) -> Answer {
    app.anonymous().post(RESET, json!({ "token": token, "password": password })).await
}

/// Requests a link, and returns its token.
async fn link(app: &TestApp, sink: &Sink, email: &str) -> String {
    forgot(app, email).await.expect(202);
    app.send_mails().await;
    sink.only().token()
}

#[actix_web::test]
async fn known_unknown_and_locked_addresses_get_the_same_answer_and_one_gets_a_mail() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let (_, known) = app.account("user").await;
    let (id, locked) = app.account("user").await;
    app.lock(&id).await;
    for email in [known.to_uppercase().as_str(), locked.as_str(), "nobody@desk.test"] {
        let answer = forgot(&app, email).await;
        assert_eq!((answer.status.as_u16(), answer.bytes.len()), (202, 0), "{email}");
    }
    app.send_mails().await;
    let mail = sink.only();
    assert_eq!(mail.to, known);
    assert!(mail.text.contains("http://127.0.0.1:8080/reset?token="), "{}", mail.text);
    let admin = app.sign_in("admin").await;
    app.store_refusals().await;
    let filters = r#"{"operator":"AND","conditions":[{"field":"action","operator":"equals","value":"reset-requested"}]}"#;
    let audit = format!("/api/backoffice/audit?filters={}", crate::encoded(filters));
    let audit = admin.get(&audit).await.expect(200);
    let reasons: Vec<_> =
        audit["items"].as_array().unwrap().iter().map(|one| &one["reason"]).collect();
    assert_eq!(audit["total"], 3, "{audit}");
    assert!(reasons.contains(&&json!("Locked")) && reasons.contains(&&json!("No such account")));
}

#[actix_web::test]
async fn the_time_of_the_answer_does_not_depend_on_the_address() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let (_, known) = app.account("user").await;
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..60 {
        let email = if round % 2 == 0 { known.clone() } else { format!("nobody{round}@desk.test") };
        let begun = Instant::now();
        forgot(&app, &email).await.expect(202);
        times[round % 2].push(begun.elapsed());
    }
    let [known, unknown] = times.map(|mut times: Vec<Duration>| {
        times.sort();
        times[times.len() / 2].as_secs_f64()
    });
    assert!((0.5..2.0).contains(&(known / unknown)), "{known} {unknown}");
}

#[actix_web::test]
async fn a_link_sets_the_password_once_and_ends_sessions_tokens_and_other_links() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let (_, email) = app.account("admin").await;
    let begun = app.anonymous().login(&email, PASSWORD).await.expect(200);
    let session = app.bearer(begun["accessToken"].as_str().unwrap());
    let api_token = session.api_token(Value::Null).await;
    let other = link(&app, &sink, &email).await;
    let token = link(&app, &sink, &email).await;
    assert_ne!(token, other);
    // A password that is not accepted leaves the link.
    for (password, message) in
        [("short", "Password must be at least 8 characters"), ("password1", "")]
    {
        let refused = reset(&app, &token, password).await;
        assert_eq!(refused.status, 422);
        let (pointer, said) = refused.errors()[0];
        assert_eq!(pointer, "/password");
        assert!(said.starts_with(message), "{said}");
    }
    assert_eq!(reset(&app, &token, &email).await.errors()[0].0, "/password");
    reset(&app, &token, NEW_PASSWORD).await.expect(204);
    assert_eq!(reset(&app, &token, NEW_PASSWORD).await.errors(), [ENDED]);
    assert_eq!(reset(&app, &other, NEW_PASSWORD).await.errors(), [ENDED]);
    assert_eq!(session.get("/api/auth/me").await.status, 401);
    assert_eq!(app.bearer(api_token).get("/api/auth/me").await.status, 401);
    assert_eq!(app.anonymous().login(&email, PASSWORD).await.status, 401);
    app.anonymous().login(&email, NEW_PASSWORD).await.expect(200);
    app.send_mails().await;
    assert_eq!(sink.only().header("Subject"), "Your password for Mizan was changed");
}

#[actix_web::test]
async fn second_factors_stay() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let owner = owner(&app, "user").await;
    let token = link(&app, &sink, &owner.email).await;
    reset(&app, &token, PASSWORD).await.expect(204);
    let ticket = first_step(&app, &owner.email).await;
    second_step(&app, &ticket, "code", &owner.phone.code()).await.expect(200);
}

#[actix_web::test]
async fn a_link_ends_with_a_lock_a_password_that_is_set_otherwise_and_its_time() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let admin = app.sign_in("admin").await;
    let (id, email) = app.account("user").await;
    let user = format!("/api/backoffice/users/{id}");
    let token = link(&app, &sink, &email).await;
    admin.post(&format!("{user}/lock"), Value::Null).await.expect(200);
    assert_eq!(reset(&app, &token, NEW_PASSWORD).await.errors(), [ENDED]);
    admin.post(&format!("{user}/unlock"), Value::Null).await.expect(200);
    assert_eq!(reset(&app, &token, NEW_PASSWORD).await.errors(), [ENDED]);

    let token = link(&app, &sink, &email).await;
    let set = json!({ "password": "entirely else" });
    admin.post(&format!("{user}/set-password"), set).await.expect(204);
    assert_eq!(reset(&app, &token, NEW_PASSWORD).await.errors(), [ENDED]);
    app.send_mails().await;
    sink.only();

    let token = link(&app, &sink, &email).await;
    let sql = "UPDATE password_links SET expires_at = '2026-01-01 00:00:00'";
    app.database().connect().batch_execute(sql).unwrap();
    assert_eq!(reset(&app, &token, NEW_PASSWORD).await.errors(), [ENDED]);
    assert_eq!(reset(&app, "0", NEW_PASSWORD).await.errors(), [ENDED]);
}

#[actix_web::test]
async fn no_token_is_stored_and_none_is_in_the_audit() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let (_, email) = app.account("user").await;
    sink.refuse(Some("451 later"));
    forgot(&app, &email).await.expect(202);
    app.send_mails().await;
    sink.refuse(None);
    make_due(&app);
    app.send_mails().await;
    let token = sink.only().token();
    let stored = everything(&mut app.database().connect());
    assert!(!stored.iter().any(|row| row.contains(&token)));
    reset(&app, &token, NEW_PASSWORD).await.expect(204);
    app.store_refusals().await;
    let stored = everything(&mut app.database().connect());
    assert!(stored.len() > 10 && !stored.iter().any(|row| row.contains(&token)));
}

#[actix_web::test]
async fn an_address_gets_twenty_mails_in_an_hour_and_a_client_is_limited() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let (_, email) = app.account("user").await;
    for _ in 0..23 {
        forgot(&app, &email).await.expect(202);
    }
    app.send_mails().await;
    assert_eq!(sink.take().len(), 20);
    let mut last = forgot(&app, "nobody@desk.test").await;
    for _ in 0..300 {
        last = forgot(&app, "nobody@desk.test").await;
    }
    assert_eq!(last.status, 429);
    assert!(!last.header("retry-after").is_empty());
}

#[actix_web::test]
async fn mail_that_cannot_be_read_stops_no_other() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let (_, one) = app.account("user").await;
    let (_, other) = app.account("user").await;
    forgot(&app, &one).await.expect(202);
    let unreadable = "UPDATE mails SET message = '{\"kind\":\"of a later version\"}'";
    app.database().connect().batch_execute(unreadable).unwrap();
    forgot(&app, &other).await.expect(202);
    app.send_mails().await;
    app.send_mails().await;
    assert_eq!(sink.only().to, other);
}

#[actix_web::test]
async fn without_mail_no_link_is_offered() {
    let app = TestApp::of(&PRODUCT).await;
    let answer = forgot(&app, "nobody@desk.test").await;
    assert_eq!(answer.expect(404)["detail"], "This server sends no mail.");
    let other = app.anonymous().request(Method::POST, RESET).header("sec-fetch-site", "cross-site");
    let body = json!({ "token": "0", "password": NEW_PASSWORD });
    assert_eq!(other.json(&body).send().await.status, 403);
}
