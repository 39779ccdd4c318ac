//! What operators rely on: health, readiness and metrics. Also the headers of every answer that
//! instruct browsers.

use std::borrow::Cow;

use actix_web::http::Method;
use kernel::Product;
use kernel::testing::{Answer, PASSWORD, TestApp};
use kernel::ui::{File, Ui};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::log::Log;

const LOOPBACK: &str = "127.0.0.1";

/// A front end of a few files, one of them compressed at build time, so that the test does not
/// depend on the latest build.
const UI: Ui = Ui { admin: files, shell: files, docs: files };

fn files(path: &str) -> Option<File> {
    let bytes: &'static [u8] = match path {
        "index.html" => b"<!doctype html><title>Mizan</title>",
        "assets/app-1234.js" => b"console.log('plain')",
        // "const packed = true;" forty times, by brotli.
        "assets/packed-1234.js.br" => &PACKED,
        "icon.svg" => b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "manifest.webmanifest" => b"{}",
        "sw.js" => b"addEventListener('fetch', () => {})",
        _ => return None,
    };
    let mut digest = [0; 32];
    digest.iter_mut().zip(bytes).for_each(|(digest, byte)| *digest = *byte);
    Some(File { bytes: Cow::Borrowed(bytes), digest })
}

const fn product() -> Product {
    Product { ui: UI, ..PRODUCT }
}

/// Returns the value of a series by its name and labels as they are written.
fn metric(text: &str, series: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.and_then(|value| value.parse().ok())
}

async fn metrics(app: &TestApp) -> String {
    let answer = app.anonymous().request(Method::GET, "/metrics").from(LOOPBACK).send().await;
    assert_eq!(answer.status, 200);
    String::from_utf8(answer.bytes).unwrap()
}

#[actix_web::test]
async fn health_and_readiness_are_public() {
    let app = TestApp::of(&PRODUCT).await;
    let anonymous = app.anonymous();
    assert_eq!(anonymous.get("/healthz").await.expect(200), json!({ "status": "ok" }));
    assert_eq!(anonymous.get("/readyz").await.expect(200), json!({ "status": "ready" }));
    for path in ["/healthz", "/readyz"] {
        assert_eq!(anonymous.request(Method::HEAD, path).send().await.status, 200, "{path}");
        let refused = anonymous.request(Method::POST, path).send().await;
        assert_eq!((refused.status.as_u16(), refused.header("allow")), (405, "GET, HEAD"));
    }
    let document = anonymous.get("/api/openapi.json").await.expect(200);
    let paths = document["paths"].as_object().unwrap();
    assert!(["/healthz", "/readyz", "/metrics"].iter().all(|path| !paths.contains_key(*path)));
}

#[actix_web::test]
async fn draining_process_is_not_ready_but_answers() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    app.drain();
    let readiness = app.anonymous().get("/readyz").await;
    assert_eq!(readiness.expect(503), json!({ "status": "draining" }));
    app.anonymous().get("/healthz").await.expect(200);
    admin.get("/api/backoffice/companies").await.expect(200);
}

#[actix_web::test]
async fn metrics_are_not_found_for_remote_addresses() {
    let app = TestApp::of(&product()).await;
    let metrics = || app.anonymous().request(Method::GET, "/metrics");
    let missing = app.anonymous().get("/nothing").await;
    assert_eq!(missing.status, 404);
    let is_missing = |answer: Answer| {
        let policy = "content-security-policy";
        assert_eq!(answer.status, missing.status);
        assert_eq!(answer.bytes, missing.bytes);
        assert_eq!(answer.header(policy), missing.header(policy));
    };
    assert_eq!(metrics().from(LOOPBACK).send().await.status, 200);
    assert_eq!(metrics().from("::1").send().await.status, 200);
    assert_eq!(metrics().from("::ffff:127.0.0.1").send().await.status, 200);
    is_missing(metrics().from("203.0.113.7").send().await);
    is_missing(metrics().send().await);
    // With a proxy that is not configured, every client would have the proxy's address.
    for header in ["X-Forwarded-For", "Forwarded", "X-Real-IP"] {
        is_missing(metrics().from(LOOPBACK).header(header, LOOPBACK).send().await);
    }
}

