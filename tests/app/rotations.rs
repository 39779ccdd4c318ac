//! Weekly rotations, and the selection of the week.

use actix_web::http::Method;
use chrono::{NaiveDate, TimeDelta};
use futures_util::future::join_all;
use kernel::testing::{TestApp, TestClient};
use kernel::time::{today, week_of};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::{estimators, place};
use crate::projects::{developer, project};

const ROTATIONS: &str = "/api/backoffice/projects/weekly-rotations";
const SELECTION: &str = "/api/projects/weekly-selection";
const TOO_MANY: &str = "A rotation has at most 10 projects";

/// Creates numbered projects.
async fn some_projects(admin: &TestClient<'_>, count: usize) -> Vec<String> {
    let developer = developer(admin, "Emaar").await;
    let mut ids = Vec::new();
    for number in 0..count {
        let made = project(admin, &format!("Project {number:02}"), &developer).await;
        ids.push(made["_id"].as_str().unwrap().to_owned());
    }
    ids
}

async fn rotation(admin: &TestClient<'_>, projects: &[String]) -> String {
    let body = json!({ "name": "Marina", "projectIds": projects });
    let made = admin.post(ROTATIONS, body).await.expect(201);
    format!("{ROTATIONS}/{}", made["_id"].as_str().unwrap())
}

fn ids(rotation: &Value) -> Vec<&str> {
    let projects = rotation["projects"].as_array().unwrap();
    projects.iter().map(|one| one["_id"].as_str().unwrap()).collect()
}

fn this_monday() -> NaiveDate {
    week_of(today())
}

#[actix_web::test]
async fn rotations_are_for_administrators_and_the_selection_for_every_user() {
    let app = TestApp::of(&PRODUCT).await;
    for path in [ROTATIONS, SELECTION] {
        assert_eq!(app.anonymous().get(path).await.status, 401);
    }
    for role in ["user", "estimations", "analytics"] {
        let client = app.sign_in(role).await;
        assert_eq!(client.get(ROTATIONS).await.status, 403, "{role}");
        assert_eq!(client.post(ROTATIONS, json!({ "name": "Mine" })).await.status, 403, "{role}");
        assert_eq!(client.get(SELECTION).await.status, 404, "{role}");
    }
    app.sign_in("admin").await.get(ROTATIONS).await.expect(200);
}

#[actix_web::test]
async fn rotation_is_created_renamed_scheduled_and_deleted() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let projects = some_projects(&admin, 3).await;
    let body = json!({ "name": "  Marina ", "projectIds": [projects[2], projects[0]] });
    let made = admin.post(ROTATIONS, body).await.expect(201);
    assert_eq!((&made["name"], &made["weekStart"]), (&json!("Marina"), &Value::Null));
    assert_eq!(ids(&made), [&projects[2], &projects[0]]);
    assert_eq!(made["projects"][1]["name"], "Project 00");

    let path = format!("{ROTATIONS}/{}", made["_id"].as_str().unwrap());
    let patch = json!({ "name": "Shore", "weekStart": "2026-11-16", "projectIds": [projects[1]] });
    let changed = admin.patch(&path, patch).await.expect(200);
    assert_eq!((&changed["name"], &changed["weekStart"]), (&json!("Shore"), &json!("2026-11-16")));
    assert_eq!(ids(&changed), [&projects[1]]);

    let history = admin.get(&format!("{path}/history")).await.expect(200);
    assert_eq!(history["items"][0]["changed"], json!(["name", "weekStart", "projects"]));
    let back = admin.post(&format!("{path}/restore"), json!({ "version": 1 })).await.expect(200);
    assert_eq!(ids(&back), [&projects[2], &projects[0]]);

    assert_eq!(admin.delete(&path).await.status, 204);
    assert_eq!(admin.get(&path).await.status, 404);
    let page = admin.get(&format!("{ROTATIONS}?search=mar")).await.expect(200);
    assert_eq!(page["total"], 0);
}

