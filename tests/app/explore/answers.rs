//! Answers of the explorer, each compared with the reference.

use std::collections::BTreeSet;

use kernel::testing::{TestApp, generated};
use kernel::time::Timestamp;
use serde_json::{Value, json};

use super::reference::{self, Place, ReferenceQuery};
use super::{Market, assert_close, cells, check, check_some, query_explorer};
use crate::past_weeks::{DAY, monday};
use crate::{PRODUCT, encoded};

const OF_UNITS: [&str; 17] = [
    "units",
    "rent",
    "rentPerSqFt",
    "listedRent",
    "listedGap",
    "listedDistance",
    "grossYield",
    "netYield",
    "grossYieldOfSums",
    "netYieldOfSums",
    "priceToRent",
    "serviceShare",
    "spread",
    "halfWidth",
    "confidence",
    "coverage",
    "weightedRent",
];
const OF_ESTIMATES: [&str; 13] = [
    "estimate",
    "estimates",
    "estimators",
    "bias",
    "biasLow",
    "biasHigh",
    "medianError",
    "within5",
    "within10",
    "within20",
    "agreement",
    "agreementOfMeans",
    "alpha",
];
const OF_BOTH: [&str; 18] = [
    "project",
    "unit",
    "developer",
    "location",
    "projectType",
    "readiness",
    "bedrooms",
    "areaBand",
    "view",
    "floorBand",
    "status",
    "amenity",
    "priceBand",
    "rotation",
    "confidenceBand",
    "day",
    "week",
    "month",
];

fn query(dataset: &str, measures: &[&str], rest: &str) -> String {
    format!("dataset={dataset}&measures={}{rest}", measures.join("&measures="))
}

fn names(list: &Value) -> BTreeSet<&str> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

#[actix_web::test]
async fn document_lists_every_dataset_measure_and_dimension() {
    let (document, _) = generated(&PRODUCT).await;
    let explorer = &document["paths"]["/api/analytics/explore"]["get"]["x-explorer"];
    let all: BTreeSet<&str> = OF_UNITS.into_iter().chain(OF_ESTIMATES).collect();
    let both: BTreeSet<&str> = OF_BOTH.into_iter().chain(["estimator"]).collect();
    for (dataset, measures) in [
        ("units", all.clone()),
        ("assessments", OF_ESTIMATES.into()),
        ("estimators", OF_ESTIMATES.into()),
        ("projects", all.clone()),
    ] {
        let datasets = explorer["datasets"].as_array().unwrap();
        let found = datasets.iter().find(|one| one["name"] == dataset).unwrap();
        assert_eq!(names(&found["measures"]), measures, "{dataset}");
        assert_eq!(names(&found["dimensions"]), both, "{dataset}");
    }
    let listed = |kind: &str| -> BTreeSet<&str> {
        let listed = explorer[kind].as_array().unwrap().iter();
        listed.map(|one| one["name"].as_str().unwrap()).collect()
    };
    assert_eq!(listed("measures"), all);
    // A value that is missing has a reason in the document.
    for measure in explorer["measures"].as_array().unwrap() {
        assert!(measure["none"].as_str().is_some_and(|why| why.ends_with('.')), "{measure}");
    }
    assert_eq!(listed("dimensions"), both);
}

#[actix_web::test]
async fn every_measure_by_every_dimension_matches_the_reference() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    for (dataset, all, by_estimate) in [
        ("units", &OF_UNITS[..], false),
        ("units", &OF_ESTIMATES[..], false),
        ("projects", &OF_UNITS[..], false),
        ("projects", &OF_ESTIMATES[..], false),
        ("assessments", &OF_ESTIMATES[..], true),
        ("estimators", &OF_ESTIMATES[..], true),
    ] {
        let own = if all == OF_ESTIMATES { Some("estimator") } else { None };
        // The remaining measures differ from these two only by their filter.
        let dimensions =
            if let "units" | "assessments" = dataset { &OF_BOTH[..] } else { &OF_BOTH[15..] };
        let dimensions = dimensions.iter().copied().chain(own).map(Some).chain([None]);
        for dimension in dimensions {
            for measures in all.chunks(4) {
                let rows = dimension.map_or(String::new(), |name| format!("&rows={name}"));
                let query = query(dataset, measures, &rows);
                let wanted =
                    ReferenceQuery { by_estimate, rows: dimension, ..ReferenceQuery::measure("") };
                let answer = query_explorer(&market.analyst, &query).await;
                check(&market, &answer, measures, &wanted, &query);
                for measure in measures.iter().filter(|_| dimension.is_none()) {
                    let measure_value = &answer["rows"][0]["values"][measure];
                    assert!(
                        measure_value["value"].is_number() && measure_value["n"] != 0,
                        "{measure}"
                    );
                }
            }
        }
    }
}

