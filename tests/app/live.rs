//! Changes as they happen: server-sent events of what their reader may read.

use std::time::Duration;

use actix_web::http::Method;
use kernel::testing::{EventStream, TestApp, TestClient, TestDatabase};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::policy::write_policy;

const COMPANIES: &str = "/api/backoffice/companies";
const LIVE: &str = "/api/backoffice/live";

/// How long nothing must happen for a test to believe that nothing will.
const SILENCE: Duration = Duration::from_millis(1_500);

async fn follow(client: &TestClient<'_>, resources: &str) -> EventStream {
    let path = format!("{LIVE}?resources={resources}");
    let stream = client.request(Method::GET, &path).follow().await;
    assert_eq!(stream.status, 200);
    stream
}

async fn company(admin: &TestClient<'_>, name: &str) -> (String, Value) {
    let made = admin.post(COMPANIES, json!({ "name": name })).await;
    let request = made.header("x-request-id").to_owned();
    (request, made.expect(201)["_id"].clone())
}

fn change(request: &str, ids: &[&Value]) -> Option<(String, Value)> {
    let data = json!({ "resource": "companies", "ids": ids, "requestId": request });
    Some(("change".into(), data))
}

#[actix_web::test]
async fn only_readers_of_existing_resources_may_follow_them() {
    let app = TestApp::of(&PRODUCT).await;
    let path = format!("{LIVE}?resources=companies");
    assert_eq!(app.anonymous().get(&path).await.status, 401);
    assert_eq!(app.bearer("nonsense").get(&path).await.status, 401);
    let refused = app.sign_in("user").await.get(&path).await.expect(403);
    assert_eq!(refused["permission"], json!({ "resource": "companies", "action": "read" }));
    let admin = app.sign_in("admin").await;
    for wrong in ["", "?resources=", "?resources=,", "?resources=nothing", "?resources=companies,x"]
    {
        let refused = admin.get(&format!("{LIVE}{wrong}")).await.expect(400);
        assert!(refused["detail"].as_str().unwrap().contains("`resources`"), "{refused}");
    }
    // One who may read some of them learns nothing of these either.
    let broker = app.sign_in("broker").await;
    assert_eq!(broker.get(&format!("{LIVE}?resources=units,users")).await.status, 403);
}

#[actix_web::test]
async fn changes_are_reported_as_they_happen_with_nothing_of_the_record() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut stream = follow(&admin, "companies").await;
    assert_eq!(stream.headers.get("content-type").unwrap(), "text/event-stream");
    assert_eq!(stream.headers.get("cache-control").unwrap(), "no-store");
    assert!(stream.headers.get("content-encoding").is_none());
    let (request, id) = company(&admin, "Amal").await;
    assert_eq!(stream.next().await, change(&request, &[&id]));
    let path = format!("{COMPANIES}/{}", id.as_str().unwrap());
    let renamed = admin.patch(&path, json!({ "name": "Basma" })).await;
    assert_eq!(stream.next().await, change(renamed.header("x-request-id"), &[&id]));
    let deleted = admin.delete(&path).await;
    assert_eq!(stream.next().await, change(deleted.header("x-request-id"), &[&id]));

    // Of a bulk change the records of one request are together, and other resources are left out.
    let (_, one) = company(&admin, "One").await;
    let (_, other) = company(&admin, "Other").await;
    stream.next().await.unwrap();
    stream.next().await.unwrap();
    admin.post("/api/backoffice/developers", json!({ "name": "Emaar" })).await.expect(201);
    let body = json!({ "companyIds": [one, other], "update": { "phone": "1" } });
    let bulk = admin.patch(COMPANIES, body).await;
    assert_eq!(stream.next().await, change(bulk.header("x-request-id"), &[&one, &other]));
    // What fails is no change.
    admin.post(COMPANIES, json!({ "name": "" })).await.expect(422);
    assert_eq!(stream.next_within(SILENCE).await, None);
}

#[actix_web::test]
async fn client_resumes_where_it_was_cut_off() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut stream = follow(&admin, "companies").await;
    let (first, one) = company(&admin, "One").await;
    assert_eq!(stream.next().await, change(&first, &[&one]));
    let position = stream.position.clone();
    drop(stream);
    let (second, two) = company(&admin, "Two").await;
    let (last, other) = company(&admin, "Other").await;
    let path = format!("{LIVE}?resources=companies");
    let resume = async |position: &str| {
        let request = admin.request(Method::GET, &path).header("last-event-id", position);
        request.follow().await
    };
    let mut stream = resume(&position).await;
    // On PostgreSQL others may have transactions under way, and what was reported is reported again.
    let mut next = stream.next().await;
    if next == change(&first, &[&one]) {
        next = stream.next().await;
    }
    assert_eq!(next, change(&second, &[&two]));
    // A client that is cut off again before the last one begins where it did before.
    assert_eq!(stream.position, position);
    assert_eq!(stream.next().await, change(&last, &[&other]));
    let (third, three) = company(&admin, "Three").await;
    assert_eq!(stream.next().await, change(&third, &[&three]));
    for strange in ["99999999", "-1", "x", ""] {
        let mut stream = resume(strange).await;
        assert_eq!(stream.next().await, Some(("reload".into(), json!({}))), "{strange}");
    }
}

