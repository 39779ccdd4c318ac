//! The history as a stream: what is committed late, or belongs to an unfinished import, is neither skipped nor reported too
//! early, and retention waits for it.

use std::time::Duration;

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use kernel::config::Settings;
use kernel::db::Conn;
use kernel::retention::HISTORY;
use kernel::testing::{EventStream, TestApp, TestClient, TestDatabase};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::backups::lines;
use crate::receiver::Receiver;
use crate::webhooks::webhook;

const COMPANIES: &str = "/api/backoffice/companies";
const LIVE: &str = "/api/backoffice/live?resources=companies";

async fn company(admin: &TestClient<'_>, name: &str) -> String {
    let made = admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
    made["_id"].as_str().unwrap().to_owned()
}

/// Waits for the next event, and returns its records.
async fn reported(stream: &mut EventStream) -> Value {
    stream.next().await.unwrap().1["ids"].clone()
}

fn number(conn: &mut Conn, sql: &str) -> i64 {
    lines(conn, sql)[0].parse().unwrap()
}

/// What delays a revision until it ends: on PostgreSQL an open transaction that has written it, on SQLite an import in slices
/// that is not finished.
struct Delay {
    conn: Conn,
    record: String,
}

impl Delay {
    async fn begin(app: &TestApp, admin: &TestClient<'_>) -> Self {
        let mut conn = app.database().connect();
        if conn.is_sqlite() {
            let last = "SELECT CAST(MAX(number) AS TEXT) AS line FROM changes";
            let next = number(&mut conn, last) + 1;
            conn.batch_execute(&format!(
                "INSERT INTO imports (id, started_at) VALUES ('import', CURRENT_TIMESTAMP);
                 INSERT INTO import_ranges (first_number, last_number, import_id)
                 VALUES ({next}, {next}, 'import')"
            ))
            .unwrap();
            let record = company(admin, "Late").await;
            return Self { conn, record };
        }
        let record = "0123456789abcdef01234567".to_owned();
        conn.batch_execute(&format!(
            "BEGIN; INSERT INTO changes (resource, record_id, version, action, at, actor_id, actor_name, after)
             VALUES ('companies', '{record}', 1, 'create', now() AT TIME ZONE 'UTC' + interval '1 second',
                     '000000000000000000000000', 'Operator', '{{\"_id\": \"{record}\", \"name\": \"Late\"}}')"
        ))
        .unwrap();
        Self { conn, record }
    }

    fn end(mut self) -> String {
        let end = match self.conn.is_sqlite() {
            true => "DELETE FROM import_ranges; DELETE FROM imports",
            false => "COMMIT",
        };
        self.conn.batch_execute(end).unwrap();
        self.record
    }

    /// Ends it so that nothing has happened.
    fn take_back(mut self) {
        let end = match self.conn.is_sqlite() {
            true => format!(
                "DELETE FROM changes WHERE record_id = '{}'; DELETE FROM import_ranges; DELETE FROM imports",
                self.record
            ),
            false => "ROLLBACK".to_owned(),
        };
        self.conn.batch_execute(&end).unwrap();
    }
}

/// Sends all messages to webhooks once earlier transactions have ended, which may be those of other tests on the same
/// server.
async fn send(app: &TestApp, messages: usize) {
    let mut sent = 0;
    for _ in 0..200 {
        sent += app.send_webhooks().await;
        if sent >= messages {
            break;
        }
        actix_web::rt::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(sent, messages);
}

fn records(receiver: &Receiver) -> Vec<String> {
    let text = |body: Value| body["recordId"].as_str().unwrap().to_owned();
    receiver.bodies().into_iter().map(text).collect()
}

#[actix_web::test]
async fn late_commit_is_neither_skipped_nor_overtaken() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let receiver = Receiver::start();
    webhook(&admin, &receiver.address, &["companies.*"]).await;
    let mut stream = admin.request(Method::GET, LIVE).follow().await;
    let delay = Delay::begin(&app, &admin).await;
    let later = company(&admin, "Later").await;
    // A reader that only looks is not delayed by it.
    assert_eq!(reported(&mut stream).await, json!([later]));
    let position: i64 = stream.position.parse().unwrap();
    for _ in 0..3 {
        assert_eq!(app.send_webhooks_at_once().await, 0);
        actix_web::rt::time::sleep(Duration::from_millis(100)).await;
    }
    let late = delay.end();
    assert_eq!(reported(&mut stream).await, json!([late]));
    send(&app, 2).await;
    let mut in_order = records(&receiver);
    let mut conn = app.database().connect();
    let numbers =
        "SELECT record_id AS line FROM changes WHERE resource = 'companies' ORDER BY number";
    // Messages about different records are sent at the same time; they were made in the order of the numbers.
    let made = lines(&mut conn, "SELECT record_id AS line FROM webhook_deliveries ORDER BY id");
    assert_eq!(made, lines(&mut conn, numbers));
    in_order.sort();
    let mut both = [late.clone(), later.clone()];
    both.sort();
    assert_eq!(in_order, both);
    // One who resumes at the position of before gets both.
    let request = admin.request(Method::GET, LIVE).header("last-event-id", &position.to_string());
    let mut resumed = request.follow().await;
    assert_eq!(reported(&mut resumed).await, json!([late]));
    assert_eq!(reported(&mut resumed).await, json!([later]));
}

#[actix_web::test]
async fn what_was_taken_back_is_never_reported() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let receiver = Receiver::start();
    webhook(&admin, &receiver.address, &["companies.*"]).await;
    let mut stream = admin.request(Method::GET, LIVE).follow().await;
    let delay = Delay::begin(&app, &admin).await;
    let later = company(&admin, "Later").await;
    assert_eq!(reported(&mut stream).await, json!([later]));
    delay.take_back();
    let last = company(&admin, "Last").await;
    assert_eq!(reported(&mut stream).await, json!([last]));
    send(&app, 2).await;
    let mut sent = records(&receiver);
    sent.sort();
    assert_eq!(sent, [later, last]);
}

#[actix_web::test]
async fn retention_waits_for_what_is_still_to_be_sent() {
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.of_modules = Settings::default().with(&HISTORY, 1);
    })
    .await;
    let admin = app.sign_in("admin").await;
    let receiver = Receiver::start();
    webhook(&admin, &receiver.address, &["companies.*"]).await;
    let path = format!("{COMPANIES}/{}", company(&admin, "One").await);
    admin.patch(&path, json!({ "name": "Two" })).await.expect(200);
    // As if both had been made days ago; the webhook wants them all the same.
    let mut conn = app.database().connect();
    let ago = match conn.is_sqlite() {
        true => "datetime(at, '-50 days')",
        false => "at - interval '50 days'",
    };
    let age = format!(
        "UPDATE changes SET at = {ago} WHERE resource = 'companies';
         UPDATE webhooks SET active_since = '2026-01-01 00:00:00'"
    );
    conn.batch_execute(&age).unwrap();
    assert_eq!(app.trim_history().await, 0, "the cursor has not passed them");
    receiver.answers(&[500]);
    send(&app, 1).await;
    assert_eq!(app.trim_history().await, 0, "the first message is still to be repeated");
    app.age_webhooks(60).await;
    send(&app, 2).await;
    assert_eq!(receiver.bodies()[1]["record"]["name"], "One");
    assert_eq!(app.trim_history().await, 1);
}
