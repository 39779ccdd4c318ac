//! The cache of sessions, verified tokens, responses and exhausted rate limits: values by a text, each valid for a while.
//!
//! Written by hand and not with `moka`, of which version 0.12.16 was read:
//!
//! - **Age.** moka counts it from the insertion of a value, here it counts from the moment when the
//!   value began to be read: so old may its data be.
//! - **Removal.** moka removes what is in the cache; a read that began before a change is inserted
//!   after it, and stays. Here a running read is removed too: it serves those that wait for it.
//! - **Size.** moka brings eleven crates. It admits and evicts by use, which no cache here needs.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::OnceCell;

/// Cached values by their keys.
pub(crate) struct Cache<V> {
    max_age: Duration,
    capacity: usize,
    entries: Mutex<Entries<V>>,
}

struct Entries<V> {
    by_key: HashMap<String, Entry<V>>,
    /// When expired entries were last removed.
    purged: Instant,
}

/// A value, or one that is being read.
struct Entry<V> {
    /// When its first read began.
    begun: Instant,
    value: Arc<OnceCell<V>>,
}

impl<V: Clone> Cache<V> {
    /// Makes a cache of at most `capacity` values, each valid for `max_age`.
    pub(crate) fn new(max_age: Duration, capacity: usize) -> Self {
        let entries = Entries { by_key: HashMap::new(), purged: Instant::now() };
        Self { max_age, capacity, entries: Mutex::new(entries) }
    }

    /// Returns the value of `key`, and `read`s it when there is none. Concurrent callers share one
    /// read. When it fails or is abandoned, the next caller reads.
    pub(crate) async fn get<E>(
        &self,
        key: &str,
        read: impl Future<Output = Result<V, E>>,
    ) -> Result<V, E> {
        let value = self.value_or_place(key);
        let found = value.get_or_try_init(|| read).await.cloned();
        if found.is_err() {
            self.remove(key);
        }
        found
    }

    /// Returns the value of `key` if there is one.
    pub(crate) fn find(&self, key: &str) -> Option<V> {
        let entries = self.entries.lock();
        let entry = entries.by_key.get(key).filter(|entry| self.is_fresh(entry))?;
        entry.value.get().cloned()
    }

    pub(crate) fn insert(&self, key: String, value: V) {
        let mut entries = self.entries.lock();
        self.make_room(&mut entries);
        let value = Arc::new(OnceCell::new_with(Some(value)));
        entries.by_key.insert(key, Entry { begun: Instant::now(), value });
    }

    pub(crate) fn remove(&self, key: &str) {
        self.entries.lock().by_key.remove(key);
    }

    /// Returns whether there is no value, nor one that is being read.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.lock().by_key.is_empty()
    }

    /// Removes the values that are `stale`, and the running reads, which may become such values.
    pub(crate) fn remove_if(&self, stale: impl Fn(&V) -> bool) {
        self.entries
            .lock()
            .by_key
            .retain(|_, entry| entry.value.get().is_some_and(|value| !stale(value)));
    }

    /// Returns the place of the value of `key`, which may be read already, be read at this moment,
    /// or be empty.
    fn value_or_place(&self, key: &str) -> Arc<OnceCell<V>> {
        let mut entries = self.entries.lock();
        if let Some(entry) = entries.by_key.get(key).filter(|entry| self.is_fresh(entry)) {
            return Arc::clone(&entry.value);
        }
        self.make_room(&mut entries);
        let value = Arc::new(OnceCell::new());
        let entry = Entry { begun: Instant::now(), value: Arc::clone(&value) };
        entries.by_key.insert(key.to_owned(), entry);
        value
    }

    /// Removes expired entries, and the older half when there are too many others.
    fn make_room(&self, entries: &mut Entries<V>) {
        if entries.purged.elapsed() >= self.max_age || entries.by_key.len() >= self.capacity {
            entries.by_key.retain(|_, entry| self.is_fresh(entry));
            entries.purged = Instant::now();
        }
        if entries.by_key.len() >= self.capacity {
            let mut begun: Vec<Instant> =
                entries.by_key.values().map(|entry| entry.begun).collect();
            let (_, middle, _) = begun.select_nth_unstable(self.capacity / 2);
            entries.by_key.retain(|_, entry| entry.begun > *middle);
        }
    }

    fn is_fresh(&self, entry: &Entry<V>) -> bool {
        entry.begun.elapsed() < self.max_age
    }
}

