//! Subscriptions to saved filters and views: mails at a time of the week, alerts, and who gets none any more.

use actix_web::http::Method;
use kernel::testing::{PASSWORD, TestApp, TestClient};
use kernel::time::Timestamp;
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::mail::{Mail, Sink, with_mail};

const FILTERS: &str = "/api/backoffice/saved-filters";
const VIEWS: &str = "/api/analytics/saved-views";
const COMPANIES: &str = "/api/backoffice/companies";
const DAY: i64 = 24 * 60 * 60;

/// Saves a filter of the companies whose name has an `e`. Returns the path of its subscriptions.
async fn saved(client: &TestClient<'_>, shared: bool) -> String {
    let filter = json!({ "operator": "AND", "conditions": [
        { "field": "name", "operator": "contains", "value": "e" }] });
    let body = json!({ "resource": "companies", "name": "With e", "filterState": filter, "shared": shared });
    let saved = client.post(FILTERS, body).await.expect(201);
    format!("{FILTERS}/{}/subscriptions", saved["id"].as_str().unwrap())
}

async fn companies(admin: &TestClient<'_>, names: &[&str]) {
    for name in names {
        admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
    }
}

fn daily(format: &str) -> Value {
    json!({ "schedule": { "time": "08:30" }, "format": format })
}

/// Looks at what is due at this time, and returns the mails that follow.
async fn mails(app: &TestApp, sink: &Sink, at: Timestamp) -> Vec<Mail> {
    app.mail_subscriptions(at).await;
    app.send_mails().await;
    sink.take()
}

fn later(seconds: i64) -> Timestamp {
    Timestamp::now().plus_seconds(seconds)
}

#[actix_web::test]
async fn who_may_read_a_saved_filter_subscribes_to_it_and_ends_it() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let admin = app.sign_in("admin").await;
    let path = saved(&admin, false).await;
    assert_eq!(app.anonymous().post(&path, daily("html")).await.status, 401);
    assert_eq!(app.sign_in("user").await.post(&path, daily("html")).await.status, 403);
    // One that is not shared does not exist for others.
    assert_eq!(app.sign_in("admin").await.post(&path, daily("html")).await.status, 404);
    let weekly = json!({ "schedule": { "weekday": 1, "time": "08:30" }, "format": "xlsx" });
    let made = admin.post(&path, weekly).await.expect(201);
    assert_eq!(made["schedule"], json!({ "weekday": 1, "time": "08:30" }));
    assert_eq!(
        (&made["when"], &made["lastAt"], &made["format"]),
        (&Value::Null, &Value::Null, &json!("xlsx"))
    );
    let alert = json!({ "when": { "operator": "greater_than", "count": 2 }, "format": "html" });
    let alert = admin.post(&path, alert).await.expect(201);
    assert_eq!(alert["when"], json!({ "operator": "greater_than", "count": 2 }));
    assert_eq!(admin.get(&path).await.expect(200)["total"], 2);
    let one = format!("{path}/{}", alert["_id"].as_str().unwrap());
    assert_eq!(app.sign_in("admin").await.get(&one).await.status, 404);
    assert_eq!(admin.get(&one).await.expect(200), alert);
    assert_eq!(app.sign_in("admin").await.delete(&one).await.status, 404);
    admin.delete(&one).await.expect(204);
    assert_eq!(admin.delete(&one).await.status, 404);
    assert_eq!(admin.get(&path).await.expect(200)["items"], json!([made]));
}

#[actix_web::test]
async fn what_is_no_subscription_is_refused_at_its_field() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let admin = app.sign_in("admin").await;
    let path = saved(&admin, false).await;
    for (body, pointer) in [
        (json!({ "format": "html" }), ""),
        (json!({ "schedule": { "time": "08:30" } }), "/format"),
        (json!({ "schedule": { "time": "24:00" }, "format": "html" }), "/schedule/time"),
        (
            json!({ "schedule": { "weekday": 8, "time": "08:30" }, "format": "html" }),
            "/schedule/weekday",
        ),
        (json!({ "schedule": { "time": "08:30" }, "format": "pdf" }), "/format"),
        (json!({ "when": { "operator": "near", "count": 1 }, "format": "html" }), "/when/operator"),
        (
            json!({ "when": { "operator": "greater_than", "count": -1 }, "format": "html" }),
            "/when/count",
        ),
        (
            json!({ "when": { "operator": "greater_than", "count": 1 }, "schedule": { "time": "08:30" }, "format": "html" }),
            "",
        ),
    ] {
        let refused = admin.post(&path, body.clone()).await;
        assert_eq!(refused.status, 422, "{body}");
        assert_eq!(refused.errors()[0].0, pointer, "{body}");
    }
}

