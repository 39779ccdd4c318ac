//! An event is stored with what it is about, or before it.

use kernel::testing::PASSWORD;
use serde_json::json;

use super::{app, execute, last};
use crate::users::{NEW_PASSWORD, PATH as USERS, perform_verb, set_password};

const COMPANIES: &str = "/api/backoffice/companies";
const TOKENS: &str = "/api/auth/tokens";

#[actix_web::test]
async fn without_its_event_nothing_is_exported_and_nothing_is_changed() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    admin.post(COMPANIES, json!({ "name": "Creekline" })).await.expect(201);
    let (id, email) = app.account("user").await;
    let user = format!("{USERS}/{id}");
    let exports = [
        format!("{COMPANIES}/export"),
        format!("{COMPANIES}/export?format=xlsx"),
        "/api/analytics/explore/export?dataset=units&measures=units&rows=project".to_owned(),
    ];
    let token =
        json!({ "name": "x", "expiresAt": kernel::time::Timestamp::now().plus_seconds(60) });
    execute(&app, "ALTER TABLE audit_events RENAME TO events_elsewhere");
    let mut answers = Vec::new();
    for export in &exports {
        answers.push(admin.get(export).await);
    }
    answers.push(set_password(&admin, &user, NEW_PASSWORD).await);
    answers.push(perform_verb(&admin, &user, "lock").await);
    answers.push(admin.post(TOKENS, token).await);
    execute(&app, "ALTER TABLE events_elsewhere RENAME TO audit_events");
    for answer in answers {
        let kind = answer.header("content-type");
        assert_eq!((answer.status.as_u16(), kind), (500, "application/problem+json"));
    }
    app.anonymous().login(&email, PASSWORD).await.expect(200);
    assert_eq!(admin.get(TOKENS).await.expect(200), json!([]));
    for export in &exports {
        assert_eq!(admin.get(export).await.status, 200, "{export}");
        assert_eq!(last(&admin, "export").await.0, "success");
    }
    perform_verb(&admin, &user, "lock").await.expect(200);
}
