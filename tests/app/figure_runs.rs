//! What runs compute from all estimates: that it matches the reference implementation, and when a
//! run is due.

mod reference;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Double, Integer, Nullable, Text};
use futures_util::future::join;
use kernel::seeded::SeededRandom;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::{Place, SUBMISSIONS, estimators, place};
use reference::Reference;

/// Estimators with saved estimates: all of them in the first project, only some in the second.
struct Estimated<'a> {
    admin: TestClient<'a>,
    people: Vec<TestClient<'a>>,
    many: Place,
    few: Place,
}

impl<'a> Estimated<'a> {
    async fn prepare(app: &'a TestApp) -> Self {
        let admin = app.sign_in("admin").await;
        let (many, few) =
            (place(&admin, "Marina Gate", 24).await, place(&admin, "Palm Court", 8).await);
        let change = async |unit: &str, patch: Value| {
            admin.patch(&format!("/api/backoffice/units/{unit}"), patch).await.expect(200);
        };
        change(&many.units[3], json!({ "totalAreaInSqFt": 1_250.5 })).await;
        change(&many.units[4], json!({ "purchasePriceInAED": 500_000 })).await;
        change(&many.units[5], json!({ "purchasePriceInAED": 9_000_000 })).await;
        change(&few.units[0], json!({ "bedrooms": 2 })).await;
        let people = estimators(app, 7).await;
        let all = Self { admin, people, many, few };
        let mut random = SeededRandom::new(11, 0, 0);
        for person in 0..all.people.len() {
            let estimates = (0..24).filter_map(|unit| all.usual(&mut random, person, unit));
            let mut estimates: Vec<_> = estimates.collect();
            match person {
                // A zero too many, one too few, a month's rent, and one that is merely far off.
                1 => {
                    for (unit, rent) in [(1, 1_250_000), (8, 12_900), (12, 280_000)] {
                        all.set_rent(&mut estimates, unit, rent);
                    }
                }
                2 => all.set_rent(&mut estimates, 9, 10_700),
                // The same rent six times, in units next to each other.
                5 => (14..20).for_each(|unit| all.set_rent(&mut estimates, unit, 140_000)),
                _ => {}
            }
            all.submit(person, &all.many, estimates).await;
            // The last units have one, two and three estimates.
            let estimates = (0..8).filter(|unit| person + unit < 8);
            let estimates = estimates.map(|unit| {
                let rent = 80_000 + 1_000 * (random.below(20) as i64);
                all.few.estimate(unit, rent)
            });
            all.submit(person, &all.few, estimates.collect()).await;
        }
        all
    }

    /// Returns the estimate of a person without a slip; none for some units.
    fn usual(&self, random: &mut SeededRandom, person: usize, unit: usize) -> Option<Value> {
        let noise = random.below(41) as i64 - 20;
        let rent = 120_000 + unit as i64 * 1_000 + person as i64 * 1_500;
        // Many rents are equal, because people think in thousands.
        let rent = (rent + noise * 150 * (person as i64 + 1)) / 1_000 * 1_000;
        let mut estimate = self.many.estimate(unit, rent);
        estimate["entry"] = match unit % 8 {
            0 => json!({ "baseSource": "unit", "baseValue": rent }),
            1 => json!({ "baseSource": "previous", "baseValue": rent - 1_000 }),
            2 => json!({ "baseSource": "saved", "baseValue": rent }),
            3 => json!({ "baseSource": "previous", "baseValue": rent }),
            4 => json!({ "baseSource": "none" }),
            _ => Value::Null,
        };
        let silent = random.below(12) == 0;
        (!silent).then_some(estimate)
    }

    /// Sets the rent of a unit's estimate.
    fn set_rent(&self, estimates: &mut Vec<Value>, unit: usize, rent: i64) {
        estimates.retain(|estimate| estimate["unitId"] != self.many.units[unit]);
        estimates.push(self.many.estimate(unit, rent));
    }

    async fn submit(&self, person: usize, place: &Place, estimates: Vec<Value>) {
        let submission = json!({ "projectId": place.project, "assessments": estimates });
        self.people[person].post(SUBMISSIONS, submission).await.expect(200);
    }
}

