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
mod import;
mod look_up;
mod named;
pub(crate) mod parts;
mod planned;
mod report;
mod rows;
mod targets;
mod upload;

pub(crate) use apply::recover;
pub use download::attachment;
pub(crate) use download::{MOST_EXPORTS, Wanted, download};
pub(crate) use export::{Column, write as export};
pub(crate) use import::Import;
pub(crate) use named::{Named, unknown as unknown_mapping};
pub use report::{ImportReport, SkippedRow};
pub(crate) use report::{grouped, refusal};
pub(crate) use tables::GRAMMAR;
pub use tables::{Cell, CellError, Decimals, Format, Mapping, TableWriter, mapping};
pub(crate) use targets::faults;
pub(crate) use upload::{Options, upload};
