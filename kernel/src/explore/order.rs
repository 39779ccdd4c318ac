//! Sorts the groups of an answer, and returns those within the limit. Names of records are looked up
//! for these, and for those that tie with them, unless the order is by name.

use std::cmp::Ordering;
use std::sync::Arc;

use super::accumulators::MeasureValue;
use super::answer::{ExplorerAnswer, ExplorerCompared, ExplorerRow, ExplorerValue, ExplorerValues};
use super::group_filter::GroupFilter;
use super::groups::GroupKey;
use super::groups::{Compared, Groups};
use super::members::{Members, NONE};

use super::question::{Compare, Parameters, Sort};
use crate::base::time::Timestamp;

/// The state of a question that is being answered.
pub(super) struct Found {
    pub(super) rows: Members,
    pub(super) cols: Option<Members>,
    pub(super) groups: Groups,
    /// The groups to which the question is limited, with their values as they are met.
    pub(super) within: Vec<GroupFilter>,
}

impl Found {
    /// Returns the answer: its groups sorted and cut to the limit.
    pub(super) fn into_answer(
        mut self,
        parameters: &Parameters,
        as_of: Timestamp,
    ) -> ExplorerAnswer {
        let mut rows = unique(self.groups.each().map(|(place, _)| place.row), self.rows.len());
        let total = rows.len() as u64;
        let values = self.values(parameters);
        let before = match &values {
            None => 0,
            Some(values) => narrow(parameters, values, &mut rows),
        };
        self.sort(parameters, values.as_deref(), &mut rows, before);
        let row_at = positions(&rows, self.rows.len());
        // Beside the values of each column there may be those of all columns together, by which
        // rows are sorted.
        let is_wanted = |place: GroupKey| {
            place.col.is_some() == parameters.cols.is_some() && row_at[place.row as usize].is_some()
        };
        let mut groups: Vec<_> =
            self.groups.each().filter(|(place, _)| is_wanted(*place)).collect();
        let (mut cols, mut col_at) = (Vec::new(), Vec::new());
        if let Some(members) = &mut self.cols {
            cols = unique(groups.iter().filter_map(|(place, _)| place.col), members.len());
            members.find_records(&cols);
            let ranks = members.ranks(&cols);
            cols.sort_unstable_by_key(|col| ranks[*col as usize]);
            col_at = positions(&cols, members.len());
        }
        let at = |place: GroupKey| {
            (row_at[place.row as usize], place.col.and_then(|col| col_at[col as usize]))
        };
        groups.sort_by_cached_key(|(place, _)| at(*place));
        let rows = self.rows.into_explorer_keys(&rows);
        let cols = self.cols.map(|members| members.into_explorer_keys(&cols));
        let row = |(place, values): (GroupKey, &[Compared])| {
            let (row, col) = at(place);
            Some(ExplorerRow {
                row: Arc::clone(&rows[row? as usize]),
                col: col.zip(cols.as_ref()).map(|(col, cols)| Arc::clone(&cols[col as usize])),
                values: explorer_values(parameters, values),
            })
        };
        let rows = groups.into_iter().filter_map(row).collect();
        ExplorerAnswer { rows, cols, total, as_of }
    }

    /// Returns the values to sort by, by the number of the row; `None` when the order is by row.
    fn values(&self, parameters: &Parameters) -> Option<Vec<Option<f64>>> {
        let Sort::Measure(measure) = parameters.sort else { return None };
        let mut values = vec![None; self.rows.len()];
        for (place, measures) in self.groups.each().filter(|(place, _)| place.col.is_none()) {
            values[place.row as usize] = measures[measure].0.value;
        }
        Some(values)
    }

    /// Sorts the rows, of which `before` others precede the first, and retains those within the
    /// limit.
    fn sort(
        &self,
        parameters: &Parameters,
        values: Option<&[Option<f64>]>,
        rows: &mut Vec<u32>,
        before: usize,
    ) {
        let ranks = self.rows.ranks(rows);
        let order = |one: &u32, other: &u32| {
            let by_rank = ranks[*one as usize].cmp(&ranks[*other as usize]);
            match values {
                Some(values) => by_value(parameters, values, *one, *other).then(by_rank),
                // The group of facts without a value is last in both directions.
                None if *one == NONE || *other == NONE => by_rank,
                None => directed(parameters, by_rank),
            }
        };
        let skip = (parameters.skip - before).min(rows.len());
        first_sorted(rows, skip.saturating_add(parameters.limit), order);
        rows.drain(..skip);
    }
}

/// Returns each of these numbers below `count` once, in their order.
fn unique(numbers: impl Iterator<Item = u32>, count: usize) -> Vec<u32> {
    let mut is_met = vec![false; count];
    numbers.for_each(|number| is_met[number as usize] = true);
    is_met.into_iter().zip(0..).filter_map(|(is_met, number)| is_met.then_some(number)).collect()
}

/// Returns the position of each number below `count` in `numbers`.
fn positions(numbers: &[u32], count: usize) -> Vec<Option<u32>> {
    let mut positions = vec![None; count];
    for (number, position) in numbers.iter().zip(0..) {
        positions[*number as usize] = Some(position);
    }
    positions
}

/// Retains the first `count` rows in this order.
fn first_sorted(rows: &mut Vec<u32>, count: usize, order: impl Fn(&u32, &u32) -> Ordering + Copy) {
    if count < rows.len() {
        rows.select_nth_unstable_by(count, order);
        rows.truncate(count);
    }
    rows.sort_unstable_by(order);
}

/// Retains the rows that can be in the answer when rows are sorted by these values: those within
/// the limit, and those that tie with the first or the last of them. Returns the number of rows
/// that precede them.
fn narrow(parameters: &Parameters, values: &[Option<f64>], rows: &mut Vec<u32>) -> usize {
    let order = |one: &u32, other: &u32| by_value(parameters, values, *one, *other);
    if parameters.skip >= rows.len() {
        rows.clear();
        return parameters.skip;
    }
    let end = parameters.skip.saturating_add(parameters.limit).min(rows.len()) - 1;
    let (_, last, _) = rows.select_nth_unstable_by(end, order);
    let last = *last;
    rows.retain(|row| order(row, &last).is_le());
    let (_, first, _) = rows.select_nth_unstable_by(parameters.skip, order);
    let first = *first;
    let all = rows.len();
    rows.retain(|row| order(row, &first).is_ge());
    all - rows.len()
}

/// Compares by value; a row without one is last in both directions.
fn by_value(parameters: &Parameters, values: &[Option<f64>], one: u32, other: u32) -> Ordering {
    let value = |row: u32| values.get(row as usize).copied().flatten();
    match (value(one), value(other)) {
        (Some(a), Some(b)) => directed(parameters, a.total_cmp(&b)),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

fn directed(parameters: &Parameters, order: Ordering) -> Ordering {
    if parameters.descending { order.reverse() } else { order }
}

fn explorer_values(parameters: &Parameters, values: &[Compared]) -> ExplorerValues {
    let values = values.iter().zip(&parameters.measures).map(|((value, compared), measure)| {
        let nothing = match parameters.compare {
            Some(Compare::Previous) => Some(MeasureValue::default()),
            Some(Compare::Listed) if !measure.listed.is_empty() => Some(MeasureValue::default()),
            _ => None,
        };
        let compare =
            compared.or(nothing).map(|MeasureValue { value, n }| ExplorerCompared { value, n });
        (measure.name, ExplorerValue { value: value.value, n: value.n, compare })
    });
    ExplorerValues(values.collect())
}
