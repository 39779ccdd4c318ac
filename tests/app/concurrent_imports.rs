//! Large imports during other writes: no writer waits for the end of an import, and an import that
//! fails late leaves nothing.

use std::cell::Cell;

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use futures_util::future::join;
use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const COMPANIES: &str = "/api/backoffice/companies";
const UNITS: &str = "/api/backoffice/units";

/// The fields that a unit must have.
const HEADER: &str = "unitNumber,projectId,developerId,totalAreaInSqFt,purchasePriceInAED,\
                      yearlyRentInAED,serviceChargesPerSqFt";

/// More rows than one batch.
const ROWS: usize = 4000;

async fn import(client: &TestClient<'_>, path: &str, table: &str) -> Answer {
    client.request(Method::POST, path).file(table, &[]).send().await
}

fn companies() -> String {
    let rows: String = (0..ROWS).map(|row| format!("Company {row},{row}\n")).collect();
    format!("name,phone\n{rows}")
}

async fn total(client: &TestClient<'_>, path: &str) -> usize {
    let total = client.get(&format!("{path}?limit=1")).await.expect(200)["total"].as_u64();
    usize::try_from(total.unwrap()).unwrap()
}

/// Imports while one company is changed repeatedly. Returns the answer of the import, the number of
/// changes meanwhile, and all totals that were read.
async fn import_during_changes(admin: &TestClient<'_>, query: &str) -> (Answer, usize, Vec<usize>) {
    let before = total(admin, COMPANIES).await;
    let other = admin.post(COMPANIES, json!({ "name": "Other" })).await;
    let other = other.header("location").to_owned();
    let (ended, path) = (Cell::new(false), format!("{COMPANIES}/import{query}"));
    let table = companies();
    let importing = async {
        let answer = import(admin, &path, &table).await;
        ended.set(true);
        answer
    };
    let changing = async {
        let mut totals = Vec::new();
        while !ended.get() {
            let phone = totals.len().to_string();
            admin.patch(&other, json!({ "phone": phone })).await.expect(200);
            totals.push(total(admin, COMPANIES).await - before - 1);
        }
        totals
    };
    let (answer, totals) = join(importing, changing).await;
    (answer, totals.len(), totals)
}

#[actix_web::test]
async fn dry_run_does_not_block_writers() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (answer, changes, totals) = import_during_changes(&admin, "?dryRun=true").await;
    assert_eq!(answer.expect(200)["created"], ROWS);
    assert!(changes > 10, "only {changes} changes were made meanwhile");
    assert!(totals.iter().all(|total| *total == 0), "{totals:?}");
}

#[actix_web::test]
async fn dry_run_changes_no_byte() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let url = app.database().url();
    let file = url.strip_prefix("sqlite://").map(str::to_owned);
    let bytes = || {
        let file = file.iter();
        let files = file.flat_map(|file| [file.clone(), format!("{file}-wal")]);
        files.map(|file| std::fs::read(file).unwrap()).collect::<Vec<_>>()
    };
    let before = bytes();
    let path = format!("{COMPANIES}/import?dryRun=true");
    assert_eq!(import(&admin, &path, &companies()).await.expect(200)["created"], ROWS);
    assert!(before == bytes(), "the database was written to");
    assert_eq!(total(&admin, COMPANIES).await, 0);
}

#[actix_web::test]
async fn large_import_does_not_block_writers() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (answer, changes, _) = import_during_changes(&admin, "").await;
    assert_eq!(answer.expect(200)["created"], ROWS);
    assert!(changes > 10, "only {changes} changes were made meanwhile");
    assert_eq!(total(&admin, COMPANIES).await, ROWS + 1);
}

async fn place(admin: &TestClient<'_>) -> (Value, Value) {
    let developer = admin.post("/api/backoffice/developers", json!({ "name": "Emaar" })).await;
    let developer = developer.expect(201)["_id"].clone();
    let body = json!({ "name": "Rise", "location": "Creek", "developer": { "_id": developer } });
    let project = admin.post("/api/backoffice/projects", body).await.expect(201);
    (project["_id"].clone(), developer)
}

#[actix_web::test]
async fn earlier_write_is_not_overwritten_and_the_import_is_rolled_back() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (project, developer) = place(&admin).await;
    let (project_id, developer_id) = (project.as_str().unwrap(), developer.as_str().unwrap());
    let unit = |number: &str| {
        json!({
            "unitNumber": number, "projectId": project, "developerId": developer,
            "totalAreaInSqFt": 900, "purchasePriceInAED": 1, "yearlyRentInAED": 1,
            "serviceChargesPerSqFt": 1,
        })
    };
    let first = admin.post(UNITS, unit("U-0")).await;
    let first_path = first.header("location").to_owned();
    let first = first.expect(201);
    let row = |row| format!("U-{row},{project_id},{developer_id},1,2,3,4\n");
    let table = format!("{HEADER}\n{}", (1..=ROWS).map(row).collect::<String>());
    let last = format!("U-{ROWS}");
    let path = format!("{UNITS}/import");
    let ended = Cell::new(false);
    let importing = async {
        let answer = import(&admin, &path, &table).await;
        ended.set(true);
        answer
    };
    let other = async {
        // On PostgreSQL the rows of an import are invisible before its commit.
        while !ended.get() && total(&admin, UNITS).await == 1 {}
        let touched = match ended.get() {
            true => None,
            false => {
                let page = admin.get(&format!("{UNITS}?search=U-1&limit=1")).await.expect(200);
                page["items"][0]["_id"].as_str().map(str::to_owned)
            }
        };
        let refused = match touched {
            Some(id) => {
                let change = json!({ "view": "Sea" });
                Some(admin.patch(&format!("{UNITS}/{id}"), change).await.status)
            }
            None => None,
        };
        (refused, admin.post(UNITS, unit(&last)).await.status.as_u16())
    };
    let (answer, (refused, posted)) = join(importing, other).await;
    if app.database().url().starts_with("postgres") {
        assert_eq!(posted, 409);
        assert_eq!(answer.expect(200)["created"], ROWS);
        return;
    }
    // Records of an unfinished import cannot be changed by others.
    assert_eq!(refused.map(|status| status.as_u16()), Some(503));
    assert_eq!(posted, 201);
    let refused = answer.expect(422);
    assert_eq!(
        refused["errors"],
        json!([{
            "line": ROWS + 1, "column": "unitNumber", "message": "This unit exists already",
        }])
    );
    assert_eq!(total(&admin, UNITS).await, 2);
    assert_eq!(admin.get(&first_path).await.expect(200), first);
}

/// As after a write of somebody else that the import did not know of: only the database knows of the conflict.
#[actix_web::test]
async fn row_that_the_database_rejects_among_many_is_named_and_nothing_is_kept() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (project, developer) = place(&admin).await;
    let (project, developer) = (project.as_str().unwrap(), developer.as_str().unwrap());
    let mut database = app.database().connect();
    let other = "DROP INDEX units_number_unique;
        CREATE UNIQUE INDEX units_number_unique ON units (fold(view))";
    database.batch_execute(other).unwrap();
    let row = |row: usize| {
        let view = if row == 250 { 10 } else { row };
        format!("U-{row},{project},{developer},1,2,3,4,View {view}\n")
    };
    let table = format!("{HEADER},view\n{}", (1..=300).map(row).collect::<String>());
    let refused = import(&admin, &format!("{UNITS}/import"), &table).await.expect(422);
    let message = "There is a unit with this number in the project already";
    assert_eq!(refused["errors"], json!([{ "line": 251, "column": "", "message": message }]));
    assert_eq!(total(&admin, UNITS).await, 0);
}