#[actix_web::test]
async fn requests_are_counted_by_operation_and_never_by_path() {
    let app = TestApp::of(&product()).await;
    let admin = app.sign_in("admin").await;
    for _ in 0..3 {
        admin.get("/api/backoffice/companies?search=secret-search").await.expect(200);
    }
    let missing = "/api/backoffice/companies/0123456789abcdef01234567";
    admin.get(missing).await.expect(404);
    app.anonymous().get(missing).await.expect(401);
    app.anonymous().get("/api/secret-path").await.expect(404);
    app.anonymous().get("/secret-path").await;
    app.anonymous().get("/login").await;
    app.anonymous().get("/assets/app-1234.js").await;
    app.anonymous().get("/.well-known/jwks.json").await.expect(200);
    let text = metrics(&app).await;
    let requests = |operation: &str, status: u16| {
        let labels = format!("{{operation=\"{operation}\",status=\"{status}\"}}");
        metric(&text, &format!("mizan_requests_total{labels}"))
    };
    assert_eq!(requests("company_list", 200), Some(3.0));
    assert_eq!(requests("company_view", 404), Some(1.0));
    assert_eq!(requests("company_view", 401), Some(1.0));
    assert_eq!(requests("auth_login", 200), Some(1.0));
    assert_eq!(requests("auth_keys", 200), Some(1.0));
    assert_eq!(requests("page", 200), Some(1.0));
    assert_eq!(requests("asset", 200), Some(1.0));
    assert_eq!(requests("unknown", 404), Some(2.0));
    assert!(!text.contains("secret"), "{text}");
    let took = "mizan_request_duration_seconds";
    let labels = "{operation=\"company_list\"}";
    assert_eq!(metric(&text, &format!("{took}_count{labels}")), Some(3.0));
    let labels = "{le=\"+Inf\",operation=\"company_list\"}";
    assert_eq!(metric(&text, &format!("{took}_bucket{labels}")), Some(3.0));
    assert_eq!(metric(&text, "mizan_refusals_total{reason=\"unauthenticated\"}"), Some(1.0));
    assert_eq!(metric(&text, "mizan_refusals_total{reason=\"disk_full\"}"), Some(0.0));
    // The request of the metrics itself.
    assert_eq!(metric(&text, "mizan_requests_in_flight"), Some(1.0));
}

#[actix_web::test]
async fn metrics_cover_the_database_and_the_process() {
    let app = TestApp::of(&PRODUCT).await;
    app.sign_in("admin").await;
    app.anonymous().login("nobody@desk.test", "wrong").await.expect(401);
    let text = metrics(&app).await;
    let at_least = |series: &str, least: f64| {
        let value = metric(&text, series).unwrap_or(-1.0);
        assert!(value >= least, "{series} is {value}");
    };
    at_least("mizan_database_connections_max", 8.0);
    at_least("mizan_database_connections_idle", 1.0);
    assert_eq!(metric(&text, "mizan_database_connections_busy"), Some(0.0));
    at_least("mizan_database_waits_total", 0.0);
    // Sign-ins are counted for the whole process, in which other tests sign in too.
    at_least("mizan_sign_ins_total{outcome=\"ok\"}", 1.0);
    at_least("mizan_sign_ins_total{outcome=\"wrong\"}", 1.0);
    at_least("mizan_policy_loads_total{outcome=\"loaded\"}", 1.0);
    let version = env!("CARGO_PKG_VERSION");
    at_least(&format!("mizan_build_info{{version=\"{version}\"}}"), 1.0);
    at_least("process_start_time_seconds", 1.0e9);
    at_least("process_resident_memory_bytes", 1.0e6);
    if text.contains("mizan_writer") {
        assert_eq!(metric(&text, "mizan_writer_queue"), Some(0.0));
        at_least("mizan_writer_writes_total", 2.0);
        at_least("mizan_writer_commits_total", 1.0);
    }
}