#[cfg(test)]
impl<V: Clone> Cache<V> {
    pub(crate) fn len(&self) -> usize {
        self.entries.lock().by_key.len()
    }

    /// Lets `age` pass for all entries.
    pub(crate) fn grow_older(&self, age: Duration) {
        let mut entries = self.entries.lock();
        entries.by_key.values_mut().for_each(|entry| entry.begun -= age);
        entries.purged -= age;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures_util::future::join_all;

    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    /// Counts the reads. Each value is the number of its read.
    struct Source {
        cache: Cache<u32>,
        reads: AtomicU32,
    }

    impl Source {
        fn new() -> Self {
            Self { cache: Cache::new(MINUTE, 10), reads: AtomicU32::new(0) }
        }

        async fn read(&self) -> Result<u32, ()> {
            let number = self.reads.fetch_add(1, Ordering::Relaxed) + 1;
            tokio::task::yield_now().await;
            Ok(number)
        }

        async fn get(&self, key: &str) -> u32 {
            self.cache.get(key, self.read()).await.unwrap()
        }
    }

    #[actix_web::test]
    async fn concurrent_callers_share_one_read() {
        let source = Source::new();
        assert_eq!(join_all((0..20).map(|_| source.get("a"))).await, [1; 20]);
        assert_eq!((source.get("a").await, source.get("b").await), (1, 2));
    }

    #[actix_web::test]
    async fn a_value_expires_by_when_its_read_began() {
        let source = Source::new();
        let slow = async {
            source.cache.grow_older(MINUTE);
            source.read().await
        };
        assert_eq!(source.cache.get("a", slow).await, Ok(1));
        assert_eq!((source.cache.find("a"), source.get("a").await), (None, 2));
        source.cache.grow_older(MINUTE / 2);
        assert_eq!((source.cache.find("a"), source.get("a").await), (Some(2), 2));
    }

    #[actix_web::test]
    async fn a_failed_or_abandoned_read_is_repeated() {
        let source = Source::new();
        assert_eq!(source.cache.get("a", async { Err(7) }).await, Err(7));
        assert_eq!(source.cache.len(), 0);
        let endless = source.cache.get("a", std::future::pending::<Result<u32, ()>>());
        assert!(tokio::time::timeout(Duration::ZERO, endless).await.is_err());
        assert_eq!((source.cache.find("a"), source.get("a").await), (None, 1));
    }

    #[actix_web::test]
    async fn running_reads_are_removed_with_stale_values() {
        let source = Source::new();
        source.cache.insert("stale".into(), 8);
        source.cache.insert("good".into(), 9);
        let overtaken = async {
            source.cache.remove_if(|value| *value == 8);
            source.read().await
        };
        assert_eq!(source.cache.get("a", overtaken).await, Ok(1));
        assert_eq!(["stale", "good", "a"].map(|key| source.cache.find(key)), [None, Some(9), None]);
    }

    #[actix_web::test]
    async fn the_cache_never_exceeds_its_capacity() {
        let source = Source::new();
        for number in 0..100 {
            source.get(&number.to_string()).await;
            source.cache.insert(format!("{number} inserted"), number);
            assert!(source.cache.len() <= 10);
        }
        // The oldest are forgotten first.
        assert_eq!(source.cache.find("99 inserted"), Some(99));
        assert!((98..100).all(|number| source.cache.find(&number.to_string()).is_some()));
        source.cache.grow_older(MINUTE);
        source.get("late").await;
        assert_eq!(source.cache.len(), 1);
    }
}
