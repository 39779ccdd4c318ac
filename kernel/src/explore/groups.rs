//! The figures of the groups of an answer, while they are computed.

use std::collections::HashMap;

use super::aggregation::Place;
use super::heaps::Figure;

/// A figure, and the one that it is compared with.
pub(super) type Told = (Figure, Option<Figure>);

/// For each group a figure of every measure.
pub(super) struct Groups {
    measures: usize,
    places: HashMap<Place, usize>,
    figures: Vec<Told>,
}

impl Groups {
    /// No group, of so many measures.
    pub(super) fn new(measures: usize) -> Self {
        Self { measures, places: HashMap::new(), figures: Vec::new() }
    }

    /// The figures of a group, which is added when it is not there.
    pub(super) fn at(&mut self, place: Place) -> &mut [Told] {
        let next = self.figures.len();
        let start = *self.places.entry(place).or_insert(next);
        if start == next {
            self.figures.resize(next + self.measures, (Figure::default(), None));
        }
        &mut self.figures[start..start + self.measures]
    }

    pub(super) fn get(&self, place: Place) -> Option<&[Told]> {
        self.places.get(&place).map(|start| &self.figures[*start..start + self.measures])
    }

    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.places.keys().copied()
    }
}
