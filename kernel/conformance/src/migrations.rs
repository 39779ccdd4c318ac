//! The migrations of all modules lead from an empty database to the newest state, each back to the state before
//! it, and up again to the same.

use std::collections::BTreeSet;

use kernel::Product;
use kernel::testing::{MigrationStep, TestMigrations};

use crate::report::Report;

pub(crate) async fn check(product: &Product, mut report: Report) -> Report {
    let mut database = TestMigrations::of(product).await;
    let steps = database.steps();
    for step in &steps {
        let expected = "a line `-- migrate:down`, with what reverts it below";
        report.expect(step.has_way_down, (step.module, step.name), expected, "none");
    }
    let Some(states) = up(&mut database, &steps, &mut report) else { return report };
    // What one leaves behind is no fault of those before it.
    let mut known = BTreeSet::new();
    for (at, step) in steps.iter().enumerate().rev() {
        let subject = (step.module, step.name);
        if let Err(error) = database.revert_last() {
            report.fail(step.module, step.name, "to be reverted", error);
            return report;
        }
        let left = difference(&states[at], &database.schema());
        let found: Vec<&str> = left.difference(&known).map(String::as_str).collect();
        let expected = "the state before it once reverted";
        report.expect(found.is_empty(), subject, expected, found.join(", "));
        known.extend(left);
    }
    if !known.is_empty() {
        return report;
    }
    let Some(again) = up(&mut database, &steps, &mut report) else { return report };
    let found = difference(&states[steps.len()], &again[steps.len()]);
    let found = found.into_iter().collect::<Vec<_>>().join(", ");
    report.expect(found.is_empty(), ("product", "migrations"), "the same state again", found);
    report
}

/// Applies all; returns the states before and after each.
fn up(
    database: &mut TestMigrations,
    steps: &[MigrationStep],
    report: &mut Report,
) -> Option<Vec<BTreeSet<String>>> {
    let mut states = vec![database.schema()];
    for step in steps {
        if let Err(error) = database.apply_next() {
            report.fail(step.module, step.name, "to be applied", error);
            return None;
        }
        states.push(database.schema());
    }
    Some(states)
}

fn difference(expected: &BTreeSet<String>, found: &BTreeSet<String>) -> BTreeSet<String> {
    let missing = expected.difference(found).map(|line| format!("no {line}"));
    let left = found.difference(expected).map(|line| format!("still {line}"));
    missing.chain(left).collect()
}
