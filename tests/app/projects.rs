//! Projects and their developers.

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const DEVELOPERS: &str = "/api/backoffice/developers";
const PROJECTS: &str = "/api/backoffice/projects";

pub(crate) async fn developer(admin: &TestClient<'_>, name: &str) -> String {
    let created = admin.post(DEVELOPERS, json!({ "name": name })).await.expect(201);
    created["_id"].as_str().unwrap().to_owned()
}

pub(crate) async fn project(admin: &TestClient<'_>, name: &str, developer: &str) -> Value {
    let body = json!({ "name": name, "location": "Arjan", "developer": { "_id": developer } });
    admin.post(PROJECTS, body).await.expect(201)
}

#[actix_web::test]
async fn developers_are_a_plain_list_without_parameters() {
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(app.anonymous().get(DEVELOPERS).await.status, 401);
    assert_eq!(app.sign_in("analytics").await.get(DEVELOPERS).await.status, 403);
    let admin = app.sign_in("admin").await;
    for name in ["Zeta", "alpha"] {
        developer(&admin, name).await;
    }
    let all = admin.get(DEVELOPERS).await.expect(200);
    let names: Vec<&str> =
        all.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["alpha", "Zeta"]);
    let page = admin.get(&format!("{DEVELOPERS}?limit=1")).await.expect(200);
    assert_eq!((&page["total"], &page["totalPages"]), (&json!(2), &json!(2)));
}

#[actix_web::test]
async fn a_project_shows_its_developer_by_name() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let developer = developer(&admin, "Saffron").await;
    let body = json!({
        "name": " برج السلام ", "location": "Dubai Marina", "developer": { "_id": developer },
        "coordinates": { "latitude": 25.08, "longitude": 55.14 }, "completionDate": "2027-03-31",
        "totalUnits": 120, "amenities": ["Pool", "Gym"],
    });
    let created = admin.post(PROJECTS, body).await.expect(201);
    assert_eq!(created["name"], "برج السلام");
    assert_eq!(created["developer"], json!({ "_id": developer, "name": "Saffron" }));
    assert_eq!(created["coordinates"], json!({ "latitude": 25.08, "longitude": 55.14 }));
    assert_eq!(created["completionDate"], "2027-03-31");
    let found = admin.get(&format!("{PROJECTS}?search=%D8%A7%D9%84%D8%B3%D9%84%D8%A7%D9%85")).await;
    assert_eq!(found.expect(200)["items"], json!([created]));
}

#[actix_web::test]
async fn references_of_a_project_must_exist() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let body = json!({
        "name": "A", "location": "B", "developer": { "_id": "0123456789abcdef01234567" },
    });
    let refused = admin.post(PROJECTS, body).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.errors(), [("/developer/_id", "There is no such developer")]);
    let refused = admin.post(PROJECTS, json!({ "location": " " })).await;
    assert_eq!(
        refused.errors(),
        [
            ("/developer", "Developer is required"),
            ("/location", "Location is required"),
            ("/name", "Project name is required"),
        ]
    );
    let refused = admin
        .post(PROJECTS, json!({
            "name": "A", "location": "B", "developer": { "_id": "x", "name": "y" },
            "coordinates": { "latitude": "25.1", "longitude": 200 }, "completionDate": "31/03/2027",
            "totalUnits": -1,
        }))
        .await;
    let pointers: Vec<&str> = refused.errors().into_iter().map(|(pointer, _)| pointer).collect();
    assert_eq!(
        pointers,
        [
            "/completionDate",
            "/coordinates/latitude",
            "/coordinates/longitude",
            "/developer/_id",
            "/developer/name",
            "/totalUnits",
        ]
    );
}

