//! Merges by users who see more of some records than of others.

use serde_json::{Value, json};

use super::writes::{COMPANIES, SETS, rows};
use super::{World, under};

/// An agent sees companies of the Creek whole, and those of the Palm without their phone.
const HALF: &str = r#"
g, half, user
g, agent, half
p, agent, backoffice, enter
p, agent, companies, *
where, agent, companies, *, {"field": "address", "operator": "equals", "value": "Creek"}
p, half, companies, *
where, half, companies, *, {"field": "address", "operator": "equals", "value": "Palm"}
fields, half, companies, hide, phone
"#;

#[actix_web::test]
async fn merge_neither_takes_nor_fills_a_field_that_is_hidden_in_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, HALF).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    for (into, other) in [("Creek", "Palm"), ("Palm", "Creek")] {
        let mut ids = Vec::new();
        for (address, phone) in [(into, Value::Null), (other, json!("+9711"))] {
            let body =
                json!({ "name": format!("{into} {address}"), "address": address, "phone": phone });
            ids.push(admin.post(COMPANIES, body).await.expect(201)["_id"].clone());
        }
        let merge =
            json!({ "resource": "companies", "merge": { "into": ids[0] }, "ids": [ids[1]] });
        let set = agent.post(SETS, merge).await.expect(201);
        assert_eq!(set["counts"]["error"], 0, "{set}");
        let set = format!("{SETS}/{}", set["_id"].as_str().unwrap());
        agent.post(&format!("{set}/apply"), json!({})).await.expect(200);
        let path = format!("{COMPANIES}/{}", ids[0].as_str().unwrap());
        assert_eq!(admin.get(&path).await.expect(200)["phone"], Value::Null, "{into}");
    }
}

#[actix_web::test]
async fn merge_is_refused_where_a_reference_to_the_merged_record_is_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "
g, agent, user
p, agent, backoffice, enter
p, agent, developers, *
p, agent, units, read
p, agent, units, update
fields, agent, units, hide, developer
";
    let app = under(&folder, lines).await;
    let world = World::of(&app).await;
    let into = world.admin.post("/api/backoffice/developers", json!({ "name": "Emaar" })).await;
    let into = into.expect(201)["_id"].clone();
    world.make(0, 1, json!({})).await;
    let merge =
        json!({ "resource": "developers", "merge": { "into": into }, "ids": [world.developer] });
    let set = world.broker.post(SETS, merge).await.expect(201);
    let rows = rows(&world.broker, &format!("{SETS}/{}", set["_id"].as_str().unwrap())).await;
    let errors = Value::from(rows).to_string();
    assert!(errors.contains("Records that you may not change refer to one of these"), "{errors}");
}

#[actix_web::test]
async fn records_are_merged_only_into_one_that_may_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let lines = r#"
g, agent, user
p, agent, backoffice, enter
p, agent, companies, *
where, agent, companies, update, {"field": "address", "operator": "equals", "value": "Creek"}
"#;
    let app = under(&folder, lines).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let mut ids = Vec::new();
    for address in ["Palm", "Creek"] {
        let body = json!({ "name": address, "address": address });
        ids.push(admin.post(COMPANIES, body).await.expect(201)["_id"].clone());
    }
    let merge = json!({ "resource": "companies", "merge": { "into": ids[0] }, "ids": [ids[1]] });
    let set = agent.post(SETS, merge).await;
    let counts = set.body["counts"]["error"].as_i64();
    assert!(set.status == 403 || counts > Some(0), "{}", set.body);
}
