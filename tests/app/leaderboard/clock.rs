//! Weeks that a process with a wrong clock has frozen. A result that was stored before the end of
//! its week is discarded, and later saves count.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Date, Text, Timestamp as Time};
use kernel::db::Clock;
use kernel::error::Error;
use kernel::testing::{TestApp, TestClient};
use kernel::time::Timestamp;

use super::{board, lines};
use crate::PRODUCT;
use crate::assessing::{Place, estimators, place};
use crate::past_weeks::{DAY, frozen, monday};

/// Stores the leaderboard of a week as a process with a wrong clock does: one person has full
/// points for a hundred estimates.
fn freeze(app: &TestApp, week: i64, made_at: Timestamp, agent: &str) {
    let mut conn = app.database().connect();
    sql_query("INSERT INTO leaderboard_runs (week, made_at, base) VALUES ($1, $2, 40)")
        .bind::<Date, _>(monday(week).day())
        .bind::<Time, _>(made_at)
        .execute(&mut conn)
        .unwrap();
    sql_query(
        "INSERT INTO leaderboard_entries (week, agent_id, scored, weight, points, assessments, \
         score, rank, last_active) VALUES ($1, $2, 100, 100, 10000, 100, 100, 1, $3)",
    )
    .bind::<Date, _>(monday(week).day())
    .bind::<Text, _>(agent)
    .bind::<Time, _>(monday(week))
    .execute(&mut conn)
    .unwrap();
}

/// Creates four people with an estimate of one unit each, all of this week. Returns the identifier
/// of the first as well.
async fn saved(app: &TestApp) -> (TestClient<'_>, Place, Vec<TestClient<'_>>, String) {
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate", 2).await;
    let people = estimators(app, 4).await;
    for (person, rent) in people.iter().zip([100_000, 100_000, 100_000, 200_000]) {
        place.save(person, 0, rent).await.expect(201);
    }
    let me = people[0].get("/api/auth/me").await.expect(200);
    let id = me["id"].as_str().or_else(|| me["user"]["id"].as_str()).unwrap().to_owned();
    (admin, place, people, id)
}

#[actix_web::test]
async fn result_stored_by_a_fast_clock_is_discarded() {
    let app = TestApp::of(&PRODUCT).await;
    let (admin, _, _, agent) = saved(&app).await;
    let right = lines(&board(&admin).await);
    // Three weeks that are not over, although they were by the clock at the time.
    let ahead = monday(3).plus_seconds(DAY);
    for week in [0, 1, 2] {
        freeze(&app, week, ahead, &agent);
    }
    assert_eq!(lines(&board(&admin).await), right);
    assert!(frozen(&app).is_empty(), "{:?}", frozen(&app));
}

#[actix_web::test]
async fn run_stored_in_time_remains() {
    let app = TestApp::of(&PRODUCT).await;
    let (admin, place, people, agent) = saved(&app).await;
    freeze(&app, -1, monday(0).plus_seconds(120), &agent);
    let before = frozen(&app);
    board(&admin).await;
    place.save(&people[0], 1, 120_000).await.expect(201);
    board(&admin).await;
    assert_eq!(frozen(&app), before);
}

#[actix_web::test]
async fn save_discards_the_stored_result_of_its_week() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, place, people, agent) = saved(&app).await;
    // The state after the correct clock has passed the wrong time.
    let long_ago = monday(-1);
    for week in [-2, 0, 1] {
        freeze(&app, week, long_ago, &agent);
    }
    place.save(&people[1], 0, 110_000).await.expect(200);
    assert_eq!(frozen(&app), [monday(-2).day()]);
}

#[actix_web::test]
async fn week_with_an_open_transaction_is_not_settled() {
    let app = TestApp::of(&PRODUCT).await;
    let (mut one, mut other) = (app.database().connect(), app.database().connect());
    let began = one
        .transaction(|one| {
            let began = Clock::read(one)?.now;
            let reading = Clock::read(&mut other)?;
            assert!(reading.now >= began);
            if other.is_sqlite() {
                // SQLite has one writer, which also stores the leaderboard, after all earlier
                // writes.
                assert_eq!(reading.settled, reading.now);
            } else {
                assert!(reading.settled <= began && reading.settled < reading.now);
            }
            Ok::<_, Error>(began)
        })
        .unwrap();
    let reading = Clock::read(&mut other).unwrap();
    assert!(reading.settled >= began, "{} is before {began}", reading.settled);
}
