//! The rows of a table in the order of a column, ties broken by the primary key. Kept while rows
//! change: those that have changed are taken out and put in again at their places.

use std::cmp::Ordering;
use std::sync::Arc;

use super::bitmap::{Bitmap, FoundRows};
use super::column::{Column, Keys};
use super::joins::Targets;
use super::need::ColumnExpr;
use super::texts::{NONE, number};

/// The largest number up to which integers are exact in a floating-point number.
pub(crate) const EXACT: f64 = 9_007_199_254_740_992.0;

/// What rows are ordered by. A missing value is before all others.
pub(crate) enum OrderBy<'a> {
    /// A column of the table.
    Own(&'a Column),
    /// A column of another table: the column that refers to it, and the rank of each code in that.
    Joined { refers: &'a [u32], ranks: &'a [u32] },
}

/// What rows are sorted by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SortColumn {
    pub(crate) wanted: ColumnExpr,
    /// The table of the column, and the column that refers to it, when it is another one.
    pub(crate) through: Option<(&'static str, ColumnExpr)>,
}

impl SortColumn {
    /// Returns the column of the table whose rows are sorted.
    pub(super) fn own(&self) -> &ColumnExpr {
        self.through.as_ref().map_or(&self.wanted, |(_, refers)| refers)
    }

    /// Returns whether the order needs a column of that table.
    pub(super) fn is_of(&self, column: &ColumnExpr) -> bool {
        self.own() == column
    }
}

/// The rows of a table in an order, and which of them have changed since they were sorted.
#[derive(Debug)]
pub(super) struct CachedOrder {
    pub(super) rows: Arc<SortedRows>,
    changed: Vec<u32>,
    /// Of an order by a column of another table: what the ranks of the codes that refer to it were made of, and these.
    joined: Option<(Referred, Vec<u32>)>,
}

/// The rank of each value of a column of another table, and the rows of that table by the code that refers to them.
#[derive(Clone, Debug)]
pub(super) struct Referred {
    pub(super) ranks: Arc<Vec<u32>>,
    pub(super) targets: Arc<Targets>,
}

impl Referred {
    /// Returns the rank of each code of the column `refers` by the values of `column`; 0 for one without.
    fn by_code(&self, refers: &Column, column: &Column) -> Vec<u32> {
        let Column::Texts { texts, .. } = refers else { return Vec::new() };
        let rank = |code| match self.targets.first(code) {
            NONE => 0,
            row => self.ranks.get(column.code(row) as usize).copied().unwrap_or(0),
        };
        (0..number(texts.len())).map(rank).collect()
    }
}

impl CachedOrder {
    /// Notes rows that have changed. Returns how many have since the rows were sorted.
    pub(super) fn touch(&mut self, rows: &[u32]) -> usize {
        self.changed.extend(rows);
        self.changed.len()
    }

    /// Returns about how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        (self.rows.order.capacity() + self.rows.positions.capacity() + self.changed.capacity())
            * size_of::<u32>()
    }

    /// Returns the rows in the order of a column as it is now, from what is `known` if that is possible; `None` when
    /// their values in memory are not exact.
    pub(super) fn sorted(
        known: Option<Self>,
        column: &Column,
        referred: Option<(&Column, Referred)>,
        keys: &Keys,
    ) -> Option<Self> {
        let joined = referred.map(|(other, referred)| {
            let ranks = referred.by_code(column, other);
            (referred, ranks)
        });
        let by = match (&joined, column) {
            (None, column) => OrderBy::Own(column),
            (Some((_, ranks)), Column::Texts { codes, .. }) => {
                OrderBy::Joined { refers: codes, ranks }
            }
            (Some(_), _) => return None,
        };
        // New codes are those of changed rows only.
        let has_ranks = |known: &Self| match (&known.joined, &joined) {
            (Some((_, then)), Some((_, now))) => now.starts_with(then),
            (then, now) => then.is_none() && now.is_none(),
        };
        let rows = match known.filter(has_ranks) {
            Some(known) => known.rows.updated(&by, keys, &known.changed)?,
            None => SortedRows::of(&by, keys)?,
        };
        Some(Self { rows: Arc::new(rows), changed: Vec::new(), joined })
    }

    /// Returns its rows, if they are still in the order.
    pub(super) fn current(&self, referred: Option<&(Column, Referred)>) -> Option<Arc<SortedRows>> {
        let is_same = match (&self.joined, referred) {
            (Some((then, _)), Some((_, now))) => {
                Arc::ptr_eq(&then.ranks, &now.ranks) && Arc::ptr_eq(&then.targets, &now.targets)
            }
            (then, now) => then.is_none() && now.is_none(),
        };
        (is_same && self.changed.is_empty()).then(|| Arc::clone(&self.rows))
    }
}

/// Rows in an order, ascending.
#[derive(Clone, Debug)]
pub(crate) struct SortedRows {
    order: Vec<u32>,
    /// The position of each row in `order`.
    positions: Vec<u32>,
}

