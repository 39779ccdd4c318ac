//! A policy of the operator: it replaces that of the product, and its changes apply without a
//! restart.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kernel::testing::{TestApp, TestClient};
use serde_json::Value;

use crate::PRODUCT;

const COMPANIES: &str = "/api/backoffice/companies";

/// Writes the policy of the product to a file, followed by `more`.
pub(crate) fn write_policy(path: &Path, more: &str) {
    let modules = PRODUCT.modules.iter().map(|module| module.policy);
    let lines: String = std::iter::once(PRODUCT.roles).chain(modules).collect();
    std::fs::write(path, lines + more).unwrap();
}

fn policy_file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("policy.csv");
    (folder, path)
}

/// Repeats the request until the answer has this status. The promise is two seconds, and a busy
/// machine gets more.
async fn until(client: &TestClient<'_>, status: u16) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while client.get(COMPANIES).await.status != status {
        assert!(Instant::now() < deadline, "the policy is never in force");
    }
}

async fn permissions(client: &TestClient<'_>) -> Vec<Value> {
    let me = client.get("/api/auth/me").await.expect(200);
    let permissions = me["permissions"].as_array().unwrap();
    permissions.iter().map(|permission| permission["resource"].clone()).collect()
}

#[actix_web::test]
async fn policy_change_applies_to_existing_sessions_without_a_restart() {
    let (_folder, path) = policy_file();
    write_policy(&path, "");
    let app = TestApp::with_policy(&PRODUCT, &path).await;
    let analyst = app.sign_in("analytics").await;
    let admin = app.sign_in("admin").await;
    assert_eq!(analyst.get(COMPANIES).await.status, 403);

    write_policy(&path, "p, analytics, companies, read\n");
    until(&analyst, 200).await;
    assert!(permissions(&analyst).await.contains(&"companies".into()));

    write_policy(&path, "");
    until(&analyst, 403).await;
    assert!(!permissions(&analyst).await.contains(&"companies".into()));
    assert_eq!(admin.get(COMPANIES).await.status, 200);
}

#[actix_web::test]
async fn custom_policy_may_have_other_roles() {
    let (_folder, path) = policy_file();
    write_policy(&path, "g, auditor, user\np, auditor, companies, read\n");
    let app = TestApp::with_policy(&PRODUCT, &path).await;
    let auditor = app.sign_in("auditor").await;
    assert_eq!(auditor.get(COMPANIES).await.status, 200);
    assert_eq!(auditor.get("/api/backoffice/units").await.status, 403);
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    assert!(document["components"]["schemas"]["UserInput"].to_string().contains("auditor"));
}
