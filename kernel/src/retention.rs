//! What would grow for ever, and what bounds it: rows that have been kept for as long as a setting or
//! a rule says are deleted, a few at a time, so that nobody waits long for the writer.
//!
//! The history is kept without limit unless somebody sets one. What it is still asked for by figures
//! stays (`Module::history_needed_since`), and so does the latest version of every record: numbers of
//! versions go on from it, and none comes twice.

use std::sync::Arc;

use crate::changes;
use crate::db::{Conn, Database};
use crate::error::Result;
use crate::kernel::Kernel;
use crate::module::{Setting, Sweep};
use crate::time::Timestamp;

/// How many rows are deleted in one transaction at the most, but for those of one moment.
const BATCH: usize = 1_000;

pub(crate) const DAY: i64 = 24 * 60 * 60;

/// How long former versions are kept.
pub const HISTORY: Setting = Setting {
    key: "retention.history_days",
    purpose: "how many days a version stays in the history once a later one has taken its place, or \
              its record was deleted; 0: for ever",
    default: 0,
    least: 0,
    most: 36_500,
};

/// How long sessions are kept that have ended.
pub const SESSIONS: Setting = Setting {
    key: "retention.sessions_days",
    purpose: "how many days a session is kept after it has ended",
    default: 30,
    least: 1,
    most: 3_650,
};

/// How long tokens are kept that have expired.
pub const TOKENS: Setting = Setting {
    key: "retention.tokens_days",
    purpose: "how many days an API token is listed after it has expired",
    default: 90,
    least: 1,
    most: 3_650,
};

/// The settings of the kernel's own tables.
pub(crate) const SETTINGS: &[Setting] = &[HISTORY, SESSIONS, TOKENS];

/// Deletes what modules let go.
pub(crate) async fn sweep(kernel: &Arc<Kernel>) -> Result<usize> {
    let mut deleted = 0;
    for Sweep { rows, .. } in kernel.plan.modules.iter().flat_map(|module| module.sweeps) {
        let settings = kernel.config.of_modules.clone();
        deleted += in_batches(&kernel.db, move |conn| rows(conn, &settings, BATCH)).await?;
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
    let days = kernel.config.of_modules.whole(&HISTORY);
    if days == 0 {
        return Ok(0);
    }
    let mut until = Timestamp::now().plus_seconds(-days * DAY);
    for module in &kernel.plan.modules {
        until = until.min(kernel.db.read(module.history_needed_since).await?);
    }
    let (mut all, mut after) = (0, None);
    loop {
        let from = after.take();
        // Looked for beside those who write: it may be a long way from one to the next.
        let found =
            kernel.db.read(move |conn| changes::superseded(conn, from.as_ref(), until, BATCH));
        let found = found.await?;
        all += found.len();
        let is_last = found.len() < BATCH;
        after = found.last().cloned();
        if !found.is_empty() {
            kernel.db.write(move |conn| changes::delete_versions(conn, &found)).await?;
        }
        if is_last {
            return Ok(all);
        }
    }
}
