//! The events: who may read them, and what leaves one.

use actix_web::http::Method;
use aws_lc_rs::digest::{SHA256, digest};
use data_encoding::HEXLOWER;
use kernel::testing::{PASSWORD, TestClient};
use serde_json::{Value, json};

use super::{AUDIT, app, events, last};
use crate::policy::write_policy;
use crate::users::{NEW_PASSWORD, PATH as USERS, set_password};
use crate::{PRODUCT, encoded};

const COMPANIES: &str = "/api/backoffice/companies";

fn of(outcome: &str, actor: &str, object: &str, reason: &str) -> (String, String, String, String) {
    (outcome.into(), actor.into(), object.into(), reason.into())
}

#[actix_web::test]
async fn only_administrators_read_the_audit() {
    let app = app().await;
    app.anonymous().get(AUDIT).await.expect(401);
    for role in ["user", "estimations", "analytics"] {
        let client = app.sign_in(role).await;
        client.get(AUDIT).await.expect(403);
        client.get(&format!("{AUDIT}/export")).await.expect(403);
    }
    let admin = app.sign_in("admin").await;
    let page = admin.get(AUDIT).await.expect(200);
    assert!(page["total"].as_i64().unwrap() >= 4);
    let id = page["items"][0]["_id"].as_str().unwrap();
    let one = admin.get(&format!("{AUDIT}/{id}")).await.expect(200);
    assert_eq!(one, page["items"][0]);
    // Nobody changes an event, and it has no versions.
    let one = format!("{AUDIT}/{id}");
    admin.post(AUDIT, json!({})).await.expect(405);
    admin.patch(&one, json!({ "object": "x" })).await.expect(405);
    admin.delete(&one).await.expect(405);
    admin.get(&format!("{one}/history")).await.expect(404);
}

#[actix_web::test]
async fn the_audit_is_read_while_events_are_added() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let first = admin.get(AUDIT).await.expect(200);
    let one = format!("{AUDIT}/{}", first["items"][0]["_id"].as_str().unwrap());
    for more in 1..=3 {
        // What is read one by one is cached, where it can be.
        admin.get(&one).await.expect(200);
        app.load_columns().await;
        app.sign_in("user").await;
        let page = admin.get(AUDIT).await.expect(200);
        assert_eq!(page["total"].as_i64().unwrap(), first["total"].as_i64().unwrap() + more);
        assert_eq!(admin.get(&one).await.expect(200), first["items"][0]);
    }
}

