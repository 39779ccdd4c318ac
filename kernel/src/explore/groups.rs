//! The values of the groups of an answer, while they are computed.

use super::heaps::MeasureValue;
use super::place::{ByPlace, Place};

/// The value of a measure, and the value that it is compared with.
pub(super) type Compared = (MeasureValue, Option<MeasureValue>);

/// For each group a value of every measure.
pub(super) struct Groups {
    measures: usize,
    starts: ByPlace<usize>,
    values: Vec<Compared>,
}

impl Groups {
    /// Makes an empty set of groups, each with this number of measures.
    pub(super) fn new(measures: usize) -> Self {
        Self { measures, starts: ByPlace::default(), values: Vec::new() }
    }

    /// Returns the values of a group, and adds the group when it is new.
    pub(super) fn at(&mut self, place: Place) -> &mut [Compared] {
        let next = self.values.len();
        let start = *self.starts.entry(place).or_insert(next);
        if start == next {
            self.values.resize(next + self.measures, (MeasureValue::default(), None));
        }
        &mut self.values[start..start + self.measures]
    }

    /// Iterates over the groups with their values.
    pub(super) fn each(&self) -> impl Iterator<Item = (Place, &[Compared])> {
        let values = |start: usize| &self.values[start..start + self.measures];
        self.starts.iter().map(move |(place, start)| (*place, values(*start)))
    }
}
