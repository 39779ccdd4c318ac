//! Users as records: created, changed, listed and imported, with the validation errors.
//! `administrators` has what administrators do to each other.

use actix_web::http::Method;
use kernel::testing::{Answer, PASSWORD, TestApp, TestClient, generated};
use serde_json::{Value, json};

use crate::{PRODUCT, encoded};

pub(crate) const PATH: &str = "/api/backoffice/users";
const MISSING: &str = "/api/backoffice/users/0123456789abcdef01234567";
pub(crate) const NEW_PASSWORD: &str = "seven lonely gulls";

/// Returns the body of a new user.
pub(crate) fn mona() -> Value {
    json!({
        "firstName": "Mona", "lastName": "Haddad", "email": "mona@desk.test",
        "password": PASSWORD, "roles": ["user"],
    })
}

/// Returns that body with other fields.
pub(crate) fn with(changes: Value) -> Value {
    let mut body = mona();
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

pub(crate) fn at(user: &Value) -> String {
    format!("{PATH}/{}", user["id"].as_str().unwrap())
}

/// Performs a verb without a body.
pub(crate) async fn perform_verb(client: &TestClient<'_>, path: &str, verb: &str) -> Answer {
    client.request(Method::POST, &format!("{path}/{verb}")).send().await
}

pub(crate) async fn set_password(client: &TestClient<'_>, path: &str, password: &str) -> Answer {
    client.post(&format!("{path}/set-password"), json!({ "password": password })).await
}

/// Signs in; returns the token and the refresh cookie of the new session.
pub(crate) async fn sign_in(app: &TestApp, email: &str, password: &str) -> (String, String) {
    let answer = app.anonymous().login(email, password).await;
    let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
    (answer.expect(200)["accessToken"].as_str().unwrap().to_owned(), cookie)
}

/// Returns the actions in the history of a user, the latest first.
pub(crate) async fn actions(admin: &TestClient<'_>, path: &str) -> Vec<String> {
    let page = admin.get(&format!("{path}/history")).await.expect(200);
    let items = page["items"].as_array().unwrap();
    items.iter().map(|item| item["action"].as_str().unwrap().to_owned()).collect()
}

pub(crate) fn detail(answer: &Answer) -> &str {
    answer.body["detail"].as_str().unwrap_or_default()
}

#[actix_web::test]
async fn only_administrators_manage_users() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let admin = app.sign_in("admin").await;
    let list = admin.get(&format!("{PATH}?search={email}")).await.expect(200);
    let path = at(&list["items"][0]);
    assert_eq!(app.anonymous().get(PATH).await.status, 401);
    for role in ["user", "estimations", "analytics"] {
        let client = app.sign_in(role).await;
        assert_eq!(client.get(PATH).await.status, 403, "{role}");
        assert_eq!(client.post(PATH, mona()).await.status, 403, "{role}");
        assert_eq!(client.patch(&path, json!({ "roles": ["admin"] })).await.status, 403);
        for name in ["lock", "unlock"] {
            assert_eq!(perform_verb(&client, &path, name).await.status, 403, "{role}");
        }
        assert_eq!(set_password(&client, &path, NEW_PASSWORD).await.status, 403);
    }
}

#[actix_web::test]
async fn a_user_is_created_and_signs_in() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let body = with(json!({
        "firstName": "  Mona ", "lastName": " Haddad ", "email": " Mona@Desk.Test ",
        "password": "  spaces stay  ", "roles": ["analytics", "estimations"],
    }));
    let created = admin.post(PATH, body).await;
    let (etag, location) =
        (created.header("etag").to_owned(), created.header("location").to_owned());
    let user = created.expect(201);
    let fields: Vec<&str> = user.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        fields,
        [
            "id",
            "firstName",
            "lastName",
            "email",
            "imageUrl",
            "locked",
            "roles",
            "linkAllowed",
            "createdAt",
            "updatedAt"
        ]
    );
    assert_eq!(
        (&user["firstName"], &user["lastName"], &user["email"], &user["locked"]),
        (&json!("Mona"), &json!("Haddad"), &json!("mona@desk.test"), &json!(false))
    );
    assert_eq!(user["roles"], json!(["analytics", "estimations"]));
    assert_eq!(location, at(&user));
    let viewed = admin.get(&location).await;
    assert_eq!((viewed.header("etag"), &viewed.body), (etag.as_str(), &user));
    sign_in(&app, "MONA@desk.test", "  spaces stay  ").await;
    assert_eq!(app.anonymous().login("mona@desk.test", "spaces stay").await.status, 401);
}

