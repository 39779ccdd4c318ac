//! Flags as analysts read them: who may read them, what they contain, and how they are reviewed.

use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

use crate::assessing::{Place, estimators, place, text};
use crate::{PRODUCT, encoded};

const FLAGS: &str = "/api/analytics/flags";

/// Four estimators with about the same estimates of three units. The last one makes a mistake.
struct Flagged<'a> {
    analyst: TestClient<'a>,
    people: Vec<TestClient<'a>>,
    place: Place,
}

impl<'a> Flagged<'a> {
    async fn prepare(app: &'a TestApp) -> Self {
        let admin = app.sign_in("admin").await;
        let place = place(&admin, "Marina Gate", 3).await;
        let people = estimators(app, 4).await;
        for (person, client) in people.iter().enumerate() {
            for unit in 0..3 {
                let rent = match (person, unit) {
                    (3, 0) => 1_000_000,
                    (3, 1) => 170_000,
                    _ => 100_000 + 1_000 * person as i64,
                };
                assert_eq!(place.save(client, unit, rent).await.status, 201);
            }
        }
        app.command("figures", "rebuild").await;
        Self { analyst: app.sign_in("analytics").await, people, place }
    }

    async fn list(&self, query: &str) -> Vec<Value> {
        let page = self.analyst.get(&format!("{FLAGS}?{query}")).await.expect(200);
        page["items"].as_array().unwrap().clone()
    }

    /// Returns the flag of this kind.
    async fn of(&self, kind: &str) -> Value {
        let flags = self.list("").await;
        flags.into_iter().find(|flag| flag["kind"] == kind).unwrap()
    }
}

fn path(flag: &Value) -> String {
    format!("{FLAGS}/{}", text(&flag["_id"]))
}

fn filter(field: &str, operator: &str, value: Value) -> String {
    let group = json!({
        "operator": "AND",
        "conditions": [{ "field": field, "operator": operator, "value": value }],
    });
    format!("filters={}", encoded(&group.to_string()))
}

fn kinds(flags: &[Value]) -> Vec<&str> {
    flags.iter().map(|flag| flag["kind"].as_str().unwrap()).collect()
}

#[actix_web::test]
async fn only_analysts_and_administrators_read_flags() {
    let app = TestApp::of(&PRODUCT).await;
    let flagged = Flagged::prepare(&app).await;
    let one = path(&flagged.of("outlier").await);
    assert_eq!(app.anonymous().get(FLAGS).await.status, 401);
    for role in ["user", "estimations"] {
        let client = app.sign_in(role).await;
        assert_eq!(client.get(FLAGS).await.status, 403, "{role}");
        assert_eq!(client.get(&one).await.status, 403, "{role}");
        assert_eq!(client.patch(&one, json!({ "looked": true })).await.status, 403, "{role}");
    }
    for role in ["analytics", "admin"] {
        let client = app.sign_in(role).await;
        client.get(&one).await.expect(200);
        client.patch(&one, json!({ "note": role })).await.expect(200);
    }
}

#[actix_web::test]
async fn flag_has_a_reason_a_distance_and_a_record() {
    let app = TestApp::of(&PRODUCT).await;
    let flagged = Flagged::prepare(&app).await;
    let slip = flagged.of("digit_slip").await;
    assert_eq!(slip["unit"]["_id"], flagged.place.units[0]);
    assert_eq!(slip["project"]["name"], "Marina Gate");
    assert_eq!(slip["estimatedYearlyRentInAED"], 1_000_000);
    // The median of 100, 101, 102 and 1,000 thousand is √(101 · 102) = 101,499.
    assert_eq!(slip["distancePercentage"], 885.2);
    assert_eq!(slip["timesApart"], 9.85);
    assert_eq!(
        slip["reason"],
        "About ten times the consensus of AED 101,499: it may have a digit too many."
    );
    assert_eq!((&slip["looked"], &slip["note"]), (&json!(false), &Value::Null));
    assert_eq!((&slip["lookedBy"], &slip["lookedAt"]), (&Value::Null, &Value::Null));
    assert_eq!(flagged.analyst.get(&path(&slip)).await.expect(200), slip);
    let far = flagged.list(&filter("unit", "in", json!([flagged.place.units[1]]))).await;
    let outlier = far.iter().find(|flag| flag["kind"] == "outlier").unwrap();
    assert_eq!(
        outlier["reason"],
        "67 % above the consensus of AED 101,499; up to 25 % is usual for this unit."
    );
}

#[actix_web::test]
async fn flags_are_listed_by_size_whichever_side_they_are_on() {
    let app = TestApp::of(&PRODUCT).await;
    let flagged = Flagged::prepare(&app).await;
    // A tenth of the others: in percent it is nearer than what is 885 % above.
    let saved = flagged.place.save(&flagged.people[3], 2, 10_000).await;
    assert!(saved.status == 200 || saved.status == 201, "{}", saved.body);
    app.command("figures", "rebuild").await;
    let times: Vec<f64> =
        flagged.list("").await.iter().map(|flag| flag["timesApart"].as_f64().unwrap()).collect();
    assert!(times.is_sorted_by(|one, next| one >= next), "{times:?}");
    assert_eq!(flagged.list("").await[0]["unit"]["_id"], flagged.place.units[2]);
    assert_eq!(flagged.list("sort=createdAt:desc").await.len(), times.len());
}

