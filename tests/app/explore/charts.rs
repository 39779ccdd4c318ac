//! The charts of the analytics index, and an unknown module that adds a measure, a dimension and a
//! chart.

use std::collections::BTreeSet;

use kernel::Product;
use kernel::explore::{Chart, Charted};
use kernel::module::Module;
use kernel::testing::{TestApp, TestClient, generated, startup_error};
use kernel::time::{Timestamp, today, week_of};
use serde_json::{Value, json};

use super::reference::{ReferenceQuery, consensus};
use super::{EXPLORE, Market, assert_close, check, query_explorer};
use crate::past_weeks::DAY;
use crate::{PRODUCT, inspections};

const MODULES: &[Module] = &[companies::MODULE, inspections::first::MODULE, analytics::MODULE];
const WITH_INSPECTIONS: Product = Product { modules: MODULES, ..PRODUCT };

const CHARTS: [(&str, &str); 8] = [
    ("coverageByDay", "line"),
    ("spreadByProject", "heat"),
    ("consensusAgainstListed", "scatter"),
    ("assessmentsPerDay", "bar"),
    ("estimatorBias", "interval"),
    ("widestDisagreements", "bar"),
    ("farOffListed", "bar"),
    ("projectsByNetYield", "map"),
];

fn path(name: &str) -> String {
    format!("/api/analytics/charts/{name}")
}

async fn chart(client: &TestClient<'_>, name: &str) -> Value {
    client.get(&path(name)).await.expect(200)
}

#[actix_web::test]
async fn charts_require_permission() {
    let app = TestApp::of(&PRODUCT).await;
    for (name, kind) in CHARTS {
        assert_eq!(app.anonymous().get(&path(name)).await.status, 401);
        for role in ["user", "estimations"] {
            assert_eq!(app.sign_in(role).await.get(&path(name)).await.status, 403, "{role}");
        }
        for role in ["analytics", "admin"] {
            let chart = chart(&app.sign_in(role).await, name).await;
            assert_eq!((&chart["name"], &chart["kind"]), (&json!(name), &json!(kind)));
            // Without records there is nothing to draw.
            assert_eq!(chart["answer"]["rows"], json!([]), "{name}");
        }
    }
    let analyst = app.sign_in("analytics").await;
    for name in ["", "coverage", "CoverageByDay", "coverageByDay/x", "%00"] {
        assert_eq!(analyst.get(&path(name)).await.status, 404, "{name}");
    }
}

#[actix_web::test]
async fn document_lists_charts_in_order() {
    let (document, _) = generated(&PRODUCT).await;
    let found = &document["paths"][EXPLORE]["get"]["x-explorer"]["charts"];
    let found = found.as_array().unwrap();
    let names: Vec<&str> = found.iter().map(|chart| chart["name"].as_str().unwrap()).collect();
    assert_eq!(names, CHARTS.map(|(name, _)| name));
    for (chart, (_, kind)) in found.iter().zip(CHARTS) {
        assert_eq!(chart["kind"], kind);
        for text in ["title", "description"] {
            assert!(chart[text].as_str().unwrap().len() > 10, "{chart}");
        }
        assert_ne!(chart["measures"], json!([]), "{chart}");
    }
}

#[actix_web::test]
async fn chart_equals_its_explorer_query() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    for (name, _) in CHARTS {
        let chart = chart(&market.analyst, name).await;
        if name == "coverageByDay" {
            continue;
        }
        let query = chart["explore"].as_str().unwrap();
        let answer = query_explorer(&market.analyst, query).await;
        assert_eq!(chart["answer"]["rows"], answer["rows"], "{name}");
        if name == "farOffListed" {
            // Its link leads to the explorer with the same filter: all such units, and no other.
            let all = "dataset=units&measures=listedGap&rows=unit&limit=1000";
            let all = query_explorer(&market.analyst, all).await;
            let far = |row: &&Value| {
                row["values"]["listedGap"]["value"].as_f64().is_some_and(|gap| gap.abs() > 0.15)
            };
            let far = all["rows"].as_array().unwrap().iter().filter(far).count();
            assert!(far > 0 && far < all["rows"].as_array().unwrap().len());
            assert_eq!(answer["total"], far);
        }
    }
    // The intervals of estimators and the gaps of units match the reference.
    let measures = ["bias", "biasLow", "biasHigh"];
    let wanted = ReferenceQuery {
        by_estimate: true,
        rows: Some("estimator"),
        ..ReferenceQuery::measure("")
    };
    let bias = chart(&market.analyst, "estimatorBias").await;
    check(&market, &bias["answer"], &measures, &wanted, "estimatorBias");
    let unit = market.units.iter().find(|unit| consensus(unit).is_some()).unwrap();
    let label = |row: &Value| row["row"]["label"].as_str().unwrap().to_owned();
    let all = query_explorer(&market.analyst, "dataset=units&measures=spread&rows=unit").await;
    let mut rows = all["rows"].as_array().unwrap().iter();
    let row = rows.find(|row| row["row"]["key"] == unit.id).unwrap();
    assert!(label(row).contains(" · "), "{row}");
}

