//! The report of an import: skipped rows with their reasons, records created on the way, and where
//! reading stopped.

use actix_web::http::Method;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const COMPANIES: &str = "/api/backoffice/companies";
const UNITS: &str = "/api/backoffice/units";

async fn import(client: &TestClient<'_>, path: &str, table: &str, mapping: Option<&str>) -> Value {
    let fields: Vec<(&str, &str)> =
        mapping.map(|mapping| ("mapping", mapping)).into_iter().collect();
    client.request(Method::POST, path).file(table, &fields).send().await.expect(200)
}

fn skipped(report: &Value) -> Vec<(i64, &str)> {
    let rows = report["skippedRows"].as_array().unwrap();
    rows.iter()
        .map(|row| (row["line"].as_i64().unwrap(), row["reason"].as_str().unwrap()))
        .collect()
}

#[actix_web::test]
async fn skipped_rows_are_reported_by_line_and_reason() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{COMPANIES}/import");
    let mapping = "resource = \"companies\"\nrepeated = \"first\"\n\
                   skip_rows = [{ column = \"State\", equals = \"gone\" }, { column = \"Size\", less_than = 5 }]\n\
                   fields.name = \"Name\"\nfields.phone = \"Phone\"";
    let table = "Name,Phone,State,Size\nAlpha,1,,9\nBeta,2,gone,9\nGamma,3,,2\nalpha,4,,9\n";
    let report = import(&admin, &path, table, Some(mapping)).await;
    assert_eq!((&report["created"], &report["skipped"]), (&json!(1), &json!(3)));
    assert_eq!(
        skipped(&report),
        [
            (3, "The mapping leaves it out by skip_rows[0]"),
            (4, "The mapping leaves it out by skip_rows[1]"),
            (5, "This company stands in the file already"),
        ]
    );
    let plain = "name,phone\nAlpha,1\nDelta,2\nDelta,3\n";
    let report = import(&admin, &format!("{path}?existing=skip&repeated=last"), plain, None).await;
    assert_eq!(
        skipped(&report),
        [
            (2, "This company exists already"),
            (3, "This company stands in the file again further down"),
        ]
    );
    let report =
        import(&admin, &format!("{path}?existing=update"), "name,phone\nAlpha,1\n", None).await;
    assert_eq!(skipped(&report), [(2, "This company is as the row says already")]);
    assert_eq!(report["made"], json!({}));
}

#[actix_web::test]
async fn first_thousand_skipped_rows_are_listed_and_all_are_counted() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mapping = "resource = \"companies\"\nskip_rows = [{ column = \"n\", empty = false }]\n\
                   fields.name = \"n\"";
    let rows: String = (0..1_200).map(|row| format!("Company {row}\n")).collect();
    let report =
        import(&admin, &format!("{COMPANIES}/import"), &format!("n\n{rows}"), Some(mapping)).await;
    assert_eq!(report["skipped"], 1_200);
    assert_eq!(report["skippedRows"].as_array().unwrap().len(), 1_000);
}

const LISTINGS: &str = "price,beds_baths_area,address\n\
\"84,000\",\"221,115 sqft\",\"Sample Tower, Test Marina\"\n\
\"84,000\",\"221,115 sqft\",\"Sample Tower, Test Marina\"\n\
\"30,000\",01396 sqft,\"Sample Plaza, Sub Project, Test Community, Test District\"\n\
\"31,000\",01396 sqft,\"Sample Plaza, Sub Project, Test Community, Test District\"\n";

#[actix_web::test]
async fn a_dry_run_reports_all_that_the_real_run_does() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{UNITS}/import");
    let dry = format!("{path}?dryRun=true");
    for round in 0..2 {
        let would = import(&admin, &dry, LISTINGS, Some("bayut-rents")).await;
        let total = admin.get(UNITS).await.expect(200)["total"].as_i64().unwrap();
        assert_eq!(total, round * 3, "a dry run writes nothing");
        let did = import(&admin, &path, LISTINGS, Some("bayut-rents")).await;
        assert_eq!(would, did);
        if round == 0 {
            assert_eq!(
                (&did["created"], &did["skipped"], &did["made"]),
                (&json!(3), &json!(1), &json!({ "developers": 1, "projects": 2 }))
            );
        } else {
            assert_eq!(
                (&did["created"], &did["skipped"], &did["made"]),
                (&json!(0), &json!(4), &json!({}))
            );
            assert_eq!(skipped(&did)[0], (2, "This unit exists already"));
        }
    }
}

