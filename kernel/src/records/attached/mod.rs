//! Files and comments on the records of any resource with a history.
//!
//! Neither is a part of the record: adding one is no version, so that it makes no plan stale and stands in the way of no
//! undo. `files` attaches files, whose bytes `content` judges and whose names `names` cleans; their bytes are in the store of
//! images (`media`). The row of a deleted file stays, so that the history of the record says what was there. `comments` has
//! what users write, and whom they mention in it (`mentions`).
//!
//! Both are shown to who may read the record. They stay with a deleted record, out of reach, until it is restored or
//! retention deletes its history (`queries::delete_all`), and follow a merge (`moves`).

pub(crate) mod comments;
pub(crate) mod content;
pub(crate) mod files;
pub(crate) mod mentions;
pub(crate) mod moves;
pub(crate) mod names;
pub(crate) mod queries;

use serde_json::Value;

use super::{Records, RegisteredResource};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::policy::READ;
use crate::records::actor::Actor;

impl Records {
    /// Reads a record that a user may read.
    ///
    /// # Errors
    /// 404 for another one.
    pub(crate) fn readable_view(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        by: &Actor,
    ) -> Result<Value> {
        let view = entry.view(conn, id)?;
        self.must_be_allowed(conn, entry, &view, (by, READ))?;
        Ok(view)
    }
}
