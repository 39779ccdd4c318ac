//! The host names that the server accepts. Another site could resolve its own name to this machine
//! (DNS rebinding), and its pages would then share our origin.

use actix_web::http::Method;
use kernel::testing::{Answer, TestApp, TestDatabase};

use super::process::{free_address, send, serve};
use crate::PRODUCT;

async fn app(public_url: &str) -> TestApp {
    TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.public_url = public_url.into();
    })
    .await
}

async fn get_with_host(app: &TestApp, path: &str, host: &str) -> Answer {
    app.anonymous().request(Method::GET, path).header("host", host).send().await
}

const PUBLIC: &str = "https://desk.example.com";

#[actix_web::test]
async fn only_the_public_name_and_loopback_are_accepted_as_host() {
    let here = app(PUBLIC).await;
    for host in [
        "desk.example.com",
        "DESK.example.com",
        "desk.example.com:443",
        "localhost",
        "LOCALHOST:8080",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.8.9.10:80",
        "[::1]",
        "[::1]:8080",
        "[::ffff:127.0.0.1]:8080",
    ] {
        for path in ["/", "/api/openapi.json", "/healthz", "/.well-known/jwks.json"] {
            assert_eq!(get_with_host(&here, path, host).await.status, 200, "{host} {path}");
        }
    }
    for host in [
        "elsewhere.example.com",
        "desk.example.com.elsewhere.test",
        "elsewhere.test.desk.example.com",
        "desk.example.com:8080",
        "desk.example.com:",
        "desk.example.com:99999",
        "user@desk.example.com",
        "localhost.elsewhere.test",
        "127.0.0.1.elsewhere.test",
        "0.0.0.0",
        "192.168.1.7:8080",
        "[2001:db8::7]",
        "[::1",
        "::1",
        "localhost:8080, desk.example.com",
        "",
        ":443",
    ] {
        for path in ["/", "/api/openapi.json", "/api/nothing", "/backoffice", "/docs"] {
            let refused = get_with_host(&here, path, host).await;
            assert_eq!(refused.status, 421, "{host} {path}");
            let kind = refused.header("content-type");
            assert_eq!(kind, "application/problem+json", "{host} {path}");
            assert!(refused.body["detail"].as_str().unwrap().contains(PUBLIC), "{refused:?}");
            assert_eq!(refused.body["requestId"], refused.header("x-request-id"));
        }
    }
    let forwarded = here.anonymous().request(Method::GET, "/").header("host", "upstream");
    let forwarded = forwarded.header("x-forwarded-host", "desk.example.com").send().await;
    assert_eq!(forwarded.status, 421);
}

#[actix_web::test]
async fn forwarded_host_is_not_read_even_from_a_trusted_proxy() {
    let here = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.public_url = PUBLIC.into();
        config.trusted_proxies = vec!["192.0.2.1/32".parse().unwrap()];
    })
    .await;
    for (host, forwarded, status) in
        [("upstream", "desk.example.com", 421), ("desk.example.com", "elsewhere.test", 200)]
    {
        let request = here.anonymous().request(Method::GET, "/healthz").from("192.0.2.1");
        let request = request.header("x-forwarded-for", "203.0.113.7").header("host", host);
        let answer = request.header("x-forwarded-host", forwarded).send().await;
        assert_eq!(answer.status, status, "{host} {forwarded}");
    }
}

#[actix_web::test]
async fn request_with_another_host_has_no_effect() {
    let here = app(PUBLIC).await;
    let body = serde_json::json!({ "firstName": "Amal", "email": "amal@example.com" });
    let sent = here.anonymous().request(Method::POST, "/api/join-requests").json(&body);
    assert_eq!(sent.header("host", "elsewhere.test").send().await.status, 421);
    let admin = here.sign_in("admin").await;
    let listed = admin.get("/api/backoffice/join-requests").await.expect(200);
    assert_eq!(listed["total"], 0);
}

#[actix_web::test]
async fn public_url_with_a_port_is_accepted_as_host() {
    let here = app("http://desk.example.com:8443").await;
    for (host, status) in [
        ("desk.example.com:8443", 200),
        // nginx omits the port from `$host`.
        ("desk.example.com", 200),
        ("desk.example.com:80", 421),
        ("desk.example.com:443", 421),
    ] {
        assert_eq!(get_with_host(&here, "/", host).await.status, status, "{host}");
    }
}

#[actix_web::test]
async fn probes_accept_any_address_and_no_other_name() {
    let here = app(PUBLIC).await;
    for path in ["/healthz", "/readyz", "/metrics"] {
        for host in ["10.1.2.3:8080", "[fd00::7]:8080", "192.168.1.7"] {
            let probe = here.anonymous().request(Method::GET, path).header("host", host);
            assert_eq!(probe.from("127.0.0.1").send().await.status, 200, "{host} {path}");
        }
        let probe = here.anonymous().request(Method::GET, path).header("host", "elsewhere.test");
        assert_eq!(probe.from("127.0.0.1").send().await.status, 421, "{path}");
    }
}

#[actix_web::test]
async fn without_a_public_url_addresses_are_accepted_and_names_get_a_hint() {
    for listening in ["http://0.0.0.0:8080", "http://[::]:8080"] {
        let here = app(listening).await;
        for host in ["192.168.1.7:8080", "10.0.0.1", "[2001:db8::7]:8080", "localhost:8080"] {
            assert_eq!(get_with_host(&here, "/", host).await.status, 200, "{host}");
        }
        for host in ["desk.example.com", "elsewhere.test:8080"] {
            let refused = get_with_host(&here, "/", host).await;
            assert_eq!(refused.status, 421, "{host}");
            assert!(refused.body["detail"].as_str().unwrap().contains("public_url"), "{refused:?}");
        }
    }
}

#[test]
fn request_has_one_host_or_is_a_probe() {
    let (folder, address) = (tempfile::tempdir().unwrap(), free_address());
    let _serving = serve(folder.path(), &[("MIZAN_LISTEN", &address)]).unwrap();
    for (request, status) in [
        ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
        ("GET / HTTP/1.0\r\nHost: localhost\r\n\r\n", 200),
        ("GET / HTTP/1.0\r\n\r\n", 421),
        // HTTP/1.1 requires a `Host` header.
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET /healthz HTTP/1.0\r\n\r\n", 200),
        ("GET /readyz HTTP/1.0\r\n\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere.test\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: elsewhere.test\r\nHost: localhost\r\n\r\n", 400),
        // An absolute URL in the request line takes precedence over the header.
        ("GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
        ("GET http://elsewhere.test/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
        ("GET http://localhost/ HTTP/1.1\r\nHost: elsewhere.test\r\n\r\n", 421),
    ] {
        assert_eq!(send(&address, request), status, "{request}");
    }
}

#[test]
fn an_address_that_another_process_has_is_not_announced() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let error = serve(folder.path(), &[("MIZAN_LISTEN", &address)]).err();
    let error = error.expect("nothing is printed");
    assert!(error.contains(&format!("Cannot listen on {address}")), "{error}");
}
