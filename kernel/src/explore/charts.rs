//! Charts that modules declare: a question that is asked for everybody, with the kind of drawing and
//! a title. Screens show them in their order, each with a way to the explorer.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::answer::ExplorerAnswer;
use super::explorer::Explorer;
use super::question::{CHARTS, COMPARISONS, Compare, Question, pairs};
use crate::base::config::Settings;
use crate::base::error::{Error, Result};
use crate::base::time::today;
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

crate::api_schema!(ExplorerChart);

impl Chart {
    /// What most charts say, for `Chart { name: …, ..Chart::DEFAULT }`.
    pub const DEFAULT: Self = Self {
        name: "",
        title: "",
        description: "",
        kind: ChartKind::Bar,
        order: 100,
        of: Charted::Question(|_| String::new()),
        least: 0.0,
    };

    /// As the document tells it.
    pub(super) fn described(&self) -> Value {
        let measures: Vec<String> = match self.of {
            Charted::Figures { measures, .. } => {
                measures.iter().map(|&name| name.to_owned()).collect()
            }
            Charted::Question(asks) => {
                let said = pairs(&asks(today())).unwrap_or_default().into_iter();
                said.filter(|(name, _)| name == "measures").map(|(_, value)| value).collect()
            }
        };
        json!({ "name": self.name, "title": self.title, "description": self.description,
                "kind": self.kind, "measures": measures })
    }
}

impl Explorer {
    /// Fails when a chart asks for what nobody declares.
    pub(crate) fn check_charts(&self) -> Result<()> {
        for chart in &self.catalog.charts {
            let wrong = |what: &str| {
                Error::startup(format!("The chart {} cannot be drawn: {what}", chart.name))
            };
            match chart.of {
                Charted::Question(asks) => {
                    Question::check(self, &asks(today()))
                        .map_err(|error| wrong(&error.to_string()))?;
                }
                Charted::Figures { measures, rows, .. } => {
                    let known = |name: &str| self.catalog.measures.iter().any(|m| m.name == name);
                    if let Some(name) = measures.iter().find(|name| !known(name)) {
                        return Err(wrong(&format!("there is no measure {name}.")));
                    }
                    if !self.catalog.dimensions.iter().any(|one| one.name == rows) {
                        return Err(wrong(&format!("there is no dimension {rows}.")));
                    }
                }
            }
        }
        Ok(())
    }
}

/// A chart that somebody wants to see.
pub struct ChosenChart {
    chart: Chart,
    settings: Settings,
    /// The question, and its query string.
    question: Option<(Question, String)>,
}

impl ChosenChart {
    /// The one of that name.
    pub fn of(explorer: &Explorer, name: &str) -> Result<Self> {
        let chart = explorer.catalog.charts.iter().find(|chart| chart.name == name);
        let chart = *chart.ok_or(Error::NotFound)?;
        let settings = explorer.settings.clone();
        let question = match chart.of {
            Charted::Figures { .. } => None,
            Charted::Question(asks) => {
                let asked = asks(today());
                Some((Question::of(explorer, &asked, &[])?, asked))
            }
        };
        Ok(Self { chart, settings, question })
    }

    /// What has the same figures.
    pub fn key(&self) -> String {
        format!("chart {} {}", self.chart.name, today())
    }

    /// Its figures, out of one snapshot of the database.
    pub fn answer(&self, conn: &mut Conn) -> Result<ExplorerChart> {
        let Chart { name, title, description, kind, of, least, .. } = self.chart;
        let mut told = match (&self.question, of) {
            (Some((question, asked)), _) => {
                let all = &question.asked;
                let name = |dimension: &super::Dimension| dimension.name;
                ExplorerChart {
                    name: "",
                    title,
                    description,
                    kind,
                    measures: all.measures.iter().map(|measure| measure.name).collect(),
                    rows: all.rows.as_ref().map(name),
                    cols: all.cols.as_ref().map(name),
                    compare: all.compare.map(|compare| match compare {
                        Compare::Previous => COMPARISONS[0],
                        Compare::Listed => COMPARISONS[1],
                    }),
                    n: None,
                    explore: Some(drawn_as(asked, kind)),
                    answer: question.answer(conn)?,
                }
            }
            (None, Charted::Figures { measures, rows, answer }) => {
                let Figures { answer, explore } = answer(conn, &self.settings)?;
                ExplorerChart {
                    name: "",
                    title,
                    description,
                    kind,
                    measures: measures.to_vec(),
                    rows: Some(rows),
                    cols: None,
                    compare: None,
                    n: answer.rows.iter().flat_map(|row| &row.values.0).map(|(_, one)| one.n).max(),
                    explore,
                    answer,
                }
            }
            (None, Charted::Question(_)) => return Err(Error::internal("a chart without figures")),
        };
        told.name = name;
        if least > 0.0 {
            told.answer.rows.retain(|row| {
                let first = row.values.0.first().and_then(|(_, figure)| figure.value);
                first.is_some_and(|value| value.abs() > least)
            });
        }
        Ok(told)
    }
}

/// The same in the explorer, which draws it alike where it can.
fn drawn_as(asked: &str, kind: ChartKind) -> String {
    let word = json!(kind);
    match word.as_str().filter(|word| CHARTS.contains(word)) {
        Some(word) => format!("{asked}&chart={word}"),
        None => asked.to_owned(),
    }
}
