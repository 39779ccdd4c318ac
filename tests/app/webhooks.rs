//! Webhooks: changes are sent to a receiver, signed, in order for each record, and again until they are accepted.

use data_encoding::BASE64;
use diesel::connection::SimpleConnection;
use kernel::testing::{TestApp, TestClient, TestDatabase};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::policy::write_policy;
use crate::receiver::{Receiver, SECRET};

const WEBHOOKS: &str = "/api/backoffice/webhooks";
const COMPANIES: &str = "/api/backoffice/companies";

pub(crate) async fn webhook(admin: &TestClient<'_>, url: &str, events: &[&str]) -> String {
    let body = json!({ "url": url, "events": events, "secret": SECRET });
    let made = admin.post(WEBHOOKS, body).await.expect(201);
    format!("{WEBHOOKS}/{}", made["_id"].as_str().unwrap())
}

async fn company(admin: &TestClient<'_>, name: &str) -> String {
    let made = admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
    format!("{COMPANIES}/{}", made["_id"].as_str().unwrap())
}

async fn deliveries(admin: &TestClient<'_>, webhook: &str) -> Vec<Value> {
    let page = admin.get(&format!("{webhook}/deliveries")).await.expect(200);
    page["items"].as_array().unwrap().clone()
}

#[actix_web::test]
async fn only_permitted_roles_make_webhooks_and_their_secret_is_never_shown() {
    let app = TestApp::of(&PRODUCT).await;
    let body = json!({ "url": "https://example.com/x", "events": ["units.*"], "secret": SECRET });
    assert_eq!(app.anonymous().post(WEBHOOKS, body.clone()).await.status, 401);
    assert_eq!(app.sign_in("user").await.post(WEBHOOKS, body.clone()).await.status, 403);
    let admin = app.sign_in("admin").await;
    let made = admin.post(WEBHOOKS, body.clone()).await.expect(201);
    assert_eq!((&made["active"], &made["secret"]), (&json!(true), &Value::Null));
    let path = format!("{WEBHOOKS}/{}", made["_id"].as_str().unwrap());
    let other = format!("whsec_{}", BASE64.encode(&[7; 40]));
    admin.patch(&path, json!({ "secret": other })).await.expect(200);
    for path in [path.clone(), format!("{path}/history"), WEBHOOKS.to_owned()] {
        let shown = admin.get(&path).await.expect(200).to_string();
        assert!(!shown.contains("whsec_") && !shown.contains("secret"), "{shown}");
    }
    // A token that may do less than its owner would be sent what the owner may read.
    let narrow = json!([{ "resource": "webhooks", "actions": ["create", "read"] }]);
    let token = admin.api_token(narrow).await;
    assert_eq!(app.bearer(token).post(WEBHOOKS, body).await.status, 403);
}

#[actix_web::test]
async fn invalid_webhooks_are_refused_at_their_fields() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let right = json!({ "url": "https://example.com/x", "events": ["*"], "secret": SECRET });
    for (field, value, pointer) in [
        ("url", json!("http://example.com/"), "/url"),
        ("url", json!("https://me:secret@example.com/"), "/url"),
        ("url", json!("ftp://example.com/"), "/url"),
        ("url", json!("nonsense"), "/url"),
        ("url", Value::Null, "/url"),
        ("events", json!([]), "/events"),
        ("events", json!(["units.read"]), "/events/0"),
        ("events", json!(["nothing.updated"]), "/events/0"),
        ("events", json!(["audit.created"]), "/events/0"),
        ("secret", json!("a secret"), "/secret"),
        ("secret", json!(format!("whsec_{}", "A".repeat(31))), "/secret"),
        ("strange", json!(1), "/strange"),
    ] {
        let mut body = right.clone();
        body[field] = value.clone();
        let refused = admin.post(WEBHOOKS, body).await;
        assert_eq!(refused.status, 422, "{field}: {value}");
        assert_eq!(refused.errors()[0].0, pointer, "{field}: {value}");
    }
    let made = admin.post(WEBHOOKS, right).await.expect(201);
    let path = format!("{WEBHOOKS}/{}/deliveries", made["_id"].as_str().unwrap());
    for query in ["?state=nothing", "?limit=0", "?strange=1"] {
        assert_eq!(admin.get(&format!("{path}{query}")).await.status, 400, "{query}");
    }
    assert_eq!(admin.post(&format!("{path}/nothing/replay"), json!({})).await.status, 404);
    let unknown = format!("{path}/{}/replay", "0".repeat(24));
    assert_eq!(admin.post(&unknown, json!({})).await.status, 404);
    let unknown = format!("{WEBHOOKS}/{}/deliveries", "0".repeat(24));
    assert_eq!(admin.get(&unknown).await.status, 404);
}

