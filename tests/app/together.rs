//! Changes of different records and saved estimates at the same time, which PostgreSQL makes in one transaction: each
//! has its own answer and its own version in the history.

use std::time::{Duration, Instant};

use actix_web::http::Method;
use actix_web::rt::task::yield_now;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;
use futures_util::future::{Either, join_all, select};
use kernel::db::Conn;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::{ASSESSMENTS, UNKNOWN_ID, estimators, history, place};
use crate::consensus::{assert_close, consensus, reference_consensus};
use crate::projects::{developer, project};

const UNITS: &str = "/api/backoffice/units";

/// Creates units, and returns their paths.
async fn units(admin: &TestClient<'_>, many: usize) -> Vec<String> {
    let developer = developer(admin, "Emaar").await;
    let project = project(admin, "Marina Gate", &developer).await["_id"].clone();
    let create = async |number: usize| {
        let body = json!({
            "unitNumber": number.to_string(), "projectId": project, "developerId": developer,
            "totalAreaInSqFt": 812.5, "purchasePriceInAED": 1_250_000, "yearlyRentInAED": 84_000,
            "serviceChargesPerSqFt": 14.25,
        });
        admin.post(UNITS, body).await.header("location").to_owned()
    };
    let mut paths = Vec::new();
    for number in 1..=many {
        paths.push(create(number).await);
    }
    paths
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

fn count(conn: &mut Conn, rows: &str) -> i64 {
    let count = format!("SELECT COUNT(*) AS count FROM {rows}");
    sql_query(count).get_result::<Counted>(conn).unwrap().count
}

async fn backends(conn: &mut Conn, of_which: &str, is_enough: impl Fn(i64) -> bool) {
    while !is_enough(count(conn, of_which)) {
        yield_now().await;
    }
}

/// Returns when a transaction on PostgreSQL waits for the one of this connection.
pub(crate) async fn someone_waits_for(conn: &mut Conn) {
    let waiting = "pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))";
    backends(conn, waiting, |count| count > 0).await;
}

/// Returns when no other connection to the database on PostgreSQL does anything.
async fn all_rest(conn: &mut Conn) {
    let at_work = "pg_stat_activity WHERE datname = current_database() \
                   AND state <> 'idle' AND pid <> pg_backend_pid()";
    backends(conn, at_work, |count| count == 0).await;
}

#[actix_web::test]
async fn changes_at_the_same_time_have_each_its_own_answer_and_version() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let paths = units(&admin, 12).await;
    let rents = [90_001, 90_002, 90_003];
    // Of each unit three changes, and some that fail.
    let mut requests: Vec<(&str, Value, Option<&str>, u16)> = Vec::new();
    let missing = format!("{UNITS}/0123456789abcdef01234567");
    for path in &paths {
        let rented = rents.map(|rent| (&**path, json!({ "yearlyRentInAED": rent }), None, 200));
        requests.extend(rented);
        requests.push((path, json!({ "bedrooms": 3 }), Some("\"x\""), 412));
        requests.push((path, json!({ "bedrooms": -1 }), None, 422));
        requests.push((path, json!({ "purchasePriceInAED": 1_250_000 }), None, 200));
        requests.push((&missing, json!({ "bedrooms": 3 }), None, 404));
        let taken = if *path == paths[0] { "2" } else { "1" };
        requests.push((path, json!({ "unitNumber": taken }), None, 409));
    }
    let send = async |(path, body, etag, status): &(&str, Value, Option<&str>, u16)| {
        let mut request = admin.request(Method::PATCH, path);
        if let Some(etag) = etag {
            request = request.header("if-match", etag);
        }
        let answer = request.json(body).send().await;
        assert_eq!(answer.status, *status, "{path} {body}: {}", answer.body);
        if *status == 200 {
            let (field, value) = body.as_object().unwrap().iter().next().unwrap();
            assert_eq!(answer.body[field], *value, "{path}");
            assert!(path.ends_with(answer.body["_id"].as_str().unwrap()));
            assert!(answer.header("etag").starts_with('"'));
        }
    };
    join_all(requests.iter().map(send)).await;
    for path in &paths {
        let history = admin.get(&format!("{path}/history")).await.expect(200);
        let versions = history["items"].as_array().unwrap();
        let numbers: Vec<i64> =
            versions.iter().map(|one| one["version"].as_i64().unwrap()).collect();
        assert_eq!(numbers, [4, 3, 2, 1]);
        // Each version begins with the end of the previous one, and one change is in each.
        for pair in versions.windows(2) {
            assert_eq!(pair[0]["before"], pair[1]["after"]);
            assert_eq!(pair[0]["changed"], json!(["yearlyRentInAED"]));
        }
        let mut made: Vec<i64> = versions[..3]
            .iter()
            .map(|one| one["after"]["yearlyRentInAED"].as_i64().unwrap())
            .collect();
        made.sort_unstable();
        assert_eq!(made, rents);
        assert_eq!(admin.get(path).await.expect(200), versions[0]["after"]);
    }
    app.seal_all().await;
    assert_eq!(app.database().verify(None).0, Vec::<String>::new());
}

