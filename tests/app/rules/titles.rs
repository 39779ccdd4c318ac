//! Messages name records by what their reader sees of them.

use kernel::testing::Answer;
use serde_json::{Value, json};

use super::writes::{SETS, plan, request_of, rows, undo};
use super::{World, under};
use crate::users::detail;

/// An agent who sees no name of a project, and no rotation that is closed.
const NAMELESS: &str = r#"
g, agent, user
p, agent, backoffice, enter
p, agent, projects, read
p, agent, projects, update
p, agent, projects, delete
p, agent, developers, read
p, agent, developers, update
p, agent, developers, delete
p, agent, units, read
p, agent, units, update
p, agent, rotations, read
p, agent, rotations, update
p, agent, policy, read
p, admin, policy, read
where, agent, rotations, read, {"field": "name", "operator": "starts_with", "value": "Open"}
fields, agent, projects, hide, name
"#;

const PROJECTS: &str = "/api/backoffice/projects";
const ROTATIONS: &str = "/api/backoffice/projects/weekly-rotations";
const DEVELOPERS: &str = "/api/backoffice/developers";

fn must_be_nameless(answer: &Answer, status: u16, says: &str) {
    let said = answer.body.to_string();
    assert_eq!(answer.status, status, "{said}");
    assert!(said.contains(says) && !said.contains("Palm"), "{said}");
}

#[actix_web::test]
async fn refused_deletion_and_undo_name_a_record_without_what_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, NAMELESS).await;
    let world = World::of(&app).await;
    let (admin, agent) = (&world.admin, &world.broker);
    world.make(1, 1, json!({})).await;
    let palm = format!("{PROJECTS}/{}", world.projects[1]);
    let refused = agent.delete(&palm).await;
    must_be_nameless(&refused, 409, "cannot be deleted");

    let changed = request_of(&admin.patch(&palm, json!({ "location": "Jebel Ali" })).await);
    admin.patch(&palm, json!({ "location": "Deira" })).await.expect(200);
    must_be_nameless(&undo(agent, &changed).await, 409, "been changed since");

    let set = plan(agent, "projects", &[&world.projects[1]], json!({ "location": "Creek" })).await;
    admin.patch(&palm, json!({ "location": "Arjan" })).await.expect(200);
    let refused = agent.post(&format!("{set}/apply"), json!({})).await;
    must_be_nameless(&refused, 409, "changed since this was planned");
}

#[actix_web::test]
async fn refused_merge_names_records_without_what_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, NAMELESS).await;
    let world = World::of(&app).await;
    let (admin, agent) = (&world.admin, &world.broker);
    // Two units with one number cannot be in one project.
    for project in [0, 1] {
        world.make(project, 1, json!({ "unitNumber": "N1" })).await;
    }
    let merge = async |resource: &str, into: &str, other: &str| {
        let set = json!({ "resource": resource, "merge": { "into": into }, "ids": [other] });
        let set = agent.post(SETS, set).await.expect(201);
        format!("{SETS}/{}", set["_id"].as_str().unwrap())
    };
    let set = merge("projects", &world.projects[0], &world.projects[1]).await;
    let planned = Value::from(rows(agent, &set).await).to_string();
    assert!(planned.contains("There is a unit with this number"), "{planned}");
    assert!(!planned.contains("Palm"), "{planned}");

    let other = admin.post(DEVELOPERS, json!({ "name": "Nakhil" })).await.expect(201);
    let other = other["_id"].as_str().unwrap();
    let set = merge("developers", &world.developer, other).await;
    world.make(1, 2, json!({ "unitNumber": "N2", "developerId": other })).await;
    let refused = agent.post(&format!("{set}/apply"), json!({})).await;
    must_be_nameless(&refused, 409, "N2: the merge would change more than was planned");
}

#[actix_web::test]
async fn refused_verb_names_no_record_that_is_not_seen() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, NAMELESS).await;
    let world = World::of(&app).await;
    let body = json!({ "name": "Closed", "projectIds": [] });
    let made = world.admin.post(ROTATIONS, body).await.expect(201);
    let projects = json!({ "projectIds": [world.projects[0]] });
    let many = json!({ "weeklyRotationIds": [made["_id"]], "arguments": projects });
    let report = world.broker.post(&format!("{ROTATIONS}/verbs/add"), many).await.expect(200);
    let refused = &report["refused"][0];
    assert_eq!((&refused["status"], refused.get("title")), (&json!(404), None), "{report}");
}

#[actix_web::test]
async fn what_a_policy_would_change_is_named_by_titles_without_what_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, NAMELESS).await;
    let world = World::of(&app).await;
    let policy = std::fs::read_to_string(folder.path().join("policy.csv")).unwrap();
    let policy = json!({ "policy": format!("{policy}p, user, projects, read\n") });
    let path = "/api/backoffice/policy/diff";
    let whole = world.admin.post(path, policy.clone()).await;
    assert!(whole.expect(200).to_string().contains("Palm"));
    must_be_nameless(&world.broker.post(path, policy).await, 200, "gained");
}

#[actix_web::test]
async fn set_of_another_user_is_shown_without_what_is_not_seen() {
    let folder = tempfile::tempdir().unwrap();
    let lines = super::BROKER.replace("p, agent, units, restore\n", "");
    let app = under(&folder, &lines).await;
    let world = World::of(&app).await;
    let (admin, agent) = (&world.admin, &world.broker);
    let sold = world.make(0, 1, json!({ "status": "sold", "unitNumber": "X1" })).await;
    let shown = world.make(0, 2, json!({ "status": "available", "unitNumber": "S1" })).await;
    world.make(0, 3, json!({ "status": "available", "unitNumber": "N9" })).await;
    // Each would have a number that is taken.
    for (unit, is_seen) in [(&sold, false), (&shown, true)] {
        let set = plan(admin, "units", &[unit], json!({ "unitNumber": "N9" })).await;
        let whole = rows(admin, &set).await[0]["errors"].to_string();
        assert!(whole.contains("There is a unit with this number"), "{whole}");
        let errors = &rows(agent, &set).await[0]["errors"];
        let said = errors.to_string();
        assert_eq!(errors.as_array().unwrap().len(), usize::from(is_seen), "{said}");
        assert!(!said.contains("There is a unit with this number"), "{said}");
    }
    let set = plan(admin, "units", &[&sold], json!({ "bedrooms": 2 })).await;
    let path = format!("/api/backoffice/units/{sold}");
    admin.patch(&path, json!({ "bedrooms": 3 })).await.expect(200);
    let refused = agent.post(&format!("{set}/apply"), json!({})).await;
    assert!(!detail(&refused).contains("X1"), "{}", refused.body);
    assert_eq!(refused.status, 409);
}
