//! Saved views of the explorer: one's own and the shared ones of others.

use actix_web::http::Method;
use futures_util::future::join_all;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const PATH: &str = "/api/analytics/saved-views";
const VIEW: &str = "dataset=units&measures=rent&rows=project&chart=bar&sort=rent%3Adesc";

fn named(name: &str) -> Value {
    json!({ "name": name, "view": VIEW })
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

async fn save(client: &TestClient<'_>, body: Value) -> String {
    let saved = client.post(PATH, body).await.expect(201);
    format!("{PATH}/{}", saved["id"].as_str().unwrap())
}

/// Returns the names of the views that a client sees, with `*` at the default.
async fn visible(client: &TestClient<'_>) -> Vec<String> {
    let list = client.get(PATH).await.expect(200);
    let name = |one: &Value| {
        let mark = if one["isDefault"] == true { "*" } else { "" };
        format!("{}{mark}", one["name"].as_str().unwrap())
    };
    list.as_array().unwrap().iter().map(name).collect()
}

#[actix_web::test]
async fn a_view_is_saved_listed_changed_and_deleted() {
    let app = TestApp::of(&PRODUCT).await;
    let nowhere = format!("{PATH}/000000000000000000000000");
    let anonymous = app.anonymous();
    assert_eq!(anonymous.get(PATH).await.status, 401);
    assert_eq!(anonymous.post(PATH, named("A")).await.status, 401);
    assert_eq!(anonymous.patch(&nowhere, json!({})).await.status, 401);
    assert_eq!(anonymous.delete(&nowhere).await.status, 401);
    for role in ["user", "estimations"] {
        let client = app.sign_in(role).await;
        assert_eq!(client.get(PATH).await.status, 403, "{role}");
        assert_eq!(client.post(PATH, named("A")).await.status, 403, "{role}");
        assert_eq!(client.patch(&nowhere, json!({})).await.status, 403, "{role}");
        assert_eq!(client.delete(&nowhere).await.status, 403, "{role}");
    }
    for role in ["analytics", "admin"] {
        let client = app.sign_in(role).await;
        assert_eq!(client.get(PATH).await.expect(200), json!([]));
        let me = client.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
        let saved = client.post(PATH, named("  Rents ")).await;
        let location = saved.header("location").to_owned();
        let saved = saved.expect(201);
        assert_eq!(
            saved,
            json!({
                "id": saved["id"], "name": "Rents", "description": null, "view": VIEW,
                "isDefault": false, "shared": false, "onIndex": false, "own": true,
                "owner": { "id": me, "name": "Test Person" },
            })
        );
        assert_eq!(location, format!("{PATH}/{}", saved["id"].as_str().unwrap()));
        for method in [Method::PATCH, Method::DELETE] {
            let stale = client.request(method, &location).header("if-match", "\"old\"");
            assert_eq!(stale.json(&json!({})).send().await.status, 412);
        }
        let patch = json!({ "description": "By project", "onIndex": true, "isDefault": true,
                            "view": "dataset=assessments&measures=estimates&rows=day" });
        let changed = client.patch(&location, patch.clone()).await.expect(200);
        for (field, value) in patch.as_object().unwrap() {
            assert_eq!(changed[field], *value, "{field}");
        }
        assert_eq!(client.get(PATH).await.expect(200), json!([changed]));
        client.delete(&location).await.expect(204);
        assert_eq!(client.delete(&location).await.status, 404);
        assert_eq!(client.get(PATH).await.expect(200), json!([]));
    }
}

#[actix_web::test]
async fn invalid_view_is_rejected_with_the_reason() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    let path = save(&analyst, named("Kept")).await;
    for (view, expected) in [
        ("measures=rent", "`dataset` is needed"),
        ("dataset=units&measures=height", "`measures` of `units` cannot be `height`"),
        ("dataset=units&measures=rent&rows=colour", "`rows` cannot be `colour`"),
        ("dataset=units&measures=rent&chart=pie", "`chart` cannot be `pie`"),
        ("dataset=units&measures=rent&colour=red", "There is no parameter `colour`"),
        ("dataset=units&measures=rent&filters=x", "filter"),
    ] {
        for refused in [
            analyst.post(PATH, with(named("A"), "view", json!(view))).await,
            analyst.patch(&path, json!({ "view": view })).await,
        ] {
            assert_eq!(refused.status, 422, "{view}");
            let errors = refused.errors();
            let [(pointer, message)] = errors[..] else { panic!("{view}: {errors:?}") };
            assert!(pointer == "/view" && message.contains(expected), "{view}: {errors:?}");
        }
    }
    let refused = analyst.post(PATH, json!({ "onIndex": "yes", "resource": "units" })).await;
    assert_eq!(
        refused.errors(),
        [
            ("/name", "Name is required"),
            ("/onIndex", "On the index must be yes or no"),
            ("/resource", "There is no such field"),
            ("/view", "View is required"),
        ]
    );
    assert_eq!(visible(&analyst).await, ["Kept"]);
}