impl OrderBy<'_> {
    fn compare(&self, keys: &Keys, one: u32, other: u32) -> Ordering {
        let by_value = match self {
            Self::Own(Column::Numbers(_)) => self.rank(&[], one).cmp(&self.rank(&[], other)),
            Self::Own(column @ Column::Texts { .. }) => {
                let text = |row| match column.code(row) {
                    NONE => None,
                    code => Some(column.text(code)),
                };
                text(one).cmp(&text(other))
            }
            Self::Own(Column::Keys(_)) => Ordering::Equal,
            Self::Joined { .. } => self.rank(&[], one).cmp(&self.rank(&[], other)),
        };
        by_value.then_with(|| keys.rows()[one as usize].cmp(&keys.rows()[other as usize]))
    }

    /// Returns a number by which the rows can be ordered; of a text that is the rank of its code.
    fn rank(&self, ranks: &[u32], row: u32) -> u64 {
        match self {
            Self::Own(Column::Numbers(numbers)) => {
                let number = numbers[row as usize];
                // The bits of floating-point numbers, in the order of the numbers.
                let bits = (number + 0.0).to_bits();
                match number.is_nan() {
                    true => 0,
                    false if bits >> 63 == 1 => !bits,
                    false => bits | 1 << 63,
                }
            }
            Self::Own(column) => of_code(ranks, column.code(row)),
            Self::Joined { refers, ranks } => of_code(ranks, refers[row as usize]),
        }
    }

    /// Returns whether equal values of the column are equal in memory, too.
    fn is_exact(&self, mut rows: impl Iterator<Item = u32>) -> bool {
        match self {
            Self::Own(Column::Numbers(numbers)) => rows
                .all(|row| numbers[row as usize].is_nan() || numbers[row as usize].abs() < EXACT),
            _ => true,
        }
    }
}

fn of_code(ranks: &[u32], code: u32) -> u64 {
    ranks.get(code as usize).map_or(0, |rank| u64::from(*rank))
}

/// Returns the rank of each code of a column of texts, from 1 on.
pub(crate) fn ranks(column: &Column) -> Vec<u32> {
    let Column::Texts { texts, .. } = column else { return Vec::new() };
    let mut codes: Vec<u32> = (0..number(texts.len())).collect();
    codes.sort_unstable_by_key(|code| texts.text(*code));
    let mut ranks = vec![0; codes.len()];
    for (rank, code) in (1..).zip(codes) {
        ranks[code as usize] = rank;
    }
    ranks
}

impl SortedRows {
    /// Sorts all rows; `None` when their values in memory are not exact.
    pub(crate) fn of(by: &OrderBy<'_>, keys: &Keys) -> Option<Self> {
        let mut rows: Vec<u32> = (0..number(keys.rows().len())).collect();
        if !by.is_exact(rows.iter().copied()) {
            return None;
        }
        let ranks = match by {
            OrderBy::Own(column) => ranks(column),
            OrderBy::Joined { .. } => Vec::new(),
        };
        // By key, in which order most rows are already, then by value, which leaves rows of one value in that order.
        rows.sort_by_key(|row| &keys.rows()[*row as usize]);
        let mut sorted: Vec<(u64, u32)> = match by {
            OrderBy::Own(Column::Keys(_)) => return Some(Self::from(rows)),
            _ => rows.into_iter().map(|row| (by.rank(&ranks, row), row)).collect(),
        };
        sorted.sort_by_key(|(rank, _)| *rank);
        Some(Self::from(sorted.into_iter().map(|(_, row)| row).collect()))
    }

    /// Returns the rows with those at their places that have changed, were added or were removed; `None` when
    /// their values in memory are not exact.
    pub(crate) fn updated(&self, by: &OrderBy<'_>, keys: &Keys, changed: &[u32]) -> Option<Self> {
        let rows = keys.rows().len();
        let mut is_changed = Bitmap::filled(rows, false);
        let within = changed.iter().filter(|row| (**row as usize) < rows);
        within.for_each(|row| is_changed.insert(*row));
        if !by.is_exact(is_changed.rows()) {
            return None;
        }
        let mut places: Vec<u32> = is_changed.rows().collect();
        places.sort_unstable_by(|one, other| by.compare(keys, *one, *other));
        let is_unchanged = |row: &u32| (*row as usize) < rows && !is_changed.contains(*row);
        let old: Vec<u32> = self.order.iter().copied().filter(is_unchanged).collect();
        let mut order = Vec::with_capacity(rows);
        let mut rest = &old[..];
        for row in places {
            let before = rest.partition_point(|one| by.compare(keys, *one, row).is_lt());
            order.extend_from_slice(&rest[..before]);
            order.push(row);
            rest = &rest[before..];
        }
        order.extend_from_slice(rest);
        Some(Self::from(order))
    }

    fn from(order: Vec<u32>) -> Self {
        let mut positions = vec![0; order.len()];
        for (position, row) in (0..).zip(&order) {
            positions[*row as usize] = position;
        }
        Self { order, positions }
    }

    /// Returns the rows from `offset` on, at most `limit`, of those that are in `matching`; of all
    /// rows with `None`.
    pub(crate) fn page(
        &self,
        matching: Option<&FoundRows>,
        descending: bool,
        offset: usize,
        limit: usize,
    ) -> Vec<u32> {
        let all = self.order.len();
        let at =
            |position: usize| self.order[if descending { all - 1 - position } else { position }];
        let Some(matching) = matching else {
            return (offset..all.min(offset.saturating_add(limit))).map(at).collect();
        };
        let count = matching.count();
        let end = count.min(offset.saturating_add(limit));
        if offset >= end {
            return Vec::new();
        }
        // Either walks along the order until the page is full, or sorts the rows that match.
        let steps = all / count * end;
        if let FoundRows::Many { rows, .. } = matching
            && steps <= count.saturating_mul(8)
        {
            let matches = (0..all).map(at).filter(|row| rows.contains(*row));
            return matches.skip(offset).take(limit).collect();
        }
        let mut positions = matching.map(|row| self.positions[row as usize]);
        if descending {
            positions.iter_mut().for_each(|position| *position = number(all) - 1 - *position);
        }
        if end < positions.len() {
            positions.select_nth_unstable(end);
            positions.truncate(end);
        }
        positions.sort_unstable();
        positions[offset..].iter().map(|position| at(*position as usize)).collect()
    }
}
