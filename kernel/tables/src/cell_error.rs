//! Where in a table something is wrong, and what.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is wrong in one cell of a file, or in a line when the column is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CellError {
    /// The physical line where the row starts, counted from 1.
    pub line: u64,
    /// The column's name as the header has it.
    pub column: String,
    /// What is wrong, as a sentence.
    pub message: String,
}

impl CellError {
    pub(crate) fn of_line(line: u64, message: String) -> Self {
        Self { line, column: String::new(), message }
    }
}
