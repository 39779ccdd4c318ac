//! The records behind a value: who may read them, and that they are the ones that the value is
//! computed from.

use std::collections::BTreeMap;

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use super::reference::{self, MeasureValue, ReferenceQuery};
use super::{EXPLORE, Market, assert_close, query_explorer};
use crate::{PRODUCT, encoded};

const RECORDS: &str = "/api/analytics/explore/records";
const EXPORT: &str = "/api/analytics/explore/records/export";

async fn behind(client: &TestClient<'_>, query: &str) -> Value {
    let answer = client.get(&format!("{RECORDS}?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.body);
    answer.body
}

/// Returns the values by record.
fn measure_values(records: &Value, measure: &str) -> BTreeMap<String, MeasureValue> {
    let measure_value = |item: &Value| {
        let found = &item["values"][measure];
        (found["value"].as_f64(), found["n"].as_u64().unwrap())
    };
    let items = records["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| (item["_id"].as_str().unwrap().to_owned(), measure_value(item)))
        .collect()
}

#[actix_web::test]
async fn records_behind_a_measure_require_permission() {
    let app = TestApp::of(&PRODUCT).await;
    for path in [RECORDS, EXPORT] {
        let path = format!("{path}?dataset=units&measures=rent");
        assert_eq!(app.anonymous().get(&path).await.status, 401);
        for role in ["user", "estimations"] {
            assert_eq!(app.sign_in(role).await.get(&path).await.status, 403, "{role}");
        }
        for role in ["analytics", "admin"] {
            assert_eq!(app.sign_in(role).await.get(&path).await.status, 200, "{role}");
        }
    }
}

#[actix_web::test]
async fn invalid_query_is_rejected() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    for (rest, message) in [
        ("&row=x", "`row` goes with `rows`"),
        ("&rows=project&col=x", "`col` goes with `cols`"),
        ("&rows=project&page=0", "`page` must be a whole number"),
        ("&rows=project&page=x", "`page` must be a whole number"),
        ("&rows=project&page=9999999999", "`page` must be a whole number"),
        ("&rows=project&page=1&page=2", "`page` can be given only once"),
        ("&rows=project&limit=0", "`limit` must be a whole number"),
        ("&rows=project&sort=title:asc", "`sort` cannot be `title:asc`"),
        ("&rows=colour", "`rows` cannot be `colour`"),
        ("&format=csv", "There is no parameter `format`"),
    ] {
        let answer = analyst.get(&format!("{RECORDS}?dataset=units&measures=rent{rest}")).await;
        let detail = answer.body["detail"].as_str().unwrap_or_default();
        assert!(answer.status == 400 && detail.contains(message), "{rest}: {detail}");
    }
    // A group without facts has no records.
    let query = "dataset=units&measures=rent&rows=project&row=nowhere";
    let none = behind(&analyst, query).await;
    assert_eq!((&none["total"], &none["totalPages"]), (&0.into(), &0.into()));
    assert_eq!(none["row"][0]["label"], "nowhere");
}

#[actix_web::test]
async fn every_group_has_the_records_of_the_reference() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    for (dataset, record, measures) in [
        ("units", "unit", ["rent", "netYield"]),
        ("units", "unit", ["estimates", "bias"]),
        ("projects", "project", ["rent", "coverage"]),
    ] {
        for rows in ["project", "bedrooms", "view", "amenity", "rotation", "confidenceBand", "week"]
        {
            if rows == record {
                continue;
            }
            for measure in measures {
                let wanted = ReferenceQuery {
                    rows: Some(rows),
                    cols: Some(record),
                    ..ReferenceQuery::measure(measure)
                };
                let mut groups: BTreeMap<Option<String>, BTreeMap<String, MeasureValue>> =
                    BTreeMap::new();
                for ((row, id), measure_value) in reference::evaluate(&market, &wanted, |_| true) {
                    groups.entry(row).or_default().insert(id.unwrap(), measure_value);
                }
                for (row, expected) in groups {
                    let key = row.unwrap_or_default();
                    let key = encoded(&key);
                    let query =
                        format!("dataset={dataset}&measures={measure}&rows={rows}&row={key}");
                    let records = behind(&market.analyst, &query).await;
                    let found = measure_values(&records, measure);
                    assert_eq!(found.len(), expected.len(), "{query}");
                    assert_eq!(records["total"], expected.len(), "{query}");
                    for (id, measure_value) in &expected {
                        assert_close(found[id], *measure_value, &format!("{query}: {id}"));
                    }
                }
            }
        }
    }
}

#[actix_web::test]
async fn measure_of_estimates_has_the_estimates_as_records() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let grid = "dataset=assessments&measures=estimates&rows=estimator&cols=week";
    let answer = query_explorer(&market.analyst, grid).await;
    for cell in answer["rows"].as_array().unwrap() {
        let (row, col) =
            (cell["row"]["key"].as_str().unwrap(), cell["col"]["key"].as_str().unwrap());
        let records = behind(&market.analyst, &format!("{grid}&row={row}&col={col}")).await;
        assert_eq!(records["resource"], "estimations");
        assert_eq!(records["total"], cell["values"]["estimates"]["n"]);
        // The groups have the keys that the grid returned.
        assert_eq!((&records["row"][0], &records["col"][0]), (&cell["row"], &cell["col"]));
        let name = cell["row"]["label"].as_str().unwrap();
        for item in records["items"].as_array().unwrap() {
            assert!(item["title"].as_str().unwrap().ends_with(name), "{item}");
            assert_eq!(item["values"]["estimates"]["n"], 1);
        }
    }
}

