//! What imports and exports of a running product share: the mappings, and how many of them may run
//! at the same time.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::named::Mappings;
use crate::db::MOST_EXPORTS;

/// The mappings, and the room for imports and exports.
pub(crate) struct Transfer {
    pub(super) mappings: Arc<Mappings>,
    /// Room for the one table that is being read: others wait here and not with a connection.
    pub(super) imports: Semaphore,
    /// Room for the one upload that is being unpacked: others wait here with a file on the disk, and
    /// nothing of it in memory.
    pub(super) preparations: Semaphore,
    /// Room for the tables that are being written.
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
