//! Imports of tables with the defects of real ones, invented for these tests.

use actix_web::http::Method;
use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

use crate::{PRODUCT, until};

const COMPANIES: &str = "/api/backoffice/companies";
const UNITS: &str = "/api/backoffice/units";
const PROJECTS: &str = "/api/backoffice/projects";

async fn import(
    client: &TestClient<'_>,
    path: &str,
    table: &str,
    fields: &[(&str, &str)],
) -> Answer {
    client.request(Method::POST, path).file(table, fields).send().await
}

fn counts(report: &Value) -> [i64; 3] {
    ["created", "updated", "skipped"].map(|key| report[key].as_i64().unwrap())
}

async fn total(client: &TestClient<'_>, path: &str) -> i64 {
    client.get(path).await.expect(200)["total"].as_i64().unwrap()
}

#[actix_web::test]
async fn a_header_of_field_names_needs_no_mapping() {
    let app = TestApp::of(&PRODUCT).await;
    let path = format!("{COMPANIES}/import");
    assert_eq!(import(&app.anonymous(), &path, "name\nA\n", &[]).await.status, 401);
    assert_eq!(import(&app.sign_in("user").await, &path, "name\nA\n", &[]).await.status, 403);

    let admin = app.sign_in("admin").await;
    let table = "name,email\n\"Creek, Line\",A@B.example\nDune,\n";
    assert_eq!(counts(&import(&admin, &path, table, &[]).await.expect(200)), [2, 0, 0]);
    let found = admin.get(&format!("{COMPANIES}?search=creek,")).await.expect(200);
    assert_eq!(found["items"][0]["email"], "a@b.example");
}

#[actix_web::test]
async fn rejected_row_is_reported_by_line_and_column_and_nothing_is_written() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{COMPANIES}/import");
    let table = "name,email\nGood,a@b.example\n ,nobody\nGood,\n";
    let errors = json!([
        { "line": 3, "column": "email", "message": "Invalid email address" },
        { "line": 3, "column": "name", "message": "Name is required" },
        { "line": 4, "column": "name", "message": "This company stands in the file already" },
    ]);
    let dry = import(&admin, &format!("{path}?dryRun=true"), table, &[]).await.expect(200);
    assert_eq!(dry["errors"], errors);
    let refused = import(&admin, &path, table, &[]).await;
    assert_eq!(refused.header("content-type"), "application/problem+json");
    assert_eq!(refused.expect(422)["errors"], errors);
    assert_eq!(total(&admin, COMPANIES).await, 0);

    let unknown = import(&admin, &path, "name,colour\nA,red\n", &[]).await.expect(422);
    assert_eq!(unknown["errors"][0]["column"], "colour");
    let dry = import(&admin, &format!("{path}?dryRun=true"), "name\nA\n", &[]).await.expect(200);
    assert_eq!(counts(&dry), [1, 0, 0]);
    assert_eq!(total(&admin, COMPANIES).await, 0);
}

#[actix_web::test]
async fn report_says_how_the_file_is_written_and_what_it_leaves_open() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let checked = |path: &str| format!("{path}/import?dryRun=true");
    let unknown = "name;colour\nA;red\n";
    let report = import(&admin, &checked(COMPANIES), unknown, &[]).await.expect(200);
    assert_eq!(report["errors"][0]["column"], "colour");
    assert_eq!(report["writing"], json!({ "separator": "semicolon", "encoding": "utf-8" }));
    let table = "unitNumber;purchasePriceInAED\n1;850,000\n";
    let report = import(&admin, &checked(UNITS), table, &[]).await.expect(200);
    assert_eq!(report["writing"]["asks"], json!(["numbers"]));
    let said = [("numbers", "point")];
    let report = import(&admin, &checked(UNITS), table, &said).await.expect(200);
    assert_eq!(
        report["writing"],
        json!({ "separator": "semicolon", "encoding": "utf-8", "numbers": "point" })
    );
}

#[actix_web::test]
async fn existing_records_are_rejected_skipped_or_updated_as_requested() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{COMPANIES}/import");
    let upload = async |query: &str, table: &str| {
        import(&admin, &format!("{path}?{query}"), table, &[]).await
    };
    upload("", "name,phone\nAlpha,1\n").await.expect(200);
    let refused = upload("", "name,phone\n ALPHA ,2\n").await.expect(422);
    assert_eq!(refused["errors"][0]["message"], "This company exists already");
    let skipped = upload("existing=skip", "name,phone\nalpha,2\nBeta,3\n").await.expect(200);
    assert_eq!(counts(&skipped), [1, 0, 1]);
    let updated = upload("existing=update", "name,phone\nAlpha,2\nBeta,3\n").await.expect(200);
    assert_eq!(counts(&updated), [0, 1, 1]);
    let again = upload("existing=update", "name,phone\nAlpha,2\nBeta,3\n").await.expect(200);
    assert_eq!(counts(&again), [0, 0, 2]);
    let twice = "name,phone\nAlpha,5\nalpha,6\n";
    let first = upload("existing=update&repeated=first", twice).await.expect(200);
    assert_eq!(counts(&first), [0, 1, 1]);
    let last = upload("existing=update&repeated=last", twice).await.expect(200);
    assert_eq!(counts(&last), [0, 1, 1]);
    let found = admin.get(&format!("{COMPANIES}?search=alpha")).await.expect(200);
    assert_eq!(found["items"][0]["phone"], "6");
}

