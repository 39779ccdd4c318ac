//! The records behind a figure: the same question, of the facts of one group alone, with a row for
//! each record of the dataset's resource.

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

/// The parameters beside those of a question.
const OWN: [&str; 3] = ["row", "col", "page"];

/// How far one can turn.
const LAST_PAGE: usize = 1_000_000;

/// The records behind a figure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerRecords {
    /// The resource that they are records of.
    pub resource: &'static str,
    /// The groups of `rows` that they are in, when some were asked for.
    pub row: Vec<ExplorerKey>,
    /// The groups of `cols` that they are in, when some were asked for.
    pub col: Vec<ExplorerKey>,
    /// The records of this page.
    pub items: Vec<ExplorerRecord>,
    /// How many there are in all.
    pub total: u64,
    /// Which page this is, from 1 on.
    pub page: usize,
    /// How many records a page has.
    pub limit: usize,
    /// How many pages there are.
    pub total_pages: u64,
    /// The moment that the figures are for.
    pub as_of: Timestamp,
}

/// A record behind a figure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplorerRecord {
    /// The identifier.
    #[serde(rename = "_id")]
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The figures of the facts that are this record's own.
    pub values: ExplorerValues,
}

crate::api_schema!(ExplorerRecords);

/// A question about the records behind a figure.
pub struct Behind {
    question: Question,
    resource: &'static str,
    /// How many of the groups are of `rows`.
    of_rows: usize,
    page: usize,
}

impl Behind {
    /// What the query string of a request asks. Parameters that are the handler's own, `own`, it
    /// reads by itself.
    pub fn of(explorer: &Explorer, asked: &str, own: &[&str]) -> Result<Self> {
        let pairs = pairs(asked)?;
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
        let asked = &mut question.asked;
        let dataset = asked.dataset;
        let mut within = Vec::new();
        let of_rows = usize::from(!rows.is_empty());
        for (name, keys, dimension) in
            [("row", rows, asked.rows.take()), ("col", cols, asked.cols.take())]
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
        asked.rows = Some(Dimension {
            name: dataset.resource,
            label: dataset.label,
            description: "",
            key: dataset.record,
            kind: Kind::Record { of: table, called: dataset.called, place: None },
        });
        asked.compare = None;
        asked.skip = (page - 1) * asked.limit;
        question.key = format!("{} behind {within:?} {page}", question.key);
        question.within = within;
        Ok(Self { question, resource: dataset.resource, of_rows, page })
    }

    /// What two have in common that have the same answer.
    pub fn key(&self) -> String {
        self.question.key()
    }

    /// A page of them, out of one snapshot of the database.
    pub fn answer(&self, conn: &mut Conn) -> Result<ExplorerRecords> {
        let (answer, within) = self.question.found(conn)?;
        let mut rows = within.iter().map(Only::told);
        let row = if self.of_rows > 0 { rows.next() } else { None };
        let items = answer.rows.into_iter().filter_map(|one| {
            Some(ExplorerRecord { id: one.row.key?, title: one.row.label, values: one.values })
        });
        let limit = self.question.asked.limit;
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

    /// All of them as a file.
    pub fn table(mut self, conn: &mut Conn, format: Format) -> Result<Vec<u8>> {
        (self.question.asked.skip, self.question.asked.limit) = (0, usize::MAX);
        self.question.table(&self.question.answer(conn)?, format)
    }
}
