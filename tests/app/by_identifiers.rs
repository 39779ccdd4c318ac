//! Lists of records by identifier, with which screens look up all references of a page in one
//! request.

use kernel::testing::TestApp;
use serde_json::{Value, json};

use crate::{PRODUCT, encoded};

#[actix_web::test]
async fn every_list_returns_a_hundred_records_by_their_identifiers() {
    let app = TestApp::of(&PRODUCT).await;
    app.seed_demo().await;
    let admin = app.sign_in("admin").await;
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    let resources = document["tags"].as_array().unwrap().iter().map(|tag| &tag["x-resource"]);
    let mut requested = 0;
    for resource in resources.filter(|resource| resource.is_object()) {
        let (path, id) =
            (resource["path"].as_str().unwrap(), resource["idField"].as_str().unwrap());
        let page = admin.get(&format!("{path}?limit=100&sort={id}:desc")).await.expect(200);
        let mut wanted: Vec<&Value> = page["items"].as_array().unwrap().iter().collect();
        // An unknown identifier is left out.
        let missing = json!("000000000000000000000000");
        if wanted.len() == 100 {
            wanted.pop();
        }
        let ids: Vec<&Value> = wanted.iter().map(|record| &record[id]).chain([&missing]).collect();
        let condition = json!({ "field": id, "operator": "in", "value": ids });
        let filter = json!({ "operator": "AND", "conditions": [condition] });
        let query = format!("limit=100&sort={id}:desc&filters={}", encoded(&filter.to_string()));
        let found = admin.get(&format!("{path}?{query}")).await.expect(200);
        let items: Vec<&Value> = found["items"].as_array().unwrap().iter().collect();
        assert_eq!(items, wanted, "{path}");
        assert_eq!(found["total"], wanted.len(), "{path}");
        requested += wanted.len();
    }
    assert!(requested > 200, "{requested}");
}
