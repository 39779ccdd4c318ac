//! Companies: the behaviour of every resource, shown with the smallest one.

use actix_web::http::Method;
use kernel::testing::TestApp;
use serde_json::json;

use crate::PRODUCT;

const PATH: &str = "/api/backoffice/companies";

#[actix_web::test]
async fn a_company_is_created_viewed_changed_and_deleted() {
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(app.anonymous().post(PATH, json!({ "name": "A" })).await.status, 401);
    assert_eq!(app.sign_in("user").await.post(PATH, json!({ "name": "A" })).await.status, 403);

    let admin = app.sign_in("admin").await;
    let created = admin
        .post(PATH, json!({ "name": "  Creekline ", "email": " Desk@Creekline.Example " }))
        .await;
    let etag = created.header("etag").to_owned();
    let location = created.header("location").to_owned();
    let company = created.expect(201);
    assert_eq!(company["name"], "Creekline");
    assert_eq!(company["email"], "desk@creekline.example");
    assert_eq!(location, format!("{PATH}/{}", company["_id"].as_str().unwrap()));

    let viewed = admin.get(&location).await;
    assert_eq!(viewed.header("etag"), etag);
    assert_eq!(viewed.expect(200), company);

    let changed =
        admin.patch(&location, json!({ "phone": "+971 4 555 0100", "email": null })).await;
    assert_ne!(changed.header("etag"), etag);
    let changed = changed.expect(200);
    assert_eq!((&changed["phone"], &changed["email"]), (&json!("+971 4 555 0100"), &json!(null)));
    assert_eq!(changed["name"], "Creekline");

    admin.delete(&location).await.expect(204);
    admin.get(&location).await.expect(404);
    admin.delete(&location).await.expect(404);
}

#[actix_web::test]
async fn validation_errors_name_every_field_with_its_schema_message() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let refused =
        admin.post(PATH, json!({ "name": " ", "email": "nobody", "colour": "red" })).await;
    assert_eq!(refused.status, 422);
    assert_eq!(
        refused.errors(),
        [
            ("/colour", "There is no such field"),
            ("/email", "Invalid email address"),
            ("/name", "Name is required"),
        ]
    );
    let refused = admin.post(PATH, json!({ "name": "A", "website": "javascript:alert(1)" })).await;
    assert_eq!(refused.errors(), [("/website", "Website must begin with https:// or http://")]);
    let refused = admin.post(PATH, json!({})).await;
    assert_eq!(refused.errors(), [("/name", "Name is required")]);
    assert_eq!(admin.get(PATH).await.expect(200)["total"], 0);
}

#[actix_web::test]
async fn body_that_is_not_json_has_its_own_error() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let post = |kind, body: Vec<u8>| admin.request(Method::POST, PATH).body(kind, body).send();
    assert_eq!(post("application/json", b"{".to_vec()).await.status, 400);
    assert_eq!(post("text/plain", b"{}".to_vec()).await.status, 415);
    assert_eq!(post("application/json", vec![b' '; 1024 * 1024 + 1]).await.status, 413);
    assert_eq!(post("application/json", b"[1]".to_vec()).await.status, 422);
    let null = json!({ "name": "a\u{0}b" }).to_string();
    assert_eq!(post("application/json", null.into_bytes()).await.status, 422);
}

#[actix_web::test]
async fn second_of_two_edits_is_rejected_because_the_record_changed() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let created = admin.post(PATH, json!({ "name": "Creekline" })).await;
    let (etag, path) = (created.header("etag").to_owned(), created.header("location").to_owned());
    let patch = |etag: &str, name: &str| {
        let body = json!({ "name": name });
        admin.request(Method::PATCH, &path).header("if-match", etag).json(&body).send()
    };
    patch(&etag, "First").await.expect(200);
    let refused = patch(&etag, "Second").await;
    assert_eq!(refused.status, 412);
    assert!(refused.body["detail"].as_str().unwrap().starts_with("Somebody else changed"));
    assert_eq!(admin.get(&path).await.expect(200)["name"], "First");
    let stale = admin.request(Method::DELETE, &path).header("if-match", &etag).send().await;
    assert_eq!(stale.status, 412);
    patch("*", "Third").await.expect(200);
}

