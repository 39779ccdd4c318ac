//! Errors of a provider, and excerpts of foreign text for their messages.

use std::fmt;

/// Why a sign-in or a token failed. The messages are for the log: they contain no secret, no token
/// and no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProviderError {
    /// The provider is down or slow, or its response is unusable.
    Unreachable(String),
    /// A response of the provider or a request of the browser is not valid.
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
