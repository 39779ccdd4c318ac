//! Mail: handed to a server, sent again when it was not accepted, and what is said to users by it.

mod secured;
mod sink;

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use kernel::testing::{PASSWORD, TestApp, TestDatabase};
use serde_json::{Value, json};

pub(crate) use secured::{ANOTHER_AUTHORITY, AUTHORITY};
pub(crate) use sink::{Mail, Security, Sink};

use crate::PRODUCT;
use crate::backups::lines;
use crate::users::NEW_PASSWORD;

/// Starts the product with mail, which goes to the sink.
pub(crate) async fn with_mail(sink: &Sink) -> TestApp {
    TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| sink.set_up(config)).await
}

/// Makes all mails that wait due.
pub(crate) fn make_due(app: &TestApp) {
    let past = "UPDATE mails SET next_at = '2026-01-01 00:00:00' WHERE state = 'waiting'";
    app.database().connect().batch_execute(past).unwrap();
}

/// Returns what has become of all mails, with their texts.
fn mails(app: &TestApp) -> Vec<String> {
    let sql = "SELECT state || ' ' || attempts || ' ' || message AS line FROM mails ORDER BY id";
    lines(&mut app.database().connect(), sql)
}

async fn change_password(app: &TestApp) -> String {
    let (_, email) = app.account("user").await;
    let answer = app.anonymous().login(&email, PASSWORD).await.expect(200);
    let client = app.bearer(answer["accessToken"].as_str().unwrap());
    let change = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    client.post("/api/auth/password", change).await.expect(204);
    email
}

#[actix_web::test]
async fn a_change_of_the_password_is_said_to_its_owner_in_both_parts_of_a_mail() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let email = change_password(&app).await;
    app.send_mails().await;
    let mail = sink.only();
    assert_eq!(mail.to, email);
    assert_eq!(mail.header("Subject"), "Your password for Mizan was changed");
    assert_eq!(mail.header("From"), "Desk <desk@example.com>");
    assert_eq!(mail.header("Auto-Submitted"), "auto-generated");
    for part in ["text/plain", "text/html", "prefers-color-scheme:dark", "max-width:600px"] {
        assert!(mail.text.contains(part), "{part}: {}", mail.text);
    }
    // Its text is not stored any longer.
    assert_eq!(mails(&app), ["sent 1 "]);
    app.send_mails().await;
    assert!(sink.take().is_empty());
}

#[actix_web::test]
async fn a_mail_that_is_not_accepted_is_sent_again_under_the_same_identifier() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    sink.refuse(Some("451 later"));
    change_password(&app).await;
    app.send_mails().await;
    app.send_mails().await;
    assert_eq!(sink.attempts(), 1, "not before its time");
    let wait = "SELECT CAST(COUNT(*) AS TEXT) AS line FROM mails WHERE next_at < ";
    let soon = kernel::time::Timestamp::now().plus_seconds(90);
    let soon = soon.to_string().replace('T', " ").replace('Z', "");
    assert_eq!(lines(&mut app.database().connect(), &format!("{wait}'{soon}'")), ["1"]);
    sink.refuse(None);
    make_due(&app);
    app.send_mails().await;
    let first = sink.only();
    assert!(first.header("Message-ID").ends_with("@example.com>"), "{}", first.raw);
}

#[actix_web::test]
async fn a_mail_that_is_refused_for_good_is_given_up_and_counted() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let admin = app.sign_in("admin").await;
    sink.refuse(Some("550 no such mailbox"));
    change_password(&app).await;
    for _ in 0..6 {
        make_due(&app);
        app.send_mails().await;
    }
    assert_eq!(sink.attempts(), 4);
    assert_eq!(mails(&app), ["failed 4 "]);
    let entry = &admin.get("/api/inbox").await.expect(200)["items"][0];
    assert_eq!(entry["kind"], "failure");
    assert!(entry["text"].as_str().unwrap().contains("no such mailbox"), "{entry}");
    let metrics = app.anonymous().request(Method::GET, "/metrics").from("127.0.0.1").send().await;
    let metrics = String::from_utf8(metrics.bytes).unwrap();
    assert!(metrics.contains("mizan_mails_total{outcome=\"failed\"}"), "{metrics}");
}

#[actix_web::test]
async fn a_sign_in_from_another_browser_and_address_is_said_to_the_owner_once() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let (_, email) = app.account("user").await;
    let sign_in = async |address: &str| {
        let body = json!({ "email": email, "password": PASSWORD });
        let request = app.anonymous().request(Method::POST, "/api/auth/login").from(address);
        request.json(&body).send().await.expect(200);
        app.send_mails().await;
    };
    sign_in("192.0.2.1").await;
    sign_in("192.0.2.1").await;
    assert!(sink.take().is_empty(), "the first place, and a place that is known");
    sign_in("192.0.2.2").await;
    let mail = sink.only();
    assert_eq!(
        (mail.to.as_str(), mail.header("Subject")),
        (&*email, "New sign-in to Mizan".into())
    );
    assert!(mail.text.contains("192.0.2.2"), "{}", mail.text);
    sign_in("192.0.2.2").await;
    assert!(sink.take().is_empty());
}

#[actix_web::test]
async fn locked_users_get_no_mail() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let email = change_password(&app).await;
    let admin = app.sign_in("admin").await;
    let users = admin.get(&format!("/api/backoffice/users?search={email}")).await.expect(200);
    let id = users["items"][0]["id"].as_str().unwrap().to_owned();
    admin.post(&format!("/api/backoffice/users/{id}/lock"), Value::Null).await.expect(200);
    app.send_mails().await;
    assert!(sink.take().is_empty());
    assert_eq!(mails(&app), ["dropped 1 "]);
}

#[actix_web::test]
async fn pages_say_that_mail_is_sent_and_without_a_server_nothing_waits_for_one() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let page = async |app: &TestApp| {
        let page = app.anonymous().get("/login").await;
        String::from_utf8_lossy(&page.bytes).contains("&quot;mail&quot;:true")
            || String::from_utf8_lossy(&page.bytes).contains("\"mail\":true")
    };
    assert!(page(&app).await);
    let without = TestApp::of(&PRODUCT).await;
    assert!(!page(&without).await);
    change_password(&without).await;
    without.send_mails().await;
    assert!(mails(&without).is_empty());
}
