//! Invalid lists are rejected with an error that names the parameter.

use kernel::testing::TestApp;
use serde_json::{Value, json};

use super::{PATH, WITH_INSPECTIONS};
use crate::encoded;

#[actix_web::test]
async fn invalid_filter_has_a_specific_error() {
    let app = TestApp::of(&WITH_INSPECTIONS).await;
    let admin = app.sign_in("admin").await;
    let condition = |field: &str, operator: &str, value: Value| {
        json!({ "operator": "AND", "conditions": [
            { "field": field, "operator": operator, "value": value }
        ] })
    };
    let one = |condition: Value| json!({ "operator": "AND", "conditions": [condition] });
    let mut nested = condition("score", "equals", json!(1));
    for _ in 0..4 {
        nested = json!({ "operator": "AND", "conditions": [nested] });
    }
    let many: Vec<Value> =
        (0..51).map(|_| json!({ "field": "score", "operator": "equals", "value": 1 })).collect();
    let empty: Vec<Value> =
        (0..51).map(|_| json!({ "operator": "AND", "conditions": [] })).collect();
    for (filter, named) in [
        (condition("colour", "equals", json!("red")), "`colour`"),
        (condition("score", "contains", json!(1)), "`contains`"),
        (condition("score", "equals", json!("1")), "`score` must be a number"),
        (condition("score", "between", json!(1)), "`secondValue` of `score` must be a number"),
        (condition("subject", "equals", json!(1)), "`subject` must be a text"),
        (condition("subject", "equals", json!("a\u{0}")), "`subject` must be a text"),
        (condition("inspectedOn", "equals", json!("20.11.2026")), "a date such as 2026-11-20"),
        (condition("inspectedOn", "equals", json!("2026-02-30")), "a date such as 2026-11-20"),
        (condition("inspectedOn", "equals", json!("-9999-1-01")), "a date such as 2026-11-20"),
        (condition("inspectedOn", "before", json!("+99999-1-1")), "a date such as 2026-11-20"),
        (condition("createdAt", "after", json!("2026-01- 1")), "a date such as 2026-11-20"),
        (condition("createdAt", "after", json!("0000-01-01")), "a date such as 2026-11-20"),
        (condition("passed", "equals", json!("yes")), "true or false"),
        (condition("passed", "in", json!([true])), "`in`"),
        (condition("grade", "equals", json!("best")), "one of: good, fair, poor"),
        (condition("grade", "in", json!("good")), "must be a list"),
        (condition("grade", "in", json!(["good", "best"])), "one of: good, fair, poor"),
        (condition("_id", "equals", json!("7")), "24 lowercase hex"),
        (one(json!({ "field": "score", "value": 1 })), "`operator` of the condition on `score`"),
        (condition("score", "", json!(1)), "compared by nothing"),
        (one(json!({ "field": "score", "operator": null, "value": 1 })), "`operator`"),
        (
            one(json!({ "field": "score", "operator": "is_missing" })),
            "`score` cannot be compared by",
        ),
        (
            one(json!({ "field": "weight", "operator": "is_missing", "value": 1 })),
            "`is_missing` takes no `value`",
        ),
        (one(json!({ "field": "score", "operator": 7, "value": 1 })), "`score` cannot be compared"),
        (one(json!({ "operator": "equals", "value": 1 })), "`field` of a condition is missing"),
        (one(json!({ "field": null, "operator": "equals", "value": 1 })), "`field`"),
        (one(json!({})), "`field`"),
        (one(json!({ "field": "score", "operator": "equals" })), "`value` of `score`"),
        (one(json!({ "field": "grade", "operator": "in" })), "`value` of `grade`"),
        (one(json!({ "field": "score", "operator": "between", "secondValue": 1 })), "`value` of"),
        (one(json!({ "operator": "OR" })), "`conditions`"),
        (one(json!({ "operator": "OR", "conditions": null })), "`conditions`"),
        (json!({ "conditions": [] }), "`operator` of a group"),
        (json!({ "operator": "XOR", "conditions": [] }), "`operator` of a group is `AND` or `OR`"),
        (json!({ "operator": "XOR", "conditions": [] }), "`XOR`"),
        (json!({ "operator": "AND" }), "`conditions`"),
        (json!({ "operator": "AND", "conditions": [], "limit": 1 }), "`limit`"),
        (json!([]), "group"),
        (json!({ "operator": "AND", "conditions": [1] }), "condition"),
        (nested, "4 deep"),
        (json!({ "operator": "OR", "conditions": many }), "50 conditions"),
        (json!({ "operator": "AND", "conditions": empty }), "50 conditions"),
    ] {
        let text = filter.to_string();
        let text = encoded(&text);
        let refused = admin.get(&format!("{PATH}?filters={text}")).await;
        assert_eq!(refused.status, 400, "{filter}");
        let detail = refused.body["detail"].as_str().unwrap();
        assert!(detail.contains(named), "{filter}: {detail}");
        assert!(detail.contains("`filters`"), "{filter}: {detail}");
    }
}

#[actix_web::test]
async fn invalid_parameter_is_named() {
    let app = TestApp::of(&WITH_INSPECTIONS).await;
    let admin = app.sign_in("admin").await;
    let long = format!("search={}", "x".repeat(201));
    for (query, named) in [
        ("page=0", "`page`"),
        ("page=", "`page`"),
        ("page=1.5", "`page`"),
        ("page=99999999999999999999", "`page`"),
        ("page=1&page=2", "`page`"),
        ("limit=0", "`limit`"),
        ("limit=101", "`limit`"),
        ("limit=ten", "`limit`"),
        ("search=%1f", "`search`"),
        (&long, "`search`"),
        ("filters=%7B", "`filters`"),
        ("filters=null", "`filters`"),
        ("filters=%22subject%22", "`filters`"),
        ("sort=subject:up", "`sort`"),
        ("sort=subject:asc:desc", "`sort`"),
        ("sort=subject:", "`sort`"),
        ("sort=colour", "`sort` cannot be `colour`"),
        ("sort=", "`sort` cannot be nothing"),
        ("sort=subject&sortBy=score", "`sortBy`"),
        ("sort=subject&sortDirection=asc", "`sortDirection`"),
        ("sortBy=colour", "`sortBy` cannot be `colour`"),
        ("sortBy=subject:desc", "`sortBy` cannot be `subject:desc`"),
        ("sortBy=", "`sortBy`"),
        ("sortBy=subject&sortDirection=up", "`sortDirection`"),
        ("sortDirection=up", "`sortDirection`"),
        ("sortDirection=", "`sortDirection`"),
    ] {
        let refused = admin.get(&format!("{PATH}?{query}")).await;
        assert_eq!(refused.status, 400, "{query}");
        let detail = refused.body["detail"].as_str().unwrap();
        assert!(detail.contains(named), "{query}: {detail}");
    }
}
