//! Fixtures of tests about the leaderboard: people with estimates in earlier weeks and in this one.
//! All of it is also stored in plain structs, from which the reference computes.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Date, Double, Integer, Text, Timestamp as Time};
use kernel::id::Id;
use kernel::seeded::SeededRandom;
use kernel::testing::{PASSWORD, TestApp, TestClient, TestDatabase};
use kernel::time::{Timestamp, today, week_of};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::{ASSESSMENTS, SUBMISSIONS, place, text};

pub(crate) const BOARD: &str = "/api/estimations/leaderboard";
pub(crate) const DAY: i64 = 24 * 60 * 60;

/// The seconds after its first save when an estimate counts, in the product of these tests.
pub(crate) const DELAY: i64 = 5;
/// The seconds after which an estimate is revised: within the delay, at its end, and after it.
const LATER: [i64; 5] = [1, DELAY - 1, DELAY, DELAY + 1, 1_000];

/// Starts the product with this score delay in seconds.
pub(crate) async fn app_with_score_delay(seconds: i64) -> TestApp {
    TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.of_modules = config.of_modules.clone().with(&estimations::SCORE_DELAY, seconds);
    })
    .await
}

/// The weeks with estimates, counted from this one. The third week before it has none.
pub(crate) const WEEKS: [i64; 5] = [-5, -4, -2, -1, 0];

/// A saved estimate.
#[derive(Clone, Debug)]
pub(crate) struct Save {
    pub(crate) unit: usize,
    pub(crate) person: usize,
    pub(crate) rent: i64,
    pub(crate) at: Timestamp,
}

pub(crate) struct Person<'a> {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) client: TestClient<'a>,
}

pub(crate) struct Unit {
    pub(crate) id: String,
    pub(crate) project: String,
    pub(crate) bedrooms: i64,
}

pub(crate) struct PastWeeks<'a> {
    pub(crate) app: &'a TestApp,
    pub(crate) admin: TestClient<'a>,
    pub(crate) people: Vec<Person<'a>>,
    pub(crate) units: Vec<Unit>,
    /// All saves in their order.
    pub(crate) saves: Vec<Save>,
}

/// Returns the beginning of the week that is this many weeks after this one, or before it when
/// negative.
pub(crate) fn monday(week: i64) -> Timestamp {
    Timestamp::start_of(week_of(today())).plus_seconds(week * 7 * DAY)
}

impl<'a> PastWeeks<'a> {
    /// Creates people and units, long ago.
    pub(crate) async fn prepare(app: &'a TestApp) -> Self {
        let admin = app.sign_in("admin").await;
        let mut people = Vec::new();
        for name in ["Amal", "Badr", "Dana", "Fahad", "Huda", "Layla", "Karim", "Salma"] {
            let (id, email) = app.account("estimations").await;
            let id = id.to_string();
            let renamed = json!({ "firstName": name, "lastName": "Haddad" });
            admin.patch(&format!("/api/backoffice/users/{id}"), renamed).await.expect(200);
            let token = app.anonymous().login(&email, PASSWORD).await.expect(200);
            let client = app.bearer(text(&token["accessToken"]));
            people.push(Person { id, name: format!("{name} Haddad"), client });
        }
        let mut units = Vec::new();
        for name in ["Creek Rise", "Marina Gate", "Palm Court"] {
            let place = place(&admin, name, 8).await;
            for (at, id) in place.units.into_iter().enumerate() {
                let bedrooms = at as i64 % 3;
                // Both versions of the unit are dated before all weeks, so that it is the same in
                // each of them.
                let record = Id::parse(&id).unwrap();
                app.backdate("units", &record, monday(-9)).await;
                let path = format!("/api/backoffice/units/{id}");
                admin.patch(&path, json!({ "bedrooms": bedrooms })).await.expect(200);
                app.backdate("units", &record, monday(-9)).await;
                units.push(Unit { id, project: place.project.clone(), bedrooms });
            }
        }
        Self { app, admin, people, units, saves: Vec::new() }
    }

    /// Saves the estimates of all weeks.
    pub(crate) async fn simulate_weeks(&mut self) {
        for week in WEEKS {
            self.save_in(week).await;
        }
    }

    /// Saves the estimates of a week. One person saves nothing, one estimates a unit without other
    /// estimates, two always agree, and some estimates are far off. Every third estimate is revised
    /// sooner or later.
    pub(crate) async fn save_in(&mut self, week: i64) {
        let mut random = SeededRandom::new(u64::try_from(week + 77).unwrap(), 0, 0);
        let last = self.people.len() - 1;
        for person in 0..=last {
            let mut own = Vec::new();
            for unit in 0..self.units.len() {
                let (picked, noise) = (random.below(100), random.below(41) as i64 - 20);
                let rent = 60_000 + unit as i64 * 3_000;
                let rent = match random.below(30) {
                    0 => rent * 10,
                    1 => rent / 2,
                    _ => rent + noise * (person as i64 + 2) * 200,
                };
                // Each person estimates units with numbers near their own, so that some units have
                // few estimates.
                let near = (unit + person) % 5 < 3 && unit != 23;
                if near && picked < 55 && person < last - 1 {
                    own.push((unit, rent / 500 * 500));
                }
            }
            match person {
                2 if week == -4 => own.clear(),
                // Karim saves Layla's estimates of the week.
                _ if person == last - 1 => own = self.of_week(person - 1, week),
                _ if person == last && week == -2 => own = vec![(23, 90_000)],
                _ => {}
            }
            let from = self.saves.len();
            self.submit(person, &own, week).await;
            if person < last - 2 {
                self.revise(from, week).await;
            }
        }
    }

