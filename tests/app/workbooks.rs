//! Workbooks as spreadsheet programs write them: numbers that are shown with more than their digits, and
//! texts that became dates.

use actix_web::http::Method;
use kernel::testing::{Answer, TestApp, TestClient};
use rust_xlsxwriter::{Format, Workbook};
use serde_json::{Map, Value, json};

use crate::PRODUCT;
use crate::assessing::place;

const COMPANIES: &str = "/api/backoffice/companies";
const UNITS: &str = "/api/backoffice/units";

/// Returns a workbook of one record. The field `shown` is a number that its format shows.
fn workbook(record: &Value, (shown, number, format): (&str, f64, &str)) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (column, (name, value)) in (0..).zip(record.as_object().unwrap()) {
        sheet.write_string(0, column, name).unwrap();
        match value.as_f64() {
            _ if name == shown => {
                let format = Format::new().set_num_format(format);
                sheet.write_number_with_format(1, column, number, &format).unwrap()
            }
            Some(number) => sheet.write_number(1, column, number).unwrap(),
            None => sheet.write_string(1, column, value.as_str().unwrap()).unwrap(),
        };
    }
    workbook.save_to_buffer().unwrap()
}

/// Returns a mapping of the record's fields from columns of the same names.
fn mapping(record: &Value) -> String {
    let field = |(name, value): (&String, &Value)| match value {
        Value::Number(_) => (name.clone(), json!({ "column": name, "number": true })),
        _ => (name.clone(), json!(name)),
    };
    let fields: Map<String, Value> = record.as_object().unwrap().iter().map(field).collect();
    json!({ "resource": "units", "existing": "update", "fields": fields }).to_string()
}

async fn import(client: &TestClient<'_>, path: &str, file: &[u8], mapping: &str) -> Answer {
    // A mapping says itself what is done with existing records.
    let (query, fields) = match mapping {
        "" => ("?existing=update", vec![]),
        mapping => ("", vec![("mapping", mapping)]),
    };
    let request = client.request(Method::POST, &format!("{path}/import{query}"));
    request.file(file, &fields).send().await
}

/// Imports a file; returns the numbers of created, updated and skipped rows.
async fn imported(admin: &TestClient<'_>, path: &str, file: &[u8], mapping: &str) -> Value {
    let report = import(admin, path, file, mapping).await.expect(200);
    json!([report["created"], report["updated"], report["skipped"]])
}

#[actix_web::test]
async fn a_text_field_gets_the_number_that_its_cell_shows() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Creek Rise", 0).await;
    let unit = place.unit("");
    let numbers = async || {
        let page = admin.get(&format!("{UNITS}?sort=unitNumber")).await.expect(200);
        let items = page["items"].as_array().unwrap();
        items.iter().map(|unit| unit["unitNumber"].clone()).collect::<Vec<_>>()
    };
    for (mapping, number, all) in
        [(String::new(), 1.0, vec!["001"]), (mapping(&unit), 2.0, vec!["001", "002"])]
    {
        let file = workbook(&unit, ("unitNumber", number, "000"));
        assert_eq!(imported(&admin, UNITS, &file, &mapping).await, json!([1, 0, 0]), "{mapping}");
        assert_eq!(imported(&admin, UNITS, &file, &mapping).await, json!([0, 0, 1]), "{mapping}");
        assert_eq!(numbers().await, all);
    }
    // The same unit by the other way.
    let file = workbook(&unit, ("unitNumber", 2.0, "000"));
    assert_eq!(imported(&admin, UNITS, &file, "").await, json!([0, 0, 1]));
    // A field of numbers gets the number.
    let bedrooms = workbook(&place.unit("001"), ("bedrooms", 3.0, "000"));
    assert_eq!(imported(&admin, UNITS, &bedrooms, "").await, json!([0, 1, 0]));
    assert_eq!(
        admin.get(&format!("{UNITS}?search=001")).await.expect(200)["items"][0]["bedrooms"],
        3
    );
}

#[actix_web::test]
async fn a_phone_number_keeps_its_zero() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let company = json!({ "name": "Creekline", "phone": "" });
    let file = workbook(&company, ("phone", 501_234_567.0, "0000000000"));
    assert_eq!(imported(&admin, COMPANIES, &file, "").await, json!([1, 0, 0]));
    assert_eq!(imported(&admin, COMPANIES, &file, "").await, json!([0, 0, 1]));
    let page = admin.get(COMPANIES).await.expect(200);
    assert_eq!((&page["total"], &page["items"][0]["phone"]), (&json!(1), &json!("0501234567")));
}

#[actix_web::test]
async fn unit_number_that_became_a_date_is_refused() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let unit = place(&admin, "Creek Rise", 0).await.unit("");
    // What a spreadsheet makes of `1-2`: the second of January 2026.
    let file = workbook(&unit, ("unitNumber", 46_024.0, "d-mmm"));
    for mapping in [String::new(), mapping(&unit)] {
        let refused = import(&admin, UNITS, &file, &mapping).await.expect(422);
        let message = "The spreadsheet made the date or time 2026-01-02 of this text. Format the \
                       column as text, and type it again";
        let expected = json!([{ "line": 2, "column": "unitNumber", "message": message }]);
        assert_eq!(refused["errors"], expected, "{mapping}");
        assert_eq!(admin.get(UNITS).await.expect(200)["total"], 0);
    }
}
