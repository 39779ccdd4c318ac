//! The limits of a sheet, read or written.

/// The maximum number of rows of a sheet: as many as a spreadsheet program can show.
pub(crate) const MOST_ROWS: u64 = 1_048_576;
/// The maximum number of columns with content.
pub(super) const MOST_COLUMNS: usize = 200;
/// The maximum length of a cell's text, counted in UTF-16 code units as spreadsheet programs do.
pub(crate) const LONGEST_TEXT: usize = 32_767;

/// Returns whether a text is longer than a cell can hold.
pub(crate) fn is_too_long(text: &str) -> bool {
    text.len() > LONGEST_TEXT && text.encode_utf16().count() > LONGEST_TEXT
}
