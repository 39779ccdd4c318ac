//! What users are told beside answers: mails and inboxes hold what their receiver may read at that moment.

use actix_web::http::Method;
use kernel::testing::{TestApp, TestDatabase};
use kernel::time::Timestamp;
use serde_json::{Value, json};

use super::writes::COMPANIES;
use super::{World, under};
use crate::PRODUCT;
use crate::mail::Sink;
use crate::policy::write_policy;
use crate::receiver::Receiver;
use crate::webhooks::webhook;

const READER: &str = r#"
g, agent, user
p, agent, backoffice, enter
p, agent, companies, read
p, agent, units, read
p, agent, users, read
p, agent, analytics, read
p, agent, saved-filters, *
p, agent, saved-views, *
where, agent, companies, read, {"field": "address", "operator": "not_contains", "value": "Secret"}
where, agent, units, read, {"field": "status", "operator": "equals", "value": "available"}
where, agent, users, read, {"field": "id", "operator": "equals", "value": "$user.id"}
fields, agent, companies, hide, phone
fields, agent, companies, mask, email
"#;

#[actix_web::test]
async fn mail_of_a_subscription_holds_what_its_subscriber_may_read() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, READER);
    let sink = Sink::start();
    let set_up = |config: &mut kernel::config::Config| {
        sink.set_up(config);
        config.policy = Some(policy.clone());
    };
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), set_up).await;
    let world = World::of(&app).await;
    let (admin, agent) = (&world.admin, &world.broker);
    for (name, address) in [("Creekline", "Creek"), ("Palmera", "Secret")] {
        let body = json!({ "name": name, "address": address, "phone": "+9711", "email": "a@creek.example" });
        admin.post(COMPANIES, body).await.expect(201);
    }
    world.make(0, 1, json!({ "status": "available" })).await;
    world.make(0, 2, json!({ "status": "sold" })).await;

    let all = json!({ "operator": "AND", "conditions": [] });
    let filter = json!({ "resource": "companies", "name": "All", "filterState": all });
    let view = json!({ "name": "States", "view": "dataset=units&measures=units&rows=status" });
    let mut kinds = Vec::new();
    for (kind, path, body) in [
        ("saved-filters", "/api/backoffice/saved-filters", filter),
        ("saved-views", "/api/analytics/saved-views", view),
    ] {
        let saved = agent.post(path, body).await.expect(201);
        let id = saved["id"].as_str().unwrap();
        kinds.push(format!("/api/backoffice/{kind}/{id}/subscriptions"));
    }
    for path in &kinds {
        let daily = json!({ "schedule": { "time": "08:30" }, "format": "html" });
        agent.post(path, daily).await.expect(201);
    }
    app.mail_subscriptions(Timestamp::now().plus_seconds(24 * 60 * 60)).await;
    app.send_mails().await;
    let mails = sink.take();
    let text = |subject: &str| {
        let mail = mails.iter().find(|mail| mail.header("Subject") == subject);
        mail.map(|mail| mail.text.clone()).unwrap_or_else(|| panic!("{subject}: {mails:#?}"))
    };
    let companies = text("All");
    assert!(companies.contains("Creekline"), "{companies}");
    for unseen in ["Palmera", "+9711", "Phone", "a@creek.example"] {
        assert!(!companies.contains(unseen), "{unseen}: {companies}");
    }
    let states = text("States");
    assert!(states.contains("Available") && !states.contains("Sold"), "{states}");
}

#[actix_web::test]
async fn inbox_names_neither_records_nor_users_that_its_reader_may_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, READER).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let made = admin.post(COMPANIES, json!({ "name": "Creekline" })).await.expect(201);
    let path = format!("{COMPANIES}/{}", made["_id"].as_str().unwrap());
    let me = agent.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
    let comment = json!({ "text": "Look", "mentions": [me] });
    admin.post(&format!("{path}/comments"), comment).await.expect(201);
    let inbox = agent.get("/api/inbox").await.expect(200);
    let entry = &inbox["items"][0];
    assert_eq!((&entry["title"], &entry["by"]), (&json!("Creekline"), &Value::Null), "{inbox}");
    admin.patch(&path, json!({ "address": "Secret" })).await.expect(200);
    assert_eq!(agent.get("/api/inbox").await.expect(200)["total"], 0);
}

#[actix_web::test]
async fn deliveries_of_a_webhook_that_is_not_seen_are_none_and_name_records_without_what_is_hidden()
{
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let lines = r#"
g, agent, user
p, admin, webhooks, *
p, agent, webhooks, *
p, agent, companies, read
p, agent, users, read
where, agent, users, read, {"field": "id", "operator": "equals", "value": "$user.id"}
where, agent, webhooks, *, {"field": "description", "operator": "not_contains", "value": "Secret"}
fields, agent, companies, hide, name
"#;
    write_policy(&policy, lines);
    let set_up = |config: &mut kernel::config::Config| config.policy = Some(policy.clone());
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), set_up).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let receiver = Receiver::start();
    let secret = webhook(&admin, &receiver.address, &["companies.*"]).await;
    admin.patch(&secret, json!({ "description": "Secret" })).await.expect(200);
    let own = webhook(&agent, &receiver.address, &["companies.*"]).await;
    app.send_webhooks().await;
    admin.post(COMPANIES, json!({ "name": "Creekline" })).await.expect(201);
    app.send_webhooks().await;
    let received = receiver.taken();
    let actors: Vec<bool> = received.iter().map(|one| one.body["actor"].is_null()).collect();
    assert_eq!(actors.iter().filter(|is_none| **is_none).count(), 1, "of the agent's alone");
    let of = async |webhook: &str| {
        let page = admin.get(&format!("{webhook}/deliveries")).await.expect(200);
        let delivery = page["items"][0].clone();
        assert_eq!(delivery["title"], "Creekline", "{page}");
        format!("{webhook}/deliveries/{}/replay", delivery["_id"].as_str().unwrap())
    };
    let (of_secret, of_own) = (of(&secret).await, of(&own).await);
    agent.get(&format!("{secret}/deliveries")).await.expect(404);
    agent.post(&of_secret, json!({})).await.expect(404);
    let page = agent.get(&format!("{own}/deliveries")).await.expect(200);
    assert_ne!(page["items"][0]["title"], "Creekline", "{page}");
    agent.post(&of_own, json!({})).await.expect(202);
}

#[actix_web::test]
async fn each_reader_follows_by_own_rules() {
    let folder = tempfile::tempdir().unwrap();
    let lines = r#"
g, agent, user
p, agent, companies, read
where, agent, companies, read, {"field": "phone", "operator": "equals", "value": "1"}
g, clerk, user
p, clerk, companies, read
where, clerk, companies, read, {"field": "phone", "operator": "equals", "value": "2"}
"#;
    let app = under(&folder, lines).await;
    let admin = app.sign_in("admin").await;
    let mut streams = Vec::new();
    for role in ["agent", "clerk"] {
        let client = app.sign_in(role).await;
        let path = "/api/backoffice/live?resources=companies";
        streams.push(client.request(Method::GET, path).follow().await);
    }
    for phone in ["2", "1"] {
        let body = json!({ "name": format!("Of {phone}"), "phone": phone });
        let made = admin.post(COMPANIES, body).await.expect(201);
        // One is told before the other is there.
        let stream = if phone == "1" { &mut streams[0] } else { &mut streams[1] };
        let (_, change) = stream.next().await.unwrap();
        assert_eq!(change["ids"], json!([made["_id"]]), "{phone}");
    }
}