#[actix_web::test]
async fn sign_ins_and_their_refusals_are_recorded() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let (id, email) = app.account("user").await;
    let login = |email: &str, password: &str| {
        let body = json!({ "email": email, "password": password });
        app.anonymous()
            .request(Method::POST, "/api/auth/login")
            .from("192.0.2.7")
            .json(&body)
            .send()
    };
    let answer = login(&email, PASSWORD).await;
    let (request, cookie) = (answer.header("x-request-id").to_owned(), cookie(&answer));
    answer.expect(200);
    let signed_in = events(&admin, "requestId", &request).await;
    let [event] = signed_in.as_slice() else { panic!("{signed_in:?}") };
    assert_eq!(
        [&event["action"], &event["outcome"], &event["object"], &event["actor"]],
        [&json!("sign-in"), &json!("success"), &json!(email), &json!("Test Person")]
    );
    assert_eq!(event["address"], "192.0.2.7");
    assert_eq!(event["actorId"], json!(id));

    for _ in 0..3 {
        login(&email, "wrong-password").await.expect(401);
    }
    login("stranger@elsewhere.test", "wrong-password").await.expect(401);
    // Refusals wait, so that they cost no turn of the writer.
    let address = |action| {
        let admin = &admin;
        async move {
            let found = events(admin, "address", "192.0.2.7").await;
            found.into_iter().filter(|one| one["outcome"] == action).collect::<Vec<_>>()
        }
    };
    assert_eq!(address("refused").await, [] as [Value; 0]);
    app.store_refusals().await;
    let refused = address("refused").await;
    let brief: Vec<_> = refused
        .iter()
        .map(|one| (one["object"].clone(), one["times"].clone(), one["reason"].clone()))
        .collect();
    assert_eq!(
        brief,
        [
            (json!(email), json!(3), json!("Wrong password")),
            (json!("an unknown account"), json!(1), json!("Wrong password")),
        ]
    );
    assert!(refused.iter().all(|one| one["actor"].is_null() && one["actorId"].is_null()));

    app.lock(&id).await;
    assert_eq!(last(&admin, "account-locked").await, of("success", "Operator", &email, ""));
    login(&email, PASSWORD).await.expect(401);
    app.store_refusals().await;
    assert_eq!(last(&admin, "sign-in").await, of("refused", "", &email, "Locked"));

    // The session has ended with the lock.
    let refresh = app.anonymous().request(Method::POST, "/api/auth/refresh");
    refresh.header("cookie", &cookie).send().await.expect(401);
    app.store_refusals().await;
    let (outcome, _, object, _) = last(&admin, "credential").await;
    assert_eq!((outcome.as_str(), object.as_str()), ("refused", "the refresh token of a session"));

    // Nothing that was typed is in any event.
    let all = admin.get(&format!("{AUDIT}/export")).await;
    let all = String::from_utf8(all.bytes).unwrap();
    for secret in ["wrong-password", PASSWORD, "stranger@elsewhere.test"] {
        assert!(!all.contains(secret), "{secret}");
    }
    assert!(all.contains(&email));
}

/// Returns the refresh cookie of an answer, as a browser sends it.
fn cookie(answer: &kernel::testing::Answer) -> String {
    let cookies = answer.headers.get_all("set-cookie").map(|value| value.to_str().unwrap());
    let mut refresh = cookies.filter(|value| value.starts_with("mizan_refresh="));
    refresh.next().unwrap().split(';').next().unwrap().to_owned()
}

#[actix_web::test]
async fn sign_out_and_the_end_of_a_session_are_recorded() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let (_, email) = app.account("user").await;
    let post = |path: &str, cookie: &str| {
        app.anonymous().request(Method::POST, path).header("cookie", cookie).send()
    };
    let first = cookie(&app.anonymous().login(&email, PASSWORD).await);
    let second = cookie(&post("/api/auth/refresh", &first).await);
    post("/api/auth/refresh", &second).await.expect(200);
    // A token that was replaced twice ago is presented: it has leaked.
    post("/api/auth/refresh", &first).await.expect(401);
    assert_eq!(
        last(&admin, "session-ended").await,
        of("refused", "", &email, "A refresh token that had been replaced")
    );
    for (path, action) in [
        ("/api/auth/logout", "sign-out"),
        ("/api/auth/logout?everywhere=true", "sign-out-everywhere"),
    ] {
        let session = cookie(&app.anonymous().login(&email, PASSWORD).await);
        post(path, &session).await.expect(204);
        assert_eq!(last(&admin, action).await, of("success", "Test Person", &email, ""));
    }
}