#[actix_web::test]
async fn last_name_is_optional() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut body = mona();
    body.as_object_mut().unwrap().remove("lastName");
    let user = admin.post(PATH, body).await.expect(201);
    assert_eq!(user["lastName"], "");
    let path = at(&user);
    for (last_name, stored) in [("Haddad", "Haddad"), ("", ""), (" Saeed ", "Saeed"), ("  ", "")] {
        let user = admin.patch(&path, json!({ "lastName": last_name })).await.expect(200);
        assert_eq!(user["lastName"], stored);
    }
    // The field is empty already: nothing is written.
    for nothing in [json!(""), json!(" "), Value::Null] {
        admin.patch(&path, json!({ "lastName": nothing })).await.expect(200);
    }
    assert_eq!(actions(&admin, &path).await.len(), 5);
    let login = app.anonymous().login("mona@desk.test", PASSWORD).await.expect(200);
    assert_eq!(login["user"]["lastName"], "");

    for (at, last_name) in ["", "   "].iter().enumerate() {
        let body = with(json!({ "lastName": last_name, "email": format!("one{at}@desk.test") }));
        assert_eq!(admin.post(PATH, body).await.expect(201)["lastName"], "");
    }
    let body = json!({ "firstName": "Amal", "lastName": "", "email": "amal@desk.test" });
    app.anonymous().post("/api/join-requests", body).await.expect(202);
    let requests = "/api/backoffice/join-requests";
    let request = admin.get(requests).await.expect(200)["items"][0].clone();
    let accept = format!("{requests}/{}/accept", request["_id"].as_str().unwrap());
    let accepted = admin.post(&accept, json!({ "roles": ["user"] })).await.expect(200);
    let made = format!("{PATH}/{}", accepted["userId"].as_str().unwrap());
    assert_eq!(admin.get(&made).await.expect(200)["lastName"], "");
}

#[actix_web::test]
async fn patch_changes_the_fields_it_names() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = at(&admin.post(PATH, mona()).await.expect(201));
    let user = admin.patch(&path, json!({ "firstName": " Muna " })).await.expect(200);
    assert_eq!((&user["firstName"], &user["lastName"]), (&json!("Muna"), &json!("Haddad")));
    assert_eq!(user["roles"], json!(["user"]));
    let user = admin.patch(&path, json!({ "lastName": null })).await.expect(200);
    assert_eq!((&user["firstName"], &user["lastName"]), (&json!("Muna"), &json!("")));
    let user = admin.patch(&path, json!({ "roles": ["user", "analytics"] })).await.expect(200);
    assert_eq!(user["roles"], json!(["user", "analytics"]));
    assert_eq!(actions(&admin, &path).await, ["update", "update", "update", "create"]);
    // The request changes nothing: nothing is written.
    admin.patch(&path, json!({})).await.expect(200);
    admin.patch(&path, json!({ "firstName": "Muna" })).await.expect(200);
    assert_eq!(actions(&admin, &path).await.len(), 4);

    let refused = admin.patch(&path, json!({ "email": "other@desk.test" })).await;
    assert_eq!((refused.status.as_u16(), refused.errors()[0].0), (422, "/email"));
    for field in ["password", "locked", "imageUrl", "id"] {
        let refused = admin.patch(&path, json!({ field: "12345678" })).await;
        assert_eq!(refused.errors(), [(format!("/{field}").as_str(), "There is no such field")]);
    }
    let stale = admin.request(Method::PATCH, &path).header("if-match", "\"old\"");
    assert_eq!(stale.json(&json!({ "firstName": "A" })).send().await.status, 412);
    sign_in(&app, "mona@desk.test", PASSWORD).await;
}