#[actix_web::test]
async fn shared_records_are_read_only_for_other_users() {
    let app = TestApp::of(&PRODUCT).await;
    let (owner, other) = (app.sign_in("analytics").await, app.sign_in("admin").await);
    let default = with(with(named("Shared"), "isDefault", json!(true)), "onIndex", json!(true));
    let shared = save(&owner, with(default, "shared", json!(true))).await;
    let private = save(&owner, named("Private")).await;
    assert_eq!(visible(&owner).await, ["Shared*", "Private"]);
    let list = other.get(PATH).await.expect(200);
    let one = &list[0];
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!(
        (&one["own"], &one["isDefault"], &one["shared"], &one["onIndex"]),
        (&json!(false), &json!(false), &json!(true), &json!(true))
    );
    for (path, status) in [(&shared, 403), (&private, 404)] {
        for patch in [json!({ "name": "Mine" }), json!({ "view": "x" })] {
            assert_eq!(other.patch(path, patch).await.status, status, "{path}");
        }
        assert_eq!(other.delete(path).await.status, status, "{path}");
    }
}

#[actix_web::test]
async fn views_have_one_default_and_are_separate_from_filters() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    let of_units = json!({ "resource": "units", "name": "Units", "isDefault": true,
                           "filterState": { "operator": "AND", "conditions": [] } });
    let filters = "/api/backoffice/saved-filters";
    let filter = analyst.post(filters, of_units).await.expect(201);
    let default = |name: &str| with(named(name), "isDefault", json!(true));
    let saves = (0..6).map(|number| save(&analyst, default(&format!("View {number}"))));
    let views = join_all(saves).await;
    let marked = visible(&analyst).await;
    assert_eq!(marked.iter().filter(|name| name.ends_with('*')).count(), 1, "{marked:?}");
    let all = analyst.get(&format!("{filters}?resource=units")).await.expect(200);
    assert_eq!(all, json!([filter]));
    // A view is not found under the path of filters, nor a filter under that of views.
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let wrong = [
        format!("{filters}/{}", id(&views[0])),
        format!("{PATH}/{}", filter["id"].as_str().unwrap()),
    ];
    for path in wrong {
        assert_eq!(analyst.patch(&path, json!({ "name": "A" })).await.status, 404, "{path}");
        assert_eq!(analyst.delete(&path).await.status, 404, "{path}");
    }
    let refused = analyst.get(&format!("{filters}?resource=%2Fexplorer")).await;
    assert_eq!(refused.status, 400);
}

#[actix_web::test]
async fn user_has_at_most_a_hundred_views_and_a_repeated_request_saves_one() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    for _ in 0..2 {
        let again = analyst.request(Method::POST, PATH).header("idempotency-key", "one-view-only");
        again.json(&named("Once")).send().await.expect(201);
    }
    assert_eq!(visible(&analyst).await, ["Once"]);
    for number in 0..99 {
        save(&analyst, named(&format!("Number {number}"))).await;
    }
    let refused = analyst.post(PATH, named("One more")).await;
    assert_eq!(refused.status, 409);
    let message = refused.body["detail"].as_str().unwrap();
    assert_eq!(message, "You have 100 saved views already. Delete one before you save another");
}
