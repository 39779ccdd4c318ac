//! Browsers that came by https are told to come by nothing else.

use actix_web::http::Method;
use kernel::testing::{Answer, TestApp, TestDatabase};

use crate::PRODUCT;

async fn answers(public_url: &str) -> Vec<Answer> {
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.public_url = public_url.into();
    })
    .await;
    let nobody = app.nobody();
    vec![
        nobody.get("/").await,
        nobody.get("/healthz").await,
        nobody.get("/nothing.js").await,
        nobody.get("/api/openapi.json").await,
        nobody.get("/api/auth/me").await,
        nobody.call(Method::PUT, "/api/auth/me").send().await,
        nobody.call(Method::GET, "/").header("host", "elsewhere.example.com").send().await,
    ]
}

#[actix_web::test]
async fn every_answer_of_an_https_origin_says_so_for_a_year_and_no_other_does() {
    for answer in answers("https://desk.example.com").await {
        assert_eq!(answer.header("strict-transport-security"), "max-age=31536000", "{answer:?}");
    }
    for answer in answers("http://desk.example.com").await {
        assert_eq!(answer.header("strict-transport-security"), "", "{answer:?}");
    }
}
