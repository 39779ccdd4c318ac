//! The overview: who may read it, and that each measure matches plain rows, now and as of Monday.

use diesel::prelude::*;
use diesel::sql_query;
use kernel::testing::{TestApp, TestClient};
use kernel::time::{Timestamp, today, week_of};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::{estimators, place};
use crate::explore::{EXPLORE, Market, Unit, confidence, consensus, median, spread};
use crate::past_weeks::{DAY, monday};

const OVERVIEW: &str = "/api/analytics/overview";

const NAMES: [&str; 10] = [
    "coveredUnits",
    "assessments",
    "activeEstimators",
    "medianSpread",
    "highConfidence",
    "listedGap",
    "openFlags",
    "rentPerSqFt",
    "grossYield",
    "netYield",
];

async fn overview(client: &TestClient<'_>) -> Value {
    client.get(OVERVIEW).await.expect(200)
}

fn measure<'a>(overview: &'a Value, name: &str) -> &'a Value {
    let mut measures = overview["figures"].as_array().unwrap().iter();
    measures.find(|measure| measure["name"] == name).unwrap()
}

#[actix_web::test]
async fn overview_requires_permission() {
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(app.anonymous().get(OVERVIEW).await.status, 401);
    for role in ["user", "estimations"] {
        assert_eq!(app.sign_in(role).await.get(OVERVIEW).await.status, 403, "{role}");
    }
    for role in ["analytics", "admin"] {
        let overview = overview(&app.sign_in(role).await).await;
        assert_eq!(overview["week"], week_of(today()).to_string(), "{role}");
        let names: Vec<&Value> = overview["figures"]
            .as_array()
            .unwrap()
            .iter()
            .map(|measure| &measure["name"])
            .collect();
        assert_eq!(names, NAMES);
    }
}

#[actix_web::test]
async fn empty_database_has_zero_counts_and_no_other_values() {
    let app = TestApp::of(&PRODUCT).await;
    let overview = overview(&app.sign_in("analytics").await).await;
    for name in ["assessments", "activeEstimators"] {
        let measure = measure(&overview, name);
        assert_eq!((&measure["value"], &measure["previous"]), (&json!(0.0), &json!(0.0)), "{name}");
    }
    // There is no rotation this week either.
    for name in ["coveredUnits", "medianSpread", "highConfidence", "listedGap", "grossYield"] {
        let measure = measure(&overview, name);
        assert_eq!((&measure["value"], &measure["n"]), (&Value::Null, &json!(0)), "{name}");
        assert_eq!((&measure["previous"], &measure["change"]), (&Value::Null, &Value::Null));
        assert_eq!(measure.get("of"), None);
    }
}

/// A measure: its value, its n, and its previous value.
type Expected = (Option<f64>, u64, Option<f64>);

/// Returns the median of a value of units, now and then.
fn middle(now: &[Unit], then: &[Unit], of: impl Fn(&Unit) -> Option<f64>) -> Expected {
    let all = |units: &[Unit]| units.iter().filter_map(&of).collect::<Vec<f64>>();
    (median(&all(now)), all(now).len() as u64, median(&all(then)))
}

fn over(above: Option<f64>, below: f64) -> Option<f64> {
    if below == 0.0 { None } else { Some(above? / below) }
}

