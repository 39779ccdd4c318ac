//! Which groups a fact counts in, and maps from that and from numbers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Which groups a fact counts in: the numbers of its row and its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GroupKey {
    pub(super) row: u32,
    /// `None` for all columns together, and when there are no columns.
    pub(super) col: Option<u32>,
}

/// A value for each place.
pub(super) type ByGroup<V> = HashMap<GroupKey, V, BuildHasherDefault<NumberHasher>>;

/// A value for each number.
pub(super) type ByNumber<V> = HashMap<u64, V, BuildHasherDefault<NumberHasher>>;

impl Hash for GroupKey {
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
        // A map takes its buckets from the lowest bits, which are zero in most numbers of facts and depend
        // on the column alone in a place: the upper half of the product brings the others there.
        let product = u128::from(self.0 ^ number) * 0x9e37_79b9_7f4a_7c15;
        let [low, high] = [product, product >> 64].map(|half| (half & u128::from(u64::MAX)) as u64);
        self.0 = low ^ high;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn numbers_of_facts_and_places_have_different_hashes_in_their_lowest_bits() {
        let of = |write: &dyn Fn(&mut NumberHasher)| {
            let mut hasher = NumberHasher::default();
            write(&mut hasher);
            hasher.finish() & 0xffff
        };
        let numbers = (0..4_000u32).map(f64::from);
        let numbers: HashSet<u64> =
            numbers.map(|number| of(&|hasher| hasher.write_u64(number.to_bits()))).collect();
        let places = (0..4_000).map(|at| GroupKey { row: at / 50, col: Some(at % 50) });
        let places: HashSet<u64> = places.map(|place| of(&|hasher| place.hash(hasher))).collect();
        // By chance it would be 3,881.
        assert!(
            numbers.len() > 3_500 && places.len() > 3_500,
            "{} {}",
            numbers.len(),
            places.len()
        );
    }
}
