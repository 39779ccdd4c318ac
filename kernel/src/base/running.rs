//! Counts work that is running, so that a process which stops can wait for its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::{sleep, timeout};

/// How often it is looked whether work has ended.
const LOOKS_EVERY: Duration = Duration::from_millis(20);

/// How much work is running.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running(Arc<AtomicUsize>);

/// Work that is running, until it is dropped.
pub(crate) struct OneRunning(Running);

impl Running {
    /// Counts one more.
    pub(crate) fn begin(&self) -> OneRunning {
        self.0.fetch_add(1, Ordering::AcqRel);
        OneRunning(self.clone())
    }

    /// Waits until none is running, at most so long. Returns whether none is.
    pub(crate) async fn settle(&self, most: Duration) -> bool {
        let ended = async {
            while self.0.load(Ordering::Acquire) > 0 {
                sleep(LOOKS_EVERY).await;
            }
        };
        timeout(most, ended).await.is_ok()
    }
}

impl Drop for OneRunning {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::AcqRel);
    }
}
