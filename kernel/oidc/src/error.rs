//! What goes wrong between this product and a provider, and excerpts of foreign text for its messages.

use std::fmt;

/// Why a sign-in or a token came to nothing. The messages are for the log: they hold no secret, no token and
/// no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProviderError {
    /// The provider is down or slow, or its response is of no use.
    Unreachable(String),
    /// What it or the browser sent is not valid.
    Refused(String),
}

impl ProviderError {
    pub(crate) fn unreachable(what: impl Into<String>) -> Self {
        Self::Unreachable(what.into())
    }

    pub(crate) fn refused(what: impl Into<String>) -> Self {
        Self::Refused(what.into())
    }
}

impl fmt::Display for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(what) | Self::Refused(what) => f.write_str(what),
        }
    }
}

/// Shortens foreign text for the log, and puts it on one line.
pub(crate) fn excerpt(text: &str) -> String {
    format!("{:?}", text.chars().take(200).collect::<String>())
}
