//! Sets of rows: one bit for each, or a list.

use super::texts::NONE;

/// A set of rows, one bit for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bitmap {
    words: Vec<u64>,
    rows: usize,
}

impl Bitmap {
    /// Makes the set of all rows, or of none.
    pub(crate) fn filled(rows: usize, with: bool) -> Self {
        let words = if with { u64::MAX } else { 0 };
        let mut words = vec![words; rows.div_ceil(64)];
        // Nothing is beyond the last row.
        if let (Some(last), used @ 1..) = (words.last_mut(), rows % 64) {
            *last &= (1 << used) - 1;
        }
        Self { words, rows }
    }

    /// Returns which of its rows have a value that passes; 64 rows of which it has none are not looked at.
    pub(super) fn passing<T: Copy>(&self, values: &[T], passes: impl Fn(T) -> bool) -> Self {
        let word = |(word, values): (&u64, &[T])| {
            if *word == 0 {
                return 0;
            }
            let mut bytes = [0; 64];
            for (byte, value) in bytes.iter_mut().zip(values) {
                *byte = u8::from(passes(*value));
            }
            let bits = bytes.as_chunks().0.iter().map(|bytes| packed(*bytes));
            word & (0..).zip(bits).fold(0, |word, (at, bits)| word | bits << (8 * at))
        };
        let words = self.words.iter().zip(values.chunks(64)).map(word).collect();
        Self { words, rows: self.rows }
    }

    /// Returns whether [`passing`](Self::passing) would look at so many values.
    pub(super) fn passes_over(&self, values: usize) -> bool {
        let words = values.div_ceil(64);
        self.words.iter().filter(|word| **word != 0).take(words).count() == words
    }

    /// Returns the number of rows of the table.
    pub(super) fn len(&self) -> usize {
        self.rows
    }

    pub(crate) fn insert(&mut self, row: u32) {
        if row != NONE {
            self.words[row as usize / 64] |= 1 << (row % 64);
        }
    }

    pub(super) fn remove(&mut self, row: u32) {
        self.words[row as usize / 64] &= !(1 << (row % 64));
    }

    pub(crate) fn contains(&self, row: u32) -> bool {
        self.words[row as usize / 64] >> (row % 64) & 1 == 1
    }

    /// Keeps the rows that are in both.
    pub(crate) fn intersect(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    /// Adds the rows of the other.
    pub(crate) fn unite(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// Adds the rows that one has and the other does not.
    pub(super) fn unite_difference(&mut self, one: &Self, other: &Self) {
        let difference = one.words.iter().zip(&other.words).map(|(one, other)| one & !other);
        self.words.iter_mut().zip(difference).for_each(|(word, rows)| *word |= rows);
    }

    /// Counts its rows.
    pub(crate) fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Iterates over its rows, the lowest first.
    pub(crate) fn rows(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.words).flat_map(|(number, word)| {
            let rest = |word: &u64| Some(word & (word - 1)).filter(|rest| *rest != 0);
            let bits = std::iter::successors(Some(*word).filter(|word| *word != 0), rest);
            bits.map(move |word| number * 64 + word.trailing_zeros())
        })
    }
}

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

    /// Returns about how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Few(rows) => rows.capacity() * size_of::<u32>(),
            Self::Many { rows, .. } => rows.words.capacity() * size_of::<u64>(),
        }
    }

    /// Returns the number of rows.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Few(rows) => rows.len(),
            Self::Many { count, .. } => *count,
        }
    }

    pub(crate) fn contains(&self, row: u32) -> bool {
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

/// Packs eight bytes, each 0 or 1, into eight bits. The product moves each byte to its bit of the
/// highest byte.
fn packed(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::Bitmap;

    #[test]
    fn sets_are_as_long_as_their_rows() {
        for rows in [0_usize, 1, 63, 64, 65, 200] {
            let numbers: Vec<usize> = (0..rows).collect();
            let all = Bitmap::filled(rows, true);
            let mut thirds = all.passing(&numbers, |row| row % 3 == 0);
            assert_eq!(thirds.count(), rows.div_ceil(3));
            assert!(thirds.rows().eq((0..).step_by(3).take(thirds.count())));
            let mut others = all.clone();
            thirds.rows().for_each(|row| others.remove(row));
            assert_eq!(others.count(), rows - thirds.count());
            thirds.unite(&others);
            assert_eq!(thirds, all);
            thirds.intersect(&others);
            assert_eq!(thirds, others);
        }
    }

    #[test]
    fn a_row_is_in_after_it_was_inserted() {
        let mut set = Bitmap::filled(130, false);
        for row in [0, 63, 64, 129, super::NONE] {
            set.insert(row);
        }
        assert!(set.rows().eq([0, 63, 64, 129]));
        assert!(set.contains(129) && !set.contains(128));
    }
}
