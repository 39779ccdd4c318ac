//! Deletes rows past their retention, given by a setting or a rule, in small batches so that other
//! writers do not wait long.
//!
//! History is kept without limit unless an operator sets one. Two parts of it are never deleted:
//! versions that calculations of modules still read (`Module::history_needed_since`) or that are still to be sent,
//! and the latest version of every record, because version numbers continue from it and must not
//! repeat.

use std::sync::Arc;

use crate::base::config::retention::{DAY, HISTORY};
use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::{Conn, Database, statements};
use crate::product::kernel::Kernel;
use crate::product::module::{Sweep, SweptRows};
use crate::records::audit::{self, Event};
use crate::records::revisions;
use crate::webhooks;

/// How many rows are deleted in one transaction at most, except for rows of the same moment.
const BATCH: usize = 1_000;

/// Runs the sweeps of all modules. Returns the number of deleted rows.
pub(crate) async fn sweep(kernel: &Arc<Kernel>) -> Result<usize> {
    let mut deleted = 0;
    for &Sweep { of, rows } in kernel.plan.modules.iter().flat_map(|module| module.sweeps) {
        let settings = kernel.core.config.of_modules.clone();
        let delete = move |conn: &mut Conn| match rows {
            SweptRows::By(delete) => delete(conn, &settings, BATCH),
            SweptRows::Since(at, seconds) => {
                let until = Timestamp::now().plus_seconds(-seconds(&settings));
                statements::delete_oldest(conn, (of, at), until, BATCH)
            }
        };
        deleted += in_batches(&kernel.core.db, delete).await?;
    }
    Ok(deleted)
}

/// Runs `delete`, which returns how many rows it deleted, in transactions of its own until a batch
/// is not full. Returns the total.
async fn in_batches(
    db: &Database,
    delete: impl Fn(&mut Conn) -> Result<usize> + Clone + Send + 'static,
) -> Result<usize> {
    let mut all = 0;
    loop {
        let delete = delete.clone();
        let deleted = db.write(move |conn| delete(conn)).await?;
        all += deleted;
        if deleted < BATCH {
            return Ok(all);
        }
    }
}

/// Deletes the versions that were superseded longer ago than the setting allows, and the whole
/// history of records deleted that long ago. Returns the number of versions.
pub(crate) async fn trim_history(kernel: &Arc<Kernel>) -> Result<usize> {
    let days = kernel.core.config.of_modules.whole(&HISTORY);
    if days == 0 {
        return Ok(0);
    }
    let mut until = Timestamp::now().plus_seconds(-days * DAY);
    for module in &kernel.plan.modules {
        until = until.min(kernel.core.db.read_patiently(module.history_needed_since).await?);
    }
    let (mut all, mut after) = (0, None);
    loop {
        let from = after.take();
        let read = move |conn: &mut Conn| {
            let sent = webhooks::first_pending(conn)?.map_or(i64::MAX, |number| number - 1);
            revisions::superseded(conn, from.as_ref(), (until, sent), BATCH)
        };
        // Searched with a reading connection, not the writer: the next row may be far in the index.
        let found = kernel.core.db.read_patiently(read).await?;
        all += found.len();
        let is_last = found.len() < BATCH;
        after = found.last().cloned();
        if !found.is_empty() {
            let delete = move |conn: &mut Conn| {
                revisions::delete_versions(conn, &found)?;
                audit::record(conn, Event::deletion_by_age("history", found.len()))
            };
            kernel.core.db.write(delete).await?;
        }
        if is_last {
            return Ok(all);
        }
    }
}
