//! The trash: the records of a resource that are deleted now, from their last versions.
//!
//! A record is in the trash until retention deletes its history, or until it is restored.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Records, RegisteredResource};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::list::Page;
use crate::records::actor::Actor;
use crate::records::revisions::queries::deleted::{self, Deletion};
use crate::records::revisions::{self, ChangedBy};
use crate::records::seen_by::HISTORY;

/// How many deletions one statement reads, of those that a rule has to be applied to.
const AT_ONCE: i64 = 500;

/// A deleted record.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletedRecord {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// Its last title.
    title: String,
    /// When it was deleted.
    deleted_at: Timestamp,
    /// Who deleted it; null when the caller may not read who.
    by: Option<ChangedBy>,
    /// The request that deleted it; null for a deletion without a request.
    request_id: Option<String>,
    /// The number of its last version before the deletion, to restore it.
    #[schemars(range(min = 1))]
    version: i32,
}

impl Records {
    /// Returns one page of the deleted records that a user could have read, the newest first. Without a rule it costs
    /// a range of an index; with one, every deletion of the resource is read.
    pub(crate) fn deleted(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        (page, limit): (i64, i64),
        by: &Actor,
    ) -> Result<Page<DeletedRecord>> {
        let name = entry.info().name;
        let offset = (page - 1) * limit;
        let (deletions, total) = match by.access.of(name) {
            None => (deleted::page(conn, name, (limit, offset))?, deleted::count(conn, name)?),
            Some(_) => self.readable_deletions(conn, entry, offset..offset + limit, by)?,
        };
        let items = deletions.into_iter().map(|one| self.deleted_record(conn, entry, one, by));
        let items = items.collect::<Result<_>>()?;
        Ok(Page { items, total, page, limit, total_pages: (total + limit - 1) / limit })
    }

    /// Returns those of the deletions that the user could have read which are in `range`, and how many there are in all.
    fn readable_deletions(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        range: std::ops::Range<i64>,
        by: &Actor,
    ) -> Result<(Vec<Deletion>, i64)> {
        let (mut found, mut total) = (Vec::new(), 0);
        let mut some = deleted::following(conn, entry.info().name, None, AT_ONCE)?;
        while let Some(last) = some.last() {
            let next = deleted::following(conn, entry.info().name, Some(last), AT_ONCE)?;
            for one in std::mem::replace(&mut some, next) {
                let last = revisions::read(one.before.clone())?.unwrap_or_default();
                match self.must_be_allowed(conn, entry, &last, (by, HISTORY)) {
                    Err(Error::NotFound | Error::NotPermitted(..)) => continue,
                    allowed => allowed?,
                }
                if range.contains(&total) {
                    found.push(one);
                }
                total += 1;
            }
        }
        Ok((found, total))
    }

    fn deleted_record(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        deletion: Deletion,
        by: &Actor,
    ) -> Result<DeletedRecord> {
        let (mut last, mut none) = (revisions::read(deletion.before)?, None);
        self.see_states(conn, entry, [&mut last, &mut none], by)?;
        let mut actor = Some(ChangedBy { id: deletion.actor_id, name: deletion.actor_name });
        self.see_actor(conn, &mut actor, by)?;
        Ok(DeletedRecord {
            id: deletion.record,
            title: last.map_or_else(|| entry.info().word(), |last| entry.title(&last)),
            deleted_at: deletion.at,
            by: actor,
            request_id: deletion.request,
            version: deletion.version - 1,
        })
    }
}
