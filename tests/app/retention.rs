//! Data that would grow without limit: how long it is retained, and what remains right after its
//! deletion.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;
use kernel::id::Id;
use kernel::module::Setting;
use kernel::retention::HISTORY;
use kernel::testing::{TestApp, TestClient, TestDatabase};
use kernel::time::Timestamp;
use serde_json::{Value, json};

use crate::assessing::{estimators, place, text};
use crate::past_weeks::{BOARD, DAY, monday, stored};
use crate::{PRODUCT, encoded};

const COMPANIES: &str = "/api/backoffice/companies";

/// Starts the product with this setting.
async fn app_with_setting(setting: &Setting, value: i64) -> TestApp {
    TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.of_modules = config.of_modules.clone().with(setting, value);
    })
    .await
}

fn execute(app: &TestApp, statements: &str) {
    app.database().connect().batch_execute(statements).unwrap();
}

fn count(app: &TestApp, table: &str) -> i64 {
    #[derive(QueryableByName)]
    struct Counted {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }
    let query = sql_query(format!("SELECT count(*) AS count FROM {table}"));
    let counted: Counted = query.get_result(&mut app.database().connect()).unwrap();
    counted.count
}

fn days_ago(days: i64) -> String {
    // As SQLite stores it, which PostgreSQL reads as well: in groups of three digits, without the
    // groups at the end that are zero. SQLite compares times as text.
    let at = Timestamp::now().plus_seconds(-days * DAY).to_string().replace('T', " ");
    at.trim_end_matches('Z').trim_end_matches("000").trim_end_matches('.').into()
}

/// Creates a company with that many versions.
async fn company(admin: &TestClient<'_>, versions: i64) -> String {
    let company = admin.post(COMPANIES, json!({ "name": "Version 1" })).await.expect(201);
    let id = text(&company["_id"]);
    for version in 2..=versions {
        let path = format!("{COMPANIES}/{id}");
        admin.patch(&path, json!({ "name": format!("Version {version}") })).await.expect(200);
    }
    id
}

/// Backdates versions of a record by that many days.
fn backdate(app: &TestApp, record: &str, versions: &[(i64, i64)]) {
    for (version, days) in versions {
        let at = days_ago(*days);
        execute(
            app,
            &format!(
                "UPDATE changes SET at = '{at}' WHERE record_id = '{record}' AND version = {version}"
            ),
        );
    }
}

async fn versions(admin: &TestClient<'_>, id: &str) -> (Vec<i64>, i64) {
    let page = admin.get(&format!("{COMPANIES}/{id}/history")).await.expect(200);
    let items = page["items"].as_array().unwrap().iter();
    (items.map(|item| item["version"].as_i64().unwrap()).collect(), page["total"].as_i64().unwrap())
}

#[actix_web::test]
async fn history_is_unlimited_by_default() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let id = company(&admin, 3).await;
    backdate(&app, &id, &[(1, 3_000), (2, 2_000), (3, 1_000)]);
    assert_eq!(app.trim_history().await, 0);
    assert_eq!(versions(&admin, &id).await, (vec![3, 2, 1], 3));
}

#[actix_web::test]
async fn version_is_retained_for_the_configured_days_after_it_was_superseded() {
    let app = app_with_setting(&HISTORY, 30).await;
    let admin = app.sign_in("admin").await;
    let (id, untouched) = (company(&admin, 4).await, company(&admin, 1).await);
    backdate(&app, &id, &[(1, 100), (2, 50), (3, 40)]);
    backdate(&app, &untouched, &[(1, 1_000)]);
    // The first two versions were superseded 50 and 40 days ago. The third one was superseded just
    // now, whatever its age.
    assert_eq!(app.trim_history().await, 2);
    assert_eq!(versions(&admin, &id).await, (vec![4, 3], 2));
    assert_eq!(versions(&admin, &untouched).await, (vec![1], 1));
    assert_eq!(app.trim_history().await, 0);
    // Who made the record is known without its first version.
    let me = admin.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
    let by_me = json!({ "operator": "AND", "conditions": [
        { "field": "createdBy", "operator": "equals", "value": me },
    ] });
    let by_me = format!("{COMPANIES}?filters={}", encoded(&by_me.to_string()));
    assert_eq!(admin.get(&by_me).await.expect(200)["total"], 2);

    let page = format!("{COMPANIES}/{id}/history?page=2&limit=1");
    let page = admin.get(&page).await.expect(200);
    assert_eq!((&page["items"][0]["version"], &page["totalPages"]), (&json!(3), &json!(2)));
    // Version numbers continue, retained versions can be restored, and deleted ones cannot.
    let restore = format!("{COMPANIES}/{id}/restore");
    admin.post(&restore, json!({ "version": 2 })).await.expect(422);
    let restored = admin.post(&restore, json!({ "version": 3 })).await.expect(200);
    assert_eq!(restored["name"], "Version 3");
    admin
        .patch(&format!("{COMPANIES}/{untouched}"), json!({ "name": "Touched" }))
        .await
        .expect(200);
    assert_eq!(versions(&admin, &id).await, (vec![5, 4, 3], 3));
    assert_eq!(versions(&admin, &untouched).await, (vec![2, 1], 2));
}

