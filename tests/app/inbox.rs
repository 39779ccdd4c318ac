//! Inboxes: proposals and what became of them, what is read and unread, and the mails that go with them.

use kernel::testing::{PASSWORD, TestApp, TestClient, TestDatabase};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::mail::Sink;
use crate::policy::write_policy;

const INBOX: &str = "/api/inbox";
const SETS: &str = "/api/backoffice/change-sets";
const COMPANIES: &str = "/api/backoffice/companies";

const ROLES: &str = "g, agent, user\np, agent, companies, read\np, agent, companies, propose\n\
    g, checker, user\np, checker, companies, read\np, checker, companies, approve\n\
    g, looker, user\np, looker, companies, read\n";

/// The product with roles that propose and approve, and with mail.
async fn with_proposals(sink: &Sink) -> TestApp {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, ROLES);
    let set_up = |config: &mut kernel::config::Config| {
        sink.set_up(config);
        config.policy = Some(policy.clone());
    };
    TestApp::set_up(&PRODUCT, TestDatabase::new(), set_up).await
}

async fn signed_in<'a>(app: &'a TestApp, role: &str) -> (TestClient<'a>, String) {
    let (_, email) = app.account(role).await;
    let answer = app.anonymous().login(&email, PASSWORD).await.expect(200);
    (app.bearer(answer["accessToken"].as_str().unwrap()), email)
}

/// Makes a company as an administrator, and proposes to rename it as an agent. Returns the set.
async fn propose(app: &TestApp, agent: &TestClient<'_>) -> Value {
    let admin = app.sign_in("admin").await;
    let made = admin.post(COMPANIES, json!({ "name": "Creekline" })).await.expect(201);
    let path = format!("{COMPANIES}/{}", made["_id"].as_str().unwrap());
    agent.patch(&path, json!({ "name": "Creek Line" })).await.expect(202)
}

#[actix_web::test]
async fn an_inbox_is_its_users_own() {
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(app.anonymous().get(INBOX).await.status, 401);
    let read = app.anonymous().post(&format!("{INBOX}/read"), json!({ "ids": [] })).await;
    assert_eq!(read.status, 401);
    let page = app.sign_in("user").await.get(INBOX).await.expect(200);
    let empty =
        json!({ "items": [], "total": 0, "page": 1, "limit": 20, "totalPages": 0, "unread": 0 });
    assert_eq!(page, empty);
}

#[actix_web::test]
async fn who_may_approve_a_proposal_reads_of_it_and_its_maker_of_what_became_of_it() {
    let sink = Sink::start();
    let app = with_proposals(&sink).await;
    let (agent, _) = signed_in(&app, "agent").await;
    let (checker, _) = signed_in(&app, "checker").await;
    let (looker, _) = signed_in(&app, "looker").await;
    let set = propose(&app, &agent).await;
    let page = checker.get(INBOX).await.expect(200);
    let entry = &page["items"][0];
    assert_eq!((&page["total"], &page["unread"]), (&json!(1), &json!(1)));
    assert_eq!(entry["kind"], "proposal");
    assert_eq!(entry["text"], "A change of 1 company waits for your approval.");
    assert_eq!((&entry["resource"], &entry["recordId"]), (&json!("change-sets"), &set["_id"]));
    assert_eq!((&entry["by"]["name"], &entry["readAt"]), (&json!("Test Person"), &Value::Null));
    for other in [&looker, &agent] {
        assert_eq!(other.get(INBOX).await.expect(200)["total"], 0);
    }
    let apply = format!("{SETS}/{}/apply", set["_id"].as_str().unwrap());
    checker.post(&apply, json!({})).await.expect(200);
    let page = agent.get(INBOX).await.expect(200);
    let text = "What you proposed was approved and applied: a change of 1 company.";
    assert_eq!(page["items"][0]["text"], text);

    // One that is turned down.
    let made = agent.post(
        SETS,
        json!({
            "resource": "companies", "update": { "address": "Palm" }, "where": {}
        }),
    );
    let set = made.await.expect(201);
    assert_eq!(checker.get(INBOX).await.expect(200)["total"], 2);
    checker.delete(&format!("{SETS}/{}", set["_id"].as_str().unwrap())).await.expect(204);
    let page = agent.get(INBOX).await.expect(200);
    assert!(page["items"][0]["text"].as_str().unwrap().contains("was turned down"), "{page}");
}

