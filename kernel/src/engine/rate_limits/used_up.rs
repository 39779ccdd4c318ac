//! Budgets that were found used up: whoever is refused again and again is refused by a read, and costs
//! no turn to write.
//!
//! A node remembers only which budgets to look at. Whether one still is used up, and when to come
//! again, is read from the database: other nodes count there too, and take back what did not count.
//! So nobody is refused who is in budget, and a node that has not seen it yet asks the writer once.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard};

use crate::base::time::Timestamp;

/// How many are remembered. One that is not costs its turn.
const MOST: usize = 10_000;

/// The budgets, by their bucket, and when each is worth asking the writer for again.
static USED_UP: LazyLock<UsedUp> = LazyLock::new(UsedUp::default);

#[derive(Default)]
pub(super) struct UsedUp(Mutex<HashMap<String, Timestamp>>);

/// Those of this process.
pub(super) fn used_up() -> &'static UsedUp {
    &USED_UP
}

impl UsedUp {
    /// Remembers that `bucket` has nothing left until then.
    pub(super) fn remember(&self, bucket: String, until: Timestamp, now: Timestamp) {
        let mut buckets = self.lock();
        if buckets.len() >= MOST && !buckets.contains_key(&bucket) {
            buckets.retain(|_, until| *until > now);
        }
        if buckets.len() < MOST || buckets.contains_key(&bucket) {
            buckets.insert(bucket, until);
        }
    }

    /// Whether `bucket` may have nothing left.
    pub(super) fn has(&self, bucket: &str, now: Timestamp) -> bool {
        self.lock().get(bucket).is_some_and(|until| *until > now)
    }

    /// Forgets `bucket`, which has something left again.
    pub(super) fn forget(&self, bucket: &str) {
        self.lock().remove(bucket);
    }

    /// Whether there is none.
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
    fn it_is_remembered_until_then_and_no_more_than_so_many_are() {
        let (budgets, now) = (UsedUp::default(), Timestamp::now());
        let later = now.plus_seconds(60);
        budgets.remember("first".into(), later, now);
        assert!(budgets.has("first", now) && !budgets.has("other", now));
        assert!(!budgets.has("first", later));
        for number in 0..MOST + 10 {
            budgets.remember(number.to_string(), later, now);
        }
        assert_eq!(budgets.lock().len(), MOST);
        assert!(budgets.has("first", now) && !budgets.has(&MOST.to_string(), now));
        // What is over makes room.
        budgets.remember("late".into(), later.plus_seconds(1), later);
        assert_eq!(budgets.lock().len(), 1);
        budgets.forget("late");
        assert!(budgets.is_empty());
    }
}
