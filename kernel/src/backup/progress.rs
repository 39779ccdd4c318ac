//! The progress of a backup or a restore: shown on a terminal, and the point where it can be
//! stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::base::error::{Error, Result};

/// The progress of a backup or a restore.
#[derive(Clone)]
pub(crate) struct Progress {
    bar: ProgressBar,
    stopped: Arc<AtomicBool>,
}

impl Progress {
    /// Makes a progress that is shown on a terminal only.
    pub(crate) fn shown() -> Self {
        let bar = ProgressBar::new(0);
        bar.enable_steady_tick(Duration::from_millis(100));
        Self { bar, stopped: Arc::default() }
    }

    /// Makes a progress that is not shown.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), stopped: Arc::default() }
    }

    /// Starts a phase with this number of steps; 0 when the number is unknown.
    pub(super) fn begin(&self, what: &'static str, steps: u64) {
        let style = match steps {
            0 => ProgressStyle::default_spinner(),
            _ => ProgressStyle::with_template("{msg} {bar:40} {percent} %, {eta} to go")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        };
        self.bar.set_style(style);
        self.bar.set_message(what);
        self.bar.set_length(steps);
        self.bar.reset();
    }

    /// Reports completed steps.
    ///
    /// # Errors
    /// A startup error after [`Self::stop`].
    pub(super) fn advance(&self, steps: u64) -> Result<()> {
        self.bar.inc(steps);
        if self.stopped.load(Ordering::Relaxed) {
            return Err(Error::startup("Stopped, and nothing of it is left behind"));
        }
        Ok(())
    }

    /// Requests that it stops at its next step.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Removes it from the terminal.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