#[actix_web::test]
async fn projects_are_appended_and_removed() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let projects = some_projects(&admin, 3).await;
    let path = rotation(&admin, &projects[..1]).await;
    let add = format!("{path}/add");
    let more = json!({ "projectIds": [projects[2], projects[0], projects[1]] });
    let added = admin.post(&add, more.clone()).await.expect(200);
    assert_eq!(ids(&added), [&projects[0], &projects[2], &projects[1]]);
    // Adding them again changes nothing.
    admin.post(&add, more).await.expect(200);

    let remove = format!("{path}/remove");
    let one = json!({ "projectId": projects[2] });
    let removed = admin.post(&remove, one.clone()).await.expect(200);
    assert_eq!(ids(&removed), [&projects[0], &projects[1]]);
    let refused = admin.post(&remove, one).await;
    assert_eq!(refused.errors(), [("/projectId", "This project is not in the rotation")]);

    let history = admin.get(&format!("{path}/history")).await.expect(200);
    let actions: Vec<_> = history["items"].as_array().unwrap().iter().collect();
    let actions: Vec<_> = actions.iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["remove", "add", "create"]);
}

#[actix_web::test]
async fn invalid_rotation_is_reported_at_its_field() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let projects = some_projects(&admin, 11).await;
    let nowhere = "0".repeat(24);
    for (body, expected) in [
        (json!({ "name": " " }), ("/name", "Name is required")),
        (
            json!({ "name": "A", "weekStart": "2026-11-17" }),
            ("/weekStart", "A week starts on a Monday"),
        ),
        (json!({ "name": "A", "projectIds": projects }), ("/projectIds", TOO_MANY)),
        (
            json!({ "name": "A", "projectIds": [projects[0], projects[0]] }),
            ("/projectIds", "A project is named twice"),
        ),
        (
            json!({ "name": "A", "projectIds": [projects[0], nowhere] }),
            ("/projectIds/1", "There is no such project"),
        ),
    ] {
        let refused = admin.post(ROTATIONS, body).await;
        assert_eq!((refused.status.as_u16(), refused.errors()), (422, vec![expected]));
    }
    let path = rotation(&admin, &projects[..9]).await;
    let refused = admin.patch(&path, json!({ "projectIds": projects })).await;
    assert_eq!(refused.errors(), [("/projectIds", TOO_MANY)]);
    let add = format!("{path}/add");
    let refused = admin.post(&add, json!({ "projectIds": [projects[9], projects[10]] })).await;
    assert_eq!(refused.errors(), [("/projectIds", TOO_MANY)]);
    let refused = admin.post(&add, json!({ "projectIds": [projects[9], nowhere] })).await;
    assert_eq!(refused.errors(), [("/projectIds/1", "There is no such project")]);
    let refused = admin.post(&add, json!({ "projectIds": [] })).await;
    assert_eq!(refused.errors(), [("/projectIds", "At least one project is required")]);
    assert_eq!(ids(&admin.get(&path).await.expect(200)).len(), 9);

    let week = json!({ "name": "One", "weekStart": "2026-11-16" });
    admin.post(ROTATIONS, week.clone()).await.expect(201);
    let refused = admin.post(ROTATIONS, week).await;
    let message = "There is a rotation for this week already";
    assert_eq!((refused.status.as_u16(), refused.errors()), (409, vec![("/weekStart", message)]));
}

#[actix_web::test]
async fn concurrent_additions_never_exceed_ten_projects() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let projects = some_projects(&admin, 14).await;
    let path = rotation(&admin, &projects[..9]).await;
    let add = format!("{path}/add");
    let adding = projects[9..].iter().map(|one| admin.post(&add, json!({ "projectIds": [one] })));
    let answers = join_all(adding).await;
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status == 422).collect();
    assert_eq!((done, refused.len()), (1, 4));
    assert!(refused.iter().all(|answer| answer.errors() == [("/projectIds", TOO_MANY)]));
    assert_eq!(ids(&admin.get(&path).await.expect(200)).len(), 10);
}

#[actix_web::test]
async fn stale_change_is_rejected() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let projects = some_projects(&admin, 2).await;
    let path = rotation(&admin, &[]).await;
    let etag = admin.get(&path).await.header("etag").to_owned();
    let add = |project: &str| {
        let request = admin.request(Method::POST, &format!("{path}/add"));
        request.header("If-Match", &etag).json(&json!({ "projectIds": [project] })).send()
    };
    add(&projects[0]).await.expect(200);
    assert_eq!(add(&projects[1]).await.status, 412);
}

