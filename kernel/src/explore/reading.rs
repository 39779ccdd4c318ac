//! Reads facts for modules that compute something else from them than a question does, from the
//! same columns in memory and one snapshot.

use std::borrow::Cow;
use std::sync::Arc;

use super::Catalog;
use super::explorer::Explorer;
use super::join_paths::JoinPaths;
use super::scan::{Fact, Opened, Row, Scan};
use super::selection::Selection;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::columns::Shape;
use crate::engine::columns::{ColumnCache, NONE};

/// The columns to read of the facts of a table: expressions as in measures, over tables that can be
/// joined.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The table.
    pub table: &'static str,
    /// Its numbers.
    pub numbers: &'static [&'static str],
    /// Its texts.
    pub texts: &'static [&'static str],
    /// Its points in time, each a column.
    pub moments: &'static [&'static str],
}

/// Reads facts, as the reader of an explorer sees them.
pub struct Reading {
    catalog: Arc<Catalog>,
    cache: Arc<ColumnCache>,
}

/// A fact whose columns are read.
pub struct ReadFact<'a> {
    row: &'a Row<'a>,
    at: &'a [Vec<Option<usize>>; 3],
}

impl ReadFact<'_> {
    /// Returns the number at this index of [`Columns::numbers`]; `NaN` when it is missing, or not seen by the reader.
    pub fn number(&self, at: usize) -> f64 {
        self.at[0][at].map_or(f64::NAN, |at| self.row.number(at))
    }

    /// Returns the code of the text at this index of [`Columns::texts`]: equal texts of an
    /// expression have one code.
    pub fn code(&self, at: usize) -> Option<u32> {
        let code = self.row.code(self.at[1][at]?);
        (code != NONE).then_some(code)
    }

    /// Returns the text at this index; empty when it is missing.
    pub fn text(&self, at: usize) -> Cow<'_, str> {
        self.at[1][at].map_or(Cow::Borrowed(""), |at| self.row.text(at, self.row.code(at)))
    }

    /// Returns the text at this index as an identifier.
    pub fn id(&self, at: usize) -> Option<Id> {
        Id::parse(&self.text(at))
    }

    /// Returns the moment at this index of [`Columns::moments`], in seconds since 1970; `NaN` when
    /// it is missing.
    pub fn seconds(&self, at: usize) -> f64 {
        self.at[2][at].map_or(f64::NAN, |at| self.row.number(at))
    }
}

/// Facts that have been read.
pub struct Read {
    scan: Scan,
    at: [Vec<Option<usize>>; 3],
}

impl Read {
    /// Calls `each` for every fact.
    pub fn each(&self, mut each: impl FnMut(&ReadFact<'_>)) -> Result<()> {
        self.scan.each(|row| each(&ReadFact { row, at: &self.at }))
    }
}

impl Reading {
    /// Reads from the columns of the explorer.
    pub fn of(explorer: &Explorer) -> Self {
        Self { catalog: Arc::clone(&explorer.catalog), cache: Arc::clone(&explorer.columns) }
    }

    /// Returns whether the reader sees the values of a measure.
    pub fn sees(&self, measure: &str) -> bool {
        self.catalog.measure(measure).is_some()
    }

    /// Reads facts of several tables, as one snapshot has them. This must be the first read of its
    /// transaction.
    pub fn read<const N: usize>(&self, conn: &mut Conn, facts: [Columns; N]) -> Result<[Read; N]> {
        let join_paths = &self.catalog.join_paths;
        let selected = facts.map(|facts| select(join_paths, &facts));
        let mut needs = Vec::new();
        selected.iter().for_each(|(selection, _)| selection.needs(&mut needs));
        let tables = self.cache.open(conn, &needs)?;
        let opened = Opened { cache: &self.cache, needs: &needs, tables: &tables };
        let mut read = Vec::with_capacity(N);
        for (selection, at) in selected {
            read.push(Read { scan: selection.scan(&opened)?, at });
        }
        read.try_into().map_err(|_| Error::internal("as many as were asked for"))
    }
}

fn select(join_paths: &JoinPaths, facts: &Columns) -> (Selection, [Vec<Option<usize>>; 3]) {
    let mut selection = Selection::new(facts.table);
    let mut all = |shape, expressions: &[&'static str]| {
        let select = |one: &&'static str| {
            let is_seen = join_paths.reads_from(facts.table, one);
            is_seen.then(|| selection.select(join_paths, shape, one))
        };
        expressions.iter().map(select).collect()
    };
    let at = [
        all(Shape::Number, facts.numbers),
        all(Shape::Text, facts.texts),
        all(Shape::Moment, facts.moments),
    ];
    (selection.seen(join_paths), at)
}
