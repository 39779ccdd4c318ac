//! What may be done only so often: sign-in attempts, requests of untrusted_proxies. Counted in the
//! database, so that the count is one over all nodes and outlives a restart.
//!
//! A limit is a sliding window: of the last hour, say, never more than so many. Whoever is counted
//! by is stored as a digest.

mod queries;
mod used_up;

use self::used_up::used_up;
use crate::base::config::Settings;
use crate::base::error::{Error, Result};
use crate::base::id::{Id, hex};
use crate::base::time::Timestamp;
use crate::db::Conn;

/// For how long an attempt counts, in seconds.
const WINDOW: i64 = 60 * 60;

/// At most so many in an hour.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Of what; the same word everywhere.
    pub of: &'static str,
    /// How many.
    pub most: i64,
    /// What is told when it is too often.
    pub sentence: &'static str,
}

/// How often strangers may do something in an hour.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// From one address; of IPv6 from one network of 64 bits.
    pub address: Limit,
    /// From one IPv6 network of 48 bits.
    pub network: Limit,
    /// From everywhere.
    pub all: Limit,
}

/// An attempt that was counted.
#[derive(Clone, Debug)]
pub struct Counted(Id);

impl Limit {
    /// Counts one more of `whom`, or refuses it with a 429 that says when to come again. Of two
    /// nodes at the same moment, one waits for the other.
    pub fn count(&self, conn: &mut Conn, whom: &str) -> Result<Counted> {
        let (bucket, now) = (self.bucket(whom), Timestamp::now());
        queries::lock(conn, &bucket)?;
        if let Some(wait) = self.wait(conn, &bucket, now)? {
            used_up().remember(bucket, now.plus_seconds(wait), now);
            return Err(Error::TooOften(self.sentence, wait));
        }
        let id = Id::new();
        queries::insert(conn, &id, &bucket, now)?;
        Ok(Counted(id))
    }

    /// Refuses, as [`Limit::count`] does, whoever was refused here before and still has nothing
    /// left. Only reads.
    pub(crate) fn check(&self, conn: &mut Conn, whom: &str) -> Result<()> {
        let (bucket, now) = (self.bucket(whom), Timestamp::now());
        if !used_up().has(&bucket, now) {
            return Ok(());
        }
        match self.wait(conn, &bucket, now)? {
            Some(wait) => Err(Error::TooOften(self.sentence, wait)),
            None => {
                used_up().forget(&bucket);
                Ok(())
            }
        }
    }

    /// In how many seconds one more will be possible, when none is now.
    fn wait(&self, conn: &mut Conn, bucket: &str, now: Timestamp) -> Result<Option<i64>> {
        let counted = queries::since(conn, bucket, now.plus_seconds(-WINDOW), self.most)?;
        let is_over = i64::try_from(counted.len()).is_ok_and(|counted| counted >= self.most);
        let wait = |first: &Timestamp| first.seconds() + WINDOW - now.seconds();
        Ok(counted.first().filter(|_| is_over).map(|first| wait(first).clamp(1, WINDOW)))
    }

    fn bucket(&self, whom: &str) -> String {
        format!("{}:{}", self.of, digest(whom))
    }
}

impl Counted {
    /// Takes the attempt back: it turned out to be one that does not count.
    pub fn take_back(&self, conn: &mut Conn) -> Result<()> {
        queries::delete(conn, &self.0)
    }
}

/// Whether somebody was refused here lately, so that it is worth the while to [`Limit::check`].
pub(crate) fn have_refused() -> bool {
    !used_up().is_empty()
}

/// Forgets what does not count any more; answers how many attempts that were.
pub(crate) fn sweep(conn: &mut Conn, _: &Settings, most: usize) -> Result<usize> {
    queries::delete_until(conn, Timestamp::now().plus_seconds(-WINDOW), most)
}

/// What stands in the database for a text that it need not know.
pub(crate) fn digest(text: &str) -> String {
    let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, text.as_bytes());
    hex(digest.as_ref())
}
