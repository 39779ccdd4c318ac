//! What all imports and exports of the running application share: the mappings, and the limits on
//! how many run at the same time.

use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "testing")]
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::Semaphore;

use super::named::Mappings;
use crate::base::slots::{Queue, Slots};
use crate::db::MOST_EXPORTS;

/// The queue of imports. A hundred thousand rows take less than a minute.
const QUEUE: Queue = Queue {
    bound: 20,
    deadline: Duration::from_secs(5 * 60),
    busy: "Others are importing tables at the moment. Try again when they have finished",
};

/// The mappings, and the concurrency limits of imports and exports.
pub(crate) struct Transfer {
    pub(super) mappings: Arc<Mappings>,
    /// One table is imported at a time. Other imports wait here, without a connection.
    pub(super) imports: Slots,
    /// One upload is unpacked at a time. Other uploads wait here with a file on the disk, and none
    /// of it in memory.
    pub(crate) preparations: Slots,
    /// Permits for running exports.
    pub(super) exports: Arc<Semaphore>,
}

impl Transfer {
    /// Occupies all exports, until the result is dropped.
    #[cfg(feature = "testing")]
    pub(crate) fn occupy_exports(&self) -> Option<OwnedSemaphorePermit> {
        let all = u32::try_from(MOST_EXPORTS).ok()?;
        Arc::clone(&self.exports).try_acquire_many_owned(all).ok()
    }

    pub(crate) fn of(mappings: Arc<Mappings>) -> Self {
        Self {
            mappings,
            imports: Slots::new(1, QUEUE),
            preparations: Slots::new(1, QUEUE),
            exports: Arc::new(Semaphore::new(MOST_EXPORTS)),
        }
    }
}
