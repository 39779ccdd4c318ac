//! An administrator sees with another user's eyes, and can only look.

use actix_web::http::Method;
use kernel::testing::{Answer, PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::policy::write_policy;

const VIEW_AS: &str = "/api/auth/view-as";
const COMPANIES: &str = "/api/backoffice/companies";
const ME: &str = "/api/auth/me";

async fn view(by: &TestClient<'_>, user: &impl std::fmt::Display) -> Answer {
    by.post(VIEW_AS, json!({ "userId": user.to_string() })).await
}

/// Returns a client that sees with the user's eyes.
async fn eyes<'a>(
    app: &'a TestApp,
    by: &TestClient<'_>,
    user: &impl std::fmt::Display,
) -> TestClient<'a> {
    let answer = view(by, user).await;
    assert_eq!(answer.header("set-cookie"), "");
    assert_eq!(answer.header("cache-control"), "no-store");
    let view = answer.expect(200);
    assert_eq!(view["expiresIn"], 900);
    app.bearer(view["accessToken"].as_str().unwrap())
}

async fn id_of(client: &TestClient<'_>) -> String {
    client.get(ME).await.expect(200)["user"]["id"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn only_a_signed_in_user_with_the_permission_may_view_as_others() {
    let app = TestApp::of(&PRODUCT).await;
    let (user, _) = app.account("user").await;
    view(&app.anonymous(), &user).await.expect(401);
    view(&app.sign_in("analytics").await, &user).await.expect(403);
    let admin = app.sign_in("admin").await;
    let token = admin.api_token(Value::Null).await;
    view(&app.bearer(token), &user).await.expect(403);
    let unknown = view(&admin, &"0".repeat(24)).await;
    assert_eq!(unknown.errors(), [("/userId", "There is no such user")]);
    unknown.expect(422);
    admin.post(VIEW_AS, json!({ "userId": "mona" })).await.expect(422);
    let (locked, _) = app.account("user").await;
    app.lock(&locked).await;
    let refused = view(&admin, &locked).await;
    assert_eq!(refused.errors(), [("/userId", "This user is locked, and sees nothing")]);
}

#[actix_web::test]
async fn a_view_sees_what_the_user_sees_and_says_who_looks() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let analyst = app.sign_in("analytics").await;
    let own = analyst.get(ME).await.expect(200);
    let as_analyst = eyes(&app, &admin, &id_of(&analyst).await).await;
    let mut seen = as_analyst.get(ME).await.expect(200);
    let viewer = seen.as_object_mut().unwrap().remove("viewedBy").unwrap();
    assert_eq!(viewer, json!({ "_id": id_of(&admin).await, "name": "Test Person" }));
    assert_eq!(seen, own);
    as_analyst.get(COMPANIES).await.expect(403);
    as_analyst.get("/api/backoffice/saved-filters?resource=units").await.expect(200);
    assert_eq!(admin.get(ME).await.expect(200).get("viewedBy"), None);
}

#[actix_web::test]
async fn a_view_writes_nothing_by_any_operation_of_the_document() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let another = app.sign_in("admin").await;
    let looking = eyes(&app, &admin, &id_of(&another).await).await;
    looking.get(COMPANIES).await.expect(200);
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    let mut refused = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            let method: Method = method.to_uppercase().parse().unwrap();
            // Sessions go by their cookie, which no view has.
            let is_public = item[method.as_str().to_lowercase()]["x-permission"] == "public";
            if method == Method::GET || (is_public && path.starts_with("/api/auth/")) {
                continue;
            }
            let path = path.replace("{id}", &"0".repeat(24)).replace("{tokenId}", &"0".repeat(24));
            if path.contains('{') {
                continue;
            }
            let answer = looking.request(method.clone(), &path).json(&json!({})).send().await;
            assert_eq!(answer.status, 403, "{method} {path}: {:?}", answer.body);
            let text = answer.body["detail"].as_str().unwrap();
            assert!(text.starts_with("You are viewing as another user"), "{method} {path}: {text}");
            refused += 1;
        }
    }
    assert!(refused > 60, "{refused}");
}