#[actix_web::test]
async fn several_groups_are_combined_within_one_filter_and_period() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let all = behind(&market.analyst, "dataset=units&measures=rent&rows=bedrooms").await;
    assert_eq!(all["total"], market.units.len());
    let two =
        behind(&market.analyst, "dataset=units&measures=rent&rows=bedrooms&row=1&row=5").await;
    let in_two = market.units.iter().filter(|unit| [1, 5].contains(&unit.bedrooms)).count();
    assert_eq!(two["total"], in_two);
    let filter = "%7B%22operator%22%3A%22AND%22%2C%22conditions%22%3A%5B%7B%22field%22%3A%22bedrooms\
                  %22%2C%22operator%22%3A%22equals%22%2C%22value%22%3A1%7D%5D%7D";
    let project = &market.projects[1].id;
    let query = format!("dataset=units&measures=rent&rows=project&row={project}&filters={filter}");
    let own = market.units.iter().filter(|unit| unit.project == 1 && unit.bedrooms == 1);
    assert_eq!(behind(&market.analyst, &query).await["total"], own.count());
    let none = "dataset=units&measures=rent&rows=project&from=1990-01-01&to=1990-12-31";
    assert_eq!(behind(&market.analyst, none).await["total"], 0);
}

#[actix_web::test]
async fn records_are_paged_in_the_requested_order() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let query = "dataset=units&measures=rent&sort=rent:desc";
    let all = behind(&market.analyst, query).await;
    let ids = |records: &Value| -> Vec<String> {
        let items = records["items"].as_array().unwrap().iter();
        items.map(|item| item["_id"].as_str().unwrap().to_owned()).collect()
    };
    let rents: Vec<Option<f64>> = all["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["values"]["rent"]["value"].as_f64())
        .collect();
    let known = rents.iter().take_while(|rent| rent.is_some()).count();
    assert!(known > 0 && rents[known..].iter().all(Option::is_none), "{rents:?}");
    assert!(rents[..known].windows(2).all(|two| two[0] >= two[1]), "{rents:?}");
    let mut turned = Vec::new();
    for page in 1..=5 {
        let records = behind(&market.analyst, &format!("{query}&limit=7&page={page}")).await;
        assert_eq!((&records["page"], &records["totalPages"]), (&page.into(), &5.into()));
        turned.extend(ids(&records));
    }
    assert_eq!(turned, ids(&all));
    let behind_last = behind(&market.analyst, &format!("{query}&limit=7&page=6")).await;
    assert_eq!((ids(&behind_last).len(), &behind_last["total"]), (0, &all["total"]));
    // Sorting by title uses the title of the unit's own resource.
    let titled = behind(&market.analyst, "dataset=units&measures=rent").await;
    let titles: Vec<&str> = titled["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["title"].as_str().unwrap())
        .collect();
    assert!(titles.is_sorted_by_key(|title| title.to_lowercase()), "{titles:?}");
    assert!(titles.iter().all(|title| title.contains(" · ")), "{titles:?}");
}

#[actix_web::test]
async fn all_records_are_exported_as_a_file() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let project = &market.projects[1].id;
    let query = format!("dataset=units&measures=rent&rows=project&row={project}&limit=2");
    let records = behind(&market.analyst, &query).await;
    let file = market.analyst.get(&format!("{EXPORT}?{query}&format=csv")).await;
    let text = String::from_utf8(file.bytes).unwrap();
    assert_eq!(text.lines().count() as u64 - 1, records["total"].as_u64().unwrap());
    for item in records["items"].as_array().unwrap() {
        assert!(text.contains(item["title"].as_str().unwrap()), "{item}");
    }
    let marked = market.analyst.get(&format!("{EXPORT}?{query}&byteOrderMark=true")).await;
    assert_eq!(String::from_utf8(marked.bytes).unwrap(), format!("\u{feff}{text}"));
    let answer = market.analyst.get(&format!("{EXPORT}?{query}&format=pdf")).await;
    assert_eq!(answer.status, 400);
}

