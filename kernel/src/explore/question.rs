//! Parses and validates the parameters of a question. A parameter that the explorer cannot answer
//! is status 400 with a message that names the parameter and lists what is possible.

use std::sync::Arc;

use chrono::{Datelike, NaiveDate};
use text::suggestions::did_you_mean;

use super::catalog::Catalog;
use super::declare::{Dataset, Dimension, DimensionKind, Grain, Measure};
use super::explorer::Explorer;
use crate::base::config::Settings;
use crate::base::error::{Error, Result};
use crate::base::time::today;
use crate::engine::columns::ColumnCache;
use crate::engine::list::{Filter, Node, whole_number};
use crate::engine::policy::Access;
use crate::records::Records;

/// How many measures one question may have.
pub(super) const MOST_MEASURES: usize = 4;
/// How many rows are returned without `limit`.
pub(super) const USUAL_ROWS: usize = 100;
/// How many rows can be returned.
pub(super) const MOST_ROWS: usize = 1000;

/// What a dimension of time can be cut into.
pub(super) const GRAINS: [(&str, Grain); 3] =
    [("day", Grain::Day), ("week", Grain::Week), ("month", Grain::Month)];
/// How screens draw an answer. It does not change the answer.
pub(super) const CHARTS: [&str; 6] = ["table", "bar", "line", "scatter", "heat", "histogram"];
/// What measures can be compared with.
pub(super) const COMPARISONS: [&str; 2] = ["previous", "listed"];
/// Days of earlier years are rejected as mistakes.
const FIRST_YEAR: i32 = 1900;
/// The names of all parameters.
const PARAMETERS: [&str; 12] = [
    "dataset", "measures", "rows", "cols", "filters", "from", "to", "grain", "chart", "sort",
    "limit", "compare",
];

/// A validated question.
#[derive(Clone)]
pub struct Question {
    pub(super) catalog: Arc<Catalog>,
    pub(super) parameters: Parameters,
    /// The condition of the filters, and the table that it applies to.
    pub(super) filter: Option<(&'static str, Node)>,
    /// Groups to which the question is limited: those of the records behind a value.
    pub(super) within: Vec<Within>,
    pub(super) settings: Settings,
    pub(super) cache: Arc<ColumnCache>,
    pub(super) key: String,
}

/// Groups of a dimension, by their keys.
#[derive(Clone, Debug)]
pub(super) struct Within {
    pub(super) dimension: Dimension,
    pub(super) keys: Vec<Option<String>>,
}

/// The parameters of a question, resolved to declarations.
#[derive(Clone, Debug)]
pub(super) struct Parameters {
    pub(super) dataset: Dataset,
    pub(super) measures: Vec<Measure>,
    pub(super) rows: Option<Dimension>,
    pub(super) cols: Option<Dimension>,
    pub(super) from: Option<NaiveDate>,
    pub(super) to: Option<NaiveDate>,
    pub(super) compare: Option<Compare>,
    pub(super) sort: Sort,
    pub(super) descending: bool,
    /// How many rows are skipped before the first that is returned.
    pub(super) skip: usize,
    pub(super) limit: usize,
    pub(super) today: NaiveDate,
}

/// What measures are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    /// The period of the same length before.
    Previous,
    /// The same measure of listed values.
    Listed,
}

/// What rows are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// The dimension's own order.
    Row,
    /// The measure at this index.
    Measure(usize),
}

impl Question {
    /// Parses the query string of a request. The parameters in `own` are read by the handler
    /// itself.
    ///
    /// # Errors
    /// Status 400 for a parameter that is unknown, repeated or not possible.
    pub(super) fn of(explorer: &Explorer, query: &str, own: &[&str]) -> Result<Self> {
        Self::read(explorer, &Given::of(pairs(query)?, own)?)
    }

    /// Reads a saved view.
    ///
    /// # Errors
    /// As [`Question::of`].
    pub(crate) fn saved(explorer: &Explorer, view: &str) -> Result<Self> {
        Self::of(explorer, view, &[])
    }

    /// Checks a query string.
    ///
    /// # Errors
    /// As [`Question::of`].
    pub(crate) fn check(explorer: &Explorer, query: &str) -> Result<()> {
        Self::of(explorer, query, &[]).map(drop)
    }

    /// Returns the key of the response cache: questions with equal keys have equal answers.
    pub fn key(&self) -> String {
        self.key.clone()
    }

