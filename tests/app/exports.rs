//! Exports of tables, and their import.

use actix_web::http::Method;
use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::json;

use crate::PRODUCT;

const COMPANIES: &str = "/api/backoffice/companies";

async fn export(client: &TestClient<'_>, path: &str, query: &str) -> String {
    let answer = client.get(&format!("{path}/export?{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    String::from_utf8(answer.bytes).unwrap()
}

/// Returns the cells of one column.
fn column(table: &str, name: &str) -> Vec<String> {
    let mut lines =
        table.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let at = header.iter().position(|column| column == name).unwrap();
    lines.map(|cells| cells[at].clone()).collect()
}

async fn import(client: &TestClient<'_>, path: &str, query: &str, table: &[u8]) -> Answer {
    let request = client.request(Method::POST, &format!("{path}/import?{query}"));
    request.file(table, &[]).send().await
}

#[actix_web::test]
async fn export_has_every_field_of_the_matches_in_the_requested_order() {
    let app = TestApp::of(&PRODUCT).await;
    let anonymous = app.anonymous().get(&format!("{COMPANIES}/export")).await;
    assert_eq!(anonymous.status, 401);
    let analyst = app.sign_in("analytics").await;
    assert_eq!(analyst.get(&format!("{COMPANIES}/export")).await.status, 403);

    let admin = app.sign_in("admin").await;
    for (name, phone) in [("Alpha", "3"), ("beta", "1"), ("Gamma", "2"), ("Delta, \"D\"", "4")] {
        admin.post(COMPANIES, json!({ "name": name, "phone": phone })).await.expect(201);
    }
    let all = export(&admin, COMPANIES, "").await;
    let header = "_id,name,description,website,email,phone,address,createdAt,updatedAt";
    assert_eq!(all.lines().next(), Some(header));
    assert!(all.contains("\r\n") && all.contains("\"Delta, \"\"D\"\"\""));
    let filters = "%7B%22operator%22:%22AND%22,%22conditions%22:%5B%7B%22field%22:%22phone%22,\
                   %22operator%22:%22not_equals%22,%22value%22:%224%22%7D%5D%7D";
    let some = export(&admin, COMPANIES, &format!("filters={filters}&sort=phone:desc")).await;
    assert_eq!(column(&some, "name"), ["Alpha", "Gamma", "beta"]);
    let found = export(&admin, COMPANIES, "search=ET&format=csv").await;
    assert_eq!(column(&found, "name"), ["beta"]);

    for query in ["format=pdf", "sort=colour:asc", "filters=x"] {
        assert_eq!(admin.get(&format!("{COMPANIES}/export?{query}")).await.status, 400, "{query}");
    }
    let answer = admin.get(&format!("{COMPANIES}/export?format=xlsx")).await;
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"companies.xlsx\"");
    assert!(answer.bytes.starts_with(b"PK"));
}

#[actix_web::test]
async fn spreadsheet_formulas_are_exported_as_text_and_imported_unchanged() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let names =
        ["=1+1", "+971", "-3", "@home", "＝1+1", "＋971", "－3", "＠home", "'=quoted", "plain"];
    for name in names {
        admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
    }
    for format in ["csv", "xlsx"] {
        let answer = admin.get(&format!("{COMPANIES}/export?format={format}")).await;
        if format == "csv" {
            let text = String::from_utf8(answer.bytes.clone()).unwrap();
            let mut cells = column(&text, "name");
            cells.sort();
            let mut escaped =
                names.map(|name| if name == "plain" { name.into() } else { format!("'{name}") });
            escaped.sort();
            assert_eq!(cells, escaped);
        }
        let report = import(&admin, COMPANIES, "existing=update", &answer.bytes).await.expect(200);
        assert_eq!((&report["skipped"], &report["created"]), (&json!(10), &json!(0)), "{format}");
    }
}

#[actix_web::test]
async fn workbook_error_is_reported_at_its_cell() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    admin.post(COMPANIES, json!({ "name": "Alpha" })).await.expect(201);
    let workbook = admin.get(&format!("{COMPANIES}/export?format=xlsx")).await.bytes;
    let refused = import(&admin, COMPANIES, "dryRun=true", &workbook).await.expect(200);
    assert_eq!(
        refused["errors"],
        json!([{ "line": 2, "column": "name", "message": "This company exists already" }])
    );
    let broken = import(&admin, COMPANIES, "", &workbook[..workbook.len() / 2]).await;
    assert_eq!(broken.status, 422);
    assert_eq!(broken.body["errors"][0]["line"], 1);
}

#[actix_web::test]
async fn line_ends_of_a_text_survive_export_and_import() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let text = "one\r\ntwo\nthree\rfour\r\n";
    let company = json!({ "name": "Alpha", "description": text });
    let company = admin.post(COMPANIES, company).await.expect(201);
    assert_eq!(company["description"], text);
    let csv = export(&admin, COMPANIES, "").await;
    assert!(csv.contains(text), "{csv}");
    let workbook = admin.get(&format!("{COMPANIES}/export?format=xlsx")).await.bytes;
    // Programs write the lines of a cell in their own way.
    let [lf, cr] = ["\n", "\r"].map(|end| csv.replace("\r\n", "\n").replace(['\r', '\n'], end));
    let crlf = lf.replace('\n', "\r\n");
    let path = format!("{COMPANIES}/{}", company["_id"].as_str().unwrap());
    for file in [csv.as_bytes(), &workbook, lf.as_bytes(), crlf.as_bytes(), cr.as_bytes()] {
        let report = import(&admin, COMPANIES, "existing=update", file).await.expect(200);
        let counts = [&report["created"], &report["updated"], &report["skipped"]];
        assert_eq!(counts, [0, 0, 1], "{}", String::from_utf8_lossy(file));
        assert_eq!(admin.get(&path).await.expect(200), company);
    }
    // Another line is a change, and its text is taken as it is.
    let changed = lf.replace("two", "2");
    let report = import(&admin, COMPANIES, "existing=update", changed.as_bytes()).await.expect(200);
    assert_eq!(report["updated"], 1);
    let description = &admin.get(&path).await.expect(200)["description"];
    assert_eq!(description, "one\n2\nthree\nfour\n");
}
