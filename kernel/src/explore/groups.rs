//! The values of the groups of an answer, while they are computed.

use std::collections::HashMap;

use super::aggregation::Place;
use super::heaps::MeasureValue;

/// The value of a measure, and the value that it is compared with.
pub(super) type Compared = (MeasureValue, Option<MeasureValue>);

/// For each group a value of every measure.
pub(super) struct Groups {
    measures: usize,
    places: HashMap<Place, usize>,
    values: Vec<Compared>,
}

impl Groups {
    /// Makes an empty set of groups, each with this number of measures.
    pub(super) fn new(measures: usize) -> Self {
        Self { measures, places: HashMap::new(), values: Vec::new() }
    }

    /// Returns the values of a group, and adds the group when it is new.
    pub(super) fn at(&mut self, place: Place) -> &mut [Compared] {
        let next = self.values.len();
        let start = *self.places.entry(place).or_insert(next);
        if start == next {
            self.values.resize(next + self.measures, (MeasureValue::default(), None));
        }
        &mut self.values[start..start + self.measures]
    }

    pub(super) fn get(&self, place: Place) -> Option<&[Compared]> {
        self.places.get(&place).map(|start| &self.values[*start..start + self.measures])
    }

    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.places.keys().copied()
    }
}
