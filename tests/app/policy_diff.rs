//! What another policy would change: counted in SQL, and compared with what users read before and after.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::command_line::Operator;
use crate::policy::write_policy;
use crate::policy_why::BROKER;

const DIFF: &str = "/api/backoffice/policy/diff";
const RESOURCES: [&str; 4] = ["units", "projects", "developers", "companies"];
const ROLES: [&str; 5] = ["agent", "lead", "clerk", "analytics", "user"];

/// The policy in force: that of `policy_why`, and a rule of what leads made.
fn in_force() -> String {
    let own = "where, lead, units, read, {\"field\": \"createdBy\", \"operator\": \"equals\", \
               \"value\": \"$user.id\"}\n";
    format!("{BROKER}p, lead, units, read\n{own}")
}

fn lines_of(folder: &Path, rules: &str) -> String {
    let path = folder.join("lines.csv");
    write_policy(&path, rules);
    std::fs::read_to_string(path).unwrap()
}

/// The identifiers of what users of a role read, by resource.
type Readable = BTreeMap<&'static str, BTreeSet<String>>;

async fn readable(client: &TestClient<'_>) -> Readable {
    let mut all = Readable::new();
    for resource in RESOURCES {
        let ids = all.entry(resource).or_default();
        for page in 1.. {
            let path = format!("/api/backoffice/{resource}?limit=100&sort=_id&page={page}");
            let answer = client.get(&path).await;
            if answer.status == 403 {
                break;
            }
            let found = answer.expect(200);
            let items = found["items"].as_array().unwrap();
            ids.extend(items.iter().map(|one| one["_id"].as_str().unwrap().to_owned()));
            if items.is_empty() {
                break;
            }
        }
    }
    all
}

/// Returns what a diff says of the rows of a role and a resource, gained and lost, and checks its examples.
fn counted(diff: &Value, role: &str, resource: &str, sets: [&BTreeSet<String>; 2]) -> [usize; 2] {
    let empty = Vec::new();
    let of_role = diff["roles"].as_array().unwrap().iter().find(|one| one["role"] == role);
    let rows = of_role.map_or(&empty, |one| one["rows"].as_array().unwrap());
    let Some(row) = rows.iter().find(|one| one["resource"] == resource) else { return [0, 0] };
    let [gained, lost] = sets;
    [("gained", gained), ("lost", lost)].map(|(what, ids)| {
        let count = usize::try_from(row[what]["count"].as_i64().unwrap()).unwrap();
        let examples = row[what]["examples"].as_array().unwrap();
        assert_eq!(examples.len(), count.min(3), "{role} {resource} {row}");
        for one in examples {
            assert!(ids.contains(one["_id"].as_str().unwrap()), "{role} {resource} {what} {one}");
            assert!(!one["title"].as_str().unwrap().is_empty());
        }
        count
    })
}

