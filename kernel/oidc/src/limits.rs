//! How long a request to a provider may take.

use std::time::Duration;

/// How long one request may take.
pub(crate) struct Limits {
    /// Until the connection is established.
    pub(crate) connect: Duration,
    /// Until the whole response is there.
    pub(crate) total: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connect: Duration::from_secs(3), total: Duration::from_secs(5) }
    }
}