#[actix_web::test]
async fn a_change_waits_for_no_record_that_others_have_locked() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let paths = units(&admin, 9).await;
    let mut other = app.database().connect();
    if other.is_sqlite() {
        // One writer: a change waits for all before it.
        return;
    }
    let id = paths[0].rsplit('/').next().unwrap();
    other
        .batch_execute(&format!("BEGIN; SELECT 1 FROM units WHERE id = '{id}' FOR UPDATE"))
        .unwrap();
    let change = async |path: &String| {
        admin.patch(path, json!({ "yearlyRentInAED": 90_000 })).await.expect(200);
    };
    let begun = Instant::now();
    let locked = Box::pin(change(&paths[0]));
    let free = Box::pin(join_all(paths[1..].iter().map(change)));
    let Either::Right((_, locked)) = select(locked, free).await else {
        panic!("the locked unit was changed");
    };
    // After ten seconds a lock is no longer waited for.
    assert!(begun.elapsed() < Duration::from_secs(8), "the others have waited, too");
    other.batch_execute("COMMIT").unwrap();
    // Those that waited at the same time share a transaction.
    let transactions = "(SELECT DISTINCT xmin::text FROM changes WHERE version = 2) AS of_changes";
    let count = count(&mut other, transactions);
    assert!(count < 8, "{count} transactions for eight changes");
    locked.await;
}

#[actix_web::test]
async fn estimates_saved_at_the_same_time_have_each_its_own_answer_version_and_key() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 8).await;
    let people = estimators(&app, 3).await;
    // So that each unit has a consensus, and every second save replaces an estimate.
    for index in 0..8 {
        place.save(&people[index % 2], index, 80_000).await.expect(201);
    }
    let send = async |by: usize, key: String, estimate: Value| {
        let request = people[by].request(Method::POST, ASSESSMENTS);
        request.header("idempotency-key", &key).json(&estimate).send().await
    };
    let mut requests = Vec::new();
    for index in 0..8 {
        for by in 0..3 {
            let rent = 90_000 + 1_000 * by as i64 + index as i64;
            let estimate = place.estimate(index, rent);
            // Each is sent twice under one key, and once for a unit that there is not.
            requests.push(((index, by, Some(rent)), format!("save-{index}"), estimate.clone()));
            requests.push(((index, by, Some(rent)), format!("save-{index}"), estimate));
            let mut nowhere = place.estimate(index, rent);
            nowhere["unitId"] = json!(UNKNOWN_ID);
            requests.push(((index, by, None), format!("nowhere-{index}"), nowhere));
        }
    }
    let answers = join_all(
        requests.iter().map(|((_, by, _), key, estimate)| send(*by, key.clone(), estimate.clone())),
    )
    .await;
    let mut saved = std::collections::BTreeMap::new();
    for (((index, by, rent), ..), answer) in requests.iter().zip(&answers) {
        let Some(rent) = rent else {
            assert_eq!(answer.errors(), [("/unitId", "There is no such unit")]);
            continue;
        };
        let is_first = index % 2 != *by;
        assert_eq!(answer.status.as_u16(), if is_first { 201 } else { 200 }, "{}", answer.body);
        assert_eq!(answer.body["unit"]["unitNumber"], format!("A-{}", index + 1));
        assert_eq!(answer.body["estimatedYearlyRentInAED"], *rent);
        // The answer to the same key is the same, down to its times.
        let first = saved.entry((*index, *by)).or_insert_with(|| answer.body.clone());
        assert_eq!(*first, answer.body);
    }
    for ((index, by), answer) in &saved {
        let history = history(&admin, &answer["_id"]).await;
        assert_eq!(history["total"], if index % 2 == *by { 2 } else { 1 });
        let latest = &history["items"][0];
        assert_eq!(latest["actor"]["id"], latest["after"]["agent"]["_id"]);
        assert_eq!(latest["after"]["estimatedYearlyRentInAED"], answer["estimatedYearlyRentInAED"]);
    }
    for (index, unit) in place.units.iter().enumerate() {
        let rents = [0, 1_000, 2_000].map(|more| 90_000 + more + index as i64);
        assert_close(&consensus(&app, unit).unwrap(), &reference_consensus(&rents), unit);
    }
    app.seal_all().await;
    assert_eq!(app.database().verify(None).0, Vec::<String>::new());
}

#[actix_web::test]
async fn a_change_whose_client_has_disconnected_before_it_began_is_not_made() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let paths = units(&admin, 2).await;
    let mut other = app.database().connect();
    if other.is_sqlite() {
        // What waits for the writer has not begun either.
        return;
    }
    let change = async |path: &String| {
        admin.patch(path, json!({ "yearlyRentInAED": 90_000 })).await.expect(200);
    };
    other.batch_execute("BEGIN; LOCK TABLE units IN EXCLUSIVE MODE").unwrap();
    let waiting = Box::pin(change(&paths[0]));
    let Either::Right(((), waiting)) =
        select(waiting, Box::pin(someone_waits_for(&mut other))).await
    else {
        panic!("a unit of a locked table was changed");
    };
    drop(waiting);
    other.batch_execute("COMMIT").unwrap();
    change(&paths[1]).await;
    all_rest(&mut other).await;
    for (path, versions) in paths.iter().zip([1, 2]) {
        let history = admin.get(&format!("{path}/history")).await.expect(200);
        assert_eq!(history["total"], versions, "{path}");
    }
}
