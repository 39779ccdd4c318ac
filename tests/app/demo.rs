//! The demo data.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Double, Text};
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const ESTIMATIONS: &str = "/api/backoffice/estimations";

async fn signed_in<'a>(app: &'a TestApp, email: &str) -> TestClient<'a> {
    let answer = app.anonymous().login(email, "mizan-demo").await.expect(200);
    app.bearer(answer["accessToken"].as_str().unwrap())
}

#[derive(Debug, QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Counts the rows of `FROM …`.
fn count(app: &TestApp, from: &str) -> i64 {
    let statement = format!("SELECT count(*) AS count FROM {from}");
    let rows: Counted = sql_query(statement).get_result(&mut app.database().connect()).unwrap();
    rows.count
}

#[actix_web::test]
async fn demo_is_seeded_once_even_with_existing_records() {
    let app = TestApp::of(&PRODUCT).await;
    let mapping = "resource = \"projects\"\n[fields]\nname = \"Name\"\nlocation = \"Area\"\n\
                   [fields.\"developer._id\"]\nlookup = \"developers\"\n\
                   by.name = \"Builder\"\ncreate = {}\n";
    let table = "Name,Area,Builder\nPalm Court,Arjan,Gulf Homes\n";
    app.import("projects", table, mapping).await.unwrap();
    assert!(app.seed_demo().await);
    assert!(!app.seed_demo().await);

    let answer = app.anonymous().login("admin@demo.test", "mizan-demo").await.expect(200);
    let admin = app.bearer(answer["accessToken"].as_str().unwrap());
    for (resource, total) in [("developers?limit=1", 13), ("projects", 41), ("units", 2000)] {
        let page = admin.get(&format!("/api/backoffice/{resource}")).await.expect(200);
        assert_eq!(page["total"], json!(total), "{resource}");
    }
    for (email, status) in [("estimator@demo.test", 403), ("nobody@demo.test", 401)] {
        let answer = app.anonymous().login(email, "mizan-demo").await;
        let token = answer.body["accessToken"].as_str().unwrap_or_default();
        let units = app.bearer(token).get("/api/backoffice/units").await;
        assert_eq!(units.status, status, "{email}");
    }
}

#[actix_web::test]
async fn demo_estimators_have_estimates_of_several_weeks() {
    let app = TestApp::of(&PRODUCT).await;
    app.seed_demo().await;
    demo_estimates_are_plausible(&app).await;
    demo_history_begins_with_the_first_save(&app).await;
    demo_consensus_matches_its_estimates(&app);
    demo_estimator_has_projects_of_every_status(&app).await;
}

async fn demo_estimates_are_plausible(app: &TestApp) {
    let admin = signed_in(app, "admin@demo.test").await;
    let all = admin.get(&format!("{ESTIMATIONS}?limit=1")).await.expect(200)["total"].clone();
    let all = all.as_i64().unwrap();
    assert!((14_000..16_500).contains(&all), "{all}");
    assert_eq!(count(app, "(SELECT DISTINCT agent_id FROM assessments) people"), 8);

    // There are units of each kind: covered, estimated by some, and without estimates.
    let covered = count(app, "consensus WHERE estimators >= 4");
    let some = count(app, "consensus WHERE estimators < 4");
    let untouched = 2000 - covered - some;
    assert!(covered > 1700 && some > 50 && untouched > 20, "{covered} {some} {untouched}");
    // On most units the estimators agree, on some they do not.
    for (band, share) in [
        ("confidence > 85", 0.4..0.9),
        ("confidence >= 70 AND confidence <= 85", 0.05..0.5),
        ("confidence < 70", 0.002..0.2),
    ] {
        let found = count(app, &format!("consensus WHERE {band}")) as f64 / covered as f64;
        assert!(share.contains(&found), "{band}: {found}");
    }
    // Typed rents are round, and rents from percentages are not. Few are far from the others.
    let round = count(app, "assessments WHERE estimated_yearly_rent_in_aed % 500 = 0");
    assert!((all / 2..all * 97 / 100).contains(&round), "{round} of {all}");
    let far = count(
        app,
        "assessments JOIN consensus ON consensus.unit_id = assessments.unit_id \
         WHERE abs(log_rent - middle) > 1.2",
    );
    assert!((5..100).contains(&far), "{far}");

    // No estimate was saved at night, at a weekend or in the future.
    let late = "assessments WHERE updated_at > CURRENT_TIMESTAMP OR created_at > updated_at";
    assert_eq!(count(app, late), 0);
}

