//! How long a provider is waited for.

use std::time::Duration;

/// How long a call may take.
pub(crate) struct Limits {
    /// Until the connection stands.
    pub(crate) connect: Duration,
    /// Until the answer is there.
    pub(crate) whole: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connect: Duration::from_secs(3), whole: Duration::from_secs(5) }
    }
}