const REGISTER: &str = "master_developer_name,project_name,area_name_en,master_project_en,\
project_description_en,project_classification_id,no_of_units,no_of_villas,completion_date,project_end_date\n\
شركة  الاختبار,برج التجربة,Test Area,,\"Line one\nand \"\"two\"\"\",1,120,0,,2027-01-31\n\
Sample Builders,Sample Villas,Test Area,Sample Community,,2,0,40,2024-05-01,2024-01-01\n\
شركة الاختبار,برج التجربة,Other Area,,,1,5,0,,\n";

#[actix_web::test]
async fn project_register_is_imported_by_its_mapping_and_repeating_it_changes_nothing() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{PROJECTS}/import");
    let mapping = [("mapping", "dld-projects")];
    let report = import(&admin, &path, REGISTER, &mapping).await.expect(200);
    assert_eq!(counts(&report), [2, 0, 1]);
    let page = admin.get(PROJECTS).await.expect(200);
    let villas = &page["items"][0];
    assert_eq!((&villas["name"], &villas["totalUnits"]), (&json!("Sample Villas"), &json!(40)));
    assert_eq!(villas["completionDate"], "2024-05-01");
    assert_eq!(page["items"][1]["developer"]["name"], "شركة الاختبار");
    assert_eq!(page["items"][1]["description"], "Line one and \"two\"");
    let again = import(&admin, &path, REGISTER, &mapping).await.expect(200);
    assert_eq!(counts(&again), [0, 0, 3]);
    assert_eq!(
        admin.get("/api/backoffice/developers").await.expect(200).as_array().unwrap().len(),
        2
    );
}

const LISTINGS: &str = "price,beds_baths_area,address\n\
\"84,000\",\"221,115 sqft\",\"Sample Tower, Test Marina\"\n\
\"84,000\",\"221,115 sqft\",\"Sample Tower, Test Marina\"\n\
\"30,000\",01396 sqft,\"Sample Plaza, Sub Project, Test Community, Test District\"\n";

#[actix_web::test]
async fn listings_are_imported_as_units_of_new_projects() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{UNITS}/import");
    let mapping = [("mapping", "bayut-rents")];
    let report = import(&admin, &path, LISTINGS, &mapping).await.expect(200);
    assert_eq!(counts(&report), [2, 0, 1]);
    let page = admin.get(&format!("{UNITS}?search=tower")).await.expect(200);
    let unit = &page["items"][0];
    assert_eq!((&unit["bedrooms"], &unit["totalAreaInSqFt"]), (&json!(2), &json!(1115.0)));
    assert_eq!(unit["yearlyRentInAED"], 84_000);
    assert_eq!(total(&admin, PROJECTS).await, 2);
    let again = import(&admin, &path, LISTINGS, &mapping).await.expect(200);
    assert_eq!(counts(&again), [0, 0, 3]);
}

#[actix_web::test]
async fn unknown_file_format_is_imported_by_a_mapping() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mapping = json!({
        "resource": "units", "missing": ["-"], "delimiter": ";",
        "fields": {
            "unitNumber": { "template": "{Tower}-{No}" },
            "projectId": { "lookup": "projects", "by": { "name": "Building" }, "create": {
                "location": { "constant": "Dubai" },
                "developer._id": { "lookup": "developers", "by": { "name": "Builder" }, "create": {} },
            } },
            "developerId": { "lookup": "developers", "by": { "name": "Builder" }, "create": {} },
            "totalAreaInSqFt": { "column": "Size (sqm)", "number": true, "factor": 10.7639, "round": 2 },
            "purchasePriceInAED": { "column": "Price", "number": { "strip": ["AED"], "units": { "M": 1_000_000 } }, "round": 0 },
            "yearlyRentInAED": { "column": "Rent", "number": true, "default": 0 },
            "serviceChargesPerSqFt": { "constant": 0 },
            "status": { "column": "State", "table": { "شاغر": "available", "مؤجر": "rented" } },
            "amenities": { "column": "Extras", "split": "|" },
        },
    });
    let table = "Tower;No;Building;Builder;Size (sqm);Price;Rent;State;Extras\n\
                 A;1;Palm Court;Gulf Homes;100;AED 1.25M;-;شاغر;Pool | Gym|\n\
                 A;2;Palm Court;Gulf Homes;80;AED 1M;٦٥٬٠٠٠;مؤجر;-\n";
    let mapping = mapping.to_string();
    let path = format!("{UNITS}/import");
    let report = import(&admin, &path, table, &[("mapping", &mapping)]).await.expect(200);
    assert_eq!(counts(&report), [2, 0, 0]);
    let page = admin.get(UNITS).await.expect(200);
    let (first, second) = (&page["items"][0], &page["items"][1]);
    assert_eq!((&first["unitNumber"], &first["totalAreaInSqFt"]), (&json!("A-1"), &json!(1076.39)));
    assert_eq!(first["purchasePriceInAED"], 1_250_000);
    assert_eq!(first["amenities"], json!(["Pool", "Gym"]));
    assert_eq!((&second["status"], &second["yearlyRentInAED"]), (&json!("rented"), &json!(65_000)));

    let wrong = json!({ "resource": "units", "fields": { "unitNumber": "Nowhere" } }).to_string();
    let refused = import(&admin, &path, table, &[("mapping", &wrong)]).await;
    assert_eq!(refused.status, 422);
}

