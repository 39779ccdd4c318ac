//! Rolls back the writes of an unfinished import, and deletes their revisions too.

use std::time::Instant;

use super::Records;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::{Conn, notify, statements};
use crate::records::actor::Actor;
use crate::records::media;
use crate::records::revisions::journal::{self, Noted};

impl Records {
    /// Rolls back the writes of an unfinished import, until the deadline `until`. Returns whether
    /// the rollback is complete.
    pub(crate) fn take_back(&self, conn: &mut Conn, import: &Id, until: Instant) -> Result<bool> {
        let by = Actor::operator();
        journal::take_back(conn, import, until, |conn, noted| self.undo(conn, noted, &by))
    }

    fn undo(&self, conn: &mut Conn, noted: &Noted, by: &Actor) -> Result<()> {
        let entry = self.get(&noted.resource).ok_or(Error::NotFound)?;
        let table = entry.info().table;
        match &noted.before {
            None => {
                let was = entry.view(conn, &noted.record)?;
                statements::delete(conn, table, &noted.record)?;
                media::follow(conn, entry, &noted.record, Some(&was), None)?;
            }
            Some(before) => {
                let before = serde_json::from_str(before).map_err(Error::internal)?;
                let write = entry.registration.must_change()?;
                let was = entry.find(conn, &noted.record)?.input;
                media::follow(conn, entry, &noted.record, Some(&was), Some(&before))?;
                let is = write.with_defaults(entry.input_of(&before))?;
                write.update(conn, &noted.record, was, is, by)?;
                statements::keep_updated_at(conn, table, &noted.record, &before)?;
            }
        }
        notify(table, &noted.record);
        Ok(())
    }
}
