//! Scans facts in memory: each fact in the scope of the question, with the rows that are joined to
//! it.

use std::borrow::Cow;
use std::sync::Arc;

use super::matching;
use super::selection::{Selection, joined};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::{Conn, check_waited_for};
use crate::engine::columns::Wanted;
use crate::engine::columns::{Bitmap, Column, Key, NONE, Need, TableColumns};

/// How many facts are scanned between two checks whether the request was cancelled.
const BETWEEN_CHECKS: usize = 4096;

/// A scan of facts.
pub(super) struct Scan {
    facts: usize,
    joins: Vec<Join>,
    selected: Vec<(usize, Column)>,
    /// The rows of a table that match the filter.
    counting: Option<(usize, Bitmap)>,
    period: Option<(usize, f64, f64)>,
}

/// A join to another table from one that is joined before it.
struct Join {
    from: usize,
    by: Column,
    to: Targets,
}

/// The rows of the other table, by the code of the joined value.
enum Targets {
    /// At most one row.
    One(Vec<u32>),
    /// The rows from one start to the next.
    Many { starts: Vec<u32>, rows: Vec<u32> },
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
        let mut need = |table: &'static str, wanted: Option<Wanted>| {
            let at = needs.iter().position(|need| need.table == table).unwrap_or_else(|| {
                needs.push(Need { table, columns: Vec::new() });
                needs.len() - 1
            });
            if let Some(wanted) = wanted.filter(|wanted| !needs[at].columns.contains(wanted)) {
                needs[at].columns.push(wanted);
            }
        };
        need(self.facts, None);
        for (table, wanted) in &self.selected {
            need(table, Some(wanted.clone()));
        }
        for step in &self.joined {
            need(step.from.table, Some(joined(step.from)));
            need(step.to.table, Some(joined(step.to)));
        }
        if let Some((_, condition)) = &self.scope.condition {
            condition.each_column(&mut |table, wanted| need(table, Some(wanted.clone())));
        }
    }

    /// Prepares the scan. `opened` has the loaded columns, in the order of `needs`.
    pub(super) fn scan(
        self,
        conn: &mut Conn,
        needs: &[Need],
        opened: &[TableColumns],
    ) -> Result<Scan> {
        let find = |table: &str| {
            let at = needs.iter().position(|need| need.table == table);
            at.and_then(|at| opened.get(at)).ok_or_else(|| Error::internal(format!("no {table}")))
        };
        let mut tables = vec![self.facts];
        let mut joins = Vec::new();
        for step in &self.joined {
            let from = place(&tables, step.from.table)?;
            let by = find(step.from.table)?.column(&joined(step.from))?;
            let target = find(step.to.table)?.column(&joined(step.to))?;
            joins.push(Join { from, to: Targets::of(&by, &target, step.many), by });
            tables.push(step.to.table);
        }
        let selected = self
            .selected
            .iter()
            .map(|(table, wanted)| Ok((place(&tables, table)?, find(table)?.column(wanted)?)));
        let selected = selected.collect::<Result<Vec<_>>>()?;
        let counting = match self.scope.condition {
            None => None,
            Some((table, condition)) => {
                let columns_of = find(table)?;
                let column = |table: &str, wanted: &Wanted| find(table).ok()?.column(wanted).ok();
                let matching = match condition.meeting(columns_of.rows, &column) {
                    Some(matching) => matching,
                    None => {
                        let no_keys = || Error::internal(format!("no keys of {table}"));
                        let keys = columns_of.keys.as_deref().ok_or_else(no_keys)?;
                        matching::rows(conn, table, condition, keys)?
                    }
                };
                Some((place(&tables, table)?, matching))
            }
        };
        let period = self.scope.period.map(|(at, from, until)| {
            let seconds = |time: Timestamp| time.seconds() as f64;
            let (from, until) = (from.map(seconds), until.map(seconds));
            (at, from.unwrap_or(f64::NEG_INFINITY), until.unwrap_or(f64::INFINITY))
        });
        Ok(Scan { facts: find(self.facts)?.rows, joins, selected, counting, period })
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
            rows[0] = u32::try_from(fact).unwrap_or(NONE);
            self.join(0, &mut rows, &mut each);
        }
        Ok(())
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
            rows.push(join.to.first(value));
        }
        rows
    }

    /// Returns a fact with the rows that are joined to it.
    pub(super) fn row<'a>(&'a self, rows: &'a [u32]) -> Row<'a> {
        Row { scan: self, rows }
    }

    fn join(&self, at: usize, rows: &mut [u32], each: &mut impl FnMut(&Row<'_>)) {
        let Some(join) = self.joins.get(at) else {
            if self.counts(rows) {
                each(&Row { scan: self, rows });
            }
            return;
        };
        let value = match rows[join.from] {
            NONE => NONE,
            row => join.by.code(row),
        };
        let Targets::Many { .. } = &join.to else {
            rows[at + 1] = join.to.first(value);
            return self.join(at + 1, rows, each);
        };
        // A fact without a joined row is counted once, as in a left join.
        let targets = join.to.all(value);
        for target in if targets.is_empty() { &[NONE] } else { targets } {
            rows[at + 1] = *target;
            self.join(at + 1, rows, each);
        }
    }

    fn counts(&self, rows: &[u32]) -> bool {
        let meets = self.counting.as_ref().is_none_or(|(table, matching)| {
            rows[*table] != NONE && matching.contains(rows[*table])
        });
        meets
            && self.period.is_none_or(|(at, from, until)| {
                let (table, column) = &self.selected[at];
                let moment = column.number(rows[*table]);
                moment >= from && moment < until
            })
    }
}

