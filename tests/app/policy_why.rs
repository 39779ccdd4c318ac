//! Why a user may or may not do something, and who may: as the policy in force says, and as asking as each user shows.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::command_line::Operator;
use crate::policy::write_policy;
use crate::{PRODUCT, encoded};

const EXPLAIN: &str = "/api/backoffice/policy/explain";
const WHO: &str = "/api/backoffice/policy/who";
const ME: &str = "/api/auth/me";
const UNITS: &str = "/api/backoffice/units";

/// What brokers may do with units, and what a lead may who inherits it.
pub(crate) const BROKER: &str = r#"
g, agent, user
g, lead, agent
g, clerk, user
p, admin, policy, read
p, agent, units, read
p, agent, units, update
p, agent, projects, read
p, lead, units, delete
p, clerk, units, read
p, clerk, units, history
where, agent, units, read, {"field": "status", "operator": "in", "value": ["available", "reserved"]}
where, agent, units, read, {"field": "createdBy", "operator": "equals", "value": "$user.id"}
where, agent, units, update, {"operator": "AND", "conditions": [{"field": "bedrooms", "operator": "less_than", "value": 3}, {"field": "project.location", "operator": "not_equals", "value": "Arjan"}]}
where, clerk, units, read, {"field": "bedrooms", "operator": "greater_than", "value": 1}
where, agent, projects, read, {"field": "name", "operator": "contains", "value": "a"}
fields, agent, units, hide, purchasePriceInAED
fields, agent, units, mask, yearlyRentInAED floor
fields, agent, units, readonly, status
"#;

fn policy_in(folder: &tempfile::TempDir) -> PathBuf {
    let path = folder.path().join("policy.csv");
    write_policy(&path, BROKER);
    path
}

/// Returns the number of the line that begins so.
fn line(path: &Path, text: &str) -> usize {
    let lines = std::fs::read_to_string(path).unwrap();
    lines.lines().position(|line| line.starts_with(text)).unwrap() + 1
}

fn texts(lines: &Value) -> Vec<&str> {
    lines.as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect()
}

async fn id_of(client: &TestClient<'_>) -> String {
    client.get(ME).await.expect(200)["user"]["id"].as_str().unwrap().to_owned()
}

/// Returns the demo's units that meet a filter.
async fn units(admin: &TestClient<'_>, filter: Value) -> Vec<Value> {
    let filter = json!({ "operator": "AND", "conditions": filter });
    let path = format!("{UNITS}?limit=100&filters={}", encoded(&filter.to_string()));
    admin.get(&path).await.expect(200)["items"].as_array().unwrap().clone()
}

async fn a_unit(admin: &TestClient<'_>, status: &str, operator: &str, bedrooms: i64) -> Value {
    let filter = json!([
        { "field": "status", "operator": "equals", "value": status },
        { "field": "bedrooms", "operator": operator, "value": bedrooms },
        { "field": "project.location", "operator": "not_equals", "value": "Arjan" },
    ]);
    units(admin, filter).await.into_iter().next().unwrap()
}

struct Fixture<'a> {
    admin: TestClient<'a>,
    broker: TestClient<'a>,
    broker_id: String,
}

impl<'a> Fixture<'a> {
    async fn of(app: &'a TestApp) -> Self {
        assert!(app.seed_demo().await);
        let (admin, broker) = (app.sign_in("admin").await, app.sign_in("agent").await);
        let broker_id = id_of(&broker).await;
        Self { admin, broker, broker_id }
    }

    async fn explain(&self, query: &str) -> Value {
        let path = format!("{EXPLAIN}?user={}&operation={query}", self.broker_id);
        self.admin.get(&path).await.expect(200)
    }
}

#[actix_web::test]
async fn explanations_are_for_those_who_may_read_the_policy() {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::with_policy(&PRODUCT, &policy_in(&folder)).await;
    let admin = app.sign_in("admin").await;
    let record = format!("{WHO}?record=units/{}", "0".repeat(24));
    for path in [&format!("{EXPLAIN}?operation=unit_list"), &record] {
        app.anonymous().get(path).await.expect(401);
        app.sign_in("agent").await.get(path).await.expect(403);
    }
    admin.get(&record).await.expect(404);
    let own = admin.get(&format!("{EXPLAIN}?operation=unit_list")).await.expect(200);
    assert_eq!((&own["allowed"], &own["roles"][0]), (&json!(true), &json!("admin")));
    for (query, status, detail) in [
        ("operation=units_list", 400, "There is no operation units_list; did you mean unit_list?"),
        ("operation=unit_list&field=rent", 400, "`rent` is no field of what unit_list is about"),
        ("operation=auth_me&record=000000000000000000000000", 400, "auth_me is about no records"),
        ("operation=unit_view&record=000000000000000000000000", 404, ""),
        ("operation=unit_view&record=units", 404, ""),
        ("operation=unit_view&user=000000000000000000000000", 404, ""),
        ("", 400, ""),
    ] {
        let refused = admin.get(&format!("{EXPLAIN}?{query}")).await.expect(status);
        let found = refused["detail"].as_str().unwrap();
        assert!(detail.is_empty() || found == detail, "{query}: {found}");
    }
    for (query, detail) in [
        ("record=unit/1", "There are no records of `unit`; did you mean `units`?"),
        ("record=units/000000000000000000000000&action=sell", "`units` has no action `sell`"),
    ] {
        let refused = admin.get(&format!("{WHO}?{query}")).await.expect(400);
        assert_eq!(
            refused["detail"].as_str().unwrap().replace("mean units", "mean `units`"),
            detail
        );
    }
}

