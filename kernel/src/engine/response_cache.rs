//! The response cache: for a moment, many identical requests cost no more than one. Used mostly for
//! measures over all records.
//!
//! A response is reused as long as this process has committed nothing since its computation began:
//! a client that has written sees its own changes. Other processes may write too, so that no
//! response is reused for more than a second. A request for a response that is being computed waits
//! for it.
//!
//! Columns have another rule ([`columns`](super::columns), freshness), which would not do here. A mark costs each request
//! a statement and a connection, and to spare these is what this cache is for. On SQLite a mark follows the tables of lists
//! and the explorer, while a response may be made of others. And a response may depend on the clock.

use std::time::Duration;

use super::cache::Cache;
use super::slices::Slices;
use crate::base::error::Result;

/// How long a response may be reused.
const MAX_AGE: Duration = Duration::from_secs(1);
/// The maximum number of cached responses.
const MAX_RESPONSES: usize = 128;
/// The maximum size of a cached response, in bytes.
const MAX_BYTES: usize = 512 * 1024;

/// The cached responses.
pub(crate) struct ResponseCache(Cache<Slices>);

impl Default for ResponseCache {
    fn default() -> Self {
        Self(Cache::new(MAX_AGE, MAX_RESPONSES))
    }
}

impl ResponseCache {
    /// Returns the cached response for `key`, or computes and caches it with `compute`. `commits`
    /// is the number of commits of this process.
    pub(crate) async fn get(
        &self,
        key: &str,
        commits: u64,
        compute: impl Future<Output = Result<Slices>>,
    ) -> Result<Slices> {
        let key = format!("{commits} {key}");
        let answer = self.0.get(&key, compute).await?;
        if answer.len() > MAX_BYTES {
            self.0.remove(&key);
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use actix_web::web::Bytes;

    use super::*;

    async fn get(responses: &ResponseCache, commits: u64, answer: Vec<u8>) -> Bytes {
        let answer = async { Ok(Slices::from(Bytes::from(answer))) };
        to_bytes(responses.get("a", commits, answer).await.unwrap()).await.unwrap()
    }

    #[actix_web::test]
    async fn a_response_begun_before_a_write_is_not_reused_after_it() {
        let responses = ResponseCache::default();
        assert_eq!(get(&responses, 7, vec![1]).await, [1].as_slice());
        assert_eq!(get(&responses, 7, vec![2]).await, [1].as_slice());
        assert_eq!(get(&responses, 8, vec![3]).await, [3].as_slice());
    }

    #[actix_web::test]
    async fn a_large_response_is_not_cached() {
        let responses = ResponseCache::default();
        assert_eq!(get(&responses, 7, vec![0; MAX_BYTES + 1]).await.len(), MAX_BYTES + 1);
        assert_eq!(responses.0.len(), 0);
    }
}