#[actix_web::test]
async fn flags_are_filtered_sorted_searched_and_exported() {
    let app = TestApp::of(&PRODUCT).await;
    let flagged = Flagged::prepare(&app).await;
    let furthest = flagged.list("sort=distancePercentage:desc").await;
    let distances: Vec<f64> =
        furthest.iter().map(|flag| flag["distancePercentage"].as_f64().unwrap()).collect();
    assert!(distances.len() > 3 && distances.is_sorted_by(|one, next| one >= next));
    let outliers = flagged.list(&filter("kind", "in", json!(["outlier"]))).await;
    assert!(!outliers.is_empty() && kinds(&outliers).iter().all(|kind| *kind == "outlier"));
    let above = flagged.list(&filter("distancePercentage", "greater_than", json!(500))).await;
    assert!(above.iter().all(|flag| flag["unit"]["_id"] == flagged.place.units[0]));
    assert_eq!(flagged.list("search=nowhere").await.len(), 0);
    assert_eq!(flagged.list("search=marina%20gate&limit=100").await.len(), furthest.len());
    let export = flagged.analyst.get(&format!("{FLAGS}/export?format=csv")).await;
    assert_eq!(export.status, 200);
    let lines = String::from_utf8(export.bytes).unwrap();
    assert_eq!(lines.lines().count(), furthest.len() + 1);
    assert!(lines.contains("About ten times the consensus of AED 101,499"), "{lines}");
}

#[actix_web::test]
async fn review_of_a_flag_is_stored_with_reviewer_and_time() {
    let app = TestApp::of(&PRODUCT).await;
    let flagged = Flagged::prepare(&app).await;
    let flag = flagged.of("digit_slip").await;
    let refused = |answer: Answer, pointer: &str| {
        let problem = answer.expect(422);
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    };
    refused(flagged.analyst.patch(&path(&flag), json!({ "looked": "yes" })).await, "/looked");
    let long = json!({ "note": "n".repeat(2_001) });
    refused(flagged.analyst.patch(&path(&flag), long).await, "/note");
    // The finding itself cannot be changed, and a flag can be neither created nor deleted.
    refused(flagged.analyst.patch(&path(&flag), json!({ "kind": "outlier" })).await, "/kind");
    assert_eq!(flagged.analyst.post(FLAGS, json!({ "looked": true })).await.status, 405);
    assert_eq!(flagged.analyst.delete(&path(&flag)).await.status, 405);

    let patch = json!({ "looked": true, "note": " A zero too many; told. " });
    let reviewed = flagged.analyst.patch(&path(&flag), patch).await.expect(200);
    assert_eq!(
        (&reviewed["looked"], &reviewed["note"]),
        (&json!(true), &json!("A zero too many; told."))
    );
    let me = flagged.analyst.get("/api/auth/me").await.expect(200);
    assert_eq!(reviewed["lookedBy"]["_id"], me["user"]["id"]);
    assert!(reviewed["lookedAt"].is_string());
    // Correcting the note is no new review.
    let admin = app.sign_in("admin").await;
    let noted = admin.patch(&path(&flag), json!({ "note": "Told" })).await.expect(200);
    assert_eq!(
        (&noted["lookedBy"], &noted["lookedAt"]),
        (&reviewed["lookedBy"], &reviewed["lookedAt"])
    );
    let history = flagged.analyst.get(&format!("{}/history", path(&flag))).await.expect(200);
    // The versions of the finding, of the review and of the note.
    assert_eq!(history["total"], 3, "{history}");
    let open = flagged.list(&filter("looked", "equals", json!(false))).await;
    assert!(!open.is_empty() && open.iter().all(|one| one["_id"] != flag["_id"]));
    let again = admin.patch(&path(&flag), json!({ "looked": false })).await.expect(200);
    assert_eq!((&again["lookedBy"], &again["lookedAt"]), (&Value::Null, &Value::Null));

    // Bulk changes work as for any list.
    let ids: Vec<&Value> = open.iter().map(|one| &one["_id"]).collect();
    let all = json!({ "flagIds": ids, "update": { "looked": true } });
    let done = flagged.analyst.patch(FLAGS, all).await.expect(200);
    assert_eq!(done["updated"], ids.len());
}

#[actix_web::test]
async fn reviewed_flag_stays_reviewed_until_its_estimate_changes() {
    let app = TestApp::of(&PRODUCT).await;
    let flagged = Flagged::prepare(&app).await;
    let slip = flagged.of("digit_slip").await;
    let outlier = flagged.of("outlier").await;
    for flag in [&slip, &outlier] {
        flagged.analyst.patch(&path(flag), json!({ "looked": true })).await.expect(200);
    }
    // Another estimate moves the consensus: the reason follows, and the review remains.
    assert_eq!(flagged.place.save(&flagged.people[0], 0, 104_000).await.status, 200);
    app.command("figures", "rebuild").await;
    let followed = flagged.analyst.get(&path(&slip)).await.expect(200);
    assert_eq!(followed["looked"], true);
    assert_ne!(followed["reason"], slip["reason"]);
    assert_ne!(followed["distancePercentage"], slip["distancePercentage"]);

    // The estimator changes the rent to another unusual one, and then to a usual one.
    assert_eq!(flagged.place.save(&flagged.people[3], 0, 1_010_000).await.status, 200);
    app.command("figures", "rebuild").await;
    flagged.analyst.get(&path(&slip)).await.expect(404);
    let latest = flagged.of("digit_slip").await;
    assert_eq!((&latest["looked"], &latest["lookedBy"]), (&json!(false), &Value::Null));
    assert_eq!(flagged.place.save(&flagged.people[3], 0, 101_000).await.status, 200);
    app.command("figures", "rebuild").await;
    flagged.analyst.get(&path(&latest)).await.expect(404);
    assert!(!kinds(&flagged.list("").await).contains(&"digit_slip"));
}