#[actix_web::test]
async fn a_permission_is_explained_by_the_lines_that_give_it_or_would() {
    let folder = tempfile::tempdir().unwrap();
    let path = policy_in(&folder);
    let app = TestApp::with_policy(&PRODUCT, &path).await;
    let fixture = Fixture::of(&app).await;
    let given = fixture.explain("unit_list").await;
    assert_eq!(given["allowed"], true);
    assert_eq!(given["roles"], json!(["agent", "user"]));
    let first = json!({
        "file": path.display().to_string(),
        "line": line(&path, "p, agent, units, read"),
        "text": "p, agent, units, read",
    });
    assert_eq!(given["because"][0], first);
    assert_eq!(given["because"].as_array().unwrap().len(), 3);
    assert_eq!((&given["failing"], &given["wouldAllow"]), (&json!([]), &json!([])));

    let refused = fixture.explain("unit_delete").await;
    assert_eq!((&refused["allowed"], &refused["because"]), (&json!(false), &json!([])));
    let would = texts(&refused["wouldAllow"]);
    for text in ["p, lead, units, delete", "p, admin, units, *", "p, agent, units, delete"] {
        assert!(would.contains(&text), "{would:?}");
    }
    let last = refused["wouldAllow"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last, json!({ "file": null, "line": null, "text": "p, agent, units, delete" }));

    let lead = app.sign_in("lead").await;
    let path = format!("{EXPLAIN}?user={}&operation=unit_list", id_of(&lead).await);
    let inherited = fixture.admin.get(&path).await.expect(200);
    assert_eq!(texts(&inherited["because"])[..2], ["p, agent, units, read", "g, lead, agent"]);
    // A user who is locked may nothing.
    app.lock(&kernel::id::Id::parse(&fixture.broker_id).unwrap()).await;
    assert_eq!(fixture.explain("unit_list").await["allowed"], false);
}

#[actix_web::test]
async fn a_record_is_explained_by_its_rules_and_each_condition_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::with_policy(&PRODUCT, &policy_in(&folder)).await;
    let fixture = Fixture::of(&app).await;
    let id = |unit: &Value| unit["_id"].as_str().unwrap().to_owned();
    let available = a_unit(&fixture.admin, "available", "less_than", 3).await;
    let given = fixture.explain(&format!("unit_view&record={}", id(&available))).await;
    assert_eq!(given["allowed"], true);
    let because = texts(&given["because"]);
    let status = "where, agent, units, read, {\"field\": \"status\"";
    assert!(because.iter().any(|text| text.starts_with(status)), "{because:?}");
    assert!(!because.iter().any(|text| text.contains("createdBy")), "{because:?}");

    let sold = a_unit(&fixture.admin, "sold", "greater_than", 0).await;
    let refused = fixture.explain(&format!("unit_view&record={}", id(&sold))).await;
    assert_eq!(refused["allowed"], false);
    assert_eq!(refused["because"].as_array().unwrap().len(), 2);
    let maker = refused["failing"][1]["value"].clone();
    assert_ne!(maker, Value::Null);
    assert_eq!(
        refused["failing"],
        json!([
            {
                "condition": {
                    "field": "status", "operator": "in", "value": ["available", "reserved"]
                },
                "value": "sold"
            },
            {
                "condition": {
                    "field": "createdBy", "operator": "equals", "value": fixture.broker_id
                },
                "value": maker
            },
        ])
    );
    let would = texts(&refused["wouldAllow"]);
    assert!(would.contains(&"p, admin, units, *"), "{would:?}");
    let own = format!(
        "where, agent, units, read, {{\"field\":\"_id\",\"operator\":\"equals\",\"value\":\"{}\"}}",
        id(&sold)
    );
    assert!(would.contains(&own.as_str()), "{would:?}");

    // What may be read and not changed says why by the rule of that action.
    let large = a_unit(&fixture.admin, "available", "greater_than", 3).await;
    let refused = fixture.explain(&format!("unit_update&record={}", id(&large))).await;
    assert_eq!(refused["allowed"], false);
    assert_eq!(
        refused["failing"],
        json!([{
            "condition": { "field": "bedrooms", "operator": "less_than", "value": 3 },
            "value": large["bedrooms"],
        }])
    );
    fixture
        .broker
        .patch(&format!("{UNITS}/{}", id(&large)), json!({ "bedrooms": 2 }))
        .await
        .expect(403);
}

