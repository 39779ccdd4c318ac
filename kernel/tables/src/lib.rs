//! Tables, and nothing of what their rows mean: reads CSV files and XLSX workbooks, maps rows to drafts of
//! records, and writes both formats. It knows no database, no HTTP and no kernel.
//!
//! | file | holds |
//! |---|---|
//! | `table` | a file read row by row, whichever of the two it is |
//! | `delimited`, `sheet` | reading CSV files, and XLSX workbooks |
//! | `mapping` | how the rows of a table become drafts of records |
//! | `writer` | writing tables |
//! | `cell_text`, `formula` | the texts of cells, and those that a spreadsheet program would run |
//! | `cell_error`, `error` | what can be wrong in a cell, and with a request for a table |

#![warn(missing_docs)]

mod cell_error;
mod cell_text;
mod delimited;
mod error;
mod formula;
pub mod mapping;
#[cfg(test)]
mod round_trip;
mod sheet;
mod table;
mod writer;

pub use cell_error::CellError;
pub use error::Error;
pub use mapping::{GRAMMAR, Mapping};
pub use writer::{Cell, Decimals, Format, TableWriter};