#[actix_web::test]
async fn tokens_passwords_and_accounts_are_recorded() {
    let app = app().await;
    let (_, own) = app.account("admin").await;
    let login = app.anonymous().login(&own, PASSWORD).await.expect(200);
    let admin = app.bearer(login["accessToken"].as_str().unwrap());
    let done = |object: &str| of("success", "Test Person", object, "");

    let token = admin.api_token(Value::Null).await;
    let (outcome, _, object, reason) = last(&admin, "token-created").await;
    assert_eq!((outcome.as_str(), &object), ("success", &own));
    assert!(reason.starts_with("Valid until 20"), "{reason}");
    let listed = admin.get("/api/auth/tokens").await.expect(200);
    let one = format!("/api/auth/tokens/{}", listed[0]["_id"].as_str().unwrap());
    admin.delete(&one).await.expect(204);
    assert_eq!(last(&admin, "token-revoked").await, done(&own));
    // The token that has ended is a credential that is refused.
    app.bearer(&*token).get(COMPANIES).await.expect(401);
    app.bearer("mzn_nothing").get(COMPANIES).await.expect(401);
    app.anonymous().get(COMPANIES).await.expect(401);
    app.store_refusals().await;
    let refused = events(&admin, "action", "credential").await;
    assert!(refused.iter().all(|one| one["object"] == format!("GET {COMPANIES}")));
    assert_eq!(refused.len(), 2, "{refused:?}");

    let (id, email) = app.account("user").await;
    for (name, action) in [
        ("lock", "account-locked"),
        ("unlock", "account-unlocked"),
        ("allow-linking", "linking-allowed"),
    ] {
        admin.post(&format!("{USERS}/{id}/{name}"), Value::Null).await.expect(200);
        assert_eq!(last(&admin, action).await, done(&email));
    }
    set_password(&admin, &format!("{USERS}/{id}"), NEW_PASSWORD).await.expect(204);
    assert_eq!(last(&admin, "password-set").await, done(&email));

    let change = |current: &str| {
        let body = json!({ "currentPassword": current, "newPassword": NEW_PASSWORD });
        admin.post("/api/auth/password", body)
    };
    change("not-this-one").await.expect(422);
    app.store_refusals().await;
    let wrong = of("refused", "Test Person", &own, "Wrong password");
    assert_eq!(last(&admin, "password-check").await, wrong);
    change(PASSWORD).await.expect(204);
    assert_eq!(last(&admin, "password-changed").await, done(&own));
}

#[actix_web::test]
async fn requests_without_permission_are_recorded_and_merged() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let user = app.sign_in("user").await;
    for _ in 0..5 {
        user.get(&format!("{COMPANIES}?search=secret")).await.expect(403);
    }
    user.post(COMPANIES, json!({ "name": "Mine" })).await.expect(403);
    let cross_site = app.anonymous().request(Method::POST, "/api/auth/login");
    let cross_site = cross_site.header("origin", "https://evil.example");
    cross_site.json(&json!({ "email": "a@b.c", "password": "x" })).send().await.expect(403);
    app.store_refusals().await;
    let refused = events(&admin, "action", "permission").await;
    let mut brief: Vec<_> = refused
        .iter()
        .map(|one| {
            let text = |field: &str| one[field].as_str().unwrap_or_default();
            (text("object"), text("actor"), one["times"].as_i64().unwrap())
        })
        .collect();
    brief.sort_unstable();
    assert_eq!(
        brief,
        [
            ("GET /api/backoffice/companies", "Test Person", 5),
            ("POST /api/auth/login", "", 1),
            ("POST /api/backoffice/companies", "Test Person", 1),
        ]
    );
}

