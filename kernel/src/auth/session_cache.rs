//! The session cache: the actor of each token, cached for a moment, so that most requests need no
//! database.
//!
//! A lock, a change of roles or the end of a session takes effect on this node with the commit
//! notification, and on other nodes when their cached entries expire.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;

use crate::records::actor::Actor;

/// How long an entry is valid. Including the time of a read it stays below the five seconds within
/// which every node must know of a change.
const FRESH: Duration = Duration::from_secs(3);

/// The maximum number of entries: some tens of megabytes.
const CAPACITY: usize = 50_000;

/// The session or token and its account, as read from the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CachedSession {
    pub(super) actor: Actor,
    pub(super) locked: bool,
    /// When the session or the token ends or has ended.
    pub(super) ends_at: Timestamp,
    /// Access tokens that a provider issued until then are rejected.
    pub(super) signed_out_at: Option<Timestamp>,
}

/// The cached sessions, by a key from their tokens.
pub(super) struct SessionCache {
    fresh: Duration,
    capacity: usize,
    slots: Mutex<HashMap<String, Arc<Slot>>>,
}

/// An entry. The request that reads it again holds the lock, and the others wait for its result.
#[derive(Default)]
struct Slot(tokio::sync::Mutex<Option<(Instant, CachedSession)>>);

impl Default for SessionCache {
    fn default() -> Self {
        Self { fresh: FRESH, capacity: CAPACITY, slots: Mutex::default() }
    }
}

impl SessionCache {
    /// Returns the entry of `key`, from `read` unless it was read just now. Missing sessions and
    /// failed reads are not cached.
    pub(super) async fn get<F>(&self, key: &str, read: F) -> Result<Option<CachedSession>>
    where
        F: Future<Output = Result<Option<CachedSession>>>,
    {
        let slot = self.slot(key);
        let mut cached = slot.0.lock().await;
        if let Some((at, cached)) = &*cached
            && at.elapsed() < self.fresh
        {
            return Ok(Some(cached.clone()));
        }
        let read_at = Instant::now();
        let found = read.await;
        *cached = match &found {
            Ok(Some(found)) => Some((read_at, found.clone())),
            _ => None,
        };
        if cached.is_none() {
            self.drop_slot(key, &slot);
        }
        found
    }

    /// Removes all entries of an account. Called after the commit: a read that is running then
    /// still serves the requests that wait for it, and is removed too.
    pub(super) fn forget(&self, account: &Id) {
        self.slots().retain(|_, slot| {
            let Ok(cached) = slot.0.try_lock() else { return false };
            // An entry without a value will be read after this.
            cached.as_ref().is_none_or(|(_, cached)| cached.actor.id != *account)
        });
    }

    fn slot(&self, key: &str) -> Arc<Slot> {
        let mut slots = self.slots();
        if let Some(slot) = slots.get(key) {
            return slot.clone();
        }
        if slots.len() >= self.capacity {
            slots.retain(|_, slot| self.is_fresh(slot));
        }
        if slots.len() >= self.capacity {
            slots.clear();
        }
        let slot = Arc::new(Slot::default());
        slots.insert(key.to_owned(), slot.clone());
        slot
    }

    fn drop_slot(&self, key: &str, slot: &Arc<Slot>) {
        let mut slots = self.slots();
        if slots.get(key).is_some_and(|there| Arc::ptr_eq(there, slot)) {
            slots.remove(key);
        }
    }

