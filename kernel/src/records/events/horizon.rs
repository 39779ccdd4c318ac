//! The number up to which the history is complete: no revision with a lower number can appear any more, or be taken
//! back.
//!
//! SQLite has one writer, so that revisions appear in the order of their numbers. Those of an import in slices are
//! visible before it ends, and may be taken back until then.
//!
//! On PostgreSQL a transaction takes its own number (`pg_current_xact_id`) before that of its first revision. The
//! horizon notes the last number that was given out, and then has a transaction of its own begin: every transaction
//! that took one of the noted numbers has a lower number than this one. Once all of those have ended, each revision up
//! to the noted number is visible, or never will be. A look does not wait for them: the next one, moments later, finds
//! that they have ended.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::base::error::Result;
use crate::db::Conn;
use crate::records::revisions::queries::streamed;

/// After how long it is reported that a transaction does not end.
const LONG: Duration = Duration::from_secs(60);

/// The horizon, as one process knows it.
#[derive(Default)]
pub(crate) struct Horizon(Mutex<Known>);

#[derive(Clone, Copy, Default)]
struct Known {
    /// The number up to which the history is complete.
    complete: i64,
    /// The last number that was given out when it was noted, and the transaction that began after that.
    noted: Option<(i64, i64)>,
    /// When that was, or when it was last reported that it is long ago.
    since: Option<Instant>,
}

impl Horizon {
    /// Returns the number up to which the history is complete. Statements after this one see all of it, unless they
    /// read from an older snapshot.
    pub(crate) fn look(&self, conn: &mut Conn) -> Result<i64> {
        if conn.is_sqlite() {
            return streamed::last_finished(conn);
        }
        let mut known = *self.0.lock();
        let noted = match known.noted {
            Some(noted) => noted,
            None => {
                let last = streamed::last_given(conn)?;
                if last <= known.complete {
                    return Ok(known.complete);
                }
                known.since = Some(Instant::now());
                (last, streamed::next_transaction(conn)?)
            }
        };
        let (last, transaction) = noted;
        known.noted = Some(noted);
        if streamed::oldest_transaction(conn)? >= transaction {
            known = Known { complete: last, noted: None, since: None };
        } else if known.since.is_some_and(|since| since.elapsed() >= LONG) {
            known.since = Some(Instant::now());
            tracing::warn!(
                complete = known.complete,
                given = last,
                "a transaction of the database does not end: webhooks wait for it"
            );
        }
        let mut stored = self.0.lock();
        // Of two that look at the same time, the one that knows more is right.
        if known.complete >= stored.complete {
            *stored = known;
        }
        Ok(stored.complete)
    }

    /// Returns whether it waits for transactions to end, so that looking again soon is worth it.
    pub(crate) fn is_waiting(&self) -> bool {
        self.0.lock().noted.is_some()
    }
}