#[actix_web::test]
async fn rows_and_columns_make_a_grid() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    for (rows, cols) in [("project", "bedrooms"), ("amenity", "rotation"), ("week", "status")] {
        for measures in OF_UNITS.chunks(4).chain(OF_ESTIMATES.chunks(4)) {
            let query = query("units", measures, &format!("&rows={rows}&cols={cols}"));
            let wanted = ReferenceQuery {
                rows: Some(rows),
                cols: Some(cols),
                ..ReferenceQuery::measure("")
            };
            check(
                &market,
                &query_explorer(&market.analyst, &query).await,
                measures,
                &wanted,
                &query,
            );
        }
    }
    let query = query("assessments", &["estimates", "bias"], "&rows=estimator&cols=day");
    let wanted = ReferenceQuery {
        by_estimate: true,
        rows: Some("estimator"),
        cols: Some("day"),
        ..ReferenceQuery::measure("")
    };
    let answer = query_explorer(&market.analyst, &query).await;
    check(&market, &answer, &["estimates", "bias"], &wanted, &query);
}

#[actix_web::test]
async fn period_includes_both_days_and_time_has_the_requested_granularity() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let day = |week: i64, days: i64| monday(week).plus_seconds(days * DAY).day();
    for (from, to) in [(day(-2, 0), day(-2, 6)), (day(-1, 0), day(-1, 0)), (day(-4, 6), day(-2, 0))]
    {
        for (dataset, measure, by_estimate) in
            [("assessments", "estimates", true), ("units", "rent", false), ("units", "bias", false)]
        {
            let rest = format!("&rows=project&from={from}&to={to}");
            let query = query(dataset, &[measure], &rest);
            let wanted = ReferenceQuery {
                by_estimate,
                rows: Some("project"),
                period: Some((from, to)),
                ..ReferenceQuery::measure("")
            };
            check(
                &market,
                &query_explorer(&market.analyst, &query).await,
                &[measure],
                &wanted,
                &query,
            );
        }
    }
    for (rows, grain, meant) in
        [("day", "month", "month"), ("month", "week", "week"), ("week", "day", "day")]
    {
        let query = query("assessments", &["estimates"], &format!("&rows={rows}&grain={grain}"));
        let wanted =
            ReferenceQuery { by_estimate: true, rows: Some(meant), ..ReferenceQuery::measure("") };
        check(
            &market,
            &query_explorer(&market.analyst, &query).await,
            &["estimates"],
            &wanted,
            &query,
        );
    }
    // A period with one of its two days is valid too.
    let today = Timestamp::now().day();
    let answer =
        query_explorer(&market.analyst, &format!("dataset=units&measures=units&from={today}"))
            .await;
    let query = format!("dataset=units&measures=units&from={today}&to={today}");
    assert_eq!(answer["rows"], query_explorer(&market.analyst, &query).await["rows"]);
}

#[actix_web::test]
async fn filters_are_those_of_the_datasets_resource() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let filter = |field: &str, operator: &str, value: Value| {
        let condition = json!({ "field": field, "operator": operator, "value": value });
        let filter = json!({ "operator": "AND", "conditions": [condition] }).to_string();
        encoded(&filter).to_string()
    };
    let one = filter("bedrooms", "equals", json!(1));
    for measures in [&["rent", "units", "coverage"], &["bias", "alpha", "estimates"]] {
        let query = query("units", measures, &format!("&rows=project&filters={one}"));
        let wanted = ReferenceQuery { rows: Some("project"), ..ReferenceQuery::measure("") };
        let answer = query_explorer(&market.analyst, &query).await;
        check_some(&market, &answer, measures, &wanted, |unit| unit.bedrooms == 1, &query);
    }
    let palm = filter("location", "equals", json!("Dubai Marina"));
    let query = query("projects", &["netYield", "units"], &format!("&filters={palm}"));
    let answer = query_explorer(&market.analyst, &query).await;
    let counts = |unit: &super::Unit| unit.project == 1 || unit.project == 3;
    check_some(
        &market,
        &answer,
        &["netYield", "units"],
        &ReferenceQuery::measure(""),
        counts,
        &query,
    );
    let agent = filter("agent", "equals", json!(market.people[2].id));
    let query = format!("dataset=estimators&measures=estimates&filters={agent}");
    let own = market.units.iter().flat_map(|unit| &unit.estimates).filter(|one| one.person == 2);
    let answer = query_explorer(&market.analyst, &query).await;
    assert_eq!(answer["rows"][0]["values"]["estimates"]["value"], own.count() as f64);
}

