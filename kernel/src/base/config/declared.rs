//! The declaration of a setting, and parsers that several settings share.

use crate::base::host;

/// Shown in place of a secret.
pub(super) const HIDDEN: &str = "********";

/// The declaration of one setting of a `T`.
pub(super) struct Setting<T> {
    /// Its key in `mizan.toml`.
    pub(super) key: &'static str,
    /// What it is for, as `mizan config` shows it.
    pub(super) purpose: &'static str,
    /// What its value must be, as the end of an error message.
    pub(super) must: &'static str,
    /// Its TOML type in `mizan.toml`.
    pub(super) form: Form,
    /// Whether its value must never appear in a message.
    pub(super) secret: bool,
    /// Computes the default from the settings read before this one. `None` for a required setting.
    pub(super) default: Option<fn(&T) -> String>,
    /// Parses the text and stores the value. `None` when the text is not valid.
    pub(super) set: fn(&mut T, &str) -> Option<()>,
    /// Formats the value as text, with secrets masked.
    pub(super) show: fn(&T) -> String,
}

/// The TOML type of a setting in `mizan.toml`. In the environment the items of a list are separated
/// by commas.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Number,
    List,
}

impl<T> Setting<T> {
    /// Returns its environment variable: `MIZAN_` and the key in capitals.
    pub(super) fn variable(&self) -> String {
        format!("MIZAN_{}", self.key.to_uppercase())
    }
}

pub(super) fn some(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}

/// Returns whether a URL uses https, or http on the loopback interface, and has no query, fragment
/// or user information.
pub(super) fn is_secure_url(text: &str) -> bool {
    if text.contains(['?', '#', '@', ' ']) {
        return false;
    }
    match text.strip_prefix("https://") {
        Some(rest) => !rest.is_empty() && !rest.starts_with(['/', ':']),
        None => host::is_loopback_http(text),
    }
}
