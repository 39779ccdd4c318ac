//! Scans facts in memory: each fact in the scope of the question, with the rows that are joined to
//! it.

use std::borrow::Cow;
use std::sync::Arc;

use super::selection::{Selection, joined};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::check_waited_for;
use crate::engine::columns::ColumnExpr;
use crate::engine::columns::{Bitmap, Column, ColumnCache, NONE, Need, TableColumns, Targets};
use crate::engine::list::Node;

/// How many facts are scanned between two checks whether the request was cancelled.
const BETWEEN_CHECKS: usize = 4096;

/// A scan of facts.
pub(super) struct Scan {
    facts: usize,
    joins: Vec<Join>,
    selected: Vec<(usize, Column)>,
    /// The rows of a table that match the filter.
    counting: Option<(usize, Bitmap)>,
    /// The rows that the reader may read, by table; empty when these are all.
    readable: Vec<Option<Bitmap>>,
    /// The tables that each fact belongs to a row of.
    required: Vec<usize>,
    period: Option<(usize, f64, f64)>,
}

/// The columns that a question has opened.
pub(super) struct Opened<'a> {
    pub(super) cache: &'a ColumnCache,
    pub(super) needs: &'a [Need],
    /// In the order of `needs`.
    pub(super) tables: &'a [TableColumns],
}

impl Opened<'_> {
    pub(super) fn table(&self, name: &str) -> Result<&TableColumns> {
        let at = self.needs.iter().position(|need| need.table == name);
        at.and_then(|at| self.tables.get(at)).ok_or_else(|| Error::internal(format!("no {name}")))
    }
}

/// A join to another table from one that is joined before it.
struct Join {
    from: usize,
    by: Column,
    target: Column,
    to: Arc<Targets>,
}

/// The values of a fact, by their position in a [`Selection`].
pub(super) trait Fact {
    /// The number at this position; `NaN` when it is missing.
    fn number(&self, at: usize) -> f64;
    /// The code of the text at this position, or [`NONE`].
    fn code(&self, at: usize) -> u32;
    /// The text with this code.
    fn text(&self, at: usize, code: u32) -> Cow<'_, str>;
}

/// A fact with the rows that are joined to it, by their numbers.
pub(super) struct Row<'a> {
    scan: &'a Scan,
    rows: &'a [u32],
}

impl Fact for Row<'_> {
    fn number(&self, at: usize) -> f64 {
        let (table, column) = &self.scan.selected[at];
        column.number(self.rows[*table])
    }

    fn code(&self, at: usize) -> u32 {
        let (table, column) = &self.scan.selected[at];
        column.code(self.rows[*table])
    }

    fn text(&self, at: usize, code: u32) -> Cow<'_, str> {
        self.scan.selected[at].1.text(code)
    }
}

impl Selection {
    /// Adds the columns that it needs of each table to `needs`.
    pub(super) fn needs(&self, needs: &mut Vec<Need>) {
        Need::of_table(needs, self.facts);
        for (table, wanted) in &self.selected {
            Need::add_to(needs, table, wanted);
        }
        for step in &self.joined {
            Need::add_to(needs, step.from.table, &joined(step.from));
            Need::add_to(needs, step.to.table, &joined(step.to));
        }
        if let Some((_, condition)) = &self.scope.condition {
            condition.each_column(&mut |table, wanted| Need::add_to(needs, table, wanted));
        }
        for (_, readable) in &self.scope.readable {
            readable.each_column(&mut |table, wanted| Need::add_to(needs, table, wanted));
        }
    }

    /// Prepares the scan.
    pub(super) fn scan(self, opened: &Opened<'_>) -> Result<Scan> {
        let mut tables = vec![self.facts];
        let mut joins = Vec::new();
        for step in &self.joined {
            let from = place(&tables, step.from.table)?;
            let by = opened.table(step.from.table)?.column(&joined(step.from))?;
            let target = opened.table(step.to.table)?.column(&joined(step.to))?;
            let to = opened.cache.joins.of(&by, &target, step.many);
            joins.push(Join { from, by, target, to });
            tables.push(step.to.table);
        }
        let selected = self.selected.iter().map(|(table, wanted)| {
            Ok((place(&tables, table)?, opened.table(table)?.column(wanted)?))
        });
        let selected = selected.collect::<Result<Vec<_>>>()?;
        let rows_of = |table: &str, condition: &Node| -> Result<(usize, Bitmap)> {
            let column =
                |table: &str, wanted: &ColumnExpr| opened.table(table).ok()?.column(wanted).ok();
            let rows = opened.table(table)?.rows;
            let matching = condition.row_set(rows, &column, opened.cache);
            let unread = || Error::internal("a filter of columns that were not read");
            Ok((
                place(&tables, table)?,
                Arc::unwrap_or_clone(matching.ok_or_else(unread)?.find(rows)).into_bitmap(rows),
            ))
        };
        let counting = match &self.scope.condition {
            None => None,
            Some((table, condition)) => Some(rows_of(table, condition)?),
        };
        let mut readable = Vec::new();
        for (table, condition) in &self.scope.readable {
            let (at, rows) = rows_of(table, condition)?;
            readable.resize_with(tables.len(), || None);
            readable[at] = Some(rows);
        }
        let required = self.scope.required.iter().map(|table| place(&tables, table));
        let required = required.collect::<Result<Vec<_>>>()?;
        let period = self.scope.period.map(|(at, from, until)| {
            let seconds = |time: Timestamp| time.seconds() as f64;
            let (from, until) = (from.map(seconds), until.map(seconds));
            (at, from.unwrap_or(f64::NEG_INFINITY), until.unwrap_or(f64::INFINITY))
        });
        let facts = opened.table(self.facts)?.rows;
        Ok(Scan { facts, joins, selected, counting, readable, required, period })
    }
}

