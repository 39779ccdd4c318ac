//! What would grow for ever, and what bounds it: rows that have been kept for as long as a setting or
//! a rule says are deleted, a few at a time, so that nobody waits long for the writer.
//!
//! The history is kept without limit unless somebody sets one. What it is still asked for by figures
//! stays (`Module::history_needed_since`), and so does the latest version of every record: numbers of
//! versions go on from it, and none comes twice.

use std::sync::Arc;

use crate::base::config::retention::{DAY, HISTORY};
use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::{Conn, Database};
use crate::product::kernel::Kernel;
use crate::product::module::Sweep;
use crate::records::revisions;

/// How many rows are deleted in one transaction at the most, but for those of one moment.
const BATCH: usize = 1_000;

/// Deletes what modules let go.
pub(crate) async fn sweep(kernel: &Arc<Kernel>) -> Result<usize> {
    let mut deleted = 0;
    for Sweep { rows, .. } in kernel.plan.modules.iter().flat_map(|module| module.sweeps) {
        let settings = kernel.core.config.of_modules.clone();
        deleted += in_batches(&kernel.core.db, move |conn| rows(conn, &settings, BATCH)).await?;
    }
    Ok(deleted)
}

/// Does `delete`, which answers how many rows it took, in a transaction of its own again and again,
/// until it takes no whole batch.
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

/// Deletes the versions that have been superseded for as long as the setting says, and the whole
/// history of records that have been deleted for so long. Answers how many versions that were.
pub(crate) async fn trim_history(kernel: &Arc<Kernel>) -> Result<usize> {
    let days = kernel.core.config.of_modules.whole(&HISTORY);
    if days == 0 {
        return Ok(0);
    }
    let mut until = Timestamp::now().plus_seconds(-days * DAY);
    for module in &kernel.plan.modules {
        until = until.min(kernel.core.db.read(module.history_needed_since).await?);
    }
    let (mut all, mut after) = (0, None);
    loop {
        let from = after.take();
        // Looked for beside those who write: it may be a long way from one to the next.
        let found = kernel
            .core
            .db
            .read(move |conn| revisions::superseded(conn, from.as_ref(), until, BATCH));
        let found = found.await?;
        all += found.len();
        let is_last = found.len() < BATCH;
        after = found.last().cloned();
        if !found.is_empty() {
            kernel.core.db.write(move |conn| revisions::delete_versions(conn, &found)).await?;
        }
        if is_last {
            return Ok(all);
        }
    }
}
