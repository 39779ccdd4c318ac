//! The connection pools for reads of one server, by how long these take.

use std::sync::Arc;
use std::time::Duration;

use super::canceller::Canceller;
use super::conn::Access;
use super::connections::{Connections, MAX_WAIT, Terms};
use crate::base::config::{DatabaseUrl, LONG_READ_SECONDS, processors};

/// How many exports may run at once: each occupies a connection.
pub(crate) const MOST_EXPORTS: usize = 3;

/// The limits of a read, without its deadline.
pub(super) const READ: Terms =
    Terms { max_wait: Some(MAX_WAIT), deadline: None, interruptible: true };

/// How much of the database a process may use at the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// Connections for quick work, and for PostgreSQL's writes.
    pub(crate) connections: u32,
    /// Long reads at the same time.
    pub(crate) long_reads: u32,
    /// Exports at the same time.
    pub(crate) exports: u32,
    /// The time limit of a read.
    pub(crate) deadline: Duration,
}

impl Share {
    /// Returns the share with that many connections, as many long reads as processors, and the
    /// default deadline.
    pub(crate) fn of(connections: u32) -> Self {
        let exports = u32::try_from(MOST_EXPORTS).unwrap_or(u32::MAX);
        let deadline = Duration::from_secs(LONG_READ_SECONDS);
        Self { connections, long_reads: processors(), exports, deadline }
    }
}

/// How long a read takes, which decides on its pool.
#[derive(Clone, Copy, Debug)]
pub(super) enum Length {
    /// Some milliseconds, as a list.
    Quick,
    /// Maybe seconds, as a measure of all records.
    Long,
    /// As long as a client receives a table.
    Table,
}

pub(super) struct ReadPools {
    pub(super) quick: Arc<Connections>,
    pub(super) long: Arc<Connections>,
    pub(super) exports: Arc<Connections>,
    /// One connection, for the job that loads what requests wait for.
    pub(super) apart: Arc<Connections>,
}

impl ReadPools {
    pub(super) fn new(
        url: &DatabaseUrl,
        access: Access,
        share: Share,
        canceller: &Arc<Canceller>,
    ) -> Self {
        let of = |size| Arc::new(Connections::new(url, access, size, canceller));
        Self {
            quick: of(share.connections),
            long: of(share.long_reads),
            exports: of(share.exports),
            apart: of(1),
        }
    }

    pub(super) fn of(&self, length: Length) -> &Arc<Connections> {
        match length {
            Length::Quick => &self.quick,
            Length::Long => &self.long,
            Length::Table => &self.exports,
        }
    }

    pub(super) fn all(&self) -> [&Arc<Connections>; 4] {
        [&self.quick, &self.long, &self.exports, &self.apart]
    }
}
