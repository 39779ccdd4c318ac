//! Tables in, and tables out.
//!
//! In: the crate `tables` reads rows and turns them into payloads without knowing any record, `rows` finds
//! what a payload refers to and decides what becomes of it, `planned` checks that without writing, `apply`
//! writes it, `import` is the whole table and `report` what became of it, `targets` holds a mapping
//! against the resources it speaks of, `look_up` finds records by any of their fields, `named` are the
//! mappings that modules bring, `upload` takes a file over HTTP, out of `parts`. Out: `export`
//! turns records into rows, which `tables` writes into a file, `download` sends it over HTTP.

mod apply;
mod download;
mod export;
mod fitted;
mod import;
mod look_up;
mod named;
mod planned;
mod report;
mod room;
mod rows;
mod targets;
mod upload;

pub(crate) use apply::recover;
pub use download::attachment;
pub(crate) use download::download;
pub(crate) use export::write as export;
pub(crate) use fitted::Import;
pub(crate) use named::{Mappings, Named};
pub use report::{ImportReport, SkippedRow};
pub(crate) use room::Transfer;
pub(crate) use tables::GRAMMAR;
pub use tables::{Cell, CellError, Decimals, Format, Mapping, TableWriter, mapping};
pub(crate) use upload::upload;
