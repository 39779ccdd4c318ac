//! Saved filters: one's own and the shared ones of others.

use actix_web::http::Method;
use futures_util::future::{join, join_all};
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const PATH: &str = "/api/backoffice/saved-filters";
const OF_UNITS: &str = "/api/backoffice/saved-filters?resource=units";

/// Returns a valid filter of units.
fn two_bedrooms() -> Value {
    json!({ "operator": "AND", "conditions": [
        { "field": "bedrooms", "operator": "equals", "value": 2 },
        { "operator": "OR", "conditions": [
            { "field": "unitNumber", "operator": "starts_with", "value": "A" },
            { "field": "floor", "operator": "between", "value": 1, "secondValue": 2 },
        ] },
    ] })
}

fn named(name: &str) -> Value {
    json!({ "resource": "units", "name": name, "filterState": two_bedrooms() })
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

async fn save(client: &TestClient<'_>, body: Value) -> String {
    let saved = client.post(PATH, body).await.expect(201);
    format!("{PATH}/{}", saved["id"].as_str().unwrap())
}

/// Returns the names of the filters of units that a client sees, with `*` at the default.
async fn visible(client: &TestClient<'_>) -> Vec<String> {
    let list = client.get(OF_UNITS).await.expect(200);
    let name = |one: &Value| {
        let mark = if one["isDefault"] == true { "*" } else { "" };
        format!("{}{mark}", one["name"].as_str().unwrap())
    };
    list.as_array().unwrap().iter().map(name).collect()
}

#[actix_web::test]
async fn a_filter_is_saved_listed_changed_and_deleted() {
    let app = TestApp::of(&PRODUCT).await;
    let nowhere = format!("{PATH}/000000000000000000000000");
    let anonymous = app.anonymous();
    assert_eq!(anonymous.get(OF_UNITS).await.status, 401);
    assert_eq!(anonymous.post(PATH, named("A")).await.status, 401);
    assert_eq!(anonymous.patch(&nowhere, json!({})).await.status, 401);
    assert_eq!(anonymous.delete(&nowhere).await.status, 401);
    for role in ["user", "estimations"] {
        let client = app.sign_in(role).await;
        assert_eq!(client.get(OF_UNITS).await.status, 403, "{role}");
        assert_eq!(client.post(PATH, named("A")).await.status, 403, "{role}");
        assert_eq!(client.patch(&nowhere, json!({})).await.status, 403, "{role}");
        assert_eq!(client.delete(&nowhere).await.status, 403, "{role}");
    }

    for role in ["analytics", "admin"] {
        let client = app.sign_in(role).await;
        assert_eq!(client.get(OF_UNITS).await.expect(200), json!([]));
        let me = client.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
        let saved = client.post(PATH, named("  Family homes ")).await;
        let location = saved.header("location").to_owned();
        let saved = saved.expect(201);
        assert_eq!(
            saved,
            json!({
                "id": saved["id"], "resource": "units", "name": "Family homes",
                "description": null, "icon": null, "filterState": two_bedrooms(),
                "isDefault": false, "shared": false, "own": true,
                "owner": { "id": me, "name": "Test Person" },
            })
        );
        assert_eq!(location, format!("{PATH}/{}", saved["id"].as_str().unwrap()));
        for method in [Method::PATCH, Method::DELETE] {
            let stale = client.request(method, &location).header("if-match", "\"old\"");
            assert_eq!(stale.json(&json!({})).send().await.status, 412);
        }
        assert_eq!(client.get(OF_UNITS).await.expect(200), json!([saved]));
        let others = client.get(&format!("{PATH}?resource=projects")).await.expect(200);
        assert_eq!(others, json!([]));

        let group = json!({ "operator": "OR", "conditions": [] });
        let patch = json!({ "name": "Homes", "description": " Two ", "icon": "home",
                            "filterState": group, "isDefault": true });
        let changed = client.patch(&location, patch.clone()).await.expect(200);
        for (field, value) in patch.as_object().unwrap() {
            assert_eq!(changed[field], *value, "{field}");
        }
        assert_eq!((&changed["id"], &changed["shared"]), (&saved["id"], &json!(false)));
        let removed = json!({ "description": null, "icon": null });
        let changed = client.patch(&location, removed).await.expect(200);
        assert_eq!((&changed["description"], &changed["icon"]), (&Value::Null, &Value::Null));
        assert_eq!((&changed["name"], &changed["isDefault"]), (&json!("Homes"), &json!(true)));
        assert_eq!(client.patch(&location, json!({})).await.expect(200), changed);

        client.delete(&location).await.expect(204);
        assert_eq!(client.delete(&location).await.status, 404);
        assert_eq!(client.patch(&location, json!({})).await.status, 404);
        assert_eq!(client.get(OF_UNITS).await.expect(200), json!([]));
    }
}

#[actix_web::test]
async fn validation_error_names_the_field_and_nothing_is_saved() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    for (query, message) in [
        ("", "Say whose filters are wanted: `resource`"),
        ("?resource=", "Say whose filters are wanted: `resource`"),
        ("?resource=colours", "`resource`: There is no resource `colours`"),
    ] {
        let refused = analyst.get(&format!("{PATH}{query}")).await;
        assert_eq!(refused.status, 400, "{query}");
        assert_eq!(refused.body["detail"], message);
    }

    let refused = analyst.post(PATH, json!({})).await;
    assert_eq!(refused.status, 422);
    assert_eq!(
        refused.errors(),
        [
            ("/filterState", "Filter is required"),
            ("/name", "Name is required"),
            ("/resource", "Resource is required"),
        ]
    );
    let long = |length| json!("é".repeat(length));
    for (field, value, message) in [
        ("name", json!(" "), "Name is required"),
        ("name", json!(null), "Name is required"),
        ("name", long(101), "Name must have at most 100 characters"),
        ("description", long(501), "Description must have at most 500 characters"),
        ("icon", long(51), "Icon must have at most 50 characters"),
        ("isDefault", json!(null), "Default must be yes or no"),
        ("shared", json!("yes"), "Shared must be yes or no"),
        ("colour", json!("red"), "There is no such field"),
        ("owner", json!({}), "There is no such field"),
        ("resource", json!("colours"), "There is no resource `colours`"),
    ] {
        let refused = analyst.post(PATH, with(named("A"), field, value)).await;
        assert_eq!(refused.status, 422, "{field}");
        assert_eq!(refused.errors(), [(format!("/{field}").as_str(), message)]);
    }
    assert_eq!(visible(&analyst).await, Vec::<String>::new());

    let longest = with(named("A"), "name", long(100));
    let path = save(&analyst, with(longest, "description", long(500))).await;
    for (patch, error) in [
        (json!({ "name": "" }), ("/name", "Name is required")),
        (json!({ "name": null }), ("/name", "Name is required")),
        (json!({ "isDefault": null }), ("/isDefault", "Default must be yes or no")),
        (json!({ "resource": "units" }), ("/resource", "There is no such field")),
    ] {
        let refused = analyst.patch(&path, patch).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.errors(), [error]);
    }
    assert_eq!(analyst.get(OF_UNITS).await.expect(200)[0]["name"], long(100));
}