#[actix_web::test]
async fn a_field_is_explained_by_the_lines_that_keep_it() {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::with_policy(&PRODUCT, &policy_in(&folder)).await;
    let fixture = Fixture::of(&app).await;
    let unit = a_unit(&fixture.admin, "available", "less_than", 3).await;
    let record = unit["_id"].as_str().unwrap();
    for (operation, field, keeps) in [
        ("unit_view", "purchasePriceInAED", Some("hide, purchasePriceInAED")),
        ("unit_view", "floor", Some("mask, yearlyRentInAED floor")),
        ("unit_view", "status", None),
        ("unit_update", "status", Some("readonly, status")),
        ("unit_update", "view", None),
    ] {
        for record in [format!("&record={record}"), String::new()] {
            let said = fixture.explain(&format!("{operation}&field={field}{record}")).await;
            assert_eq!(said["allowed"], keeps.is_none(), "{operation} {field}");
            if let Some(keeps) = keeps {
                let line = format!("fields, agent, units, {keeps}");
                assert_eq!(texts(&said["because"]), [line.as_str()]);
                assert!(texts(&said["wouldAllow"]).contains(&"p, admin, units, *"));
            }
        }
    }
}

/// Who may ask about the policy, and sees some records and fields only.
const AUDITOR: &str = r#"
g, auditor, user
p, auditor, policy, read
p, auditor, units, read
where, auditor, units, read, {"field": "status", "operator": "in", "value": ["available", "rented"]}
fields, auditor, units, hide, bedrooms
"#;

#[actix_web::test]
async fn an_explanation_shows_nothing_that_its_reader_may_not_see() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("policy.csv");
    write_policy(&path, &format!("{BROKER}{AUDITOR}"));
    let app = TestApp::with_policy(&PRODUCT, &path).await;
    let fixture = Fixture::of(&app).await;
    let auditor = app.sign_in("auditor").await;
    let explain = format!("{EXPLAIN}?user={}&operation", fixture.broker_id);
    let large = a_unit(&fixture.admin, "available", "greater_than", 3).await;
    let record = large["_id"].as_str().unwrap();
    let said = auditor.get(&format!("{explain}=unit_update&record={record}")).await.expect(200);
    assert_eq!(said["failing"][0]["condition"]["field"], "bedrooms");
    assert_eq!(said["failing"][0]["value"], Value::Null);
    let rented = a_unit(&fixture.admin, "rented", "greater_than", 0).await;
    let record = rented["_id"].as_str().unwrap();
    let said = auditor.get(&format!("{explain}=unit_view&record={record}")).await.expect(200);
    assert_eq!(said["failing"][0]["value"], "rented");
    assert_eq!(said["failing"][1]["value"], Value::Null, "the maker is another record");

    let sold = a_unit(&fixture.admin, "sold", "greater_than", 0).await;
    let record = sold["_id"].as_str().unwrap();
    auditor.get(&format!("{explain}=unit_view&record={record}")).await.expect(404);
    auditor.get(&format!("{WHO}?record=units/{record}")).await.expect(404);
    let more = std::fs::read_to_string(&path).unwrap() + "p, user, units, read\n";
    let gained = async |client: &TestClient<'_>| {
        let diff = client.post("/api/backoffice/policy/diff", json!({ "policy": more })).await;
        let diff = diff.expect(200);
        let user = diff["roles"].as_array().unwrap().iter().find(|one| one["role"] == "user");
        user.unwrap()["rows"][0]["gained"]["count"].clone()
    };
    let readable = auditor.get(&format!("{UNITS}?limit=1")).await.expect(200)["total"].clone();
    assert_eq!(gained(&auditor).await, readable);
    assert_eq!(gained(&fixture.admin).await, 2000);
}

