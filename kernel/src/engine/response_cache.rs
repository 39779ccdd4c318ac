//! Answers that are kept for a moment, so that many who ask the same at the same time cost what one
//! costs: figures of the whole desk, mostly.
//!
//! An answer is given again as long as nothing has been written through this process since it was
//! begun: whoever has written sees what they wrote. Other processes may write too, so that none is
//! given again for longer than a second. Who asks while the same is being computed waits for that.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use actix_web::web::Bytes;
use tokio::sync::OnceCell;

use crate::base::error::Result;

/// How long an answer may be given again.
const HOLDS: Duration = Duration::from_secs(1);
/// How many are kept.
const MOST: usize = 128;
/// How large one may be that is kept, in bytes.
const LARGEST: usize = 512 * 1024;

/// The answers that are kept.
#[derive(Default)]
pub(crate) struct ResponseCache(Mutex<HashMap<String, CachedResponse>>);

struct CachedResponse {
    begun: Instant,
    /// How many commits there had been.
    commits: u64,
    answer: Arc<OnceCell<Bytes>>,
}

impl ResponseCache {
    /// The answer that is kept under `key`, or else what `compute` makes, which is then kept.
    /// `commits` is how many there have been through this process.
    pub(crate) async fn get(
        &self,
        key: &str,
        commits: u64,
        compute: impl Future<Output = Result<Bytes>>,
    ) -> Result<Bytes> {
        let answer = self.place(key, commits);
        // Who gives up lets another one try; what goes wrong is told to nobody else.
        let bytes = answer.get_or_try_init(|| compute).await?.clone();
        if bytes.len() > LARGEST {
            let mut kept = self.lock();
            if kept.get(key).is_some_and(|kept| Arc::ptr_eq(&kept.answer, &answer)) {
                kept.remove(key);
            }
        }
        Ok(bytes)
    }

    /// Where the answer is, or will be.
    fn place(&self, key: &str, commits: u64) -> Arc<OnceCell<Bytes>> {
        let mut kept = self.lock();
        let holds = |kept: &CachedResponse| kept.commits == commits && kept.begun.elapsed() < HOLDS;
        if let Some(kept) = kept.get(key).filter(|kept| holds(kept)) {
            return Arc::clone(&kept.answer);
        }
        kept.retain(|_, kept| holds(kept));
        let answer = Arc::default();
        if kept.len() < MOST {
            let begun = Instant::now();
            kept.insert(
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

    /// Counts how often it had to be computed.
    #[derive(Default)]
    struct TestApp {
        responses: ResponseCache,
        computed: AtomicUsize,
    }

    impl TestApp {
        async fn ask(&self, key: &str, commits: u64, size: usize) -> Bytes {
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
    async fn those_who_ask_at_once_wait_for_one_computation() {
        let desk = TestApp::default();
        let asked = join_all((0..20).map(|_| desk.ask("a", 7, 10))).await;
        assert!(asked.iter().all(|answer| answer.len() == 10));
        assert_eq!(desk.computed(), 1);
        desk.ask("b", 7, 10).await;
        assert_eq!(desk.computed(), 2);
    }

    #[actix_web::test]
    async fn what_was_begun_before_a_write_is_not_given_after_it() {
        let desk = TestApp::default();
        desk.ask("a", 7, 10).await;
        desk.ask("a", 8, 10).await;
        assert_eq!(desk.computed(), 2);
    }

    #[actix_web::test]
    async fn nothing_is_kept_for_longer_than_a_second() {
        let desk = TestApp::default();
        desk.ask("a", 7, 10).await;
        desk.responses.lock().get_mut("a").unwrap().begun -= HOLDS;
        desk.ask("a", 7, 10).await;
        assert_eq!(desk.computed(), 2);
    }

    #[actix_web::test]
    async fn what_is_kept_is_bounded_in_number_and_size() {
        let desk = TestApp::default();
        desk.ask("large", 7, LARGEST + 1).await;
        assert!(desk.responses.lock().is_empty());
        for number in 0..MOST + 10 {
            desk.ask(&number.to_string(), 7, 1).await;
        }
        assert_eq!(desk.responses.lock().len(), MOST);
        desk.ask("later", 8, 1).await;
        assert_eq!(desk.responses.lock().len(), 1);
    }

    #[actix_web::test]
    async fn what_went_wrong_is_tried_again() {
        let desk = TestApp::default();
        let failing = async { Err(Error::Unavailable) };
        assert!(desk.responses.get("a", 7, failing).await.is_err());
        assert_eq!(desk.ask("a", 7, 10).await.len(), 10);
    }
}