#[actix_web::test]
async fn deleted_record_can_be_restored_for_the_configured_days() {
    let app = app_with_setting(&HISTORY, 30).await;
    let admin = app.sign_in("admin").await;
    let (old, new) = (company(&admin, 2).await, company(&admin, 2).await);
    for id in [&old, &new] {
        admin.delete(&format!("{COMPANIES}/{id}")).await.expect(204);
    }
    backdate(&app, &old, &[(1, 60), (2, 50), (3, 40)]);
    backdate(&app, &new, &[(1, 60), (2, 50), (3, 20)]);
    // Of the other record only the first version is deleted: its second one was superseded 20 days
    // ago.
    assert_eq!(app.trim_history().await, 4);
    admin.get(&format!("{COMPANIES}/{old}/history")).await.expect(404);
    assert_eq!(count(&app, "record_creators"), 1, "of the one that has versions left");
    admin.post(&format!("{COMPANIES}/{old}/restore"), json!({ "version": 2 })).await.expect(404);
    assert_eq!(versions(&admin, &new).await, (vec![3, 2], 2));
    let restored = admin.post(&format!("{COMPANIES}/{new}/restore"), json!({ "version": 2 })).await;
    assert_eq!(restored.expect(200)["name"], "Version 2");
    assert_eq!(versions(&admin, &new).await, (vec![4, 3, 2], 3));
}

#[actix_web::test]
async fn large_deletions_run_in_batches() {
    let app = app_with_setting(&HISTORY, 30).await;
    let admin = app.sign_in("admin").await;
    let (id, other) = (company(&admin, 1).await, company(&admin, 1).await);
    let at = days_ago(40);
    let row = |version| {
        format!("('companies', '{id}', {version}, 'update', '{at}', '{id}', 'x', '{{}}', '{{}}')")
    };
    let rows: Vec<String> = (2..=2_500).map(row).collect();
    let columns = "resource, record_id, version, action, at, actor_id, actor_name, before, after";
    execute(&app, &format!("INSERT INTO changes ({columns}) VALUES {}", rows.join(", ")));
    backdate(&app, &id, &[(1, 50)]);
    assert_eq!(app.trim_history().await, 2_499);
    assert_eq!(versions(&admin, &id).await, (vec![2_500], 1));
    assert_eq!(versions(&admin, &other).await, (vec![1], 1));
}

#[actix_web::test]
async fn history_that_the_leaderboard_needs_is_retained() {
    let app = app_with_setting(&HISTORY, 1).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Retained", 1).await;
    let people = estimators(&app, 4).await;
    for (at, days) in [40, 20, 0].into_iter().enumerate() {
        for (person, client) in people.iter().enumerate() {
            let rent = 90_000 + 1_000 * i64::try_from((person + 1) * (at + 1)).unwrap();
            let saved = place.save(client, 0, rent).await;
            let id: Id = serde_json::from_value(saved.body["_id"].clone()).unwrap();
            if days > 0 {
                let at = Timestamp::now().plus_seconds(-days * DAY);
                app.backdate("estimations", &id, at).await;
            }
        }
    }
    // The weeks with the estimates of 40 and 20 days ago are not frozen yet.
    assert_eq!(app.trim_history().await, 0);
    let before = admin.get(BOARD).await.expect(200);
    assert_eq!(before["items"].as_array().unwrap().len(), 4);
    // They are frozen now, and nothing needs the versions that were superseded 20 days ago.
    assert_eq!(app.trim_history().await, 4);
    let after = admin.get(BOARD).await.expect(200);
    assert_eq!(before["items"], after["items"]);
    let overview = admin.get("/api/analytics/overview").await.expect(200);
    assert!(overview["figures"].as_array().is_none_or(|measures| !measures.is_empty()));
}

