//! Fixtures of tests about measures: units that differ in almost every field, and estimates of
//! several weeks. All of it is also stored in plain structs, from which the reference computes.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Double, Text, Timestamp as Time};
use kernel::id::Id;
use kernel::seeded::SeededRandom;
use kernel::testing::{PASSWORD, TestApp, TestClient};
use kernel::time::Timestamp;
use serde_json::{Value, json};

use crate::assessing::{SUBMISSIONS, text};
use crate::past_weeks::{DAY, monday};

/// A project.
pub(crate) struct Project {
    pub(crate) id: String,
    pub(crate) developer: String,
    pub(crate) location: &'static str,
    pub(crate) kind: Option<&'static str>,
    /// Whether it has been handed over, when that is known.
    pub(crate) ready: Option<bool>,
    /// The rotations that contain it.
    pub(crate) rotations: Vec<String>,
}

/// A unit with its estimates.
#[derive(Clone)]
pub(crate) struct Unit {
    pub(crate) id: String,
    pub(crate) project: usize,
    pub(crate) bedrooms: i64,
    pub(crate) floor: Option<i64>,
    pub(crate) area: f64,
    pub(crate) view: Option<&'static str>,
    pub(crate) price: i64,
    pub(crate) listed: i64,
    pub(crate) charges: f64,
    pub(crate) amenities: Vec<&'static str>,
    pub(crate) status: &'static str,
    /// The weighted rent that its latest run is supposed to have stored.
    pub(crate) weighted: Option<f64>,
    pub(crate) estimates: Vec<Estimate>,
}

/// An estimate of a unit.
#[derive(Clone)]
pub(crate) struct Estimate {
    pub(crate) person: usize,
    pub(crate) rent: i64,
    pub(crate) at: Timestamp,
}

/// An estimator.
pub(crate) struct Person<'a> {
    pub(crate) id: String,
    pub(crate) client: TestClient<'a>,
}

pub(crate) struct Market<'a> {
    pub(crate) app: &'a TestApp,
    pub(crate) analyst: TestClient<'a>,
    pub(crate) people: Vec<Person<'a>>,
    pub(crate) projects: Vec<Project>,
    pub(crate) units: Vec<Unit>,
}

const UNITS: usize = 30;

impl<'a> Market<'a> {
    /// Creates units and estimates of the last weeks.
    pub(crate) async fn of(app: &'a TestApp) -> Self {
        let mut market = Self::with_units(app).await;
        market.estimate().await;
        market.settle();
        market
    }

    /// Creates units without estimates.
    pub(crate) async fn with_units(app: &'a TestApp) -> Self {
        let admin = app.sign_in("admin").await;
        let analyst = app.sign_in("analytics").await;
        let mut people = Vec::new();
        for name in ["Amal", "Badr", "Dana", "Fahad", "Huda", "Layla", "Karim"] {
            let (id, email) = app.account("estimations").await;
            let id = id.to_string();
            let renamed = json!({ "firstName": name, "lastName": "Haddad" });
            admin.patch(&format!("/api/backoffice/users/{id}"), renamed).await.expect(200);
            let token = app.anonymous().login(&email, PASSWORD).await.expect(200);
            people.push(Person { id, client: app.bearer(text(&token["accessToken"])) });
        }
        let projects = projects(&admin).await;
        let projects = rotations(&admin, projects).await;
        let mut units = Vec::new();
        for number in 0..UNITS {
            units.push(unit(&admin, &projects, number).await);
        }
        Self { app, analyst, people, projects, units }
    }

    /// Saves estimates: every estimator estimates other units, and nobody those of the last
    /// project. Some estimates are far off, and two estimators always agree.
    async fn estimate(&mut self) {
        let mut random = SeededRandom::new(4711, 0, 0);
        for unit in 0..UNITS {
            if self.units[unit].project == 3 {
                continue;
            }
            let usual = 50_000 + unit as i64 * 4_000;
            for turn in 0..unit % 8 {
                let person = (unit + turn) % 7;
                let noise = random.below(61) as i64 - 30;
                let rent = match random.below(20) {
                    0 => usual * 10,
                    1 => usual / 12,
                    _ => usual + noise * 400,
                };
                // Five estimators always agree, so that some units have full agreement.
                let rent = if (2..7).contains(&person) && unit % 5 == 0 { usual } else { rent };
                let week = -(random.below(6) as i64);
                let at = match (week, random.below(7)) {
                    (0, _) => None,
                    (_, 0) => Some(monday(week)),
                    (_, 1) => Some(monday(week + 1).plus_seconds(-1)),
                    (_, day) => Some(monday(week).plus_seconds(day as i64 * DAY + unit as i64)),
                };
                self.save(person, unit, rent.max(10_000) / 500 * 500, at).await;
            }
        }
    }

    /// Saves an estimate of a person, now or backdated.
    pub(crate) async fn save(
        &mut self,
        person: usize,
        unit: usize,
        rent: i64,
        at: Option<Timestamp>,
    ) {
        let body = json!({
            "projectId": self.projects[self.units[unit].project].id,
            "assessments": [{
                "unitId": self.units[unit].id, "estimatedYearlyRentInAED": rent,
                "estimatedCapitalAppreciationPercentage": 0, "confidenceScore": 50,
            }],
        });
        let saved = self.people[person].client.post(SUBMISSIONS, body).await.expect(200);
        let record = text(&saved[0]["_id"]);
        let now = serde_json::from_value(saved[0]["updatedAt"].clone()).unwrap();
        if let Some(at) = at {
            self.app.backdate("estimations", &Id::parse(&record).unwrap(), at).await;
        }
        let estimate = Estimate { person, rent, at: at.unwrap_or(now) };
        let estimates = &mut self.units[unit].estimates;
        estimates.retain(|other| other.person != person);
        estimates.push(estimate);
    }

