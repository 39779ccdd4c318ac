//! Undo: a request is reversed as a whole, by changes of their own.

mod long;
mod refused;

use actix_web::http::Method;
use futures_util::future::join;
use kernel::testing::{Answer, TestApp, TestClient, generated};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::images::{new_project, set_gallery, uploaded};
use crate::projects::{developer, project};
use crate::users::{actions, at, perform_verb, set_password, with};

const UNDO: &str = "/api/backoffice/undo";
const COMPANIES: &str = "/api/backoffice/companies";
const ROTATIONS: &str = "/api/backoffice/projects/weekly-rotations";
const UNKNOWN: &str = "0123456789abcdef01234567";

/// Returns the identifier of a request that succeeded.
fn request_of(answer: &Answer) -> String {
    assert!(answer.status.is_success(), "{} {}", answer.status, answer.body);
    answer.header("x-request-id").to_owned()
}

async fn undo(client: &TestClient<'_>, request: &str) -> Answer {
    client.post(UNDO, json!({ "requestId": request })).await
}

/// Undoes a request; returns the identifier of the undo, after that of so many records.
async fn undone(client: &TestClient<'_>, request: &str, records: u64) -> String {
    let answer = undo(client, request).await;
    assert_eq!(answer.body, json!({ "undone": records }), "{}", answer.status);
    request_of(&answer)
}

/// Creates a company; returns its path and its identifier.
async fn company(admin: &TestClient<'_>, name: &str) -> (String, Value) {
    let made = admin.post(COMPANIES, json!({ "name": name, "phone": "1" })).await.expect(201);
    (format!("{COMPANIES}/{}", made["_id"].as_str().unwrap()), made["_id"].clone())
}

/// Returns the companies as a list shows them.
async fn companies(admin: &TestClient<'_>) -> Vec<Value> {
    let page = admin.get(&format!("{COMPANIES}?limit=100")).await.expect(200);
    page["items"].as_array().unwrap().clone()
}

async fn import(admin: &TestClient<'_>, path: &str, table: &str, query: &str) -> Answer {
    admin.request(Method::POST, &format!("{path}/import{query}")).file(table, &[]).send().await
}

#[actix_web::test]
async fn saved_change_is_undone_by_a_version_that_can_be_undone_itself() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (path, _) = company(&admin, "Creekline").await;
    let before = admin.get(&path).await.expect(200);
    let saved = admin.patch(&path, json!({ "phone": null, "email": "a@b.example" })).await;
    let saved = request_of(&saved);

    assert_eq!(undo(&app.anonymous(), &saved).await.status, 401);
    // Who can read nothing of a request does not learn that there is one.
    assert_eq!(undo(&app.sign_in("user").await, &saved).await.status, 404);
    let first = undone(&admin, &saved, 1).await;
    let after = admin.get(&path).await.expect(200);
    assert_eq!((&after["phone"], &after["email"]), (&before["phone"], &before["email"]));
    assert_eq!(actions(&admin, &path).await, ["update", "update", "create"]);
    let latest = admin.get(&format!("{path}/history?limit=1")).await.expect(200);
    assert_eq!(latest["items"][0]["request"], first);

    undone(&admin, &first, 1).await;
    assert_eq!(admin.get(&path).await.expect(200)["email"], "a@b.example");
    for (body, pointer) in [
        (json!({}), "/requestId"),
        (json!({ "requestId": "x" }), "/requestId"),
        (json!({ "requestId": null }), "/requestId"),
        (json!({ "requestId": saved, "all": true }), "/all"),
    ] {
        let refused = admin.post(UNDO, body).await;
        assert_eq!((refused.status.as_u16(), refused.errors()[0].0), (422, pointer));
    }
    assert_eq!(undo(&admin, UNKNOWN).await.status, 404);
}

#[actix_web::test]
async fn creation_is_deleted_and_deletion_comes_back_under_its_identifier() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let made = admin.post(COMPANIES, json!({ "name": "Creekline", "phone": "1" })).await;
    let creation = request_of(&made);
    let path = format!("{COMPANIES}/{}", made.body["_id"].as_str().unwrap());
    let back = undone(&admin, &creation, 1).await;
    assert_eq!(admin.get(&path).await.status, 404);
    assert_eq!(actions(&admin, &path).await, ["delete", "create"]);

    let restored = undone(&admin, &back, 1).await;
    let record = admin.get(&path).await.expect(200);
    assert_eq!((&record["phone"], &record["createdAt"]), (&json!("1"), &made.body["createdAt"]));
    undone(&admin, &restored, 1).await;
    assert_eq!(admin.get(&path).await.status, 404);

    let (path, _) = company(&admin, "Palm").await;
    let before = admin.get(&path).await.expect(200);
    let deletion = request_of(&admin.delete(&path).await);
    undone(&admin, &deletion, 1).await;
    let after = admin.get(&path).await.expect(200);
    for field in ["_id", "name", "phone", "createdAt"] {
        assert_eq!(after[field], before[field], "{field}");
    }
}

