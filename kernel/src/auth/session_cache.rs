//! The session cache: the actor of each token, cached for a moment, so that most requests need no
//! database.
//!
//! A lock, a change of roles or the end of a session takes effect on this node with the commit
//! notification, and on other nodes when their cached entries expire.

use std::time::Duration;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::engine::cache::Cache;
use crate::records::actor::Actor;

/// How long an entry is valid: less than the five seconds within which every node must know of a
/// change.
const FRESH: Duration = Duration::from_secs(3);

/// The maximum number of entries: some tens of megabytes.
const CAPACITY: usize = 50_000;

/// The session or token and its account, as read from the database.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CachedSession {
    pub(super) actor: Actor,
    pub(super) locked: bool,
    /// When the session or the token ends or has ended.
    pub(super) ends_at: Timestamp,
    /// Access tokens that a provider issued until then are rejected.
    pub(super) signed_out_at: Option<Timestamp>,
}

/// The cached sessions, by a key from their tokens.
pub(super) struct SessionCache(Cache<CachedSession>);

impl Default for SessionCache {
    fn default() -> Self {
        Self(Cache::new(FRESH, CAPACITY))
    }
}

impl SessionCache {
    /// Returns the entry of `key`, from `read` unless it was read just now. Missing sessions and
    /// failed reads are not cached.
    pub(super) async fn get<F>(&self, key: &str, read: F) -> Result<Option<CachedSession>>
    where
        F: Future<Output = Result<Option<CachedSession>>>,
    {
        let read = async { read.await.map_err(Some)?.ok_or(None::<Error>) };
        match self.0.get(key, read).await {
            Ok(found) => Ok(Some(found)),
            Err(failed) => failed.map_or(Ok(None), Err),
        }
    }

    /// Removes all entries of an account. Called after the commit: a read that is running then
    /// still serves the requests that wait for it, and is removed too.
    pub(super) fn forget(&self, account: &Id) {
        self.0.remove_if(|CachedSession { actor, .. }| {
            actor.id == *account || actor.viewed_by.as_ref().is_some_and(|by| by.id == *account)
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn cached(account: &Id, session: &Id) -> CachedSession {
        let (name, email) = ("Mona Haddad".into(), "mona@example.com".into());
        let actor = Actor::of_account(account.clone(), name, email, vec!["user".into()]);
        CachedSession {
            actor: Actor { session: Some(session.clone()), ..actor },
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
        fn new() -> Self {
            let cache = SessionCache::default();
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
    async fn a_removed_entry_is_read_again_at_once() {
        let test_app = TestApp::new();
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
        let test_app = TestApp::new();
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
        let test_app = TestApp::new();
        let failing = async { Err(Error::Unavailable) };
        let answer = test_app.cache.get(test_app.session.as_str(), failing).await;
        assert!(matches!(answer, Err(Error::Unavailable)));
        assert!(test_app.get().await.unwrap().is_some());
    }

    #[actix_web::test]
    async fn a_missing_session_is_not_cached() {
        let test_app = TestApp::new();
        let missing = async { Ok(None) };
        assert_eq!(test_app.cache.get(test_app.session.as_str(), missing).await.unwrap(), None);
        assert_eq!(test_app.cache.0.len(), 0);
        assert!(test_app.get().await.unwrap().is_some());
    }
}