#[actix_web::test]
async fn entries_are_marked_as_read_by_their_user_alone() {
    let sink = Sink::start();
    let app = with_proposals(&sink).await;
    let (agent, _) = signed_in(&app, "agent").await;
    let (checker, _) = signed_in(&app, "checker").await;
    let (other, _) = signed_in(&app, "checker").await;
    propose(&app, &agent).await;
    propose(&app, &agent).await;
    let page = checker.get(&format!("{INBOX}?limit=1")).await.expect(200);
    assert_eq!((&page["total"], &page["totalPages"]), (&json!(2), &json!(2)));
    let read = json!({ "ids": [page["items"][0]["_id"]] });
    other.post(&format!("{INBOX}/read"), read.clone()).await.expect(204);
    assert_eq!(checker.get(INBOX).await.expect(200)["unread"], 2);
    checker.post(&format!("{INBOX}/read"), read).await.expect(204);
    assert_eq!(checker.get(INBOX).await.expect(200)["unread"], 1);
    let unread = checker.get(&format!("{INBOX}?unread=true")).await.expect(200);
    assert_eq!((&unread["total"], &unread["items"][0]["readAt"]), (&json!(1), &Value::Null));
    let answer = checker.post(&format!("{INBOX}/read"), json!({})).await;
    assert_eq!(answer.errors(), [("/ids", "Entries is required")]);
    assert_eq!(checker.get(&format!("{INBOX}?page=0")).await.status, 400);
    assert_eq!(checker.get(&format!("{INBOX}?kind=alert")).await.status, 400);
}

#[actix_web::test]
async fn an_entry_about_what_its_user_may_not_read_any_more_is_left_out() {
    let sink = Sink::start();
    let app = with_proposals(&sink).await;
    let (agent, _) = signed_in(&app, "agent").await;
    let (checker, email) = signed_in(&app, "checker").await;
    propose(&app, &agent).await;
    assert_eq!(checker.get(INBOX).await.expect(200)["total"], 1);
    let admin = app.sign_in("admin").await;
    let users = admin.get(&format!("/api/backoffice/users?search={email}")).await.expect(200);
    let user = format!("/api/backoffice/users/{}", users["items"][0]["id"].as_str().unwrap());
    admin.patch(&user, json!({ "roles": ["user"] })).await.expect(200);
    assert_eq!(checker.get(INBOX).await.expect(200)["total"], 0);
}

#[actix_web::test]
async fn who_wants_the_inbox_by_mail_gets_it_by_mail_too() {
    let sink = Sink::start();
    let app = with_proposals(&sink).await;
    let (agent, _) = signed_in(&app, "agent").await;
    let (checker, email) = signed_in(&app, "checker").await;
    assert_eq!(checker.get("/api/auth/me").await.expect(200).get("inboxByMail"), None);
    propose(&app, &agent).await;
    app.send_mails().await;
    assert!(sink.take().is_empty());
    let set = json!({ "inboxByMail": true });
    assert_eq!(checker.patch("/api/auth/me", set.clone()).await.expect(200), set);
    assert_eq!(checker.get("/api/auth/me").await.expect(200)["inboxByMail"], true);
    propose(&app, &agent).await;
    app.send_mails().await;
    let mail = sink.only();
    assert_eq!(mail.to, email);
    assert_eq!(mail.header("Subject"), "A change of 1 company waits for your approval.");
}

#[actix_web::test]
async fn without_mail_the_inbox_does_not_come_by_mail() {
    let app = TestApp::of(&PRODUCT).await;
    let user = app.sign_in("user").await;
    let answer = user.patch("/api/auth/me", json!({ "inboxByMail": true })).await;
    assert_eq!(answer.expect(404)["detail"], "This server sends no mail.");
    user.patch("/api/auth/me", json!({ "inboxByMail": false })).await.expect(200);
}