#[actix_web::test]
async fn messages_are_sent_after_a_pause_that_outlasts_the_lease_on_them() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let receiver = Receiver::start();
    webhook(&admin, &receiver.address, &["companies.*"]).await;
    company(&admin, "Amal").await;
    app.send_webhooks().await;
    let ended = "UPDATE event_cursors SET lease_until = '2026-01-01 00:00:00'";
    app.database().connect().batch_execute(ended).unwrap();
    company(&admin, "Basma").await;
    app.send_webhooks().await;
    assert_eq!(receiver.types(), ["companies.created", "companies.created"]);
}

#[actix_web::test]
async fn each_change_is_one_signed_message_in_the_order_of_its_record() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let receiver = Receiver::start();
    let early = company(&admin, "Before").await;
    let hook = webhook(&admin, &receiver.address, &["companies.*"]).await;
    admin.post("/api/backoffice/developers", json!({ "name": "Emaar" })).await.expect(201);
    let path = company(&admin, "Amal").await;
    let renamed = admin.patch(&path, json!({ "name": "Basma" })).await;
    let request = renamed.header("x-request-id").to_owned();
    admin.delete(&path).await.expect(204);
    app.send_webhooks().await;

    let received = receiver.taken();
    let types: Vec<&Value> = received.iter().map(|one| &one.body["type"]).collect();
    assert_eq!(types, ["companies.created", "companies.updated", "companies.deleted"]);
    assert!(received.iter().all(|one| one.is_signed && one.body["id"] == one.id.as_str()));
    let mut updated = received[1].body.clone();
    assert_eq!(updated["record"]["name"], "Basma");
    let fields = updated.as_object_mut().unwrap();
    for name in ["id", "at", "record"] {
        fields.remove(name).unwrap();
    }
    let me = admin.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
    let id = path.rsplit('/').next().unwrap();
    assert_eq!(
        updated,
        json!({
            "type": "companies.updated", "resource": "companies", "recordId": id, "version": 2,
            "requestId": request, "actor": { "id": me, "name": "Test Person" }, "changed": ["name"],
        })
    );
    assert_eq!(received[2].body["record"], Value::Null);

    let listed = deliveries(&admin, &hook).await;
    assert_eq!(listed.len(), 3);
    assert_eq!(
        (&listed[0]["event"], &listed[0]["state"], &listed[0]["lastStatus"], &listed[0]["title"]),
        (&json!("companies.deleted"), &json!("delivered"), &json!(204), &json!("Basma"))
    );
    assert!(!json!(listed).to_string().contains("what a receiver answers"));
    // Nothing is sent twice, and nothing from before.
    admin.patch(&early, json!({ "phone": "1" })).await.expect(200);
    app.send_webhooks().await;
    assert_eq!(receiver.types(), ["companies.updated"]);
    assert_eq!(app.send_webhooks().await, 0);
}