#[actix_web::test]
async fn restored_version_is_taken_back() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (path, _) = company(&admin, "Creekline").await;
    admin.patch(&path, json!({ "phone": "2" })).await.expect(200);
    let restore =
        async || request_of(&admin.post(&format!("{path}/restore"), json!({ "version": 1 })).await);
    let restored = restore().await;
    undone(&admin, &restored, 1).await;
    assert_eq!(admin.get(&path).await.expect(200)["phone"], "2");
    admin.delete(&path).await.expect(204);
    let restored = restore().await;
    undone(&admin, &restored, 1).await;
    assert_eq!(admin.get(&path).await.status, 404);
}

#[actix_web::test]
async fn bulk_changes_are_undone_as_a_whole() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut ids = Vec::new();
    for name in ["Amal", "Basma", "Chadi"] {
        ids.push(company(&admin, name).await.1);
    }
    let before = companies(&admin).await;
    let update = json!({ "companyIds": ids, "update": { "phone": "2" } });
    let all = request_of(&admin.patch(COMPANIES, update).await);
    undone(&admin, &all, 3).await;
    assert_eq!(companies(&admin).await, before);

    let matching = json!({ "where": { "search": "a" }, "update": { "address": "Creek" } });
    let matching = request_of(&admin.patch(COMPANIES, matching).await);
    undone(&admin, &matching, 3).await;
    assert_eq!(companies(&admin).await, before);

    let rows = json!({ "changes": [
        { "_id": ids[0], "update": { "phone": "3" } },
        { "_id": ids[1], "update": { "phone": null, "name": "Other" } },
    ] });
    let rows = request_of(&admin.patch(COMPANIES, rows).await);
    undone(&admin, &rows, 2).await;
    assert_eq!(companies(&admin).await, before);

    let deletion = admin.post(&format!("{COMPANIES}/delete"), json!({ "where": {} })).await;
    let deletion = request_of(&deletion);
    let back = undone(&admin, &deletion, 3).await;
    assert_eq!(companies(&admin).await, before);
    undone(&admin, &back, 3).await;
    assert_eq!(companies(&admin).await, Vec::<Value>::new());
}

#[actix_web::test]
async fn verb_is_undone_by_its_fields_or_its_opposite_and_a_password_never() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let owner = developer(&admin, "Emaar").await;
    let place = project(&admin, "Marina", &owner).await["_id"].clone();
    let made = admin.post(ROTATIONS, json!({ "name": "Week", "projectIds": [] })).await.expect(201);
    let rotation = format!("{ROTATIONS}/{}", made["_id"].as_str().unwrap());
    let added = admin.post(&format!("{rotation}/add"), json!({ "projectIds": [place] })).await;
    let taken = undone(&admin, &request_of(&added), 1).await;
    assert_eq!(admin.get(&rotation).await.expect(200)["projects"], json!([]));
    undone(&admin, &taken, 1).await;
    assert_eq!(admin.get(&rotation).await.expect(200)["projects"][0]["_id"], place);

    let users = "/api/backoffice/users";
    let mona = admin.post(users, with(json!({ "email": "mona@desk.test" }))).await.expect(201);
    let mona = at(&mona);
    let locked = request_of(&perform_verb(&admin, &mona, "lock").await);
    let unlocked = undone(&admin, &locked, 1).await;
    assert_eq!(admin.get(&mona).await.expect(200)["locked"], false);
    undone(&admin, &unlocked, 1).await;
    assert_eq!(actions(&admin, &mona).await, ["lock", "unlock", "lock", "create"]);

    let password = request_of(&set_password(&admin, &mona, "another horse battery").await);
    let refused = undo(&admin, &password).await;
    assert_eq!(refused.status, 409);
    let linking = request_of(&perform_verb(&admin, &mona, "allow-linking").await);
    assert_eq!(undo(&admin, &linking).await.status, 409);
    assert_eq!(admin.get(&mona).await.expect(200)["linkAllowed"], true);
    // Users are never deleted, so that their creation stays.
    let made = admin.post(users, with(json!({ "email": "sami@desk.test" }))).await;
    assert_eq!(undo(&admin, &request_of(&made)).await.status, 409);
}

