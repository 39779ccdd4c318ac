//! Reports each revision once, as soon as it is committed, to readers that only look.
//!
//! A commit can be late: its revisions have lower numbers than others that are visible already. The follower therefore
//! looks at all revisions after the number up to which the history is complete, and knows which of those it has
//! reported. That number is the position of a reader: one who resumes there misses nothing, and may get some again.

use std::collections::BTreeSet;
use std::sync::Arc;

use parking_lot::Mutex;

use super::Event;
use super::horizon::Horizon;
use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::db::statements::snapshot;
use crate::engine::policy::Access;
use crate::records::actor::Actor;
use crate::records::change::Records;
use crate::records::revisions::queries::streamed;

/// How many events are reported one by one at a time. Of more, only the resources are reported.
const MOST: usize = 500;

/// How many numbers one statement reads.
const AT_ONCE: i64 = 1_000;

/// How many of the last numbers are looked at when it begins, on PostgreSQL: a transaction that is open at that moment must
/// not make it read the whole history.
const BEHIND: i64 = 10 * AT_ONCE;

/// How old what a reader has missed may be, in seconds: a day. Retention deletes nothing that is younger.
const OLDEST: i64 = 24 * 60 * 60;

/// Which events of a batch the users with one access may read.
type Known = (Arc<Access>, Arc<Vec<bool>>);

/// What was committed since the last batch.
pub(crate) struct Batch {
    /// Where a reader resumes who has read it.
    pub(crate) position: i64,
    pub(crate) events: Vec<Event>,
    /// The resources of which more was changed than is reported one by one.
    pub(crate) resources: Vec<String>,
    /// Which of the events some readers may read.
    readable: Mutex<Vec<Known>>,
}

impl Batch {
    pub(crate) fn of(position: i64, events: Vec<Event>) -> Self {
        Self { position, events, resources: Vec::new(), readable: Mutex::default() }
    }

    /// Returns which of the events a user may read. Users with the same access share the result.
    pub(crate) fn readable(
        &self,
        conn: &mut Conn,
        records: &Records,
        by: &Actor,
    ) -> Result<Arc<Vec<bool>>> {
        let known = self.readable.lock().iter().find_map(|(access, readable)| {
            Arc::ptr_eq(access, &by.access).then(|| Arc::clone(readable))
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let readable = self.events.iter().map(|event| event.is_readable(conn, records, by));
        let readable: Arc<Vec<bool>> = Arc::new(readable.collect::<Result<_>>()?);
        self.readable.lock().push((Arc::clone(&by.access), Arc::clone(&readable)));
        Ok(readable)
    }
}

/// Reads the numbers of all revisions after `after` that belong to finished work, at most about `most`.
fn finished(conn: &mut Conn, after: i64, most: i64) -> Result<Vec<i64>> {
    let mut found = Vec::new();
    let mut position = after;
    // Only SQLite writes imports in ranges.
    let unfinished = if conn.is_sqlite() { streamed::unfinished(conn)? } else { Vec::new() };
    for range in unfinished {
        let left = most - found.len() as i64;
        if left <= 0 {
            return Ok(found);
        }
        if range.first > position + 1 {
            found.extend(streamed::numbers(conn, (position, range.first - 1), left)?);
        }
        position = position.max(range.last);
    }
    let left = most - found.len() as i64;
    if left > 0 {
        found.extend(streamed::numbers(conn, (position, i64::MAX), left)?);
    }
    Ok(found)
}

/// What a process has reported.
pub(super) struct Follower {
    /// The number up to which all was reported.
    complete: i64,
    /// The numbers above it that were reported.
    reported: BTreeSet<i64>,
}

impl Follower {
    /// Begins at the present: what is visible now is not reported.
    pub(super) fn begin(conn: &mut Conn, horizon: &Horizon) -> Result<Self> {
        let mut follower = Self { complete: 0, reported: BTreeSet::new() };
        follower.complete = horizon.look(conn)?;
        if !conn.is_sqlite() {
            follower.complete = follower.complete.max(streamed::last_given(conn)? - BEHIND);
        }
        let fresh = snapshot(conn, |conn| follower.fresh(conn))?;
        follower.reported.extend(fresh);
        Ok(follower)
    }

    pub(super) fn position(&self) -> i64 {
        self.complete
    }

    /// Returns the numbers that are visible and were not reported.
    fn fresh(&self, conn: &mut Conn) -> Result<Vec<i64>> {
        let (mut fresh, mut at) = (Vec::new(), self.complete);
        loop {
            let some = finished(conn, at, AT_ONCE)?;
            fresh.extend(some.iter().copied().filter(|one| !self.reported.contains(one)));
            match some.last() {
                Some(last) if some.len() as i64 >= AT_ONCE => at = *last,
                _ => return Ok(fresh),
            }
        }
    }

    /// Returns what was committed since the last call; `None` when that is nothing.
    pub(super) fn next(&mut self, conn: &mut Conn, horizon: &Horizon) -> Result<Option<Batch>> {
        let complete = horizon.look(conn)?;
        let (fresh, events, resources) = snapshot(conn, |conn| {
            let fresh = self.fresh(conn)?;
            let (Some(first), Some(last)) = (fresh.first(), fresh.last()) else {
                return Ok((fresh, Vec::new(), Vec::new()));
            };
            if fresh.len() > MOST {
                let resources = streamed::resources(conn, (first - 1, *last))?;
                return Ok((fresh, Vec::new(), resources));
            }
            let events = streamed::numbered(conn, &fresh)?.into_iter().map(Event::of).collect();
            Ok((fresh, events, Vec::new()))
        })?;
        self.reported.extend(&fresh);
        self.complete = complete.max(self.complete);
        self.reported = self.reported.split_off(&(self.complete + 1));
        let batch = Batch { resources, ..Batch::of(self.complete, events) };
        Ok((!fresh.is_empty()).then_some(batch))
    }
}

/// Returns what was committed after a position; `None` when that is too much or too long ago, or no position of this
/// database.
pub(crate) fn missed(conn: &mut Conn, position: i64) -> Result<Option<Vec<Event>>> {
    snapshot(conn, |conn| {
        let last = match conn.is_sqlite() {
            true => streamed::last_finished(conn)?,
            false => streamed::last_given(conn)?,
        };
        if !(0..=last).contains(&position) {
            return Ok(None);
        }
        let oldest = Timestamp::now().plus_seconds(-OLDEST);
        if streamed::first_at(conn, position)?.is_some_and(|at| at < oldest) {
            return Ok(None);
        }
        let numbers = finished(conn, position, AT_ONCE)?;
        if numbers.len() > MOST {
            return Ok(None);
        }
        let rows = streamed::numbered(conn, &numbers)?;
        Ok(Some(rows.into_iter().map(Event::of).collect()))
    })
}
