//! Measures include every change with the next query, whether this process, another process or
//! plain SQL made it.

use diesel::connection::SimpleConnection;
use futures_util::future::join;
use kernel::id::Id;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use super::reference::ReferenceQuery;
use super::{Market, check, query_explorer};
use crate::{PRODUCT, encoded};

const UNITS: &str = "/api/backoffice/units";

/// Dimensions with every kind of column and join: numbers, texts, lists, times, and joins to many.
const DIMENSIONS: [&str; 7] =
    ["project", "bedrooms", "view", "amenity", "rotation", "estimator", "week"];

async fn check_all(market: &Market<'_>, analyst: &TestClient<'_>, what: &str) {
    let measures = ["rent", "grossYield", "coverage", "units"];
    for rows in DIMENSIONS {
        let (dataset, measures, by_estimate) = match rows {
            "estimator" => ("assessments", &["estimates", "bias"][..], true),
            _ => ("units", &measures[..], false),
        };
        let parameters = measures.iter().map(|measure| format!("&measures={measure}"));
        let parameters = parameters.collect::<String>();
        // The URL differs each time, so that no answer comes from the cache.
        let limit = 1000 - what.len() % 500;
        let query = format!("dataset={dataset}{parameters}&rows={rows}&limit={limit}");
        let answer = query_explorer(analyst, &query).await;
        let wanted =
            ReferenceQuery { by_estimate, rows: Some(rows), ..ReferenceQuery::measure("") };
        check(market, &answer, measures, &wanted, &format!("{what}: {query}"));
    }
}

#[actix_web::test]
async fn next_query_sees_every_change() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut market = Market::of(&app).await;
    let analyst = app.sign_in("analytics").await;
    check_all(&market, &analyst, "at first").await;

    let change = json!({ "view": "Park", "purchasePriceInAED": 777_000, "amenities": ["Pool"] });
    admin.patch(&format!("{UNITS}/{}", market.units[4].id), change).await.expect(200);
    let unit = &mut market.units[4];
    (unit.view, unit.price, unit.amenities) = (Some("Park"), 777_000, vec!["Pool"]);
    check_all(&market, &analyst, "a unit has changed").await;

    market.save(2, 4, 91_500, None).await;
    market.save(3, 9, 123_500, None).await;
    check_all(&market, &analyst, "estimates were saved").await;

    let deleted = market.units.iter().position(|unit| unit.estimates.is_empty()).unwrap();
    let deleted = market.units.remove(deleted);
    admin.delete(&format!("{UNITS}/{}", deleted.id)).await.expect(204);
    check_all(&market, &analyst, "a unit is deleted").await;

    let rotation = market.projects[1].rotations.pop().unwrap();
    let change = json!({ "projectId": market.projects[1].id });
    let path = format!("/api/backoffice/projects/weekly-rotations/{rotation}/remove");
    admin.post(&path, change).await.expect(200);
    check_all(&market, &analyst, "a project is in one rotation less").await;

    let history = format!("{UNITS}/{}/restore", deleted.id);
    admin.post(&history, json!({ "version": 1 })).await.expect(200);
    market.units.push(deleted);
    check_all(&market, &analyst, "a unit is back again, in one number with another row").await;
}

#[actix_web::test]
async fn query_sees_writes_of_other_processes_and_plain_sql() {
    let app = TestApp::of(&PRODUCT).await;
    let mut market = Market::of(&app).await;
    let other = TestApp::on(&PRODUCT, app.database()).await;
    let (here, there) = (app.sign_in("analytics").await, other.sign_in("analytics").await);
    check_all(&market, &here, "here").await;
    check_all(&market, &there, "there").await;

    market.save(1, 7, 88_500, None).await;
    check_all(&market, &there, "saved here").await;

    let unit = market.units[8].id.clone();
    let sql = format!("UPDATE units SET bedrooms = 9, view = 'Creek' WHERE id = '{unit}'");
    app.database().connect().batch_execute(&sql).unwrap();
    (market.units[8].bedrooms, market.units[8].view) = (9, Some("Creek"));
    for client in [&here, &there] {
        check_all(&market, client, "changed in SQL").await;
    }

    let admin = other.sign_in("admin").await;
    let deleted = market.units.iter().position(|unit| unit.estimates.is_empty()).unwrap();
    let deleted = market.units.remove(deleted);
    admin.delete(&format!("{UNITS}/{}", deleted.id)).await.expect(204);
    check_all(&market, &here, "deleted there").await;
}