#[actix_web::test]
async fn history_of_an_unfrozen_week_is_retained() {
    let app = app_with_setting(&HISTORY, 1).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Retained", 1).await;
    for unit in &place.units {
        app.backdate("units", &Id::parse(unit).unwrap(), monday(-9)).await;
    }
    // Each estimate is revised after an hour and again a day later, which does not count.
    for (person, client) in estimators(&app, 4).await.iter().enumerate() {
        for (time, later) in [0, 3_600, DAY].into_iter().enumerate() {
            let rent = 90_000 + 1_000 * i64::try_from(person * person + time).unwrap();
            let saved = place.save(client, 0, rent).await;
            let id = Id::parse(saved.body["_id"].as_str().unwrap()).unwrap();
            app.backdate("estimations", &id, monday(-2).plus_seconds(later)).await;
        }
    }
    assert_eq!(app.trim_history().await, 0);
    admin.get(BOARD).await.expect(200);
    let scored = stored(&app);
    assert_eq!(scored.len(), 4);
    // Once the week is frozen, the two superseded versions are no longer needed.
    assert_eq!(app.trim_history().await, 8);
    admin.get(BOARD).await.expect(200);
    assert_eq!(stored(&app), scored);
}

/// Each table with the column that makes its rows old, and the number of rows that are deleted
/// then.
#[actix_web::test]
async fn expired_rows_are_deleted() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    admin.api_token(Value::Null).await;
    let key =
        admin.request(actix_web::http::Method::POST, COMPANIES).header("idempotency-key", "k");
    key.json(&json!({ "name": "Kept" })).send().await.expect(201);
    app.anonymous().login("nobody@desk.test", "wrong").await.expect(401);
    let join = json!({ "firstName": "Ada", "email": "ada@desk.test" });
    for _ in 0..2 {
        app.anonymous().post("/api/join-requests", join.clone()).await;
    }
    app.run_jobs_of("estimations").await;
    let (fresh, old) = (app.sweep().await, days_ago(400));
    assert_eq!(fresh, 0, "what is new stays");
    let tables = [
        ("answers", "created_at"),
        ("attempts", "at"),
        ("known_places", "seen_at"),
        ("sessions", "expires_at"),
        ("integrator_tokens", "expires_at"),
        ("join_requests", "created_at"),
        ("figure_runs", "as_of"),
    ];
    let of_requests = "changes WHERE resource = 'join-requests'";
    let requests = count(&app, "join_requests");
    assert_eq!(count(&app, of_requests), requests);
    let there: Vec<i64> = tables.iter().map(|(table, _)| count(&app, table)).collect();
    assert!(there.iter().all(|rows| *rows > 0), "{there:?}");
    for (table, column) in tables {
        execute(&app, &format!("UPDATE {table} SET {column} = '{old}'"));
    }
    assert_eq!(app.sweep().await as i64, there.iter().sum::<i64>());
    for (table, _) in tables {
        assert_eq!(count(&app, table), 0, "{table}");
    }
    // The personal data of join requests is not retained in the history either.
    assert_eq!(count(&app, of_requests), 0);
}

#[actix_web::test]
async fn rows_of_an_old_change_set_are_deleted_some_at_a_time() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let id = company(&admin, 1).await;
    let plan = json!({ "resource": "companies", "update": { "address": "Palm" }, "ids": [id] });
    for _ in 0..2 {
        admin.post("/api/backoffice/change-sets", plan.clone()).await.expect(201);
    }
    let sets = "SELECT id FROM change_sets ORDER BY id LIMIT 1";
    let old = "000000000000000000000000";
    let row = |number: i64| format!("('{old}', {number}, 'companies', 0, 'update', '{{}}')");
    let rows: Vec<String> = (2..=2_500).map(row).collect();
    execute(
        &app,
        &format!(
            "UPDATE change_set_rows SET set_id = '{old}' WHERE set_id = ({sets});
             UPDATE change_sets SET id = '{old}', at = '{}' WHERE id = ({sets});
             INSERT INTO change_set_rows (set_id, position, resource, version, action, body) VALUES {}",
            days_ago(91),
            rows.join(", ")
        ),
    );
    assert_eq!(app.sweep().await, 1 + 2_500);
    assert_eq!((count(&app, "change_sets"), count(&app, "change_set_rows")), (1, 1));
}

#[actix_web::test]
async fn more_than_one_batch_of_rows_is_deleted() {
    let app = TestApp::of(&PRODUCT).await;
    let row = |number: i64| format!("('{number}', 'bucket', '{}')", days_ago(number % 7 + 1));
    let rows: Vec<String> = (0..2_345).map(row).collect();
    execute(&app, &format!("INSERT INTO attempts (id, bucket, at) VALUES {}", rows.join(", ")));
    let fresh = days_ago(0);
    execute(
        &app,
        &format!("INSERT INTO attempts (id, bucket, at) VALUES ('x', 'bucket', '{fresh}')"),
    );
    assert_eq!(app.sweep().await, 2_345);
    assert_eq!(count(&app, "attempts"), 1);
}
