//! What measures read must be declared, and be in the database.

use kernel::Product;
use kernel::explore::{Aggregate, Dataset, Dimension, DimensionKind, Measure};
use kernel::module::Module;
use kernel::testing::{error_on_open, startup_error};

use super::INSPECTIONS;
use crate::PRODUCT;

const SCORE: Measure = INSPECTIONS.measures[0];
const DATASET: Dataset = INSPECTIONS.datasets[0];
const OUTCOME: Dimension = INSPECTIONS.dimensions[0];

fn product(inspections: Module) -> Product {
    Product { modules: Box::leak(Box::new([companies::MODULE, inspections])), ..PRODUCT }
}

fn with(measure: Measure) -> Product {
    product(Module { measures: Box::leak(Box::new([measure])), ..INSPECTIONS })
}

#[actix_web::test]
async fn aggregate_reads_the_numbers_and_texts_that_its_measure_declares() {
    fn of_two(numbers: &[f64]) -> f64 {
        let [score, wear] = *numbers else { return f64::NAN };
        score - wear
    }
    let beyond = "reads number 2 of a fact, and declares 1";
    for (measure, sentence) in [
        (
            Measure { aggregate: Aggregate::median(|numbers| numbers[0] - numbers[1]), ..SCORE },
            beyond,
        ),
        (
            Measure {
                aggregate: Aggregate::Ratio { over: |one| one[0], under: |one| one[1] },
                ..SCORE
            },
            beyond,
        ),
        (
            Measure {
                aggregate: Aggregate::Share(|one| Some(one[0] > 5.0 && one[1] > 0.0)),
                ..SCORE
            },
            beyond,
        ),
        (
            Measure {
                aggregate: Aggregate::Whole(|facts| {
                    (Some(facts.each().map(|(numbers, _)| numbers[1]).sum()), 1)
                }),
                ..SCORE
            },
            beyond,
        ),
        (
            Measure {
                aggregate: Aggregate::Whole(|facts| {
                    (Some(facts.each().map(|(_, texts)| f64::from(texts[0])).sum()), 1)
                }),
                ..SCORE
            },
            "reads text 1 of a fact, and declares 0",
        ),
        (
            Measure { aggregate: Aggregate::Distinct, ..SCORE },
            "counts distinct texts, and declares none",
        ),
        (
            Measure { aggregate: Aggregate::median(of_two), ..SCORE },
            "has a value of 2 numbers of a fact, and declares 1",
        ),
    ] {
        let refusal = startup_error(&with(measure)).await;
        assert_eq!(refusal, format!("Module inspections: measure score {sentence}."));
    }
}

#[actix_web::test]
async fn expressions_read_columns_of_the_database() {
    const TEXTS: Dimension =
        Dimension { key: "inspections.urgent", kind: DimensionKind::Text, ..OUTCOME };
    let datasets: &'static [Dataset] =
        Box::leak(Box::new([Dataset { time: "inspections.made_at", ..DATASET }]));
    for (product, sentence) in [
        (
            with(Measure { numbers: &["inspections.score + inspections.points"], ..SCORE }),
            "measure score reads `inspections.score + inspections.points`",
        ),
        (
            product(Module { datasets, ..INSPECTIONS }),
            "dataset inspections reads `inspections.made_at`",
        ),
        (
            product(Module { dimensions: &[TEXTS], ..INSPECTIONS }),
            "dimension outcome reads `inspections.urgent`",
        ),
    ] {
        let refusal = error_on_open(&product).await;
        let begin = format!("Module inspections: {sentence}, which the database cannot: ");
        assert!(refusal.starts_with(&begin), "{refusal}");
    }
}
