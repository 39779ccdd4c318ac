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

#[actix_web::test]
async fn who_saved_a_shared_filter_and_who_may_is_said_as_far_as_they_are_seen() {
    let folder = tempfile::tempdir().unwrap();
    let rights = "p, {role}, saved-filters, *\np, {role}, policy, read\n";
    let alone = format!("{ALONE}{}", rights.replace("{role}", "agent"));
    let clerk = "g, clerk, user\np, clerk, backoffice, enter\np, clerk, users, read\np, clerk, companies, read\n\
                 fields, clerk, users, hide, email lastName\n";
    let admins = "p, admin, policy, read\n";
    let lines = format!("{alone}{clerk}{}{admins}", rights.replace("{role}", "clerk"));
    let app = under(&folder, &lines).await;
    let admin = app.sign_in("admin").await;
    let me = admin.get("/api/auth/me").await.expect(200)["user"].clone();
    let path = "/api/backoffice/saved-filters";
    let filter = json!({ "operator": "AND", "conditions": [] });
    let body = json!({
        "resource": "companies", "name": "All", "filterState": filter, "shared": true,
    });
    admin.post(path, body).await.expect(201);
    let company = admin.post(COMPANIES, json!({ "name": "Creekline" })).await.expect(201);
    let who = format!(
        "/api/backoffice/policy/who?record=companies/{}&action=read",
        company["_id"].as_str().unwrap()
    );
    let (agent, clerk) = (app.sign_in("agent").await, app.sign_in("clerk").await);
    let named = json!({ "id": me["id"], "name": me["firstName"] });
    for (reader, owner) in [(&agent, Value::Null), (&clerk, named)] {
        let list = reader.get(&format!("{path}?resource=companies")).await.expect(200);
        assert_eq!((list.as_array().unwrap().len(), &list[0]["owner"]), (1, &owner));
    }
    let users = clerk.get(&who).await.expect(200)["users"].clone();
    let users = users.as_array().unwrap();
    assert!(users.len() >= 3, "{users:?}");
    assert!(users.iter().all(|user| user["email"].is_null()), "{users:?}");
    let own = users.iter().find(|user| user["_id"] == me["id"]).unwrap();
    assert_eq!(own["name"], me["firstName"]);
    let all = admin.get(&who).await.expect(200)["users"].clone();
    assert!(all.as_array().unwrap().iter().all(|user| user["email"].is_string()), "{all}");
}
