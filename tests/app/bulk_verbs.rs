//! Verbs on several records in one request: each record has an outcome of its own.

use actix_web::http::Method;
use kernel::testing::{PASSWORD, TestApp, TestClient, generated};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::users::{PATH as USERS, actions, at, sign_in, with};

const LOCK: &str = "/api/backoffice/users/verbs/lock";
const REQUESTS: &str = "/api/backoffice/join-requests";
const ACCEPT: &str = "/api/backoffice/join-requests/verbs/accept";
const DECLINE: &str = "/api/backoffice/join-requests/verbs/decline";
const UNKNOWN: &str = "0123456789abcdef01234567";

async fn user(admin: &TestClient<'_>, email: &str) -> Value {
    admin.post(USERS, with(json!({ "email": email }))).await.expect(201)
}

/// Sends a request to join, and returns its identifier.
async fn request_to_join(app: &TestApp, admin: &TestClient<'_>, name: &str) -> Value {
    let body = json!({ "firstName": name, "email": format!("{name}@desk.test") });
    app.anonymous().post("/api/join-requests", body).await.expect(202);
    let found = admin.get(&format!("{REQUESTS}?search={name}")).await.expect(200);
    found["items"][0]["_id"].clone()
}

async fn statuses(admin: &TestClient<'_>) -> Vec<String> {
    let page = admin.get(&format!("{REQUESTS}?sort=firstName:asc")).await.expect(200);
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| item["status"].as_str().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn verb_is_done_for_each_record_that_allows_it_and_refused_for_others_with_the_reason() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (mona, sami) = (user(&admin, "mona@desk.test").await, user(&admin, "sami@desk.test").await);
    let them = app.bearer(sign_in(&app, "mona@desk.test", PASSWORD).await.0);
    admin.request(Method::POST, &format!("{}/lock", at(&sami))).send().await.expect(200);
    let me = admin.get("/api/auth/me").await.expect(200)["user"].clone();
    let body = json!({ "userIds": [mona["id"], sami["id"], me["id"], UNKNOWN] });
    assert_eq!(app.anonymous().post(LOCK, body.clone()).await.status, 401);
    assert_eq!(app.sign_in("analytics").await.post(LOCK, body.clone()).await.status, 403);

    let mut report = admin.post(LOCK, body.clone()).await.expect(200);
    let refused = report["refused"].as_array_mut().unwrap();
    refused.sort_by_key(|one| one["status"].as_u64());
    assert!(refused[1].as_object_mut().unwrap().remove("title").is_some());
    assert_eq!(
        report,
        json!({ "done": 1, "unchanged": 1, "refused": [
            { "_id": UNKNOWN, "status": 404, "detail": "There is no such user" },
            { "_id": me["id"], "status": 409,
              "detail": "You cannot lock your own account. Ask another administrator" },
        ] })
    );
    // It is the verb itself: it ends the session, and each record has a version of its own.
    assert_eq!(them.get("/api/auth/me").await.status, 401);
    assert_eq!(actions(&admin, &at(&mona)).await, ["lock", "create"]);
    assert_eq!(actions(&admin, &at(&sami)).await, ["lock", "create"]);
}

