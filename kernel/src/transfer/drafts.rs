//! Reads a table and drafts its rows on a thread of its own, some batches ahead of the thread that plans them
//! with the database.

use std::ops::ControlFlow;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use super::bound_import::BoundImport;
use super::mapping::{CellError, Draft, Table};
use crate::base::error::{Error, Result};

/// How many rows are planned together: their keys are looked up with one statement.
const BATCH: usize = 500;

/// How many batches may wait, so that memory stays flat.
const AHEAD: usize = 2;

/// What a row of the table is.
pub(super) enum DraftedRow {
    /// A record.
    Record(Draft),
    /// A row that the mapping leaves out, and the reason.
    LeftOut(u64, String),
    /// A row with cells that cannot be read, and what could be read of it, if anything.
    Refused(Option<Draft>, Vec<CellError>),
}

type Batch = Vec<DraftedRow>;

impl BoundImport {
    /// Calls `plan` with each batch of rows, in their order, until it breaks off.
    ///
    /// # Errors
    /// When the table cannot be opened again, and those of `plan`.
    pub(super) fn each_batch(
        &self,
        mut plan: impl FnMut(Batch) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let table = || self.table();
        thread::scope(|scope| {
            let (sender, batches) = sync_channel(AHEAD);
            let draft = move || match table() {
                Ok(table) => self.draft_all(table, &sender),
                // The receiver has ended when this cannot be sent.
                Err(error) => drop(sender.send(Err(error))),
            };
            let named = thread::Builder::new().name("drafts".into());
            named.spawn_scoped(scope, draft).map_err(Error::internal)?;
            for batch in batches {
                if plan(batch?)?.is_break() {
                    break;
                }
            }
            Ok(())
        })
    }

    fn draft_all(&self, table: Table<'_>, sender: &SyncSender<Result<Batch>>) {
        let mut batch = Vec::with_capacity(BATCH);
        for row in table {
            let drafted = match row {
                Err(error) => DraftedRow::Refused(None, vec![error]),
                Ok(row) => match self.bound.draft_with_errors(&row) {
                    (Some(draft), None) => DraftedRow::Record(draft),
                    (None, None) => DraftedRow::LeftOut(row.line, self.bound.left_out(&row)),
                    (draft, Some(errors)) => DraftedRow::Refused(draft, errors),
                },
            };
            // No later row can be read either.
            let is_last =
                matches!(drafted, DraftedRow::Refused(..)) && self.bound.has_run_out_of_time();
            batch.push(drafted);
            if batch.len() == BATCH || is_last {
                let full = std::mem::replace(&mut batch, Vec::with_capacity(BATCH));
                if sender.send(Ok(full)).is_err() || is_last {
                    return;
                }
            }
        }
        // The receiver has ended when this cannot be sent.
        let _ = sender.send(Ok(batch));
    }
}
