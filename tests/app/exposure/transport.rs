//! Strict transport security: browsers that came by https are instructed to use nothing else.

use actix_web::http::Method;
use kernel::testing::{Answer, TestApp, TestDatabase};

use crate::PRODUCT;

async fn answers(public_url: &str) -> Vec<Answer> {
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.public_url = public_url.into();
    })
    .await;
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