#[actix_web::test]
async fn a_table_is_mailed_once_at_its_time() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let (_, email) = app.account("admin").await;
    let begun = app.anonymous().login(&email, PASSWORD).await.expect(200);
    let admin = app.bearer(begun["accessToken"].as_str().unwrap());
    companies(&admin, &["Creekline", "Palm <b>", "Marsa Bay", "Edge & Co"]).await;
    let path = saved(&admin, false).await;
    admin.post(&path, daily("html")).await.expect(201);
    assert!(mails(&app, &sink, Timestamp::now()).await.is_empty());
    let sent = mails(&app, &sink, later(DAY)).await;
    let [mail] = sent.as_slice() else { panic!("{sent:#?}") };
    assert_eq!((mail.to.as_str(), mail.header("Subject")), (&*email, "With e".to_owned()));
    assert!(
        mail.text.contains("There are 2 rows.") && mail.text.contains("<td>Edge &amp; Co</td>"),
        "{}",
        mail.text
    );
    assert!(!mail.text.contains("Marsa Bay"), "{}", mail.text);
    assert!(mails(&app, &sink, later(DAY)).await.is_empty(), "once");
    // Times that passed meanwhile are made up for once.
    assert_eq!(mails(&app, &sink, later(9 * DAY)).await.len(), 1);
    assert!(admin.get(&path).await.expect(200)["items"][0]["lastAt"].is_string());
}

#[actix_web::test]
async fn choices_are_mailed_by_what_screens_call_them() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let admin = app.sign_in("admin").await;
    let (projects, developer) = crate::lists_in_memory::projects(&admin).await;
    let mut random = kernel::seeded::SeededRandom::new(43, 0, 0);
    let mut unit = crate::lists_in_memory::unit(&mut random, (&projects[0], &developer), 1);
    unit["status"] = json!("sold");
    admin.post("/api/backoffice/units", unit).await.expect(201);
    let all = json!({ "operator": "AND", "conditions": [] });
    let body = json!({ "resource": "units", "name": "All", "filterState": all });
    let saved = admin.post(FILTERS, body).await.expect(201);
    let path = format!("{FILTERS}/{}/subscriptions", saved["id"].as_str().unwrap());
    admin.post(&path, daily("html")).await.expect(201);
    let sent = mails(&app, &sink, later(DAY)).await;
    let [mail] = sent.as_slice() else { panic!("{sent:#?}") };
    assert!(mail.text.contains("<td>Sold</td>"), "{}", mail.text);
}

#[actix_web::test]
async fn a_workbook_is_attached_and_the_audit_has_it() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let admin = app.sign_in("admin").await;
    companies(&admin, &["Creekline"]).await;
    admin.post(&saved(&admin, false).await, daily("xlsx")).await.expect(201);
    let sent = mails(&app, &sink, later(DAY)).await;
    let [mail] = sent.as_slice() else { panic!("{sent:#?}") };
    // A workbook is a ZIP, in Base64.
    assert!(mail.raw.contains("filename=\"companies.xlsx\"") && mail.raw.contains("\r\nUEsDB"));
    let audit = admin.get("/api/backoffice/audit?limit=100").await.expect(200);
    let exported = audit["items"].as_array().unwrap().iter().find(|one| one["action"] == "export");
    assert_eq!(exported.unwrap()["reason"], "xlsx, by mail");
}

#[actix_web::test]
async fn an_alert_is_mailed_once_until_the_count_has_crossed_back() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let admin = app.sign_in("admin").await;
    let path = saved(&admin, false).await;
    let alert = json!({ "when": { "operator": "greater_than", "count": 1 }, "format": "html" });
    admin.post(&path, alert).await.expect(201);
    let mut minutes = 0;
    let mut look = async || {
        minutes += 1;
        mails(&app, &sink, later(minutes * 60)).await
    };
    assert!(look().await.is_empty());
    companies(&admin, &["Creekline", "Edge"]).await;
    let sent = look().await;
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].header("Subject"), "With e: more than 1");
    companies(&admin, &["Reef"]).await;
    assert!(look().await.is_empty());
    let listed = admin.get(COMPANIES).await.expect(200);
    for one in &listed["items"].as_array().unwrap()[..2] {
        admin.delete(&format!("{COMPANIES}/{}", one["_id"].as_str().unwrap())).await.expect(204);
    }
    assert!(look().await.is_empty());
    companies(&admin, &["Green"]).await;
    assert_eq!(look().await.len(), 1);
    let inbox = admin.get("/api/inbox").await.expect(200);
    assert_eq!((&inbox["total"], &inbox["items"][0]["kind"]), (&json!(2), &json!("alert")));
    assert_eq!(inbox["items"][1]["text"], "With e: more than 1 (2)");
}