    /// Saves every third estimate since the one at `from` again, backdated to later in that week.
    async fn revise(&mut self, from: usize, week: i64) {
        let saves = self.saves[from..].to_vec();
        for (at, save) in saves.into_iter().enumerate().filter(|(at, _)| at % 3 == 0) {
            let later = save.at.plus_seconds(LATER[at / 3 % LATER.len()]);
            if later >= monday(week + 1) || later >= Timestamp::now() {
                continue;
            }
            let estimate = json!({
                "unitId": self.units[save.unit].id, "projectId": self.units[save.unit].project,
                "estimatedYearlyRentInAED": save.rent - 2_500,
                "estimatedCapitalAppreciationPercentage": week, "confidenceScore": 50,
            });
            let person = &self.people[save.person].client;
            let saved = person.post(ASSESSMENTS, estimate).await.expect(200);
            let record = Id::parse(saved["_id"].as_str().unwrap()).unwrap();
            self.app.backdate("estimations", &record, later).await;
            self.saves.push(Save { rent: save.rent - 2_500, at: later, ..save });
        }
    }

    /// Returns the saves of a person in a week.
    fn of_week(&self, person: usize, week: i64) -> Vec<(usize, i64)> {
        let of_week = self.saves.iter().filter(|save| {
            save.person == person && save.at >= monday(week) && save.at < monday(week + 1)
        });
        of_week.map(|save| (save.unit, save.rent)).collect()
    }

    /// Saves estimates of a person, backdated to that week.
    pub(crate) async fn submit(&mut self, person: usize, estimates: &[(usize, i64)], week: i64) {
        for project in [0, 8, 16] {
            let body: Vec<Value> = estimates
                .iter()
                .filter(|(unit, _)| (project..project + 8).contains(unit))
                .map(|(unit, rent)| {
                    json!({
                        "unitId": self.units[*unit].id, "estimatedYearlyRentInAED": rent,
                        "estimatedCapitalAppreciationPercentage": week, "confidenceScore": 50,
                    })
                })
                .collect();
            if body.is_empty() {
                continue;
            }
            let submission =
                json!({ "projectId": self.units[project].project, "assessments": body });
            let saved = self.people[person].client.post(SUBMISSIONS, submission).await.expect(200);
            for one in saved.as_array().unwrap() {
                let unit = self.units.iter().position(|unit| one["unitId"] == unit.id).unwrap();
                // The first instant of the week, its last one, and instants in between.
                let at = match self.saves.len() % 7 {
                    eighth if week == 0 => {
                        let elapsed = Timestamp::now().seconds() - monday(week).seconds();
                        monday(week).plus_seconds(elapsed * eighth as i64 / 8)
                    }
                    0 => monday(week),
                    1 => monday(week + 1).plus_seconds(-1),
                    day => monday(week).plus_seconds(day as i64 * DAY + unit as i64),
                };
                let record = Id::parse(one["_id"].as_str().unwrap()).unwrap();
                self.app.backdate("estimations", &record, at).await;
                let rent = one["estimatedYearlyRentInAED"].as_i64().unwrap();
                self.saves.push(Save { unit, person, rent, at });
            }
        }
    }

    /// Returns the leaderboard.
    pub(crate) async fn board(&self, period: &str) -> Value {
        self.admin.get(&format!("{BOARD}?period={period}")).await.expect(200)
    }

    /// Returns the index of this person.
    pub(crate) fn person(&self, id: &str) -> usize {
        self.people.iter().position(|person| person.id == id).unwrap()
    }
}

/// A row of a stored leaderboard.
#[derive(Clone, Debug, PartialEq, QueryableByName)]
pub(crate) struct Stored {
    #[diesel(sql_type = Date)]
    pub(crate) week: chrono::NaiveDate,
    #[diesel(sql_type = Text)]
    pub(crate) agent_id: String,
    #[diesel(sql_type = Integer)]
    pub(crate) scored: i32,
    #[diesel(sql_type = Double)]
    pub(crate) weight: f64,
    #[diesel(sql_type = Double)]
    pub(crate) points: f64,
    #[diesel(sql_type = Integer)]
    pub(crate) assessments: i32,
    #[diesel(sql_type = Double)]
    pub(crate) score: f64,
    #[diesel(sql_type = Integer)]
    pub(crate) rank: i32,
    #[diesel(sql_type = Time)]
    pub(crate) last_active: Timestamp,
    #[diesel(sql_type = Double)]
    pub(crate) base: f64,
}

/// Returns every row of every stored leaderboard, in order.
pub(crate) fn stored(app: &TestApp) -> Vec<Stored> {
    sql_query(
        "SELECT one.*, run.base FROM leaderboard_entries AS one \
         JOIN leaderboard_runs AS run ON run.week = one.week ORDER BY one.week, one.agent_id",
    )
    .load(&mut app.database().connect())
    .unwrap()
}

#[derive(QueryableByName)]
struct Frozen {
    #[diesel(sql_type = Date)]
    week: chrono::NaiveDate,
}

/// Returns the frozen weeks.
pub(crate) fn frozen(app: &TestApp) -> Vec<chrono::NaiveDate> {
    let weeks: Vec<Frozen> = sql_query("SELECT week FROM leaderboard_runs ORDER BY week")
        .load(&mut app.database().connect())
        .unwrap();
    weeks.into_iter().map(|one| one.week).collect()
}

/// Deletes the results of that week and of later ones.
pub(crate) fn unfreeze(app: &TestApp, week: i64) {
    for table in ["leaderboard_entries", "leaderboard_runs"] {
        sql_query(format!("DELETE FROM {table} WHERE week >= $1"))
            .bind::<Date, _>(monday(week).day())
            .execute(&mut app.database().connect())
            .unwrap();
    }
}
