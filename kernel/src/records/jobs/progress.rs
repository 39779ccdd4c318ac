//! How far long work is.

use std::io::{Read, Result, Seek, SeekFrom};
use std::sync::Arc;

use parking_lot::Mutex;

crate::text_enum! {
    /// What long work does at the moment.
    pub(crate) enum Stage {
        // It works out what is to be done, and changes nothing.
        Planning = ("planning", "Planning"),
        Writing = ("writing", "Writing"),
    }
}

/// How far long work is: shared by the work, which says so, and by those that look at it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress(Arc<Mutex<Steps>>);

/// The steps of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    pub(crate) stage: Stage,
    pub(crate) done: u64,
    /// 0 while it is not known.
    pub(crate) total: u64,
}

impl Default for Steps {
    fn default() -> Self {
        Self { stage: Stage::Planning, done: 0, total: 0 }
    }
}

impl Progress {
    /// Begins a stage of so many steps; 0 when that is not known yet.
    pub(crate) fn begin(&self, stage: Stage, total: u64) {
        *self.0.lock() = Steps { stage, done: 0, total };
    }

    /// Says that so many more steps are done.
    pub(crate) fn advance(&self, steps: u64) {
        let mut now = self.0.lock();
        now.done += steps;
        // Parts of a workbook are read twice.
        if now.total > 0 {
            now.done = now.done.min(now.total);
        }
    }

    pub(crate) fn now(&self) -> Steps {
        *self.0.lock()
    }
}

/// A file whose bytes are the steps of a stage while it is read.
pub(crate) struct ReadProgress<R> {
    file: R,
    progress: Progress,
}

impl<R: Read + Seek> ReadProgress<R> {
    /// Begins to read a file of so many bytes.
    pub(crate) fn begin(file: R, bytes: u64, progress: Progress) -> Self {
        progress.begin(Stage::Planning, bytes);
        Self { file, progress }
    }
}

impl<R: Read> Read for ReadProgress<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let read = self.file.read(buffer)?;
        self.progress.advance(read as u64);
        Ok(read)
    }
}

impl<R: Seek> Seek for ReadProgress<R> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.file.seek(to)
    }
}