#[derive(Clone, Debug, PartialEq, QueryableByName)]
struct Rent {
    #[diesel(sql_type = Text)]
    unit_id: String,
    #[diesel(sql_type = Nullable<Double>)]
    weighted_rent: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, QueryableByName)]
struct Known {
    #[diesel(sql_type = Text)]
    agent_id: String,
    #[diesel(sql_type = Integer)]
    items: i32,
    #[diesel(sql_type = Double)]
    bias: f64,
    #[diesel(sql_type = Double)]
    scale: f64,
    #[diesel(sql_type = Double)]
    weight: f64,
}

#[derive(Clone, Debug, PartialEq, QueryableByName)]
struct Flag {
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Text)]
    assessment_id: String,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = BigInt)]
    rent: i64,
    #[diesel(sql_type = Double)]
    distance: f64,
    #[diesel(sql_type = Text)]
    reason: String,
}

#[derive(Clone, Debug, PartialEq, QueryableByName)]
struct Noted {
    #[diesel(sql_type = Integer)]
    figures: i32,
    #[diesel(sql_type = Integer)]
    weighted: i32,
    #[diesel(sql_type = Integer)]
    flags: i32,
}

/// Everything that runs have stored.
#[derive(Clone, Debug, PartialEq)]
struct Made {
    rents: Vec<Rent>,
    known: Vec<Known>,
    flags: Vec<Flag>,
    runs: Vec<Noted>,
}

impl Made {
    fn of(app: &TestApp) -> Self {
        let mut conn = app.database().connect();
        let rents = sql_query("SELECT unit_id, weighted_rent FROM consensus ORDER BY unit_id");
        let known = sql_query("SELECT * FROM estimator_figures ORDER BY agent_id");
        let flags = sql_query("SELECT * FROM flags ORDER BY assessment_id, kind");
        let runs = sql_query("SELECT figures, weighted, flags FROM figure_runs ORDER BY as_of");
        Self {
            rents: rents.load(&mut conn).unwrap(),
            known: known.load(&mut conn).unwrap(),
            flags: flags.load(&mut conn).unwrap(),
            runs: runs.load(&mut conn).unwrap(),
        }
    }

    /// Compares it with the reference for the current estimates.
    fn check(&self, reference: &Reference) {
        let near = |one: f64, other: f64, what: &str| {
            assert!((one - other).abs() < 1e-9, "{what}: {one} is not {other}");
        };
        let known = reference.known();
        assert_eq!(self.known.len(), known.len());
        for (own, (agent, wanted)) in self.known.iter().zip(&known) {
            assert_eq!((&own.agent_id, own.items as usize), (agent, wanted.items));
            near(own.bias, wanted.bias, "bias");
            near(own.scale, wanted.scale, "scale");
            near(own.weight / wanted.weight, 1.0, "weight");
        }
        let weighted = reference.weighted(&known);
        assert_eq!(self.rents.len(), weighted.len());
        for (own, (unit, wanted)) in self.rents.iter().zip(&weighted) {
            assert_eq!((&own.unit_id, own.weighted_rent.is_some()), (unit, wanted.is_some()));
            if let (Some(own), Some(wanted)) = (own.weighted_rent, wanted) {
                near(own / wanted, 1.0, "weighted rent");
            }
        }
        let flags = self.flags.iter().map(|flag| (flag.assessment_id.clone(), flag.kind.clone()));
        assert_eq!(flags.collect::<Vec<_>>(), reference.flags());
        for flag in &self.flags {
            let (rent, distance) = reference.distance(&flag.assessment_id);
            assert_eq!(flag.rent, rent);
            assert!((flag.distance - distance).abs() < 0.05 + 1e-9, "{flag:?}: {distance}");
            assert!(flag.reason.ends_with('.'));
        }
        let latest = self.runs.last().unwrap();
        let count = weighted.values().flatten().count();
        assert_eq!(
            (latest.figures as usize, latest.weighted as usize, latest.flags as usize),
            (reference.estimates.len(), count, self.flags.len())
        );
    }
}