    fn is_fresh(&self, slot: &Slot) -> bool {
        // A locked slot is being read at this moment.
        slot.0
            .try_lock()
            .map_or(true, |cached| cached.as_ref().is_some_and(|(at, _)| at.elapsed() < self.fresh))
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<String, Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::base::error::Error;

    fn cached(account: &Id, session: &Id) -> CachedSession {
        CachedSession {
            actor: Actor {
                id: account.clone(),
                name: "Mona Haddad".into(),
                email: "mona@example.com".into(),
                roles: vec!["user".into()],
                holds: Vec::new(),
                session: Some(session.clone()),
                scope: None,
                request: None,
            },
            locked: false,
            ends_at: Timestamp::now().plus_seconds(60),
            signed_out_at: None,
        }
    }

    struct TestApp {
        cache: SessionCache,
        account: Id,
        session: Id,
        reads: AtomicUsize,
    }

    impl TestApp {
        fn new(fresh: Duration) -> Self {
            let cache = SessionCache { fresh, ..SessionCache::default() };
            Self { cache, account: Id::new(), session: Id::new(), reads: AtomicUsize::new(0) }
        }
        async fn get(&self) -> Result<Option<CachedSession>> {
            let read = async {
                self.reads.fetch_add(1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                Ok(Some(cached(&self.account, &self.session)))
            };
            self.cache.get(self.session.as_str(), read).await
        }
        fn reads(&self) -> usize {
            self.reads.load(Ordering::SeqCst)
        }
    }

    #[actix_web::test]
    async fn requests_at_the_same_time_share_one_read() {
        let test_app = TestApp::new(FRESH);
        let (one, other) = tokio::join!(test_app.get(), test_app.get());
        assert_eq!(one.unwrap(), other.unwrap());
        test_app.get().await.unwrap();
        assert_eq!(test_app.reads(), 1);
    }

    #[actix_web::test]
    async fn an_expired_entry_is_read_again() {
        let test_app = TestApp::new(Duration::ZERO);
        test_app.get().await.unwrap();
        test_app.get().await.unwrap();
        assert_eq!(test_app.reads(), 2);
    }

    #[actix_web::test]
    async fn a_removed_entry_is_read_again_at_once() {
        let test_app = TestApp::new(FRESH);
        test_app.get().await.unwrap();
        test_app.cache.forget(&Id::new());
        test_app.get().await.unwrap();
        assert_eq!(test_app.reads(), 1);
        test_app.cache.forget(&test_app.account);
        test_app.get().await.unwrap();
        assert_eq!(test_app.reads(), 2);
    }

    #[actix_web::test]
    async fn a_read_that_was_running_at_the_removal_is_not_cached() {
        let test_app = TestApp::new(FRESH);
        let stale = async {
            test_app.cache.forget(&test_app.account);
            Ok(Some(cached(&test_app.account, &test_app.session)))
        };
        assert!(test_app.cache.get(test_app.session.as_str(), stale).await.unwrap().is_some());
        test_app.get().await.unwrap();
        assert_eq!(test_app.reads(), 1);
    }

    #[actix_web::test]
    async fn a_failed_read_is_reported_and_not_cached() {
        let test_app = TestApp::new(FRESH);
        let failing = async { Err(Error::Unavailable) };
        let answer = test_app.cache.get(test_app.session.as_str(), failing).await;
        assert!(matches!(answer, Err(Error::Unavailable)));
        assert!(test_app.get().await.unwrap().is_some());
    }

    #[actix_web::test]
    async fn a_missing_session_is_not_cached() {
        let test_app = TestApp::new(FRESH);
        let missing = async { Ok(None) };
        assert_eq!(test_app.cache.get(test_app.session.as_str(), missing).await.unwrap(), None);
        assert!(test_app.cache.slots().is_empty());
        assert!(test_app.get().await.unwrap().is_some());
    }

    #[actix_web::test]
    async fn the_cache_never_exceeds_its_capacity() {
        for fresh in [Duration::ZERO, FRESH] {
            let cache = SessionCache { fresh, capacity: 10, ..SessionCache::default() };
            for _ in 0..100 {
                let (account, session) = (Id::new(), Id::new());
                let read = async { Ok(Some(cached(&account, &session))) };
                assert!(cache.get(session.as_str(), read).await.unwrap().is_some());
                assert!(cache.slots().len() <= 10);
            }
        }
    }
}
