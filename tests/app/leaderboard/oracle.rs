//! The score is no oracle: of several estimates for a unit in one week, the one that is current
//! some seconds after the first save counts. Nobody can read a score and improve it by saving
//! again.

use diesel::connection::SimpleConnection;
use kernel::id::Id;
use kernel::testing::{TestApp, TestClient};
use kernel::time::Timestamp;
use serde_json::Value;

use super::lines;
use crate::PRODUCT;
use crate::assessing::{Place, estimators, place, text};
use crate::past_weeks::{
    BOARD, DAY, DELAY, app_with_score_delay, frozen, monday, stored, unfreeze,
};

const PERIODS: [&str; 3] = ["week", "month", "all"];

/// Four people with units of one kind.
struct Market<'a> {
    app: &'a TestApp,
    admin: TestClient<'a>,
    place: Place,
    people: Vec<TestClient<'a>>,
    ids: Vec<String>,
}

impl<'a> Market<'a> {
    async fn prepare(app: &'a TestApp) -> Self {
        let admin = app.sign_in("admin").await;
        let place = place(&admin, "Marina Gate", 2).await;
        for unit in &place.units {
            // The project existed before any estimate.
            app.backdate("units", &Id::parse(unit).unwrap(), monday(-9)).await;
        }
        let people = estimators(app, 4).await;
        let mut ids = Vec::new();
        for person in &people {
            ids.push(text(&person.get("/api/auth/me").await.expect(200)["user"]["id"]));
        }
        Self { app, admin, place, people, ids }
    }

    /// Saves estimates of 100,000 for the first unit by three people, backdated.
    async fn others_save(&self, at: Timestamp) {
        for person in 1..4 {
            self.save(person, 100_000, at).await;
        }
    }

    /// Saves a person's estimate of the first unit, backdated.
    async fn save(&self, person: usize, rent: i64, at: Timestamp) {
        let saved = self.place.save(&self.people[person], 0, rent).await;
        assert!(saved.status.is_success(), "{:#}", saved.body);
        let record = Id::parse(saved.body["_id"].as_str().unwrap()).unwrap();
        self.app.backdate("estimations", &record, at).await;
    }

    /// Returns the first person's line of a leaderboard.
    async fn line(&self, period: &str) -> Option<Value> {
        let board = self.people[0].get(&format!("{BOARD}?period={period}")).await.expect(200);
        board["items"].as_array().unwrap().iter().find(|item| item["id"] == self.ids[0]).cloned()
    }

    /// Returns everybody's scores in the open week.
    async fn scores(&self) -> Vec<f64> {
        let board = self.admin.get(&format!("{BOARD}?period=week")).await.expect(200);
        lines(&board).into_iter().map(|(.., score, _)| score).collect()
    }

    async fn score(&self, period: &str) -> f64 {
        self.line(period).await.unwrap()["score"].as_f64().unwrap()
    }
}

/// Computes the score of one estimate where the others are 100,000. All other distances are 0, so
/// that every unit has the same difficulty. Nobody has ten estimates, so that the base is 40.
fn score(rent: i64) -> f64 {
    let d = (rent as f64 / 100_000.0).ln().abs();
    let points = 100.0 * (1.0 - d / 0.30).max(0.0);
    ((points + 20.0 * 40.0) / 21.0 * 10.0).round() / 10.0
}

fn ago(seconds: i64) -> Timestamp {
    Timestamp::now().plus_seconds(-seconds)
}

/// Searches for a rent with a better score, as an attacker who reads the score after each save: up
/// and down by ever smaller steps from the best rent so far. Returns all scores that were read.
async fn attack(market: &Market<'_>, first: i64) -> Vec<f64> {
    let (mut best, mut step) = (first, 0.2);
    let mut best_score = market.score("week").await;
    let mut read = vec![best_score];
    while step > 0.005 {
        let start = best;
        for factor in [1.0 + step, 1.0 - step] {
            let rent = (start as f64 * factor) as i64;
            market.place.save(&market.people[0], 0, rent).await.expect(200);
            for period in PERIODS {
                // A month does not contain a week that began before it.
                let Some(line) = market.line(period).await else { continue };
                let score = line["score"].as_f64().unwrap();
                if score > best_score {
                    (best, best_score) = (rent, score);
                }
                read.push(score);
            }
        }
        step /= 2.0;
    }
    read
}