#[actix_web::test]
async fn coverage_by_day_matches_the_first_saves() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let week = week_of(today());
    let chart = chart(&market.analyst, "coverageByDay").await;
    let rows = chart["answer"]["rows"].as_array().unwrap();
    let units: Vec<_> = market.units.iter().filter(|unit| [1, 2].contains(&unit.project)).collect();
    let mut day = week;
    for row in rows {
        assert_eq!(row["row"]["key"], day.to_string());
        let until = Timestamp::start_of(day).plus_seconds(DAY);
        let covered = units
            .iter()
            .filter(|unit| unit.estimates.iter().filter(|one| one.at < until).count() >= 4);
        let measure_value = &row["values"]["coverage"];
        let found = (measure_value["value"].as_f64(), measure_value["n"].as_u64().unwrap());
        let share = covered.count() as f64 / units.len() as f64;
        assert_close(found, (Some(share), units.len() as u64), &format!("coverage until {day}"));
        day = day.succ_opt().unwrap();
    }
    assert_eq!(day, today().succ_opt().unwrap());
    let query = chart["explore"].as_str().unwrap();
    let answer = query_explorer(&market.analyst, query).await;
    assert_eq!(answer["total"], 2);
}

#[actix_web::test]
async fn records_with_coordinates_return_their_place() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let admin = app.sign_in("admin").await;
    let placed = &market.projects[0].id;
    let body = json!({ "coordinates": { "latitude": 25.1, "longitude": 55.2 } });
    admin.patch(&format!("/api/backoffice/projects/{placed}"), body).await.expect(200);
    let map = chart(&market.analyst, "projectsByNetYield").await;
    let places: BTreeSet<String> = map["answer"]["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["row"].get("place").is_some())
        .map(|row| format!("{} {}", row["row"]["key"].as_str().unwrap(), row["row"]["place"]))
        .collect();
    let place = json!({ "latitude": 25.1, "longitude": 55.2 });
    assert_eq!(places, BTreeSet::from([format!("{placed} {place}")]));
}

async fn inspect(admin: &TestClient<'_>) {
    for (subject, score, passed) in
        [("Roof", 40, false), ("Lobby", 90, true), ("Lift", 70, true), ("Stairs", 80, true)]
    {
        let body = json!({ "subject": subject, "score": score, "passed": passed });
        admin.post("/api/backoffice/inspections", body).await.expect(201);
    }
}

#[actix_web::test]
async fn explorer_has_a_measure_and_a_dimension_of_an_unknown_module() {
    let app = TestApp::of(&WITH_INSPECTIONS).await;
    inspect(&app.sign_in("admin").await).await;
    let analyst = app.sign_in("analytics").await;
    let answer = query_explorer(&analyst, "dataset=inspections&measures=score&rows=outcome").await;
    assert_eq!(
        answer["rows"],
        json!([
            {
                "row": { "key": "passed", "label": "Passed" },
                "values": { "score": { "value": 80.0, "n": 3 } },
            },
            {
                "row": { "key": "failed", "label": "Failed" },
                "values": { "score": { "value": 40.0, "n": 1 } },
            },
        ])
    );
    assert_eq!(answer["total"], 2);
    let chart = chart(&analyst, "scoreByOutcome").await;
    assert_eq!((&chart["kind"], &chart["title"]), (&json!("bar"), &json!("Scores by outcome")));
    assert_eq!(chart["answer"]["rows"], answer["rows"]);
    assert_eq!(chart["explore"], "dataset=inspections&measures=score&rows=outcome&chart=bar");
}

#[actix_web::test]
async fn invalid_chart_is_refused_at_startup() {
    const INSPECTIONS: Module = inspections::first::MODULE;
    const OF_NOTHING: &[Chart] = &[Chart {
        name: "heights",
        of: Charted::Question(|_| "dataset=inspections&measures=height".into()),
        ..INSPECTIONS.charts[0]
    }];
    const ONE: Chart = Chart {
        name: "scores",
        of: Charted::Question(|_| "dataset=inspections&measures=score".into()),
        ..INSPECTIONS.charts[0]
    };
    for (modules, names) in [
        (
            &[companies::MODULE, Module { charts: OF_NOTHING, ..INSPECTIONS }] as &[Module],
            ["heights", "`height`"],
        ),
        (
            &[companies::MODULE, Module { charts: &[ONE, ONE], ..INSPECTIONS }],
            ["inspections", "scores"],
        ),
    ] {
        let message = startup_error(&Product { modules, ..PRODUCT }).await;
        for name in names {
            assert!(message.contains(name), "{message}");
        }
    }
}
