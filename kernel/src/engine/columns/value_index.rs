//! The rows of a column sorted by value, so that those of one value, or of a range, are next to each other and are found
//! without a pass over all rows.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parking_lot::Mutex;

use super::bitmap::Bitmap;
use super::column::Column;
use super::derived::Derived;
use super::texts::{by_code, number};
use super::value_test::{Comparison, ValueTest};

/// The number of sets of first rows, evenly spaced: a long range is the difference of two of them and the rows up to
/// them, at 1,000,000 rows some 30,000 of these and 125 KB for each set.
const PREFIXES: usize = 32;

/// A place costs as much as a pass over so many rows.
const ROWS_FOR_A_PLACE: usize = 16;

/// The rows of a column by value.
#[derive(Debug)]
pub(crate) struct ValueIndex {
    /// Texts by code, numbers by size; rows without a value are the last.
    rows: Vec<u32>,
    /// The position of the first row of each code, and after the last code that of the first row without a value.
    starts: Vec<u32>,
    /// The first rows, each set `step` more than the one before.
    prefixes: Vec<Bitmap>,
    step: usize,
}

/// The indexes of the columns in memory.
#[derive(Debug, Default)]
pub(crate) struct ValueIndexes {
    indexes: Derived<ValueIndex>,
    passes: Derived<AtomicU32>,
    /// The columns of which an index is to be made.
    due: Mutex<Vec<Column>>,
}

/// After so many passes over an unchanged column an index of it is made. An index takes as long as some ten to a hundred
/// passes, so that columns that change all the time have none.
const OFTEN: u32 = 16;

impl ValueIndexes {
    /// Returns the index of a column, if it has one.
    pub(super) fn of(&self, column: &Column) -> Option<Arc<ValueIndex>> {
        self.indexes.known(&[column], |_| true)
    }

    /// Counts a pass over most rows of a column.
    pub(super) fn count_pass(&self, column: &Column) {
        let passes = self.passes.get(&[column], |_| true, AtomicU32::default);
        if passes.fetch_add(1, Ordering::Relaxed) + 1 == OFTEN {
            self.due.lock().push(column.clone());
        }
    }

    /// Returns whether [`make_due`](Self::make_due) would make an index.
    pub(super) fn is_due(&self) -> bool {
        !self.due.lock().is_empty()
    }

    /// Makes the indexes that are due, without a question that waits for it.
    pub(super) fn make_due(&self) {
        let due = std::mem::take(&mut *self.due.lock());
        for column in due {
            self.indexes.get(&[&column], |_| true, || ValueIndex::of(&column));
        }
    }

    /// Returns about how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        self.indexes.bytes(ValueIndex::bytes)
    }

    /// Forgets the indexes of columns that have changed or are no longer in memory.
    pub(super) fn forget_unused(&self) {
        self.indexes.forget_unused();
        self.passes.forget_unused();
    }
}

impl ValueIndex {
    fn bytes(&self) -> usize {
        let sets = self.prefixes.len() * self.rows.len() / 8;
        (self.rows.capacity() + self.starts.capacity()) * size_of::<u32>() + sets
    }

    fn of(column: &Column) -> Self {
        let (rows, starts) = match column {
            Column::Keys(_) => Default::default(),
            Column::Texts { codes, texts } => by_code(codes, texts.len()),
            Column::Numbers(numbers) => by_size(numbers),
        };
        let step = rows.len().div_ceil(PREFIXES).max(1);
        let mut prefixes = vec![Bitmap::filled(rows.len(), false)];
        for some in rows.chunks(step) {
            let mut prefix = prefixes[prefixes.len() - 1].clone();
            some.iter().for_each(|row| prefix.insert(*row));
            prefixes.push(prefix);
        }
        Self { rows, starts, prefixes, step }
    }

    /// Returns where the rows stand that pass. `None` when that is at so many places that a pass over all rows takes no
    /// longer, or when the column has no such values.
    pub(super) fn places(&self, column: &Column, test: &ValueTest) -> Option<Vec<Range<usize>>> {
        let valued = self.valued(column);
        let one = |place: Range<usize>| vec![place];
        match (column, test) {
            (Column::Keys(_), _) => None,
            (_, ValueTest::IsMissing) => Some(one(valued..self.rows.len())),
            (_, ValueTest::IsPresent) => Some(one(0..valued)),
            (Column::Numbers(numbers), ValueTest::Number(comparison, bound)) => {
                let number = |row: &u32| numbers[*row as usize];
                let less = self.rows[..valued].partition_point(|row| number(row) < *bound);
                let at_most = self.rows[..valued].partition_point(|row| number(row) <= *bound);
                Some(match comparison {
                    Comparison::Equal => one(less..at_most),
                    Comparison::Unequal => vec![0..less, at_most..valued],
                    Comparison::Less => one(0..less),
                    Comparison::AtMost => one(0..at_most),
                    Comparison::Greater => one(at_most..valued),
                    Comparison::AtLeast => one(less..valued),
                })
            }
            (Column::Texts { .. }, ValueTest::Code(code)) => {
                Some(one(self.of_codes(*code..code.saturating_add(1))))
            }
            (Column::Texts { .. }, ValueTest::CodeNot(code)) => {
                let of_code = self.of_codes(*code..code.saturating_add(1));
                Some(vec![0..of_code.start, of_code.end..valued])
            }
            (Column::Texts { .. }, ValueTest::Codes(passing)) => self.of_passing(passing),
            (Column::Texts { .. }, ValueTest::Number(..)) | (Column::Numbers(_), _) => None,
        }
    }