#[actix_web::test]
async fn verb_with_arguments_is_performed_on_all_that_match() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for name in ["amal", "basma", "chadi"] {
        request_to_join(&app, &admin, name).await;
    }
    user(&admin, "basma@desk.test").await;
    let roles = json!({ "roles": ["estimations"] });
    let body = json!({ "where": { "search": "desk.test" }, "arguments": roles });
    assert_eq!(app.sign_in("analytics").await.post(ACCEPT, body.clone()).await.status, 403);
    let accept = async || {
        let request = admin.request(Method::POST, ACCEPT).header("idempotency-key", "accept");
        request.json(&body).send().await.expect(200)
    };
    let report = accept().await;
    assert_eq!((&report["done"], &report["unchanged"]), (&json!(2), &json!(0)));
    let refused = report["refused"].as_array().unwrap();
    assert_eq!((refused.len(), &refused[0]["status"]), (1, &json!(409)));
    assert!(refused[0]["title"].as_str().unwrap().contains("basma"), "{report}");
    assert_eq!(statuses(&admin).await, ["accepted", "pending", "accepted"]);
    let users = admin.get(&format!("{USERS}?search=amal")).await.expect(200);
    assert_eq!(users["items"][0]["roles"], json!(["estimations"]));
    // A repeated request has the first answer.
    request_to_join(&app, &admin, "dana").await;
    assert_eq!(accept().await, report);
    assert_eq!(statuses(&admin).await, ["accepted", "pending", "accepted", "pending"]);

    let dry = admin.post(&format!("{DECLINE}?dryRun=true"), json!({ "where": {} })).await;
    assert_eq!(dry.expect(200), json!({ "done": 2, "unchanged": 2, "refused": [] }));
    // Records that it is not offered for are left alone among all, and refused by their names.
    let ids: Vec<Value> = admin.get(REQUESTS).await.expect(200)["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["_id"].clone())
        .collect();
    let declined = admin.post(DECLINE, json!({ "where": {} })).await.expect(200);
    assert_eq!(declined, json!({ "done": 2, "unchanged": 2, "refused": [] }));
    let declined = admin.post(DECLINE, json!({ "joinRequestIds": ids })).await.expect(200);
    assert_eq!((&declined["done"], declined["refused"].as_array().unwrap().len()), (&json!(0), 4));
    let nothing = json!({ "where": { "search": "nothing at all" } });
    let nothing = admin.post(DECLINE, nothing).await.expect(200);
    assert_eq!(nothing, json!({ "done": 0, "unchanged": 0, "refused": [] }));
}

#[actix_web::test]
async fn invalid_request_for_several_records_is_rejected_whole() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let id = request_to_join(&app, &admin, "amal").await;
    for (path, body, pointer) in [
        (DECLINE, json!({}), "/joinRequestIds"),
        (DECLINE, json!({ "joinRequestIds": [id], "where": {} }), "/where"),
        (DECLINE, json!({ "where": { "filters": {} } }), "/where/filters/conditions"),
        (DECLINE, json!({ "where": {}, "arguments": {} }), "/arguments"),
        (ACCEPT, json!({ "where": {}, "roles": ["user"] }), "/arguments"),
        (ACCEPT, json!({ "where": {}, "arguments": {} }), "/arguments/roles"),
        (ACCEPT, json!({ "where": {}, "arguments": { "roles": ["king"] } }), "/arguments/roles/0"),
        (
            ACCEPT,
            json!({ "where": {}, "arguments": { "roles": ["user"], "x": 1 } }),
            "/arguments/x",
        ),
    ] {
        let refused = admin.post(path, body.clone()).await;
        assert_eq!(refused.status, 422, "{body}: {}", refused.body);
        assert_eq!(refused.errors()[0].0, pointer, "{body}: {}", refused.body);
    }
    assert_eq!(statuses(&admin).await, ["pending"]);
    // What is of one record, or takes long for each, has no form for several.
    for verb in ["set-password", "allow-linking"] {
        let answer = admin.post(&format!("{USERS}/verbs/{verb}"), json!({ "where": {} })).await;
        assert_eq!(answer.status, 404, "{verb}");
    }
}

#[actix_web::test]
async fn document_leads_from_a_verb_to_its_form_for_several_records() {
    let (document, _) = generated(&PRODUCT).await;
    let on_one = |verb: &str| &document["paths"][format!("{USERS}/{{id}}/{verb}")]["post"];
    assert_eq!(on_one("lock")["x-verb"]["bulk"], "user_bulk_lock");
    let on_several = &document["paths"][LOCK]["post"];
    assert_eq!(on_several["operationId"], "user_bulk_lock");
    assert_eq!(on_several["x-permission"], on_one("lock")["x-permission"]);
    for verb in ["set-password", "allow-linking"] {
        assert_eq!(on_one(verb)["x-verb"].get("bulk"), None);
    }
}
