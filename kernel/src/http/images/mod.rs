//! Images of records over HTTP: uploads, and downloads for callers who may read the record.

mod show;
mod upload;

pub(crate) use show::show;
pub use show::show_of;
pub(crate) use upload::upload;
