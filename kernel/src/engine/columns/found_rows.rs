//! Sets of rows that were found.

use super::bitmap::Bitmap;

/// A set of rows: few in a list, so that they cost the same in a table of any size, or a bit for each row of the table.
#[derive(Clone, Debug)]
pub(crate) enum FoundRows {
    /// Ascending, each once.
    Few(Vec<u32>),
    Many {
        rows: Bitmap,
        count: usize,
    },
}

impl FoundRows {
    /// Makes a set of a list in any order, with duplicates.
    pub(super) fn few(mut rows: Vec<u32>) -> Self {
        rows.sort_unstable();
        rows.dedup();
        Self::Few(rows)
    }

    pub(super) fn many(rows: Bitmap) -> Self {
        Self::Many { count: rows.count(), rows }
    }

    /// Returns the number of rows.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Few(rows) => rows.len(),
            Self::Many { count, .. } => *count,
        }
    }

    pub(super) fn contains(&self, row: u32) -> bool {
        match self {
            Self::Few(rows) => rows.binary_search(&row).is_ok(),
            Self::Many { rows, .. } => rows.contains(row),
        }
    }

    /// Lists the rows, the lowest first.
    pub(crate) fn to_list(&self) -> Vec<u32> {
        self.map(|row| row)
    }

    /// Returns what `of` says of each row, the lowest first.
    pub(super) fn map<T>(&self, of: impl Fn(u32) -> T) -> Vec<T> {
        match self {
            Self::Few(rows) => rows.iter().map(|row| of(*row)).collect(),
            Self::Many { rows, .. } => rows.rows().map(of).collect(),
        }
    }

    /// Returns it as a bit for each of so many rows, which takes the same time to look at any of them.
    pub(crate) fn into_bitmap(self, of: usize) -> Bitmap {
        match self {
            Self::Few(_) => {
                let mut rows = Bitmap::filled(of, false);
                self.add_to(&mut rows);
                rows
            }
            Self::Many { rows, .. } => rows,
        }
    }

    /// Adds its rows to others.
    pub(super) fn add_to(&self, others: &mut Bitmap) {
        match self {
            Self::Few(rows) => rows.iter().for_each(|row| others.insert(*row)),
            Self::Many { rows, .. } => others.unite(rows),
        }
    }
}
