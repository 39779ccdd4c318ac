//! Restores a revision of a record, also of a deleted one.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::update::Was;
use super::{Record, Records, RegisteredResource};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::statements::RowLock;
use crate::db::{Conn, statements};
use crate::records::actor::Actor;
use crate::records::revisions;

/// The version to restore.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Restore {
    /// The number of the version in the history.
    #[schemars(range(min = 1))]
    pub(crate) version: i32,
}

/// JSON pointer to the number of the revision in the body.
const VERSION: &str = "/version";

impl Records {
    /// Restores the record as it was after revision `version`, which writes a new revision. The
    /// current rules apply: a unique value that another record has meanwhile is a 409.
    pub(crate) fn restore(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        version: i32,
        if_match: Option<&str>,
        by: &Actor,
    ) -> Result<Record> {
        let present = match self.lock(conn, entry, id, if_match, RowLock::Update) {
            Ok(record) => Some(record),
            Err(Error::NotFound) if if_match.is_some() => return Err(Error::Stale),
            Err(Error::NotFound) => None,
            Err(error) => return Err(error),
        };
        let view = match revisions::state_after(conn, entry.info(), id, version)? {
            Some(Value::Null) => {
                let what = format!("Version {version} is a deletion; restore the one before it");
                return Err(Error::invalid(VERSION, what));
            }
            Some(view) => view,
            None if present.is_none() && !revisions::any(conn, entry.info(), id)? => {
                return Err(Error::NotFound);
            }
            None => return Err(Error::invalid(VERSION, format!("There is no version {version}"))),
        };
        let input = entry.input_of(&view);
        let Some(record) = present else {
            let body = entry.prepare(entry.check(input)?)?;
            self.insert(conn, entry, id, body, by)?;
            statements::keep_created_at(conn, entry.info().table, id, &view)?;
            let record = entry.find(conn, id)?;
            let after = Some(&record.view);
            revisions::note(conn, entry.info(), id, revisions::RESTORE, None, after, by)?;
            return Ok(record);
        };
        let patch = entry.check_patch(entry.patch_of(input))?;
        let was = Was { id, record, by };
        self.apply_patch(conn, entry, was, patch, revisions::RESTORE)
    }
}