async fn demo_history_begins_with_the_first_save(app: &TestApp) {
    #[derive(Debug, QueryableByName)]
    struct Version {
        #[diesel(sql_type = Text)]
        record_id: String,
    }
    let admin = signed_in(app, "admin@demo.test").await;
    let versions = "changes WHERE resource = 'estimations'";
    let (all, made) = (count(app, versions), count(app, &format!("{versions} AND version = 1")));
    assert_eq!(made, count(app, "assessments"));
    assert!((made / 100..made / 10).contains(&(all - made)), "{made} of {all}");
    // The latest version is the current record, with the time of its save.
    let stale = count(
        app,
        "assessments WHERE updated_at <> (SELECT max(at) FROM changes \
         WHERE resource = 'estimations' AND record_id = assessments.id)",
    );
    assert_eq!(stale, 0);
    let replaced: Version = sql_query(
        "SELECT record_id FROM changes WHERE resource = 'estimations' AND version = 2 \
         ORDER BY at LIMIT 1",
    )
    .get_result(&mut app.database().connect())
    .unwrap();
    let record = format!("{ESTIMATIONS}/{}", replaced.record_id);
    let history = admin.get(&format!("{record}/history")).await.expect(200);
    let now = admin.get(&record).await.expect(200);
    assert_eq!(history["items"][0]["after"], now);
    assert_eq!(history["items"][0]["before"], history["items"][1]["after"]);
    assert_eq!(history["items"][1]["before"], Value::Null);
    assert_eq!(history["items"][1]["actor"]["id"], now["agent"]["_id"]);
    assert_eq!(history["items"][1]["at"], now["createdAt"]);
}

fn demo_consensus_matches_its_estimates(app: &TestApp) {
    #[derive(Debug, QueryableByName)]
    struct Estimate {
        #[diesel(sql_type = Text)]
        unit_id: String,
        #[diesel(sql_type = BigInt)]
        rent: i64,
    }
    #[derive(Debug, QueryableByName)]
    struct Stored {
        #[diesel(sql_type = Text)]
        unit_id: String,
        #[diesel(sql_type = BigInt)]
        estimators: i64,
        #[diesel(sql_type = Double)]
        rent: f64,
    }
    let conn = &mut app.database().connect();
    let estimates: Vec<Estimate> = sql_query(
        "SELECT unit_id, estimated_yearly_rent_in_aed AS rent FROM assessments ORDER BY unit_id",
    )
    .load(conn)
    .unwrap();
    let stored: Vec<Stored> = sql_query(
        "SELECT unit_id, CAST(estimators AS BIGINT) AS estimators, rent FROM consensus \
         ORDER BY unit_id",
    )
    .load(conn)
    .unwrap();
    let by_unit: Vec<&[Estimate]> =
        estimates.chunk_by(|one, other| one.unit_id == other.unit_id).collect();
    assert_eq!(by_unit.len(), stored.len());
    for (estimates, stored) in by_unit.iter().zip(&stored) {
        assert_eq!(estimates[0].unit_id, stored.unit_id);
        assert_eq!(i64::try_from(estimates.len()).unwrap(), stored.estimators);
        let mut rents: Vec<f64> = estimates.iter().map(|estimate| estimate.rent as f64).collect();
        rents.sort_by(f64::total_cmp);
        let (low, high) = (rents[(rents.len() - 1) / 2], rents[rents.len() / 2]);
        let rent = (low * high).sqrt();
        assert!((stored.rent / rent - 1.0).abs() < 1e-9, "{} is not {rent}", stored.rent);
    }
}

async fn demo_estimator_has_projects_of_every_status(app: &TestApp) {
    let estimator = signed_in(app, "estimator@demo.test").await;
    let total = async |filter: &str| {
        let page = estimator.get(&format!("/api/projects?filter={filter}")).await.expect(200);
        page["total"].as_i64().unwrap()
    };
    let (none, some, done) =
        (total("not-started").await, total("in-progress").await, total("completed").await);
    assert_eq!(none + some + done, total("all").await);
    assert_eq!(total("this-week").await, 10);
    assert!(none >= 3 && some >= 3 && done >= 10, "{none} {some} {done}");
    let colleague = signed_in(app, "noor@demo.test").await;
    let week = colleague.get("/api/projects?filter=this-week&limit=10").await.expect(200);
    let items = week["items"].as_array().unwrap();
    let finished = items.iter().filter(|item| item["agentsCompletedCount"] != 0).count();
    assert!((1..10).contains(&finished), "{finished}");
}
