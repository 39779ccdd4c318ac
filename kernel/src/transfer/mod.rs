//! Tables in: how the rows of a file become records of a resource.
//!
//! `mapping` turns a row into a payload without knowing any record, `import` finds what the
//! payload refers to and writes it, `upload` takes a file over HTTP.

mod import;
pub mod mapping;
mod upload;

pub use import::ImportReport;
pub(crate) use import::{Import, named_mapping};
pub use mapping::{CellError, Mapping};
pub(crate) use upload::{Options, upload};