#[actix_web::test]
async fn a_diff_counts_what_users_would_read_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, &in_force());
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    assert!(app.seed_demo().await);
    let admin = app.sign_in("admin").await;
    let mut users = Vec::new();
    for role in ROLES {
        users.push((role, app.sign_in(role).await));
    }
    // Who made the demo data becomes a lead.
    let login = app.anonymous().login("admin@demo.test", "mizan-demo").await.expect(200);
    let path = format!("/api/backoffice/users/{}", login["user"]["id"].as_str().unwrap());
    admin.patch(&path, json!({ "roles": ["lead"] })).await.expect(200);
    users.push(("lead", app.bearer(login["accessToken"].as_str().unwrap())));

    let mut before = Vec::new();
    for (_, client) in &users {
        before.push(readable(client).await);
    }
    let base = in_force();
    let changed = [
        // The order of lines and spaces mean nothing.
        base.lines().rev().map(|line| format!("{}\n", line.replacen(", ", " ,  ", 3))).collect(),
        base.replace("[\"available\", \"reserved\"]", "[\"available\", \"sold\"]"),
        base.replace("\"value\": \"a\"}", "\"value\": \"b\"}"),
        base.lines()
            .filter(|line| !line.starts_with("where, agent, units, read"))
            .map(|line| format!("{line}\n"))
            .collect(),
        base.replace(
            "\"createdBy\", \"operator\": \"equals\"",
            "\"createdBy\", \"operator\": \"not_equals\"",
        ),
        base.replace("p, clerk, units, read\n", ""),
        format!(
            "{base}p, user, developers, read\nwhere, user, developers, read, {{\"field\": \"name\", \"operator\": \"contains\", \"value\": \"e\"}}\n"
        ),
        base.replace("\"greater_than\", \"value\": 1", "\"is_missing\", \"value\": null").replace(
            "where, clerk, units, read, {\"field\": \"bedrooms\"",
            "where, clerk, units, read, {\"field\": \"view\"",
        ),
        format!(
            "{base}where, clerk, units, read, {{\"field\": \"project.developer.name\", \"operator\": \"not_contains\", \"value\": \"a\"}}\n"
        ),
    ];
    let mut differences = 0;
    for (index, rules) in changed.iter().enumerate() {
        let text = lines_of(folder.path(), rules);
        let diff = admin.post(DIFF, json!({ "policy": text })).await.expect(200);
        let other = folder.path().join(format!("other-{index}.csv"));
        std::fs::write(&other, &text).unwrap();
        let after =
            TestApp::set_up(&PRODUCT, app.database(), |config| config.policy = Some(other)).await;
        // What some user of a role gains and loses, by role and resource.
        let mut sets: BTreeMap<(&str, &str), [BTreeSet<String>; 2]> = BTreeMap::new();
        for ((role, client), had) in users.iter().zip(&before) {
            let has = readable(&after.bearer(client.token())).await;
            for resource in RESOURCES {
                let [gained, lost] = sets.entry((role, resource)).or_default();
                let (had, has) = (&had[resource], &has[resource]);
                gained.extend(has.difference(had).cloned());
                lost.extend(had.difference(has).cloned());
            }
        }
        let mut widens = false;
        for ((role, resource), [gained, lost]) in &sets {
            let found = counted(&diff, role, resource, [gained, lost]);
            assert_eq!(found, [gained.len(), lost.len()], "{index}: {role} {resource}");
            differences += usize::from(found != [0, 0]);
            widens |= !gained.is_empty();
        }
        assert!(diff["widens"] == true || !widens, "{index}");
        if index == 0 {
            assert_eq!(diff["roles"], json!([]));
            assert_eq!(diff["widens"], false);
        }
    }
    assert!(differences > 10, "{differences}");
}

