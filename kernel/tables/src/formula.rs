//! Texts that a spreadsheet program would take for a formula, and run.

use std::borrow::Cow;

/// What a text must not begin with, or a spreadsheet program would take it for a formula.
const RISKY: [char; 11] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\n', '\r'];

/// Escapes a text that a spreadsheet program would take for a formula, by an apostrophe. One that begins as if
/// it had been escaped already gets one apostrophe more, so that [`unescaped`] gives back each of them.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if text.trim_start_matches('\'').starts_with(RISKY) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns the text that [`escaped`] was given.
pub(crate) fn unescaped(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(RISKY) => rest,
        _ => cell,
    }
}
