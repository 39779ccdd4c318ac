//! The gap between what estimators say and what is listed, as a filter of units: for users who may read
//! measures, in lists, counts, exports, saved filters and the explorer, and for no other user.

use kernel::seeded::SeededRandom;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::assessing::{estimators, place};
use crate::explore::EXPLORE;
use crate::policy::write_policy;
use crate::{PRODUCT, encoded};

const UNITS: &str = "/api/backoffice/units";
const SAVED: &str = "/api/backoffice/saved-filters";

fn filter(operator: &str, value: Value, second: Value) -> Value {
    let mut condition = json!({ "field": "listedGap", "operator": operator });
    for (name, value) in [("value", value), ("secondValue", second)] {
        if !value.is_null() {
            condition[name] = value;
        }
    }
    json!({ "operator": "AND", "conditions": [condition] })
}

fn path(base: &str, filter: &Value) -> String {
    let sign = if base.contains('?') { '&' } else { '?' };
    format!("{base}{sign}filters={}", encoded(&filter.to_string()))
}

async fn keys(client: &TestClient<'_>) -> Vec<Value> {
    let found = client.get(&format!("{UNITS}/filter-definitions")).await.expect(200);
    found.as_array().unwrap().iter().map(|one| one["key"].clone()).collect()
}

#[actix_web::test]
async fn gap_is_a_filter_for_those_who_may_read_measures_only() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    // An estimator who may do everything with units, and save filters, but not read measures.
    let more = "p, estimations, units, *\np, estimations, saved-filters, *\n\
                p, estimations, filter-definitions, read\np, analytics, units, *\n";
    write_policy(&policy, more);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 2).await;
    let estimator = app.sign_in("estimations").await;
    place.save(&estimator, 0, 120_000).await.expect(201);
    let far = filter("greater_than", json!(0.15), Value::Null);
    let saved = json!({ "resource": "units", "name": "Far off", "filterState": far });

    for client in [&admin, &app.sign_in("analytics").await] {
        assert!(keys(client).await.contains(&json!("listedGap")));
        let page = client.get(&path(UNITS, &far)).await.expect(200);
        assert_eq!((&page["total"], &page["items"][0]["unitNumber"]), (&json!(1), &json!("A-1")));
        // It is compared, and not shown.
        assert!(!page.to_string().contains("listedGap"));
        let counted = client.get(&path(&format!("{UNITS}/breakdown?by=status"), &far)).await;
        assert_eq!(counted.expect(200)["total"], 1);
        let table = client.get(&path(&format!("{UNITS}/export"), &far)).await;
        let table = String::from_utf8(table.bytes).unwrap();
        assert!(table.contains("A-1") && !table.contains("A-2"), "{table}");
        client.post(SAVED, saved.clone()).await.expect(201);
    }
    let definitions = admin.get(&format!("{UNITS}/filter-definitions")).await.expect(200);
    let definition =
        definitions.as_array().unwrap().iter().find(|one| one["key"] == "listedGap").unwrap();
    assert_eq!(
        definition,
        &json!({
            "key": "listedGap", "label": "Gap to listed rent (0.15 is 15 %)", "type": "number",
            "operators": [
                "equals", "not_equals", "greater_than", "greater_than_or_equal", "less_than",
                "less_than_or_equal", "between", "is_missing", "is_present",
            ],
            "options": [], "placeholder": "0.15", "hasIndex": false, "required": false,
            "reference": null, "unit": null,
        })
    );

    // For others there is no such field, in the same words as for any unknown one.
    assert!(!keys(&estimator).await.contains(&json!("listedGap")));
    let unknown = far.to_string().replace("listedGap", "listedGapp");
    let unknown: Value = serde_json::from_str(&unknown).unwrap();
    for base in
        [UNITS.to_owned(), format!("{UNITS}/breakdown?by=status"), format!("{UNITS}/export")]
    {
        let refused = estimator.get(&path(&base, &far)).await.expect(400);
        let other = estimator.get(&path(&base, &unknown)).await.expect(400);
        let message = refused["detail"].as_str().unwrap();
        assert_eq!(message.replace("listedGap", "listedGapp"), other["detail"], "{base}");
    }
    let refused = estimator.post(SAVED, saved).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.errors()[0].0, "/filterState/conditions/0/field");
    // Nobody sorts or counts by it, or reads it of a record.
    for query in ["?sort=listedGap:asc", "/breakdown?by=listedGap"] {
        assert_eq!(admin.get(&format!("{UNITS}{query}")).await.status, 400, "{query}");
    }
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    let of_units = &document["paths"][UNITS];
    assert!(!of_units.to_string().contains("listedGap"));
    for schema in ["Unit", "EstimatorUnit"] {
        assert!(!document["components"]["schemas"][schema].to_string().contains("listedGap"));
    }
}

