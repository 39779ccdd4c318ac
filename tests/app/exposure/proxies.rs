//! A proxy that is not configured as trusted: its address would be taken for that of every client.
//! The operator gets one warning.

use super::process::{free_address, send, serve};

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
