//! Who may query the explorer, which queries are valid, how rows are sorted, and the export as a
//! file.

use kernel::Product;
use kernel::module::Module;
use kernel::testing::{TestApp, startup_error};
use serde_json::{Value, json};

use super::{EXPLORE, Market, query_explorer};
use crate::assessing::{estimators, place};
use crate::{PRODUCT, inspections};

const EXPORT: &str = "/api/analytics/explore/export";

#[actix_web::test]
async fn explorer_requires_permission() {
    let app = TestApp::of(&PRODUCT).await;
    let query = "dataset=units&measures=rent";
    for path in [EXPLORE, EXPORT] {
        let path = format!("{path}?{query}");
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
async fn invalid_query_is_rejected_with_a_message_of_what_is_valid() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    let rent = "dataset=units&measures=rent";
    for (query, message) in [
        (String::new(), "`dataset` is needed. Possible: units, assessments, estimators, projects"),
        ("dataset=flats&measures=rent".into(), "`dataset` cannot be `flats`. Possible: units"),
        ("dataset=units".into(), "`measures` is needed. Possible: "),
        ("dataset=units&measures=price".into(), "`measures` of `units` cannot be `price`"),
        (
            "dataset=assessments&measures=rent".into(),
            "`measures` of `assessments` cannot be `rent`",
        ),
        (format!("{rent}&measures=rent"), "`measures` names `rent` twice"),
        (
            format!("{rent}&measures=units&measures=spread&measures=bias&measures=alpha"),
            "`measures` can name at most 4",
        ),
        (format!("{rent}&rows=colour"), "`rows` cannot be `colour`. Possible: "),
        (format!("{rent}&rows=estimator"), "`rows` cannot be `estimator`, which `rent`"),
        (format!("{rent}&cols=view"), "`cols` goes with `rows`"),
        (format!("{rent}&rows=view&cols=view"), "`cols` must be another dimension"),
        (format!("{rent}&rows=day&grain=year"), "`grain` cannot be `year`. Possible: day, week"),
        (format!("{rent}&chart=pie"), "`chart` cannot be `pie`. Possible: table, bar"),
        (format!("{rent}&from=2026-2-1"), "`from` must be a day such as"),
        (format!("{rent}&to=2026-02-30"), "`to` must be a day such as"),
        (format!("{rent}&from=2026-02-02&to=2026-02-01"), "`from` must not be after `to`"),
        (format!("{rent}&compare=next"), "`compare` cannot be `next`. Possible: previous, listed"),
        (format!("{rent}&compare=previous&from=2026-02-02"), "`compare=previous` needs a period"),
        (
            format!("{rent}&compare=previous&from=1900-01-01&to=9999-12-31"),
            "`compare=previous` would reach back behind 1901",
        ),
        (format!("{rent}&sort=units:asc"), "`sort` cannot be `units:asc`. Possible: row:asc"),
        (format!("{rent}&sort=rent:up"), "`sort` cannot be `rent:up`"),
        (format!("{rent}&limit=0"), "`limit` must be a whole number from 1 to 1000"),
        (format!("{rent}&limit=1001"), "`limit` must be a whole number from 1 to 1000"),
        (format!("{rent}&limit=5&limit=6"), "`limit` can be given only once"),
        (format!("{rent}&row=view"), "There is no parameter `row`"),
        (format!("{rent}&format=csv"), "There is no parameter `format`"),
        (format!("{rent}&filters=x"), "filters"),
    ] {
        let answer = analyst.get(&format!("{EXPLORE}?{query}")).await;
        let detail = answer.body["detail"].as_str().unwrap_or_default();
        assert_eq!(answer.status, 400, "{query}");
        assert!(detail.contains(message), "{query}: {detail}");
    }
    assert_eq!(analyst.get(&format!("{EXPORT}?{rent}&format=pdf")).await.status, 400);
    assert_eq!(analyst.get(&format!("{EXPORT}?{rent}&rows=colour")).await.status, 400);
}

#[actix_web::test]
async fn empty_result_is_one_row_without_a_value() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    let answer = query_explorer(&analyst, "dataset=units&measures=units&measures=coverage").await;
    assert_eq!(
        answer["rows"],
        json!([{
            "row": { "key": null, "label": "All" },
            "values": {
                "units": { "value": null, "n": 0 }, "coverage": { "value": null, "n": 0 },
            },
        }])
    );
    assert_eq!(answer["total"], 1);
    let answer = query_explorer(&analyst, "dataset=units&measures=units&rows=project").await;
    assert_eq!((&answer["rows"], &answer["total"]), (&json!([]), &json!(0)));
}

fn labels(answer: &Value) -> Vec<&str> {
    let rows = answer["rows"].as_array().unwrap();
    rows.iter().map(|row| row["row"]["label"].as_str().unwrap()).collect()
}

