//! A chart as a module declares it, and as the API returns it.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Serialize;

use super::answer::ExplorerAnswer;
use crate::base::config::Settings;
use crate::base::error::Result;
use crate::db::Conn;
use crate::records::reader::Reader;

/// A chart that is shown to every user with permission to read measures.
#[derive(Clone, Copy, Debug)]
pub struct Chart {
    /// Its identifier.
    pub name: &'static str,
    /// The title, in a few words.
    pub title: &'static str,
    /// What is measured and how, in a sentence.
    pub description: &'static str,
    /// How it is drawn.
    pub kind: ChartKind,
    /// The sort order among all charts, lowest first.
    pub order: u32,
    /// The source of its values.
    pub of: Charted,
}

/// How a chart is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChartKind {
    /// A bar for each row.
    Bar,
    /// A line through the rows.
    Line,
    /// A point for each row: the first measure against the second, or against the value that it is
    /// compared with.
    Scatter,
    /// Rows by columns, coloured by the first measure.
    Heat,
    /// The number of rows with a value in each interval.
    Histogram,
    /// The first measure of each row, between the second and the third.
    Interval,
    /// Rows that are records with a position, coloured by the first measure.
    Map,
}

/// The source of the values of a chart.
#[derive(Clone, Copy, Debug)]
pub enum Charted {
    /// A question of the explorer: returns its query string, given the current day in the product's time zone.
    Question(fn(NaiveDate) -> String),
    /// Values that no question of the explorer can compute, each row of the same records.
    Computed {
        /// The names of their measures, which give labels and units.
        measures: &'static [&'static str],
        /// The dimension whose values the rows are.
        rows: &'static str,
        /// Computes the values, of what the reader may read.
        answer: fn(&mut Conn, &Settings, &Reader) -> Result<ChartValues>,
    },
}

/// Values that no question of the explorer can compute.
#[derive(Clone, Debug)]
pub struct ChartValues {
    /// The values, in the form of an answer of the explorer.
    pub answer: ExplorerAnswer,
    /// The query string of the view of the explorer that shows the data behind them.
    pub explore: Option<String>,
}

/// A chart with its values.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplorerChart {
    /// Its identifier.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// What is measured and how.
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
    /// What its values are compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub compare: Option<&'static str>,
    /// The number of records that it is computed from, when every row has the same ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub n: Option<u64>,
    /// The query string of the view of the explorer that shows the data behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub explore: Option<String>,
    /// Its values, in the form of an answer of the explorer.
    pub answer: ExplorerAnswer,
}
