//! What is made for readers by what they may do, once for all who may do the same: that takes longer than most answers.

use std::collections::HashMap;

use parking_lot::Mutex;

/// Values by the key of an [`Access`](super::Access), and what else they depend on.
#[derive(Debug)]
pub(crate) struct ByAccess<T>(Mutex<HashMap<String, T>>);

/// The maximum number of values. Readers differ by their roles and a few attributes.
const CAPACITY: usize = 500;

impl<T> Default for ByAccess<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> ByAccess<T> {
    /// Returns the value of a key, which `make` makes if there is none.
    pub(crate) fn get(&self, key: &str, make: impl FnOnce() -> T) -> T {
        if let Some(known) = self.0.lock().get(key) {
            return known.clone();
        }
        let made = make();
        let mut known = self.0.lock();
        if known.len() >= CAPACITY {
            known.clear();
        }
        known.insert(key.to_owned(), made.clone());
        made
    }
}
