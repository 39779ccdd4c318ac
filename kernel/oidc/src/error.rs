//! Why nothing came of a question to a provider, and foreign text as it may stand there.

use std::fmt;

/// Why nothing came of it. The texts are for the log: they hold no secret, no token and no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The provider is down or slow, or answers what nobody can use.
    Unreachable(String),
    /// What came does not hold.
    Refused(String),
}

impl Trouble {
    pub(crate) fn unreachable(what: impl Into<String>) -> Self {
        Self::Unreachable(what.into())
    }

    pub(crate) fn refused(what: impl Into<String>) -> Self {
        Self::Refused(what.into())
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(what) | Self::Refused(what) => f.write_str(what),
        }
    }
}

/// Foreign text as the log may have it: short, and in one line.
pub(crate) fn shown(text: &str) -> String {
    format!("{:?}", text.chars().take(200).collect::<String>())
}
