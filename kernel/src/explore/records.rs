//! Lists the records behind a value: the same question, limited to the facts of one group, with a
//! row for each record of the dataset's resource.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::answer::{ExplorerKey, ExplorerValues};
use super::declare::{Dimension, Kind};
use super::explorer::Explorer;
use super::question::{Given, Question, Within, pairs};
use super::within::Only;
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::Conn;
use tables::Format;

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
    /// The measures of the facts of this record.
    pub values: ExplorerValues,
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
            [Some(page)] => page
                .parse()
                .ok()
                .filter(|page| (1..=LAST_PAGE).contains(page))
                .ok_or_else(|| {
                    Error::Malformed(format!("`page` must be a whole number from 1 to {LAST_PAGE}"))
                })?,
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
            kind: Kind::Record { of: table, called: dataset.called, place: None },
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
        let mut rows = within.iter().map(Only::explorer_keys);
        let row = if self.of_rows > 0 { rows.next() } else { None };
        let items = answer.rows.into_iter().filter_map(|one| {
            let record = Arc::unwrap_or_clone(one.row);
            Some(ExplorerRecord { id: record.key?, title: record.label, values: one.values })
        });
        let limit = self.question.parameters.limit;
        Ok(ExplorerRecords {
            resource: self.resource,
            row: row.unwrap_or_default(),
            col: rows.next().unwrap_or_default(),
            items: items.collect(),
            total: answer.total,
            page: self.page,
            limit,
            total_pages: answer.total.div_ceil(limit as u64),
            as_of: answer.as_of,
        })
    }

    /// Writes all records as a file.
    pub fn table(mut self, conn: &mut Conn, format: Format) -> Result<Vec<u8>> {
        (self.question.parameters.skip, self.question.parameters.limit) = (0, usize::MAX);
        self.question.table(&self.question.answer(conn)?, format)
    }
}