#[actix_web::test]
async fn tables_of_the_explorer_are_sent_under_the_limits_of_exports() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let question = "dataset=units&measures=units";
    let tables = [
        "/api/backoffice/units/export?".to_owned(),
        format!("{EXPLORE}/export?{question}"),
        format!("{EXPORT}?{question}"),
        format!("{EXPORT}?{question}&format=xlsx"),
    ];
    let exports = async || {
        let filters = json!({ "operator": "AND", "conditions": [
            { "field": "action", "operator": "equals", "value": "export" },
        ] });
        let filters = filters.to_string();
        let path = format!("/api/backoffice/audit?filters={}", encoded(&filters));
        let found = admin.get(&path).await;
        found.expect(200)["total"].clone()
    };
    let occupied = app.occupy_exports().unwrap();
    for path in &tables {
        let refused = admin.get(path).await;
        assert_eq!(refused.status, 503, "{path}");
        let detail = refused.body["detail"].as_str().unwrap();
        assert!(detail.starts_with("Several tables are being written"), "{detail}");
    }
    // What is no table goes on, and what was refused is not recorded as an export.
    admin.get(&format!("{EXPLORE}/records?{question}")).await.expect(200);
    assert_eq!(exports().await, 0);
    drop(occupied);
    for path in &tables {
        assert_eq!(admin.get(path).await.status, 200, "{path}");
    }
    assert_eq!(exports().await, tables.len());
}

#[actix_web::test]
async fn unit_has_its_consensus_listed_rent_gap_and_each_estimate() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    // Those of one estimator: a group that a consensus cannot be limited to.
    for query in ["measures=spread", "measures=estimates&rows=estimator", "measures=listedGap"] {
        let records = behind(&market.analyst, &format!("dataset=units&{query}&limit=1000")).await;
        let items = records["items"].as_array().unwrap();
        assert!(items.iter().any(|item| item["each"].as_array().unwrap().len() > 3), "{query}");
        for item in items {
            let unit = market.units.iter().find(|unit| item["_id"] == unit.id.as_str()).unwrap();
            let value = |name: &str| item["values"][name]["value"].as_f64();
            let listed = (unit.listed > 0).then_some(unit.listed as f64);
            assert_eq!(value("listedRent"), listed, "{query}");
            match reference::consensus(unit) {
                None => assert_eq!(value("rent"), None),
                Some(consensus) => {
                    let gap = listed.map(|listed| consensus / listed - 1.0);
                    assert_close((value("rent"), 1), (Some(consensus), 1), query);
                    assert_close((value("listedGap"), 1), (gap, 1), query);
                }
            }
            let rents = |all: Vec<f64>| {
                let mut all = all;
                all.sort_by(f64::total_cmp);
                all
            };
            let each = item["each"].as_array().unwrap().iter();
            assert_eq!(
                rents(each.map(|part| part["value"].as_f64().unwrap()).collect()),
                rents(unit.estimates.iter().map(|one| one.rent as f64).collect()),
                "{query}"
            );
        }
    }
}