    /// Returns where the rows with the codes stand that pass.
    fn of_passing(&self, passing: &[u32]) -> Option<Vec<Range<usize>>> {
        let runs = || passing.chunk_by(|one, next| *next == one + 1);
        let are_few = runs().count() <= self.rows.len() / ROWS_FOR_A_PLACE;
        are_few.then(|| runs().map(|run| self.of_codes(run[0]..run[run.len() - 1] + 1)).collect())
    }

    /// Returns the number of rows with a value, which are the first.
    fn valued(&self, column: &Column) -> usize {
        match column {
            Column::Numbers(numbers) => {
                self.rows.partition_point(|row| !numbers[*row as usize].is_nan())
            }
            _ => self.starts.last().map_or(0, |end| *end as usize),
        }
    }

    /// Returns where the rows with these codes stand.
    fn of_codes(&self, codes: Range<u32>) -> Range<usize> {
        let start = |code: u32| {
            let of_code = self.starts.get(code as usize).or(self.starts.last());
            of_code.map_or(0, |start| *start as usize)
        };
        start(codes.start)..start(codes.end)
    }

    /// Returns about how many rows are touched to find those at a place.
    pub(super) fn cost(&self, place: &Range<usize>) -> usize {
        match place.len() <= self.step {
            true => place.len(),
            // Half of the rows up to each of the two sets, and both of these.
            false => self.step + self.rows.len() / 64,
        }
    }

    /// Returns the rows at a place.
    pub(super) fn rows(&self, place: &Range<usize>) -> &[u32] {
        &self.rows[place.clone()]
    }

    /// Adds the rows at a place.
    pub(super) fn add(&self, place: &Range<usize>, found: &mut Bitmap) {
        let mut insert = |rows: &[u32]| rows.iter().for_each(|row| found.insert(*row));
        let (first, last) = (place.start.div_ceil(self.step), place.end / self.step);
        if first >= last {
            return insert(&self.rows[place.clone()]);
        }
        insert(&self.rows[place.start..first * self.step]);
        insert(&self.rows[last * self.step..place.end]);
        found.unite_difference(&self.prefixes[last], &self.prefixes[first]);
    }
}

/// Sorts rows by their number.
fn by_size(numbers: &[f64]) -> (Vec<u32>, Vec<u32>) {
    let of_row = |row: u32| (numbers[row as usize], row);
    let (mut valued, missing): (Vec<_>, Vec<_>) =
        (0..number(numbers.len())).map(of_row).partition(|(number, _)| !number.is_nan());
    valued.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
    (valued.into_iter().chain(missing).map(|(_, row)| row).collect(), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::cells::Cell;
    use crate::engine::columns::{NONE, Shape};

    /// Two columns of numbers and texts, of which every tenth is missing.
    fn columns(rows: u32) -> [Column; 2] {
        let [mut numbers, mut texts] =
            [Column::empty(Shape::Number, 0), Column::empty(Shape::Text, 0)];
        for row in 0..rows {
            // Neither sorted nor evenly distributed.
            let value = (row * 7919 % 101).pow(2) / 100;
            let cells = match row % 10 {
                3 => [Cell::Missing, Cell::Missing],
                _ => {
                    [Cell::Number(f64::from(value)), Cell::Text(value.to_string().as_str().into())]
                }
            };
            numbers.set(row, &cells[0]);
            texts.set(row, &cells[1]);
        }
        [numbers, texts]
    }

    #[test]
    fn rows_found_by_the_index_are_those_of_a_pass() {
        for rows in [0, 1, 31, 64, 1000, 5000] {
            let [numbers, texts] = columns(rows);
            let of_both = |test: ValueTest| [(&numbers, test.clone()), (&texts, test)];
            let mut tests = of_both(ValueTest::IsMissing).to_vec();
            tests.extend(of_both(ValueTest::IsPresent));
            for bound in [f64::NEG_INFINITY, -1.0, -0.0, 0.0, 25.5, 60.0, 1000.0, f64::INFINITY] {
                let test = |comparison| (&numbers, ValueTest::Number(comparison, bound));
                tests.extend(Comparison::ALL.map(test));
            }
            let Column::Texts { texts: all, .. } = &texts else { panic!() };
            for code in (0..number(all.len())).chain([NONE]) {
                tests.extend([(&texts, ValueTest::Code(code)), (&texts, ValueTest::CodeNot(code))]);
                let passing = (0..number(all.len())).filter(|one| *one >= code || one % 3 == 0);
                tests.push((&texts, ValueTest::Codes(passing.collect())));
            }
            for (column, test) in tests {
                let among = Bitmap::filled(rows as usize, true);
                let passed = test.passing(column, &among);
                let index = ValueIndex::of(column);
                let mut found = Bitmap::filled(rows as usize, false);
                match index.places(column, &test) {
                    Some(places) => places.iter().for_each(|place| index.add(place, &mut found)),
                    None => {
                        assert!(rows < 1000 && matches!(test, ValueTest::Codes(_)), "{test:?}");
                        continue;
                    }
                }
                assert_eq!(found, passed, "{test:?} of {rows} rows");
                let one_by_one = (0..rows).filter(|row| test.passes(column, *row));
                assert!(one_by_one.eq(passed.rows()), "{test:?} of {rows} rows");
            }
        }
    }
}
