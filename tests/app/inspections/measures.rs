//! The measures that inspections declare.

use kernel::explore::{
    Aggregate, Chart, ChartKind, Charted, Dataset, Dimension, DimensionKind, Measure, Member,
};

pub(super) const DATASET: Dataset = Dataset {
    name: "inspections",
    label: "Inspections",
    table: "inspections",
    time: "inspections.created_at",
    resource: "inspections",
    record: "inspections.id",
    called: &["inspections.subject"],
    ..Dataset::DEFAULT
};

pub(super) const MEASURE: Measure = Measure {
    name: "score",
    label: "Score",
    description: "Median of the scores.",
    unit: "points",
    facts: "inspections",
    numbers: &["inspections.score"],
    aggregate: Aggregate::median(|numbers| numbers[0]),
    none: "None of these inspections has a score.",
    ..Measure::DEFAULT
};

pub(super) const DIMENSION: Dimension = Dimension {
    name: "outcome",
    label: "Outcome",
    description: "Whether it may go on being let.",
    key: "CASE WHEN inspections.passed THEN 1 ELSE 0 END",
    kind: DimensionKind::Numbers(|passed| {
        Some(match passed {
            1.0 => Member::fixed(0, "passed", "Passed"),
            _ => Member::fixed(1, "failed", "Failed"),
        })
    }),
};

pub(super) const CHART: Chart = Chart {
    name: "scoreByOutcome",
    title: "Scores by outcome",
    description: "What inspections scored that were passed, and those that were not.",
    kind: ChartKind::Bar,
    order: 200,
    of: Charted::Question(|_| "dataset=inspections&measures=score&rows=outcome".into()),
};