#[actix_web::test]
async fn records_created_for_a_refused_row_are_not_counted() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mapping = "resource = \"units\"\n[fields]\nunitNumber = \"No\"\n\
                   developerId = { lookup = \"developers\", by.name = \"Developer\", create = {} }\n\
                   projectId = { lookup = \"projects\", by.name = \"Project\", create.location = { constant = \"Dubai\" }, create.\"developer._id\" = { lookup = \"developers\", by.name = \"Developer\", create = {} } }\n\
                   totalAreaInSqFt = { column = \"Area\", number = true }\n\
                   purchasePriceInAED = { constant = 0 }\nyearlyRentInAED = { constant = 0 }\n\
                   serviceChargesPerSqFt = { constant = 0 }\n";
    let table = "No,Developer,Project,Area\n1,Noor,Palm,-5\n2,Reem,Creek,90\n3,Reem,Creek,91\n";
    let report = import(&admin, &format!("{UNITS}/import?dryRun=true"), table, Some(mapping)).await;
    assert_eq!(report["errors"].as_array().unwrap().len(), 1, "{report:#}");
    assert_eq!(report["made"], json!({ "developers": 1, "projects": 1 }));
    assert_eq!(report["created"], 2);
}

#[actix_web::test]
async fn skipped_row_creates_no_related_records() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mapping = "resource = \"projects\"\nexisting = \"skip\"\nfields.name = \"Name\"\n\
                   fields.location = { constant = \"Dubai\" }\n\
                   fields.\"developer._id\" = { lookup = \"developers\", by.name = \"Developer\", create = {} }";
    let path = "/api/backoffice/projects/import";
    let first = import(&admin, path, "Name,Developer\nPalm,Noor\n", Some(mapping)).await;
    assert_eq!((&first["created"], &first["made"]), (&json!(1), &json!({ "developers": 1 })));
    let again = import(&admin, path, "Name,Developer\nPalm,Reem\n", Some(mapping)).await;
    assert_eq!((&again["skipped"], &again["made"]), (&json!(1), &json!({})));
    let developers = admin.get("/api/backoffice/developers").await.expect(200);
    assert_eq!(developers.as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn a_name_that_is_not_found_is_quoted() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mapping = "resource = \"projects\"\nfields.name = \"Name\"\nfields.location = \"Area\"\n\
                   fields.\"developer._id\" = { lookup = \"developers\", by.name = \"Developer\" }";
    let table = "Name,Area,Developer\nPalm,Marina,Emar\nCreek,Arjan, Nakheel \n";
    let path = "/api/backoffice/projects/import";
    let refused =
        admin.request(Method::POST, path).file(table, &[("mapping", mapping)]).send().await;
    assert_eq!(
        refused.expect(422)["errors"],
        json!([
            { "line": 2, "column": "Developer", "message": "There is no developer 'Emar'" },
            { "line": 3, "column": "Developer", "message": "There is no developer 'Nakheel'" },
        ])
    );
}

#[actix_web::test]
async fn report_has_the_line_where_reading_stopped() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let rows: String = (0..12_000).map(|row| format!("Company {row},nobody\n")).collect();
    let table = format!("name,email\n{rows}");
    let path = format!("{COMPANIES}/import");
    let refused = admin.request(Method::POST, &path).file(&table, &[]).send().await.expect(422);
    assert_eq!(refused["errors"].as_array().unwrap().len(), 10_000);
    assert_eq!(
        refused["detail"],
        "At least 10,000 rows were refused, and nothing was imported; reading stopped at line 10,001"
    );
    let dry = import(&admin, &format!("{path}?dryRun=true"), &table, None).await;
    assert_eq!(dry["stoppedAt"], 10_001);
    let few = admin.request(Method::POST, &path).file("name,email\nA,b\nB,c\n", &[]).send().await;
    assert_eq!(few.expect(422)["detail"], "2 rows were refused, and nothing was imported");
}
