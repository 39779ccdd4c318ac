//! Declarations of measures by modules are validated at startup. Each error message names both
//! sides.

use kernel::Product;
use kernel::explore::{Chart, Charted, Dimension, DimensionKind, Measure};
use kernel::module::Module;
use kernel::testing::startup_error;

use crate::{PRODUCT, inspections};

const MODULE: Module = inspections::first::MODULE;
const SCORE: Measure = MODULE.measures[0];
const OUTCOME: Dimension = MODULE.dimensions[0];
const CHART: Chart = MODULE.charts[0];

/// Returns the startup error of inspections with this declaration.
async fn refused(change: impl FnOnce(Module) -> Module) -> String {
    let modules = Box::leak(Box::new([companies::MODULE, change(MODULE)]));
    startup_error(&Product { modules, ..PRODUCT }).await
}

fn with(measure: Measure) -> impl FnOnce(Module) -> Module {
    move |module| Module { measures: Box::leak(Box::new([measure])), ..module }
}

#[actix_web::test]
async fn expression_uses_columns_of_one_reachable_table() {
    for (numbers, message) in [
        (
            &["inspections.score + companies.size"][..],
            "speaks of inspections and of companies at once",
        ),
        (
            &["inspections_of_old.score"],
            "speaks of inspections_of_old, a table that no module brings",
        ),
        (&["score"], "speaks of no column: write `table.column` in `score`"),
        (
            &["accounts.id"],
            "speaks of accounts, to which no reference or join leads from inspections",
        ),
    ] {
        assert_eq!(
            refused(with(Measure { numbers, ..SCORE })).await,
            format!("Module inspections: measure score {message}.")
        );
    }
    let key = "CASE WHEN inspections.passed THEN companies.name END";
    let dimension = Dimension { key, kind: DimensionKind::Text, ..OUTCOME };
    assert_eq!(
        refused(|module| Module { dimensions: Box::leak(Box::new([dimension])), ..module }).await,
        "Module inspections: dimension outcome speaks of inspections and of companies at once."
    );
}

#[actix_web::test]
async fn chart_names_declared_measures_and_dimensions() {
    let of = Charted::Question(|_| "dataset=inspections&measures=points".into());
    let chart = Chart { of, ..CHART };
    let message = refused(|module| Module { charts: Box::leak(Box::new([chart])), ..module }).await;
    assert!(
        message.starts_with(
            "The chart scoreByOutcome cannot be drawn: `measures` of `inspections` cannot be \
             `points`. Possible: score"
        ),
        "{message}"
    );
}
