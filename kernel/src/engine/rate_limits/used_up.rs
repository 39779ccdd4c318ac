//! Exhausted budgets: further attempts of such a client are rejected by a read, without a turn of
//! the writer.
//!
//! A node caches only which budgets to check. Whether one is still exhausted, and until when, is
//! read from the database: other nodes count there too, and delete attempts that do not count. So
//! no client with budget left is rejected, and a node that does not know a budget yet uses the
//! writer once. Unlike in [`Cache`](crate::engine::cache::Cache), each entry ends at a time of its
//! own: when the budget has an attempt left again.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard};

use crate::base::time::Timestamp;

/// The maximum number of cached budgets. An attempt on another one costs a write.
const MAX_BUDGETS: usize = 10_000;

/// The budgets by bucket, and until when each is checked by a read first.
static USED_UP: LazyLock<UsedUp> = LazyLock::new(UsedUp::default);

#[derive(Default)]
pub(super) struct UsedUp(Mutex<HashMap<String, Timestamp>>);

/// Returns the budgets of this process.
pub(super) fn used_up() -> &'static UsedUp {
    &USED_UP
}

impl UsedUp {
    /// Caches that `bucket` is exhausted until then.
    pub(super) fn insert(&self, bucket: String, until: Timestamp, now: Timestamp) {
        let mut buckets = self.lock();
        if buckets.len() >= MAX_BUDGETS && !buckets.contains_key(&bucket) {
            buckets.retain(|_, until| *until > now);
        }
        if buckets.len() < MAX_BUDGETS || buckets.contains_key(&bucket) {
            buckets.insert(bucket, until);
        }
    }

    /// Returns whether `bucket` may be exhausted.
    pub(super) fn has(&self, bucket: &str, now: Timestamp) -> bool {
        self.lock().get(bucket).is_some_and(|until| *until > now)
    }

    /// Removes `bucket`, which has attempts left again.
    pub(super) fn forget(&self, bucket: &str) {
        self.lock().remove(bucket);
    }

    /// Returns whether no budget is cached.
    pub(super) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Timestamp>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_cached_until_their_time_and_up_to_a_maximum() {
        let (budgets, now) = (UsedUp::default(), Timestamp::now());
        let later = now.plus_seconds(60);
        budgets.insert("first".into(), later, now);
        assert!(budgets.has("first", now) && !budgets.has("other", now));
        assert!(!budgets.has("first", later));
        for number in 0..MAX_BUDGETS + 10 {
            budgets.insert(number.to_string(), later, now);
        }
        assert_eq!(budgets.lock().len(), MAX_BUDGETS);
        assert!(budgets.has("first", now) && !budgets.has(&MAX_BUDGETS.to_string(), now));
        // Expired ones are removed to make room.
        budgets.insert("late".into(), later.plus_seconds(1), later);
        assert_eq!(budgets.lock().len(), 1);
        budgets.forget("late");
        assert!(budgets.is_empty());
    }
}