#[actix_web::test]
async fn message_that_is_not_accepted_is_repeated_with_its_identifier_and_holds_later_ones_back() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let receiver = Receiver::start();
    let hook = webhook(&admin, &receiver.address, &["*"]).await;
    app.send_webhooks().await;
    receiver.taken();
    receiver.answers(&[500, 302]);
    let path = company(&admin, "Amal").await;
    admin.patch(&path, json!({ "name": "Basma" })).await.expect(200);
    app.send_webhooks().await;
    // The second waits for the first.
    let first = receiver.taken();
    assert_eq!(first.len(), 1);
    let waiting = deliveries(&admin, &hook).await;
    assert_eq!((&waiting[0]["state"], &waiting[0]["attempts"]), (&json!("pending"), &json!(0)));
    assert_eq!(
        (&waiting[1]["attempts"], &waiting[1]["lastStatus"], &waiting[1]["lastError"]),
        (&json!(1), &json!(500), &json!("Answered 500"))
    );
    assert_eq!(app.send_webhooks().await, 0);
    app.age_webhooks(35).await;
    app.send_webhooks().await;
    app.age_webhooks(70).await;
    app.send_webhooks().await;
    let repeated = receiver.taken();
    let ids: Vec<&str> = repeated.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(&ids[..2], [first[0].id.as_str(), first[0].id.as_str()]);
    assert_eq!(repeated[2].body["type"], "companies.updated");
    assert_eq!(repeated.len(), 3);

    // A replay has the same identifier, too.
    let replay = format!("{hook}/deliveries/{}/replay", first[0].id);
    assert_eq!(app.anonymous().post(&replay, json!({})).await.status, 401);
    assert_eq!(app.sign_in("user").await.post(&replay, json!({})).await.status, 403);
    assert_eq!(admin.post(&replay, json!({})).await.expect(202)["state"], "pending");
    app.send_webhooks().await;
    assert_eq!(receiver.taken()[0].id, first[0].id);
}

#[actix_web::test]
async fn message_fails_after_three_days_and_can_be_replayed() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let receiver = Receiver::start();
    let hook = webhook(&admin, &receiver.address, &["companies.created"]).await;
    receiver.answers(&[500; 30]);
    company(&admin, "Amal").await;
    let mut attempts = app.send_webhooks().await;
    for _ in 0..30 {
        app.age_webhooks(7 * 60 * 60).await;
        attempts += app.send_webhooks().await;
    }
    assert!((9..=13).contains(&attempts), "{attempts}");
    let failed = deliveries(&admin, &hook).await;
    assert_eq!((&failed[0]["state"], &failed[0]["nextAt"]), (&json!("failed"), &Value::Null));
    let listed = admin.get(&format!("{hook}/deliveries?state=pending")).await.expect(200);
    assert_eq!(listed["total"], 0);
    let inbox = admin.get("/api/inbox").await.expect(200);
    assert_eq!((&inbox["total"], &inbox["items"][0]["kind"]), (&json!(1), &json!("failure")));
    assert_eq!(inbox["items"][0]["resource"], "webhooks");
    // Of another failure on the same day they are not informed again.
    company(&admin, "Basma").await;
    for _ in 0..2 {
        app.send_webhooks().await;
        app.age_webhooks(4 * 24 * 60 * 60).await;
    }
    app.send_webhooks().await;
    let listed = admin.get(&format!("{hook}/deliveries?state=failed")).await.expect(200);
    assert_eq!(listed["total"], 2);
    assert_eq!(admin.get("/api/inbox").await.expect(200)["total"], 1);
    receiver.answers(&[]);
    let replay = format!("{hook}/deliveries/{}/replay", failed[0]["_id"].as_str().unwrap());
    admin.post(&replay, json!({})).await.expect(202);
    app.send_webhooks().await;
    assert_eq!(deliveries(&admin, &hook).await[1]["state"], "delivered");
}

