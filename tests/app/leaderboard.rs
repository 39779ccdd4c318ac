//! The leaderboard: who may read it, and that it matches the reference implementation, which
//! computes from plain rows.

mod clock;
mod movement;
mod oracle;
mod reference;

use chrono::Datelike;
use futures_util::future::join;
use kernel::testing::{TestApp, TestClient};
use kernel::time::{today, week_of};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::{estimators, place};
use crate::past_weeks::{
    BOARD, DELAY, PastWeeks, WEEKS, app_with_score_delay, frozen, monday, stored, unfreeze,
};
use reference::Reference;

fn assert_close(one: f64, other: f64, what: &str) {
    assert!((one - other).abs() < 1e-9, "{what}: {one} is not {other}");
}

/// Returns the lines of a leaderboard without the identifiers of people.
fn lines(board: &Value) -> Vec<(String, i64, f64, i64)> {
    let line = |item: &Value| {
        (
            item["name"].as_str().unwrap().to_owned(),
            item["assessmentsCompleted"].as_i64().unwrap(),
            item["score"].as_f64().unwrap(),
            item["rank"].as_i64().unwrap(),
        )
    };
    board["items"].as_array().unwrap().iter().map(line).collect()
}

async fn board(client: &TestClient<'_>) -> Value {
    client.get(BOARD).await.expect(200)
}

#[actix_web::test]
async fn leaderboard_requires_permission() {
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(app.anonymous().get(BOARD).await.status, 401);
    for role in ["user", "analytics"] {
        assert_eq!(app.sign_in(role).await.get(BOARD).await.status, 403, "{role}");
    }
    for role in ["estimations", "admin"] {
        let board = board(&app.sign_in(role).await).await;
        assert_eq!((&board["items"], &board["period"]), (&json!([]), &json!("all")), "{role}");
        assert_eq!(board["provisional"], true);
    }
}

#[actix_web::test]
async fn period_is_week_month_or_all() {
    let app = TestApp::of(&PRODUCT).await;
    let client = app.sign_in("estimations").await;
    for period in ["all", "month", "week"] {
        let board = client.get(&format!("{BOARD}?period={period}")).await.expect(200);
        assert_eq!(board["period"], period);
    }
    for period in ["", "year", "Week", "all,week"] {
        let refused = client.get(&format!("{BOARD}?period={period}")).await;
        assert_eq!(refused.status, 400, "{period}");
        assert_eq!(refused.body["detail"], "`period` must be all, month or week");
    }
}

#[actix_web::test]
async fn open_week_is_scored_provisionally() {
    let app = app_with_score_delay(0).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate", 2).await;
    let estimators = estimators(&app, 4).await;
    for (estimator, rent) in estimators.iter().zip([100_000, 100_000, 100_000, 200_000]) {
        place.save(estimator, 0, rent).await.expect(201);
    }
    place.save(&estimators[0], 1, 50_000).await.expect(201);
    let answer = admin.get(&format!("{BOARD}?period=week")).await.expect(200);
    // All distances but one are 0, so that the usual distance is 0 and every cell has the same
    // difficulty. The last one has no points, and the others have full points. Nobody has ten
    // estimates, so that the base is 40.
    let scores = lines(&answer).into_iter().map(|(_, done, score, rank)| (done, score, rank));
    let scores: Vec<_> = scores.collect();
    let full = (100.0 + 800.0) / 21.0;
    let (full, none) = ((full * 10.0_f64).round() / 10.0, (800.0 / 21.0 * 10.0_f64).round() / 10.0);
    assert_eq!(scores, [(2, full, 1), (1, full, 1), (1, full, 1), (1, none, 4)]);
    // All estimates are of this week, so that every leaderboard is provisional.
    assert_eq!(answer["provisional"], true);
    assert_eq!(board(&admin).await["provisional"], true);
    let keys: Vec<&String> = answer["items"][0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["id", "name", "assessmentsCompleted", "score", "rank", "lastActive"]);
    let keys: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["items", "period", "provisional", "asOf"]);
    assert!(answer["asOf"].as_str() >= answer["items"][0]["lastActive"].as_str());
    // A unit counts once, however often it is saved.
    place.save(&estimators[3], 0, 100_000).await.expect(200);
    let answer = admin.get(&format!("{BOARD}?period=week")).await.expect(200);
    let done: Vec<_> = lines(&answer).into_iter().map(|(_, done, ..)| done).collect();
    assert_eq!(done, [2, 1, 1, 1]);
}