#[actix_web::test]
async fn records_are_in_the_order_of_their_names_after_every_change() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let market = Market::of(&app).await;
    let analyst = app.sign_in("analytics").await;
    let labels = async |rows: &str, limit: usize| -> Vec<String> {
        let query = format!("dataset=units&measures=units&rows={rows}&limit={limit}");
        let answer = query_explorer(&analyst, &query).await;
        let label = |row: &Value| row["row"]["label"].as_str().unwrap().to_owned();
        let labels: Vec<String> = answer["rows"].as_array().unwrap().iter().map(label).collect();
        let mut sorted = labels.clone();
        sorted.sort_by_key(|label| (label.to_lowercase(), label.clone()));
        assert_eq!(labels, sorted, "{query}");
        labels
    };
    let before = labels("unit", 901).await;

    // The units of the project are called by its name, too.
    let project = format!("/api/backoffice/projects/{}", market.projects[0].id);
    let name = admin.get(&project).await.body["name"].as_str().unwrap().to_owned();
    for (turn, renamed) in ["zz last", "AA first", "ZZ LAST", &name].into_iter().enumerate() {
        admin.patch(&project, json!({ "name": renamed })).await.expect(200);
        let projects = labels("project", 902 + turn).await;
        let units = labels("unit", 902 + turn).await;
        assert!(projects.iter().any(|label| label.contains(renamed)), "{projects:?}");
        assert!(units.iter().any(|label| label.contains(renamed)), "{units:?}");
    }

    let deleted = market.units.iter().find(|unit| unit.estimates.is_empty()).unwrap();
    let unit = format!("{UNITS}/{}", deleted.id);
    admin.delete(&unit).await.expect(204);
    assert_eq!(labels("unit", 910).await.len(), before.len() - 1);
    admin.post(&format!("{unit}/restore"), json!({ "version": 1 })).await.expect(200);
    assert_eq!(labels("unit", 911).await, before);
}

/// SQLite records changes for the cache, and stores only a limited number of such notes.
#[actix_web::test]
async fn measures_are_right_after_the_change_notes_are_lost() {
    let app = TestApp::of(&PRODUCT).await;
    let mut market = Market::of(&app).await;
    let analyst = app.sign_in("analytics").await;
    check_all(&market, &analyst, "at first").await;
    if !app.database().url().starts_with("sqlite") {
        return;
    }
    market.save(4, 11, 64_500, None).await;
    market.save(5, 12, 71_500, None).await;
    let sql = "DELETE FROM changed_rows WHERE number < (SELECT max(number) FROM changed_rows)";
    app.database().connect().batch_execute(sql).unwrap();
    check_all(&market, &analyst, "notes are gone").await;
}

/// A query sees a change of many units completely or not at all, and every later query sees it.
#[actix_web::test]
async fn concurrent_queries_see_each_change_completely() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::with_units(&app).await;
    let admin = app.sign_in("admin").await;
    let chosen: Vec<&str> = market.units.iter().take(12).map(|unit| &*unit.id).collect();
    let set = async |status: &str| {
        let body = json!({ "unitIds": chosen, "update": { "status": status } });
        admin.patch(UNITS, body).await.expect(200);
    };
    let among = chosen.iter().filter_map(|id| Id::parse(id)).collect::<Vec<_>>();
    let condition = json!({ "field": "_id", "operator": "in", "value": among });
    let filters = json!({ "operator": "AND", "conditions": [condition] }).to_string();
    let filters = encoded(&filters);
    let count = async |limit: usize| -> Vec<(String, u64)> {
        let query =
            format!("dataset=units&measures=units&rows=status&filters={filters}&limit={limit}");
        let answer = query_explorer(&market.analyst, &query).await;
        let status_and_count = |row: &Value| {
            let key = row["row"]["key"].as_str().unwrap().to_owned();
            (key, row["values"]["units"]["n"].as_u64().unwrap())
        };
        answer["rows"].as_array().unwrap().iter().map(status_and_count).collect()
    };
    set("sold").await;
    let statuses = ["available", "rented", "reserved", "sold"];
    let changes = async {
        for turn in 0..24 {
            let status = statuses[turn % 4];
            set(status).await;
            assert_eq!(count(500 + turn).await, [(status.to_owned(), 12)]);
        }
    };
    let questions = async {
        for turn in 0..60 {
            let groups = count(600 + turn).await;
            assert_eq!(groups.len(), 1, "a change was seen in part: {groups:?}");
            assert_eq!(groups[0].1, 12);
        }
    };
    join(changes, questions).await;
}
