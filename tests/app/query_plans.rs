//! Query plans of lists: which index they use, and that the total needs no join. The plans are
//! those of `EXPLAIN` on the database itself.

use kernel::testing::TestApp;

use crate::{PRODUCT, encoded};

fn filter(conditions: &str) -> String {
    encoded(&format!("{{\"operator\":\"AND\",\"conditions\":[{conditions}]}}")).to_string()
}

/// Returns the plans of the total and of the page's identifiers. The second query is not run when
/// nothing matches. The records are then loaded by these identifiers.
async fn plans(app: &TestApp, query: &str) -> (String, String) {
    plans_of(app, ("units", "units"), query).await
}

async fn plans_of(app: &TestApp, (resource, table): (&str, &str), query: &str) -> (String, String) {
    let plans = app.plans(resource, query).await;
    let [count, page @ ..] = plans.as_slice() else { panic!("{query}: nothing was asked") };
    let [ids, rows] = page else { return (count.clone(), String::new()) };
    assert!(!scans_table(table, rows), "{query}: {rows}");
    (count.clone(), ids.clone())
}

/// Returns whether the plan scans all units in their table instead of an index.
fn scans_units(plan: &str) -> bool {
    scans_table("units", plan)
}

fn scans_table(table: &str, plan: &str) -> bool {
    let (scan, sequence) = (format!("SCAN {table}"), format!("Seq Scan on {table} "));
    plan.lines().any(|line| line == scan || line.contains(&sequence))
}

/// One test, because filling the database takes far longer than the queries.
#[actix_web::test]
async fn lists_are_served_by_indexes() {
    let app = TestApp::of(&PRODUCT).await;
    app.seed_demo().await;
    app.analyze().await;
    every_sort_order_uses_an_index(&app).await;
    filter_uses_the_index_of_its_definition(&app).await;
    search_uses_indexes_and_reads_only_matching_units(&app).await;
    deep_page_skips_rows_in_the_index_alone(&app).await;
}

async fn every_sort_order_uses_an_index(app: &TestApp) {
    for (sort, index) in [
        ("unitNumber", "units_unit_number_order"),
        ("bedrooms", "units_bedrooms"),
        ("floor", "units_floor"),
        ("totalAreaInSqFt", "units_total_area"),
        ("balconyAreaInSqFt", "units_balcony_area"),
        ("view", "units_view"),
        ("purchasePriceInAED", "units_purchase_price"),
        ("yearlyRentInAED", "units_yearly_rent"),
        ("serviceChargesPerSqFt", "units_service_charges"),
        ("status", "units_status"),
        ("createdAt", "units_created_at"),
        ("updatedAt", "units_updated_at"),
        ("project", "projects_name"),
        ("developer", "developers_name"),
    ] {
        for direction in ["asc", "desc"] {
            let (count, page) = plans(app, &format!("sort={sort}:{direction}")).await;
            assert!(page.contains(index), "{sort} {direction}: {page}");
            assert!(!count.contains("projects"), "{sort} {direction}: {count}");
        }
    }
    let estimations = ("estimations", "assessments");
    for (sort, index) in [
        ("unit", "units_unit_number_order"),
        ("project", "projects_name"),
        ("agent", "accounts_name"),
        ("estimatedYearlyRentInAED", "assessments_estimated_yearly_rent"),
        ("estimatedCapitalAppreciationPercentage", "assessments_estimated_capital_appreciation"),
        ("confidenceScore", "assessments_confidence"),
        ("createdAt", "assessments_created_at"),
        ("updatedAt", "assessments_updated_at"),
    ] {
        for direction in ["asc", "desc"] {
            let query = format!("sort={sort}:{direction}");
            let (count, page) = plans_of(app, estimations, &query).await;
            assert!(page.contains(index), "{sort} {direction}: {page}");
            assert!(!count.contains("projects"), "{sort} {direction}: {count}");
        }
    }
}

async fn filter_uses_the_index_of_its_definition(app: &TestApp) {
    for (condition, index) in [
        (
            r#"{"field":"yearlyRentInAED","operator":"between","value":60000,"secondValue":61000}"#,
            "units_yearly_rent",
        ),
        (r#"{"field":"bedrooms","operator":"equals","value":4}"#, "units_bedrooms"),
        (r#"{"field":"unitNumber","operator":"equals","value":"A-1"}"#, "units_unit_number_list"),
        (
            r#"{"field":"unitNumber","operator":"starts_with","value":"A-1"}"#,
            "units_unit_number_list",
        ),
        (
            r#"{"field":"project","operator":"equals","value":"0123456789abcdef01234567"}"#,
            "(project_id",
        ),
        (r#"{"field":"createdAt","operator":"equals","value":"2020-01-01"}"#, "units_created_at"),
    ] {
        let (count, _) = plans(app, &format!("filters={}", filter(condition))).await;
        assert!(count.contains(index), "{condition}: {count}");
        assert!(!count.contains("projects"), "{condition}: {count}");
    }
    let estimations = ("estimations", "assessments");
    for (condition, index) in [
        (
            r#"{"field":"estimatedYearlyRentInAED","operator":"between","value":60000,"secondValue":61000}"#,
            "assessments_estimated_yearly_rent",
        ),
        (
            r#"{"field":"agent","operator":"equals","value":"0123456789abcdef01234567"}"#,
            "(agent_id",
        ),
        (r#"{"field":"unit","operator":"equals","value":"0123456789abcdef01234567"}"#, "(unit_id"),
        (
            r#"{"field":"project","operator":"equals","value":"0123456789abcdef01234567"}"#,
            "(project_id",
        ),
        (
            r#"{"field":"updatedAt","operator":"equals","value":"2020-01-01"}"#,
            "assessments_updated_at",
        ),
    ] {
        let query = format!("filters={}", filter(condition));
        let (count, _) = plans_of(app, estimations, &query).await;
        assert!(count.contains(index), "{condition}: {count}");
        assert!(!scans_table("assessments", &count), "{condition}: {count}");
    }
}

async fn search_uses_indexes_and_reads_only_matching_units(app: &TestApp) {
    for term in ["zzyzx", "1204", "creek%20", "1204%20creek", "a%20creek%20b"] {
        let plans = app.plans("units", &format!("search={term}")).await;
        assert!(plans.iter().any(|plan| plan.contains("units_search")), "{term}: {plans:#?}");
        assert!(!plans.iter().any(|plan| scans_units(plan)), "{term}: {plans:#?}");
    }
}

async fn deep_page_skips_rows_in_the_index_alone(app: &TestApp) {
    let (_, ids) = plans(app, "page=60&limit=20").await;
    assert!(ids.contains("units_unit_number_order"), "{ids}");
    assert!(ids.contains("USING COVERING INDEX") || ids.contains("Index Only Scan"), "{ids}");
}
