//! What the audit must not find: late commits, retention, a restored backup.

use diesel::connection::SimpleConnection;
use futures_util::future::{join_all, join3};
use kernel::module::Setting;
use kernel::retention::{AUDIT as AUDIT_DAYS, HISTORY};
use kernel::testing::{TestApp, TestDatabase};
use kernel::time::Timestamp;
use serde_json::json;

use super::chain::{COMPANIES, assert_found, assert_sound, company, number};
use super::{app, events, execute};
use crate::PRODUCT;

const DAY: i64 = 24 * 60 * 60;

#[actix_web::test]
async fn concurrent_writers_are_all_sealed() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let user = app.sign_in("user").await;
    let id = company(&admin).await;
    let mut sealed = app.seal_all().await;
    for round in 0..6 {
        let writes = (0..24).map(|number| {
            let (admin, id) = (&admin, &id);
            async move {
                let body = json!({ "name": format!("Round {round} number {number}") });
                match number % 3 {
                    0 => admin.post(COMPANIES, body).await.expect(201),
                    _ => admin.patch(&format!("{COMPANIES}/{id}"), body).await.expect(200),
                };
            }
        });
        let refusals = (0..5).map(|_| user.get(COMPANIES));
        let seal = async {
            actix_web::rt::task::yield_now().await;
            app.seal().await
        };
        let (_, _, some) = join3(join_all(writes), join_all(refusals), seal).await;
        sealed += some;
        app.store_refusals().await;
        assert_sound(&app);
    }
    for _ in 0..3 {
        sealed += app.seal().await;
    }
    let all = number(&app, "SELECT count(*) FROM changes")
        + number(&app, "SELECT count(*) FROM audit_events");
    assert_eq!(sealed as i64, all);
    assert!(!assert_sound(&app).contains("not sealed"));
}

/// On PostgreSQL a row may become visible after one with a higher number.
#[actix_web::test]
async fn rows_that_are_committed_late_are_sealed() {
    let app = app().await;
    if !app.database().url().starts_with("postgres") {
        return;
    }
    let admin = app.sign_in("admin").await;
    let id = company(&admin).await;
    app.seal_all().await;
    let mut late = app.database().connect();
    let copy = "resource, action, at, actor_id, actor_name, request_id, before, after, version";
    let insert = format!(
        "BEGIN; INSERT INTO changes ({copy}, record_id) SELECT {copy}, 'late' FROM changes \
         WHERE record_id = '{id}' AND version = 1"
    );
    late.batch_execute(&insert).unwrap();
    company(&admin).await;
    // The rows after it wait for it.
    assert_eq!(app.seal().await, 0);
    assert_eq!(app.seal().await, 0);
    late.batch_execute("COMMIT").unwrap();
    assert_eq!(app.seal_all().await, 4);
    assert_sound(&app);
    // One that is rolled back leaves a gap.
    late.batch_execute(&insert.replace("'late'", "'later'")).unwrap();
    company(&admin).await;
    late.batch_execute("ROLLBACK").unwrap();
    assert_eq!(app.seal_all().await, 3);
    assert_eq!(app.seal().await, 0);
    assert_sound(&app);
}

#[actix_web::test]
async fn an_import_that_may_be_taken_back_is_not_sealed() {
    let app = app().await;
    if app.database().url().starts_with("postgres") {
        return;
    }
    let admin = app.sign_in("admin").await;
    company(&admin).await;
    execute(&app, "INSERT INTO imports (id, started_at) VALUES ('x', '2026-01-01 00:00:00')");
    assert_eq!(app.seal().await, 0);
    execute(&app, "DELETE FROM imports");
    assert!(app.seal_all().await > 0);
}

async fn app_with(setting: &Setting, value: i64) -> TestApp {
    TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.of_modules = config.of_modules.clone().with(setting, value);
    })
    .await
}

fn days_ago(days: i64) -> String {
    let at = Timestamp::now().plus_seconds(-days * DAY).to_string().replace('T', " ");
    at.trim_end_matches('Z').trim_end_matches("000").trim_end_matches('.').into()
}

