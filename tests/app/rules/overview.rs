//! The overview counts what its reader may read.

use diesel::connection::SimpleConnection;
use kernel::time::{today, week_of};
use serde_json::{Value, json};

use super::flags::flagged_unit;
use super::under;
use crate::assessing::place;

const OVERVIEW: &str = "/api/analytics/overview";

const ANALYSTS: &str = r#"
g, agent, analytics
where, agent, units, read, {"field": "bedrooms", "operator": "less_than", "value": 3}
g, clerk, user
p, clerk, analytics, read
p, clerk, flags, read
where, clerk, flags, read, {"field": "kind", "operator": "equals", "value": "monthly"}
"#;

fn metric<'a>(overview: &'a Value, name: &str) -> &'a Value {
    let metrics = overview["figures"].as_array().unwrap();
    metrics.iter().find(|one| one["name"] == name).unwrap()
}

#[actix_web::test]
async fn units_of_the_rotation_are_counted_as_far_as_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, ANALYSTS).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate", 3).await;
    let large = format!("/api/backoffice/units/{}", place.units[0]);
    admin.patch(&large, json!({ "bedrooms": 5 })).await.expect(200);
    let week = week_of(today()).to_string();
    let body = json!({ "name": "Now", "weekStart": week, "projectIds": [place.project] });
    admin.post("/api/backoffice/projects/weekly-rotations", body).await.expect(201);
    for (role, of) in [("admin", 3), ("agent", 2)] {
        let overview = app.sign_in(role).await.get(OVERVIEW).await.expect(200);
        assert_eq!(metric(&overview, "coveredUnits")["of"], of, "{role}");
    }
}

#[actix_web::test]
async fn open_flags_are_counted_as_far_as_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, ANALYSTS).await;
    let admin = app.sign_in("admin").await;
    flagged_unit(&app, &admin).await;
    let before = "UPDATE figure_runs SET as_of = '2026-01-01 00:00:00', open_flags = 3";
    app.database().connect().batch_execute(before).unwrap();
    let flags = admin.get("/api/analytics/flags").await.expect(200);
    let all = flags["total"].as_f64().filter(|all| *all > 0.0).unwrap();
    for (role, value, previous) in [("admin", all, json!(3.0)), ("clerk", 0.0, Value::Null)] {
        let overview = app.sign_in(role).await.get(OVERVIEW).await.expect(200);
        let flags = metric(&overview, "openFlags");
        assert_eq!((&flags["value"], &flags["previous"]), (&json!(value), &previous), "{role}");
    }
}