#[actix_web::test]
async fn large_import_is_reported_once_it_is_complete() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut stream = follow(&admin, "companies").await;
    let rows: String = (0..600).map(|number| format!("Company {number}\n")).collect();
    let import = admin.request(Method::POST, &format!("{COMPANIES}/import"));
    import.file(format!("name\n{rows}"), &[]).send().await.expect(200);
    assert_eq!(stream.next().await, Some(("reload".into(), json!({}))));
    // One that fails in the middle is no change: its last row names a record that is there already.
    let (request, id) = company(&admin, "After").await;
    assert_eq!(stream.next().await, change(&request, &[&id]));
}

#[actix_web::test]
async fn rules_leave_out_what_the_reader_could_read_neither_before_nor_after() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let lines = r#"
g, agent, user
p, agent, companies, read
where, agent, companies, read, {"field": "phone", "operator": "equals", "value": "1"}
"#;
    write_policy(&policy, lines);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let mut stream = follow(&agent, "companies").await;
    let (_, hidden) = company(&admin, "Hidden").await;
    let path = format!("{COMPANIES}/{}", hidden.as_str().unwrap());
    admin.patch(&path, json!({ "name": "Still hidden" })).await.expect(200);
    // It comes into sight, and leaves it.
    let shown = admin.patch(&path, json!({ "phone": "1" })).await;
    assert_eq!(stream.next().await, change(shown.header("x-request-id"), &[&hidden]));
    let left = admin.patch(&path, json!({ "phone": "2" })).await;
    assert_eq!(stream.next().await, change(left.header("x-request-id"), &[&hidden]));
    admin.delete(&path).await.expect(204);
    let made = admin.post(COMPANIES, json!({ "name": "Seen", "phone": "1" })).await;
    let request = made.header("x-request-id").to_owned();
    let seen = made.expect(201)["_id"].clone();
    assert_eq!(stream.next().await, change(&request, &[&seen]));
    let deleted = admin.delete(&format!("{COMPANIES}/{}", seen.as_str().unwrap())).await;
    assert_eq!(stream.next().await, change(deleted.header("x-request-id"), &[&seen]));
}

#[actix_web::test]
async fn stream_ends_with_the_session_the_right_and_the_process() {
    let app = TestApp::of(&PRODUCT).await;
    let within = Duration::from_secs(5);
    let admin = app.sign_in("admin").await;
    let (id, email) = app.account("admin").await;
    let signed_in = app.anonymous().login(&email, kernel::testing::PASSWORD).await.expect(200);
    let token = signed_in["accessToken"].as_str().unwrap().to_owned();
    let mut stream = follow(&app.bearer(token.as_str()), "companies").await;
    app.lock(&id).await;
    assert_eq!(stream.next_within(within).await, Some(None));
    assert_eq!(app.bearer(token).get(&format!("{LIVE}?resources=companies")).await.status, 401);

    let (other, email) = app.account("admin").await;
    let signed_in = app.anonymous().login(&email, kernel::testing::PASSWORD).await.expect(200);
    let client = app.bearer(signed_in["accessToken"].as_str().unwrap());
    let mut stream = follow(&client, "companies").await;
    let path = format!("/api/backoffice/users/{other}");
    admin.patch(&path, json!({ "roles": ["user"] })).await.expect(200);
    assert_eq!(stream.next_within(within).await, Some(None));

    let mut stream = follow(&admin, "companies").await;
    app.drain();
    assert_eq!(stream.next_within(Duration::from_secs(1)).await, Some(None));
    let refused = admin.get(&format!("{LIVE}?resources=companies")).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "2"));
}

#[actix_web::test]
async fn connections_are_limited() {
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.live_connections = 2;
    })
    .await;
    let admin = app.sign_in("admin").await;
    let one = follow(&admin, "companies").await;
    let _other = follow(&admin, "companies").await;
    let path = format!("{LIVE}?resources=companies");
    let refused = admin.get(&path).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "2"));
    drop(one);
    let _third = follow(&admin, "companies").await;
}

#[actix_web::test]
async fn connections_of_one_account_are_limited() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut streams = Vec::new();
    for _ in 0..30 {
        streams.push(follow(&admin, "companies").await);
    }
    let path = format!("{LIVE}?resources=companies");
    let refused = admin.get(&path).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "2"));
    let _of_another = follow(&app.sign_in("admin").await, "companies").await;
    streams.pop();
    let _again = follow(&admin, "companies").await;
}

#[actix_web::test]
async fn changes_of_another_process_are_reported() {
    let here = TestApp::of(&PRODUCT).await;
    let there = TestApp::on(&PRODUCT, here.database()).await;
    let admin = here.sign_in("admin").await;
    let mut stream = follow(&there.bearer(admin.token()), "companies").await;
    let (request, id) = company(&admin, "Elsewhere").await;
    let reported = stream.next_within(Duration::from_secs(2)).await;
    assert_eq!(reported, Some(change(&request, &[&id])));
}