#[actix_web::test]
async fn paused_and_deleted_webhooks_are_sent_nothing() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let receiver = Receiver::start();
    let hook = webhook(&admin, &receiver.address, &["companies.*"]).await;
    admin.patch(&hook, json!({ "active": false })).await.expect(200);
    company(&admin, "While paused").await;
    admin.patch(&hook, json!({ "active": true })).await.expect(200);
    company(&admin, "After").await;
    app.send_webhooks().await;
    let received = receiver.taken();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].body["record"]["name"], "After");
    receiver.answers(&[500]);
    company(&admin, "Pending").await;
    app.send_webhooks().await;
    admin.patch(&hook, json!({ "active": false })).await.expect(200);
    let replay = format!("{hook}/deliveries/{}/replay", received[0].id);
    let refused = admin.post(&replay, json!({})).await.expect(409);
    assert_eq!(refused["detail"], "The webhook is not active. Make it active first");
    app.age_webhooks(60).await;
    assert_eq!(app.send_webhooks().await, 0);
    admin.patch(&hook, json!({ "active": true })).await.expect(200);
    admin.delete(&hook).await.expect(204);
    app.age_webhooks(60).await;
    assert_eq!(app.send_webhooks().await, 0);
    assert_eq!(admin.get(&format!("{hook}/deliveries")).await.status, 404);
}

#[actix_web::test]
async fn address_and_secret_of_pending_messages_are_those_of_the_moment() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (old, new) = (Receiver::start(), Receiver::start());
    let body = json!({
        "url": old.address, "events": ["companies.*"],
        "secret": format!("whsec_{}", BASE64.encode(&[7; 40])),
    });
    let made = admin.post(WEBHOOKS, body).await.expect(201);
    let hook = format!("{WEBHOOKS}/{}", made["_id"].as_str().unwrap());
    old.answers(&[503]);
    company(&admin, "Amal").await;
    app.send_webhooks().await;
    assert!(!old.taken()[0].is_signed);
    let patch = json!({ "url": new.address, "secret": SECRET });
    admin.patch(&hook, patch).await.expect(200);
    app.age_webhooks(60).await;
    app.send_webhooks().await;
    assert_eq!(old.taken().len(), 0);
    assert!(new.taken()[0].is_signed);
}

#[actix_web::test]
async fn messages_say_what_the_maker_may_read_at_that_moment() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let lines = r#"
g, agent, user
p, agent, companies, read
p, agent, webhooks, *
where, agent, companies, read, {"field": "phone", "operator": "equals", "value": "1"}
fields, agent, companies, hide, description
fields, agent, companies, mask, email
"#;
    write_policy(&policy, lines);
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.policy = Some(policy.clone());
    })
    .await;
    let admin = app.sign_in("admin").await;
    let (agent, email) = app.account("agent").await;
    let signed_in = app.anonymous().login(&email, kernel::testing::PASSWORD).await.expect(200);
    let client = app.bearer(signed_in["accessToken"].as_str().unwrap());
    let receiver = Receiver::start();
    let hook = webhook(&client, &receiver.address, &["*"]).await;
    app.send_webhooks().await;
    receiver.taken();
    let body = json!({ "name": "Seen", "phone": "1", "description": "x", "email": "a@b.test" });
    let seen = admin.post(COMPANIES, body).await.expect(201);
    company(&admin, "Unseen").await;
    admin.post("/api/backoffice/developers", json!({ "name": "Emaar" })).await.expect(201);
    app.send_webhooks().await;
    let received = receiver.taken();
    assert_eq!(received.len(), 1);
    let record = &received[0].body["record"];
    assert_eq!((&record["name"], &record["email"]), (&json!("Seen"), &Value::Null));
    assert_eq!(record["masked"], json!(["email"]));
    assert!(!received[0].body.to_string().contains("description"), "{record}");

    // What is pending is not sent once the maker is locked.
    receiver.answers(&[500]);
    let path = format!("{COMPANIES}/{}", seen["_id"].as_str().unwrap());
    admin.patch(&path, json!({ "name": "Again" })).await.expect(200);
    app.send_webhooks().await;
    receiver.taken();
    app.lock(&agent).await;
    app.age_webhooks(60).await;
    app.send_webhooks().await;
    admin.patch(&path, json!({ "name": "Once more" })).await.expect(200);
    app.send_webhooks().await;
    assert_eq!(receiver.taken().len(), 0);
    let _ = hook;
}

