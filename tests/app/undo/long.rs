//! Undo of a request that changed many records: on SQLite in slices, which are reverted when one fails.

use kernel::testing::TestApp;
use serde_json::json;

use super::{import, request_of, undo, undone};
use crate::PRODUCT;
use crate::projects::project;

const DEVELOPERS: &str = "/api/backoffice/developers";

/// More than fit into a slice.
const MANY: usize = 1_500;

fn table() -> String {
    let names = (0..MANY).map(|number| format!("Developer {number:04}\n"));
    std::iter::once("name\n".to_owned()).chain(names).collect()
}

#[actix_web::test]
async fn many_records_are_undone_or_stay_as_they_were() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let imported = request_of(&import(&admin, DEVELOPERS, &table(), "").await);
    let export = async || {
        let table = admin.get(&format!("{DEVELOPERS}/export?format=csv&sort=name:asc")).await;
        assert_eq!(table.status, 200);
        table.body
    };
    let first = admin.get(&format!("{DEVELOPERS}?sort=name:asc&limit=2")).await.expect(200);
    let first = first["items"].as_array().unwrap().clone();
    // The record that is reversed last cannot be deleted.
    let earliest = first[0]["_id"].as_str().unwrap().to_owned();
    let marina = project(&admin, "Marina", &earliest).await;
    let before = export().await;
    let refused = undo(&admin, &imported).await;
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert_eq!(export().await, before);
    let second = format!("{DEVELOPERS}/{}", first[1]["_id"].as_str().unwrap());
    assert_eq!(admin.get(&second).await.expect(200), first[1]);
    let history = admin.get(&format!("{second}/history")).await.expect(200);
    assert_eq!(history["total"], 1);

    let marina = format!("/api/backoffice/projects/{}", marina["_id"].as_str().unwrap());
    admin.delete(&marina).await.expect(204);
    let back = undone(&admin, &imported, MANY as u64).await;
    let page = admin.get(&format!("{DEVELOPERS}?limit=1")).await.expect(200);
    assert_eq!(page["total"], 0);
    undone(&admin, &back, MANY as u64).await;
    assert_eq!(admin.get(&second).await.expect(200)["createdAt"], first[1]["createdAt"]);
    let page = admin.get(&format!("{DEVELOPERS}?limit=1")).await.expect(200);
    assert_eq!(page["total"], json!(MANY));
}
