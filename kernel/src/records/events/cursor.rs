//! A consumer of events that misses none: how far it has come is stored in the transaction of what it does.
//!
//! One process at a time works a consumer, by a lease; one that was killed is replaced when its lease has ended. The
//! lease only saves work that would be done twice. That nothing is done twice follows from the position: a portion is
//! written only while the cursor is where the portion begins.

use std::sync::Arc;

use diesel::sql_types::{BigInt, Nullable, Text, Timestamp as Time};

use super::horizon::Horizon;
use super::{Event, after};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::prepared::{self, Value};
use crate::db::{Clock, Conn, Database};
use crate::records::revisions::queries::streamed;

/// How many seconds a lease lasts. It is renewed, while there is work, when half of it is over.
const LEASE: i64 = 10;

/// How many events a portion has at most.
const PORTION: i64 = 200;

const MOVED: &str = "Another process has worked on these events meanwhile";

/// A consumer of events, in one process.
pub(crate) struct Consumer {
    name: &'static str,
    /// This process.
    node: Id,
}

/// Events in order, and where the cursor stands before and after them.
pub(crate) struct Portion {
    name: &'static str,
    position: i64,
    until: i64,
    pub(crate) events: Vec<Event>,
    /// Whether more may follow at once.
    pub(crate) is_full: bool,
}

/// A cursor, as it is stored.
struct Cursor {
    position: i64,
    owner: Option<String>,
    lease_until: Option<Timestamp>,
}

impl Cursor {
    fn find(conn: &mut Conn, name: &str) -> Result<Option<Self>> {
        let sql = "SELECT position, owner, lease_until FROM event_cursors WHERE name = ?";
        let found = prepared::rows::<(BigInt, Nullable<Text>, Nullable<Time>), _>(
            conn,
            sql,
            &[name.into()],
        )?;
        let cursor = |(position, owner, lease_until)| Self { position, owner, lease_until };
        Ok(found.into_iter().map(cursor).next())
    }

    /// Returns how many seconds of the lease are left to a process, 0 when it has ended; negative when another one has it.
    fn left_to(&self, node: &Id, now: Timestamp) -> i64 {
        match (&self.owner, self.lease_until) {
            (Some(owner), Some(until)) if owner == node.as_str() => {
                (until.seconds() - now.seconds()).max(0)
            }
            (Some(_), Some(until)) if until > now => -1,
            _ => 0,
        }
    }
}

/// Begins the cursor of a consumer at the end of the history, unless there is one. Changes that commit later are events
/// of it.
pub(crate) fn begin(conn: &mut Conn, name: &str) -> Result<()> {
    let last = match conn.is_sqlite() {
        true => streamed::last_finished(conn)?,
        false => streamed::last_given(conn)?,
    };
    let sql = "INSERT INTO event_cursors (name, position) VALUES (?, ?) ON CONFLICT DO NOTHING";
    prepared::execute(conn, sql, &[name.into(), Value::Whole(last)]).map(drop)
}

impl Consumer {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, node: Id::new() }
    }

    /// Returns the next events; `None` when there are none yet, no cursor was begun, or another process works on them.
    pub(crate) async fn next(
        &self,
        db: &Database,
        horizon: &Arc<Horizon>,
    ) -> Result<Option<Portion>> {
        let (name, node, horizon) = (self.name, self.node.clone(), Arc::clone(horizon));
        let look = move |conn: &mut Conn| {
            let Some(cursor) = Cursor::find(conn, name)? else { return Ok(None) };
            let until = horizon.look(conn)?;
            if cursor.position >= until {
                return Ok(None);
            }
            let left = cursor.left_to(&node, Clock::read(conn)?.now);
            Ok((left >= 0).then_some((cursor.position, until, left)))
        };
        let Some((position, until, left)) = db.read_patiently(look).await? else {
            return Ok(None);
        };
        if left < LEASE / 2 && !self.take_lease(db).await? {
            return Ok(None);
        }
        let events = db.read_patiently(move |conn| after(conn, (position, until), PORTION)).await?;
        let is_full = events.len() as i64 == PORTION;
        let until = events.last().filter(|_| is_full).map_or(until, |last| last.number);
        Ok(Some(Portion { name, position, until, events, is_full }))
    }

    /// Takes the lease, or renews it. Returns false when another process has it.
    async fn take_lease(&self, db: &Database) -> Result<bool> {
        let (name, node) = (self.name, self.node.clone());
        let take = move |conn: &mut Conn| {
            let now = Clock::read(conn)?.now;
            let until = now.plus_seconds(LEASE);
            let sql = "UPDATE event_cursors SET owner = ?, lease_until = ? WHERE name = ? \
                       AND (owner IS NULL OR owner = ? OR lease_until IS NULL OR lease_until <= ?)";
            let values =
                [(&node).into(), Value::Time(until), name.into(), (&node).into(), Value::Time(now)];
            Ok(prepared::execute(conn, sql, &values)? > 0)
        };
        db.write(take).await
    }
}

impl Portion {
    /// Stores that these events are passed, in the transaction of what was done with them.
    ///
    /// # Errors
    /// When another process has passed them: then what was done is to be rolled back.
    pub(crate) fn pass(&self, conn: &mut Conn) -> Result<()> {
        let sql = "UPDATE event_cursors SET position = ? WHERE name = ? AND position = ?";
        let values = [Value::Whole(self.until), self.name.into(), Value::Whole(self.position)];
        match prepared::execute(conn, sql, &values)? {
            0 => Err(Error::Busy(MOVED)),
            _ => Ok(()),
        }
    }
}
