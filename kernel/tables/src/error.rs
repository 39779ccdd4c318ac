//! The errors of a request for a table.

use std::fmt;

/// Why a table cannot be written in the requested form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The requested format is neither CSV nor XLSX.
    UnknownFormat,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFormat => f.write_str("`format` must be csv or xlsx"),
        }
    }
}

impl std::error::Error for Error {}
