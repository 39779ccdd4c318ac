//! Stores what a measure needs of the facts of a group: an accumulator, to which each fact is added.

use std::collections::HashSet;

use smallvec::SmallVec;

use super::declare::{Aggregate, Facts};
use crate::engine::columns::NONE as MISSING;

/// The value of a measure, and the number of facts that it is computed from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MeasureValue {
    pub(super) value: Option<f64>,
    pub(super) n: u64,
}

/// What a measure needs of the facts of its group.
pub(super) enum Accumulator {
    Count(u64),
    Different(Box<Different>),
    /// Of which the median is computed. A single one needs no allocation: there may be a group for each fact.
    Values(SmallVec<[f64; 1]>),
    Sums {
        over: f64,
        under: f64,
        n: u64,
    },
    Share {
        hits: u64,
        n: u64,
    },
    Whole(Box<Facts>),
}

/// Texts of which the different ones are counted, and the number of all.
#[derive(Default)]
pub(super) struct Different {
    texts: HashSet<u32>,
    n: u64,
}

/// What a fact contributes to an accumulator.
pub(super) enum Given {
    Nothing,
    One,
    Number(f64),
    Pair(f64, f64),
    Truth(bool),
    Text(u32),
    Whole,
}

impl Aggregate {
    /// Returns what a fact with these numbers and texts contributes.
    pub(super) fn given(&self, numbers: &[f64], texts: &[u32]) -> Given {
        match self {
            Self::Count => Given::One,
            Self::Distinct => match texts.first() {
                Some(text) if *text != MISSING => Given::Text(*text),
                _ => Given::Nothing,
            },
            Self::Median { of, .. } => match of(numbers) {
                number if number.is_finite() => Given::Number(number),
                _ => Given::Nothing,
            },
            Self::Ratio { over, under } => {
                let (over, under) = (over(numbers), under(numbers));
                let counts = over.is_finite() && under.is_finite() && under > 0.0;
                if counts { Given::Pair(over, under) } else { Given::Nothing }
            }
            Self::Share(is) => is(numbers).map_or(Given::Nothing, Given::Truth),
            Self::Whole(_) => Given::Whole,
        }
    }
}

impl Accumulator {
    /// Makes an empty accumulator. `width` is the number of numbers and of texts of a whole fact.
    pub(super) fn of(aggregate: Aggregate, width: (usize, usize)) -> Self {
        match aggregate {
            Aggregate::Count => Self::Count(0),
            Aggregate::Distinct => Self::Different(Box::default()),
            Aggregate::Median { .. } => Self::Values(SmallVec::new()),
            Aggregate::Ratio { .. } => Self::Sums { over: 0.0, under: 0.0, n: 0 },
            Aggregate::Share(_) => Self::Share { hits: 0, n: 0 },
            Aggregate::Whole(_) => Self::Whole(Box::new(Facts { width, ..Facts::default() })),
        }
    }

    /// Adds a fact. An accumulator of whole facts stores its numbers and texts.
    pub(super) fn add(&mut self, given: &Given, numbers: &[f64], texts: &[u32]) {
        match (self, given) {
            (Self::Count(count), Given::One) => *count += 1,
            (Self::Different(different), Given::Text(text)) => {
                different.texts.insert(*text);
                different.n += 1;
            }
            (Self::Values(values), Given::Number(number)) => values.push(*number),
            (Self::Sums { over, under, n }, Given::Pair(above, below)) => {
                (*over, *under, *n) = (*over + above, *under + below, *n + 1);
            }
            (Self::Share { hits, n }, Given::Truth(truth)) => {
                (*hits, *n) = (*hits + u64::from(*truth), *n + 1);
            }
            (Self::Whole(facts), Given::Whole) => {
                facts.numbers.extend_from_slice(numbers);
                facts.texts.extend_from_slice(texts);
                facts.count += 1;
            }
            _ => {}
        }
    }

    /// Computes the value of the facts that were added.
    pub(super) fn value(&mut self, aggregate: Aggregate) -> MeasureValue {
        let (value, n) = match self {
            Self::Count(count) => (Some(*count as f64), *count),
            Self::Different(different) => (Some(different.texts.len() as f64), different.n),
            Self::Values(values) => {
                let middle = median(values);
                let value = match aggregate {
                    Aggregate::Median { then, .. } => middle.map(then),
                    _ => middle,
                };
                (value, values.len() as u64)
            }
            Self::Sums { over, under, n } => (Some(*over / *under), *n),
            Self::Share { hits, n } => (Some(*hits as f64 / *n as f64), *n),
            Self::Whole(facts) => match aggregate {
                Aggregate::Whole(aggregate) => aggregate(facts),
                _ => (None, 0),
            },
        };
        MeasureValue { value: value.filter(|value| n > 0 && value.is_finite()), n }
    }
}

/// Returns the median: the middle value, and of an even number of values the mean of the middle
/// two.
fn median(values: &mut [f64]) -> Option<f64> {
    let half = values.len() / 2;
    if values.len() < 2 {
        return values.first().copied();
    }
    let even = values.len().is_multiple_of(2);
    let (below, middle, _) = values.select_nth_unstable_by(half, f64::total_cmp);
    let middle = *middle;
    if !even {
        return Some(middle);
    }
    let below = below.iter().copied().max_by(f64::total_cmp)?;
    Some(below + (middle - below) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_the_middle_or_between_the_middle_two() {
        for (values, expected) in [
            (vec![], None),
            (vec![3.0], Some(3.0)),
            (vec![4.0, 1.0], Some(2.5)),
            (vec![9.0, 1.0, 5.0], Some(5.0)),
            (vec![9.0, 1.0, 5.0, 5.0], Some(5.0)),
            (vec![2.0, 2.0, 2.0, 2.0, 7.0, 8.0], Some(2.0)),
        ] {
            assert_eq!(median(&mut values.clone()), expected, "{values:?}");
        }
    }
}
