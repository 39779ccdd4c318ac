//! Tables, and nothing of what their rows mean: reads CSV files and XLSX workbooks, maps rows to drafts of
//! records, and writes both formats. It knows no database, no HTTP and no kernel.
//!
//! | file | holds |
//! |---|---|
//! | `mapping` | how the rows of a table become drafts of records |
//! | `sheet` | reading XLSX workbooks |
//! | `writer` | writing tables |
//! | `error` | what a caller asks for in vain |

#![warn(missing_docs)]

mod error;
pub mod mapping;
#[cfg(test)]
mod round_trip;
mod sheet;
mod writer;

pub use error::Error;
pub use mapping::{CellError, GRAMMAR, Mapping};
pub use writer::{Cell, Decimals, Format, TableWriter};