#[actix_web::test]
async fn who_changes_where_a_webhook_leads_is_sent_no_more_than_they_may_read() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let lines = "
g, agent, user
p, admin, webhooks, *
p, agent, webhooks, *
";
    write_policy(&policy, lines);
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.policy = Some(policy.clone());
    })
    .await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let (receiver, other) = (Receiver::start(), Receiver::start());
    let hook = webhook(&admin, &receiver.address, &["companies.*"]).await;
    let patch = json!({ "description": "Of the administrator", "events": ["companies.created"] });
    agent.patch(&hook, patch).await.expect(200);
    agent.patch(&hook, json!({ "active": false })).await.expect(200);
    agent.patch(&hook, json!({ "active": true })).await.expect(200);
    company(&admin, "Amal").await;
    app.send_webhooks().await;
    assert_eq!(receiver.types(), ["companies.created"]);
    agent.patch(&hook, json!({ "url": other.address })).await.expect(200);
    company(&admin, "Basma").await;
    app.send_webhooks().await;
    assert_eq!((receiver.types().len(), other.types().len()), (0, 0));
}

#[actix_web::test]
async fn private_addresses_are_refused_and_sent_nothing_unless_the_setting_allows_it() {
    let open = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.webhooks_to_private = true;
    })
    .await;
    let app = TestApp::on(&PRODUCT, open.database()).await;
    let admin = open.sign_in("admin").await;
    let refused = app.bearer(admin.token());
    let receiver = Receiver::start();
    let port = receiver.address.rsplit(':').next().unwrap();
    for url in [format!("https://127.0.0.2:{port}"), "https://[::ffff:10.0.0.1]/".to_owned()] {
        let body = json!({ "url": url, "events": ["companies.created"], "secret": SECRET });
        let answer = refused.post(WEBHOOKS, body).await;
        assert_eq!(answer.status, 422, "{url}");
        assert_eq!(answer.errors(), [("/url", "The address is of a private network")]);
        let hook = webhook(&admin, &url, &["companies.created"]).await;
        // What is there already can be changed otherwise.
        refused.patch(&hook, json!({ "description": "Private" })).await.expect(200);
        company(&admin, "Amal").await;
        app.send_webhooks().await;
        let listed = deliveries(&admin, &hook).await;
        assert_eq!(listed[0]["lastError"], "The address is of a private network", "{url}");
        admin.delete(&hook).await.expect(204);
    }
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.webhooks_to_private = true;
    })
    .await;
    let admin = app.sign_in("admin").await;
    let hook = webhook(&admin, &format!("https://127.0.0.2:{port}"), &["companies.created"]).await;
    company(&admin, "Amal").await;
    app.send_webhooks().await;
    // It was connected to; the receiver speaks no TLS.
    let error = deliveries(&admin, &hook).await[0]["lastError"].clone();
    assert_ne!(error, "The address is of a private network");
    assert_ne!(error, Value::Null);
}

#[actix_web::test]
async fn two_processes_send_each_message_once() {
    let here = TestApp::of(&PRODUCT).await;
    let there = TestApp::on(&PRODUCT, here.database()).await;
    let admin = here.sign_in("admin").await;
    let receiver = Receiver::start();
    webhook(&admin, &receiver.address, &["companies.created"]).await;
    for number in 0..20 {
        company(&admin, &format!("Company {number}")).await;
    }
    let (one, other) =
        futures_util::future::join(here.send_webhooks(), there.send_webhooks()).await;
    assert_eq!(one + other, 20);
    let mut ids: Vec<String> = receiver.taken().into_iter().map(|one| one.id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 20);
}

#[actix_web::test]
async fn deleted_webhook_is_restored_with_another_secret() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let hook = webhook(&admin, "https://example.com/x", &["companies.*"]).await;
    admin.delete(&hook).await.expect(204);
    let restored = admin.post(&format!("{hook}/restore"), json!({ "version": 1 })).await;
    assert_eq!(restored.expect(200)["url"], "https://example.com/x");
    admin.patch(&hook, json!({ "secret": SECRET })).await.expect(200);
}