#[actix_web::test]
async fn ambiguous_values_are_not_guessed() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{COMPANIES}/import");
    let misspelt = import(&admin, &format!("{path}?dry_run=true"), "name\nA\n", &[]).await;
    assert_eq!(misspelt.status, 400);
    assert!(misspelt.body["detail"].as_str().unwrap().contains("dry_run"));
    let twice = import(&admin, &path, "name\nA\n", &[("file", "name\nB\n")]).await;
    assert_eq!(twice.status, 400);
    let null = import(&admin, &path, "name\na\u{0}b\n", &[]).await.expect(422);
    assert_eq!(null["errors"][0]["message"], "The cell holds a null character");
    let plain = admin.request(Method::POST, &path).body("text/csv", "name\nA\n").send().await;
    assert_eq!(plain.status, 415);
    assert_eq!(total(&admin, COMPANIES).await, 0);
}

#[actix_web::test]
async fn concurrent_imports_create_no_duplicates() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{PROJECTS}/import");
    let mapping = [("mapping", "dld-projects")];
    let upload = || import(&admin, &path, REGISTER, &mapping);
    let (one, two, three) = futures_util::future::join3(upload(), upload(), upload()).await;
    let created: i64 =
        [one, two, three].into_iter().map(|answer| counts(&answer.expect(200))[0]).sum();
    assert_eq!(created, 2);
    assert_eq!(total(&admin, PROJECTS).await, 2);
    let developers = admin.get("/api/backoffice/developers").await.expect(200);
    assert_eq!(developers.as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn import_has_the_permissions_of_its_caller() {
    const INSPECTORS: kernel::module::Module = kernel::module::Module {
        policy: "p, admin, inspections, *\np, analytics, inspections, create\n\
                 p, analytics, inspections, read\n",
        ..crate::inspections::first::MODULE
    };
    const WITH_INSPECTORS: kernel::Product =
        kernel::Product { modules: &[companies::MODULE, INSPECTORS], ..PRODUCT };
    let app = TestApp::of(&WITH_INSPECTORS).await;
    let analyst = app.sign_in("analytics").await;
    let path = "/api/backoffice/inspections/import";
    let table = "subject,score\nRoof,80\n";
    import(&analyst, path, table, &[]).await.expect(200);
    let update = import(&analyst, &format!("{path}?existing=update"), table, &[]).await;
    assert_eq!(update.status, 403);
    let peek = json!({ "resource": "inspections", "fields": {
        "subject": { "lookup": "companies", "by": { "name": "subject" }, "create": {} },
        "score": { "constant": 1 },
    } });
    let peek = import(&analyst, path, table, &[("mapping", &peek.to_string())]).await;
    assert_eq!(peek.status, 403);
}

#[actix_web::test]
async fn one_table_is_unpacked_at_a_time() {
    let app = TestApp::of(&PRODUCT).await;
    let (one, other) = (app.sign_in("admin").await, app.sign_in("admin").await);
    let imported = std::cell::Cell::new(0);
    let upload = async |client: &TestClient<'_>, table: &str| {
        import(client, &format!("{COMPANIES}/import"), table, &[]).await.expect(200);
        imported.set(imported.get() + 1);
    };
    // While one is being unpacked, both wait with what they have received.
    let slot = app.occupy_unpacking().await;
    let release = async {
        until(|| app.waiting_to_be_unpacked() == 2 || imported.get() > 0).await;
        assert_eq!((app.waiting_to_be_unpacked(), imported.get()), (2, 0));
        drop(slot);
    };
    let [first, second] = ["name\nA\n", "name\nB\n"];
    futures_util::future::join3(upload(&one, first), upload(&other, second), release).await;
    assert_eq!((app.waiting_to_be_unpacked(), imported.get()), (0, 2));
}

#[actix_web::test]
async fn a_file_has_at_most_fifty_mebibytes() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{COMPANIES}/import");
    let file = vec![b'x'; 50 * 1024 * 1024 + 1];
    let refused = admin.request(Method::POST, &path).file(file, &[]).send().await;
    assert_eq!(refused.status, 413);
    assert_eq!(refused.body["detail"], "A file may have at most 50 MiB");
}
