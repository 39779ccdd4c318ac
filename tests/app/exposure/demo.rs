//! A database with demo accounts is served on loopback only, until these accounts are locked.

use kernel::testing::{TestApp, TestDatabase};
use serde_json::{Value, json};

use super::process::{run, serve, serve_by};
use crate::PRODUCT;

const PASSWORD: &str = "mizan-demo";

/// Settings with which other machines reach the product, each in another way.
const REACHABLE: [&[(&str, &str)]; 4] = [
    &[("MIZAN_LISTEN", "0.0.0.0:0")],
    &[("MIZAN_LISTEN", "[::]:0")],
    &[("MIZAN_LISTEN", "127.0.0.1:0"), ("MIZAN_PUBLIC_URL", "https://desk.example.com")],
    &[("MIZAN_LISTEN", "127.0.0.1:0"), ("MIZAN_TRUSTED_PROXIES", "127.0.0.1")],
];

#[actix_web::test]
async fn known_password_restricts_the_server_to_loopback_until_the_demo_ends() {
    let (database, folder) = (TestDatabase::new(), tempfile::tempdir().unwrap());
    let app = TestApp::on(&PRODUCT, database.clone()).await;
    assert!(app.seed_demo().await);
    let url = database.url();
    let with = |settings: &[(&'static str, &'static str)]| {
        let database = ("MIZAN_DATABASE_URL".to_owned(), url.clone());
        let settings = settings.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        settings.chain([database]).collect::<Vec<(String, String)>>()
    };
    let serve = |settings: &[(&'static str, &'static str)]| {
        let settings = with(settings);
        let settings: Vec<_> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        serve(folder.path(), &settings).map(drop)
    };
    serve(&[("MIZAN_LISTEN", "127.0.0.1:0")]).unwrap();
    for settings in REACHABLE {
        let startup_error = serve(settings).unwrap_err();
        assert!(startup_error.contains("`mizan demo end`"), "{settings:?}: {startup_error}");
        assert!(startup_error.contains("admin@demo.test"), "{settings:?}: {startup_error}");
        assert_eq!(startup_error.trim_end().lines().count(), 1, "{startup_error}");
    }

    // One estimator is enough for the refusal.
    let admin = app.sign_in("admin").await;
    let users = admin.get("/api/backoffice/users?search=demo.test&limit=100").await.expect(200);
    let mut layla = String::new();
    for user in users["items"].as_array().unwrap() {
        let path = format!("/api/backoffice/users/{}", user["id"].as_str().unwrap());
        match user["email"].as_str().unwrap() {
            "layla@demo.test" => layla = path,
            // Another password is as good as a lock.
            "noor@demo.test" => {
                let password = json!({ "password": "a password of her own" });
                admin.post(&format!("{path}/set-password"), password).await.expect(204);
            }
            _ => drop(admin.post(&format!("{path}/lock"), Value::Null).await.expect(200)),
        }
    }
    assert!(!layla.is_empty());
    let startup_error = serve(REACHABLE[0]).unwrap_err();
    assert!(startup_error.contains("layla@demo.test"), "{startup_error}");
    assert!(!startup_error.contains("noor@demo.test"), "{startup_error}");

    let settings = with(&[]);
    let settings: Vec<_> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let printed = run(folder.path(), "demo end", &settings).unwrap();
    assert!(printed.contains("layla@demo.test"), "{printed}");
    for settings in REACHABLE {
        serve(settings).unwrap();
    }
    app.anonymous().login("noor@demo.test", "a password of her own").await.expect(200);
    // The lock is in the history, and unlocking does not restore the known password.
    let history = admin.get(&format!("{layla}/history")).await.expect(200);
    let action = (&history["items"][0]["action"], &history["items"][0]["after"]["locked"]);
    assert_eq!(action, (&json!("lock"), &json!(true)));
    admin.post(&format!("{layla}/unlock"), Value::Null).await.expect(200);
    assert_eq!(app.anonymous().login("layla@demo.test", PASSWORD).await.status, 401);
    let again = run(folder.path(), "demo end", &settings).unwrap();
    assert!(!again.contains("demo.test"), "{again}");
}

#[actix_web::test]
async fn ending_the_demo_ends_its_sessions_and_even_its_last_administrator() {
    let (database, folder) = (TestDatabase::new(), tempfile::tempdir().unwrap());
    let app = TestApp::on(&PRODUCT, database.clone()).await;
    assert!(app.seed_demo().await);
    let signed_in = app.anonymous().login("admin@demo.test", PASSWORD).await.expect(200);
    let url = database.url();
    let settings = [("MIZAN_DATABASE_URL", url.as_str())];
    let printed = run(folder.path(), "demo end", &settings).unwrap();
    assert!(printed.contains("mizan user create"), "{printed}");
    let fresh = TestApp::on(&PRODUCT, database).await;
    let token = signed_in["accessToken"].as_str().unwrap();
    assert_eq!(fresh.bearer(token).get("/api/auth/me").await.status, 401);
    for (email, _) in [("admin@demo.test", ""), ("estimator@demo.test", "")] {
        assert_eq!(fresh.anonymous().login(email, PASSWORD).await.status, 401, "{email}");
    }
}

#[test]
fn demo_data_is_refused_on_reachable_servers() {
    let folder = tempfile::tempdir().unwrap();
    for settings in REACHABLE {
        let startup_error =
            serve_by(folder.path(), "serve --demo", settings).map(drop).unwrap_err();
        assert!(startup_error.contains("--demo"), "{settings:?}: {startup_error}");
        assert!(!folder.path().join("data").exists(), "{settings:?}");
    }
}
