//! Tables in: how the rows of a file become records of a resource.
//!
//! `mapping` turns a row into a payload without knowing any record, `rows` finds what the payload
//! refers to and writes it, `import` is the whole table as one transaction, `upload` takes a file
//! over HTTP.

mod import;
pub mod mapping;
mod rows;
mod upload;

pub(crate) use import::Import;
pub use import::ImportReport;
pub use mapping::{CellError, Mapping};
pub(crate) use upload::{Options, upload};
