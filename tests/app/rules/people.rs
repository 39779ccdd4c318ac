//! Users whom one may not read are named nowhere, and nothing is done with them.

use serde_json::{Value, json};

use super::writes::{COMPANIES, SETS, plan};
use super::{filters, under};
use crate::files::{PDF, attach};

pub(super) const ALONE: &str = r#"
g, agent, user
p, agent, backoffice, enter
p, agent, users, read
p, agent, users, list-tokens
p, agent, users, list-identities
p, agent, companies, *
where, agent, users, read, {"field": "id", "operator": "equals", "value": "$user.id"}
"#;

#[actix_web::test]
async fn credentials_of_a_user_who_is_not_seen_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, ALONE).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    for (of, status) in [(&admin, 404), (&agent, 200)] {
        let me = of.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
        for what in ["tokens", "identities"] {
            let path = format!("/api/backoffice/users/{}/{what}", me.as_str().unwrap());
            agent.get(&path).await.expect(status);
        }
    }
}

#[actix_web::test]
async fn who_planned_and_who_applied_a_set_is_not_named() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, ALONE).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let made = admin.post(COMPANIES, json!({ "name": "Creekline" })).await.expect(201);
    let id = made["_id"].as_str().unwrap();
    let set = plan(&admin, "companies", &[id], json!({ "phone": "1" })).await;
    admin.post(&format!("{set}/apply"), json!({})).await.expect(200);
    let whole = admin.get(&set).await.expect(200);
    assert!(whole["by"].is_object() && whole["appliedBy"].is_object(), "{whole}");
    let seen = agent.get(&set).await.expect(200);
    assert_eq!((&seen["by"], &seen["appliedBy"]), (&Value::Null, &Value::Null));
    // Nor does a filter tell.
    let by = filters("by", "equals", whole["by"]["id"].clone());
    assert_eq!(admin.get(&format!("{SETS}?{by}")).await.expect(200)["total"], 1);
    agent.get(&format!("{SETS}?{by}")).await.expect(400);
}

#[actix_web::test]
async fn who_added_and_who_deleted_a_file_is_not_named() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, ALONE).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let path = crate::files::company(&admin, "Creekline").await;
    let file = attach(&admin, &path, "deed.pdf", PDF).await.expect(201);
    let file = format!("{path}/files/{}", file["_id"].as_str().unwrap());
    admin.delete(&file).await.expect(204);
    let deleted = format!("{path}/files?deleted=true");
    let whole = admin.get(&deleted).await.expect(200)["items"][0].clone();
    assert!(whole["by"].is_object() && whole["deletedBy"].is_object(), "{whole}");
    let seen = agent.get(&deleted).await.expect(200)["items"][0].clone();
    assert_eq!((&seen["by"], &seen["deletedBy"]), (&Value::Null, &Value::Null));
}