#[actix_web::test]
async fn a_diff_says_which_operations_and_fields_a_role_gains_and_loses() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, &in_force());
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    assert!(app.seed_demo().await);
    app.anonymous().post(DIFF, json!({ "policy": "" })).await.expect(401);
    app.sign_in("agent").await.post(DIFF, json!({ "policy": "g, a, b" })).await.expect(403);
    let admin = app.sign_in("admin").await;
    let diff = async |rules: String| {
        let policy = lines_of(folder.path(), &rules);
        admin.post(DIFF, json!({ "policy": policy })).await.expect(200)
    };
    let of = |diff: &Value, role: &str| {
        let roles = diff["roles"].as_array().unwrap();
        roles.iter().find(|one| one["role"] == role).unwrap().clone()
    };
    let base = in_force();

    let found = diff(format!("{base}p, clerk, units, export\n")).await;
    let operations = json!({ "gained": ["unit_export"], "lost": [] });
    assert_eq!((&of(&found, "clerk")["operations"], &found["widens"]), (&operations, &json!(true)));
    let found = diff(
        base.replace("p, agent, units, update\n", "")
            .replace("where, agent, units, update", "where, agent, units, read"),
    )
    .await;
    let lost = &of(&found, "agent")["operations"]["lost"];
    assert!(lost.as_array().unwrap().contains(&json!("unit_update")), "{lost}");

    for (from, to, widens) in [
        ("hide, purchasePriceInAED", "mask, purchasePriceInAED", true),
        ("readonly, status", "mask, status", false),
        ("mask, yearlyRentInAED floor", "mask, yearlyRentInAED", true),
        ("readonly, status", "readonly, view", true),
    ] {
        let found = diff(base.replace(from, to)).await;
        let fields = of(&found, "agent")["fields"].clone();
        assert_eq!(found["widens"], widens, "{from} {to} {fields}");
        assert_eq!(fields.as_array().unwrap().iter().any(|one| one["widens"] == true), widens);
    }
    let found = diff(base.replace("hide, purchasePriceInAED", "mask, purchasePriceInAED")).await;
    let change = json!([{
        "resource": "units", "field": "purchasePriceInAED",
        "from": "hidden", "to": "masked", "widens": true
    }]);
    assert_eq!(of(&found, "agent")["fields"], change);

    // Rows of other actions are said where they do not follow from those that can be read.
    let found =
        diff(base.replace("\"less_than\", \"value\": 3", "\"less_than\", \"value\": 9")).await;
    let broker = of(&found, "agent");
    assert_eq!((&broker["rows"], &found["widens"]), (&json!([]), &json!(true)));
    assert_eq!(broker["rowsOfActions"][0]["action"], "update");
    assert!(broker["rowsOfActions"][0]["gained"]["count"].as_i64().unwrap() > 0);

    // A role that lifts what another one restricts is named with it.
    let text = found["warnings"].as_array().unwrap().iter().find(|one| {
        one["restricts"] == "agent" && one["lifts"] == "clerk" && one["resource"] == "units"
    });
    let text = text.unwrap()["text"].as_str().unwrap();
    assert!(text.contains("purchasePriceInAED"), "{text}");

    let unknown = lines_of(folder.path(), &base) + "p, agent, unit, read\n";
    let refused = admin.post(DIFF, json!({ "policy": unknown })).await;
    let [(pointer, message)] = refused.errors()[..] else { panic!("{:?}", refused.body) };
    assert_eq!(pointer, "/policy");
    assert!(message.contains("there is no resource `unit`; did you mean units?"), "{message}");
    refused.expect(422);
}

#[actix_web::test]
async fn the_exit_code_of_a_diff_says_whether_something_widens() {
    let app = TestApp::of(&PRODUCT).await;
    assert!(app.seed_demo().await);
    let operator = Operator::new().set("MIZAN_DATABASE_URL", app.database().url());
    let lines = operator.run("policy show --lines").done();
    operator.write("same.csv", &lines);
    operator.write("more.csv", &format!("{lines}\np, analytics, units, read\n"));
    operator.write("less.csv", &lines.replace("p, admin, companies, *\n", ""));
    operator.write("wrong.csv", &format!("{lines}\np, analytics, unit, read\n"));
    let said = operator.run("policy diff same.csv");
    assert_eq!((said.code, said.out.as_str()), (Some(0), "Nothing changes.\n"));
    let said = operator.run("policy diff more.csv");
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.out.contains("  + units, read: 2000 records, such as "), "{said:?}");
    assert!(said.out.ends_with("Some role could do or see more.\n"), "{said:?}");
    let json: Value =
        serde_json::from_str(&operator.run("policy diff more.csv --json").out).unwrap();
    assert_eq!(json["roles"][0]["rows"][0]["gained"]["count"], 2000, "{json}");
    let said = operator.run("policy diff less.csv");
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.out.contains("  - company_list\n"), "{said:?}");
    for file in ["wrong.csv", "none.csv"] {
        let said = operator.run(&format!("policy diff {file}"));
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{said:?}");
    }
}
