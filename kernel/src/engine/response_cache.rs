//! The response cache: for a moment, many identical requests cost no more than one. Used mostly for
//! measures over all records.
//!
//! A response is reused as long as this process has committed nothing since its computation began:
//! a client that has written sees its own changes. Other processes may write too, so that no
//! response is reused for more than a second. A request for a response that is being computed waits
//! for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use actix_web::web::Bytes;
use tokio::sync::OnceCell;

use crate::base::error::Result;

/// How long a response may be reused.
const MAX_AGE: Duration = Duration::from_secs(1);
/// The maximum number of cached responses.
const MAX_RESPONSES: usize = 128;
/// The maximum size of a cached response, in bytes.
const MAX_BYTES: usize = 512 * 1024;

/// The cached responses.
#[derive(Default)]
pub(crate) struct ResponseCache(Mutex<HashMap<String, CachedResponse>>);

struct CachedResponse {
    begun: Instant,
    /// The number of commits when its computation began.
    commits: u64,
    answer: Arc<OnceCell<Bytes>>,
}

impl ResponseCache {
    /// Returns the cached response for `key`, or computes and caches it with `compute`. `commits`
    /// is the number of commits of this process.
    pub(crate) async fn get(
        &self,
        key: &str,
        commits: u64,
        compute: impl Future<Output = Result<Bytes>>,
    ) -> Result<Bytes> {
        let answer = self.cell(key, commits);
        // When its request is abandoned, another one computes; an error is not shared.
        let bytes = answer.get_or_try_init(|| compute).await?.clone();
        if bytes.len() > MAX_BYTES {
            let mut cached = self.lock();
            if cached.get(key).is_some_and(|cached| Arc::ptr_eq(&cached.answer, &answer)) {
                cached.remove(key);
            }
        }
        Ok(bytes)
    }

    /// Returns the cell that holds the response, or will hold it.
    fn cell(&self, key: &str, commits: u64) -> Arc<OnceCell<Bytes>> {
        let mut cached = self.lock();
        let is_fresh =
            |cached: &CachedResponse| cached.commits == commits && cached.begun.elapsed() < MAX_AGE;
        if let Some(cached) = cached.get(key).filter(|cached| is_fresh(cached)) {
            return Arc::clone(&cached.answer);
        }
        cached.retain(|_, cached| is_fresh(cached));
        let answer = Arc::default();
        if cached.len() < MAX_RESPONSES {
            let begun = Instant::now();
            cached.insert(
                key.to_owned(),
                CachedResponse { begun, commits, answer: Arc::clone(&answer) },
            );
        }
        answer
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, CachedResponse>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;
    use crate::base::error::Error;

    /// Counts the computations.
    #[derive(Default)]
    struct TestApp {
        responses: ResponseCache,
        computed: AtomicUsize,
    }

    impl TestApp {
        async fn get(&self, key: &str, commits: u64, size: usize) -> Bytes {
            let compute = async {
                tokio::task::yield_now().await;
                self.computed.fetch_add(1, Ordering::Relaxed);
                Ok(Bytes::from(vec![0; size]))
            };
            self.responses.get(key, commits, compute).await.unwrap()
        }

        fn computed(&self) -> usize {
            self.computed.load(Ordering::Relaxed)
        }
    }

    #[actix_web::test]
    async fn concurrent_requests_wait_for_one_computation() {
        let app = TestApp::default();
        let bodies = join_all((0..20).map(|_| app.get("a", 7, 10))).await;
        assert!(bodies.iter().all(|answer| answer.len() == 10));
        assert_eq!(app.computed(), 1);
        app.get("b", 7, 10).await;
        assert_eq!(app.computed(), 2);
    }

    #[actix_web::test]
    async fn a_response_begun_before_a_write_is_not_reused_after_it() {
        let app = TestApp::default();
        app.get("a", 7, 10).await;
        app.get("a", 8, 10).await;
        assert_eq!(app.computed(), 2);
    }

    #[actix_web::test]
    async fn no_response_is_cached_for_longer_than_a_second() {
        let app = TestApp::default();
        app.get("a", 7, 10).await;
        app.responses.lock().get_mut("a").unwrap().begun -= MAX_AGE;
        app.get("a", 7, 10).await;
        assert_eq!(app.computed(), 2);
    }

    #[actix_web::test]
    async fn the_cache_is_bounded_in_number_and_size() {
        let app = TestApp::default();
        app.get("large", 7, MAX_BYTES + 1).await;
        assert!(app.responses.lock().is_empty());
        for number in 0..MAX_RESPONSES + 10 {
            app.get(&number.to_string(), 7, 1).await;
        }
        assert_eq!(app.responses.lock().len(), MAX_RESPONSES);
        app.get("later", 8, 1).await;
        assert_eq!(app.responses.lock().len(), 1);
    }

    #[actix_web::test]
    async fn a_failed_computation_is_repeated() {
        let app = TestApp::default();
        let failing = async { Err(Error::Unavailable) };
        assert!(app.responses.get("a", 7, failing).await.is_err());
        assert_eq!(app.get("a", 7, 10).await.len(), 10);
    }
}
