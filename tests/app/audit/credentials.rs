//! The events of credentials, accounts, backups and keys that no other test looks at.

use kernel::testing::PASSWORD;
use serde_json::{Value, json};

use super::{app, commands::mizan, last};
use crate::second_factors::{first_step, owner, second_step};
use crate::users::{PATH as USERS, perform_verb};

fn of(outcome: &str, actor: &str, object: &str, reason: &str) -> (String, String, String, String) {
    (outcome.into(), actor.into(), object.into(), reason.into())
}

#[actix_web::test]
async fn reset_factors_and_used_recovery_codes_are_recorded() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let owner = owner(&app, "user").await;
    let ticket = first_step(&app, &owner.email).await;
    let code = &owner.recovery_codes[0];
    second_step(&app, &ticket, "recoveryCode", code).await.expect(200);
    let (outcome, _, object, _) = last(&admin, "recovery-code-used").await;
    assert_eq!((outcome.as_str(), &object), ("success", &owner.email));
    let user = format!("{USERS}/{}", owner.id);
    perform_verb(&admin, &user, "reset-factors").await.expect(200);
    let reset = of("success", "Test Person", &owner.email, "");
    assert_eq!(last(&admin, "factors-reset").await, reset);
    // The operator does it at the command line.
    let other = crate::second_factors::owner(&app, "user").await;
    let words = ["user", "reset-factors", "--email", &other.email];
    assert_eq!(mizan(&app.database(), &words).0, Some(0));
    let reset = of("success", "Operator", &other.email, "");
    assert_eq!(last(&admin, "factors-reset").await, reset);

    let events = admin.get(&format!("{}/export", super::AUDIT)).await.bytes;
    let events = String::from_utf8(events).unwrap();
    for secret in [code.as_str(), PASSWORD, &ticket] {
        assert!(!events.contains(secret), "{secret}");
    }
}

#[actix_web::test]
async fn backups_and_rotations_of_the_keys_are_recorded() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("desk.mizan");
    let (code, _, error) = mizan(&app.database(), &["backup", file.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{error}");
    let (outcome, actor, object, _) = last(&admin, "backup-made").await;
    assert_eq!((&*outcome, &*actor, &*object), ("success", "Operator", "database"));
    for words in [&["keys", "rotate"][..], &["keys", "rotate", "--revoke"]] {
        assert_eq!(mizan(&app.database(), words).0, Some(0));
    }
    // The former keys hold no more.
    let again = kernel::testing::TestApp::on(&crate::PRODUCT, app.database()).await;
    let admin = again.sign_in("admin").await;
    let found = super::events(&admin, "action", "keys-rotated").await;
    let brief = found.iter().map(|one| json!([one["actor"], one["object"], one["reason"]]));
    let brief: Vec<Value> = brief.collect();
    assert_eq!(brief.len(), 2, "{brief:?}");
    assert_eq!(brief[0][0], "Operator", "{brief:?}");
    assert_ne!(brief[0], brief[1], "which of the two it was is in the reason");
}
