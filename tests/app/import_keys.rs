//! The record of a row is found by its key, whatever type the key's columns have.

use actix_web::http::Method;
use diesel::prelude::*;
use kernel::db::Migration;
use kernel::module::Module;
use kernel::prelude::*;
use kernel::resource::Unique;
use kernel::testing::{Answer, TestApp, TestClient};
use kernel::{Product, resource};
use serde_json::{Value, json};

use self::days_tables::days;
use crate::PRODUCT;
use crate::inspections::with_remarks::{Inspections, MODULE};

const INSPECTIONS: &str = "/api/backoffice/inspections";
const READINGS: &str = "/api/backoffice/readings";

/// Imports a table, and updates the records that exist.
async fn import(client: &TestClient<'_>, path: &str, table: &str, mapping: &Value) -> Answer {
    let mapping = mapping.to_string();
    let fields: &[_] = if mapping == "null" { &[] } else { &[("mapping", mapping.as_str())] };
    let path = format!("{path}/import?existing=update");
    client.request(Method::POST, &path).file(table, fields).send().await
}

/// Returns how many records an import created, updated and skipped.
fn counts(answer: Answer) -> [i64; 3] {
    let report = answer.expect(200);
    ["created", "updated", "skipped"].map(|count| report[count].as_i64().unwrap())
}

#[actix_web::test]
async fn row_is_the_record_with_its_key_of_any_type() {
    for (key, column, [one, other]) in [
        (&[("/inspectedOn", "inspected_on")][..], "inspectedOn", ["2026-03-01", "2026-03-02"]),
        (&[("/score", "score")], "score", ["7", "70"]),
        (&[("/weight", "weight")], "weight", ["2.0", "2.5"]),
        (&[("/passed", "passed")], "passed", ["true", "false"]),
        (
            &[("/urgency", "urgency"), ("/inspectedOn", "inspected_on")],
            "urgency,inspectedOn",
            ["low,2026-03-01", "low,2026-03-02"],
        ),
    ] {
        let info = Info { key, ..Inspections::INFO };
        let resources = Box::leak(Box::new([resource::full::<Inspections>().told_as(info)]));
        let inspections = Module { resources, ..MODULE };
        let modules = Box::leak(Box::new([companies::MODULE, inspections]));
        let app = TestApp::of(&Product { modules, ..PRODUCT }).await;
        let admin = app.sign_in("admin").await;
        // A score is required in any case.
        let (head, score) = if column == "score" { ("", "") } else { (",score", ",50") };
        let upload = async |subject: &str| {
            let table =
                format!("subject,{column}{head}\n{subject},{one}{score}\nLift,{other}{score}\n");
            counts(import(&admin, INSPECTIONS, &table, &Value::Null).await)
        };
        assert_eq!(upload("Roof").await, [2, 0, 0], "{column}");
        assert_eq!(upload("Attic").await, [0, 1, 1], "{column}");
        let found = admin.get(&format!("{INSPECTIONS}?sort=subject")).await.expect(200);
        assert_eq!(found["total"], json!(2), "{column}");
        assert_eq!(found["items"][0]["subject"], "Attic", "{column}");
    }
}

/// A day on which meters are read, which no client creates.
#[resource(table = days, resource = Days, info = DAYS, hidden_times, read_only)]
struct Day {
    day: chrono::NaiveDate,
}

const DAYS: Info = Info {
    name: "days",
    singular: "day",
    label: "Days",
    description: "Days on which meters are read.",
    title: "day",
    columns: &["day"],
    sort: "day",
    key: &[("/day", "day")],
    ..Info::DEFAULT
};

/// A reading of a meter.
#[resource(table = readings, resource = Readings, info = READINGS_INFO, hidden_times)]
struct Reading {
    /// When the meter was read.
    taken_at: Timestamp,
    /// What it showed.
    kilowatt_hours: i64,
    /// The day on which it was to be read.
    #[field(reference = "days")]
    day_id: Option<Id>,
}

const READINGS_INFO: Info = Info {
    name: "readings",
    singular: "reading",
    label: "Readings",
    description: "Readings of a meter.",
    title: "takenAt",
    columns: &["takenAt", "kilowattHours"],
    sort: "takenAt",
    key: &[("/takenAt", "taken_at")],
    unique: &[Unique {
        index: "readings_taken_at",
        on: &[("/takenAt", "taken_at")],
        field: "/takenAt",
        message: "The meter was read at this time already",
    }],
    ..Info::DEFAULT
};

const TABLES: &str = "\
    CREATE TABLE days (
        id TEXT NOT NULL PRIMARY KEY,
        day DATE NOT NULL,
        created_at TIMESTAMP NOT NULL,
        updated_at TIMESTAMP NOT NULL
    );
    CREATE TABLE readings (
        id TEXT NOT NULL PRIMARY KEY,
        taken_at TIMESTAMP NOT NULL,
        kilowatt_hours BIGINT NOT NULL,
        day_id TEXT REFERENCES days (id),
        created_at TIMESTAMP NOT NULL,
        updated_at TIMESTAMP NOT NULL
    );
    CREATE UNIQUE INDEX readings_taken_at ON readings (taken_at);";

const METERS: Product = Product {
    modules: &[Module {
        migrations: || {
            vec![Migration { name: "20261121900200_meters", sql: TABLES, postgres: None }]
        },
        policy: "p, admin, days, *\np, admin, readings, *\n",
        resources: &[resource::read_only::<Days>(), resource::full::<Readings>()],
        ..Module::new("meters")
    }],
    ..PRODUCT
};

#[actix_web::test]
async fn record_referred_to_is_found_by_a_date_and_a_row_by_a_time() {
    let app = TestApp::of(&METERS).await;
    let admin = app.sign_in("admin").await;
    let (id, now) = (Id::new(), Timestamp::now());
    let day = (
        days::id.eq(&id),
        days::day.eq(chrono::NaiveDate::from_ymd_opt(2026, 3, 1).unwrap()),
        (days::created_at.eq(now), days::updated_at.eq(now)),
    );
    diesel::insert_into(days::table).values(day).execute(&mut app.database().connect()).unwrap();
    let mapping = json!({ "resource": "readings", "fields": {
        "takenAt": "At",
        "kilowattHours": { "column": "Shown", "number": true },
        "dayId": { "lookup": "days", "by": { "day": "Day" } },
    } });
    let upload = async |shown: &str| {
        let table = format!("At,Shown,Day\n2026-03-01T08:00:00Z,{shown},2026-03-01\n");
        counts(import(&admin, READINGS, &table, &mapping).await)
    };
    assert_eq!(upload("70").await, [1, 0, 0]);
    assert_eq!(upload("71").await, [0, 1, 0]);
    let found = admin.get(READINGS).await.expect(200);
    assert_eq!(found["total"], 1);
    let reading = &found["items"][0];
    assert_eq!((&reading["kilowattHours"], &reading["dayId"]), (&json!(71), &json!(id)));
}

#[actix_web::test]
async fn duplicate_of_a_plain_column_is_reported_in_the_words_of_its_resource() {
    let app = TestApp::of(&METERS).await;
    let admin = app.sign_in("admin").await;
    let reading = json!({ "takenAt": "2026-03-01T08:00:00Z", "kilowattHours": 70 });
    admin.post(READINGS, reading.clone()).await.expect(201);
    let again = admin.post(READINGS, reading).await;
    assert_eq!(again.status, 409);
    assert_eq!(again.errors(), [("/takenAt", "The meter was read at this time already")]);
}