#[actix_web::test]
async fn gap_is_that_of_plain_rows_in_lists_and_in_the_explorer() {
    let app = TestApp::of(&PRODUCT).await;
    let (admin, analyst) = (app.sign_in("admin").await, app.sign_in("analytics").await);
    let mut place = place(&admin, "Rise", 0).await;
    let mut random = SeededRandom::new(31, 0, 0);
    let estimator = estimators(&app, 1).await.remove(0);
    let mut gaps = Vec::new();
    for number in 0..40 {
        let listed = *random.pick(&[0, 80_000, 90_000, 100_000]);
        let mut unit = place.unit(&format!("A-{number}"));
        unit["yearlyRentInAED"] = json!(listed);
        let made = admin.post(UNITS, unit).await.expect(201);
        place.units.push(made["_id"].as_str().unwrap().to_owned());
        let estimate = (random.below(4) > 0).then(|| 72_000 + 9_000 * random.below(5) as i64);
        if let Some(rent) = estimate {
            place.save(&estimator, number, rent).await.expect(201);
        }
        let gap = |rent: i64| rent as f64 / f64::from(listed) - 1.0;
        gaps.push(estimate.filter(|_| listed > 0).map(gap));
    }
    assert!(gaps.iter().any(Option::is_none) && gaps.iter().any(Option::is_some));
    let near = |gap: &Option<f64>, bound: f64| gap.is_some_and(|gap| (gap - bound).abs() < 1e-9);
    type Meets<'a> = &'a dyn Fn(&Option<f64>) -> bool;
    let tests: [(&str, Value, Value, Meets<'_>); 8] = [
        ("greater_than", json!(0.151), Value::Null, &|gap| gap.is_some_and(|gap| gap > 0.151)),
        ("less_than", json!(-0.151), Value::Null, &|gap| gap.is_some_and(|gap| gap < -0.151)),
        ("between", json!(-0.051), json!(0.051), &|gap| gap.is_some_and(|gap| gap.abs() <= 0.051)),
        ("not_equals", json!(7), Value::Null, &|_| true),
        ("greater_than", json!(0), Value::Null, &|gap| {
            gap.is_some_and(|gap| gap > 0.0) && !near(gap, 0.0)
        }),
        ("less_than_or_equal", json!(-1), Value::Null, &|_| false),
        ("is_missing", Value::Null, Value::Null, &|gap| gap.is_none()),
        ("is_present", Value::Null, Value::Null, &|gap| gap.is_some()),
    ];
    app.load_columns().await;
    for (operator, value, second, meets) in tests {
        let wanted = gaps.iter().filter(|gap| meets(gap)).count();
        let filter = filter(operator, value, second);
        let query = path("?sort=unitNumber:asc", &filter);
        let query = query.trim_start_matches('?');
        for from_memory in [true, false] {
            let (page, statements) = app.listed("units", query, from_memory).await;
            assert_eq!(page["total"], wanted, "{filter}, from memory: {from_memory}");
            let counted = statements.iter().any(|statement| statement.contains("COUNT(*)"));
            assert_eq!(counted, !from_memory, "{filter}");
        }
        let question = path(&format!("{EXPLORE}?dataset=units&measures=units"), &filter);
        let answer = analyst.get(&question).await.expect(200);
        let units = answer["rows"][0]["values"]["units"]["value"].as_f64().unwrap_or_default();
        assert_eq!(units, wanted as f64, "{filter}");
    }
    // What is written since is in the answer.
    let far = filter("greater_than", json!(9), Value::Null);
    let total = async || admin.get(&path(UNITS, &far)).await.expect(200)["total"].clone();
    assert_eq!(total().await, 0);
    let unit = format!("{UNITS}/{}", place.units[0]);
    admin.patch(&unit, json!({ "yearlyRentInAED": 1_000 })).await.expect(200);
    place.save(&estimator, 0, 72_000).await;
    assert_eq!(total().await, 1);
    admin.patch(&unit, json!({ "yearlyRentInAED": 0 })).await.expect(200);
    assert_eq!(total().await, 0);
}
