//! The real provider of `tests/provider`, started and stopped by a test, and a browser that follows
//! its redirects.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use actix_web::http::Method;
use actix_web::http::header::SET_COOKIE;
use kernel::config::OidcProvider;
use kernel::testing::{Answer, TestApp, TestDatabase};
use serde_json::{Value, json};

use crate::PRODUCT;

/// A provider. It ends when it is dropped, because its standard input closes.
pub(crate) struct Provider {
    _process: Child,
    issuer: String,
    control: String,
    client_id: String,
    client_secret: String,
    agent: ureq::Agent,
}

impl Provider {
    pub(crate) fn start() -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/provider/provider.mjs");
        let mut process = Command::new("node")
            .arg(script)
            .args(["--redirect", &callback("desk"), "--redirect", &callback("other")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let started: Value = serde_json::from_str(&line).unwrap();
        let text = |name: &str| started[name].as_str().unwrap().to_owned();
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .build();
        Self {
            _process: process,
            issuer: text("issuer"),
            control: text("control"),
            client_id: text("client_id"),
            client_secret: text("client_secret"),
            agent: agent.into(),
        }
    }

    /// Returns the configuration of the provider with the name `id`.
    pub(crate) fn configured(&self, id: &str) -> OidcProvider {
        OidcProvider {
            id: id.into(),
            name: "The provider".into(),
            issuer: self.issuer.clone(),
            client_id: self.client_id.clone(),
            client_secret: self.client_secret.clone(),
            audience: None,
            roles_claim: "/public_metadata/roles".into(),
            attributes_claim: None,
            scopes: vec!["profile".into(), "email".into()],
        }
    }

    /// Starts the product with this provider, under the names `desk` and `other`.
    pub(crate) async fn app(&self) -> TestApp {
        self.app_on(TestDatabase::new()).await
    }

    /// The same on this database.
    pub(crate) async fn app_on(&self, database: TestDatabase) -> TestApp {
        let providers = vec![self.configured("desk"), self.configured("other")];
        TestApp::set_up(&PRODUCT, database, |config| config.oidc = providers).await
    }

    /// Starts the product with this provider, under the policy in that file.
    pub(crate) async fn app_under(&self, policy: &Path) -> TestApp {
        let providers = vec![self.configured("desk")];
        TestApp::set_up(&PRODUCT, TestDatabase::new(), |config| {
            config.oidc = providers;
            config.policy = Some(policy.to_owned());
        })
        .await
    }

    pub(crate) fn issuer(&self) -> &str {
        &self.issuer
    }

    pub(crate) fn set(&self, what: Value) -> Value {
        let answer = self.agent.post(format!("{}/control", self.control)).send_json(what);
        let mut answer = answer.unwrap();
        assert_eq!(answer.status(), 200);
        answer.body_mut().read_json().unwrap()
    }

    /// Returns all lies of the provider.
    pub(crate) fn lies(&self) -> Vec<String> {
        let lies = self.set(json!({}))["lies"].clone();
        serde_json::from_value(lies).unwrap()
    }

    pub(crate) fn mint(&self, what: Value) -> String {
        let answer = self.agent.post(format!("{}/mint", self.control)).send_json(what);
        let mut answer = answer.unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        assert_eq!(answer.status(), 200, "{text}");
        text
    }

    /// Follows the redirects of the provider; returns the path of the product that they lead back
    /// to.
    pub(crate) fn visit(&self, location: &str) -> String {
        let mut cookies: BTreeMap<String, String> = BTreeMap::new();
        let mut location = location.to_owned();
        for _ in 0..5 {
            if let Some(path) = location.strip_prefix("http://127.0.0.1:8080") {
                return path.to_owned();
            }
            let cookie_pairs: Vec<String> =
                cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let answer =
                self.agent.get(&location).header("cookie", cookie_pairs.join("; ")).call().unwrap();
            for cookie in answer.headers().get_all("set-cookie") {
                let (name, value) = pair(cookie.to_str().unwrap());
                match value.is_empty() {
                    true => cookies.remove(&name),
                    false => cookies.insert(name, value),
                };
            }
            let next = answer.headers().get("location").unwrap_or_else(|| {
                panic!("{location} leads nowhere: {}", answer.status());
            });
            let next = next.to_str().unwrap();
            location = if next.starts_with('/') {
                format!("{}{next}", self.issuer)
            } else {
                next.to_owned()
            };
        }
        panic!("it leads on and on");
    }
}

fn callback(id: &str) -> String {
    format!("http://127.0.0.1:8080/api/auth/oidc/{id}/callback")
}

fn pair(cookie: &str) -> (String, String) {
    let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
    (name.trim().to_owned(), value.to_owned())
}

/// A browser during a sign-in: its app and its cookie.
pub(crate) struct Browser<'a> {
    app: &'a TestApp,
    pub(crate) cookie: String,
}

impl<'a> Browser<'a> {
    pub(crate) fn new(app: &'a TestApp) -> Self {
        Self { app, cookie: String::new() }
    }

    /// Starts a sign-in; returns the URL of the redirect.
    pub(crate) async fn start(&mut self, path: &str) -> String {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 302, "{}", answer.body);
        for cookie in answer.headers.get_all(SET_COOKIE) {
            let (name, value) = pair(cookie.to_str().unwrap());
            if name == "mizan_round_trip" {
                self.cookie = format!("{name}={value}");
            }
        }
        answer.header("location").to_owned()
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        let request = self.app.anonymous().request(Method::GET, path);
        request.header("cookie", &self.cookie).send().await
    }
}

/// Signs in completely; returns the answer of the callback.
pub(crate) async fn sign_in(app: &TestApp, provider: &Provider) -> Answer {
    let mut browser = Browser::new(app);
    let location = browser.start("/api/auth/oidc/desk/start").await;
    if location.starts_with("/login") {
        return browser.get("/api/auth/oidc/desk/start").await;
    }
    let back = provider.visit(&location);
    browser.get(&back).await
}

/// Returns an access token of the product after a sign-in.
pub(crate) async fn token_of(app: &TestApp, answer: &Answer) -> String {
    assert_eq!(answer.status, 302);
    let cookie = answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
    assert!(
        cookie.starts_with("mizan_refresh="),
        "the sign-in failed: {}",
        answer.header("location")
    );
    let request = app.anonymous().request(Method::POST, "/api/auth/refresh");
    let granted = request.header("cookie", &cookie).send().await.expect(200);
    granted["accessToken"].as_str().unwrap().to_owned()
}

/// Returns the error code of a failed sign-in.
pub(crate) fn rejection_code(answer: &Answer) -> &str {
    assert_eq!(answer.status, 302);
    let cookie = answer.header("set-cookie");
    assert!(!cookie.contains("mizan_refresh"), "a session began: {cookie}");
    let location = answer.header("location");
    let query = location.strip_prefix("/login?error=").unwrap_or_else(|| panic!("{location}"));
    query.split('&').next().unwrap_or_default()
}