#[actix_web::test]
async fn repeated_saves_until_the_score_peaks_gain_nothing() {
    let app = app_with_score_delay(DELAY).await;
    let market = Market::prepare(&app).await;
    market.others_save(ago(20)).await;
    market.save(0, 80_000, ago(20)).await;
    let read = attack(&market, 80_000).await;
    assert!(read.len() > 20, "{}", read.len());
    // In every period the score is that of the first estimate, before and after the attack.
    assert!(read.iter().all(|read| *read == score(80_000)), "{read:?}");
    let estimate = &market.place.own(&market.people[0]).await[0];
    assert_ne!(estimate["estimatedYearlyRentInAED"], 80_000);
    // The score is the same even when the last rent equals that of the others.
    market.place.save(&market.people[0], 0, 100_000).await.expect(200);
    assert_eq!(market.score("all").await, score(80_000));
}

#[actix_web::test]
async fn score_reveals_nothing_of_an_estimate_before_it_counts() {
    // The default delay is five minutes.
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::prepare(&app).await;
    for person in 1..4 {
        market.place.save(&market.people[person], 0, 100_000).await.expect(201);
    }
    market.place.save(&market.people[0], 0, 80_000).await.expect(201);
    let read = attack(&market, 80_000).await;
    assert!(read.iter().all(|read| *read == 40.0), "{read:?}");
    // The number of estimates and the last activity are visible immediately.
    let line = market.line("week").await.unwrap();
    assert_eq!(line["assessmentsCompleted"], 1);
    let estimate = &market.place.own(&market.people[0]).await[0];
    assert_eq!(line["lastActive"], estimate["updatedAt"]);
}

#[actix_web::test]
async fn correction_within_the_delay_replaces_the_estimate() {
    let app = app_with_score_delay(DELAY).await;
    let market = Market::prepare(&app).await;
    market.others_save(ago(60)).await;
    let first = ago(60);
    market.save(0, 10_000, first).await;
    market.save(0, 95_000, first.plus_seconds(DELAY)).await;
    assert_eq!(market.score("week").await, score(95_000));
    // A correction after the delay does not count in this week.
    market.save(0, 100_000, first.plus_seconds(DELAY + 1)).await;
    assert_eq!(market.score("week").await, score(95_000));
    let estimations = market.admin.get("/api/backoffice/estimations").await.expect(200);
    let rents = estimations["items"].as_array().unwrap().iter();
    assert!(rents.map(|item| &item["estimatedYearlyRentInAED"]).all(|rent| *rent == 100_000));
}

#[actix_web::test]
async fn without_a_delay_the_first_estimate_counts_immediately() {
    let app = app_with_score_delay(0).await;
    let market = Market::prepare(&app).await;
    for person in 1..4 {
        market.place.save(&market.people[person], 0, 100_000).await.expect(201);
    }
    market.place.save(&market.people[0], 0, 80_000).await.expect(201);
    let read = attack(&market, 80_000).await;
    assert!(read.iter().all(|read| *read == score(80_000)), "{read:?}");
}

#[actix_web::test]
async fn estimate_saved_after_it_has_counted_changes_no_score() {
    let app = app_with_score_delay(DELAY).await;
    let market = Market::prepare(&app).await;
    market.others_save(ago(60)).await;
    market.save(0, 90_000, ago(60)).await;
    let before = market.scores().await;
    assert_eq!(market.score("week").await, score(90_000));
    // Two of the others move to what the first one saved, after theirs have counted.
    for person in [2, 3] {
        market.save(person, 90_000, ago(30)).await;
    }
    assert_eq!(market.scores().await, before);
    // A correction before it has counted does.
    let app = app_with_score_delay(40).await;
    let market = Market::prepare(&app).await;
    market.others_save(ago(60)).await;
    market.save(0, 90_000, ago(60)).await;
    for person in [2, 3] {
        market.save(person, 90_000, ago(30)).await;
    }
    assert_eq!(market.score("week").await, score(100_000));
}