    pub(super) fn read(explorer: &Explorer, given: &Given) -> Result<Self> {
        let Explorer { catalog, columns, records, settings, access, .. } = explorer;
        let dataset = given.one("dataset")?.ok_or_else(|| {
            needed("dataset", catalog.datasets.iter().map(|dataset| dataset.name))
        })?;
        let dataset = *named("dataset", dataset, &catalog.datasets, |dataset| dataset.name)?;
        let measures = measures(catalog, &dataset, given)?;
        let mut rows = dimension(catalog, &measures, "rows", given)?;
        let mut cols = dimension(catalog, &measures, "cols", given)?;
        match (&rows, &cols) {
            (None, Some(_)) => {
                return Err(Error::Malformed("`cols` goes with `rows`: say what these are".into()));
            }
            (Some(rows), Some(cols)) if rows.name == cols.name => {
                return Err(Error::Malformed(
                    "`cols` must be another dimension than `rows`".into(),
                ));
            }
            _ => {}
        }
        if let Some(grain) = given.one("grain")? {
            let (_, grain) = *named("grain", grain, &GRAINS, |(name, _)| name)?;
            for dimension in [&mut rows, &mut cols].into_iter().flatten() {
                if let DimensionKind::Time(cut) = &mut dimension.kind {
                    *cut = grain;
                }
            }
        }
        if let Some(chart) = given.one("chart")? {
            named("chart", chart, &CHARTS, |chart| chart)?;
        }
        let (from, to) = (given.day("from")?, given.day("to")?);
        if from.zip(to).is_some_and(|(from, to)| from > to) {
            return Err(Error::Malformed("`from` must not be after `to`".into()));
        }
        let compare = match given.one("compare")? {
            None => None,
            Some(word) => match *named("compare", word, &COMPARISONS, |word| word)? {
                "listed" => Some(Compare::Listed),
                _ => {
                    check_previous(from.zip(to))?;
                    Some(Compare::Previous)
                }
            },
        };
        let (sort, descending) = sort(&measures, given)?;
        let limit = whole_number("limit", given.one("limit")?, USUAL_ROWS, MOST_ROWS)?;
        let filters = given.one("filters")?.filter(|text| !text.trim().is_empty());
        let filter = filters.map(|text| condition(records, access, &dataset, text)).transpose()?;
        let parameters = Parameters {
            dataset,
            measures,
            rows,
            cols,
            from,
            to,
            compare,
            sort,
            descending,
            skip: 0,
            limit,
            today: today(),
        };
        let key = key(&parameters, filters);
        let (catalog, cache) = (Arc::clone(catalog), Arc::clone(columns));
        let settings = settings.clone();
        Ok(Self { catalog, parameters, filter, within: Vec::new(), settings, cache, key })
    }
}

impl Parameters {
    /// The dimensions of rows and columns.
    pub(super) fn axes(&self) -> [Option<&Dimension>; 2] {
        [self.rows.as_ref(), self.cols.as_ref()]
    }
}

/// Parses a query string into names and values.
pub(super) fn pairs(query: &str) -> Result<Vec<(String, String)>> {
    let pairs = actix_web::web::Query::<Vec<(String, String)>>::from_query(query)
        .map_err(|error| Error::Malformed(format!("The query cannot be read: {error}")))?;
    Ok(pairs.into_inner())
}

/// The parameters before validation.
pub(super) struct Given(Vec<(String, String)>);

impl Given {
    pub(super) fn of(mut pairs: Vec<(String, String)>, own: &[&str]) -> Result<Self> {
        pairs.retain(|(name, _)| !own.contains(&name.as_str()));
        match pairs.iter().find(|(name, _)| !PARAMETERS.contains(&name.as_str())) {
            None => Ok(Self(pairs)),
            Some((name, _)) => Err(Error::Malformed(format!(
                "There is no parameter {}{}. Possible: {}",
                quoted(name),
                did_you_mean(name, PARAMETERS).trim_end_matches('?'),
                PARAMETERS.join(", ")
            ))),
        }
    }

    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn one<'a>(&'a self, name: &'a str) -> Result<Option<&'a str>> {
        let mut all = self.all(name);
        let first = all.next();
        match all.next() {
            None => Ok(first),
            Some(_) => Err(Error::Malformed(format!("`{name}` can be given only once"))),
        }
    }

    fn day(&self, name: &str) -> Result<Option<NaiveDate>> {
        let Some(text) = self.one(name)? else { return Ok(None) };
        let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
        // Only the canonical form is accepted: chrono would parse others too.
        let day =
            day.filter(|day| day.to_string() == text && (FIRST_YEAR..=9999).contains(&day.year()));
        day.map(Some)
            .ok_or_else(|| Error::Malformed(format!("`{name}` must be a day such as 2026-11-20")))
    }
}

/// Checks that there is a period before this one to compare it with.
fn check_previous(period: Option<(NaiveDate, NaiveDate)>) -> Result<()> {
    let message = match period {
        None => "`compare=previous` needs a period: say `from` and `to`",
        Some((from, to)) if (from - (to - from)).year() <= FIRST_YEAR => {
            "`compare=previous` would reach back behind 1901: ask for a shorter period"
        }
        Some(_) => return Ok(()),
    };
    Err(Error::Malformed(message.into()))
}

fn quoted(text: &str) -> String {
    format!("`{}`", text.chars().take(60).collect::<String>())
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "nothing".into() } else { names.join(", ") }
}