#[actix_web::test]
async fn imports_and_exports_are_recorded() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let import = |table: &'static str| {
        let path = format!("{COMPANIES}/import");
        admin.request(Method::POST, &path).file(table, &[]).send()
    };
    import("name\nOne\nTwo\n").await.expect(200);
    let counts = "2 created, 0 updated, 0 skipped";
    assert_eq!(last(&admin, "import").await, of("success", "Test Person", "companies", counts));
    import("name\n\n\"\"\n").await;
    import("nothing\nThree\n").await.expect(422);
    app.store_refusals().await;
    let (outcome, _, object, _) = last(&admin, "import").await;
    assert_eq!((outcome.as_str(), object.as_str()), ("failed", "companies"));
    // Only 200 steps are one transaction on SQLite.
    let many: String = (0..500).map(|number| format!("Company {number}\n")).collect();
    let many = format!("name\n{many}");
    let path = format!("{COMPANIES}/import");
    admin.request(Method::POST, &path).file(many, &[]).send().await.expect(200);
    let counts = "500 created, 0 updated, 0 skipped";
    assert_eq!(last(&admin, "import").await, of("success", "Test Person", "companies", counts));
    let before = events(&admin, "action", "import").await.len();
    let dry = format!("{COMPANIES}/import?dryRun=true");
    admin.request(Method::POST, &dry).file("name\nFour\n", &[]).send().await.expect(200);
    assert_eq!(events(&admin, "action", "import").await.len(), before);

    admin.get(&format!("{COMPANIES}/export?format=xlsx")).await.expect(200);
    assert_eq!(last(&admin, "export").await, of("success", "Test Person", "companies", "xlsx"));
    admin.get(&format!("{COMPANIES}/export?search=One")).await.expect(200);
    let filtered = of("success", "Test Person", "companies", "csv, filtered");
    assert_eq!(last(&admin, "export").await, filtered);
    let question = "/api/analytics/explore/export?dataset=units&measures=units&rows=project";
    let answer = admin.get(question).await;
    if answer.status == 200 {
        assert_eq!(last(&admin, "export").await, of("success", "Test Person", "analytics", "csv"));
    } else {
        panic!("{:?}", answer.body);
    }
}

#[actix_web::test]
async fn loads_of_the_policy_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("policy.csv");
    write_policy(&path, "p, admin, audit, *\n");
    let app = kernel::testing::TestApp::with_policy(&PRODUCT, &path).await;
    let admin = app.sign_in("admin").await;
    let at_the_start = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{at_the_start}p, user, companies, read\n")).unwrap();
    let loaded = wait_for(&admin, "policy-loaded", 2).await;
    let digest = HEXLOWER.encode(digest(&SHA256, at_the_start.as_bytes()).as_ref());
    assert_eq!(loaded[0]["reason"], format!("At the start, SHA-256 {digest}"));
    assert_eq!(loaded[1]["outcome"], "success");
    assert!(loaded[1]["reason"].as_str().unwrap().contains("companies"), "{loaded:?}");
    std::fs::write(&path, "nonsense\n").unwrap();
    let loaded = wait_for(&admin, "policy-loaded", 3).await;
    assert_eq!(loaded[2]["outcome"], "failed");
    assert_eq!(loaded[2]["object"], path.display().to_string());
}

async fn wait_for(admin: &TestClient<'_>, action: &str, count: usize) -> Vec<Value> {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    loop {
        let found = events(admin, "action", action).await;
        if found.len() >= count {
            return found;
        }
        assert!(std::time::Instant::now() < deadline, "{action} is never recorded");
        actix_web::rt::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}

#[actix_web::test]
async fn events_are_a_list_like_any_other() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let user = app.sign_in("user").await;
    user.get(COMPANIES).await.expect(403);
    app.store_refusals().await;
    let found = admin.get(&format!("{AUDIT}?search=backoffice%2Fcompanies")).await.expect(200);
    assert_eq!(found["total"], 1, "{found}");
    let by = admin.get(&format!("{AUDIT}/breakdown?by=outcome")).await.expect(200);
    assert!(by.to_string().contains("refused"), "{by}");
    let exported = admin.get(&format!("{AUDIT}/export?sort=at:asc")).await;
    let table = String::from_utf8(exported.bytes).unwrap();
    assert!(table.contains("actor") && table.contains("sign-in"), "{table}");
    let definitions = admin.get(&format!("{AUDIT}/filter-definitions")).await.expect(200);
    let keys: Vec<_> = definitions.as_array().unwrap().iter().map(|one| &one["key"]).collect();
    for field in ["at", "actor", "action", "object", "address", "requestId", "outcome"] {
        assert!(keys.contains(&&json!(field)), "{field}");
    }
    // A value that no event can have is an error, as in any list.
    let filter =
        r#"{"operator":"AND","conditions":[{"field":"action","operator":"equals","value":"x"}]}"#;
    admin.get(&format!("{AUDIT}?filters={}", encoded(filter))).await.expect(400);
}
