//! Rate limits: sign-in attempts, requests of untrusted proxies. Attempts are counted in the
//! database, so that the count covers all nodes and survives a restart.
//!
//! A limit is a sliding window, such as so many attempts within the last hour. The key of a count
//! is stored as a digest.

mod queries;

use std::net::IpAddr;
use std::sync::LazyLock;
use std::time::Duration;

use crate::base::client_address;
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::cache::Cache;

/// For how long an attempt counts, in seconds.
pub(crate) const WINDOW: i64 = 60 * 60;

/// The buckets that this node found exhausted, and until when: a further attempt on one of them is rejected by a read,
/// without a turn of the writer. Whether it still is exhausted is read from the database, where other nodes count,
/// too, and delete attempts that do not count. An attempt on another one costs a write.
static USED_UP: LazyLock<Cache<Timestamp>> =
    LazyLock::new(|| Cache::new(Duration::from_secs(WINDOW.unsigned_abs()), MAX_USED_UP));

const MAX_USED_UP: usize = 10_000;

/// A maximum number of attempts per hour.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// What is limited; the same word everywhere.
    pub of: &'static str,
    /// The maximum number.
    pub most: i64,
    /// The message of the 429.
    pub message: &'static str,
}

/// The hourly limits for clients that are not signed in.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// What is limited; the same word everywhere.
    pub of: &'static str,
    /// The maximum numbers: per address, for IPv6 per /64 network; per IPv6 /48 network; for all clients
    /// together.
    pub most: [i64; 3],
    /// The messages of the 429: for one client, and for all together.
    pub messages: [&'static str; 2],
}

/// An attempt that was counted.
#[derive(Clone, Debug)]
pub struct Counted(Id);

impl Limit {
    /// Counts an attempt of `key`, which names the client or account. Concurrent attempts on two
    /// nodes are serialized.
    ///
    /// # Errors
    /// 429 with the time to wait, when the limit is exceeded.
    pub fn count(&self, conn: &mut Conn, key: &str) -> Result<Counted> {
        let (bucket, now) = (self.bucket(key), Timestamp::now());
        queries::lock(conn, &bucket)?;
        if let Some(retry_after) = self.retry_after(conn, &bucket, now)? {
            USED_UP.insert(bucket, now.plus_seconds(retry_after));
            return Err(Error::TooOften(self.message, retry_after));
        }
        let id = Id::new();
        queries::insert(conn, &id, &bucket, now)?;
        Ok(Counted(id))
    }

    /// Fails as [`Limit::count`] does for a client that exceeded the limit on this node and still
    /// has no attempt left. Only reads.
    pub(crate) fn check(&self, conn: &mut Conn, key: &str) -> Result<()> {
        let (bucket, now) = (self.bucket(key), Timestamp::now());
        if USED_UP.find(&bucket).is_none_or(|until| until <= now) {
            return Ok(());
        }
        match self.retry_after(conn, &bucket, now)? {
            Some(retry_after) => Err(Error::TooOften(self.message, retry_after)),
            None => {
                USED_UP.remove(&bucket);
                Ok(())
            }
        }
    }

    /// Returns in how many seconds another attempt is possible. `None` when it is possible now.
    fn retry_after(&self, conn: &mut Conn, bucket: &str, now: Timestamp) -> Result<Option<i64>> {
        let since = now.plus_seconds(-WINDOW);
        let first = queries::earliest_of(conn, bucket, since, self.most)?;
        Ok(first.map(|first| (first.seconds() + WINDOW - now.seconds()).clamp(1, WINDOW)))
    }

    fn bucket(&self, key: &str) -> String {
        format!("{}:{}", self.of, digest(key))
    }
}

impl Limits {
    /// Counts an attempt of a client at this address against all three, one after the other.
    ///
    /// # Errors
    /// 429 for the first that is exceeded.
    pub(crate) fn count(&self, conn: &mut Conn, from: Option<IpAddr>) -> Result<()> {
        self.each(from, |limit, key| limit.count(conn, key).map(drop))
    }

    /// Fails as [`Limits::count`] does for what this node knows to be exceeded. Only reads.
    pub(crate) fn check(&self, conn: &mut Conn, from: Option<IpAddr>) -> Result<()> {
        self.each(from, |limit, key| limit.check(conn, key))
    }

    fn each(
        &self,
        from: Option<IpAddr>,
        mut work: impl FnMut(&Limit, &str) -> Result<()>,
    ) -> Result<()> {
        let ([of_address, of_network, of_all], [of_client, together]) = (self.most, self.messages);
        let limit = |most, message| Limit { of: self.of, most, message };
        work(&limit(of_address, of_client), &client_address::counted(from))?;
        if let Some(network) = client_address::counted_network(from) {
            work(&limit(of_network, of_client), &network)?;
        }
        work(&limit(of_all, together), "")
    }
}

impl Counted {
    /// Deletes an attempt that turned out not to count.
    pub fn take_back(&self, conn: &mut Conn) -> Result<()> {
        queries::delete(conn, &self.0)
    }
}

/// Returns whether this node rejected an attempt lately, so that [`Limit::check`] is worthwhile.
pub(crate) fn have_refused() -> bool {
    !USED_UP.is_empty()
}
