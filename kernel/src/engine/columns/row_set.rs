//! A set of rows as a condition describes it, and how its rows are found.

use std::ops::Range;
use std::sync::Arc;

use super::bitmap::Bitmap;
use super::column::Column;
use super::value_index::{ValueIndex, ValueIndexes};
use super::value_test::ValueTest;

/// A description of a set of rows.
pub(crate) enum RowSet {
    All(Vec<RowSet>),
    Any(Vec<RowSet>),
    These(Bitmap),
    OfValues { column: Column, test: ValueTest, indexed: Option<Indexed> },
}

/// Where an index has the rows.
pub(crate) struct Indexed {
    index: Arc<ValueIndex>,
    places: Vec<Range<usize>>,
    /// About how many rows are touched to find them.
    cost: usize,
}

impl RowSet {
    /// Describes the rows whose value passes a test.
    pub(crate) fn of_values(column: Column, test: ValueTest, indexes: &ValueIndexes) -> Self {
        let index = indexes.of(&column);
        let indexed = index.map(|index| {
            let places = index.places(&column, &test);
            let cost = places.iter().map(|place| index.cost(place)).sum();
            Indexed { index, places, cost }
        });
        Self::OfValues { column, test, indexed }
    }

    /// Finds its rows, of a table with so many.
    pub(crate) fn find(&self, rows: usize) -> Bitmap {
        self.among(&Bitmap::filled(rows, true))
    }

    /// Returns which of these rows are in it.
    fn among(&self, rows: &Bitmap) -> Bitmap {
        if let Self::All(parts) = self {
            // The smallest part first: the others are tested on the rows only that are left.
            let mut parts: Vec<&Self> = parts.iter().collect();
            parts.sort_by_cached_key(|part| part.size_at_most(rows.len()));
            let among =
                |rest: Option<Bitmap>, part: &Self| Some(part.among(rest.as_ref().unwrap_or(rows)));
            return parts.into_iter().fold(None, among).unwrap_or_else(|| rows.clone());
        }
        let mut found = Bitmap::filled(rows.len(), false);
        self.add(rows, &mut found);
        found.intersect(rows);
        found
    }

    /// Adds those of these rows that are in it, and maybe others of its rows.
    fn add(&self, rows: &Bitmap, found: &mut Bitmap) {
        match self {
            Self::All(_) => found.unite(&self.among(rows)),
            Self::Any(parts) => parts.iter().for_each(|part| part.add(rows, found)),
            Self::These(these) => found.unite(these),
            Self::OfValues { column, test, indexed } => match indexed {
                Some(Indexed { index, places, cost }) if rows.passes_over(*cost) => {
                    places.iter().for_each(|place| index.add(place, found));
                }
                _ => found.unite(&test.passing(column, rows)),
            },
        }
    }

    /// Returns how many rows it has at most, as far as that is known without finding them.
    fn size_at_most(&self, rows: usize) -> usize {
        let size = |part: &Self| part.size_at_most(rows);
        match self {
            Self::All(parts) => parts.iter().map(size).min().unwrap_or(rows),
            Self::Any(parts) => parts.iter().map(size).sum::<usize>().min(rows),
            Self::These(these) => these.count(),
            Self::OfValues { indexed: Some(Indexed { places, .. }), .. } => {
                places.iter().map(Range::len).sum()
            }
            Self::OfValues { .. } => rows,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::cells::Cell;
    use crate::engine::columns::{Comparison, Shape};

    /// A column with the numbers from 0 on.
    fn numbers(rows: u32) -> Column {
        let mut column = Column::empty(Shape::Number, 0);
        (0..rows).for_each(|row| column.set(row, &Cell::Number(f64::from(row))));
        column
    }

    #[test]
    fn sets_are_the_same_before_and_after_their_columns_have_an_index() {
        let (column, indexes) = (numbers(3000), ValueIndexes::default());
        let mut even = Bitmap::filled(3000, false);
        (0..1500).for_each(|row| even.insert(row * 2));
        let below = |bound| {
            let test = ValueTest::Number(Comparison::Less, bound);
            RowSet::of_values(column.clone(), test, &indexes)
        };
        let mut is_indexed = Vec::new();
        for _ in 0..20 {
            let (few, many) = (below(20.0), below(2900.0));
            is_indexed.push(matches!(&few, RowSet::OfValues { indexed: Some(_), .. }));
            let any = RowSet::Any(vec![few, RowSet::Any(Vec::new()), below(10.0)]);
            let all = RowSet::All(vec![many, RowSet::These(even.clone()), any]);
            assert!(all.find(3000).rows().eq((0..20).step_by(2)));
        }
        assert!(!is_indexed[0] && is_indexed[19]);
        assert_eq!(RowSet::All(Vec::new()).find(3000).count(), 3000);
    }

    #[test]
    fn an_index_is_of_the_column_as_it_is() {
        let (mut column, indexes) = (numbers(100), ValueIndexes::default());
        let count = |column: &Column| {
            let test = ValueTest::Number(Comparison::AtLeast, 90.0);
            (0..20)
                .map(|_| {
                    RowSet::of_values(column.clone(), test.clone(), &indexes).find(100).count()
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(count(&column), [10; 20]);
        column.set(5, &Cell::Number(95.0));
        assert_eq!(count(&column), [11; 20]);
        column.set(5, &Cell::Missing);
        assert_eq!(count(&column), [10; 20]);
    }
}