#[actix_web::test]
async fn leaderboard_matches_the_reference() {
    let app = app_with_score_delay(DELAY).await;
    let mut past = PastWeeks::prepare(&app).await;
    past.simulate_weeks().await;
    // The first request freezes all closed weeks, each with the estimates of its end, from the
    // history.
    let answer = past.board("all").await;
    let as_of = |answer: &Value| serde_json::from_value(answer["asOf"].clone()).unwrap();
    let reference = Reference::of(&past, as_of(&answer));
    let weeks: Vec<_> = (-5..0).map(|week| monday(week).day()).collect();
    assert_eq!(frozen(&app), weeks);
    let stored = stored(&app);
    let mut compared = 0;
    for week in WEEKS.into_iter().filter(|week| *week < 0) {
        let wanted = reference.of_week(week);
        let base = reference::base(wanted.values());
        let rows = stored.iter().filter(|row| row.week == monday(week).day());
        let rows: Vec<_> = rows.collect();
        assert_eq!(rows.len(), wanted.len(), "{week}");
        for row in rows {
            let wanted = &wanted[&past.person(&row.agent_id)];
            let what = format!("{} in week {week}", row.agent_id);
            assert_eq!((row.scored, row.assessments), (wanted.scored, wanted.units), "{what}");
            assert_eq!(row.last_active, wanted.last, "{what}");
            assert_close(row.weight, wanted.weight, &what);
            assert_close(row.points, wanted.points, &what);
            assert_close(row.base, base, &what);
            assert_close(row.score, reference::score(wanted, base), &what);
            compared += 1;
        }
        let scores = |row: &&crate::past_weeks::Stored| row.week == monday(week).day();
        for row in stored.iter().filter(scores) {
            let better =
                stored.iter().filter(scores).filter(|other| other.score > row.score + 1e-9);
            assert_eq!(row.rank as usize, better.count() + 1, "{row:?}");
        }
    }
    assert!(compared >= 25, "{compared}");
    assert_eq!(stored.len(), compared);

    for (period, weeks) in reference::periods() {
        let answer = if period == "all" { answer.clone() } else { past.board(period).await };
        let reference = Reference::of(&past, as_of(&answer));
        assert_eq!(lines(&answer).len(), reference.board(&past, &weeks).len(), "{period}");
        for (line, wanted) in lines(&answer).into_iter().zip(reference.board(&past, &weeks)) {
            let (name, completed, score, rank) = line;
            assert_eq!((name, completed, rank), (wanted.name, wanted.completed, wanted.rank));
            let off = (score - wanted.score).abs();
            assert!(off <= 0.05 + 1e-9, "{period}: {score} is not {}", wanted.score);
            assert_close(score * 10.0, (score * 10.0).round(), "a tenth");
        }
        let last = |item: &Value| item["lastActive"].as_str().unwrap().to_owned();
        for item in answer["items"].as_array().unwrap() {
            let person = past.person(item["id"].as_str().unwrap());
            let own = past.saves.iter().filter(|save| save.person == person);
            assert_eq!(last(item), own.map(|save| save.at).max().unwrap().to_string());
        }
        let before = reference.board(&past, &reference::weeks_before(period, &weeks));
        for item in answer["items"].as_array().unwrap() {
            let before = before.iter().find(|line| item["name"] == line.name).map(|line| line.rank);
            assert_eq!(item.get("previousRank"), before.map(Value::from).as_ref(), "{period}");
        }
        let closed = weeks.iter().any(|week| *week < 0 && !reference.of_week(*week).is_empty());
        assert_eq!(answer["provisional"], !closed, "{period}");
    }
    // Layla and Karim always agree, so that they have one score and are sorted by their names.
    let names: Vec<_> = lines(&answer).into_iter().map(|(name, _, _, rank)| (name, rank)).collect();
    let at = names.iter().position(|(name, _)| name == "Karim Haddad").unwrap();
    assert_eq!(names[at + 1], ("Layla Haddad".to_owned(), names[at].1));
    // Salma's only estimate is of a unit without other estimates: it is not scored.
    let salma = answer["items"].as_array().unwrap().iter();
    let salma = salma.filter(|item| item["name"] == "Salma Haddad");
    assert_eq!(salma.map(|item| &item["assessmentsCompleted"]).collect::<Vec<_>>(), [&json!(1)]);
}

