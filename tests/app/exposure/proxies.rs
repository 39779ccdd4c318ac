//! A proxy that is not configured as trusted: its address would be taken for that of every client.
//! The operator gets one warning.

use actix_web::http::Method;
use kernel::testing::{TestApp, TestDatabase};

use super::process::{free_address, send, serve};
use crate::PRODUCT;

fn warnings(settings: &[(&str, &str)], headers: &[&str]) -> Vec<String> {
    let (folder, address) = (tempfile::tempdir().unwrap(), free_address());
    let mut all = vec![("MIZAN_LISTEN", address.as_str()), ("MIZAN_LOG", "info")];
    all.extend(settings);
    let serving = serve(folder.path(), &all).unwrap();
    for header in headers {
        let request = format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n");
        assert_eq!(send(&address, &request), 200);
    }
    let mut warnings = Vec::new();
    let mut answered = 0;
    while answered < headers.len() {
        let line = serving.line();
        answered += usize::from(line.contains("\"target\":\"request\""));
        if line.contains("\"WARN\"") {
            warnings.push(line);
        }
    }
    warnings
}

#[test]
fn an_untrusted_proxy_is_logged_once_with_the_setting_to_use() {
    let headers =
        ["X-Forwarded-For: 203.0.113.7", "Forwarded: for=203.0.113.7", "X-Forwarded-For: x"];
    let warned = warnings(&[], &headers);
    assert_eq!(warned.len(), 1, "{warned:?}");
    assert!(warned[0].contains("trusted_proxies") && warned[0].contains("127.0.0.1"), "{warned:?}");
    // The value of the header is not logged, because any client may set it.
    assert!(!warned[0].contains("203.0.113.7"), "{warned:?}");
    assert!(warnings(&[], &["X-Other: 1"]).is_empty());
    let trusted = [("MIZAN_TRUSTED_PROXIES", "127.0.0.1")];
    assert!(warnings(&trusted, &headers[..1]).is_empty());
}

#[actix_web::test]
async fn metrics_are_served_to_the_networks_of_metrics_from_only() {
    let app = TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
        config.metrics_from = vec!["198.51.100.0/24".parse().unwrap()];
        config.trusted_proxies = vec!["192.0.2.1/32".parse().unwrap()];
    })
    .await;
    for (peer, forwarded, is_served) in [
        ("198.51.100.7", None, true),
        // The setting takes the place of the default.
        ("127.0.0.1", None, false),
        ("198.51.101.7", None, false),
        ("192.0.2.1", None, false),
        ("192.0.2.1", Some("198.51.100.7"), true),
        ("192.0.2.1", Some("198.51.100.7, 203.0.113.7"), false),
        // A proxy in the network that is not trusted.
        ("198.51.100.7", Some("198.51.100.7"), false),
    ] {
        let mut request = app.anonymous().request(Method::GET, "/metrics").from(peer);
        if let Some(forwarded) = forwarded {
            request = request.header("x-forwarded-for", forwarded);
        }
        let answer = request.send().await;
        let text = String::from_utf8_lossy(&answer.bytes).into_owned();
        assert_eq!(text.contains("mizan_build_info"), is_served, "{peer} {forwarded:?}");
    }
}
