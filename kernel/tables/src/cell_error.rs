//! The error of a cell or a line, with its position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cell_text::printable;

/// An error of one cell of a file, or of a line when the column is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CellError {
    /// The physical line where the row starts, counted from 1.
    pub line: u64,
    /// The name of the column in the header.
    pub column: String,
    /// The error message, a sentence.
    pub message: String,
}

impl CellError {
    pub(crate) fn new(line: u64, column: String, message: String) -> Self {
        Self { line, column, message: printable(message) }
    }

    pub(crate) fn of_line(line: u64, message: String) -> Self {
        Self::new(line, String::new(), message)
    }
}
