//! A chart as a module declares it, and as it is answered.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Serialize;

use super::answer::ExplorerAnswer;
use crate::base::config::Settings;
use crate::base::error::Result;
use crate::db::Conn;

/// A chart that everybody sees who may read figures.
#[derive(Clone, Copy, Debug)]
pub struct Chart {
    /// Its identifier.
    pub name: &'static str,
    /// What is seen, in a few words.
    pub title: &'static str,
    /// What is counted and how, in a sentence.
    pub description: &'static str,
    /// How it is drawn.
    pub kind: ChartKind,
    /// Its place among all charts: the lowest is first.
    pub order: u32,
    /// What is drawn.
    pub of: Charted,
    /// Rows whose first figure is no further from zero than this are left out.
    pub least: f64,
}

/// How a chart is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChartKind {
    /// A bar for each row.
    Bar,
    /// A line through the rows.
    Line,
    /// A point for each row: the first measure against the second, or against what it is compared with.
    Scatter,
    /// Rows by columns, coloured by the first measure.
    Heat,
    /// How many rows have a figure from here to there.
    Histogram,
    /// The first measure of each row, between the second and the third.
    Interval,
    /// Rows that are records with a place, coloured by the first measure.
    Map,
}

/// What a chart is made of.
#[derive(Clone, Copy, Debug)]
pub enum Charted {
    /// A question as the explorer is asked: the query string, given the day in Asia/Dubai.
    Question(fn(NaiveDate) -> String),
    /// Figures that no question of the explorer asks for, each row of the same records.
    Figures {
        /// The names of their measures, by which their labels and units are known.
        measures: &'static [&'static str],
        /// The dimension that their rows are values of.
        rows: &'static str,
        /// Computes them.
        answer: fn(&mut Conn, &Settings) -> Result<Figures>,
    },
}

/// Figures that no question of the explorer asks for.
#[derive(Clone, Debug)]
pub struct Figures {
    /// As the explorer would answer.
    pub answer: ExplorerAnswer,
    /// The query string of the explorer's view behind them.
    pub explore: Option<String>,
}

/// A chart with its figures.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplorerChart {
    /// Its identifier.
    pub name: &'static str,
    /// What is seen.
    pub title: &'static str,
    /// What is counted and how.
    pub description: &'static str,
    /// How it is drawn.
    pub kind: ChartKind,
    /// The names of its measures; the first is the main one.
    pub measures: Vec<&'static str>,
    /// The dimension of its rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub rows: Option<&'static str>,
    /// The dimension of its columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub cols: Option<&'static str>,
    /// What its figures are compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub compare: Option<&'static str>,
    /// How many records it is made of, when every row is made of the same ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub n: Option<u64>,
    /// The query string of the explorer's view behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub explore: Option<String>,
    /// Its figures, as the explorer answers them.
    pub answer: ExplorerAnswer,
}