/// Returns the identifiers of those of these users who read or change the record, by trying.
async fn who_can(
    users: &[(String, TestClient<'_>)],
    path: &str,
    changes: bool,
) -> BTreeSet<String> {
    let mut allowed = BTreeSet::new();
    for (id, client) in users {
        let answer = match changes {
            false => client.get(path).await,
            true => client.patch(path, json!({})).await,
        };
        match answer.status.as_u16() {
            200 => drop(allowed.insert(id.clone())),
            403 | 404 => {}
            other => panic!("{other}: {:?}", answer.body),
        }
    }
    allowed
}

#[actix_web::test]
async fn who_may_equals_trying_as_every_user() {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::with_policy(&PRODUCT, &policy_in(&folder)).await;
    assert!(app.seed_demo().await);
    let admin = app.sign_in("admin").await;
    let mut users = Vec::new();
    for role in ["agent", "agent", "lead", "clerk", "user", "analytics", "estimations"] {
        let client = app.sign_in(role).await;
        users.push((id_of(&client).await, client));
    }
    // A clerk who is a broker as well has the records of either, and a broker some of their own.
    let path = format!("/api/backoffice/users/{}", users[3].0);
    admin.patch(&path, json!({ "roles": ["clerk", "agent"] })).await.expect(200);
    users.push((id_of(&admin).await, admin));
    let everybody =
        users.last().unwrap().1.get("/api/backoffice/users?limit=100").await.expect(200);
    for user in everybody["items"].as_array().unwrap() {
        let email = user["email"].as_str().unwrap();
        if email.ends_with("@demo.test") {
            let login = app.anonymous().login(email, "mizan-demo").await;
            if login.status == 200 {
                let token = login.body["accessToken"].as_str().unwrap().to_owned();
                users.push((user["id"].as_str().unwrap().to_owned(), app.bearer(token)));
            }
        }
    }
    assert!(users.len() > 10, "{}", users.len());
    let admin = &users[7].1;
    let known: BTreeSet<String> = users.iter().map(|(id, _)| id.clone()).collect();
    let mut compared = 0;
    for (resource, step) in [("units", 40), ("projects", 1)] {
        let mut page = 1;
        let mut ids = Vec::new();
        loop {
            let path = format!("/api/backoffice/{resource}?limit=100&sort=_id&page={page}");
            let found = admin.get(&path).await.expect(200);
            let items = found["items"].as_array().unwrap();
            ids.extend(items.iter().map(|one| one["_id"].as_str().unwrap().to_owned()));
            if items.is_empty() {
                break;
            }
            page += 1;
        }
        for id in ids.iter().step_by(step) {
            for (action, changes) in [("read", false), ("update", true)] {
                let path = format!("{WHO}?record={resource}/{id}&action={action}");
                let said = admin.get(&path).await.expect(200);
                let said: BTreeSet<String> = said["users"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|one| {
                        assert!(!one["because"].as_array().unwrap().is_empty());
                        one["_id"].as_str().unwrap().to_owned()
                    })
                    .filter(|id| known.contains(id))
                    .collect();
                let path = format!("/api/backoffice/{resource}/{id}");
                assert_eq!(said, who_can(&users, &path, changes).await, "{action} {path}");
                compared += 1;
            }
        }
    }
    assert!(compared > 150, "{compared}");
}

#[actix_web::test]
async fn an_operator_asks_at_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = policy_in(&folder);
    let app = TestApp::with_policy(&PRODUCT, &path).await;
    let fixture = Fixture::of(&app).await;
    let operator = Operator::new()
        .set("MIZAN_DATABASE_URL", app.database().url())
        .set("MIZAN_POLICY", path.display().to_string());
    let email = fixture.broker.get(ME).await.expect(200)["user"]["email"].clone();
    let email = email.as_str().unwrap();
    let sold = a_unit(&fixture.admin, "sold", "greater_than", 0).await;
    let id = sold["_id"].as_str().unwrap();
    let said = operator.run(&format!("policy explain {email} unit_view units/{id}")).done();
    assert!(said.contains(&format!("{email} may call unit_view")), "{said}");
    let fails = "  status in [\"available\",\"reserved\"], and it is \"sold\"\n";
    assert!(said.contains(fails), "{said}");
    let json = operator.run(&format!("policy explain {email} unit_view units/{id} --json")).done();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json, fixture.explain(&format!("unit_view&record={id}")).await);
    let role = operator.run("policy explain agent unit_view --field floor --json").done();
    assert_eq!(serde_json::from_str::<Value>(&role).unwrap()["allowed"], false);
    for (words, message) in [
        (format!("{email} unit_view units/{}", "0".repeat(24)), "There is no such record"),
        (format!("{email} unit_view projects/{id}"), "unit_view is not about projects"),
        (
            format!("{email} unit_view --field rent"),
            "`rent` is no field of what unit_view is about",
        ),
    ] {
        let refused = operator.run(&format!("policy explain {words}"));
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.err.contains(message), "{refused:?}");
    }

    let said = operator.run(&format!("policy who units/{id} --json")).done();
    let by_api = fixture.admin.get(&format!("{WHO}?record=units/{id}")).await.expect(200);
    assert_eq!(serde_json::from_str::<Value>(&said).unwrap(), by_api);
    let said = operator.run(&format!("policy who units/{id}")).done();
    assert!(said.contains("admin@demo.test"), "{said}");
    assert!(!said.contains(email), "{said}");
}
