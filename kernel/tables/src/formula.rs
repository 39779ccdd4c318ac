//! Texts that a spreadsheet program would take for a formula, and run.

use std::borrow::Cow;

/// What a text must not begin with, or a spreadsheet program would take it for a formula.
const RISKY: [char; 11] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\n', '\r'];

/// A text that no spreadsheet program takes for a formula. One that begins as if it had been
/// guarded already gets one apostrophe more, so that it can be told apart when it is read back.
pub(crate) fn guarded(text: &str) -> Cow<'_, str> {
    if text.trim_start_matches('\'').starts_with(RISKY) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text that [`guarded`] was given.
pub(crate) fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(RISKY) => rest,
        _ => cell,
    }
}
