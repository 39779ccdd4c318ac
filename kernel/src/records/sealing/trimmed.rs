//! The numbers of the rows that rules have deleted: a bit for each, in pages, so that a million rows
//! take little more than 100 KiB.

use std::collections::HashMap;

/// How many numbers a page holds.
const PAGE: usize = 4_096;

/// A set of numbers.
#[derive(Default)]
pub(super) struct Trimmed(HashMap<i64, Box<[u64; PAGE / 64]>>);

impl Trimmed {
    pub(super) fn insert(&mut self, number: i64) {
        let (page, word, bit) = place(number);
        let page = self.0.entry(page).or_insert_with(|| Box::new([0; PAGE / 64]));
        page[word] |= bit;
    }

    pub(super) fn contains(&self, number: i64) -> bool {
        let (page, word, bit) = place(number);
        self.0.get(&page).is_some_and(|page| page[word] & bit != 0)
    }
}

/// Returns page, word and bit of a number.
fn place(number: i64) -> (i64, usize, u64) {
    let page = number.div_euclid(PAGE as i64);
    // The remainder is less than a page.
    let rest = usize::try_from(number.rem_euclid(PAGE as i64)).unwrap_or_default();
    (page, rest / 64, 1 << (rest % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_the_numbers_that_were_inserted() {
        let numbers = [i64::MIN, -1, 0, 1, 63, 64, 4_095, 4_096, 1 << 40, i64::MAX];
        let mut trimmed = Trimmed::default();
        for number in numbers {
            assert!(!trimmed.contains(number));
            trimmed.insert(number);
        }
        assert!(numbers.iter().all(|number| trimmed.contains(*number)));
        assert!(![-2, 2, 62, 65, 4_094, 4_097].iter().any(|number| trimmed.contains(*number)));
    }
}
