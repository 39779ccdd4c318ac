//! Caches what a provider publishes, so that sign-ins and requests with its tokens do not wait for
//! it, and work while it is unreachable.
//!
//! Written by hand and not with `moka`, of which version 0.12.16 was read. There a value is gone when
//! its time is over, and every caller after a failure tries again. Here:
//!
//! - **An old value** is returned while one caller fetches the next, and for a day while that fails.
//! - **After a failure** no request is sent for some seconds.
//! - **A fresh value that lacks something** is replaced, at limited intervals.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use tokio::sync::Mutex;

use crate::clock::now;
use crate::error::ProviderError;

/// How long a value is fresh.
const FRESH_FOR: Duration = Duration::from_secs(60 * 60);

/// How long a value is used when a refresh fails.
const USABLE_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// The pause after a failure, during which no request is sent.
const BACK_OFF: Duration = Duration::from_secs(3);

/// The minimum interval between early refreshes: any client can send a token that names an unknown
/// key.
const REFRESH_EVERY: Duration = Duration::from_secs(5);

/// The cache of one document that a provider publishes.
pub(crate) struct Cache<T> {
    entry: ArcSwapOption<Entry<T>>,
    /// Locked by the caller that fetches; the others wait for its result.
    fetches: Mutex<Fetches>,
}

/// A value, and when it was fetched.
struct Entry<T> {
    at: Instant,
    value: Arc<T>,
}

/// The latest failure and early refresh.
#[derive(Default)]
struct Fetches {
    failed: Option<(Instant, ProviderError)>,
    refreshed: Option<Instant>,
}

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self { entry: ArcSwapOption::empty(), fetches: Mutex::default() }
    }
}

impl<T> Cache<T> {
    /// Returns the value, and `fetch`es it when there is none or only an old one. Concurrent
    /// callers share one fetch, and those that have an old value do not wait for it.
    pub(crate) async fn get(
        &self,
        fetch: impl Future<Output = Result<T, ProviderError>>,
    ) -> Result<Arc<T>, ProviderError> {
        if let Some(fresh) = self.within(FRESH_FOR) {
            return Ok(fresh);
        }
        let old = self.within(USABLE_FOR);
        let mut fetches = match (&old, self.fetches.try_lock()) {
            (_, Ok(fetches)) => fetches,
            (Some(old), Err(_)) => return Ok(Arc::clone(old)),
            (None, Err(_)) => self.fetches.lock().await,
        };
        if let Some(fresh) = self.within(FRESH_FOR) {
            return Ok(fresh);
        }
        let fetched = match fetches.recent_failure() {
            Some(error) => Err(error),
            None => self.fetch(&mut fetches, fetch).await,
        };
        fetched.or_else(|error| old.ok_or(error))
    }

    /// Returns a value newer than `stale`, which lacked something; `fetch`es it at limited
    /// intervals.
    pub(crate) async fn refresh(
        &self,
        stale: &Arc<T>,
        fetch: impl Future<Output = Result<T, ProviderError>>,
    ) -> Result<Arc<T>, ProviderError> {
        let mut fetches = self.fetches.lock().await;
        if let Some(newer) = self.within(FRESH_FOR).filter(|value| !Arc::ptr_eq(value, stale)) {
            return Ok(newer);
        }
        if let Some(error) = fetches.recent_failure() {
            return Err(error);
        }
        if fetches.refreshed.is_some_and(|at| now() - at < REFRESH_EVERY) {
            return Ok(Arc::clone(stale));
        }
        fetches.refreshed = Some(now());
        self.fetch(&mut fetches, fetch).await
    }

    async fn fetch(
        &self,
        fetches: &mut Fetches,
        fetch: impl Future<Output = Result<T, ProviderError>>,
    ) -> Result<Arc<T>, ProviderError> {
        match fetch.await {
            Ok(value) => {
                let value = Arc::new(value);
                fetches.failed = None;
                self.entry.store(Some(Arc::new(Entry { at: now(), value: Arc::clone(&value) })));
                Ok(value)
            }
            Err(error) => {
                tracing::warn!(reason = %error, "a document of an identity provider could not be fetched");
                fetches.failed = Some((now(), error.clone()));
                Err(error)
            }
        }
    }

    /// Returns the value if it is younger than `age`.
    fn within(&self, age: Duration) -> Option<Arc<T>> {
        let entry = self.entry.load();
        entry.as_ref().filter(|entry| now() - entry.at < age).map(|entry| Arc::clone(&entry.value))
    }
}

