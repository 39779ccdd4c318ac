//! Rolls back the writes of unfinished work in slices, and deletes their revisions too.

use std::time::Instant;

use super::Records;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::{Conn, notify, statements};
use crate::records::actor::Actor;
use crate::records::media;
use crate::records::revisions::journal::{self, Noted};

impl Records {
    /// Rolls back the writes of unfinished work in slices, until the deadline `until`. Returns whether
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
                let is = entry.registration.with_defaults(entry.input_of(&before))?;
                match entry.find(conn, &noted.record) {
                    Err(Error::NotFound) => {
                        media::follow(conn, entry, &noted.record, None, Some(&before))?;
                        entry.registration.must_create()?.insert(conn, &noted.record, is, by)?;
                        statements::keep_created_at(conn, table, &noted.record, &before)?;
                    }
                    found => {
                        let was = found?.input;
                        media::follow(conn, entry, &noted.record, Some(&was), Some(&before))?;
                        let write = entry.registration.must_change()?;
                        write.update(conn, &noted.record, was, is, by)?;
                    }
                }
                statements::keep_updated_at(conn, table, &noted.record, &before)?;
            }
        }
        notify(table, &noted.record);
        Ok(())
    }
}