#[actix_web::test]
async fn invalid_fields_of_a_user_are_reported() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let all = [
        ("/email", "Invalid email address"),
        ("/firstName", "First name is required"),
        ("/password", "Password must be at least 8 characters"),
        ("/roles", "At least one role is required"),
    ];
    let refused = admin.post(PATH, json!({})).await;
    assert_eq!((refused.status.as_u16(), refused.errors()), (422, all.to_vec()));
    let body = json!({ "firstName": " ", "email": "mona", "password": "1234567", "roles": [] });
    assert_eq!(admin.post(PATH, body).await.errors(), all);

    let unknown = "There is no such role. Choose from admin, analytics, broker, estimations, user";
    for (changes, pointer, message) in [
        (json!({ "roles": ["user", "root"] }), "/roles/1", unknown),
        (json!({ "roles": ["Admin"] }), "/roles/0", unknown),
        (json!({ "roles": ["user", "user"] }), "/roles", "A role is named twice"),
        (json!({ "roles": "user" }), "/roles", "Roles must be a list"),
        (json!({ "lastName": 5 }), "/lastName", "Last Name must be a text"),
        (
            json!({ "password": "x".repeat(1001) }),
            "/password",
            "Password must have at most 1000 characters",
        ),
        (json!({ "password": { "hash": "$argon2id$x" } }), "/password", "Password must be a text"),
        (json!({ "locked": true }), "/locked", "There is no such field"),
    ] {
        let refused = admin.post(PATH, with(changes.clone())).await;
        assert_eq!(refused.errors(), [(pointer, message)], "{changes}");
    }
    let path = at(&admin.post(PATH, mona()).await.expect(201));
    for (changes, pointer, message) in [
        (json!({ "roles": ["root"] }), "/roles/0", unknown),
        (json!({ "roles": [] }), "/roles", "At least one role is required"),
        (json!({ "roles": ["user", "user"] }), "/roles", "A role is named twice"),
        (json!({ "firstName": "" }), "/firstName", "First name is required"),
    ] {
        let refused = admin.patch(&path, changes.clone()).await;
        assert_eq!(refused.errors(), [(pointer, message)], "{changes}");
    }
    for short in [json!({ "password": "1234567" }), json!({})] {
        let refused = admin.post(&format!("{path}/set-password"), short).await;
        assert_eq!(refused.errors(), [("/password", "Password must be at least 8 characters")]);
    }
    let hash = json!({ "password": { "hash": "$argon2id$x" } });
    assert_eq!(admin.post(&format!("{path}/set-password"), hash).await.status, 422);
}

#[actix_web::test]
async fn email_is_unique_case_insensitively() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    admin.post(PATH, mona()).await.expect(201);
    let again = admin.post(PATH, with(json!({ "email": "MONA@DESK.TEST" }))).await;
    let message = "There is a user with this email already";
    assert_eq!((again.status.as_u16(), detail(&again)), (409, message));
    assert_eq!(again.errors(), [("/email", message)]);
}

#[actix_web::test]
async fn text_that_looks_like_a_hash_is_an_ordinary_password() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let typed = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA";
    admin.post(PATH, with(json!({ "password": typed }))).await.expect(201);
    sign_in(&app, "mona@desk.test", typed).await;
}

#[actix_web::test]
async fn users_are_listed_searched_and_filtered() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for (first, last, email) in [
        ("Zayd", "Amari", "zayd@a.test"),
        ("bilal", "Zaki", "b@a.test"),
        ("Aya", "أمل", "c@b.test"),
    ] {
        let body = with(json!({ "firstName": first, "lastName": last, "email": email }));
        let path = at(&admin.post(PATH, body).await.expect(201));
        if first == "Aya" {
            perform_verb(&admin, &path, "lock").await.expect(200);
        }
    }
    let names = async |query: &str| -> Vec<String> {
        let page = admin.get(&format!("{PATH}?{query}")).await.expect(200);
        let items = page["items"].as_array().unwrap();
        items.iter().map(|item| item["firstName"].as_str().unwrap().to_owned()).collect()
    };
    // The administrator is one of the users, with the name Test Person.
    assert_eq!(names("").await, ["Aya", "bilal", "Test", "Zayd"]);
    assert_eq!(names("sort=lastName:desc").await, ["Aya", "bilal", "Test", "Zayd"]);
    assert_eq!(names("search=ZA").await, ["bilal", "Zayd"]);
    assert_eq!(names("search=a.test&sort=email:asc").await, ["bilal", "Zayd"]);
    assert_eq!(names("search=%D8%A3%D9%85%D9%84").await, ["Aya"]);
    let filter = |field: &str, value: Value| {
        let group = json!({ "operator": "AND", "conditions": [
            { "field": field, "operator": "equals", "value": value },
        ] });
        format!("filters={}", encoded(&group.to_string()))
    };
    assert_eq!(names(&filter("locked", json!(true))).await, ["Aya"]);
    assert_eq!(names(&filter("locked", json!(false))).await, ["bilal", "Test", "Zayd"]);
    assert_eq!(names(&filter("email", json!("B@A.TEST"))).await, ["bilal"]);
    assert_eq!(admin.get(&format!("{PATH}?sort=roles:asc")).await.status, 400);
    assert_eq!(admin.get(&format!("{PATH}?sort=password:asc")).await.status, 400);

    let definitions = admin.get(&format!("{PATH}/filter-definitions")).await.expect(200);
    for definition in definitions.as_array().unwrap() {
        assert_eq!(definition["hasIndex"], json!(true), "{definition}");
    }
}

