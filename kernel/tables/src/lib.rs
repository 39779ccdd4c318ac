//! Reads CSV files and XLSX workbooks, maps their rows to drafts of records, and writes both
//! formats. The crate knows no resource, no database, no HTTP and no kernel.
//!
//! | file | holds |
//! |---|---|
//! | `table` | reading a file of either format row by row |
//! | `delimited`, `sheet` | reading CSV files, and XLSX workbooks |
//! | `mapping` | how the rows of a table become drafts of records |
//! | `writer` | writing tables |
//! | `nature` | what the text of a workbook's cell does not say of it |
//! | `cell_text`, `formula` | the texts of cells, and escaping those that look like formulas |
//! | `local_time` | the time zone of the moments in workbooks |
//! | `cell_error`, `error` | the error of a cell, and of a request for a table |

#![warn(missing_docs)]

mod cell_error;
mod cell_text;
mod delimited;
mod error;
mod formula;
mod local_time;
pub mod mapping;
mod nature;
#[cfg(test)]
mod round_trip;
mod sheet;
mod table;
mod writer;

pub use cell_error::CellError;
pub use error::Error;
pub use local_time::LocalTime;
pub use mapping::{GRAMMAR, Mapping};
pub use writer::{Cell, Decimals, Format, Layout, TableWriter};
