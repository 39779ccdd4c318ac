//! Tables in, and tables out.
//!
//! In: `mapping` turns a row into a payload without knowing any record, `rows` finds what the
//! payload refers to and decides what becomes of it, `planned` checks that without writing, `apply`
//! writes it, `import` is the whole table and `report` what became of it, `targets` holds a mapping
//! against the resources it speaks of, `look_up` finds records by any of their fields, `named` are the
//! mappings that modules bring, `upload` takes a file over HTTP, out of `parts`, `sheet` reads workbooks. Out: `export`
//! turns records into rows, `writer` rows
//! into a file, `download` sends it over HTTP.

mod apply;
mod download;
mod export;
mod fitted;
mod import;
mod look_up;
pub mod mapping;
mod named;
mod planned;
mod report;
mod room;
#[cfg(test)]
mod round_trip;
mod rows;
mod sheet;
mod targets;
mod upload;
mod writer;

pub(crate) use apply::recover;
pub use download::attachment;
pub(crate) use download::download;
pub(crate) use export::{Column, write as export};
pub(crate) use fitted::Import;
pub(crate) use mapping::GRAMMAR;
pub use mapping::{CellError, Mapping};
pub(crate) use named::{Mappings, Named};
pub use report::{ImportReport, SkippedRow};
pub(crate) use report::{grouped, refusal};
pub(crate) use room::Transfer;
pub(crate) use upload::upload;
pub use writer::{Cell, Decimals, Format, TableWriter};
