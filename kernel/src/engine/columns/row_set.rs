//! A set of rows as a condition describes it, and how its rows are found.

use std::ops::Range;
use std::sync::Arc;

use super::bitmap::{Bitmap, FoundRows};
use super::column::Column;
use super::value_index::{ValueIndex, ValueIndexes};
use super::value_test::ValueTest;

/// A description of a set of rows.
pub(crate) enum RowSet<'a> {
    /// The rows that are in all of these sets; all rows of the table, if there is none.
    All(Vec<RowSet<'a>>),
    /// The rows that are in any of these sets.
    Any(Vec<RowSet<'a>>),
    /// The rows of the table that are not in this set.
    Not(Box<RowSet<'a>>),
    These(Arc<FoundRows>),
    /// The rows whose value passes a test.
    OfValues {
        column: Column,
        test: ValueTest,
        indexed: Option<Indexed>,
        indexes: &'a ValueIndexes,
    },
}

/// Where an index has the rows.
pub(crate) struct Indexed {
    index: Arc<ValueIndex>,
    places: Vec<Range<usize>>,
    /// About how many rows are touched to find them.
    cost: usize,
}

/// A set is listed if it has at most one of so many rows of its table: a list is sorted, and that takes as long as some
/// passes over a bit for each row.
const LISTED: usize = 512;

impl<'a> RowSet<'a> {
    /// Describes the rows whose value passes a test.
    pub(crate) fn of_values(column: Column, test: ValueTest, indexes: &'a ValueIndexes) -> Self {
        if let ValueTest::Codes(codes) = &test
            && codes.is_empty()
        {
            return Self::Any(Vec::new());
        }
        let indexed = indexes.of(&column).and_then(|index| {
            let places = index.places(&column, &test)?;
            let cost = places.iter().map(|place| index.cost(place)).sum();
            Some(Indexed { index, places, cost })
        });
        Self::OfValues { column, test, indexed, indexes }
    }

    /// Finds its rows, of a table with so many.
    pub(crate) fn find(&self, rows: usize) -> Arc<FoundRows> {
        match self {
            Self::These(these) => return Arc::clone(these),
            Self::All(parts) if parts.len() == 1 => return parts[0].find(rows),
            _ => {}
        }
        let few = (self.size_at_most(rows) <= rows / LISTED).then(|| self.list()).flatten();
        Arc::new(match few {
            Some(few) => FoundRows::few(few),
            None => FoundRows::many(self.among(&Bitmap::filled(rows, true))),
        })
    }

    /// Lists its rows, some of them maybe twice. `None` when that takes a pass over all rows.
    fn list(&self) -> Option<Vec<u32>> {
        match self {
            Self::All(parts) => {
                let size = |(_, part): &(usize, &Self)| part.size_at_most(usize::MAX);
                let (smallest, part) = parts.iter().enumerate().min_by_key(size)?;
                let mut rows = part.list()?;
                // Their own part they are in.
                let (before, after) = (&parts[..smallest], &parts[smallest + 1..]);
                rows.retain(|row| before.iter().chain(after).all(|part| part.contains(*row)));
                Some(rows)
            }
            Self::Any(parts) => {
                let lists = parts.iter().map(Self::list).collect::<Option<Vec<_>>>()?;
                Some(lists.concat())
            }
            Self::These(these) => Some(these.map(|row| row)),
            Self::OfValues { indexed: Some(Indexed { index, places, .. }), .. } => {
                Some(places.iter().flat_map(|place| index.rows(place)).copied().collect())
            }
            Self::OfValues { .. } | Self::Not(_) => None,
        }
    }

    fn contains(&self, row: u32) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.contains(row)),
            Self::Any(parts) => parts.iter().any(|part| part.contains(row)),
            Self::Not(set) => !set.contains(row),
            Self::These(these) => these.contains(row),
            Self::OfValues { column, test, .. } => test.passes(column, row),
        }
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
            Self::Not(set) => {
                found.unite_difference(rows, &set.among(rows));
            }
            Self::Any(parts) => parts.iter().for_each(|part| part.add(rows, found)),
            Self::These(these) => these.add_to(found),
            Self::OfValues { column, test, indexed, indexes } => match indexed {
                Some(Indexed { index, places, cost }) if rows.passes_over(*cost) => {
                    places.iter().for_each(|place| index.add(place, found));
                }
                _ => {
                    if indexed.is_none() && rows.passes_over(rows.len() / 2) {
                        indexes.count_pass(column);
                    }
                    found.unite(&test.passing(column, rows));
                }
            },
        }
    }

    /// Returns how many rows it has at most, as far as that is known without finding them.
    fn size_at_most(&self, rows: usize) -> usize {
        let size = |part: &Self| part.size_at_most(rows);
        match self {
            Self::All(parts) => parts.iter().map(size).min().unwrap_or(rows),
            Self::Any(parts) => parts.iter().map(size).fold(0, usize::saturating_add).min(rows),
            Self::These(these) => these.count(),
            Self::OfValues { indexed: Some(Indexed { places, .. }), .. } => {
                places.iter().map(Range::len).sum()
            }
            Self::OfValues { .. } | Self::Not(_) => rows,
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
        // So few rows are listed, once there is an index.
        for (most, is_listed) in [(20_u32, false), (3, true)] {
            let mut is_list = Vec::new();
            for round in 0..20 {
                let (few, fewer) = (below(f64::from(most)), below(2.0));
                let any = RowSet::Any(vec![few, RowSet::Any(Vec::new()), fewer]);
                let even = RowSet::These(Arc::new(FoundRows::many(even.clone())));
                let found = RowSet::All(vec![below(2900.0), even, any]).find(3000);
                is_list.push(matches!(*found, FoundRows::Few(_)));
                assert_eq!(indexes.is_due(), most == 20 && (5..10).contains(&round), "{round}");
                if round == 9 {
                    indexes.make_due();
                }
                assert_eq!(found.map(|row| row), (0..most).step_by(2).collect::<Vec<_>>());
            }
            assert_eq!(is_list[19], is_listed);
        }
        assert_eq!(RowSet::All(Vec::new()).find(3000).count(), 3000);
    }

    #[test]
    fn an_index_is_of_the_column_as_it_is() {
        let (mut column, indexes) = (numbers(100), ValueIndexes::default());
        let count = |column: &Column| {
            let test = ValueTest::Number(Comparison::AtLeast, 90.0);
            let count = |_| {
                indexes.make_due();
                RowSet::of_values(column.clone(), test.clone(), &indexes).find(100).count()
            };
            (0..20).map(count).collect::<Vec<_>>()
        };
        assert_eq!(count(&column), [10; 20]);
        column.set(5, &Cell::Number(95.0));
        assert_eq!(count(&column), [11; 20]);
        column.set(5, &Cell::Missing);
        assert_eq!(count(&column), [10; 20]);
    }
}