#[actix_web::test]
async fn estimate_that_does_not_count_yet_leaves_the_one_of_last_week_as_reference() {
    let app = app_with_score_delay(DELAY).await;
    let market = Market::prepare(&app).await;
    market.others_save(monday(-1).plus_seconds(DAY)).await;
    market.save(0, 90_000, ago(60)).await;
    assert_eq!(market.score("week").await, score(90_000));
    for person in [1, 2, 3] {
        market.save(person, 90_000, Timestamp::now().plus_seconds(30)).await;
    }
    assert_eq!(market.score("week").await, score(90_000));
    for person in [1, 2, 3] {
        market.save(person, 95_000, ago(30)).await;
    }
    let moved = 100.0 * (1.0 - (95.0_f64 / 90.0).ln() / 0.30);
    assert_eq!(market.score("week").await, ((moved + 800.0) / 21.0 * 10.0).round() / 10.0);
}

#[actix_web::test]
async fn estimate_of_an_earlier_week_counts_again_from_this_weeks_first_save() {
    let app = app_with_score_delay(DELAY).await;
    let market = Market::prepare(&app).await;
    let last_week = monday(-1).plus_seconds(DAY);
    market.others_save(last_week).await;
    market.save(0, 80_000, last_week).await;
    assert_eq!(market.score("all").await, score(80_000));
    // Saving it again without a change makes it no estimate of this week.
    market.place.save(&market.people[0], 0, 80_000).await.expect(200);
    assert_eq!(market.line("week").await, None);
    let first = ago(60);
    market.save(0, 90_000, first).await;
    market.save(0, 95_000, first.plus_seconds(1)).await;
    market.place.save(&market.people[0], 0, 95_000).await.expect(200);
    assert_eq!(market.score("week").await, score(95_000));
    market.place.save(&market.people[0], 0, 100_000).await.expect(200);
    assert_eq!(market.score("week").await, score(95_000));
    // The result of last week is unchanged, also when it is computed again from the history.
    let published = stored(&app);
    unfreeze(&app, -9);
    market.line("all").await;
    assert_eq!(stored(&app), published);
}

#[actix_web::test]
async fn latest_estimate_at_the_freeze_counts_regardless_of_its_age() {
    let app = app_with_score_delay(DELAY).await;
    let market = Market::prepare(&app).await;
    market.others_save(monday(-1)).await;
    market.save(0, 80_000, monday(0).plus_seconds(-3)).await;
    market.save(0, 90_000, monday(0).plus_seconds(-2)).await;
    // This save is within the delay but after the freeze, so that it belongs to the next week.
    market.save(0, 100_000, monday(0).plus_seconds(1)).await;
    market.line("all").await;
    assert_eq!(frozen(&app), [monday(-1).day()]);
    let own: Vec<f64> = stored(&app)
        .into_iter()
        .filter(|row| row.agent_id == market.ids[0])
        .map(|row| (row.score * 10.0).round() / 10.0)
        .collect();
    assert_eq!(own, [score(90_000)]);
}

#[actix_web::test]
async fn estimate_dated_by_a_fast_clock_counts_from_its_next_save() {
    let app = app_with_score_delay(DELAY).await;
    let market = Market::prepare(&app).await;
    market.others_save(ago(60)).await;
    for days in [1, 2, 9] {
        market.save(0, 80_000 + days, ago(-days * DAY)).await;
        assert_eq!(market.score("week").await, 40.0);
    }
    market.save(0, 90_000, ago(60)).await;
    assert_eq!(market.score("week").await, score(90_000));
    market.place.save(&market.people[0], 0, 100_000).await.expect(200);
    assert_eq!(market.score("week").await, score(90_000));
}

#[actix_web::test]
async fn estimate_without_history_counts_with_its_current_value() {
    let app = app_with_score_delay(DELAY).await;
    let market = Market::prepare(&app).await;
    market.others_save(ago(60)).await;
    market.save(0, 80_000, ago(60)).await;
    market.save(0, 90_000, ago(40)).await;
    assert_eq!(market.score("week").await, score(80_000));
    let mut conn = app.database().connect();
    conn.batch_execute("DELETE FROM changes WHERE resource = 'estimations'").unwrap();
    assert_eq!(market.score("week").await, score(90_000));
}