#[actix_web::test]
async fn referenced_developer_cannot_be_deleted() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let developer = developer(&admin, "Saffron").await;
    let first = project(&admin, "One", &developer).await;
    let second = project(&admin, "Two", &developer).await;
    let path = format!("{DEVELOPERS}/{developer}");
    let refused = admin.delete(&path).await;
    assert_eq!(refused.status, 409);
    assert_eq!(
        refused.body["detail"],
        "Saffron cannot be deleted: it is still referred to by 2 projects"
    );
    for project in [first, second] {
        let id = project["_id"].as_str().unwrap();
        admin.delete(&format!("{PROJECTS}/{id}")).await.expect(204);
    }
    admin.delete(&path).await.expect(204);
}

#[actix_web::test]
async fn renaming_a_developer_makes_no_project_stale() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let developer = developer(&admin, "Saffron").await;
    let project = project(&admin, "One", &developer).await;
    let path = format!("{PROJECTS}/{}", project["_id"].as_str().unwrap());
    let etag = admin.get(&path).await.header("etag").to_owned();
    admin.patch(&format!("{DEVELOPERS}/{developer}"), json!({ "name": "Gold" })).await.expect(200);
    let change = admin
        .request(actix_web::http::Method::PATCH, &path)
        .header("if-match", &etag)
        .json(&json!({ "location": "Meydan" }));
    let changed = change.send().await.expect(200);
    assert_eq!(
        (&changed["developer"]["name"], &changed["location"]),
        (&json!("Gold"), &json!("Meydan"))
    );
}

#[actix_web::test]
async fn missing_fields_of_a_project_are_reported() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let developer = developer(&admin, "Emaar").await;
    let project = project(&admin, "Creek Rise", &developer).await;
    let path = format!("/api/backoffice/projects/{}", project["_id"].as_str().unwrap());
    for (patch, pointer, message) in [
        (json!({ "name": " " }), "/name", "Project name is required"),
        (json!({ "location": "" }), "/location", "Location is required"),
        (json!({ "totalUnits": -1 }), "/totalUnits", "Total units must be at least 0"),
        (json!({ "totalUnits": 1.5 }), "/totalUnits", "Total units must be a whole number"),
        (
            json!({ "coordinates": { "latitude": "25.1", "longitude": 55 } }),
            "/coordinates/latitude",
            "Latitude must be a number",
        ),
        (
            json!({ "coordinates": { "latitude": 91, "longitude": 55 } }),
            "/coordinates/latitude",
            "Latitude must be at most 90",
        ),
        (
            json!({ "coordinates": { "latitude": 25 } }),
            "/coordinates/longitude",
            "Longitude is required",
        ),
        (
            json!({ "completionDate": "20.11.2026" }),
            "/completionDate",
            "Completion date must be a date such as 2026-11-20",
        ),
        (
            json!({ "completionDate": "0026-07-15" }),
            "/completionDate",
            "Completion date must be a date such as 2026-11-20, in a year from 1900 to 2200, not 0026",
        ),
        (
            json!({ "completionDate": "1899-12-31" }),
            "/completionDate",
            "Completion date must be a date such as 2026-11-20, in a year from 1900 to 2200, not 1899",
        ),
        (
            json!({ "completionDate": "2201-01-01" }),
            "/completionDate",
            "Completion date must be a date such as 2026-11-20, in a year from 1900 to 2200, not 2201",
        ),
        (json!({ "developer": {} }), "/developer/_id", "Developer is required"),
        (json!({ "developer": null }), "/developer", "Developer is required"),
        (
            json!({ "name": "x".repeat(301) }),
            "/name",
            "Project name must have at most 300 characters",
        ),
    ] {
        let refused = admin.patch(&path, patch.clone()).await;
        assert_eq!(refused.errors(), [(pointer, message)], "{patch}");
    }
    assert_eq!(admin.get(&path).await.expect(200), project);
    let nothing = admin.post("/api/backoffice/projects", json!({})).await;
    let pointers: Vec<&str> = nothing.errors().into_iter().map(|(pointer, _)| pointer).collect();
    assert_eq!(pointers, ["/developer", "/location", "/name"]);
}
