//! What may be done only so often: sign-in attempts, requests of strangers. Counted in the
//! database, so that the count is one over all nodes and outlives a restart.
//!
//! A limit is a sliding window: of the last hour, say, never more than so many. Whoever is counted
//! by is stored as a digest.

mod queries;

use crate::db::{Conn, Database};
use crate::error::{Error, Result};
use crate::id::{Id, hex};
use crate::time::Timestamp;

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

/// An attempt that was counted.
#[derive(Clone, Debug)]
pub struct Counted(Id);

impl Limit {
    /// Counts one more of `whom`, or refuses it with a 429 that says when to come again. Of two
    /// nodes at the same moment, one waits for the other.
    pub fn count(&self, conn: &mut Conn, whom: &str) -> Result<Counted> {
        let (bucket, now) = (self.bucket(whom), Timestamp::now());
        queries::hold(conn, &bucket)?;
        let counted = queries::since(conn, &bucket, now.plus_seconds(-WINDOW), self.most)?;
        if let Some(first) = counted.first()
            && i64::try_from(counted.len()).is_ok_and(|counted| counted >= self.most)
        {
            let wait = first.seconds() + WINDOW - now.seconds();
            return Err(Error::TooOften(self.sentence, wait.clamp(1, WINDOW)));
        }
        let id = Id::new();
        queries::insert(conn, &id, &bucket, now)?;
        Ok(Counted(id))
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

/// Forgets what does not count any more.
pub(crate) async fn sweep(db: &Database) -> Result<()> {
    db.write(|conn| queries::delete_until(conn, Timestamp::now().plus_seconds(-WINDOW))).await
}

/// What stands in the database for a text that it need not know.
pub(crate) fn digest(text: &str) -> String {
    let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, text.as_bytes());
    hex(digest.as_ref())
}
