//! Who each token stands for, kept in memory for a moment, so that most requests ask no database.
//!
//! A lock, another role or the end of a session holds here as soon as it is forgotten, and on
//! other nodes when what they remember has become too old.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;

use crate::records::actor::Actor;

/// How long what was read is believed. With the time a read takes it stays below the five
/// seconds within which every node has to know.
const FRESH: Duration = Duration::from_secs(3);

/// How many are remembered at most: some tens of megabytes.
const CAPACITY: usize = 50_000;

/// Somebody as the database had them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CachedSession {
    pub(super) actor: Actor,
    pub(super) locked: bool,
    /// When the session or the token ends or has ended.
    pub(super) ends_at: Timestamp,
    /// What others gave out until then is refused.
    pub(super) signed_out_at: Option<Timestamp>,
}

/// Those that were seen lately, each by whatever its tokens name.
pub(super) struct SessionCache {
    fresh: Duration,
    capacity: usize,
    slots: Mutex<HashMap<String, Arc<Slot>>>,
}

/// One of them. Whoever reads it again holds the lock, and the others wait for the answer.
#[derive(Default)]
struct Slot(tokio::sync::Mutex<Option<(Instant, CachedSession)>>);

impl Default for SessionCache {
    fn default() -> Self {
        Self { fresh: FRESH, capacity: CAPACITY, slots: Mutex::default() }
    }
}

impl SessionCache {
    /// Who is behind `key`, by `read` unless it was read just now. Nobody, and what cannot be
    /// read, is not remembered.
    pub(super) async fn get<F>(&self, key: &str, read: F) -> Result<Option<CachedSession>>
    where
        F: Future<Output = Result<Option<CachedSession>>>,
    {
        let slot = self.slot(key);
        let mut seen = slot.0.lock().await;
        if let Some((at, seen)) = &*seen
            && at.elapsed() < self.fresh
        {
            return Ok(Some(seen.clone()));
        }
        let asked_at = Instant::now();
        let found = read.await;
        *seen = match &found {
            Ok(Some(found)) => Some((asked_at, found.clone())),
            _ => None,
        };
        if seen.is_none() {
            self.drop_slot(key, &slot);
        }
        found
    }

    /// Forgets all that is known of an account. To be called after the commit: a read that is
    /// under way at that moment answers those who wait for it, and is forgotten too.
    pub(super) fn forget(&self, account: &Id) {
        self.slots().retain(|_, slot| {
            let Ok(seen) = slot.0.try_lock() else { return false };
            // What has not been read yet will be read after this.
            seen.as_ref().is_none_or(|(_, seen)| seen.actor.id != *account)
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
        // A slot that is locked is being read this moment.
        slot.0
            .try_lock()
            .map_or(true, |seen| seen.as_ref().is_some_and(|(at, _)| at.elapsed() < self.fresh))
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

    fn seen(account: &Id, session: &Id) -> CachedSession {
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
                Ok(Some(seen(&self.account, &self.session)))
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
    async fn what_is_too_old_is_read_again() {
        let test_app = TestApp::new(Duration::ZERO);
        test_app.get().await.unwrap();
        test_app.get().await.unwrap();
        assert_eq!(test_app.reads(), 2);
    }

    #[actix_web::test]
    async fn what_is_forgotten_is_read_again_at_once() {
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
    async fn a_read_that_was_under_way_when_it_was_forgotten_is_not_remembered() {
        let test_app = TestApp::new(FRESH);
        let stale = async {
            test_app.cache.forget(&test_app.account);
            Ok(Some(seen(&test_app.account, &test_app.session)))
        };
        assert!(test_app.cache.get(test_app.session.as_str(), stale).await.unwrap().is_some());
        test_app.get().await.unwrap();
        assert_eq!(test_app.reads(), 1);
    }

    #[actix_web::test]
    async fn a_failed_read_is_told_and_not_remembered() {
        let test_app = TestApp::new(FRESH);
        let failing = async { Err(Error::Unavailable) };
        let answer = test_app.cache.get(test_app.session.as_str(), failing).await;
        assert!(matches!(answer, Err(Error::Unavailable)));
        assert!(test_app.get().await.unwrap().is_some());
    }

    #[actix_web::test]
    async fn nobody_is_not_remembered() {
        let test_app = TestApp::new(FRESH);
        let nobody = async { Ok(None) };
        assert_eq!(test_app.cache.get(test_app.session.as_str(), nobody).await.unwrap(), None);
        assert!(test_app.cache.slots().is_empty());
        assert!(test_app.get().await.unwrap().is_some());
    }

    #[actix_web::test]
    async fn it_never_holds_more_than_its_capacity() {
        for fresh in [Duration::ZERO, FRESH] {
            let cache = SessionCache { fresh, capacity: 10, ..SessionCache::default() };
            for _ in 0..100 {
                let (account, session) = (Id::new(), Id::new());
                let read = async { Ok(Some(seen(&account, &session))) };
                assert!(cache.get(session.as_str(), read).await.unwrap().is_some());
                assert!(cache.slots().len() <= 10);
            }
        }
    }
}
