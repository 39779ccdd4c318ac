//! The time limits of a request to a provider.

use std::time::Duration;

/// The time limits of one request.
pub(crate) struct Limits {
    /// Until the connection is established.
    pub(crate) connect: Duration,
    /// Until the whole response has arrived.
    pub(crate) total: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connect: Duration::from_secs(3), total: Duration::from_secs(5) }
    }
}
