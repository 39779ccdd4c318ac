//! Escapes texts that a spreadsheet program would run as formulas.

use std::borrow::Cow;

/// The first characters by which a spreadsheet program recognizes a formula.
const RISKY: [char; 11] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\n', '\r'];

/// Escapes a text that a spreadsheet program would take for a formula, with an apostrophe. A text
/// that looks already escaped gets one apostrophe more, so that [`unescaped`] restores every text.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if text.trim_start_matches('\'').starts_with(RISKY) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Reverts [`escaped`].
pub(crate) fn unescaped(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(RISKY) => rest,
        _ => cell,
    }
}
