//! Documents and front ends are the same for every client: they are compressed once, and have an
//! `ETag`.

use std::collections::HashSet;

use actix_web::http::Method;
use kernel::testing::{Answer, TestApp};

use crate::PRODUCT;

const DOCUMENT: &str = "/api/openapi.json";

async fn fetch(app: &TestApp, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = app.anonymous().request(Method::GET, path);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    request.send().await
}

#[actix_web::test]
async fn document_has_the_preferred_content_encoding() {
    let app = TestApp::of(&PRODUCT).await;
    let plain = app.anonymous().get(DOCUMENT).await;
    assert_eq!(plain.header("content-type"), "application/json");
    assert!(plain.body["openapi"].is_string());
    let table = [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0.1, gzip;q=0.2", "gzip"),
        ("br;q=0, gzip;q=0", ""),
        ("deflate", ""),
        ("identity;q=0, gzip", "gzip"),
        ("br;q=0.5, identity", ""),
        ("", ""),
    ];
    let mut tags = HashSet::new();
    for (accepted, coding) in table {
        let answer = fetch(&app, DOCUMENT, &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.status, 200, "{accepted}");
        assert_eq!(answer.header("content-encoding"), coding, "{accepted}");
        assert_eq!(answer.header("vary"), "Accept-Encoding", "{accepted}");
        assert_eq!(answer.header("cache-control"), "no-cache", "{accepted}");
        let tag = answer.header("etag").to_owned();
        assert!(tag.starts_with('"'), "{tag} is not a strong one");
        match coding {
            "" => assert_eq!(answer.bytes, plain.bytes, "{accepted}"),
            _ => assert!(answer.bytes.len() * 5 < plain.bytes.len(), "{accepted}"),
        }
        // Each content encoding has an `ETag` of its own, which matches no other encoding.
        let known = [("accept-encoding", accepted), ("if-none-match", &tag)];
        let answer = fetch(&app, DOCUMENT, &known).await;
        assert_eq!((answer.status.as_u16(), answer.bytes.len()), (304, 0), "{accepted}");
        assert_eq!(answer.header("etag"), tag);
        assert_eq!(answer.header("vary"), "Accept-Encoding");
        tags.insert((coding, tag));
    }
    assert_eq!(tags.len(), 3, "{tags:?}");
    assert_eq!(tags.iter().map(|(_, tag)| tag).collect::<HashSet<_>>().len(), 3, "{tags:?}");
    // A header that would take longer to parse than the rest of the request is ignored.
    for (name, value) in [("accept-encoding", "br,"), ("if-none-match", "*,")] {
        let answer = fetch(&app, DOCUMENT, &[(name, &value.repeat(2_000))]).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-encoding")), (200, ""));
    }
    let none = fetch(&app, DOCUMENT, &[("accept-encoding", "*;q=0")]).await;
    assert_eq!(none.status, 406);
}

#[actix_web::test]
async fn unchanged_document_is_not_modified() {
    let app = TestApp::of(&PRODUCT).await;
    let first = app.anonymous().get(DOCUMENT).await;
    let tag = first.header("etag");
    for known in [tag, "*", &format!("\"other\", {tag}"), &format!("W/{tag}")] {
        let answer = fetch(&app, DOCUMENT, &[("if-none-match", known)]).await;
        assert_eq!((answer.status.as_u16(), answer.bytes.len()), (304, 0), "{known}");
    }
    for other in ["\"other\"", "nonsense", ""] {
        let answer = fetch(&app, DOCUMENT, &[("if-none-match", other)]).await;
        assert_eq!(answer.status, 200, "{other}");
    }
    let head = app.anonymous().request(Method::HEAD, DOCUMENT).send().await;
    assert_eq!((head.status.as_u16(), head.header("etag")), (200, tag));
    let refused = app.anonymous().request(Method::POST, DOCUMENT).send().await;
    assert_eq!((refused.status.as_u16(), refused.header("allow")), (405, "GET"));
}

#[actix_web::test]
async fn large_answers_are_compressed_and_small_ones_are_not() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let content_encoding = async |path: &str| {
        let request = admin.request(Method::GET, path).header("accept-encoding", "br");
        request.send().await.header("content-encoding").to_owned()
    };
    assert_eq!(content_encoding("/healthz").await, "");
    assert_eq!(content_encoding("/.well-known/jwks.json").await, "");
    assert_eq!(content_encoding("/api/backoffice/companies").await, "");
    assert_eq!(content_encoding("/api/backoffice/units/filter-definitions").await, "br");
}

#[actix_web::test]
async fn unauthenticated_request_bodies_are_limited_to_a_small_size() {
    let app = TestApp::of(&PRODUCT).await;
    let much = serde_json::json!({ "email": "x".repeat(65 * 1024), "password": "x" });
    for path in ["/api/auth/login", "/api/join-requests"] {
        app.anonymous().post(path, much.clone()).await.expect(413);
    }
    let admin = app.sign_in("admin").await;
    // There nobody needs a sign-in, and none is looked at.
    admin.post("/api/join-requests", much.clone()).await.expect(413);
    admin.post("/api/backoffice/companies", much).await.expect(422);
}