#[actix_web::test]
async fn import_of_users_sets_passwords_and_returns_none() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = format!("{PATH}/import");
    let import =
        |path: &str, table: &str| admin.request(Method::POST, path).file(table, &[]).send();
    let head = "firstName,lastName,email,password,roles\n";
    let table = format!(
        "{head}Mona,Haddad,mona@desk.test,{NEW_PASSWORD},analytics;estimations\n\
         Omar,,OMAR@desk.test,{NEW_PASSWORD},user\n"
    );
    let report = import(&path, &table).await.expect(200);
    assert_eq!(
        report,
        json!({
            "created": 2, "updated": 0, "skipped": 0, "skippedRows": [], "made": {}, "errors": [],
            "writing": { "separator": "comma", "encoding": "utf-8" }
        })
    );
    sign_in(&app, "mona@desk.test", NEW_PASSWORD).await;
    sign_in(&app, "omar@desk.test", NEW_PASSWORD).await;

    // Hashing a password takes long, so that a table with too many is rejected before the first
    // one.
    let many: String =
        (0..201).map(|n| format!("A,,a{n}@desk.test,{NEW_PASSWORD},user\n")).collect();
    let refused = import(&path, &format!("{head}{many}")).await;
    assert_eq!(refused.status, 422);
    assert_eq!(
        refused.body["errors"],
        json!([{ "line": 202, "column": "", "message": "At most 200 rows at once: each takes long" }])
    );

    // Neither email nor password of an existing user changes.
    let table = format!("{head}Omar,Nasser,omar@desk.test,another password,user\n");
    let report = import(&format!("{path}?existing=update"), &table).await.expect(200);
    assert_eq!((&report["created"], &report["updated"]), (&json!(0), &json!(1)));
    sign_in(&app, "omar@desk.test", NEW_PASSWORD).await;

    let table =
        format!("{head}Sara,,sara@desk.test,hidden7,user\nAli,,ali@desk.test,{PASSWORD},root\n");
    for query in ["", "?dryRun=true"] {
        let answer = import(&format!("{path}{query}"), &table).await;
        let errors = &answer.body["errors"];
        assert_eq!(
            errors,
            &json!([
                { "line": 2, "column": "password", "message": "Password must be at least 8 characters" },
                { "line": 3, "column": "roles",
                  "message": "There is no such role. Choose from admin, analytics, broker, estimations, user" },
            ])
        );
        let text = answer.body.to_string();
        assert!(!text.contains("hidden7") && !text.contains(PASSWORD));
    }
    assert_eq!(app.anonymous().login("sara@desk.test", "hidden7").await.status, 401);
}

#[actix_web::test]
async fn unknown_user_is_not_found() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    assert_eq!(admin.get(MISSING).await.status, 404);
    assert_eq!(admin.patch(MISSING, json!({ "firstName": "A" })).await.status, 404);
    assert_eq!(admin.get(&format!("{MISSING}/history")).await.status, 404);
    for name in ["lock", "unlock"] {
        assert_eq!(perform_verb(&admin, MISSING, name).await.status, 404);
        assert_eq!(perform_verb(&admin, &format!("{PATH}/x"), name).await.status, 404);
    }
    assert_eq!(set_password(&admin, MISSING, NEW_PASSWORD).await.status, 404);
}

#[actix_web::test]
async fn document_lists_roles_and_the_headers_of_a_verb() {
    let (document, _) = generated(&PRODUCT).await;
    let schemas = &document["components"]["schemas"];
    for name in ["User", "UserInput", "UserPatch"] {
        let items = &schemas[name]["properties"]["roles"]["items"];
        let roles = json!(["admin", "analytics", "broker", "estimations", "user"]);
        assert_eq!(items["enum"], roles, "{name}");
        assert_eq!(items["x-labels"]["estimations"], "Estimations");
    }
    let password = &schemas["UserInput"]["properties"]["password"];
    for keyword in ["writeOnly", "x-create-only"] {
        assert_eq!(password[keyword], json!(true));
    }
    let patch = schemas["UserPatch"]["properties"].as_object().unwrap();
    assert_eq!(patch.keys().collect::<Vec<_>>(), ["firstName", "lastName", "roles", "attributes"]);
    for verb in ["lock", "unlock", "set-password"] {
        let operation = &document["paths"][format!("{PATH}/{{id}}/{verb}")]["post"];
        let parameters = operation["parameters"].as_array().unwrap().iter();
        let names: Vec<&Value> = parameters.map(|one| &one["name"]).collect();
        assert_eq!(names, ["id", "If-Match", "Idempotency-Key"]);
        for status in ["400", "401", "403", "404", "409", "412", "422"] {
            let content = &operation["responses"][status]["content"];
            assert!(content.get("application/problem+json").is_some(), "{verb} {status}");
        }
        assert_eq!(operation["x-permission"], format!("users:{verb}"));
    }
}
