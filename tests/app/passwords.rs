//! Passwords that are rejected: common ones, and the names and emails of their owners.

use actix_web::http::Method;
use kernel::testing::{PASSWORD, TestApp};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::users::{NEW_PASSWORD, PATH, at, mona, set_password, sign_in, with};

const COMMON: &str = "This is one of the most common passwords. Choose another one";
const OWN: &str = "The password must not be the name or the email. Choose another one";

/// Passwords for Mona Haddad, mona@desk.test, and the reason why each is rejected.
const REFUSED: [(&str, &str); 8] = [
    ("password", COMMON),
    ("PassWord123", COMMON),
    ("1234567890", COMMON),
    ("qwertyuiop", COMMON),
    ("iloveyou", COMMON),
    ("monahaddad", OWN),
    ("Mona@Desk.Test", OWN),
    ("mizan1234", OWN),
];

#[actix_web::test]
async fn administrators_cannot_set_a_common_password() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = at(&admin.post(PATH, mona()).await.expect(201));
    let elsewhere = json!({ "email": "mona@other.test" });
    for (password, message) in REFUSED {
        let new = with(json!({ "password": password }));
        let refused = admin.post(PATH, new).await;
        assert_eq!(refused.status, 422, "{password}");
        assert_eq!(refused.errors(), [("/password", message)], "{password}");
        assert_eq!(set_password(&admin, &path, password).await.errors(), [("/password", message)]);
        // In a table she has another email.
        if password.contains('@') {
            continue;
        }
        let table = format!(
            "firstName,lastName,email,password,roles\nMona,Haddad,m@b.test,{password},user\n"
        );
        for query in ["?dryRun=true", ""] {
            let request = admin.request(Method::POST, &format!("{PATH}/import{query}"));
            let report = request.file(&table, &[]).send().await;
            let expected = json!([{ "line": 2, "column": "password", "message": message }]);
            assert_eq!(report.body["errors"], expected, "{password} {query}");
        }
    }
    // All errors are reported together.
    let mut body = with(elsewhere);
    body["password"] = json!("password");
    body["firstName"] = json!(" ");
    assert_eq!(admin.post(PATH, body).await.errors().len(), 2);
    // A password that only looks weak is accepted.
    for (at, password) in ["Str0ng-pass-123", "mona mona mona", "mizan-demo"].iter().enumerate() {
        let email = format!("weak{at}@desk.test");
        let body = with(json!({ "email": email, "password": password }));
        admin.post(PATH, body).await.expect(201);
        sign_in(&app, &email, password).await;
    }
}

#[actix_web::test]
async fn users_cannot_choose_a_common_password() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    admin.post(PATH, mona()).await.expect(201);
    let them = app.bearer(sign_in(&app, "mona@desk.test", PASSWORD).await.0);
    for (password, message) in REFUSED {
        let change = json!({ "currentPassword": PASSWORD, "newPassword": password });
        let refused = them.post("/api/auth/password", change).await;
        assert_eq!(refused.errors(), [("/newPassword", message)], "{password}");
    }
    let change = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    them.post("/api/auth/password", change).await.expect(204);
}

#[actix_web::test]
async fn password_change_ends_every_copy_of_the_refresh_token() {
    let app = TestApp::of(&PRODUCT).await;
    let (_, email) = app.account("user").await;
    let refresh = async |cookie: &str| {
        let request = app.anonymous().request(Method::POST, "/api/auth/refresh");
        request.header("cookie", cookie).send().await
    };
    let (token, first) = sign_in(&app, &email, PASSWORD).await;
    let answer = refresh(&first).await;
    let second = answer.header("set-cookie").split(';').next().unwrap().to_owned();
    answer.expect(200);

    let here = app.bearer(token);
    let change = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
    let request = here.request(Method::POST, "/api/auth/password").header("cookie", &second);
    let changed = request.json(&change).send().await;
    let cookies: Vec<String> = changed
        .headers
        .get_all("set-cookie")
        .filter_map(|one| one.to_str().ok()?.split(';').next().map(str::to_owned))
        .collect();
    assert_eq!(changed.expect(204), Value::Null);
    let own = cookies.iter().find(|one| one.starts_with("mizan_refresh=")).unwrap();

    // A thief with a copy of the cookie, of whichever generation, is signed out. Other sessions
    // remain.
    for stolen in [&first, &second] {
        assert_eq!(refresh(stolen).await.status, 401);
    }
    assert_eq!(here.get("/api/auth/me").await.status, 200);
    let refreshed = refresh(own).await;
    let next = refreshed.header("set-cookie").split(';').next().unwrap().to_owned();
    refreshed.expect(200);
    for stolen in [&first, &second] {
        assert_eq!(refresh(stolen).await.status, 401);
    }
    refresh(&next).await.expect(200);
}