#[actix_web::test]
async fn rows_are_in_the_requested_order_with_missing_values_last() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let query = "dataset=units&measures=units&measures=rent&rows=";
    for (rest, expected) in [
        ("bedrooms", vec!["Studio", "1BR", "2BR", "5BR"]),
        ("bedrooms&sort=row:desc", vec!["5BR", "2BR", "1BR", "Studio"]),
        ("projectType", vec!["Apartments", "Villas", "Not stated"]),
        ("projectType&sort=row:desc", vec!["Villas", "Apartments", "Not stated"]),
        ("project", vec!["Creek Rise", "Marina Gate", "Palm Court", "Zabeel One"]),
        ("status&limit=2", vec!["Available", "Sold"]),
    ] {
        let answer = query_explorer(&market.analyst, &format!("{query}{rest}")).await;
        assert_eq!(labels(&answer), expected, "{rest}");
    }
    for (direction, sign) in [("asc", 1.0), ("desc", -1.0)] {
        // The last project has no estimates.
        let answer =
            query_explorer(&market.analyst, &format!("{query}project&sort=rent:{direction}")).await;
        let rents: Vec<Option<f64>> = answer["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["values"]["rent"]["value"].as_f64())
            .collect();
        assert!(rents[3].is_none() && labels(&answer)[3] == "Zabeel One", "{rents:?}");
        assert!(rents[..3].windows(2).all(|two| sign * two[0].unwrap() <= sign * two[1].unwrap()));
        // With columns, a row is sorted by its value over all columns, and counts as one towards
        // the limit.
        let grid = format!("{query}project&cols=bedrooms&sort=rent:{direction}&limit=2");
        let grid = query_explorer(&market.analyst, &grid).await;
        let mut row_labels = labels(&grid);
        row_labels.dedup();
        assert_eq!(row_labels, labels(&answer)[..2]);
        assert_eq!(grid["total"], 4);
    }
    let answer = query_explorer(&market.analyst, &format!("{query}bedrooms&limit=1")).await;
    assert_eq!((labels(&answer).len(), &answer["total"]), (1, &json!(4)));
}

#[actix_web::test]
async fn query_sees_the_writes_of_its_caller() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate", 1).await;
    for (count, estimator) in (1..).zip(estimators(&app, 5).await) {
        assert_eq!(place.save(&estimator, 0, 80_000).await.status, 201);
        let answer =
            query_explorer(&admin, "dataset=units&measures=estimates&measures=coverage").await;
        let values = &answer["rows"][0]["values"];
        assert_eq!(values["estimates"]["value"], f64::from(count));
        assert_eq!(values["coverage"]["value"], if count < 4 { 0.0 } else { 1.0 });
    }
}

#[actix_web::test]
async fn result_is_exported_as_a_file() {
    let app = TestApp::of(&PRODUCT).await;
    let market = Market::of(&app).await;
    let query = "dataset=units&measures=rent&measures=units&rows=project&compare=listed";
    let answer = query_explorer(&market.analyst, query).await;
    let file = market.analyst.get(&format!("{EXPORT}?{query}")).await;
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"analytics.csv\"");
    let table = String::from_utf8(file.bytes).unwrap();
    let mut lines = table.trim_start_matches('\u{feff}').lines();
    let header = "project,project.key,rent,rent.n,rent.compare,rent.compare.n,units,units.n";
    assert_eq!(lines.next(), Some(header));
    for row in answer["rows"].as_array().unwrap() {
        let cells: Vec<&str> = lines.next().unwrap().split(',').collect();
        let value = |cell: &str| cell.parse::<f64>().ok();
        let (rent, units) = (&row["values"]["rent"], &row["values"]["units"]);
        assert_eq!(cells[0], row["row"]["label"]);
        assert_eq!(cells[1], row["row"]["key"]);
        let expected = [
            rent["value"].as_f64(),
            rent["n"].as_f64(),
            rent["compare"]["value"].as_f64(),
            rent["compare"]["n"].as_f64(),
            units["value"].as_f64(),
            units["n"].as_f64(),
        ];
        assert_eq!(cells[2..].iter().map(|cell| value(cell)).collect::<Vec<_>>(), expected);
    }
    assert_eq!(lines.next(), None);
    assert!(table.starts_with("project,"));
    let marked = market.analyst.get(&format!("{EXPORT}?{query}&byteOrderMark=true")).await;
    assert_eq!(String::from_utf8(marked.bytes).unwrap(), format!("\u{feff}{table}"));
    let file = market.analyst.get(&format!("{EXPORT}?{query}&cols=status&format=xlsx")).await;
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"analytics.xlsx\"");
    assert!(file.bytes.starts_with(b"PK"));
}

#[actix_web::test]
async fn join_to_an_unknown_table_is_refused_at_startup() {
    const TWICE: &[Module] = &[
        inspections::first::MODULE,
        Module { measures: inspections::first::MODULE.measures, ..Module::new("audits") },
    ];
    let message = startup_error(&Product { modules: TWICE, ..PRODUCT }).await;
    for name in ["inspections", "audits", "score"] {
        assert!(message.contains(name), "{message}");
    }
    const NOWHERE: &[Module] =
        &[Module { joins: joins_of_an_unknown_table(), ..inspections::first::MODULE }];
    let message = startup_error(&Product { modules: NOWHERE, ..PRODUCT }).await;
    for name in ["inspections", "castles"] {
        assert!(message.contains(name), "{message}");
    }
}

const fn joins_of_an_unknown_table() -> &'static [kernel::explore::Join] {
    &[kernel::explore::Join { from: "inspections.id", to: "castles.inspection_id", many: false }]
}