#[actix_web::test]
async fn document_marks_the_operations_that_can_be_undone() {
    let (document, _) = generated(&PRODUCT).await;
    let is_undoable = |method: &str, path: &str| {
        let operation = &document["paths"][format!("/api/backoffice/{path}")][method];
        assert!(operation.is_object(), "{method} {path}");
        operation["x-undoable"] == true
    };
    for (method, path) in [
        ("post", "companies"),
        ("patch", "companies"),
        ("delete", "companies/{id}"),
        ("post", "companies/import"),
        ("post", "companies/{id}/restore"),
        ("patch", "users/{id}"),
        ("post", "users/{id}/lock"),
        ("post", "users/verbs/unlock"),
        ("post", "projects/weekly-rotations/{id}/add"),
    ] {
        assert!(is_undoable(method, path), "{method} {path}");
    }
    for (method, path) in [
        ("get", "companies"),
        ("post", "users"),
        ("post", "users/{id}/set-password"),
        ("post", "users/{id}/allow-linking"),
        ("delete", "join-requests/{id}"),
        ("post", "join-requests/{id}/accept"),
    ] {
        assert!(!is_undoable(method, path), "{method} {path}");
    }
}

#[actix_web::test]
async fn import_is_undone_with_what_it_made_on_the_way_and_what_it_changed() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    company(&admin, "Amal").await;
    let before = companies(&admin).await;
    let table = "name,phone\nAmal,9\nBasma,2\nChadi,3\n";
    let imported = import(&admin, COMPANIES, table, "?existing=update").await;
    let imported = request_of(&imported);
    assert_eq!(companies(&admin).await.len(), 3);
    let back = undone(&admin, &imported, 3).await;
    assert_eq!(companies(&admin).await, before);
    undone(&admin, &back, 3).await;
    assert_eq!(companies(&admin).await[0]["phone"], "9");
}

#[actix_web::test]
async fn images_come_back_with_the_record() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = new_project(&admin, "Marina").await;
    let file = uploaded(&admin, 40).await;
    set_gallery(&admin, &project, &[&file]).await;
    let image = format!("{project}/images/{file}");
    let removed = request_of(&admin.patch(&project, json!({ "gallery": [] })).await);
    undone(&admin, &removed, 1).await;
    assert_eq!(admin.get(&image).await.status, 200);
    let deletion = request_of(&admin.delete(&project).await);
    assert_eq!(admin.get(&image).await.status, 404);
    undone(&admin, &deletion, 1).await;
    assert_eq!(admin.get(&project).await.expect(200)["gallery"][0]["file"], json!(file));
    assert_eq!(admin.get(&image).await.status, 200);
}

#[actix_web::test]
async fn repeated_undo_has_the_first_answer_and_of_two_at_once_one_succeeds() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (path, _) = company(&admin, "Creekline").await;
    let saved = request_of(&admin.patch(&path, json!({ "phone": "2" })).await);
    let again = async |request: &str| {
        let request = json!({ "requestId": request });
        admin
            .request(Method::POST, UNDO)
            .header("idempotency-key", "u1")
            .json(&request)
            .send()
            .await
    };
    assert_eq!(again(&saved).await.expect(200), json!({ "undone": 1 }));
    assert_eq!(again(&saved).await.expect(200), json!({ "undone": 1 }));
    assert_eq!(actions(&admin, &path).await.len(), 3);
    assert_eq!(again(UNKNOWN).await.status, 422);

    let saved = request_of(&admin.patch(&path, json!({ "phone": "3" })).await);
    assert_one_succeeds(&admin, &path, &saved).await;
    let deletion = request_of(&admin.delete(&path).await);
    assert_one_succeeds(&admin, &path, &deletion).await;
    admin.get(&path).await.expect(200);
}

async fn assert_one_succeeds(admin: &TestClient<'_>, path: &str, request: &str) {
    let versions = actions(admin, path).await.len();
    let (one, other) = join(undo(admin, request), undo(admin, request)).await;
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(actions(admin, path).await.len(), versions + 1);
}
