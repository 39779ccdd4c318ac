//! Images of records over HTTP: taken in, and given out to whoever may see the record.

mod show;
mod upload;

pub(crate) use show::show;
pub use show::show_of;
pub(crate) use upload::upload;