fn needed<'a>(parameter: &str, names: impl Iterator<Item = &'a str>) -> Error {
    Error::Malformed(format!("`{parameter}` is needed. Possible: {}", listed(names)))
}

/// Returns the element of `all` that has this name.
fn named<'a, T>(
    parameter: &str,
    name: &str,
    all: &'a [T],
    called: impl Fn(&T) -> &'static str,
) -> Result<&'a T> {
    all.iter().find(|one| called(one) == name).ok_or_else(|| {
        Error::Malformed(format!(
            "`{parameter}` cannot be {}. Possible: {}",
            quoted(name),
            listed(all.iter().map(&called))
        ))
    })
}

fn measures(catalog: &Catalog, dataset: &Dataset, given: &Given) -> Result<Vec<Measure>> {
    let possible: Vec<Measure> = catalog.measures_of(dataset).copied().collect();
    let mut measures = Vec::new();
    for name in given.all("measures") {
        let here = format!("measures` of `{}", dataset.name);
        let measure = *named(&here, name, &possible, |measure| measure.name)?;
        if measures.iter().any(|one: &Measure| one.name == name) {
            return Err(Error::Malformed(format!("`measures` names `{name}` twice")));
        }
        measures.push(measure);
    }
    match measures.len() {
        0 => Err(needed("measures", possible.iter().map(|measure| measure.name))),
        1..=MOST_MEASURES => Ok(measures),
        _ => Err(Error::Malformed(format!("`measures` can name at most {MOST_MEASURES}"))),
    }
}

fn dimension(
    catalog: &Catalog,
    measures: &[Measure],
    parameter: &str,
    given: &Given,
) -> Result<Option<Dimension>> {
    let Some(name) = given.one(parameter)? else { return Ok(None) };
    let dimensions = &catalog.dimensions;
    let dimension = *named(parameter, name, dimensions, |dimension| dimension.name)?;
    match measures.iter().find(|measure| !catalog.groups(&dimension, measure)) {
        None => Ok(Some(dimension)),
        Some(measure) => {
            let possible = dimensions
                .iter()
                .filter(|one| measures.iter().all(|measure| catalog.groups(one, measure)))
                .map(|one| one.name);
            Err(Error::Malformed(format!(
                "`{parameter}` cannot be `{name}`, which `{}` is not known by. Possible: {}",
                measure.name,
                listed(possible)
            )))
        }
    }
}

fn sort(measures: &[Measure], given: &Given) -> Result<(Sort, bool)> {
    let Some(text) = given.one("sort")? else { return Ok((Sort::Row, false)) };
    let (by, direction) = text.split_once(':').unwrap_or((text, "asc"));
    let descending = match direction {
        "asc" => Some(false),
        "desc" => Some(true),
        _ => None,
    };
    let by = match by {
        "row" => Some(Sort::Row),
        name => measures.iter().position(|one| one.name == name).map(Sort::Measure),
    };
    by.zip(descending).ok_or_else(|| {
        let names = std::iter::once("row").chain(measures.iter().map(|measure| measure.name));
        let possible: Vec<String> =
            names.flat_map(|name| [format!("{name}:asc"), format!("{name}:desc")]).collect();
        Error::Malformed(format!(
            "`sort` cannot be {}. Possible: {}",
            quoted(text),
            possible.join(", ")
        ))
    })
}

/// Compiles the filters into a condition, and returns the table that it applies to.
fn condition(
    records: &Records,
    access: &Access,
    dataset: &Dataset,
    text: &str,
) -> Result<(&'static str, Node)> {
    let entry = records.get(dataset.resource);
    let entry = entry.ok_or_else(|| Error::internal(format!("no {}", dataset.resource)))?;
    // Who may ask questions may know every measure, and not every record.
    let may = |resource: &str, _: &str| records.get(resource).is_none();
    let filter = Filter::read(text, &records.filterable(entry, &may).seen_by(access))?;
    let filter = records.as_seen(entry, filter, access);
    let condition = entry.registration.read.condition(&filter);
    let condition =
        condition.ok_or_else(|| Error::internal("a filter was checked against other fields"))?;
    Ok((entry.info().table, condition))
}

fn key(parameters: &Parameters, filters: Option<&str>) -> String {
    let name = |dimension: &Option<Dimension>| {
        dimension.map(|one| match one.kind {
            DimensionKind::Time(grain) => format!("{grain:?}"),
            _ => one.name.to_owned(),
        })
    };
    let Parameters { dataset, measures, from, to, compare, sort, descending, limit, today, .. } =
        parameters;
    let measures: Vec<&str> = measures.iter().map(|measure| measure.name).collect();
    let (rows, cols) = (name(&parameters.rows), name(&parameters.cols));
    let what = (dataset.name, measures, rows, cols, filters);
    let how = (from, to, compare, sort, descending, limit, today);
    format!("explorer {what:?} {how:?}")
}