#[actix_web::test]
async fn validator_is_recognised_as_a_proxy_that_compresses_has_changed_it() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let created = admin.post(PATH, json!({ "name": "Creekline" })).await;
    let (mut etag, path) =
        (created.header("etag").to_owned(), created.header("location").to_owned());
    let stale = etag.clone();
    type Change = fn(&str) -> String;
    let changes: [Change; 5] = [
        |etag| format!("W/{etag}"),
        |etag| format!("{}-gzip\"", etag.trim_end_matches('"')),
        |etag| format!("W/{};gzip\"", etag.trim_end_matches('"')),
        |etag| format!("{}-br\"", etag.trim_end_matches('"')),
        |etag| format!("\"other\", W/{etag}"),
    ];
    for (number, change) in changes.iter().enumerate() {
        let patch = |etag: &str| {
            let body = json!({ "name": format!("Name {number}") });
            admin.request(Method::PATCH, &path).header("if-match", etag).json(&body).send()
        };
        let updated = patch(&change(&etag)).await;
        assert_eq!(updated.status, 200, "{}", change(&etag));
        etag = updated.header("etag").to_owned();
        assert_eq!(patch(&change(&stale)).await.status, 412, "{}", change(&stale));
    }
    let restore = admin.request(Method::POST, &format!("{path}/restore"));
    let restored = restore.header("if-match", &changes[0](&etag)).json(&json!({ "version": 1 }));
    let restored = restored.send().await;
    assert_eq!(restored.status, 200);
    let etag = changes[2](restored.header("etag"));
    admin.request(Method::DELETE, &path).header("if-match", &etag).send().await.expect(204);
}

#[actix_web::test]
async fn lists_sort_case_insensitively_with_missing_values_first() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for (name, phone) in [
        ("beta", Some("2")),
        ("Alpha", None),
        ("ÉTOILE", Some("1")),
        ("étage", Some("3")),
        ("_x", None),
    ] {
        admin.post(PATH, json!({ "name": name, "phone": phone })).await.expect(201);
    }
    let names = async |query: &str| -> Vec<String> {
        let page = admin.get(&format!("{PATH}?{query}")).await.expect(200);
        let items = page["items"].as_array().unwrap();
        items.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("").await, ["_x", "Alpha", "beta", "étage", "ÉTOILE"]);
    assert_eq!(names("sort=name:desc&limit=2").await, ["ÉTOILE", "étage"]);
    assert_eq!(names("sort=phone:asc").await, ["Alpha", "_x", "ÉTOILE", "beta", "étage"]);
    assert_eq!(names("sort=phone:desc").await, ["étage", "beta", "ÉTOILE", "_x", "Alpha"]);
    assert_eq!(names("search=%C3%89T").await, ["étage", "ÉTOILE"]);
    assert_eq!(names("search=_").await, ["_x"]);
    assert_eq!(names("search=%25").await, Vec::<String>::new());
}

#[actix_web::test]
async fn page_returns_its_total_and_parameters() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for number in 0..5 {
        admin.post(PATH, json!({ "name": format!("Company {number}") })).await.expect(201);
    }
    let page = admin.get(&format!("{PATH}?page=2&limit=2")).await.expect(200);
    let paging = ["total", "page", "limit", "totalPages"].map(|key| page[key].as_i64().unwrap());
    assert_eq!(paging, [5, 2, 2, 3]);
    assert_eq!(page["items"].as_array().unwrap().len(), 2);
    let past = admin.get(&format!("{PATH}?page=9")).await.expect(200);
    assert_eq!((&past["items"], &past["total"]), (&json!([]), &json!(5)));

    for (query, named) in [
        ("page=0", "`page`"),
        ("limit=101", "`limit`"),
        ("sort=colour:asc", "`colour`"),
        ("sort=name:up", "`up`"),
        (&format!("search={}", "x".repeat(201)), "`search`"),
    ] {
        let refused = admin.get(&format!("{PATH}?{query}")).await;
        assert_eq!(refused.status, 400, "{query}");
        assert!(refused.body["detail"].as_str().unwrap().contains(named), "{query}");
    }
}

#[actix_web::test]
async fn malformed_identifier_is_not_found() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for id in
        ["x", "0123456789ABCDEF01234567", "0123456789abcdef0123456", "0123456789abcdef01234567"]
    {
        assert_eq!(admin.get(&format!("{PATH}/{id}")).await.status, 404, "{id}");
    }
    let refused = admin.request(Method::PUT, PATH).send().await;
    assert_eq!((refused.status.as_u16(), refused.header("allow")), (405, "GET, PATCH, POST"));
}

#[actix_web::test]
async fn concurrent_changes_of_different_fields_are_both_saved() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let created = admin.post(PATH, json!({ "name": "Creekline" })).await;
    let path = created.header("location").to_owned();
    for round in 0..10 {
        let value = format!("{round}");
        let (one, other) = futures_util::future::join(
            admin.patch(&path, json!({ "phone": value })),
            admin.patch(&path, json!({ "address": value })),
        )
        .await;
        one.expect(200);
        other.expect(200);
        let company = admin.get(&path).await.expect(200);
        assert_eq!((&company["phone"], &company["address"]), (&json!(value), &json!(value)));
    }
}