impl Fetches {
    fn recent_failure(&self) -> Option<ProviderError> {
        self.failed
            .as_ref()
            .filter(|(at, _)| now() - *at < BACK_OFF)
            .map(|(_, error)| error.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::clock::advance;

    /// A provider that counts its requests.
    #[derive(Default)]
    struct Source {
        requests: Cell<u32>,
        down: Cell<bool>,
    }

    impl Source {
        async fn fetch(&self) -> Result<u32, ProviderError> {
            self.requests.set(self.requests.get() + 1);
            tokio::task::yield_now().await;
            if self.down.get() {
                return Err(ProviderError::unreachable(format!("failure {}", self.requests.get())));
            }
            Ok(self.requests.get())
        }
    }

    async fn get(cache: &Cache<u32>, source: &Source) -> Result<u32, String> {
        cache.get(source.fetch()).await.map(|value| *value).map_err(|error| error.to_string())
    }

    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;

    #[tokio::test]
    async fn a_value_is_fresh_for_an_hour_and_usable_for_a_day() {
        for (age, down, expected, requests) in [
            (0, true, Ok(1), 1),
            (59 * MINUTE, false, Ok(1), 1),
            (61 * MINUTE, false, Ok(2), 2),
            (61 * MINUTE, true, Ok(1), 2),
            (23 * HOUR, true, Ok(1), 2),
            (25 * HOUR, true, Err("failure 2"), 2),
            (25 * HOUR, false, Ok(2), 2),
        ] {
            let (cache, source) = (Cache::default(), Source::default());
            assert_eq!(get(&cache, &source).await, Ok(1));
            source.down.set(down);
            advance(Duration::from_secs(age));
            assert_eq!(get(&cache, &source).await, expected.map_err(str::to_owned), "{age} {down}");
            assert_eq!(source.requests.get(), requests, "{age} {down}");
        }
    }

    #[tokio::test]
    async fn callers_at_the_same_time_share_one_value_and_one_failure() {
        for down in [false, true] {
            let (cache, source) = (Cache::default(), Source::default());
            source.down.set(down);
            let (one, two, three) =
                tokio::join!(get(&cache, &source), get(&cache, &source), get(&cache, &source));
            assert_eq!(one.is_err(), down);
            assert_eq!((&one, &one), (&two, &three));
            assert_eq!(source.requests.get(), 1);
        }
    }

    #[tokio::test]
    async fn a_caller_during_another_fetch_gets_the_old_value() {
        let (cache, source) = (Cache::default(), Source::default());
        assert_eq!(get(&cache, &source).await, Ok(1));
        advance(Duration::from_secs(2 * HOUR));
        let both = tokio::join!(get(&cache, &source), get(&cache, &source));
        assert_eq!(both, (Ok(2), Ok(1)));
    }

    #[tokio::test]
    async fn a_failure_expires_after_seconds() {
        let (cache, source) = (Cache::default(), Source::default());
        source.down.set(true);
        assert_eq!(get(&cache, &source).await, Err("failure 1".into()));
        source.down.set(false);
        assert_eq!(get(&cache, &source).await, Err("failure 1".into()));
        advance(BACK_OFF);
        assert_eq!(get(&cache, &source).await, Ok(2));
    }

    #[tokio::test]
    async fn an_abandoned_caller_does_not_stop_others() {
        let (cache, source) = (Cache::default(), Source::default());
        let given_up =
            tokio::time::timeout(Duration::ZERO, cache.get(std::future::pending())).await;
        assert!(given_up.is_err());
        assert_eq!(get(&cache, &source).await, Ok(1));
    }

    #[tokio::test]
    async fn a_newer_value_is_fetched_every_five_seconds_at_most() {
        let (cache, source) = (Cache::default(), Source::default());
        let first = cache.get(source.fetch()).await.unwrap();
        let newer = async || *cache.refresh(&first, source.fetch()).await.unwrap();
        assert_eq!(tokio::join!(newer(), newer()), (2, 2));
        let second = cache.get(source.fetch()).await.unwrap();
        let newer = async || cache.refresh(&second, source.fetch()).await.map(|value| *value);
        assert_eq!(newer().await, Ok(2));
        advance(REFRESH_EVERY);
        source.down.set(true);
        assert!(newer().await.is_err());
        source.down.set(false);
        assert!(newer().await.is_err());
        advance(REFRESH_EVERY);
        assert_eq!(newer().await, Ok(4));
    }
}
