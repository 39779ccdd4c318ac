//! Events: the history of all records, read as a stream. A change writes no second row: its revision, which is in its
//! transaction, is its event. Resources without a history have no events.
//!
//! **Order.** Events are read in the order of the numbers of their revisions, which is the same for all readers, and is
//! that of the versions of each record. `horizon` says up to which number no revision can appear any more. On
//! PostgreSQL, where the order of commits is another one, a consumer therefore waits for the longest transaction that
//! writes; on SQLite, for an import in slices, whose revisions may be taken back until it ends.
//!
//! A `cursor` says how far a consumer has come that must miss nothing and stores what it does. Readers of one process
//! that only look share one `hub`, which a `follower` feeds: it reports a revision as soon as it is committed, whatever
//! its number.
//!
//! Retention deletes no revision that a cursor has not passed. What is deleted for another reason, such as the history
//! of a person who is forgotten, is no event any more.

mod cursor;
mod follower;
mod horizon;
mod hub;

use serde_json::Value;

use crate::base::error::Result;
use crate::db::Conn;
use crate::records::actor::Actor;
use crate::records::change::Records;
use crate::records::revisions::queries::streamed;
use crate::records::revisions::{self, RevisionRow};

pub(crate) use cursor::{Consumer, Portion, begin};
pub(crate) use follower::{Batch, missed};
pub(crate) use hub::{Hub, Listener};

/// The words for what became of a record.
pub(crate) const CREATED: &str = "created";
pub(crate) const UPDATED: &str = "updated";
pub(crate) const DELETED: &str = "deleted";

/// What may follow the name of a resource in the type of an event.
pub(crate) const KINDS: [&str; 3] = [CREATED, UPDATED, DELETED];

/// A change of a record, as its revision has it.
pub(crate) struct Event {
    /// The number of the revision.
    pub(crate) number: i64,
    pub(crate) revision: RevisionRow,
}

impl Event {
    fn of((number, revision): (i64, RevisionRow)) -> Self {
        Self { number, revision }
    }

    /// Returns what became of the record, whatever the action was called.
    pub(crate) fn kind(&self) -> &'static str {
        match (&self.revision.before, &self.revision.after) {
            (_, None) => DELETED,
            (None, Some(_)) => CREATED,
            (Some(_), Some(_)) => UPDATED,
        }
    }

    /// Returns its type: `units.updated`.
    pub(crate) fn type_name(&self) -> String {
        format!("{}.{}", self.revision.resource, self.kind())
    }

    /// Returns whether a user may read the record as it became, or what it was.
    pub(crate) fn is_readable(
        &self,
        conn: &mut Conn,
        records: &Records,
        by: &Actor,
    ) -> Result<bool> {
        let Some(entry) = records.get(&self.revision.resource) else { return Ok(false) };
        if by.access.of(entry.info().name).is_none() {
            return Ok(true);
        }
        for state in [&self.revision.after, &self.revision.before] {
            if let Some(view) = revisions::read(state.clone())?
                && records.may_read(conn, entry, &view, by)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the record as it became; what it was before its deletion.
    pub(crate) fn last_state(&self) -> Result<Option<Value>> {
        let RevisionRow { before, after, .. } = &self.revision;
        revisions::read(after.clone().or_else(|| before.clone()))
    }
}

/// Returns at most `most` events after a position, in order, up to a number that the horizon returned before.
pub(crate) fn after(
    conn: &mut Conn,
    (position, until): (i64, i64),
    most: i64,
) -> Result<Vec<Event>> {
    Ok(streamed::rows(conn, (position, until), most)?.into_iter().map(Event::of).collect())
}