#[actix_web::test]
async fn week_frozen_late_equals_the_week_frozen_in_time() {
    let app = app_with_score_delay(DELAY).await;
    let mut past = PastWeeks::prepare(&app).await;
    let mut in_time = Vec::new();
    for week in WEEKS {
        past.save_in(week).await;
        past.board("all").await;
        let of_week = stored(&app).into_iter().filter(|row| row.week == monday(week).day());
        in_time.extend(of_week);
        // The request also froze later weeks.
        unfreeze(&app, week + 1);
    }
    // A later correction of a unit does not apply to earlier weeks.
    for unit in [0, 9, 20] {
        let path = format!("/api/backoffice/units/{}", past.units[unit].id);
        past.admin.patch(&path, json!({ "bedrooms": 7 })).await.expect(200);
    }
    unfreeze(&app, -9);
    past.board("all").await;
    assert!(in_time.len() >= 25);
    assert_eq!(stored(&app), in_time);
}

#[actix_web::test]
async fn published_weeks_do_not_change() {
    let app = TestApp::of(&PRODUCT).await;
    let mut past = PastWeeks::prepare(&app).await;
    for week in [-2, -1] {
        past.save_in(week).await;
    }
    past.board("all").await;
    let published = stored(&app);
    assert!(!published.is_empty());
    // New estimates. Some are dated into the closed weeks, as with direct access to the database.
    past.submit(0, &[(0, 300_000), (5, 310_000), (9, 320_000)], -1).await;
    past.submit(1, &[(0, 300_000), (5, 310_000), (9, 320_000)], 0).await;
    past.app.lock(&kernel::id::Id::parse(&past.people[3].id).unwrap()).await;
    let answer = past.board("all").await;
    assert_eq!(stored(&app), published);
    assert!(lines(&answer).iter().any(|(name, ..)| *name == past.people[3].name));
}

#[actix_web::test]
async fn concurrent_freezes_of_a_week_have_the_same_result() {
    let app = TestApp::of(&PRODUCT).await;
    let mut past = PastWeeks::prepare(&app).await;
    for week in [-3, -2, -1] {
        past.save_in(week).await;
    }
    let other = TestApp::on(&PRODUCT, app.database()).await;
    for _ in 0..5 {
        unfreeze(&app, -9);
        let stranger = other.bearer(past.admin.token());
        let (one, another) = join(past.board("all"), board(&stranger)).await;
        assert_eq!(one["items"], another["items"]);
        assert_eq!(frozen(&app).len(), 3);
        let mut rows = stored(&app);
        let all = rows.len();
        rows.dedup_by(|one, other| (one.week, &one.agent_id) == (other.week, &other.agent_id));
        assert_eq!(rows.len(), all);
    }
}

#[actix_web::test]
async fn the_month_begins_with_its_first_monday() {
    let app = TestApp::of(&PRODUCT).await;
    let mut past = PastWeeks::prepare(&app).await;
    past.save_in(-5).await;
    let weeks_of_month =
        |week: i64| monday(week).day().month() == today().month() && monday(week) <= monday(0);
    assert!(!weeks_of_month(-5));
    let answer = past.board("month").await;
    assert_eq!(answer["items"], json!([]));
    // The month needs no week of another month, so that none was frozen.
    assert!(frozen(&app).iter().all(|week| week.month() == today().month()));
    assert_eq!(week_of(monday(0).day()), monday(0).day());
}
