//! Strict transport security: browsers that came by https are instructed to use nothing else, and send cookies
//! by nothing else.

use actix_web::http::Method;
use kernel::testing::{Answer, PASSWORD, TestApp, TestDatabase};

use crate::PRODUCT;

async fn app(public_url: &str) -> TestApp {
    TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.public_url = public_url.into();
    })
    .await
}

async fn answers(public_url: &str) -> Vec<Answer> {
    let app = app(public_url).await;
    let anonymous = app.anonymous();
    vec![
        anonymous.get("/").await,
        anonymous.get("/healthz").await,
        anonymous.get("/nothing.js").await,
        anonymous.get("/api/openapi.json").await,
        anonymous.get("/api/auth/me").await,
        anonymous.request(Method::PUT, "/api/auth/me").send().await,
        anonymous.request(Method::GET, "/").header("host", "elsewhere.example.com").send().await,
    ]
}

#[actix_web::test]
async fn https_origin_sends_hsts_for_a_year_and_http_does_not() {
    for answer in answers("https://desk.example.com").await {
        assert_eq!(answer.header("strict-transport-security"), "max-age=31536000", "{answer:?}");
    }
    for answer in answers("http://desk.example.com").await {
        assert_eq!(answer.header("strict-transport-security"), "", "{answer:?}");
    }
}

#[actix_web::test]
async fn cookies_are_secure_unless_the_public_url_is_http_on_this_machine() {
    for (public_url, is_secure) in [
        ("https://desk.example.com", true),
        ("http://desk.example.com", true),
        ("http://127.0.0.1:8080", false),
        ("http://localhost:8080", false),
    ] {
        let app = app(public_url).await;
        let (_, email) = app.account("user").await;
        let answer = app.anonymous().login(&email, PASSWORD).await;
        let cookies = answer.headers.get_all("set-cookie").map(|value| value.to_str().unwrap());
        let cookies: Vec<&str> = cookies.collect();
        assert_eq!(cookies.len(), 2, "{cookies:?}");
        for cookie in cookies {
            assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite="), "{cookie}");
            assert_eq!(cookie.contains("; Secure"), is_secure, "{public_url}: {cookie}");
        }
    }
}