#[actix_web::test]
async fn history_that_is_trimmed_verifies_and_what_is_removed_beside_it_does_not() {
    let app = app_with(&HISTORY, 30).await;
    let admin = app.sign_in("admin").await;
    let id = company(&admin).await;
    // Old versions, as they were written then: their hash is missing, as of an older database.
    let old = days_ago(100);
    execute(
        &app,
        &format!("UPDATE changes SET at = '{old}', hash = NULL WHERE record_id = '{id}'"),
    );
    app.seal_all().await;
    assert_sound(&app);
    let third = number(&app, &format!("SELECT max(number) FROM changes WHERE record_id = '{id}'"));
    assert_eq!(app.trim_history().await, 2);
    let summary = assert_sound(&app);
    assert!(summary.contains("2 rows were deleted by age, in 1 steps"), "{summary}");
    let recorded = events(&admin, "action", "deletion-by-age").await;
    assert_eq!(
        (&recorded[0]["object"], &recorded[0]["reason"]),
        (&json!("history"), &json!("2 rows"))
    );
    // It continues after it.
    admin.patch(&format!("{COMPANIES}/{id}"), json!({ "name": "Version 4" })).await.expect(200);
    app.seal_all().await;
    assert_sound(&app);
    execute(&app, &format!("DELETE FROM changes WHERE number = {third}"));
    assert_found(&app, &format!("changes number {third}: removed"));
}

#[actix_web::test]
async fn events_past_their_retention_are_deleted_and_the_rest_verifies() {
    let app = app_with(&AUDIT_DAYS, 30).await;
    let admin = app.sign_in("admin").await;
    app.sign_in("user").await;
    let old = days_ago(31);
    execute(&app, &format!("UPDATE audit_events SET at = '{old}', hash = NULL"));
    app.sign_in("user").await;
    app.seal_all().await;
    let before = events(&admin, "action", "sign-in").await.len();
    assert_eq!(before, 3);
    assert_eq!(app.sweep().await, 2);
    assert_sound(&app);
    assert_eq!(events(&admin, "action", "sign-in").await.len(), 1);
    let recorded = events(&admin, "action", "deletion-by-age").await;
    assert_eq!(
        (&recorded[0]["object"], &recorded[0]["reason"]),
        (&json!("audit"), &json!("2 rows"))
    );
    app.seal_all().await;
    assert_sound(&app);
}

#[actix_web::test]
async fn personal_data_of_old_join_requests_is_deleted_and_the_rest_verifies() {
    let app = app().await;
    let body = json!({ "firstName": "Ada", "email": "ada@desk.test" });
    app.anonymous().post("/api/join-requests", body).await;
    app.seal_all().await;
    let old = days_ago(400);
    execute(&app, &format!("UPDATE join_requests SET created_at = '{old}'"));
    assert!(app.sweep().await > 0);
    assert_eq!(number(&app, "SELECT count(*) FROM changes WHERE resource = 'join-requests'"), 0);
    app.seal_all().await;
    assert_sound(&app);
}

#[actix_web::test]
async fn restored_backup_verifies_and_its_numbers_continue() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup.mizan");
    let app = app_with(&HISTORY, 30).await;
    let admin = app.sign_in("admin").await;
    let id = company(&admin).await;
    app.seal_all().await;
    // The rows with the highest numbers are deleted by age before the backup.
    admin.delete(&format!("{COMPANIES}/{id}")).await.expect(204);
    let old = days_ago(100);
    execute(&app, &format!("UPDATE changes SET at = '{old}', hash = NULL WHERE version = 4"));
    app.seal_all().await;
    execute(&app, &format!("UPDATE changes SET at = '{old}', hash = NULL"));
    app.trim_history().await;
    let highest =
        number(&app, "SELECT max(last_number) FROM audit_seals WHERE of_table = 'changes'");
    let head = app.database().head().unwrap();
    app.backup(&file).await.unwrap();
    let same = TestDatabase::new();
    let other = same.of_other_backend();
    for database in std::iter::once(same).chain(other) {
        database.restore(&PRODUCT, &file).await.unwrap();
        let (findings, summary) = database.verify(Some(&head));
        assert_eq!(findings, [] as [&str; 0], "{summary}");
        let restored = TestApp::on(&PRODUCT, database).await;
        let admin = restored.sign_in("admin").await;
        company(&admin).await;
        let first = number(&restored, "SELECT min(number) FROM changes");
        assert!(first > highest, "{first} {highest}");
        restored.seal_all().await;
        assert_sound(&restored);
        assert_eq!(restored.database().verify(Some(&head)).0, [] as [&str; 0]);
        let recorded = events(&admin, "action", "backup-restored").await;
        assert_eq!(recorded[0]["actor"], "Operator");
    }
}
