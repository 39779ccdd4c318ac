//! Attributes of users, which rules compare with: an administrator edits them, and they count at the next request.

use actix_web::http::Method;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::lists_in_memory::projects;
use crate::policy::write_policy;

const PROJECTS: &str = "/api/backoffice/projects";
const USERS: &str = "/api/backoffice/users";

/// Agents see their projects, and clerks change users.
const RULES: &str = r#"
g, agent, user
g, clerk, user
p, agent, backoffice, enter
p, agent, projects, read
p, clerk, users, read
p, clerk, users, update
p, clerk, projects, read
where, agent, projects, read, {"field": "_id", "operator": "in", "value": "$user.projects"}
"#;

async fn app(folder: &tempfile::TempDir) -> TestApp {
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, RULES);
    TestApp::with_policy(&PRODUCT, &policy).await
}

async fn names(client: &TestClient<'_>) -> Vec<String> {
    let page = client.get(PROJECTS).await.expect(200);
    let items = page["items"].as_array().unwrap().iter();
    items.map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

async fn signed_in<'a>(app: &'a TestApp, role: &str) -> (TestClient<'a>, String) {
    let client = app.sign_in(role).await;
    let me = client.get("/api/auth/me").await.expect(200);
    let user = format!("{USERS}/{}", me["user"]["id"].as_str().unwrap());
    (client, user)
}

fn given(projects: &[&String]) -> Value {
    json!({ "attributes": { "projects": projects } })
}

#[actix_web::test]
async fn attributes_count_from_the_next_request_on() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let admin = app.sign_in("admin").await;
    let (ids, _) = projects(&admin).await;
    let (agent, user) = signed_in(&app, "agent").await;
    // Without any, a rule on them allows nothing.
    assert!(names(&agent).await.is_empty());
    let changed = admin.patch(&user, given(&[&ids[0]])).await.expect(200);
    assert_eq!(changed["attributes"], json!({ "projects": [ids[0]] }));
    assert_eq!(names(&agent).await, ["Marina One"]);
    agent.get(&format!("{PROJECTS}/{}", ids[1])).await.expect(404);
    admin.patch(&user, given(&[&ids[0], &ids[1]])).await.expect(200);
    assert_eq!(names(&agent).await.len(), 2);
    // What is left out stays as it is.
    admin.patch(&user, json!({ "lastName": "Aziz" })).await.expect(200);
    assert_eq!(names(&agent).await.len(), 2);
    admin.patch(&user, json!({ "attributes": {} })).await.expect(200);
    assert!(names(&agent).await.is_empty());

    let history = admin.get(&format!("{user}/history")).await.expect(200);
    let last = &history["items"][0];
    assert_eq!(last["changed"], json!(["attributes"]));
    assert_eq!(last["before"]["attributes"], json!({ "projects": [ids[0], ids[1]] }));
}

#[actix_web::test]
async fn an_attribute_is_checked_where_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let admin = app.sign_in("admin").await;
    let (ids, _) = projects(&admin).await;
    let (_, user) = signed_in(&app, "agent").await;
    let none = "0".repeat(24);
    for (attributes, pointer, message) in [
        (json!({ "team": "a" }), "/attributes/team", "There is no such field"),
        (json!({ "projects": ids[0] }), "/attributes/projects", "Projects must be a list"),
        (
            json!({ "projects": ["x"] }),
            "/attributes/projects/0",
            "Choose one of the records there are",
        ),
        (
            json!({ "projects": [ids[0], none] }),
            "/attributes/projects/1",
            "There is no such project",
        ),
    ] {
        let refused = admin.patch(&user, json!({ "attributes": attributes })).await;
        assert_eq!(refused.errors(), [(pointer, message)]);
        refused.expect(422);
    }
    // The form offers the projects there are.
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    for schema in ["User", "UserInput", "UserPatch"] {
        let attributes = &document["components"]["schemas"][schema]["properties"]["attributes"];
        let projects = &attributes["properties"]["projects"];
        assert_eq!(projects["items"]["x-reference"], json!({ "resource": "projects" }), "{schema}");
    }
}

#[actix_web::test]
async fn who_changes_attributes_holds_the_roles_of_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let admin = app.sign_in("admin").await;
    let (ids, _) = projects(&admin).await;
    let (_, agent) = signed_in(&app, "agent").await;
    let (_, other) = signed_in(&app, "clerk").await;
    let clerk = app.sign_in("clerk").await;
    clerk.patch(&agent, given(&[&ids[0]])).await.expect(403);
    clerk.patch(&agent, json!({ "lastName": "Aziz" })).await.expect(200);
    clerk.patch(&other, given(&[&ids[0]])).await.expect(200);
}

#[actix_web::test]
async fn attributes_are_exported_and_imported() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let admin = app.sign_in("admin").await;
    let (ids, _) = projects(&admin).await;
    let (agent, user) = signed_in(&app, "agent").await;
    admin.patch(&user, given(&[&ids[0], &ids[1]])).await.expect(200);
    let file = admin.get(&format!("{USERS}/export?format=csv")).await;
    let text = String::from_utf8(file.bytes).unwrap();
    let (head, _) = text.split_once('\n').unwrap();
    assert!(head.contains("attributes.projects"), "{head}");
    assert!(text.contains(&format!("{}; {}", ids[0], ids[1])), "{text}");

    let email = admin.get(&user).await.expect(200)["email"].as_str().unwrap().to_owned();
    let table = format!("email,attributes.projects\n{email},{}\n", ids[1]);
    let import = format!("{USERS}/import?existing=update");
    admin.request(Method::POST, &import).file(table, &[]).send().await.expect(200);
    assert_eq!(names(&agent).await, ["Palm"]);
}