#[actix_web::test]
async fn each_measure_matches_plain_rows_now_and_as_of_monday() {
    let app = TestApp::of(&PRODUCT).await;
    let mut market = Market::of(&app).await;
    // Monday's values: estimates of earlier weeks, some of which are saved again later.
    let mut then = market.units.clone();
    for unit in &mut then {
        unit.estimates.retain(|one| one.at < monday(0));
    }
    let again: Vec<(usize, usize)> = (0..then.len())
        .flat_map(|unit| then[unit].estimates.iter().map(move |one| (unit, one.person)))
        .filter(|(unit, person)| (unit + person) % 3 == 0)
        .collect();
    assert!(again.len() > 10);
    for (at, (unit, person)) in again.into_iter().enumerate() {
        // The first instant of the week belongs to the week.
        let moment = (at % 4 == 0).then(|| monday(0));
        market.save(person, unit, 61_500 + 1_500 * at as i64, moment).await;
    }
    // An estimator who is new this week, and a unit without earlier estimates.
    for unit in [9, 10] {
        market.save(6, unit, 88_000, None).await;
    }
    // A run before the week, and one of now. A flag has been reviewed since.
    app.command("figures", "rebuild").await;
    let monday_morning = monday(0).plus_seconds(-60);
    sql_query("UPDATE figure_runs SET as_of = $1, open_flags = 3")
        .bind::<diesel::sql_types::Timestamp, _>(monday_morning)
        .execute(&mut app.database().connect())
        .unwrap();
    app.command("figures", "rebuild").await;
    let found = market.analyst.get("/api/analytics/flags").await.expect(200);
    let path = format!("/api/analytics/flags/{}", found["items"][0]["_id"].as_str().unwrap());
    market.analyst.patch(&path, json!({ "looked": true })).await.expect(200);
    let flags = found["total"].as_i64().unwrap() - 1;
    let answer = overview(&market.analyst).await;
    let as_of: Timestamp = serde_json::from_value(answer["asOf"].clone()).unwrap();

    let now = &market.units;
    let chosen = |unit: &&Unit| [1, 2].contains(&unit.project);
    let covered = |units: &[Unit]| {
        units.iter().filter(chosen).filter(|unit| unit.estimates.len() >= 4).count() as f64
    };
    let in_rotation = now.iter().filter(chosen).count() as u64;
    let saved = |units: &[Unit], from: Timestamp, until: Timestamp| -> Vec<usize> {
        let estimates = units.iter().flat_map(|unit| &unit.estimates);
        estimates.filter(|one| (from..until).contains(&one.at)).map(|one| one.person).collect()
    };
    let people = |mut all: Vec<usize>| {
        all.sort_unstable();
        all.dedup();
        all.len() as u64
    };
    let later = as_of.plus_seconds(DAY);
    let (this_week, last_week) =
        (saved(now, monday(0), later), saved(&then, monday(-1), monday(0)));
    let active = people(saved(now, as_of.plus_seconds(-7 * DAY), later));
    let high = |units: &[Unit]| {
        let all: Vec<f64> = units.iter().filter_map(confidence).collect();
        let high = all.iter().filter(|confidence| **confidence > 85.0).count();
        ((!all.is_empty()).then(|| high as f64 / all.len() as f64), all.len() as u64)
    };
    let gap = |unit: &Unit| Some((over(consensus(unit), unit.listed as f64)? - 1.0).abs());
    let price = |unit: &Unit| unit.price as f64;
    let net = |unit: &Unit| Some(consensus(unit)? - unit.charges * unit.area);
    let expected: [(&str, Expected); 9] = [
        ("coveredUnits", (Some(covered(now)), in_rotation, Some(covered(&then)))),
        (
            "assessments",
            (Some(this_week.len() as f64), this_week.len() as u64, Some(last_week.len() as f64)),
        ),
        ("activeEstimators", (Some(active as f64), active, Some(people(last_week) as f64))),
        ("medianSpread", middle(now, &then, spread)),
        ("highConfidence", (high(now).0, high(now).1, high(&then).0)),
        ("listedGap", middle(now, &then, gap)),
        ("rentPerSqFt", middle(now, &then, |unit| over(consensus(unit), unit.area))),
        ("grossYield", middle(now, &then, |unit| over(consensus(unit), price(unit)))),
        ("netYield", middle(now, &then, |unit| over(net(unit), price(unit)))),
    ];
    for (name, (value, n, previous)) in expected {
        let measure = measure(&answer, name);
        let change = value.zip(previous).map(|(value, previous)| value - previous);
        for (key, expected) in [("value", value), ("previous", previous), ("change", change)] {
            let (found, expected) = (measure[key].as_f64().unwrap(), expected.unwrap());
            assert!((found - expected).abs() < 1e-9, "{key} of {name}: {found}, not {expected}");
        }
        assert_eq!(measure["n"], n, "{name}");
    }
    assert_eq!(measure(&answer, "coveredUnits")["of"], in_rotation);
    let open = measure(&answer, "openFlags");
    assert!(flags > 0 && open["value"] == flags as f64 && open["n"] == flags, "{open}");
    assert_eq!((&open["previous"], &open["change"]), (&json!(3.0), &json!(flags as f64 - 3.0)));
    let list = format!("/api/analytics/{}", open["list"].as_str().unwrap());
    assert_eq!(market.analyst.get(&list).await.expect(200)["total"], flags);
    assert_ne!(measure(&answer, "medianSpread")["change"], 0.0);
}

#[actix_web::test]
async fn each_measure_has_a_valid_explorer_query() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let answer = overview(&market.analyst).await;
    for name in NAMES {
        let Some(query) = measure(&answer, name).get("explore") else {
            assert_eq!(name, "openFlags");
            continue;
        };
        let query = query.as_str().unwrap();
        let explored = market.analyst.get(&format!("{EXPLORE}?{query}")).await;
        assert_eq!(explored.status, 200, "{query}: {}", explored.body);
    }
    let query = measure(&answer, "coveredUnits")["explore"].as_str().unwrap();
    let explored = market.analyst.get(&format!("{EXPLORE}?{query}")).await.expect(200);
    let rows = explored["rows"].as_array().unwrap().iter();
    let (mut covered, mut units) = (0.0, 0.0);
    for row in rows {
        let count = row["values"]["units"]["value"].as_f64().unwrap();
        covered += row["values"]["coverage"]["value"].as_f64().unwrap() * count;
        units += count;
    }
    let measure = measure(&answer, "coveredUnits");
    assert!((covered - measure["value"].as_f64().unwrap()).abs() < 1e-9);
    assert_eq!(units, measure["of"].as_f64().unwrap());
}

#[actix_web::test]
async fn number_of_estimators_for_coverage_is_a_setting() {
    let app = TestApp::set_up(&PRODUCT, kernel::testing::TestDatabase::new(), |config| {
        let settings = config.of_modules.clone();
        config.of_modules = settings.with(&estimations::MINIMUM_ESTIMATORS, 2);
    })
    .await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate", 2).await;
    let body = json!({
        "name": "Now", "weekStart": week_of(today()).to_string(), "projectIds": [place.project],
    });
    admin.post("/api/backoffice/projects/weekly-rotations", body).await.expect(201);
    for estimator in estimators(&app, 2).await {
        assert_eq!(measure(&overview(&admin).await, "coveredUnits")["value"], 0.0);
        assert_eq!(place.save(&estimator, 0, 80_000).await.status, 201);
    }
    let answer = overview(&admin).await;
    let covered = measure(&answer, "coveredUnits");
    assert_eq!((&covered["value"], &covered["of"]), (&json!(1.0), &json!(2)));
    assert_eq!((&covered["previous"], &covered["change"]), (&json!(0.0), &json!(1.0)));
    let coverage = admin.get(&format!("{EXPLORE}?dataset=units&measures=coverage")).await;
    assert_eq!(coverage.expect(200)["rows"][0]["values"]["coverage"]["value"], 0.5);
}