#[actix_web::test]
async fn error_of_an_invalid_filter_points_to_its_place() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    let path = save(&analyst, named("Kept")).await;
    let inside = |condition: Value| {
        json!({ "operator": "AND", "conditions": [
            { "operator": "OR", "conditions": [two_bedrooms(), condition] },
        ] })
    };
    let mut deep = json!({ "operator": "AND", "conditions": [] });
    for _ in 0..4 {
        deep = json!({ "operator": "AND", "conditions": [deep] });
    }
    let inner = "/filterState/conditions/0/conditions/1";
    for (filter, pointer, message) in [
        (json!(null), "/filterState".into(), "Filter is required"),
        (
            json!("bedrooms"),
            "/filterState".into(),
            "A filter is a group: {\"operator\", \"conditions\"}",
        ),
        (
            inside(json!({ "field": "colour", "operator": "equals", "value": "red" })),
            format!("{inner}/field"),
            "There is no field `colour` to filter by",
        ),
        (
            inside(json!({ "field": "bedrooms", "operator": "contains", "value": 2 })),
            format!("{inner}/operator"),
            "`bedrooms` cannot be compared by `contains`",
        ),
        (
            inside(json!({ "field": "bedrooms", "operator": "equals", "value": "two" })),
            format!("{inner}/value"),
            "`value` of `bedrooms` must be a number",
        ),
        (
            inside(json!({ "operator": "XOR", "conditions": [] })),
            format!("{inner}/operator"),
            "`operator` of a group is `AND` or `OR`, not `XOR`",
        ),
        (
            inside(json!({ "field": "bedrooms", "operator": "equals", "value": 2, "a/b": 1 })),
            format!("{inner}/a~1b"),
            "A filter knows no `a/b`",
        ),
        (
            deep,
            "/filterState/conditions/0/conditions/0/conditions/0/conditions/0".into(),
            "A filter may be nested 4 deep",
        ),
    ] {
        let refused = analyst.post(PATH, with(named("A"), "filterState", filter.clone())).await;
        assert_eq!(refused.status, 422, "{message}");
        assert_eq!(refused.errors(), [(pointer.as_str(), message)]);
        let refused = analyst.patch(&path, json!({ "name": "B", "filterState": filter })).await;
        assert_eq!(refused.status, 422, "{message}");
        assert_eq!(refused.errors(), [(pointer.as_str(), message)]);
    }
    // The fields are those of the resource, and other errors are reported together with them.
    let refused = analyst.post(PATH, with(named(""), "resource", json!("companies"))).await;
    assert_eq!(
        refused.errors(),
        [
            ("/filterState/conditions/0/field", "There is no field `bedrooms` to filter by"),
            ("/name", "Name is required"),
        ]
    );
    let saved = analyst.get(OF_UNITS).await.expect(200);
    assert_eq!((&saved[0]["name"], &saved[0]["filterState"]), (&json!("Kept"), &two_bedrooms()));
    assert_eq!(saved.as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn shared_records_are_read_only_for_other_users() {
    let app = TestApp::of(&PRODUCT).await;
    let (owner, other) = (app.sign_in("analytics").await, app.sign_in("admin").await);
    let default = with(named("Shared"), "isDefault", json!(true));
    let shared = save(&owner, with(default, "shared", json!(true))).await;
    let private = save(&owner, named("Private")).await;
    assert_eq!(visible(&owner).await, ["Shared*", "Private"]);

    let list = other.get(OF_UNITS).await.expect(200);
    let one = &list[0];
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!(
        (&one["name"], &one["own"], &one["isDefault"], &one["shared"]),
        (&json!("Shared"), &json!(false), &json!(false), &json!(true))
    );
    let me = owner.get("/api/auth/me").await.expect(200);
    assert_eq!(one["owner"], json!({ "id": me["user"]["id"], "name": "Test Person" }));

    for (path, status) in [(&shared, 403), (&private, 404)] {
        for patch in [json!({ "name": "Mine" }), json!({ "colour": "red" })] {
            assert_eq!(other.patch(path, patch).await.status, status, "{path}");
        }
        assert_eq!(other.delete(path).await.status, status, "{path}");
    }
    owner.patch(&shared, json!({ "shared": false })).await.expect(200);
    assert_eq!(other.delete(&shared).await.status, 404);
    assert_eq!(visible(&other).await, Vec::<String>::new());
    assert_eq!(visible(&owner).await, ["Shared*", "Private"]);
}

#[actix_web::test]
async fn default_comes_first_and_then_names_case_insensitively() {
    let app = TestApp::of(&PRODUCT).await;
    let (owner, other) = (app.sign_in("analytics").await, app.sign_in("analytics").await);
    for name in ["beta", "Alpha", "ÉTOILE", "étage", "zeta"] {
        save(&owner, with(named(name), "isDefault", json!(name == "zeta"))).await;
    }
    let theirs = with(named("Already"), "shared", json!(true));
    save(&other, with(theirs, "isDefault", json!(true))).await;
    assert_eq!(visible(&owner).await, ["zeta*", "Alpha", "Already", "beta", "étage", "ÉTOILE"]);

    // Each user has one default per resource.
    let last = save(&owner, with(named("last"), "isDefault", json!(true))).await;
    let company = json!({ "resource": "companies", "name": "All", "isDefault": true,
                          "filterState": { "operator": "AND", "conditions": [] } });
    save(&owner, company).await;
    assert_eq!(visible(&owner).await[..2], ["last*", "Alpha"]);
    assert_eq!(visible(&other).await, ["Already*"]);
    owner.patch(&last, json!({ "isDefault": false })).await.expect(200);
    assert_eq!(visible(&owner).await[0], "Alpha");
}

#[actix_web::test]
async fn concurrent_defaults_leave_one() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    let (one, other) = join(save(&analyst, named("One")), save(&analyst, named("Other"))).await;
    let default = json!({ "isDefault": true });
    for _ in 0..10 {
        let new = |name| analyst.post(PATH, with(named(name), "isDefault", json!(true)));
        let (changes, created) = join(
            join(analyst.patch(&one, default.clone()), analyst.patch(&other, default.clone())),
            join(new("Third"), new("Fourth")),
        )
        .await;
        changes.0.expect(200);
        changes.1.expect(200);
        let marked = visible(&analyst).await;
        assert_eq!(marked.iter().filter(|name| name.ends_with('*')).count(), 1, "{marked:?}");
        for answer in [created.0, created.1] {
            let id = answer.expect(201)["id"].as_str().unwrap().to_owned();
            analyst.delete(&format!("{PATH}/{id}")).await.expect(204);
        }
    }
}

