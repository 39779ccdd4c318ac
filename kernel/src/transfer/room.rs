//! What all imports and exports of the running application share: the mappings, and the limits on
//! how many run at the same time.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::named::Mappings;
use crate::db::MOST_EXPORTS;

/// The mappings, and the concurrency limits of imports and exports.
pub(crate) struct Transfer {
    pub(super) mappings: Arc<Mappings>,
    /// One permit: one table is imported at a time. Other imports wait here, without a connection.
    pub(super) imports: Semaphore,
    /// One permit: one upload is unpacked at a time. Other uploads wait here with a file on the
    /// disk, and none of it in memory.
    pub(super) preparations: Semaphore,
    /// Permits for running exports.
    pub(super) exports: Arc<Semaphore>,
}

impl Transfer {
    pub(crate) fn of(mappings: Arc<Mappings>) -> Self {
        Self {
            mappings,
            imports: Semaphore::new(1),
            preparations: Semaphore::new(1),
            exports: Arc::new(Semaphore::new(MOST_EXPORTS)),
        }
    }
}
