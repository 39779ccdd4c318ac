//! Invitations: a new user sets the first password by a link.

use diesel::connection::SimpleConnection;
use kernel::testing::{PASSWORD, TestApp, TestDatabase};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::mail::{Sink, with_mail};
use crate::policy::write_policy;
use crate::reset::reset;
use crate::users::NEW_PASSWORD;

const USERS: &str = "/api/backoffice/users";

/// Makes a user without a password. Returns where the user is invited, and the address.
async fn new_user(app: &TestApp) -> (String, String) {
    let (id, email) = app.account("user").await;
    let sql = format!("UPDATE accounts SET password_hash = NULL WHERE id = '{id}'");
    app.database().connect().batch_execute(&sql).unwrap();
    (format!("{USERS}/{id}/invite"), email)
}

#[actix_web::test]
async fn an_administrator_invites_a_user_who_sets_the_first_password() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let (invite, email) = new_user(&app).await;
    assert_eq!(app.anonymous().post(&invite, Value::Null).await.status, 401);
    for role in ["user", "estimations", "analytics"] {
        assert_eq!(app.sign_in(role).await.post(&invite, Value::Null).await.status, 403, "{role}");
    }
    let admin = app.sign_in("admin").await;
    let answer = admin.post(&invite, Value::Null).await;
    assert_eq!((answer.status.as_u16(), answer.bytes.len()), (202, 0));
    app.send_mails().await;
    let mail = sink.only();
    assert_eq!(mail.to, email);
    assert!(mail.text.contains("&invited=1") && mail.text.contains("Test Person"), "{}", mail.text);
    reset(&app, &mail.token(), NEW_PASSWORD).await.expect(204);
    app.anonymous().login(&email, NEW_PASSWORD).await.expect(200);
    app.send_mails().await;
    assert!(sink.take().is_empty(), "no password was changed");
    let audit = admin.get("/api/backoffice/audit?limit=100").await.expect(200);
    let actions: Vec<_> =
        audit["items"].as_array().unwrap().iter().map(|one| &one["action"]).collect();
    assert!(actions.contains(&&json!("invited")) && actions.contains(&&json!("password-reset")));
}

#[actix_web::test]
async fn a_locked_or_unknown_user_is_not_invited() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let (id, _) = app.account("user").await;
    app.lock(&id).await;
    let admin = app.sign_in("admin").await;
    assert_eq!(admin.post(&format!("{USERS}/{id}/invite"), Value::Null).await.status, 409);
    let unknown = format!("{USERS}/{}/invite", "0".repeat(24));
    assert_eq!(admin.post(&unknown, Value::Null).await.status, 404);
}

#[actix_web::test]
async fn without_mail_there_are_no_invitations() {
    let app = TestApp::of(&PRODUCT).await;
    let (invite, _) = new_user(&app).await;
    assert_eq!(app.sign_in("user").await.post(&invite, Value::Null).await.status, 403);
    let answer = app.sign_in("admin").await.post(&invite, Value::Null).await;
    assert_eq!(answer.expect(404)["detail"], "This server sends no mail.");
}

#[actix_web::test]
async fn an_accepted_join_request_invites_its_sender() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let join = json!({ "firstName": "Amal", "email": "amal@example.com" });
    app.anonymous().post("/api/join-requests", join).await.expect(202);
    let admin = app.sign_in("admin").await;
    let requests = admin.get("/api/backoffice/join-requests").await.expect(200);
    let id = requests["items"][0]["_id"].as_str().unwrap();
    let accept = format!("/api/backoffice/join-requests/{id}/accept");
    admin.post(&accept, json!({ "roles": ["user"] })).await.expect(200);
    app.send_mails().await;
    let mail = sink.only();
    assert_eq!(mail.to, "amal@example.com");
    reset(&app, &mail.token(), PASSWORD).await.expect(204);
    app.anonymous().login("amal@example.com", PASSWORD).await.expect(200);
}

#[actix_web::test]
async fn a_user_whom_rules_hide_is_not_invited() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let rules = r#"
g, agent, user
p, agent, users, read
p, agent, users, invite
where, agent, users, read, {"field": "firstName", "operator": "equals", "value": "Amal"}
"#;
    write_policy(&policy, rules);
    let sink = Sink::start();
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        sink.set_up(config);
        config.policy = Some(policy.clone());
    })
    .await;
    let (agent, admin) = (app.sign_in("agent").await, app.sign_in("admin").await);
    let (shown, hidden) = (new_user(&app).await, new_user(&app).await);
    let user = shown.0.strip_suffix("/invite").unwrap();
    admin.patch(user, json!({ "firstName": "Amal" })).await.expect(200);
    assert_eq!(agent.post(&hidden.0, Value::Null).await.status, 404);
    assert_eq!(agent.post(&shown.0, Value::Null).await.status, 202);
    app.send_mails().await;
    assert_eq!(sink.only().to, shown.1);
}
