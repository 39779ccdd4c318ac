//! What a user may, as data: in `/api/auth/me`, for administrators, and in what a refusal says.

use actix_web::http::Method;
use kernel::seeded::SeededRandom;
use kernel::testing::{PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::lists_in_memory::{projects, unit};
use crate::policy::write_policy;

const UNITS: &str = "/api/backoffice/units";
const ACCESS: &str = "/api/backoffice/policy/access";

/// An agent changes available units, and a surveyor reads all of them.
const RULES: &str = r#"
g, agent, user
g, surveyor, user
p, admin, policy, read
p, agent, backoffice, enter
p, agent, units, read
p, agent, units, update
p, agent, projects, read
p, surveyor, backoffice, enter
p, surveyor, units, read
where, agent, units, *, {"field": "status", "operator": "equals", "value": "available"}
fields, agent, units, hide, serviceChargesPerSqFt
fields, agent, units, mask, floor view
fields, agent, units, readonly, project
fields, surveyor, units, hide, serviceChargesPerSqFt
fields, surveyor, units, mask, view
"#;

async fn app(folder: &tempfile::TempDir) -> TestApp {
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, RULES);
    TestApp::with_policy(&PRODUCT, &policy).await
}

async fn units(client: &TestClient<'_>) -> Value {
    let me = client.get("/api/auth/me").await.expect(200);
    let permissions = me["permissions"].as_array().unwrap();
    permissions.iter().find(|one| one["resource"] == "units").unwrap().clone()
}

#[actix_web::test]
async fn who_signs_in_gets_what_rules_leave_of_each_permission() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let agent = app.sign_in("agent").await;
    assert_eq!(
        units(&agent).await,
        json!({
            "resource": "units",
            "actions": ["read", "update"],
            "rows": { "read": "some", "update": "some" },
            "hidden": ["serviceChargesPerSqFt"],
            "masked": ["floor", "view"],
            "readonly": ["project"],
        })
    );
    let admin = units(&app.sign_in("admin").await).await;
    assert_eq!((&admin["rows"]["read"], &admin["hidden"]), (&json!("all"), &json!([])));
    assert_eq!((&admin["masked"], &admin["readonly"]), (&json!([]), &json!([])));
}

#[actix_web::test]
async fn of_several_roles_the_most_generous_counts() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let (id, email) = app.account("agent").await;
    let admin = app.sign_in("admin").await;
    let both = json!({ "roles": ["agent", "surveyor"] });
    admin.patch(&format!("/api/backoffice/users/{id}"), both).await.expect(200);
    let session = app.anonymous().login(&email, PASSWORD).await.expect(200);
    let user = app.bearer(session["accessToken"].as_str().unwrap());
    let units = units(&user).await;
    assert_eq!(units["rows"], json!({ "read": "all", "update": "some" }));
    assert_eq!(units["hidden"], json!(["serviceChargesPerSqFt"]));
    assert_eq!(units["masked"], json!(["view"]));
    // The surveyor sees the floor and changes nothing; the agent, who changes units, does not see it.
    assert_eq!(units["readonly"], json!(["floor", "project"]));
}

#[actix_web::test]
async fn administrators_read_what_a_role_and_a_user_may_and_by_which_lines() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    app.anonymous().get(&format!("{ACCESS}?role=agent")).await.expect(401);
    let (id, _) = app.account("agent").await;
    let agent = app.sign_in("agent").await;
    agent.get(&format!("{ACCESS}?role=agent")).await.expect(403);
    let admin = app.sign_in("admin").await;
    let of_role = admin.get(&format!("{ACCESS}?role=agent")).await.expect(200);
    assert_eq!((&of_role["role"], &of_role["user"]), (&json!("agent"), &Value::Null));
    assert_eq!(of_role["roles"], json!(["agent", "user"]));
    let of = |access: &Value, resource: &str| {
        let resources = access["resources"].as_array().unwrap();
        resources.iter().find(|one| one["resource"] == resource).unwrap().clone()
    };
    let of_units = of(&of_role, "units");
    assert_eq!(of_units["masked"], json!(["floor", "view"]));
    let rules = of_units["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 4);
    assert_eq!(rules[2]["role"], "agent");
    assert_eq!(rules[2]["text"], "fields, agent, units, mask, floor view");
    let text = std::fs::read_to_string(folder.path().join("policy.csv")).unwrap();
    let number = text.lines().position(|line| line.contains("mask, floor view")).unwrap() + 1;
    assert_eq!(rules[2]["line"], number);
    assert!(rules[2]["file"].as_str().unwrap().ends_with("policy.csv"));
    assert_eq!(of(&of_role, "projects")["rules"], json!([]));

    let of_user = admin.get(&format!("{ACCESS}?user={id}")).await.expect(200);
    assert_eq!(of_user["user"]["_id"], json!(id));
    assert_eq!(of_user["role"], Value::Null);
    assert_eq!(of_user["resources"], of_role["resources"]);

    admin.get(&format!("{ACCESS}?role=nobody")).await.expect(400);
    admin.get(ACCESS).await.expect(400);
    admin.get(&format!("{ACCESS}?user={}", "0".repeat(24))).await.expect(404);
}

#[actix_web::test]
async fn a_refusal_names_the_permission() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let refused = agent.get("/api/backoffice/companies").await.expect(403);
    assert_eq!(refused["permission"], json!({ "resource": "companies", "action": "read" }));

    let (projects, developer) = projects(&admin).await;
    let mut body = unit(&mut SeededRandom::new(1, 0, 0), (&projects[0], &developer), 1);
    body["status"] = "available".into();
    let made = admin.post(UNITS, body).await.expect(201);
    let path = format!("{UNITS}/{}", made["_id"].as_str().unwrap());
    let update = json!({ "resource": "units", "action": "update" });
    let protected = agent.patch(&path, json!({ "projectId": projects[1] })).await;
    assert_eq!(protected.errors(), [("/projectId", "You may not change this field")]);
    assert_eq!(protected.expect(403)["permission"], update);
    let out_of_reach = agent.patch(&path, json!({ "status": "sold" })).await.expect(403);
    assert_eq!(out_of_reach["permission"], update);
    // What no permission would allow names none.
    let other_site = agent.request(Method::POST, "/api/auth/refresh");
    let refused = other_site.header("Sec-Fetch-Site", "cross-site").send().await.expect(403);
    assert_eq!(refused.get("permission"), None);
}
