//! Lists the records behind a value: the same question, limited to the facts of one group, with a
//! row for each record of the dataset's resource. Beside the measures of the question each record has
//! those that the dataset declares, and a list of what it consists of.

use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::answer::{ExplorerKey, ExplorerValues};
use super::declare::{Dimension, DimensionKind, Measure};
use super::explorer::Explorer;
use super::group_filter::GroupFilter;
use super::question::{Given, Question, Sort, Within, pairs};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::list::whole_number;

/// The parameters in addition to those of a question.
const OWN: [&str; 3] = ["row", "col", "page"];

/// The highest page number that is accepted.
const LAST_PAGE: usize = 1_000_000;

/// The records behind a value of a measure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerRecords {
    /// The resource of these records.
    pub resource: &'static str,
    /// The groups of `rows` that the records are limited to, when `row` was given.
    pub row: Vec<ExplorerKey>,
    /// The groups of `cols` that the records are limited to, when `col` was given.
    pub col: Vec<ExplorerKey>,
    /// The records of this page.
    pub items: Vec<ExplorerRecord>,
    /// The number of records in all.
    pub total: u64,
    /// The number of this page, from 1.
    pub page: usize,
    /// The number of records of a page.
    pub limit: usize,
    /// The number of pages.
    pub total_pages: u64,
    /// The time of the data.
    pub as_of: Timestamp,
}

/// A record behind a value of a measure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplorerRecord {
    /// The identifier.
    #[serde(rename = "_id")]
    pub id: String,
    /// The label.
    pub title: String,
    /// The measures of the facts of this record: those of the question, and those that `x-explorer`
    /// names as `behind` of the dataset.
    pub values: ExplorerValues,
    /// What the dataset lists within each record (`each` in `x-explorer`), such as each estimate of
    /// a unit.
    pub each: Vec<ExplorerPart>,
}

/// A value within a record.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplorerPart {
    /// Whose value it is.
    pub of: ExplorerKey,
    /// The value of the measure.
    pub value: f64,
}

/// A question about the records behind a value.
pub struct Behind {
    question: Question,
    resource: &'static str,
    /// How many of the groups are groups of `rows`.
    of_rows: usize,
    page: usize,
}

impl Behind {
    /// Parses the query string of a request. The parameters in `own` are read by the handler
    /// itself.
    ///
    /// # Errors
    /// Status 400 for a parameter that is unknown, repeated or not possible.
    pub(super) fn of(explorer: &Explorer, query: &str, own: &[&str]) -> Result<Self> {
        let pairs = pairs(query)?;
        let all = |name: &str| -> Vec<Option<String>> {
            let values = pairs.iter().filter(|(known, _)| known == name);
            values.map(|(_, value)| (!value.is_empty()).then(|| value.clone())).collect()
        };
        let (rows, cols, pages) = (all("row"), all("col"), all("page"));
        let page = match &pages[..] {
            [] => 1,
            [Some(page)] => whole_number("page", Some(page), 1, LAST_PAGE)?,
            _ => return Err(Error::Malformed("`page` can be given only once".into())),
        };
        let own: Vec<&str> = OWN.iter().chain(own).copied().collect();
        let given = Given::of(pairs.clone(), &own)?;
        let mut question = Question::read(explorer, &given)?;
        let parameters = &mut question.parameters;
        let dataset = parameters.dataset;
        let mut within = Vec::new();
        let of_rows = usize::from(!rows.is_empty());
        for (name, keys, dimension) in
            [("row", rows, parameters.rows.take()), ("col", cols, parameters.cols.take())]
        {
            match (keys.is_empty(), dimension) {
                (true, _) => {}
                (false, Some(dimension)) => within.push(Within { dimension, keys }),
                (false, None) => {
                    return Err(Error::Malformed(format!("`{name}` goes with `{name}s`")));
                }
            }
        }
        let table = question.catalog.table_of(dataset.resource);
        let table = table.ok_or_else(|| Error::internal("a dataset of no resource"))?;
        parameters.rows = Some(Dimension {
            name: dataset.resource,
            label: dataset.label,
            description: "",
            key: dataset.record,
            kind: DimensionKind::Record { of: table, called: dataset.called, place: None },
        });
        parameters.compare = None;
        parameters.skip = (page - 1) * parameters.limit;
        question.key = format!("{} behind {within:?} {page}", question.key);
        question.within = within;
        Ok(Self { question, resource: dataset.resource, of_rows, page })
    }

