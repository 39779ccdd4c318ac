//! The rows of a column sorted by value, so that those of one value, or of a range, are next to each other and are found
//! without a pass over all rows.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::bitmap::Bitmap;
use super::column::{Column, number};
use super::derived::Derived;
use super::value_test::{Comparison, ValueTest};

/// The number of sets of first rows, evenly spaced: a long range is the difference of two of them and the rows up to
/// them, at 1,000,000 rows some 30,000 of these and 125 KB for each set.
const PREFIXES: usize = 32;

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

/// The indexes of the columns in memory. One is made when as many questions have passed over the unchanged column as
/// take about the time that it takes, so that columns that change all the time have none.
#[derive(Debug, Default)]
pub(crate) struct ValueIndexes {
    indexes: Derived<ValueIndex>,
    questions: Derived<AtomicU32>,
}

const OFTEN: u32 = 16;

impl ValueIndexes {
    /// Returns the index of a column, when it is worth one.
    pub(super) fn of(&self, column: &Column) -> Option<Arc<ValueIndex>> {
        let questions = self.questions.get(&[column], |_| true, AtomicU32::default);
        if questions.fetch_add(1, Ordering::Relaxed) < OFTEN {
            return None;
        }
        Some(self.indexes.get(&[column], |_| true, || ValueIndex::of(column)))
    }

    /// Forgets the indexes of columns that have changed or are no longer in memory.
    pub(super) fn forget_unused(&self) {
        self.indexes.forget_unused();
        self.questions.forget_unused();
    }
}

impl ValueIndex {
    fn of(column: &Column) -> Self {
        let (rows, starts) = match column {
            Column::Keys(keys) => ((0..number(keys.len())).collect(), Vec::new()),
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

    /// Returns where the rows stand that pass.
    pub(super) fn places(&self, column: &Column, test: &ValueTest) -> Vec<Range<usize>> {
        let valued = self.valued(column);
        let [one, other] = match (column, test) {
            (_, ValueTest::IsMissing) => [valued..self.rows.len(), 0..0],
            (Column::Numbers(numbers), ValueTest::Number(comparison, bound)) => {
                let number = |row: &u32| numbers[*row as usize];
                let less = self.rows[..valued].partition_point(|row| number(row) < *bound);
                let at_most = self.rows[..valued].partition_point(|row| number(row) <= *bound);
                match comparison {
                    Comparison::Equal => [less..at_most, 0..0],
                    Comparison::Unequal => [0..less, at_most..valued],
                    Comparison::Less => [0..less, 0..0],
                    Comparison::AtMost => [0..at_most, 0..0],
                    Comparison::Greater => [at_most..valued, 0..0],
                    Comparison::AtLeast => [less..valued, 0..0],
                }
            }
            (_, ValueTest::Code(code)) => [self.of_codes(*code..code.saturating_add(1)), 0..0],
            (_, ValueTest::CodeNot(code)) => {
                let of_code = self.of_codes(*code..code.saturating_add(1));
                [0..of_code.start, of_code.end..valued]
            }
            (_, ValueTest::Codes(passing)) => return self.of_passing(passing),
            (_, ValueTest::Number(..)) => [0..0, 0..0],
        };
        vec![one, other]
    }

    /// Returns where the rows with the codes stand that pass.
    fn of_passing(&self, passing: &[bool]) -> Vec<Range<usize>> {
        let mut places = Vec::new();
        let mut codes = 0;
        for run in passing.chunk_by(|one, other| one == other) {
            let next = codes + number(run.len());
            if run[0] {
                places.push(self.of_codes(codes..next));
            }
            codes = next;
        }
        places
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

/// Sorts rows by the code of their text.
fn by_code(codes: &[u32], texts: usize) -> (Vec<u32>, Vec<u32>) {
    let group = |code: &u32| (*code as usize).min(texts);
    let mut starts = vec![0; texts + 2];
    codes.iter().for_each(|code| starts[group(code) + 1] += 1);
    for group in 1..starts.len() {
        starts[group] += starts[group - 1];
    }
    // Where the next row of each group belongs.
    let mut next = starts.clone();
    let mut rows = vec![0; codes.len()];
    for (row, code) in (0..).zip(codes) {
        let place = &mut next[group(code)];
        rows[*place as usize] = row;
        *place += 1;
    }
    starts.truncate(texts + 1);
    (rows, starts)
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
    use crate::engine::columns::Shape;

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
            let mut tests = vec![(&numbers, ValueTest::IsMissing), (&texts, ValueTest::IsMissing)];
            for bound in [-1.0, 0.0, 1.0, 25.5, 60.0, 1000.0] {
                let comparisons = ["=", "<>", "<", "<=", ">", ">="].map(Comparison::of);
                let test = |one: Option<_>| (&numbers, ValueTest::Number(one.unwrap(), bound));
                tests.extend(comparisons.map(test));
            }
            let Column::Texts { texts: all, .. } = &texts else { panic!() };
            for code in 0..number(all.len()) {
                tests.extend([(&texts, ValueTest::Code(code)), (&texts, ValueTest::CodeNot(code))]);
                let passing = (0..number(all.len())).map(|one| one >= code || one % 3 == 0);
                tests.push((&texts, ValueTest::Codes(passing.collect())));
            }
            for (column, test) in tests {
                let among = Bitmap::filled(rows as usize, true);
                let passed = test.passing(column, &among);
                let index = ValueIndex::of(column);
                let mut found = Bitmap::filled(rows as usize, false);
                index.places(column, &test).iter().for_each(|place| index.add(place, &mut found));
                assert_eq!(found, passed, "{test:?} of {rows} rows");
            }
        }
    }
}