    /// Sets the time of each consensus to that of its last estimate, and stores weighted rents.
    pub(crate) fn settle(&mut self) {
        let mut conn = self.app.database().connect();
        for (number, unit) in self.units.iter_mut().enumerate() {
            let Some(last) = unit.estimates.iter().map(|one| one.at).max() else { continue };
            unit.weighted = (unit.estimates.len() >= 5).then_some(70_000.25 + number as f64);
            sql_query("UPDATE consensus SET updated_at = $1 WHERE unit_id = $2")
                .bind::<Time, _>(last)
                .bind::<Text, _>(&unit.id)
                .execute(&mut conn)
                .unwrap();
            if let Some(weighted) = unit.weighted {
                sql_query("UPDATE consensus SET weighted_rent = $1 WHERE unit_id = $2")
                    .bind::<Double, _>(weighted)
                    .bind::<Text, _>(&unit.id)
                    .execute(&mut conn)
                    .unwrap();
            }
        }
    }
}

async fn projects(admin: &TestClient<'_>) -> Vec<Project> {
    let mut developers = Vec::new();
    for name in ["Emaar", "Nakheel"] {
        let made = admin.post("/api/backoffice/developers", json!({ "name": name })).await;
        developers.push(text(&made.expect(201)["_id"]));
    }
    let day = |days: i64| Timestamp::now().plus_seconds(days * DAY).day().to_string();
    let mut projects = Vec::new();
    // Not tomorrow: a project would become ready while the tests run over midnight.
    for (name, developer, location, kind, completed) in [
        ("Creek Rise", 0, "Creek Harbour", Some("Apartments"), Some(day(-900))),
        ("Marina Gate", 0, "Dubai Marina", Some("Apartments"), Some(day(2))),
        ("Palm Court", 1, "Palm Jumeirah", Some("Villas"), Some(day(0))),
        ("Zabeel One", 1, "Dubai Marina", None, None),
    ] {
        let ready = completed.as_ref().map(|completed| *completed <= day(0));
        let developer = developers[developer].clone();
        let body = json!({
            "name": name, "location": location, "developer": { "_id": developer },
            "projectType": kind, "completionDate": completed,
        });
        let made = admin.post("/api/backoffice/projects", body).await.expect(201);
        let id = text(&made["_id"]);
        projects.push(Project { id, developer, location, kind, ready, rotations: Vec::new() });
    }
    projects
}

/// Adds projects to the rotations of last week and this week.
async fn rotations(admin: &TestClient<'_>, mut projects: Vec<Project>) -> Vec<Project> {
    for (name, week, chosen) in [("Before", -1, [0, 1]), ("Now", 0, [1, 2])] {
        let ids: Vec<&str> = chosen.iter().map(|at: &usize| projects[*at].id.as_str()).collect();
        let body = json!({
            "name": name, "weekStart": monday(week).day().to_string(), "projectIds": ids,
        });
        let made = admin.post("/api/backoffice/projects/weekly-rotations", body).await.expect(201);
        let id = text(&made["_id"]);
        chosen.iter().for_each(|at| projects[*at].rotations.push(id.clone()));
    }
    projects
}

async fn unit(admin: &TestClient<'_>, projects: &[Project], number: usize) -> Unit {
    let pick = |values: &[i64], step: usize| values[number / step % values.len()];
    let floors = [None, Some(-1), Some(0), Some(1), Some(9), Some(10), Some(35), Some(60)];
    let views = [None, Some("Sea"), Some("Marina"), Some("Sea, City")];
    let amenities: [&[&str]; 4] = [&[], &["Maid's room"], &["Balcony", "Maid's room"], &["Gym"]];
    let unit = Unit {
        id: String::new(),
        project: (number / 3) % 4,
        bedrooms: pick(&[0, 1, 1, 2, 5], 2),
        floor: floors[number % 8],
        area: pick(&[4_805, 5_000, 7_495, 7_500, 10_000, 15_000, 23_000, 52_000, 0], 1) as f64
            / 10.0,
        view: views[number % 4],
        price: pick(&[0, 450_000, 500_000, 1_700_000, 900_000, 4_000_000, 12_000_000], 1),
        listed: pick(&[60_000, 90_000, 0, 95_000, 120_000, 48_500], 1),
        charges: pick(&[0, 125, 1825], 1) as f64 / 10.0,
        amenities: amenities[number % 4].to_vec(),
        status: ["available", "sold", "rented", "reserved"][number / 2 % 4],
        weighted: None,
        estimates: Vec::new(),
    };
    let project = &projects[unit.project];
    let body: Value = json!({
        "unitNumber": format!("U-{number}"), "projectId": project.id,
        "developerId": project.developer, "bedrooms": unit.bedrooms, "floor": unit.floor,
        "totalAreaInSqFt": unit.area, "view": unit.view, "purchasePriceInAED": unit.price,
        "yearlyRentInAED": unit.listed, "serviceChargesPerSqFt": unit.charges,
        "amenities": unit.amenities, "status": unit.status,
    });
    let made = admin.post("/api/backoffice/units", body).await.expect(201);
    Unit { id: text(&made["_id"]), ..unit }
}
