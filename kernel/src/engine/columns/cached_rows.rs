//! The rows that meet conditions which many lists have, such as the rules of readers, until a column changes that one of them
//! compares.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use super::bitmap::FoundRows;
use super::column::{Column, WeakColumn};

/// How many conditions are kept. At 1,000,000 rows one takes 125 kB.
const MOST: usize = 64;

/// The rows of conditions, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct CachedRows(Mutex<VecDeque<Entry>>);

#[derive(Debug)]
struct Entry {
    key: Arc<str>,
    of: Vec<WeakColumn>,
    rows: Arc<FoundRows>,
}

impl CachedRows {
    /// Returns the rows of the condition with this key that were found by exactly these columns, or `find`s them; `None` when
    /// that yields none.
    pub(crate) fn get(
        &self,
        of: &[Column],
        key: &Arc<str>,
        find: impl FnOnce() -> Option<Arc<FoundRows>>,
    ) -> Option<Arc<FoundRows>> {
        // What every row meets, or none, compares no column that would change with a new row.
        if of.is_empty() {
            return find();
        }
        let of: Vec<WeakColumn> = of.iter().map(Column::weak).collect();
        let is_same = |one: &&Entry| {
            one.of.len() == of.len() && one.of.iter().zip(&of).all(|(one, of)| one.ptr_eq(of))
        };
        if let Some(known) = self.0.lock().iter().find(|one| one.key == *key).filter(is_same) {
            return Some(Arc::clone(&known.rows));
        }
        let rows = find()?;
        let mut all = self.0.lock();
        all.retain(|one| one.key != *key && one.exists());
        if all.len() >= MOST {
            all.pop_front();
        }
        all.push_back(Entry { key: Arc::clone(key), of, rows: Arc::clone(&rows) });
        Some(rows)
    }

    /// Returns about how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        self.0.lock().iter().map(|one| one.rows.bytes()).sum()
    }

    /// Forgets the rows that were found by columns that have changed or are no longer in memory.
    pub(super) fn forget_unused(&self) {
        self.0.lock().retain(Entry::exists);
    }
}

impl Entry {
    fn exists(&self) -> bool {
        self.of.iter().all(|column| column.strong_count() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::cells::Cell;

    #[test]
    fn what_compares_no_column_is_found_each_time() {
        let cache = CachedRows::default();
        let found = [1, 2].map(|rows| {
            let all = || Some(Arc::new(FoundRows::few((0..rows).collect())));
            cache.get(&[], &"one".into(), all).unwrap().count()
        });
        assert_eq!((found, cache.bytes()), ([1, 2], 0));
    }

    #[test]
    fn rows_are_found_once_and_again_after_a_change_of_a_column() {
        let cache = CachedRows::default();
        let mut column = Column::of_texts(&["a", "b"]);
        let mut found = 0;
        let mut ask = |column: &Column, key: &str| {
            cache.get(std::slice::from_ref(column), &key.into(), || {
                found += 1;
                Some(Arc::new(FoundRows::few(vec![0])))
            });
            found
        };
        assert_eq!([ask(&column, "one"), ask(&column, "one")], [1, 1]);
        assert_eq!([ask(&column, "other"), ask(&column, "one")], [2, 2]);
        let former = column.clone();
        column.set(0, &Cell::Text("c".into()));
        assert_eq!([ask(&column, "one"), ask(&column, "one"), ask(&former, "other")], [3, 3, 3]);
        assert!(cache.bytes() > 0);
        drop((column, former));
        cache.forget_unused();
        assert_eq!(cache.bytes(), 0);
    }
}
