//! Sorts the groups of an answer, and returns those within the limit. Names of records are looked up
//! for these alone, unless the order is by name.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::answer::{
    ExplorerAnswer, ExplorerCompared, ExplorerFigure, ExplorerKey, ExplorerRow, ExplorerValues,
    Found, Told,
};
use super::folding::{Figure, Place};
use super::members::NONE;
use super::question::{Asked, Compare, Sort};
use crate::time::Timestamp;

impl Found {
    /// Returns the answer.
    pub(super) fn told(mut self, asked: &Asked, as_of: Timestamp) -> ExplorerAnswer {
        let mut rows: Vec<u32> = self.groups.keys().map(|place| place.row).collect();
        rows.sort_unstable();
        rows.dedup();
        let total = rows.len() as u64;
        let before = match asked.sort {
            Sort::Row => 0,
            Sort::Measure(measure) => self.narrow(asked, measure, &mut rows),
        };
        self.sort(asked, &mut rows, before);
        let places: HashMap<u32, usize> = rows.iter().copied().zip(0..).collect();
        // Beside the figures of columns there may be those of all columns together, to sort by.
        self.groups.retain(|place, _| {
            place.col.is_some() == asked.cols.is_some() && places.contains_key(&place.row)
        });
        let mut cols: Vec<u32> = self.groups.keys().filter_map(|place| place.col).collect();
        cols.sort_unstable();
        cols.dedup();
        if let Some(members) = &self.cols {
            let keys = members.sort_keys(&cols);
            cols.sort_unstable_by(|one, other| keys.compare(*one, *other));
        }
        let ranks: HashMap<u32, usize> = cols.iter().copied().zip(0..).collect();
        let mut groups: Vec<(Place, Vec<Told>)> =
            std::mem::take(&mut self.groups).into_iter().collect();
        groups.sort_by_key(|(place, _)| (places[&place.row], place.col.map(|col| ranks[&col])));
        let members = self.cols.as_ref();
        let cols: Option<Vec<ExplorerKey>> =
            members.map(|members| cols.iter().map(|col| members.told(*col)).collect());
        let col = |col: u32| cols.as_ref().and_then(|cols| cols.get(ranks[&col]).cloned());
        let keys: Vec<ExplorerKey> = rows.iter().map(|row| self.rows.told(*row)).collect();
        let row = |(place, told): (Place, Vec<Told>)| ExplorerRow {
            row: keys[places[&place.row]].clone(),
            col: place.col.and_then(col),
            values: values(asked, told),
        };
        let rows = groups.into_iter().map(row).collect();
        ExplorerAnswer { rows, cols, total, as_of }
    }

    /// Sorts the rows, of which `before` others precede the first, and keeps those within the limit.
    fn sort(&self, asked: &Asked, rows: &mut Vec<u32>, before: usize) {
        let keys = self.rows.sort_keys(rows);
        let order = |one: &u32, other: &u32| {
            let by_key = keys.compare(*one, *other);
            match asked.sort {
                Sort::Measure(measure) => self.by_value(asked, measure, *one, *other).then(by_key),
                // The group of facts without a value is last in both directions.
                Sort::Row if *one == NONE || *other == NONE => by_key,
                Sort::Row => directed(asked, by_key),
            }
        };
        let skip = (asked.skip - before).min(rows.len());
        let last = skip.saturating_add(asked.limit);
        if last < rows.len() {
            rows.select_nth_unstable_by(last, order);
            rows.truncate(last);
        }
        rows.sort_unstable_by(order);
        rows.drain(..skip);
    }

    /// Keeps the rows that can be in the answer when they are sorted by this measure: those within the
    /// limit, and the ones that tie with the first or the last of them. Returns how many precede them.
    fn narrow(&self, asked: &Asked, measure: usize, rows: &mut Vec<u32>) -> usize {
        let order = |one: &u32, other: &u32| self.by_value(asked, measure, *one, *other);
        rows.sort_unstable_by(order);
        let last = asked.skip.saturating_add(asked.limit).min(rows.len());
        let Some(first) = rows.get(asked.skip).copied() else {
            rows.clear();
            return asked.skip;
        };
        let end = rows[last - 1];
        let before = rows.partition_point(|row| order(row, &first).is_lt());
        let until = rows.partition_point(|row| order(row, &end).is_le());
        rows.truncate(until);
        rows.drain(..before);
        before
    }

    /// Compares by value; a row without one is last in both directions.
    fn by_value(&self, asked: &Asked, measure: usize, one: u32, other: u32) -> Ordering {
        let value = |row: u32| {
            self.groups.get(&Place { row, col: None }).and_then(|told| told[measure].0.value)
        };
        match (value(one), value(other)) {
            (Some(a), Some(b)) => directed(asked, a.total_cmp(&b)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        }
    }
}

fn directed(asked: &Asked, order: Ordering) -> Ordering {
    if asked.descending { order.reverse() } else { order }
}

fn values(asked: &Asked, told: Vec<Told>) -> ExplorerValues {
    let figures = told.into_iter().zip(&asked.measures);
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
