//! Deletes unreferenced images: those that no record refers to within a day, and that no revision
//! refers to either. Deletes the files and comments of deleted records with their history.

use std::sync::Arc;

use crate::base::config::retention::DAY;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, statements};
use crate::records::attached::queries as attached;
use crate::records::core::Core;
use crate::records::media::Size;
use crate::records::media::queries::{self, UseRow};
use crate::records::revisions;

/// How many files or references are read at a time.
const BATCH: i64 = 200;

/// After how many seconds another process may take over a deletion that was started.
const CLAIM_TIMEOUT: i64 = 10 * 60;

/// Deletes the files that have been unreferenced for a day. Returns their number.
pub(crate) async fn delete_unneeded_files(core: &Arc<Core>) -> Result<usize> {
    let now = Timestamp::now();
    let (before, begun) = (now.plus_seconds(-DAY), now.plus_seconds(-CLAIM_TIMEOUT));
    let mut deleted = 0;
    loop {
        let found =
            core.db.read_patiently(move |conn| queries::stale(conn, before, begun, BATCH)).await?;
        if found.is_empty() {
            return Ok(deleted);
        }
        for file in found {
            let claimed = file.clone();
            let claim = move |conn: &mut Conn| queries::claim(conn, &claimed, before, begun);
            if !core.db.write_patiently(claim).await? {
                continue;
            }
            let keys = Size::ALL.map(|size| size.key(&file));
            core.media
                .with_store(move |store| keys.iter().try_for_each(|key| store.delete(key)))
                .await?;
            core.db.write_patiently(move |conn| queries::forget_file(conn, &file)).await?;
            deleted += 1;
        }
    }
}

/// Deletes the references of records that no longer have a file, or that are deleted, once no
/// revision refers to the file either. Returns their number.
pub(crate) async fn forget_unneeded_uses(core: &Arc<Core>) -> Result<usize> {
    let (mut forgotten, mut after) = (0, None::<UseRow>);
    loop {
        let (from, inner) = (after.take(), Arc::clone(core));
        let (last, unneeded) = core
            .db
            .read_patiently(move |conn| {
                let uses = queries::uses_after(conn, from.as_ref(), BATCH)?;
                let last = uses.last().cloned();
                let mut unneeded = Vec::new();
                for one in uses {
                    if !is_needed(conn, &inner, &one)? {
                        unneeded.push(one);
                    }
                }
                Ok((last, unneeded))
            })
            .await?;
        forgotten += unneeded.len();
        if !unneeded.is_empty() {
            let forget = move |conn: &mut Conn| {
                unneeded.iter().try_for_each(|one| queries::forget_use(conn, one))
            };
            core.db.write_patiently(forget).await?;
        }
        match last {
            None => return Ok(forgotten),
            last => after = last,
        }
    }
}

/// Deletes the files and comments of deleted records whose history has been deleted. Returns the number of these records.
pub(crate) async fn delete_unreachable_attachments(core: &Arc<Core>) -> Result<usize> {
    let (mut deleted, mut after) = (0, None::<(String, Id)>);
    loop {
        let (from, inner) = (after.take(), Arc::clone(core));
        let read = move |conn: &mut Conn| {
            let records = attached::records_after(conn, from.as_ref(), BATCH)?;
            let last = records.last().cloned();
            let mut unreachable = Vec::new();
            for (resource, record) in records {
                if !is_reachable(conn, &inner, (&resource, &record))? {
                    unreachable.push((resource, record));
                }
            }
            Ok((last, unreachable))
        };
        let (last, unreachable) = core.db.read_patiently(read).await?;
        deleted += unreachable.len();
        if !unreachable.is_empty() {
            let inner = Arc::clone(core);
            let delete = move |conn: &mut Conn| {
                for (resource, record) in &unreachable {
                    // It may have been restored meanwhile.
                    if is_reachable(conn, &inner, (resource, record))? {
                        continue;
                    }
                    for file in attached::delete_all(conn, (resource, record))? {
                        queries::touch_stored(conn, &file)?;
                    }
                }
                Ok(())
            };
            core.db.write_patiently(delete).await?;
        }
        match last {
            None => return Ok(deleted),
            last => after = last,
        }
    }
}

/// Returns whether a record is there, or can be restored. One of a resource that the product does not have any more may be
/// there again with another version of it.
fn is_reachable(conn: &mut Conn, core: &Core, (resource, record): (&str, &Id)) -> Result<bool> {
    let Some(entry) = core.records.get(resource) else { return Ok(true) };
    Ok(statements::count(conn, entry.info().table, "id", record)? > 0
        || revisions::any(conn, entry.info(), record)?)
}

fn is_needed(conn: &mut Conn, core: &Core, one: &UseRow) -> Result<bool> {
    if one.held
        && let Some(entry) = core.records.get(&one.resource)
        && statements::count(conn, entry.info().table, "id", &one.record_id)? > 0
    {
        return Ok(true);
    }
    revisions::mentions(conn, &one.resource, &one.record_id, &one.file)
}