/// Backdates the latest run by that many minutes.
fn age(app: &TestApp, minutes: i64) {
    let database = app.database();
    let mut conn = database.connect();
    let at = kernel::time::Timestamp::now().plus_seconds(-60 * minutes);
    sql_query(
        "UPDATE figure_runs SET as_of = $1 WHERE as_of = (SELECT MAX(as_of) FROM figure_runs)",
    )
    .bind::<diesel::sql_types::Timestamp, _>(at)
    .execute(&mut conn)
    .unwrap();
}

#[actix_web::test]
async fn command_prints_its_result() {
    let app = TestApp::of(&PRODUCT).await;
    let output = app.command("figures", "rebuild").await;
    let (as_of, rest) = output.split_once(", ").unwrap();
    assert!(as_of.starts_with("As of 20") && as_of.ends_with('Z'), "{as_of}");
    assert_eq!(rest, "of 0 estimates by 0 estimators: 0 weighted rents, 0 flags.");
}

#[actix_web::test]
async fn run_matches_the_reference() {
    let app = TestApp::of(&PRODUCT).await;
    let estimated = Estimated::prepare(&app).await;
    app.run_jobs_of("estimations").await;
    let made = Made::of(&app);
    made.check(&Reference::read(&app));
    // The run found something.
    let weighted_rents = made.rents.iter().filter(|rent| rent.weighted_rent.is_some()).count();
    assert!((20..made.rents.len()).contains(&weighted_rents), "{weighted_rents}");
    assert_eq!(made.known.len(), 7);
    let mut kinds: Vec<_> = made.flags.iter().map(|flag| flag.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(
        kinds,
        [
            "digit_slip",
            "gross_yield",
            "monthly",
            "outlier",
            "rent_per_area",
            "repeated",
            "untouched_base"
        ]
    );

    // A later save changes nothing that was computed, and the next run is not due yet.
    estimated.many.save(&estimated.people[1], 1, 127_000).await.expect(200);
    estimated.few.save(&estimated.people[6], 1, 2_000_000).await.expect(200);
    let path = format!("/api/backoffice/units/{}", estimated.many.units[5]);
    let patch = json!({ "purchasePriceInAED": 1_500_000 });
    estimated.admin.patch(&path, patch).await.expect(200);
    app.run_jobs_of("estimations").await;
    assert_eq!(Made::of(&app), made);

    // The next run includes it.
    age(&app, 24);
    app.run_jobs_of("estimations").await;
    assert_eq!(Made::of(&app), made);
    age(&app, 26);
    app.run_jobs_of("estimations").await;
    let next = Made::of(&app);
    next.check(&Reference::read(&app));
    assert_eq!(next.runs.len(), 2);
    assert_ne!(next.rents, made.rents);
    // A flag of an estimate that was saved again is a new one. Every other flag is unchanged.
    let same = |one: &Flag, other: &Flag| {
        (&one.assessment_id, &one.kind) == (&other.assessment_id, &other.kind)
    };
    let former = |flag: &Flag| made.flags.iter().find(|former| same(former, flag)).cloned();
    assert!(made.flags.iter().any(|flag| !next.flags.iter().any(|one| same(one, flag))));
    assert!(next.flags.iter().any(|flag| former(flag).is_none()));
    for (flag, former) in next.flags.iter().filter_map(|flag| Some((flag, former(flag)?))) {
        assert_eq!(flag.id == former.id, flag.rent == former.rent);
    }
    // The command runs even if the latest run is recent.
    app.command("figures", "rebuild").await;
    let again = Made::of(&app);
    assert_eq!(again.runs.len(), 3);
    assert_eq!(again.rents, next.rents);
}

#[actix_web::test]
async fn concurrent_runs_have_the_same_result() {
    let app = TestApp::of(&PRODUCT).await;
    let _estimated = Estimated::prepare(&app).await;
    let other = TestApp::on(&PRODUCT, app.database()).await;
    let reference = Reference::read(&app);
    for _ in 0..3 {
        sql_query("DELETE FROM flags").execute(&mut app.database().connect()).unwrap();
        let both = join(app.command("figures", "rebuild"), other.command("figures", "rebuild"));
        let (one, another) = both.await;
        for output in [&one, &another] {
            let made = output.contains("by 7 estimators");
            assert!(made || output == "Another process has just done it.", "{output}");
        }
        Made::of(&app).check(&reference);
    }
}
