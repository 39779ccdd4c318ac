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
    /// What a text must be, as the end of an error message.
    pub(super) must: &'static str,
    /// Its type.
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

/// The type of a setting. In the environment the items of a list are separated by commas.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    /// A number from the one to the other, of a unit: ` of seconds`.
    Number(u64, u64, &'static str),
    List,
}

impl<T> Setting<T> {
    /// A required text, for `Setting { key: …, ..Setting::TEXT }`.
    pub(super) const TEXT: Self = Self {
        key: "",
        purpose: "",
        must: "some text",
        form: Form::Text,
        secret: false,
        default: None,
        set: |_, _| None,
        show: |_| String::new(),
    };

    /// Stores the value that the text is. `None` when it is not valid.
    pub(super) fn store(&self, place: &mut T, text: &str) -> Option<()> {
        if let Form::Number(least, most, _) = self.form {
            text.parse().ok().filter(|number| (least..=most).contains(number))?;
        }
        (self.set)(place, text)
    }

    /// Returns what its value must be, as the end of an error message.
    pub(super) fn must(&self) -> String {
        match self.form {
            Form::Number(least, most, of) => format!("a number{of} from {least} to {most}"),
            Form::Text | Form::List => self.must.to_owned(),
        }
    }

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

/// Stores a parsed value. `None` when parsing failed.
pub(super) fn store<T>(target: &mut T, parsed: Option<T>) -> Option<()> {
    *target = parsed?;
    Some(())
}
