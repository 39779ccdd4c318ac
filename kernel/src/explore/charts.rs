//! Answers the charts that modules declare: a question that is the same for every user, with a kind
//! of drawing and a title. Screens show them in their sort order, each with a link to the explorer.

use serde_json::{Value, json};

use super::chart::{Chart, ChartKind, ChartValues, Charted, ExplorerChart};
use super::explorer::Explorer;
use super::question::{CHARTS, COMPARISONS, Compare, Question, pairs};
use crate::base::config::Settings;
use crate::base::error::{Error, Result};
use crate::base::time::today;
use crate::db::Conn;
use crate::records::reader::Reader;

impl Chart {
    /// Describes the chart for the OpenAPI document.
    pub(super) fn described(&self) -> Value {
        let measures: Vec<String> = match self.of {
            Charted::Computed { measures, .. } => {
                measures.iter().map(|&name| name.to_owned()).collect()
            }
            Charted::Question(query_of) => {
                let parameters = pairs(&query_of(today())).unwrap_or_default().into_iter();
                parameters.filter(|(name, _)| name == "measures").map(|(_, value)| value).collect()
            }
        };
        json!({ "name": self.name, "title": self.title, "description": self.description,
                "kind": self.kind, "measures": measures })
    }
}

impl Explorer {
    /// Checks the charts.
    ///
    /// # Errors
    /// A startup error for a chart whose question, measure or dimension is not declared.
    pub(crate) fn check_charts(&self) -> Result<()> {
        for chart in &self.catalog.charts {
            let wrong = |what: &str| {
                Error::startup(format!("The chart {} cannot be drawn: {what}", chart.name))
            };
            match chart.of {
                Charted::Question(query_of) => {
                    Question::check(self, &query_of(today()))
                        .map_err(|error| wrong(&error.to_string()))?;
                }
                Charted::Computed { measures, rows, .. } => {
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

/// A chart that a request asks for.
pub struct ChosenChart {
    chart: Chart,
    settings: Settings,
    reader: Reader,
    /// The question and its query string; `None` for a chart that computes its values by itself.
    question: Option<(Question, String)>,
}

impl ChosenChart {
    /// Returns the chart of that name.
    ///
    /// # Errors
    /// Not found when no module declares it.
    pub fn of(explorer: &Explorer, name: &str) -> Result<Self> {
        let chart = explorer.catalog.charts.iter().find(|chart| chart.name == name);
        let chart = *chart.ok_or(Error::NotFound)?;
        let settings = explorer.settings.clone();
        let question = match chart.of {
            Charted::Computed { .. } => None,
            Charted::Question(query_of) => {
                let query = query_of(today());
                Some((Question::of(explorer, &query, &[])?, query))
            }
        };
        let reader = Reader::new(&explorer.records, &explorer.access);
        Ok(Self { chart, settings, reader, question })
    }

    /// Returns the key of the response cache: charts with equal keys have equal values.
    pub fn key(&self) -> String {
        format!("chart {} {}", self.chart.name, today())
    }

    /// Computes its values, from one snapshot of the database.
    pub fn answer(&self, conn: &mut Conn) -> Result<ExplorerChart> {
        let Chart { name, title, description, kind, of, .. } = self.chart;
        let chart = |measures, rows, answer| ExplorerChart {
            name,
            title,
            description,
            kind,
            measures,
            rows,
            cols: None,
            compare: None,
            n: None,
            explore: None,
            answer,
        };
        match (&self.question, of) {
            (Some((question, query)), _) => {
                let all = &question.parameters;
                let name = |dimension: &super::Dimension| dimension.name;
                let measures = all.measures.iter().map(|measure| measure.name).collect();
                Ok(ExplorerChart {
                    cols: all.cols.as_ref().map(name),
                    compare: all.compare.map(|compare| match compare {
                        Compare::Previous => COMPARISONS[0],
                        Compare::Listed => COMPARISONS[1],
                    }),
                    explore: Some(drawn_as(query, kind)),
                    ..chart(measures, all.rows.as_ref().map(name), question.answer(conn)?)
                })
            }
            (None, Charted::Computed { measures, rows, answer }) => {
                let ChartValues { answer, explore } = answer(conn, &self.settings, &self.reader)?;
                let values = answer.rows.iter().flat_map(|row| &row.values.0);
                let n = values.map(|(_, one)| one.n).max();
                Ok(ExplorerChart { n, explore, ..chart(measures.to_vec(), Some(rows), answer) })
            }
            (None, Charted::Question(_)) => Err(Error::internal("a chart without values")),
        }
    }
}

/// Returns the query string of the same question in the explorer, which draws it alike where it
/// can.
fn drawn_as(query: &str, kind: ChartKind) -> String {
    let word = json!(kind);
    match word.as_str().filter(|word| CHARTS.contains(word)) {
        Some(word) => format!("{query}&chart={word}"),
        None => query.to_owned(),
    }
}
