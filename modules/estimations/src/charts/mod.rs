//! The charts of estimates and of the consensus, for every user who may read measures.

mod coverage;
mod queries;

use chrono::Days;
use kernel::explore::{Chart, ChartKind, Charted};

pub use coverage::coverage_of;

/// The filter for units whose consensus is more than 15 % above or below the listed rent, as links
/// contain it.
const FAR_OFF: &str = concat!(
    "filters=%7B%22operator%22%3A%22OR%22%2C%22conditions%22%3A%5B",
    "%7B%22field%22%3A%22listedGap%22%2C%22operator%22%3A%22greater_than%22%2C%22value%22%3A0.15%7D%2C",
    "%7B%22field%22%3A%22listedGap%22%2C%22operator%22%3A%22less_than%22%2C%22value%22%3A-0.15%7D%5D%7D"
);

pub(crate) const CHARTS: &[Chart] = &[
    Chart {
        name: "coverageByDay",
        title: "Coverage over the rotation's days",
        description: "The share of the units in this week's rotation that enough estimators had \
                      assessed by the end of each day.",
        kind: ChartKind::Line,
        order: 10,
        of: Charted::Computed {
            measures: &["coverage"],
            rows: "day",
            answer: coverage::coverage_by_day,
        },
    },
    Chart {
        name: "spreadByProject",
        title: "Spread and gross yield by project and bedrooms",
        description: "How far a unit's estimators are apart, and what its rent is of its price: \
                      medians of the units of a project with as many bedrooms.",
        kind: ChartKind::Heat,
        order: 20,
        of: Charted::Question(|_| {
            "dataset=units&measures=spread&measures=grossYield&rows=project&cols=bedrooms&limit=1000"
                .into()
        }),
    },
    Chart {
        name: "consensusAgainstListed",
        title: "Consensus against listed rent",
        description: "Each point is the units of a project with as many bedrooms: the median of \
                      what estimators say against the median of what is listed.",
        kind: ChartKind::Scatter,
        order: 30,
        of: Charted::Question(|_| {
            "dataset=units&measures=rent&rows=project&cols=bedrooms&compare=listed&limit=1000"
                .into()
        }),
    },
    Chart {
        name: "assessmentsPerDay",
        title: "Estimates per day",
        description: "How many estimates were last saved on each of the last 28 days.",
        kind: ChartKind::Bar,
        order: 40,
        of: Charted::Question(|today| {
            let from = today.checked_sub_days(Days::new(27)).unwrap_or(today);
            format!("dataset=assessments&measures=estimates&rows=day&from={from}&to={today}")
        }),
    },
    Chart {
        name: "estimatorBias",
        title: "Bias of estimators",
        description: "How far each estimator is above or below the median of at least three others, \
                      with the 95 % interval.",
        kind: ChartKind::Interval,
        order: 50,
        of: Charted::Question(|_| {
            "dataset=estimators&measures=bias&measures=biasLow&measures=biasHigh&rows=estimator\
             &sort=bias:desc"
                .into()
        }),
    },
    Chart {
        name: "widestDisagreements",
        title: "The widest disagreements",
        description: "The 20 units whose estimators are furthest apart, by their spread.",
        kind: ChartKind::Bar,
        order: 60,
        of: Charted::Question(|_| {
            "dataset=units&measures=spread&rows=unit&sort=spread:desc&limit=20".into()
        }),
    },
    Chart {
        name: "farOffListed",
        title: "Units far off their listed rent",
        description: "Units whose consensus is more than 15 % above or below the listed rent: the \
                      30 furthest.",
        kind: ChartKind::Bar,
        order: 70,
        of: Charted::Question(|_| {
            format!(
                "dataset=units&measures=listedGap&measures=listedDistance&rows=unit\
                 &sort=listedDistance:desc&limit=30&{FAR_OFF}"
            )
        }),
    },
    Chart {
        name: "projectsByNetYield",
        title: "Projects by net yield",
        description: "The median net yield of each project's units, where the project is.",
        kind: ChartKind::Map,
        order: 80,
        of: Charted::Question(|_| "dataset=units&measures=netYield&rows=project&limit=1000".into()),
    },
];
