//! Which groups a fact counts in, and maps from that and from numbers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Which groups a fact counts in: the numbers of its row and its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) row: u32,
    /// `None` for all columns together, and when there are no columns.
    pub(super) col: Option<u32>,
}

/// A value for each place.
pub(super) type ByPlace<V> = HashMap<Place, V, BuildHasherDefault<NumberHasher>>;

/// A value for each number.
pub(super) type ByNumber<V> = HashMap<u64, V, BuildHasherDefault<NumberHasher>>;

impl Hash for Place {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let col = self.col.map_or(0, |col| u64::from(col) + 1);
        hasher.write_u64((u64::from(self.row) << 32) + col);
    }
}

/// Hashes numbers of members, which are counted from 0, and numbers and days of facts: there is one
/// lookup for each fact.
#[derive(Default)]
pub(super) struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        // A map takes its buckets from the lowest bits, on which the row has no effect before this,
        // and its tags from the highest ones.
        self.0 ^ (self.0 >> 32)
    }
}