#[actix_web::test]
async fn user_has_at_most_a_hundred_filters_of_a_resource() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    for number in 0..98 {
        save(&analyst, named(&format!("Number {number}"))).await;
    }
    let at_once = (0..6).map(|number| analyst.post(PATH, named(&format!("Last {number}"))));
    let answers = join_all(at_once).await;
    let (saved, refused): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status == 201);
    assert_eq!((saved.len(), refused.len()), (2, 4));
    for answer in refused {
        let message =
            "You have 100 saved filters for units already. Delete one before you save another";
        assert_eq!(answer.expect(409)["detail"], message);
    }
    // Another resource, another user, and the next one after a deletion.
    let company = json!({ "resource": "companies", "name": "All",
                          "filterState": { "operator": "AND", "conditions": [] } });
    save(&analyst, company).await;
    save(&app.sign_in("analytics").await, named("Mine")).await;
    let id = saved.into_iter().next().unwrap().expect(201)["id"].as_str().unwrap().to_owned();
    analyst.delete(&format!("{PATH}/{id}")).await.expect(204);
    save(&analyst, named("Next")).await;
}

#[actix_web::test]
async fn repeated_request_with_an_idempotency_key_saves_one_filter() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    let post = |name: &str| {
        let request = analyst.request(Method::POST, PATH).header("Idempotency-Key", "one");
        request.json(&named(name)).send()
    };
    let (first, second) = join(post("Homes"), post(" Homes ")).await;
    assert_eq!(first.header("location"), second.header("location"));
    assert!(!first.header("location").is_empty());
    assert_eq!(first.expect(201), second.expect(201));
    assert_eq!(post("Other").await.status, 422);
    assert_eq!(visible(&analyst).await, ["Homes"]);
}

#[actix_web::test]
async fn malformed_identifier_is_not_found() {
    let app = TestApp::of(&PRODUCT).await;
    let analyst = app.sign_in("analytics").await;
    for id in ["x", "0123456789ABCDEF01234567", "0123456789abcdef0123456"] {
        let path = format!("{PATH}/{id}");
        assert_eq!(analyst.patch(&path, json!({ "name": "A" })).await.status, 404, "{id}");
        assert_eq!(analyst.delete(&path).await.status, 404, "{id}");
    }
    let refused = analyst.get(&format!("{PATH}/0123456789abcdef01234567")).await;
    assert_eq!((refused.status.as_u16(), refused.header("allow")), (405, "DELETE, PATCH"));
}