#[actix_web::test]
async fn a_saved_view_is_mailed_too() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let analyst = app.sign_in("analytics").await;
    let view = json!({ "name": "Rents", "view": "dataset=units&measures=rent" });
    let view = analyst.post(VIEWS, view).await.expect(201);
    let path =
        format!("/api/backoffice/saved-views/{}/subscriptions", view["id"].as_str().unwrap());
    analyst.post(&path, daily("html")).await.expect(201);
    analyst.post(&path, daily("xlsx")).await.expect(201);
    let as_filter = path.replace("saved-views", "saved-filters");
    assert_eq!(analyst.post(&as_filter, daily("html")).await.status, 404);
    let sent = mails(&app, &sink, later(DAY)).await;
    assert_eq!(sent.len(), 2);
    assert!(sent.iter().all(|mail| mail.header("Subject") == "Rents"));
    assert!(sent.iter().any(|mail| mail.text.contains("<table>")));
    assert!(sent.iter().any(|mail| mail.raw.contains("filename=\"view.xlsx\"")));
}

#[actix_web::test]
async fn who_is_locked_or_lost_the_permission_gets_nothing() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let admin = app.sign_in("admin").await;
    companies(&admin, &["Creekline"]).await;
    let path = saved(&admin, true).await;
    let mut users = Vec::new();
    for _ in 0..3 {
        let (id, email) = app.account("admin").await;
        let begun = app.anonymous().login(&email, PASSWORD).await.expect(200);
        let client = app.bearer(begun["accessToken"].as_str().unwrap());
        client.post(&path, daily("html")).await.expect(201);
        users.push((id, email));
    }
    app.lock(&users[0].0).await;
    let user = format!("/api/backoffice/users/{}", users[1].0);
    admin.patch(&user, json!({ "roles": ["analytics"] })).await.expect(200);
    let sent = mails(&app, &sink, later(DAY)).await;
    assert_eq!(sent.iter().map(|mail| &mail.to).collect::<Vec<_>>(), [&users[2].1]);
    // Neither does anybody from a filter that is not shared any longer.
    let id = path.split('/').nth(4).unwrap();
    admin.patch(&format!("{FILTERS}/{id}"), json!({ "shared": false })).await.expect(200);
    assert!(mails(&app, &sink, later(2 * DAY)).await.is_empty());
}

#[actix_web::test]
async fn the_link_of_a_mail_ends_the_subscription_by_a_button() {
    let sink = Sink::start();
    let app = with_mail(&sink).await;
    let admin = app.sign_in("admin").await;
    let path = saved(&admin, false).await;
    admin.post(&path, daily("html")).await.expect(201);
    let sent = mails(&app, &sink, later(DAY)).await;
    let stop = format!("/api/subscriptions/stop?token={}", sent[0].token());
    assert!(sent[0].header("List-Unsubscribe").ends_with(&format!("{stop}>")));
    let page = app.anonymous().get(&stop).await;
    assert_eq!(page.status, 200);
    assert!(String::from_utf8_lossy(&page.bytes).contains("<button>"));
    assert_eq!(admin.get(&path).await.expect(200)["total"], 1, "looking ends nothing");
    let ended = async |stop: &str| {
        let request = app.anonymous().request(Method::POST, stop);
        request.send().await.status
    };
    assert_eq!(ended(&stop).await, 200);
    assert_eq!(admin.get(&path).await.expect(200)["total"], 0);
    assert_eq!(ended("/api/subscriptions/stop?token=0").await, 200);
}

#[actix_web::test]
async fn without_mail_there_are_no_subscriptions() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = saved(&admin, false).await;
    let answer = admin.post(&path, daily("html")).await;
    assert_eq!(answer.expect(404)["detail"], "This server sends no mail.");
}