    /// Returns the key of the response cache: equal keys have equal answers.
    pub fn key(&self) -> String {
        self.question.key()
    }

    /// Returns a page of the records, from one snapshot of the database.
    pub fn answer(&self, conn: &mut Conn) -> Result<ExplorerRecords> {
        let (answer, within) = self.question.found(conn)?;
        let mut rows = within.iter().map(GroupFilter::explorer_keys);
        let row = if self.of_rows > 0 { rows.next() } else { None };
        let items = answer.rows.into_iter().filter_map(|one| {
            let record = Arc::unwrap_or_clone(one.row);
            let (id, each) = (record.key?, Vec::new());
            Some(ExplorerRecord { id, title: record.label, values: one.values, each })
        });
        let mut items: Vec<ExplorerRecord> = items.collect();
        self.complete(conn, &mut items)?;
        let limit = self.question.parameters.limit;
        Ok(ExplorerRecords {
            resource: self.resource,
            row: row.unwrap_or_default(),
            col: rows.next().unwrap_or_default(),
            items,
            total: answer.total,
            page: self.page,
            limit,
            total_pages: answer.total.div_ceil(limit as u64),
            as_of: answer.as_of,
        })
    }

    /// Adds what the dataset shows of every record, and lists what each consists of: further
    /// questions about these records only, which add no record.
    fn complete(&self, conn: &mut Conn, records: &mut [ExplorerRecord]) -> Result<()> {
        let Question { catalog, parameters, .. } = &self.question;
        if records.is_empty() {
            return Ok(());
        }
        let places: HashMap<String, usize> =
            records.iter().enumerate().map(|(at, record)| (record.id.clone(), at)).collect();
        let requested = |name: &str| parameters.measures.iter().any(|one| one.name == name);
        let behind = parameters.dataset.behind.iter().filter(|name| !requested(name));
        let behind: Vec<Measure> = behind.filter_map(|name| catalog.measure(name)).collect();
        if !behind.is_empty() {
            for row in self.of_these(&places, behind, None).answer(conn)?.rows {
                if let Some(at) = row.row.key.as_ref().and_then(|id| places.get(id)) {
                    records[*at].values.0.extend(row.values.0);
                }
            }
        }
        let each = parameters.dataset.each.and_then(|each| {
            let by = catalog.dimensions.iter().find(|one| one.name == each.by)?;
            Some((catalog.measure(each.measure)?, *by))
        });
        let Some((measure, by)) = each else { return Ok(()) };
        for row in self.of_these(&places, vec![measure], Some(by)).answer(conn)?.rows {
            let value = row.values.0.first().and_then(|(_, one)| one.value);
            let at = row.row.key.as_ref().and_then(|id| places.get(id));
            if let (Some(at), Some(of), Some(value)) = (at, row.col, value) {
                let of = Arc::unwrap_or_clone(of);
                records[*at].each.push(ExplorerPart { of, value });
            }
        }
        Ok(())
    }

    /// Returns a question about these records, whichever group they were found in.
    fn of_these(
        &self,
        records: &HashMap<String, usize>,
        measures: Vec<Measure>,
        cols: Option<Dimension>,
    ) -> Question {
        let mut question = self.question.clone();
        let parameters = &mut question.parameters;
        (parameters.measures, parameters.cols, parameters.sort) = (measures, cols, Sort::Row);
        (parameters.skip, parameters.limit) = (0, usize::MAX);
        let keys = records.keys().cloned().map(Some).collect();
        let within = parameters.rows.map(|dimension| Within { dimension, keys });
        question.within = within.into_iter().collect();
        question
    }

    /// Returns the question for all records, as for a file.
    pub fn all(mut self) -> Question {
        (self.question.parameters.skip, self.question.parameters.limit) = (0, usize::MAX);
        self.question
    }
}
