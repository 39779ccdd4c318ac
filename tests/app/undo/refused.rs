//! What an undo is refused for: nothing is written then.

use kernel::testing::TestApp;
use serde_json::{Value, json};

use super::{COMPANIES, ROTATIONS, actions, companies, company, request_of, undo, undone};
use crate::PRODUCT;
use crate::policy::write_policy;
use crate::projects::{developer, project};
use crate::users::detail;

const PROJECTS: &str = "/api/backoffice/projects";
const DEVELOPERS: &str = "/api/backoffice/developers";

#[actix_web::test]
async fn records_changed_since_are_named_and_nothing_is_written() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut ids = Vec::new();
    for number in 0..14 {
        ids.push(company(&admin, &format!("Firm {number:02}")).await.1);
    }
    let update = json!({ "companyIds": ids, "update": { "phone": "2" } });
    let all = request_of(&admin.patch(COMPANIES, update).await);
    let at = |id: &Value| format!("{COMPANIES}/{}", id.as_str().unwrap());
    admin.patch(&at(&ids[1]), json!({ "phone": "3" })).await.expect(200);
    let before = companies(&admin).await;
    let refused = undo(&admin, &all).await;
    assert_eq!(refused.status, 409);
    assert_eq!(detail(&refused), "Firm 01 has been changed since. Nothing was undone");
    assert_eq!(refused.errors(), [("/records/0", "Firm 01: It has been changed since")]);
    assert_eq!(companies(&admin).await, before);
    assert_eq!(actions(&admin, &at(&ids[0])).await, ["update", "create"]);

    // At most ten are named. One that was deleted has its last title.
    for id in &ids[2..] {
        admin.delete(&at(id)).await.expect(204);
    }
    let refused = undo(&admin, &all).await;
    assert_eq!((refused.status.as_u16(), refused.errors().len()), (409, 10));
    assert!(detail(&refused).starts_with("Firm 01, Firm 02, "), "{}", detail(&refused));
    assert!(detail(&refused).contains(" and 3 more have been changed since."));
}

#[actix_web::test]
async fn opposite_change_needs_its_permission_also_of_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let lines = "\ng, agent, user\np, agent, companies, read\np, agent, companies, update\n";
    write_policy(&policy, lines);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let made = admin.post(COMPANIES, json!({ "name": "Creekline" })).await;
    let path = format!("{COMPANIES}/{}", made.body["_id"].as_str().unwrap());
    let creation = request_of(&made);
    let refused = undo(&agent, &creation).await;
    assert_eq!(refused.status, 403);
    let needed = |action: &str| json!({ "resource": "companies", "action": action });
    assert_eq!(refused.body["permission"], needed("delete"));
    let saved = request_of(&admin.patch(&path, json!({ "phone": "1" })).await);
    undone(&agent, &saved, 1).await;
    let deletion = request_of(&admin.delete(&path).await);
    assert_eq!(undo(&agent, &deletion).await.body["permission"], needed("restore"));

    let companies = json!([{ "resource": "companies", "actions": ["read"] }]);
    let token = app.bearer(admin.api_token(companies).await);
    let refused = undo(&token, &deletion).await;
    assert_eq!((refused.status.as_u16(), &refused.body["permission"]), (403, &needed("restore")));
    let units = json!([{ "resource": "units", "actions": ["read", "update"] }]);
    let token = app.bearer(admin.api_token(units).await);
    assert_eq!(undo(&token, &deletion).await.status, 404);
    undone(&admin, &deletion, 1).await;
}

#[actix_web::test]
async fn rules_of_the_caller_hold_for_an_undo() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let lines = r#"
g, agent, user
p, agent, companies, read
p, agent, companies, update
where, agent, companies, read, {"field": "name", "operator": "starts_with", "value": "Marina"}
where, agent, companies, update, {"field": "phone", "operator": "equals", "value": "1"}
"#;
    write_policy(&policy, lines);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let (mine, my_id) = company(&admin, "Marina One").await;
    let (other, other_id) = company(&admin, "Palm").await;
    let of_other = request_of(&admin.patch(&other, json!({ "email": "a@b.example" })).await);
    assert_eq!(undo(&agent, &of_other).await.status, 404);
    let both = json!({ "companyIds": [my_id, other_id], "update": { "address": "Creek" } });
    let both = request_of(&admin.patch(COMPANIES, both).await);
    assert_eq!(undo(&agent, &both).await.status, 403);
    assert_eq!(admin.get(&mine).await.expect(200)["address"], "Creek");
    let saved = request_of(&admin.patch(&mine, json!({ "email": "a@b.example" })).await);
    undone(&agent, &saved, 1).await;
    let out_of_reach = request_of(&admin.patch(&mine, json!({ "phone": "2" })).await);
    let refused = undo(&agent, &out_of_reach).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.body["permission"]["action"]),
        (403, &json!("update"))
    );
    assert_eq!(admin.get(&mine).await.expect(200)["phone"], "2");
}

#[actix_web::test]
async fn unique_key_taken_and_reference_deleted_meanwhile_are_conflicts() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let owner = developer(&admin, "Emaar").await;
    let other = developer(&admin, "Nakheel").await;
    let made = project(&admin, "Marina", &owner).await;
    let path = format!("{PROJECTS}/{}", made["_id"].as_str().unwrap());
    let moved = request_of(&admin.patch(&path, json!({ "developer": { "_id": other } })).await);
    admin.delete(&format!("{DEVELOPERS}/{owner}")).await.expect(204);
    let refused = undo(&admin, &moved).await;
    assert_eq!(refused.status, 409);
    let message = "Marina: There is no such developer";
    assert_eq!(refused.errors(), [("/records/0", message)]);
    assert_eq!(detail(&refused), format!("{message}. Nothing was undone"));

    let deletion = request_of(&admin.delete(&path).await);
    admin.delete(&format!("{DEVELOPERS}/{other}")).await.expect(204);
    let refused = undo(&admin, &deletion).await;
    assert_eq!((refused.status.as_u16(), refused.errors()[0].1), (409, message));

    let weekly = json!({ "name": "First", "weekStart": "2026-11-30", "projectIds": [] });
    let first = admin.post(ROTATIONS, weekly.clone()).await.expect(201);
    let first = format!("{ROTATIONS}/{}", first["_id"].as_str().unwrap());
    let deletion = request_of(&admin.delete(&first).await);
    admin.post(ROTATIONS, weekly).await.expect(201);
    let refused = undo(&admin, &deletion).await;
    let message = "First: There is a rotation for this week already";
    assert_eq!((refused.status.as_u16(), refused.errors()), (409, vec![("/records/0", message)]));
    assert_eq!(detail(&refused), format!("{message}. Nothing was undone"));
    assert_eq!(admin.get(&first).await.status, 404);
}

#[actix_web::test]
async fn creation_of_what_is_referred_to_is_not_undone() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let made = admin.post(DEVELOPERS, json!({ "name": "Emaar" })).await;
    let creation = request_of(&made);
    project(&admin, "Marina", made.body["_id"].as_str().unwrap()).await;
    let refused = undo(&admin, &creation).await;
    assert_eq!(refused.status, 409);
    assert_eq!(
        detail(&refused),
        "Emaar cannot be deleted: it is still referred to by 1 project. Nothing was undone"
    );
}
