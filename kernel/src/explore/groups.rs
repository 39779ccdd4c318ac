//! The groups of an answer, with their values while they are computed.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use foldhash::fast::FixedState;

use super::accumulators::MeasureValue;

/// Which groups a fact counts in: the numbers of its row and its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GroupKey {
    pub(super) row: u32,
    /// `None` for all columns together, and when there are no columns.
    pub(super) col: Option<u32>,
}

/// A value for each place. There is one lookup for each fact.
pub(super) type ByGroup<V> = HashMap<GroupKey, V, FixedState>;

/// A value for each number.
pub(super) type ByNumber<V> = HashMap<u64, V, FixedState>;

impl Hash for GroupKey {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let col = self.col.map_or(0, |col| u64::from(col) + 1);
        hasher.write_u64((u64::from(self.row) << 32) + col);
    }
}

/// The value of a measure, and the value that it is compared with.
pub(super) type Compared = (MeasureValue, Option<MeasureValue>);

/// For each group a value of every measure.
pub(super) struct Groups {
    measures: usize,
    places: Vec<GroupKey>,
    /// As many consecutive values for each group as there are measures.
    values: Vec<Compared>,
    /// The positions in `places` of the groups of earlier passes.
    known: ByGroup<usize>,
}

impl Groups {
    /// Makes an empty set of groups, each with this number of measures.
    pub(super) fn new(measures: usize) -> Self {
        Self { measures, places: Vec::new(), values: Vec::new(), known: ByGroup::default() }
    }

    /// Begins a pass, which has each group once.
    pub(super) fn begin(&mut self) {
        let known = self.known.len();
        self.known.extend(self.places[known..].iter().copied().zip(known..));
    }

    /// Returns the values of a group, and adds the group when no earlier pass had it.
    pub(super) fn at(&mut self, place: GroupKey) -> &mut [Compared] {
        let position = self.known.get(&place).copied().unwrap_or_else(|| {
            self.places.push(place);
            self.places.len() - 1
        });
        let end = self.places.len() * self.measures;
        self.values.resize(end, (MeasureValue::default(), None));
        let start = position * self.measures;
        &mut self.values[start..start + self.measures]
    }

    /// Iterates over the groups with their values.
    pub(super) fn each(&self) -> impl Iterator<Item = (GroupKey, &[Compared])> {
        // Without a measure there would be no chunks.
        self.places.iter().enumerate().map(move |(at, place)| {
            (*place, &self.values[at * self.measures..(at + 1) * self.measures])
        })
    }
}
