//! What each session may do, kept in memory for a moment, so that most requests ask no database.
//!
//! A lock, another role or the end of a session holds here as soon as it is forgotten, and on
//! other nodes when what they remember has become too old.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::error::Result;
use crate::id::Id;
use crate::time::Timestamp;

use super::actor::Actor;

/// How long what was read is believed. With the time a read takes it stays below the five
/// seconds within which every node has to know.
const FRESH: Duration = Duration::from_secs(3);

/// How many sessions are remembered at most: some tens of megabytes.
const CAPACITY: usize = 50_000;

/// A session as the database had it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) actor: Actor,
    pub(super) locked: bool,
    /// When it ends or has ended.
    pub(super) ends_at: Timestamp,
}

/// The sessions that were seen lately.
pub(super) struct SessionCache {
    fresh: Duration,
    capacity: usize,
    slots: Mutex<HashMap<Id, Arc<Slot>>>,
}

/// One session. Whoever reads it again holds the lock, and the others wait for the answer.
struct Slot {
    account: Id,
    seen: tokio::sync::Mutex<Option<(Instant, Option<Seen>)>>,
}

impl Default for SessionCache {
    fn default() -> Self {
        Self { fresh: FRESH, capacity: CAPACITY, slots: Mutex::default() }
    }
}

impl SessionCache {
    /// The session of that account, by `read` unless it was read just now. What cannot be read is
    /// not remembered.
    pub(super) async fn get<F>(&self, session: &Id, account: &Id, read: F) -> Result<Option<Seen>>
    where
        F: Future<Output = Result<Option<Seen>>>,
    {
        let slot = self.slot(session, account);
        let mut seen = slot.seen.lock().await;
        if let Some((at, seen)) = &*seen
            && at.elapsed() < self.fresh
        {
            return Ok(seen.clone());
        }
        let asked_at = Instant::now();
        let found = read.await?.filter(|found| found.actor.id == *account);
        *seen = Some((asked_at, found.clone()));
        Ok(found)
    }

    /// Forgets the sessions of an account. To be called after the commit: a read that is under
    /// way at that moment answers those who wait for it, and is forgotten too.
    pub(super) fn forget(&self, account: &Id) {
        self.slots().retain(|_, slot| slot.account != *account);
    }

    fn slot(&self, session: &Id, account: &Id) -> Arc<Slot> {
        let mut slots = self.slots();
        if let Some(slot) = slots.get(session)
            && slot.account == *account
        {
            return slot.clone();
        }
        if slots.len() >= self.capacity {
            slots.retain(|_, slot| self.is_fresh(slot));
        }
        if slots.len() >= self.capacity {
            slots.clear();
        }
        let slot = Arc::new(Slot { account: account.clone(), seen: Default::default() });
        slots.insert(session.clone(), slot.clone());
        slot
    }

    fn is_fresh(&self, slot: &Slot) -> bool {
        // A slot that is locked is being read this moment.
        slot.seen
            .try_lock()
            .map_or(true, |seen| seen.as_ref().is_some_and(|(at, _)| at.elapsed() < self.fresh))
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<Id, Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::error::Error;

    fn seen(account: &Id, session: &Id) -> Seen {
        Seen {
            actor: Actor {
                id: account.clone(),
                name: "Mona Haddad".into(),
                email: "mona@example.com".into(),
                roles: vec!["user".into()],
                session: Some(session.clone()),
                request: None,
            },
            locked: false,
            ends_at: Timestamp::now().plus_seconds(60),
        }
    }

    struct House {
        cache: SessionCache,
        account: Id,
        session: Id,
        reads: AtomicUsize,
    }

    impl House {
        fn new(fresh: Duration) -> Self {
            let cache = SessionCache { fresh, ..SessionCache::default() };
            Self { cache, account: Id::new(), session: Id::new(), reads: AtomicUsize::new(0) }
        }
        async fn get(&self) -> Result<Option<Seen>> {
            let read = async {
                self.reads.fetch_add(1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                Ok(Some(seen(&self.account, &self.session)))
            };
            self.cache.get(&self.session, &self.account, read).await
        }
        fn reads(&self) -> usize {
            self.reads.load(Ordering::SeqCst)
        }
    }

    #[actix_web::test]
    async fn requests_at_the_same_time_share_one_read() {
        let house = House::new(FRESH);
        let (one, other) = tokio::join!(house.get(), house.get());
        assert_eq!(one.unwrap(), other.unwrap());
        house.get().await.unwrap();
        assert_eq!(house.reads(), 1);
    }

    #[actix_web::test]
    async fn what_is_too_old_is_read_again() {
        let house = House::new(Duration::ZERO);
        house.get().await.unwrap();
        house.get().await.unwrap();
        assert_eq!(house.reads(), 2);
    }

    #[actix_web::test]
    async fn what_is_forgotten_is_read_again_at_once() {
        let house = House::new(FRESH);
        house.get().await.unwrap();
        house.cache.forget(&Id::new());
        house.get().await.unwrap();
        assert_eq!(house.reads(), 1);
        house.cache.forget(&house.account);
        house.get().await.unwrap();
        assert_eq!(house.reads(), 2);
    }

    #[actix_web::test]
    async fn a_read_that_was_under_way_when_it_was_forgotten_is_not_remembered() {
        let house = House::new(FRESH);
        let stale = async {
            house.cache.forget(&house.account);
            Ok(None)
        };
        assert_eq!(house.cache.get(&house.session, &house.account, stale).await.unwrap(), None);
        assert!(house.get().await.unwrap().is_some());
    }

    #[actix_web::test]
    async fn a_failed_read_is_told_and_not_remembered() {
        let house = House::new(FRESH);
        let failing = async { Err(Error::Unavailable) };
        let answer = house.cache.get(&house.session, &house.account, failing).await;
        assert!(matches!(answer, Err(Error::Unavailable)));
        assert!(house.get().await.unwrap().is_some());
    }

    #[actix_web::test]
    async fn a_session_of_somebody_else_is_none() {
        let house = House::new(FRESH);
        let theirs = async { Ok(Some(seen(&Id::new(), &house.session))) };
        assert_eq!(house.cache.get(&house.session, &house.account, theirs).await.unwrap(), None);
    }

    #[actix_web::test]
    async fn it_never_holds_more_than_its_capacity() {
        for fresh in [Duration::ZERO, FRESH] {
            let cache = SessionCache { fresh, capacity: 10, ..SessionCache::default() };
            for _ in 0..100 {
                let (account, session) = (Id::new(), Id::new());
                let read = async { Ok(Some(seen(&account, &session))) };
                assert!(cache.get(&session, &account, read).await.unwrap().is_some());
                assert!(cache.slots().len() <= 10);
            }
        }
    }
}