fn place(tables: &[&str], table: &str) -> Result<usize> {
    let at = tables.iter().position(|one| *one == table);
    at.ok_or_else(|| Error::internal(format!("{table} is not joined")))
}

impl Scan {
    /// Calls `each` for every fact in scope, once for each row of a join to many.
    pub(super) fn each(&self, mut each: impl FnMut(&Row<'_>)) -> Result<()> {
        let mut rows = vec![NONE; self.joins.len() + 1];
        for fact in 0..self.facts {
            if fact % BETWEEN_CHECKS == 0 {
                check_waited_for()?;
            }
            rows[0] = self.seen(0, u32::try_from(fact).unwrap_or(NONE));
            self.join(0, &mut rows, &mut each);
        }
        Ok(())
    }

    /// Returns the columns that decide which rows are joined, and those at these positions.
    pub(super) fn columns(&self, at: &[usize]) -> impl Iterator<Item = &Column> {
        let joining = self.joins.iter().flat_map(|join| [&join.by, &join.target]);
        joining.chain(at.iter().map(|at| &self.selected[*at].1))
    }

    /// Returns the rows that are joined to this one; of several the first.
    pub(super) fn joined(&self, fact: u32) -> Vec<u32> {
        let mut rows = Vec::with_capacity(self.joins.len() + 1);
        rows.push(fact);
        for join in &self.joins {
            let value = match rows[join.from] {
                NONE => NONE,
                row => join.by.code(row),
            };
            rows.push(self.seen(rows.len(), join.to.first(value)));
        }
        rows
    }

    /// Returns a fact with the rows that are joined to it.
    pub(super) fn row<'a>(&'a self, rows: &'a [u32]) -> Row<'a> {
        Row { scan: self, rows }
    }

    /// Joins the tables after the one at `at`, whose row is known.
    fn join(&self, at: usize, rows: &mut [u32], each: &mut impl FnMut(&Row<'_>)) {
        if !self.counts(at, rows[at]) {
            return;
        }
        let Some(join) = self.joins.get(at) else {
            return each(&Row { scan: self, rows });
        };
        let value = match rows[join.from] {
            NONE => NONE,
            row => join.by.code(row),
        };
        let Targets::Many { .. } = &*join.to else {
            rows[at + 1] = self.seen(at + 1, join.to.first(value));
            return self.join(at + 1, rows, each);
        };
        // A fact without a joined row is counted once, as in a left join.
        let mut is_alone = true;
        for target in join.to.all(value) {
            let target = self.seen(at + 1, *target);
            if target != NONE {
                is_alone = false;
                rows[at + 1] = target;
                self.join(at + 1, rows, each);
            }
        }
        if is_alone {
            rows[at + 1] = NONE;
            self.join(at + 1, rows, each);
        }
    }

    /// Returns the row of the table at `at`, or none when the reader may not read it.
    fn seen(&self, at: usize, row: u32) -> u32 {
        match self.readable.get(at) {
            Some(Some(rows)) if row != NONE && !rows.contains(row) => NONE,
            _ => row,
        }
    }

    /// Returns whether the reader may read a row of the table of the facts.
    pub(super) fn shows(&self, row: u32) -> bool {
        self.seen(0, row) != NONE
    }

    /// Returns whether the reader may not read all rows.
    pub(super) fn is_narrowed(&self) -> bool {
        !self.readable.is_empty()
    }

    /// Returns whether a row of the table at `at` meets the conditions on that table.
    fn counts(&self, at: usize, row: u32) -> bool {
        if row == NONE && self.required.contains(&at) {
            return false;
        }
        let meets = self.counting.as_ref().filter(|(table, _)| *table == at);
        if meets.is_some_and(|(_, matching)| row == NONE || !matching.contains(row)) {
            return false;
        }
        self.period.is_none_or(|(selected, from, until)| {
            let (table, column) = &self.selected[selected];
            let moment = if *table == at { column.number(row) } else { return true };
            moment >= from && moment < until
        })
    }
}

/// A fact that has only numbers.
#[cfg(test)]
impl<const N: usize> Fact for [f64; N] {
    fn number(&self, at: usize) -> f64 {
        self[at]
    }

    fn code(&self, _: usize) -> u32 {
        NONE
    }

    fn text(&self, _: usize, _: u32) -> Cow<'_, str> {
        Cow::Borrowed("")
    }
}
