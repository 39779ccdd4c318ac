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
    // A dozen companies or accounts are read as soon as they are looked up.
    let is_large = ["units", "assessments"].contains(&table);
    assert!(!is_large || !scans_table(table, rows), "{query}: {rows}");
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
async fn what_the_database_answers_while_columns_are_loaded_uses_the_indexes_that_are_left() {
    let app = TestApp::of(&PRODUCT).await;
    app.seed_demo().await;
    app.analyze().await;
    own_orders_use_an_index(&app).await;
    references_use_an_index(&app).await;
    search_uses_indexes_and_reads_only_matching_units(&app).await;
    deep_page_skips_rows_in_the_index_alone(&app).await;
}

async fn own_orders_use_an_index(app: &TestApp) {
    for (resource, table, sort, index) in [
        ("units", "units", "unitNumber", "units_unit_number_order"),
        ("estimations", "assessments", "updatedAt", "assessments_updated_at"),
        ("users", "accounts", "firstName", "accounts_first_name"),
        ("companies", "companies", "name", "companies_name"),
    ] {
        for direction in ["asc", "desc"] {
            let query = format!("sort={sort}:{direction}&limit=5");
            let (count, page) = plans_of(app, (resource, table), &query).await;
            assert!(page.is_empty() || page.contains(index), "{sort} {direction}: {page}");
            assert!(!count.contains("projects"), "{sort} {direction}: {count}");
        }
    }
}

async fn references_use_an_index(app: &TestApp) {
    let units = ("units", "units");
    let estimations = ("estimations", "assessments");
    for (of, field, index) in [
        (units, "project", "(project_id"),
        (estimations, "agent", "(agent_id"),
        (estimations, "unit", "(unit_id"),
        (estimations, "project", "(project_id"),
    ] {
        let condition = format!(
            "{{\"field\":\"{field}\",\"operator\":\"equals\",\"value\":\"0123456789abcdef01234567\"}}"
        );
        let (count, _) = plans_of(app, of, &format!("filters={}", filter(&condition))).await;
        assert!(count.contains(index), "{field}: {count}");
        assert!(!scans_table(of.1, &count), "{field}: {count}");
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
