//! Charts that modules declare: a question that is asked for everybody, with the kind of drawing and
//! a title. Screens show them in their order, each with a way to the explorer.

use serde_json::{Value, json};

use super::chart::{Chart, ChartKind, Charted, ExplorerChart, Figures};
use super::explorer::Explorer;
use super::question::{CHARTS, COMPARISONS, Compare, Question, pairs};
use crate::base::config::Settings;
use crate::base::error::{Error, Result};
use crate::base::time::today;
use crate::db::Conn;

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
