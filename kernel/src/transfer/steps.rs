//! The steps of an import, in a temporary file from when they are planned until they are written, so that memory stays
//! flat. A thread of its own reads them, some batches ahead of the one that writes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::{thread, vec};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::error::{Error, Result, is_full};
use crate::base::id::Id;

/// How many steps are read together, and how many of these batches may wait.
const BATCH: usize = 200;
const AHEAD: usize = 4;

/// One write of an import.
#[derive(Serialize, Deserialize)]
pub(super) struct Step {
    /// The line of its row.
    pub(super) line: u64,
    pub(super) resource: String,
    pub(super) id: Id,
    /// Whether the record is new.
    pub(super) new: bool,
    /// The prepared input of a new record, or a checked patch.
    pub(super) body: Value,
}

/// The steps that are planned so far.
pub(super) struct PlannedSteps {
    count: u64,
    file: BufWriter<File>,
}

impl PlannedSteps {
    pub(super) fn new() -> Result<Self> {
        let file = tempfile::tempfile().map_err(spooling)?;
        Ok(Self { count: 0, file: BufWriter::new(file) })
    }

    pub(super) fn push(&mut self, step: &Step) -> Result<()> {
        self.count += 1;
        serde_json::to_writer(&mut self.file, step).map_err(|error| spooling(error.into()))?;
        self.file.write_all(b"\n").map_err(spooling)
    }

    /// Returns the steps, from the first one.
    pub(super) fn finish(self) -> Result<Steps> {
        let mut file = self.file.into_inner().map_err(|error| spooling(error.into_error()))?;
        file.rewind().map_err(spooling)?;
        let (sender, batches) = sync_channel(AHEAD);
        // It ends with the file, or when there is no receiver any more.
        let named = thread::Builder::new().name("steps".into());
        named.spawn(move || read(file, &sender)).map_err(Error::internal)?;
        Ok(Steps { count: self.count, written: 0, batches, batch: Vec::new().into_iter() })
    }
}

/// The steps of an import, in their order.
pub(super) struct Steps {
    pub(super) count: u64,
    /// How many steps have been written.
    pub(super) written: u64,
    batches: Receiver<Result<Vec<Step>>>,
    batch: vec::IntoIter<Step>,
}

impl Steps {
    /// Returns the next step; `None` after the last one.
    pub(super) fn next(&mut self) -> Result<Option<Step>> {
        if self.batch.len() == 0
            && let Ok(batch) = self.batches.recv()
        {
            self.batch = batch?.into_iter();
        }
        let step = self.batch.next();
        // The reading thread has ended without an error.
        if step.is_none() && self.written < self.count {
            return Err(Error::internal("the steps of an import ended too early"));
        }
        Ok(step)
    }
}

fn read(file: File, sender: &SyncSender<Result<Vec<Step>>>) {
    let mut lines = BufReader::new(file).lines();
    loop {
        let batch = lines.by_ref().take(BATCH).map(|line| {
            let line = line.map_err(spooling)?;
            serde_json::from_str(&line).map_err(Error::internal)
        });
        let batch: Result<Vec<Step>> = batch.collect();
        let is_last = batch.as_ref().map_or(true, |batch| batch.len() < BATCH);
        if sender.send(batch).is_err() || is_last {
            return;
        }
    }
}

/// Maps an error of the file of steps.
pub(super) fn spooling(error: io::Error) -> Error {
    match is_full(&error) {
        true => Error::DiskFull,
        false => Error::internal(format!("the steps of an import: {error}")),
    }
}
