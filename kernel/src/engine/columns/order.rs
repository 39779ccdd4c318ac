//! The rows of a table in the order of a column, ties broken by the primary key. Kept while rows
//! change: those that have changed are taken out and put in again at their places.

use std::cmp::Ordering;
use std::ops::Range;
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
            Some(known) => {
                let mut rows = Arc::unwrap_or_clone(known.rows);
                rows.update(&by, keys, &known.changed).then_some(rows)?
            }
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

    /// Moves the rows that have changed, were added or were removed; `false` when their values in memory are not
    /// exact. Only the part of the order between where they were and where they belong is written again.
    pub(crate) fn update(&mut self, by: &OrderBy<'_>, keys: &Keys, changed: &[u32]) -> bool {
        let rows = keys.rows().len();
        let mut is_changed = Bitmap::filled(rows, false);
        let within = changed.iter().filter(|row| (**row as usize) < rows);
        within.for_each(|row| is_changed.insert(*row));
        if !by.is_exact(is_changed.rows()) {
            return false;
        }
        let mut places: Vec<u32> = is_changed.rows().collect();
        places.sort_unstable_by(|one, other| by.compare(keys, *one, *other));
        let is_unchanged = |row: &u32| (*row as usize) < rows && !is_changed.contains(*row);
        let before = |among: &[u32], row: u32| {
            among.partition_point(|one| by.compare(keys, *one, row).is_lt())
        };
        let part = self.part(rows, &places, before);
        let old: Vec<u32> = self.order[part.clone()].iter().copied().filter(is_unchanged).collect();
        let mut order = Vec::with_capacity(old.len() + places.len());
        let mut rest = &old[..];
        for row in places {
            let (earlier, later) = rest.split_at(before(rest, row));
            order.extend_from_slice(earlier);
            order.push(row);
            rest = later;
        }
        order.extend_from_slice(rest);
        self.positions.resize(rows, 0);
        for (position, row) in (number(part.start)..).zip(&order) {
            self.positions[*row as usize] = position;
        }
        self.order.splice(part, order);
        true
    }

    /// Returns the part of the order outside which nothing changes: no row of `places`, which are in the order that
    /// they belong in, is there or belongs there. It is everything when the number of rows is another.
    fn part(
        &self,
        rows: usize,
        places: &[u32],
        before: impl Fn(&[u32], u32) -> usize,
    ) -> Range<usize> {
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return 0..if rows == self.order.len() { 0 } else { self.order.len() };
        };
        if rows != self.order.len() {
            return 0..self.order.len();
        }
        let positions = || places.iter().map(|row| self.positions[*row as usize] as usize);
        let start = positions().min().unwrap_or(0);
        let end = positions().max().map_or(rows, |position| position + 1);
        let start = before(&self.order[..start], *first);
        let end = end + before(&self.order[end..], *last);
        start..end
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::cells::Cell;
    use crate::engine::columns::Shape;
    use crate::engine::columns::column::Key;

    #[test]
    fn rows_that_change_are_moved_to_where_sorting_puts_them() {
        let (mut keys, mut column) = (Keys::default(), Column::empty(Shape::Number, 0));
        let mut sorted = SortedRows::of(&OrderBy::Own(&column), &keys).unwrap();
        let mut state = 1_u64;
        let mut below = |limit: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as u32 % limit
        };
        for round in 0..2_000 {
            let mut changed = Vec::new();
            for _ in 0..below(4) {
                let (rows, value) = (number(keys.len()), f64::from(below(9)));
                let row = match below(12) {
                    // A row is added, or one is removed and the last takes its number.
                    0 => {
                        keys.push(Key::of(&format!("{:024x}", below(u32::MAX))));
                        rows
                    }
                    1 if rows > 30 => {
                        let row = below(rows);
                        keys.swap_remove(row);
                        column.swap_remove(row);
                        changed.push(row);
                        continue;
                    }
                    _ if rows == 0 => continue,
                    _ => below(rows),
                };
                column.set(row, &Cell::Number(value));
                changed.push(row);
            }
            assert!(sorted.update(&OrderBy::Own(&column), &keys, &changed));
            let fresh = SortedRows::of(&OrderBy::Own(&column), &keys).unwrap();
            assert_eq!(sorted.order, fresh.order, "round {round}");
            assert_eq!(sorted.positions, fresh.positions, "round {round}");
        }
        assert!(keys.len() > 20);
    }
}
