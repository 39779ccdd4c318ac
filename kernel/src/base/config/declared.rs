//! A setting as it is declared, and what several settings are read by.

use crate::base::host;

/// What stands where a secret is.
pub(super) const HIDDEN: &str = "********";

/// A setting of a `T`.
pub(super) struct Setting<T> {
    /// Its key in `mizan.toml`.
    pub(super) key: &'static str,
    /// What it is for.
    pub(super) purpose: &'static str,
    /// What it must be, as the end of a sentence.
    pub(super) must: &'static str,
    /// How it is written in `mizan.toml`.
    pub(super) form: Form,
    /// Whether no sentence may repeat it.
    pub(super) secret: bool,
    /// What it is when nobody sets it, by what was set before it; none when it has to be set.
    pub(super) default: Option<fn(&T) -> String>,
    /// Takes it from its text, or nothing when it is not what it must be.
    pub(super) set: fn(&mut T, &str) -> Option<()>,
    /// The text it would be set by, its secrets hidden.
    pub(super) show: fn(&T) -> String,
}

/// How a setting is written in `mizan.toml`. In the environment a list is separated by commas.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Number,
    List,
}

impl<T> Setting<T> {
    /// Its name in the environment: `MIZAN_` and its key in capitals.
    pub(super) fn variable(&self) -> String {
        format!("MIZAN_{}", self.key.to_uppercase())
    }
}

pub(super) fn some(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}

/// Whether a URL is reached by https, or by http on this very machine, and names nothing but a place.
pub(super) fn is_secure_url(text: &str) -> bool {
    if text.contains(['?', '#', '@', ' ']) {
        return false;
    }
    match text.strip_prefix("https://") {
        Some(rest) => !rest.is_empty() && !rest.starts_with(['/', ':']),
        None => host::is_loopback_http(text),
    }
}