#[actix_web::test]
async fn metrics_are_in_the_text_format_unless_openmetrics_is_accepted() {
    let app = TestApp::of(&PRODUCT).await;
    app.anonymous().get("/healthz").await.expect(200);
    let get_accepting = |accept: &str| {
        let request = app.anonymous().request(Method::GET, "/metrics").from(LOOPBACK);
        request.header("accept", accept).send()
    };
    let plain = app.anonymous().request(Method::GET, "/metrics").from(LOOPBACK).send().await;
    for answer in [plain, get_accepting("*/*").await, get_accepting("text/plain").await] {
        assert_eq!(answer.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
        assert_eq!(answer.header("vary"), "Accept");
        let text = String::from_utf8(answer.bytes).unwrap();
        assert!(text.contains("\n# TYPE mizan_requests_total counter\n"), "{text}");
        assert!(text.contains("# TYPE mizan_build_info gauge\n"), "{text}");
        assert!(!text.contains("# UNIT") && !text.contains("# EOF"), "{text}");
        // Each sample belongs to a family that was declared before it.
        let mut family = "";
        for line in text.lines() {
            if let Some(declared) = line.strip_prefix("# TYPE ") {
                family = declared.split(' ').next().unwrap();
            } else if !line.starts_with('#') {
                let name = line.split(['{', ' ']).next().unwrap();
                let rest = name.strip_prefix(family).unwrap_or_else(|| panic!("{family}: {line}"));
                assert!(["", "_sum", "_count", "_bucket"].contains(&rest), "{family}: {line}");
            }
        }
    }
    let open = get_accepting("application/openmetrics-text;version=1.0.0,text/plain;q=0.5").await;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(open.header("content-type"), kind);
    let text = String::from_utf8(open.bytes).unwrap();
    assert!(text.contains("\n# TYPE mizan_requests counter\n"), "{text}");
    assert!(text.ends_with("# EOF\n"), "{text}");
}

#[actix_web::test]
async fn request_is_one_log_line_without_secrets() {
    let app = TestApp::of(&PRODUCT).await;
    let (account, email) = app.account("admin").await;
    let log = Log::default();
    let written = log.clone();
    // The subscriber is that of the whole process. Lines of other tests are recognized by their
    // request identifiers.
    let logging = tracing_subscriber::fmt().json().with_writer(move || log.clone()).finish();
    tracing::subscriber::set_global_default(logging).unwrap();
    let signed_in = app.anonymous().login(&email, PASSWORD).await;
    let path = "/api/backoffice/companies";
    let token = signed_in.body["accessToken"].as_str().unwrap().to_owned();
    let list = app.bearer(&*token).request(Method::GET, &format!("{path}?search=hidden"));
    let listed = list.from("::ffff:203.0.113.7").send().await;
    let named = json!({ "name": "hidden" });
    let created = app.bearer(&*token).post(path, named).await;
    let missing = app.anonymous().get("/api/nothing?token=hidden").await;
    let answers = [&signed_in, &listed, &created, &missing];
    let ids = answers.map(|answer| answer.header("x-request-id"));

    let text = written.text();
    let is_ours = |line: &Value| ids.iter().any(|id| line["fields"]["id"] == *id);
    let all = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let all: Vec<Value> = all.filter(is_ours).collect();
    let text: String = all.iter().map(Value::to_string).collect();
    let lines = all.into_iter();
    let lines: Vec<Value> = lines.filter(|line| line["target"] == "request").collect();
    let logged: Vec<_> = lines
        .iter()
        .map(|line| {
            let fields = &line["fields"];
            let word = |name: &str| fields[name].as_str().unwrap_or("-").to_owned();
            assert!(fields["milliseconds"].as_f64().unwrap() > 0.0);
            let status = fields["status"].as_u64().unwrap();
            (
                word("method"),
                word("operation"),
                word("path"),
                status,
                word("account"),
                word("client"),
            )
        })
        .collect();
    let line = |method: &str, operation: &str, path: &str, status, account: &str, client: &str| {
        let words = [method, operation, path, account, client].map(str::to_owned);
        let [method, operation, path, account, client] = words;
        (method, operation, path, status, account, client)
    };
    let account = account.as_str();
    assert_eq!(
        logged,
        [
            line("POST", "auth_login", "/api/auth/login", 200, "-", "-"),
            line("GET", "company_list", path, 200, account, "203.0.113.7"),
            line("POST", "company_create", path, 201, account, "-"),
            line("GET", "unknown", "/api/nothing", 404, "-", "-"),
        ]
    );
    assert_eq!(lines[1]["fields"]["id"], listed.header("x-request-id"));
    for secret in ["hidden", PASSWORD, &token, &email] {
        assert!(!text.contains(secret), "{text}");
    }
}

/// One answer of each kind.
#[actix_web::test]
async fn every_answer_has_security_headers() {
    const PAGE: &str = "default-src 'none'; script-src 'self'; style-src 'self'";
    const DATA: &str = "default-src 'none'; frame-ancestors 'none'";
    let app = TestApp::of(&product()).await;
    let admin = app.sign_in("admin").await;
    let user = app.sign_in("user").await;
    let anonymous = app.anonymous();
    let companies = "/api/backoffice/companies";
    let icon = anonymous.get("/icon.svg").await;
    let known = icon.header("etag");
    let answers = [
        (anonymous.get("/").await, 200, PAGE),
        (anonymous.get("/login").await, 200, PAGE),
        (anonymous.get("/backoffice/users").await, 200, PAGE),
        (anonymous.get("/docs/").await, 200, PAGE),
        (anonymous.get("/docs").await, 308, PAGE),
        (anonymous.get("/nothing").await, 404, PAGE),
        (anonymous.get("/nothing.js").await, 404, PAGE),
        (anonymous.request(Method::POST, "/login").send().await, 405, PAGE),
        (anonymous.get("/assets/app-1234.js").await, 200, PAGE),
        (
            anonymous.request(Method::GET, "/icon.svg").header("if-none-match", known).send().await,
            304,
            PAGE,
        ),
        (anonymous.get("/metrics").await, 404, PAGE),
        (anonymous.request(Method::GET, "/metrics").from(LOOPBACK).send().await, 200, DATA),
        (anonymous.request(Method::PUT, "/metrics").from(LOOPBACK).send().await, 405, DATA),
        (anonymous.get("/healthz").await, 200, DATA),
        (anonymous.get("/readyz").await, 200, DATA),
        (anonymous.request(Method::PUT, "/readyz").send().await, 405, DATA),
        (anonymous.get("/.well-known/jwks.json").await, 200, DATA),
        (anonymous.get("/api/openapi.json").await, 200, DATA),
        (anonymous.get(companies).await, 401, DATA),
        (user.get(companies).await, 403, DATA),
        (admin.get(companies).await, 200, DATA),
        (admin.get(&format!("{companies}/export")).await, 200, DATA),
        (admin.get(&format!("{companies}?limit=0")).await, 400, DATA),
        (admin.get("/api/nothing").await, 404, DATA),
        (admin.request(Method::PUT, companies).send().await, 405, DATA),
        (admin.post(companies, json!({})).await, 422, DATA),
        (admin.request(Method::POST, companies).body("text/plain", "x").send().await, 415, DATA),
        (admin.post(companies, json!("x".repeat(1024 * 1024))).await, 413, DATA),
        (admin.request(Method::POST, "/api/auth/logout").send().await, 204, DATA),
    ];
    for (at, (answer, status, policy)) in answers.into_iter().enumerate() {
        let policy_header = answer.header("content-security-policy");
        assert_eq!(answer.status.as_u16(), status, "answer {at}");
        assert!(policy_header.starts_with(policy), "answer {at}: {policy_header}");
        assert!(policy_header.contains("frame-ancestors 'none'"), "answer {at}: {policy_header}");
        assert!(!policy_header.contains("unsafe"), "answer {at}: {policy_header}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "answer {at}");
        assert_eq!(answer.header("x-frame-options"), "DENY", "answer {at}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "answer {at}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin", "answer {at}");
        assert_eq!(answer.header("x-request-id").len(), 24, "answer {at}");
    }
}

#[actix_web::test]
async fn files_have_etags_of_their_content() {
    let app = TestApp::of(&product()).await;
    let get = |path: &'static str, name: &str, value: &str| {
        let request = app.anonymous().request(Method::GET, path);
        request.header(name, value).send()
    };
    let hashed = app.anonymous().get("/assets/app-1234.js").await;
    assert_eq!(hashed.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(hashed.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(hashed.header("vary"), "Accept-Encoding");
    // Browsers request these files by name to check for a new version.
    for (path, content_type) in [
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/sw.js", "text/javascript; charset=utf-8"),
    ] {
        let answer = app.anonymous().get(path).await;
        assert_eq!(answer.header("content-type"), content_type);
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
    let page = app.anonymous().get("/login").await;
    assert_eq!(page.header("cache-control"), "no-cache");
    assert_ne!(page.header("etag"), hashed.header("etag"));

    let tag = page.header("etag");
    for known in [tag, &format!("\"other\", {tag}"), "*"] {
        let answer = get("/login", "if-none-match", known).await;
        assert_eq!((answer.status.as_u16(), answer.bytes.len()), (304, 0), "{known}");
        assert_eq!(answer.header("etag"), tag);
        assert_eq!(answer.header("cache-control"), "no-cache");
        assert_eq!(answer.header("vary"), "Accept-Encoding");
    }
    assert_eq!(get("/login", "if-none-match", "\"other\"").await.status, 200);
    assert_eq!(get("/login", "if-none-match", "nonsense").await.status, 200);
}

#[actix_web::test]
async fn precompressed_files_are_sent_compressed_or_unpacked_for_other_clients() {
    let app = TestApp::of(&product()).await;
    let get = |encodings: &str| {
        let request = app.anonymous().request(Method::GET, "/assets/packed-1234.js");
        request.header("accept-encoding", encodings).send()
    };
    let packed = get("gzip, deflate, br").await;
    assert_eq!(packed.header("content-encoding"), "br");
    assert_eq!(packed.bytes, PACKED);
    let plain = "const packed = true;".repeat(40).into_bytes();
    for encodings in ["identity", "", "br;q=0", "brotli"] {
        let unpacked = get(encodings).await;
        assert_eq!(unpacked.header("content-encoding"), "", "{encodings}");
        assert_eq!(unpacked.bytes, plain, "{encodings}");
        assert_ne!(unpacked.header("etag"), packed.header("etag"));
    }
    let zipped = get("gzip").await;
    assert_eq!(zipped.header("content-encoding"), "gzip");
    assert!(zipped.bytes.len() < plain.len());
    // The compressed variant is no file of its own.
    assert_eq!(app.anonymous().get("/assets/packed-1234.js.br").await.status, 404);
}

const PACKED: [u8; 30] = [
    27, 31, 3, 248, 141, 84, 181, 191, 28, 115, 123, 75, 144, 57, 186, 44, 68, 150, 194, 114, 4,
    108, 104, 138, 107, 71, 74, 231, 198, 0,
];
