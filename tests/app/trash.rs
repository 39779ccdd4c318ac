//! The trash: which records of a resource are deleted, and since when.

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::policy::write_policy;

const COMPANIES: &str = "/api/backoffice/companies";
const DELETED: &str = "/api/backoffice/companies/deleted";

async fn company(admin: &TestClient<'_>, name: &str) -> String {
    let made = admin.post(COMPANIES, json!({ "name": name, "phone": "1" })).await.expect(201);
    format!("{COMPANIES}/{}", made["_id"].as_str().unwrap())
}

async fn titles(client: &TestClient<'_>, query: &str) -> (Vec<String>, i64) {
    let page = client.get(&format!("{DELETED}{query}")).await.expect(200);
    let items = page["items"].as_array().unwrap().iter();
    let titles = items.map(|item| item["title"].as_str().unwrap().to_owned()).collect();
    (titles, page["total"].as_i64().unwrap())
}

#[actix_web::test]
async fn deleted_records_are_listed_newest_first_until_they_are_restored() {
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(app.anonymous().get(DELETED).await.status, 401);
    assert_eq!(app.sign_in("user").await.get(DELETED).await.status, 403);
    let admin = app.sign_in("admin").await;
    assert_eq!(titles(&admin, "").await, (vec![], 0));
    let mut paths = Vec::new();
    for name in ["Amal", "Basma", "Chadi"] {
        paths.push(company(&admin, name).await);
    }
    admin.patch(&paths[0], json!({ "name": "Amal & Co" })).await.expect(200);
    let deletion = admin.delete(&paths[0]).await;
    let request = deletion.header("x-request-id").to_owned();
    admin.delete(&paths[1]).await.expect(204);
    assert_eq!(titles(&admin, "").await, (vec!["Basma".into(), "Amal & Co".into()], 2));

    let page = admin.get(&format!("{DELETED}?page=2&limit=1")).await.expect(200);
    assert_eq!((&page["total"], &page["totalPages"]), (&json!(2), &json!(2)));
    let mut item = page["items"][0].clone();
    let at = item.as_object_mut().unwrap().remove("deletedAt").unwrap();
    assert!(at.as_str().unwrap().ends_with('Z'));
    let me = admin.get("/api/auth/me").await.expect(200)["user"].clone();
    let id = paths[0].rsplit('/').next().unwrap();
    assert_eq!(
        item,
        json!({ "_id": id, "title": "Amal & Co", "by": { "id": me["id"], "name": "Test Person" },
                "requestId": request, "version": 2 })
    );

    let version = json!({ "version": item["version"] });
    let restored = admin.post(&format!("{}/restore", paths[0]), version).await.expect(200);
    assert_eq!(restored["name"], "Amal & Co");
    assert_eq!(titles(&admin, "").await, (vec!["Basma".into()], 1));
    // A record that is deleted again is listed once.
    admin.delete(&paths[0]).await.expect(204);
    assert_eq!(titles(&admin, "").await, (vec!["Amal & Co".into(), "Basma".into()], 2));
    assert_eq!(titles(&admin, "?page=9").await, (vec![], 2));
    assert_eq!(admin.get(&format!("{DELETED}?limit=0")).await.status, 400);
    // Users are never deleted.
    assert_eq!(admin.get("/api/backoffice/users/deleted").await.status, 404);
}

#[actix_web::test]
async fn rules_of_the_reader_leave_deleted_records_and_fields_out() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let lines = r#"
g, agent, user
p, agent, companies, read
p, agent, companies, history
p, agent, users, read
where, agent, companies, read, {"field": "phone", "operator": "equals", "value": "1"}
where, agent, users, read, {"field": "id", "operator": "equals", "value": "$user.id"}
fields, agent, companies, hide, name
"#;
    write_policy(&policy, lines);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    for name in ["Amal", "Basma", "Chadi"] {
        let path = company(&admin, name).await;
        if name == "Basma" {
            admin.patch(&path, json!({ "phone": "2" })).await.expect(200);
        }
        admin.delete(&path).await.expect(204);
    }
    assert_eq!(titles(&admin, "").await.1, 3);
    let page = agent.get(&format!("{DELETED}?limit=1")).await.expect(200);
    assert_eq!((&page["total"], &page["totalPages"]), (&json!(2), &json!(2)));
    let item = &page["items"][0];
    assert_eq!((&item["title"], &item["by"]), (&json!("company"), &Value::Null));
}