#[actix_web::test]
async fn measures_are_compared_with_the_previous_period_and_listed_values() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    // Compared with the listed values: these measures have some.
    let listed = ["rent", "rentPerSqFt", "grossYield", "netYield"];
    let more = ["grossYieldOfSums", "netYieldOfSums", "priceToRent", "serviceShare"];
    for measures in [listed, more] {
        let query = query("units", &measures, "&rows=project&cols=bedrooms&compare=listed");
        let cells = cells(&query_explorer(&market.analyst, &query).await);
        for measure in measures {
            let (rows, cols) = (Some("project"), Some("bedrooms"));
            let wanted =
                ReferenceQuery { listed: true, rows, cols, ..ReferenceQuery::measure(measure) };
            for (place, measure_value) in reference::evaluate(&market, &wanted, |_| true) {
                assert_close(
                    cells[&place][measure].1.unwrap(),
                    measure_value,
                    &format!("{measure} {place:?}"),
                );
            }
        }
    }
    let answer =
        query_explorer(&market.analyst, "dataset=units&measures=spread&compare=listed").await;
    assert_eq!(answer["rows"][0]["values"]["spread"].get("compare"), None);

    let (from, to) = (monday(-2).day(), monday(-1).plus_seconds(-DAY).day());
    let before = (monday(-3).day(), monday(-2).plus_seconds(-DAY).day());
    let period = format!("&from={from}&to={to}&compare=previous");
    for rows in ["project", "estimator", "day"] {
        let measures = ["estimates", "medianError"];
        let query = query("assessments", &measures, &format!("&rows={rows}{period}"));
        let cells = cells(&query_explorer(&market.analyst, &query).await);
        for measure in measures {
            let now = ReferenceQuery {
                by_estimate: true,
                rows: Some(rows),
                period: Some((from, to)),
                ..ReferenceQuery::measure(measure)
            };
            let then = ReferenceQuery { period: Some((before.0, before.1)), ..now };
            // The previous period is a week earlier. Each day is compared with the one a week
            // before.
            let now = reference::evaluate(&market, &now, |_| true);
            let mut earlier_cells = std::collections::BTreeMap::new();
            for ((row, col), measure_value) in reference::evaluate(&market, &then, |_| true) {
                let row = match rows {
                    "day" => row.map(|day| {
                        let day: chrono::NaiveDate = day.parse().unwrap();
                        (day + chrono::TimeDelta::days(7)).to_string()
                    }),
                    _ => row,
                };
                earlier_cells.insert((row, col), measure_value);
            }
            let places: BTreeSet<&Place> = now.keys().chain(earlier_cells.keys()).collect();
            assert_eq!(cells.keys().collect::<BTreeSet<_>>(), places);
            for place in places {
                let (measure_value, compared) = cells[place][measure];
                let what = format!("{measure} by {rows} at {place:?}");
                assert_close(measure_value, now.get(place).copied().unwrap_or_default(), &what);
                assert_close(
                    compared.unwrap(),
                    earlier_cells.get(place).copied().unwrap_or_default(),
                    &what,
                );
            }
        }
    }
}

#[actix_web::test]
async fn columns_are_in_the_order_of_their_dimension() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let keys = |list: &Value| -> Vec<Option<String>> {
        let keys = list.as_array().unwrap().iter();
        keys.map(|col| col["key"].as_str().map(str::to_owned)).collect()
    };
    for cols in ["bedrooms", "view", "week", "amenity"] {
        let grid = format!("dataset=units&measures=units&rows=project&cols={cols}");
        let grid = query_explorer(&market.analyst, &grid).await;
        let alone =
            query_explorer(&market.analyst, &format!("dataset=units&measures=units&rows={cols}"))
                .await;
        let rows: Vec<Value> =
            alone["rows"].as_array().unwrap().iter().map(|row| row["row"].clone()).collect();
        assert_eq!(keys(&grid["cols"]), keys(&json!(rows)), "{cols}");
        assert!(alone.get("cols").is_none());
    }
    // The limit of columns applies to the rows of the answer, and not to the others.
    let one = "dataset=units&measures=units&rows=project&cols=bedrooms&limit=1";
    let one = query_explorer(&market.analyst, one).await;
    let own: BTreeSet<Option<&str>> =
        one["rows"].as_array().unwrap().iter().map(|row| row["col"]["key"].as_str()).collect();
    assert_eq!(own.len(), one["cols"].as_array().unwrap().len());
}
