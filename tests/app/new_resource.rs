//! What a module author gets for one file and one line, and for one more field.

use kernel::Product;
use kernel::module::Module;
use kernel::testing::{Desk, generated};
use serde_json::{Value, json};

use crate::{PRODUCT, inspections};

const PATH: &str = "/api/backoffice/inspections";

const fn product(modules: &'static [Module]) -> Product {
    Product { modules, ..PRODUCT }
}

const FIRST: Product = product(&[companies::MODULE, inspections::first::MODULE]);
const WITH_REMARKS: Product = product(&[companies::MODULE, inspections::with_remarks::MODULE]);

#[actix_web::test]
async fn a_new_module_is_in_the_document_with_its_sentences() {
    let (document, matrix) = generated(&FIRST).await;
    let tags = document["tags"].as_array().unwrap();
    let tag = tags.iter().find(|tag| tag["name"] == "inspections").unwrap();
    let resource = &tag["x-resource"];
    assert_eq!(resource["path"], PATH);
    assert_eq!(resource["listColumns"], json!(["subject", "inspectedOn", "score", "passed"]));
    assert_eq!(resource["schemas"]["input"], "InspectionInput");
    let subject = &document["components"]["schemas"]["InspectionInput"]["properties"]["subject"];
    assert_eq!(subject["title"], "Subject");
    assert_eq!(subject["description"], "What was looked at.");
    assert_eq!(subject["x-messages"]["minLength"], "Say what was inspected");
    assert!(matrix.lines().any(|line| line.starts_with("inspection_create ")));
}

#[actix_web::test]
async fn a_new_module_is_guarded_listed_and_written_like_every_other() {
    let desk = Desk::of(&FIRST).await;
    assert_eq!(desk.nobody().get(PATH).await.status, 401);
    assert_eq!(desk.sign_in("user").await.get(PATH).await.status, 403);
    let analyst = desk.sign_in("analytics").await;
    analyst.get(PATH).await.expect(200);
    assert_eq!(analyst.post(PATH, json!({})).await.status, 403);

    let admin = desk.sign_in("admin").await;
    let refused = admin.post(PATH, json!({ "subject": " ", "score": 101 })).await;
    assert_eq!(
        refused.errors(),
        [("/score", "Score must be at most 100"), ("/subject", "Say what was inspected")]
    );
    let body = json!({ "subject": "Roof", "inspectedOn": "2026-11-20", "score": 80 });
    let created = admin.post(PATH, body).await.expect(201);
    assert_eq!(created["passed"], false);
    let page = admin.get(&format!("{PATH}?search=ROOF&sort=inspectedOn:desc")).await.expect(200);
    assert_eq!(page["items"], json!([created]));
    let table = "subject,score,passed\nLobby,70,true\n";
    let imported = admin.call(actix_web::http::Method::POST, &format!("{PATH}/import"));
    let report = imported.file(table, &[]).send().await.expect(200);
    assert_eq!(report["created"], 1);
}

#[actix_web::test]
async fn a_new_field_costs_a_struct_field_and_a_migration() {
    let before = Desk::of(&FIRST).await;
    let admin = before.sign_in("admin").await;
    let old = admin.post(PATH, json!({ "subject": "Roof", "score": 80 })).await.expect(201);
    let refused =
        admin.post(PATH, json!({ "subject": "Lift", "score": 1, "remarks": "Old" })).await;
    assert_eq!(refused.errors(), [("/remarks", "There is no such field")]);

    let after = Desk::on(&WITH_REMARKS, before.database()).await;
    let admin = after.sign_in("admin").await;
    let path = format!("{PATH}/{}", old["_id"].as_str().unwrap());
    let kept = admin.get(&path).await.expect(200);
    assert_eq!((&kept["subject"], &kept["remarks"]), (&json!("Roof"), &Value::Null));
    let changed = admin.patch(&path, json!({ "remarks": "Mind the tiles" })).await.expect(200);
    assert_eq!(changed["remarks"], "Mind the tiles");
    let (document, _) = generated(&WITH_REMARKS).await;
    let remarks = &document["components"]["schemas"]["InspectionInput"]["properties"]["remarks"];
    assert_eq!(remarks["description"], "What the next visitor should know.");
}