impl Targets {
    /// Returns the row of a value, of several the first, or [`NONE`].
    fn first(&self, value: u32) -> u32 {
        match self {
            Self::One(targets) => targets.get(value as usize).copied().unwrap_or(NONE),
            Self::Many { .. } => self.all(value).first().copied().unwrap_or(NONE),
        }
    }

    /// Returns the rows of a value, of a join to many.
    fn all(&self, value: u32) -> &[u32] {
        let Self::Many { starts, rows } = self else { return &[] };
        let at = value as usize;
        let bounds = starts.get(at).zip(starts.get(at.saturating_add(1)));
        bounds.map_or(&[], |(start, end)| &rows[*start as usize..*end as usize])
    }

    /// Finds the rows of each value of `by` in `target`.
    fn of(by: &Column, target: &Column, many: bool) -> Self {
        let find: Box<dyn Fn(&Key) -> u32> = match target {
            Column::Keys(keys) => {
                let keys = Arc::clone(keys);
                Box::new(move |key| keys.row(key))
            }
            Column::Texts { texts, .. } => {
                let texts = Arc::clone(texts);
                Box::new(move |key| texts.code(&key.to_string()))
            }
            Column::Numbers(_) => Box::new(|_| NONE),
        };
        let values: Vec<u32> = match by {
            Column::Keys(keys) => keys.rows().iter().map(find).collect(),
            Column::Texts { texts, .. } => texts.all().map(|text| find(&Key::of(text))).collect(),
            Column::Numbers(_) => Vec::new(),
        };
        let Column::Texts { codes, texts } = target else { return Self::One(values) };
        // A value of the other table may be in several of its rows.
        let by_row = rows_of(codes, texts.len());
        let of = |value: &u32| by_row.get(*value as usize).map_or(&[][..], Vec::as_slice);
        if !many {
            return Self::One(
                values.iter().map(|value| of(value).first().copied().unwrap_or(NONE)).collect(),
            );
        }
        let (mut starts, mut rows) = (vec![0], Vec::new());
        for value in &values {
            rows.extend_from_slice(of(value));
            starts.push(u32::try_from(rows.len()).unwrap_or(NONE));
        }
        Self::Many { starts, rows }
    }
}

/// Returns the rows of each text, by its code.
fn rows_of(codes: &[u32], texts: usize) -> Vec<Vec<u32>> {
    let mut rows = vec![Vec::new(); texts];
    for (row, code) in (0..).zip(codes) {
        if let Some(rows) = rows.get_mut(*code as usize) {
            rows.push(row);
        }
    }
    rows
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