#[actix_web::test]
async fn selection_is_the_rotation_of_the_current_week_in_dubai() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let projects = some_projects(&admin, 2).await;
    for (name, week_start) in [
        ("Last", Some(this_monday() - TimeDelta::weeks(1))),
        ("Now", Some(this_monday())),
        ("Next", Some(this_monday() + TimeDelta::weeks(1))),
        ("Some day", None),
    ] {
        let body = json!({ "name": name, "weekStart": week_start, "projectIds": projects });
        admin.post(ROTATIONS, body).await.expect(201);
    }
    let selection = app.sign_in("user").await.get(SELECTION).await.expect(200);
    assert_eq!(selection["weekStart"], json!(this_monday()));
    assert_eq!(selection["projectIds"], json!(projects));
    assert_eq!(selection["name"], "Now");
}

#[actix_web::test]
async fn project_in_a_rotation_cannot_be_deleted_until_removed() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let projects = some_projects(&admin, 1).await;
    let path = rotation(&admin, &projects).await;
    let project = format!("/api/backoffice/projects/{}", projects[0]);
    let refused = admin.delete(&project).await;
    assert_eq!(refused.status, 409);
    let message = "Project 00 cannot be deleted: it is still referred to by 1 weekly rotation";
    assert_eq!(refused.body["detail"], message);
    admin.delete(&path).await;
    assert_eq!(admin.delete(&project).await.status, 204);
}

#[actix_web::test]
async fn rotations_are_exported_and_imported() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let projects = some_projects(&admin, 2).await;
    rotation(&admin, &projects).await;
    let table = admin.get(&format!("{ROTATIONS}/export?format=csv")).await;
    let text = String::from_utf8(table.bytes.clone()).unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(projects.iter().all(|id| text.contains(id)), "{text}");
    let request = admin.request(Method::POST, &format!("{ROTATIONS}/import?existing=update"));
    let report = request.file(&table.bytes, &[]).send().await.expect(200);
    assert_eq!((&report["skipped"], &report["errors"]), (&json!(1), &json!([])));
}

#[actix_web::test]
async fn planning_has_coverage_and_the_last_rotation_of_projects() {
    const PLANNING: &str = "/api/backoffice/rotation-planning";
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(app.anonymous().get(PLANNING).await.status, 401);
    for role in ["user", "estimations", "analytics"] {
        assert_eq!(app.sign_in(role).await.get(PLANNING).await.status, 403, "{role}");
    }
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate", 3).await;
    let other = some_projects(&admin, 1).await.remove(0);
    // One unit has enough estimators, another one lacks one.
    for (person, client) in estimators(&app, 4).await.iter().enumerate() {
        for unit in 0..if person < 3 { 2 } else { 1 } {
            assert_eq!(place.save(client, unit, 100_000).await.status, 201);
        }
    }
    let monday = this_monday();
    for (name, week_start) in [
        ("Later", Some(monday + TimeDelta::weeks(2))),
        ("Earlier", Some(monday - TimeDelta::weeks(1))),
        ("Some day", None),
    ] {
        let body = json!({ "name": name, "weekStart": week_start, "projectIds": [place.project] });
        admin.post(ROTATIONS, body).await.expect(201);
    }
    let query = format!("{PLANNING}?project={other}&project={}", place.project);
    let found = admin.get(&query).await.expect(200);
    assert_eq!(
        found["items"][0],
        json!({ "_id": other, "units": 0, "covered": 0, "lastRotation": null })
    );
    let planned = &found["items"][1];
    assert_eq!((&planned["units"], &planned["covered"]), (&json!(3), &json!(1)));
    assert_eq!(planned["lastRotation"]["name"], "Later");
    assert_eq!(planned["lastRotation"]["weekStart"], json!(monday + TimeDelta::weeks(2)));

    assert_eq!(admin.get(PLANNING).await.expect(200)["items"], json!([]));
    assert_eq!(admin.get(&format!("{PLANNING}?projects={other}")).await.status, 400);
    let many = vec![format!("project={other}"); 101].join("&");
    assert_eq!(admin.get(&format!("{PLANNING}?{many}")).await.status, 400);
}