#[actix_web::test]
async fn a_view_ends_with_a_lock_of_either_and_with_the_session_of_its_viewer() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (user, email) = app.account("user").await;
    let looking = eyes(&app, &admin, &user).await;
    looking.get(ME).await.expect(200);
    app.lock(&user).await;
    looking.get(ME).await.expect(401);

    let another = app.sign_in("admin").await;
    let (other, _) = app.account("user").await;
    let looking = eyes(&app, &another, &other).await;
    looking.get(ME).await.expect(200);
    app.lock(&kernel::id::Id::parse(&id_of(&another).await).unwrap()).await;
    looking.get(ME).await.expect(401);

    let (id, email_of_third) = app.account("admin").await;
    let login = app.anonymous().login(&email_of_third, PASSWORD).await;
    let cookie = login.header("set-cookie").split(';').next().unwrap().to_owned();
    let third = app.bearer(login.body["accessToken"].as_str().unwrap());
    assert_eq!(id_of(&third).await, id.to_string());
    let looking = eyes(&app, &third, &other).await;
    looking.get(ME).await.expect(200);
    let out = app.anonymous().request(Method::POST, "/api/auth/logout").header("cookie", &cookie);
    out.send().await.expect(204);
    looking.get(ME).await.expect(401);

    let events = admin.get("/api/backoffice/audit?limit=100&sort=at:desc").await.expect(200);
    let of = |action: &str| {
        let items = events["items"].as_array().unwrap().iter();
        items.filter(|one| one["action"] == action).cloned().collect::<Vec<_>>()
    };
    let began = of("view-as");
    assert_eq!(began.len(), 3, "{began:?}");
    assert_eq!(began[2]["object"], email);
    assert_eq!(began[2]["actorId"], id_of(&admin).await);
}

#[actix_web::test]
async fn a_refused_write_of_a_view_is_an_event_of_its_viewer() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (user, _) = app.account("user").await;
    let looking = eyes(&app, &admin, &user).await;
    looking.post(COMPANIES, json!({ "name": "Marina" })).await.expect(403);
    app.store_refusals().await;
    let events = admin.get("/api/backoffice/audit?sort=at:desc").await.expect(200);
    let refused =
        events["items"].as_array().unwrap().iter().find(|one| one["action"] == "permission");
    let refused = refused.unwrap();
    assert_eq!(refused["actorId"], id_of(&admin).await);
    assert_eq!(refused["actor"], "Test Person as Test Person");
    assert_eq!(refused["object"], format!("POST {COMPANIES}"));
}

/// Who may view as others, and is no administrator.
const LEAD: &str = "
g, lead, user
g, agent, user
g, boss, user
g, lead, agent
p, lead, users, view-as
p, agent, companies, read
p, boss, companies, read
";

#[actix_web::test]
async fn a_user_with_a_role_that_the_viewer_lacks_is_not_viewed_as() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, LEAD);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let lead = app.sign_in("lead").await;
    let (agent, _) = app.account("agent").await;
    let looking = eyes(&app, &lead, &broker).await;
    looking.get(COMPANIES).await.expect(200);
    for role in ["boss", "admin", "analytics"] {
        view(&lead, &app.account(role).await.0).await.expect(403);
    }
    // A role that the user gets later ends the view, whose own role is enough for.
    let admin = app.sign_in("admin").await;
    let path = format!("/api/backoffice/users/{broker}");
    admin.patch(&path, json!({ "roles": ["agent", "boss"] })).await.expect(200);
    looking.get(COMPANIES).await.expect(401);
}

#[actix_web::test]
async fn a_user_whom_a_rule_keeps_from_the_viewer_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let rules = "p, lead, users, read\nwhere, lead, users, read, \
                 {\"field\": \"lastName\", \"operator\": \"equals\", \"value\": \"Haddad\"}\n";
    write_policy(&policy, &format!("{LEAD}{rules}"));
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (lead, admin) = (app.sign_in("lead").await, app.sign_in("admin").await);
    let (agent, _) = app.account("agent").await;
    let refused = view(&lead, &broker).await;
    assert_eq!(refused.errors(), [("/userId", "There is no such user")]);
    let path = format!("/api/backoffice/users/{broker}");
    admin.patch(&path, json!({ "lastName": "Haddad" })).await.expect(200);
    view(&lead, &broker).await.expect(200);
}
