//! How much a sheet may hold, read or written.

/// The most rows that a sheet may have: as many as a spreadsheet program can show.
pub(crate) const MOST_ROWS: u64 = 1_048_576;
/// The most columns that may hold something.
pub(super) const MOST_COLUMNS: usize = 200;
/// The most characters that a cell may hold, counted in UTF-16 as spreadsheet programs do.
pub(crate) const LONGEST_TEXT: usize = 32_767;

/// Returns whether a text is longer than a cell may hold.
pub(crate) fn is_too_long(text: &str) -> bool {
    text.len() > LONGEST_TEXT && text.encode_utf16().count() > LONGEST_TEXT
}
