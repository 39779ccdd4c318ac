//! Overload: long reads during other requests, their deadline, and a full disk.

use std::time::{Duration, Instant};

use actix_web::http::Method;
use futures_util::future::{Either, join_all, select};
use kernel::Product;
use kernel::explore::{Aggregate, Measure};
use kernel::module::Module;
use kernel::testing::{Answer, TestApp, TestDatabase};
use serde_json::{Value, json};

use crate::{PRODUCT, inspections};

const INSPECTIONS: &str = "/api/backoffice/inspections";
const COMPANIES: &str = "/api/backoffice/companies";
const EXPLORE: &str = "/api/analytics/explore?dataset=inspections";

/// A measure that takes hours to compute for one inspection.
const ENDLESS: Measure = Measure {
    name: "endless",
    label: "Endless",
    description: "As many as can be counted.",
    unit: "points",
    facts: "inspections",
    numbers: &[
        "inspections.score + (WITH RECURSIVE numbers (number) AS (SELECT CAST(1 AS BIGINT) \
         UNION ALL SELECT number + 1 FROM numbers WHERE number < 1000000000000) \
         SELECT COUNT(*) FROM numbers)",
    ],
    aggregate: Aggregate::median(|numbers| numbers[0]),
    ..Measure::DEFAULT
};

const SCORE: Measure = Measure { name: "score", numbers: &["inspections.score"], ..ENDLESS };

const SLOW: Product = Product {
    modules: &[
        users::MODULE,
        companies::MODULE,
        projects::MODULE,
        units::MODULE,
        rotations::MODULE,
        estimations::MODULE,
        analytics::MODULE,
        Module { measures: &[ENDLESS, SCORE], ..inspections::first::MODULE },
    ],
    ..PRODUCT
};

/// Starts the product with an inspection. Queries have this deadline in seconds, and two run at a
/// time.
async fn app(seconds: u64) -> TestApp {
    let app = TestApp::set_up(&SLOW, TestDatabase::new(), |config| {
        (config.long_reads, config.long_read_seconds) = (2, seconds);
    })
    .await;
    let body = json!({ "subject": "Roof", "score": 80 });
    app.sign_in("admin").await.post(INSPECTIONS, body).await.expect(201);
    app
}

async fn metric(app: &TestApp, name: &str) -> f64 {
    let answer = app.anonymous().request(Method::GET, "/metrics").from("127.0.0.1").send().await;
    let text = String::from_utf8(answer.bytes).unwrap();
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name}"))
}

async fn wait_for_metric(app: &TestApp, name: &str, value: f64) {
    let begun = Instant::now();
    while metric(app, name).await != value {
        assert!(begun.elapsed() < Duration::from_secs(60), "{name} is never {value}");
        actix_web::rt::task::yield_now().await;
    }
}

fn assert_retry_after(answer: &Answer) {
    assert_eq!(answer.status, 503, "{:#}", answer.body);
    assert_eq!(answer.header("content-type"), "application/problem+json");
    assert!(answer.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
    assert!(answer.body["detail"].as_str().unwrap().contains("Try again"));
}

#[actix_web::test]
async fn a_dozen_endless_queries_do_not_block_other_requests() {
    let app = app(60).await;
    let admin = app.sign_in("admin").await;
    // The queries differ, or one result would answer all of them.
    let questions = (0..12).map(|number| {
        let question = format!("{EXPLORE}&measures=endless&limit={}", number + 1);
        let admin = &admin;
        async move { admin.get(&question).await }
    });
    let questions = Box::pin(join_all(questions));
    let everything_else = Box::pin(async {
        wait_for_metric(&app, "mizan_long_reads_busy", 2.0).await;
        wait_for_metric(&app, "mizan_long_reads_waiting", 10.0).await;
        let other = app.sign_in("admin").await;
        let made = other.post(COMPANIES, json!({ "name": "Emaar" })).await;
        let path = made.header("location").to_owned();
        made.expect(201);
        other.get(&path).await.expect(200);
        assert_eq!(other.get(&format!("{COMPANIES}?search=ema")).await.expect(200)["total"], 1);
        other.get(&format!("{path}/history")).await.expect(200);
        let file = other.get(&format!("{COMPANIES}/export?format=csv")).await;
        assert!(String::from_utf8_lossy(&file.bytes).contains("Emaar"));
        assert_eq!(metric(&app, "mizan_long_reads_busy").await, 2.0);
    });
    let Either::Right(((), questions)) = select(questions, everything_else).await else {
        panic!("an endless question was answered")
    };
    // All clients disconnect, which ends their queries.
    drop(questions);
    let answer = admin.get(&format!("{EXPLORE}&measures=score")).await.expect(200);
    assert_eq!(answer["rows"][0]["values"]["score"]["value"], 80.0);
    wait_for_metric(&app, "mizan_long_reads_busy", 0.0).await;
}

#[actix_web::test]
async fn query_past_its_deadline_is_a_503_and_its_statement_ends() {
    let app = app(1).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{EXPLORE}&measures=endless");
    assert_retry_after(&admin.get(&path).await);
    assert_retry_after(&admin.get(&path.replace("explore?", "explore/export?")).await);
    wait_for_metric(&app, "mizan_long_reads_busy", 0.0).await;
    admin.get(&format!("{EXPLORE}&measures=score")).await.expect(200);
}

#[actix_web::test]
async fn query_without_a_free_slot_for_long_reads_gets_a_retry_after() {
    let app = app(60).await;
    let admin = app.sign_in("admin").await;
    let paths = [
        "/api/analytics/explore?dataset=inspections&measures=score",
        "/api/analytics/explore/export?dataset=inspections&measures=score",
        "/api/analytics/overview",
        "/api/estimations/leaderboard?period=all",
    ];
    let endless = (0..2).map(|number| {
        let question = format!("{EXPLORE}&measures=endless&limit={}", number + 1);
        let admin = &admin;
        async move { admin.get(&question).await }
    });
    let waiting = Box::pin(async {
        wait_for_metric(&app, "mizan_long_reads_busy", 2.0).await;
        for answer in join_all(paths.map(|path| admin.get(path))).await {
            assert_retry_after(&answer);
        }
    });
    let Either::Right(_) = select(Box::pin(join_all(endless)), waiting).await else {
        panic!("an endless question was answered")
    };
}

/// Only SQLite can simulate a full disk without a file system of its own. The error of PostgreSQL
/// is mapped by the same code.
#[actix_web::test]
async fn a_full_disk_is_a_507_and_what_fits_is_still_written() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let created = admin.post(COMPANIES, json!({ "name": "Emaar" })).await;
    let path = created.header("location").to_owned();
    if !app.fill_disk().await {
        return;
    }
    let note = |length: usize| json!({ "address": "x".repeat(length) });
    let mut refused = Value::Null;
    for number in 0..500 {
        let made = admin.post(COMPANIES, json!({ "name": format!("C {number}") })).await;
        if made.status == 507 {
            assert_eq!(made.header("content-type"), "application/problem+json");
            refused = made.body;
            break;
        }
        made.expect(201);
    }
    assert_eq!(refused["detail"], "The server has no space left to store this");
    // Committed data is there, and reads continue.
    assert_eq!(admin.get(&path).await.expect(200)["name"], "Emaar");
    app.free_disk().await;
    admin.patch(&path, note(20)).await.expect(200);
}
