//! What the text of a workbook's cell does not say of it.

/// What the text of a workbook's cell leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    /// A number.
    Number,
    /// A number that its format shows with more than its digits: 1 as `001`.
    Shown(String),
    /// A date or a time, perhaps one that a spreadsheet program made of something else.
    Moment,
}

/// The natures of a row's cells, by column, in order; none for texts and truth values.
pub(crate) type Natures = Vec<(usize, Nature)>;
