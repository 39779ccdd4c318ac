//! The demo data.

use kernel::testing::Desk;
use serde_json::json;

use crate::PRODUCT;

#[actix_web::test]
async fn the_demo_is_seeded_once_also_beside_records_that_are_there() {
    let desk = Desk::of(&PRODUCT).await;
    let mapping = "resource = \"projects\"\n[fields]\nname = \"Name\"\nlocation = \"Area\"\n\
                   [fields.\"developer._id\"]\nlookup = \"developers\"\n\
                   by.name = \"Builder\"\ncreate = {}\n";
    let table = "Name,Area,Builder\nPalm Court,Arjan,Gulf Homes\n";
    desk.import("projects", table, mapping).await.unwrap();
    assert!(desk.seed_demo().await);
    assert!(!desk.seed_demo().await);

    let answer = desk.nobody().login("admin@demo.test", "mizan-demo").await.expect(200);
    let admin = desk.bearer(answer["accessToken"].as_str().unwrap());
    for (resource, total) in [("developers?limit=1", 13), ("projects", 41), ("units", 2000)] {
        let page = admin.get(&format!("/api/backoffice/{resource}")).await.expect(200);
        assert_eq!(page["total"], json!(total), "{resource}");
    }
    for (email, status) in [("estimator@demo.test", 403), ("nobody@demo.test", 401)] {
        let answer = desk.nobody().login(email, "mizan-demo").await;
        let token = answer.body["accessToken"].as_str().unwrap_or_default();
        let units = desk.bearer(token).get("/api/backoffice/units").await;
        assert_eq!(units.status, status, "{email}");
    }
}
