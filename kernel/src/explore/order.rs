//! Sorts the groups of an answer, and returns those within the limit. Names of records are looked up
//! for these alone, unless the order is by name.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::aggregation::Place;
use super::answer::{
    ExplorerAnswer, ExplorerCompared, ExplorerFigure, ExplorerKey, ExplorerRow, ExplorerValues,
};
use super::groups::{Groups, Told};
use super::members::Members;
use super::within::Only;

use super::heaps::Figure;
use super::members::NONE;
use super::question::{Asked, Compare, Sort};
use crate::base::time::Timestamp;

/// What is found out while a question is being answered.
pub(super) struct Found {
    pub(super) rows: Members,
    pub(super) cols: Option<Members>,
    pub(super) groups: Groups,
    /// The groups that alone count, with their values as they are met.
    pub(super) within: Vec<Only>,
}

impl Found {
    /// Returns the answer.
    pub(super) fn told(self, asked: &Asked, as_of: Timestamp) -> ExplorerAnswer {
        let mut rows: Vec<u32> = self.groups.places().map(|place| place.row).collect();
        rows.sort_unstable();
        rows.dedup();
        let total = rows.len() as u64;
        let values = self.values(asked);
        let before = match &values {
            None => 0,
            Some(values) => narrow(asked, values, &mut rows),
        };
        self.sort(asked, values.as_deref(), &mut rows, before);
        let places: HashMap<u32, usize> = rows.iter().copied().zip(0..).collect();
        // Beside the figures of columns there may be those of all columns together, to sort by.
        let wanted = |place: &Place| {
            place.col.is_some() == asked.cols.is_some() && places.contains_key(&place.row)
        };
        let mut groups: Vec<Place> = self.groups.places().filter(wanted).collect();
        let mut cols: Vec<u32> = groups.iter().filter_map(|place| place.col).collect();
        cols.sort_unstable();
        cols.dedup();
        if let Some(members) = &self.cols {
            let keys = members.sort_keys(&cols);
            cols.sort_unstable_by(|one, other| keys.compare(*one, *other));
        }
        let ranks: HashMap<u32, usize> = cols.iter().copied().zip(0..).collect();
        groups.sort_by_key(|place| (places[&place.row], place.col.map(|col| ranks[&col])));
        let members = self.cols.as_ref();
        let cols: Option<Vec<ExplorerKey>> =
            members.map(|members| cols.iter().map(|col| members.told(*col)).collect());
        let col = |col: u32| cols.as_ref().and_then(|cols| cols.get(ranks[&col]).cloned());
        let keys: Vec<ExplorerKey> = rows.iter().map(|row| self.rows.told(*row)).collect();
        let row = |place: Place| ExplorerRow {
            row: keys[places[&place.row]].clone(),
            col: place.col.and_then(col),
            values: told(asked, self.groups.get(place).unwrap_or_default()),
        };
        let rows = groups.into_iter().map(row).collect();
        ExplorerAnswer { rows, cols, total, as_of }
    }

    /// The values to sort by, by the number of the row; `None` when the order is by row.
    fn values(&self, asked: &Asked) -> Option<Vec<Option<f64>>> {
        let Sort::Measure(measure) = asked.sort else { return None };
        let mut values = Vec::new();
        for place in self.groups.places().filter(|place| place.col.is_none()) {
            let row = place.row as usize;
            if values.len() <= row {
                values.resize(row + 1, None);
            }
            values[row] = self.groups.get(place).and_then(|told| told[measure].0.value);
        }
        Some(values)
    }

    /// Sorts the rows, of which `before` others precede the first, and keeps those within the limit.
    fn sort(
        &self,
        asked: &Asked,
        values: Option<&[Option<f64>]>,
        rows: &mut Vec<u32>,
        before: usize,
    ) {
        let keys = self.rows.sort_keys(rows);
        let order = |one: &u32, other: &u32| {
            let by_key = keys.compare(*one, *other);
            match values {
                Some(values) => by_value(asked, values, *one, *other).then(by_key),
                // The group of facts without a value is last in both directions.
                None if *one == NONE || *other == NONE => by_key,
                None => directed(asked, by_key),
            }
        };
        let skip = (asked.skip - before).min(rows.len());
        first_sorted(rows, skip.saturating_add(asked.limit), order);
        rows.drain(..skip);
    }
}

/// Keeps the first so many rows in this order.
fn first_sorted(rows: &mut Vec<u32>, count: usize, order: impl Fn(&u32, &u32) -> Ordering + Copy) {
    if count < rows.len() {
        rows.select_nth_unstable_by(count, order);
        rows.truncate(count);
    }
    rows.sort_unstable_by(order);
}

/// Keeps the rows that can be in the answer when they are sorted by these values: those within the
/// limit, and the ones that tie with the first or the last of them. Returns how many precede them.
fn narrow(asked: &Asked, values: &[Option<f64>], rows: &mut Vec<u32>) -> usize {
    let order = |one: &u32, other: &u32| by_value(asked, values, *one, *other);
    if asked.skip >= rows.len() {
        rows.clear();
        return asked.skip;
    }
    let end = asked.skip.saturating_add(asked.limit).min(rows.len()) - 1;
    let (_, last, _) = rows.select_nth_unstable_by(end, order);
    let last = *last;
    rows.retain(|row| order(row, &last).is_le());
    let (_, first, _) = rows.select_nth_unstable_by(asked.skip, order);
    let first = *first;
    let all = rows.len();
    rows.retain(|row| order(row, &first).is_ge());
    all - rows.len()
}

/// Compares by value; a row without one is last in both directions.
fn by_value(asked: &Asked, values: &[Option<f64>], one: u32, other: u32) -> Ordering {
    let value = |row: u32| values.get(row as usize).copied().flatten();
    match (value(one), value(other)) {
        (Some(a), Some(b)) => directed(asked, a.total_cmp(&b)),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

fn directed(asked: &Asked, order: Ordering) -> Ordering {
    if asked.descending { order.reverse() } else { order }
}

fn told(asked: &Asked, told: &[Told]) -> ExplorerValues {
    let figures = told.iter().zip(&asked.measures);
    let values = figures.map(|((figure, compared), measure)| {
        let nothing = match asked.compare {
            Some(Compare::Previous) => Some(Figure::default()),
            Some(Compare::Listed) if !measure.listed.is_empty() => Some(Figure::default()),
            _ => None,
        };
        let compare = compared.or(nothing).map(|Figure { value, n }| ExplorerCompared { value, n });
        (measure.name, ExplorerFigure { value: figure.value, n: figure.n, compare })
    });
    ExplorerValues(values.collect())
}
