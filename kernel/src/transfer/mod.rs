//! Imports tables into resources, and exports records as tables.
//!
//! Import: the crate `tables` reads rows and turns them into payloads without knowing any resource, for
//! `drafts`, a thread of its own; `file_fields` are the columns of a file without a mapping. `rows` finds the records that a payload refers to and decides between creating, updating and
//! skipping; `planned` validates that without writing, `steps` keeps it, and `apply` writes it. `import` runs the
//! whole import and `report` is its result; `change_set` stores its plan instead. `targets` checks a mapping against the resources that
//! it names, `look_up` finds records by any of their fields, `named` are the mappings of modules,
//! and `upload` takes a file over HTTP.
//!
//! Export: `export` turns records into rows, which `tables` writes into a file, and `download`
//! sends it over HTTP.

mod apply;
mod bound_import;
mod change_set;
mod download;
mod drafts;
mod export;
mod file_fields;
mod import;
mod look_up;
mod named;
mod planned;
mod report;
mod rows;
mod shared;
mod steps;
mod targets;
mod upload;

pub(crate) use bound_import::Import;
pub use download::{TableRequest, TableStream};
pub(crate) use download::{download, layout};
pub(crate) use export::write as export;
pub(crate) use named::{Mappings, Named};
pub use report::{ImportReport, SkippedRow};
pub(crate) use shared::Transfer;
pub(crate) use tables::GRAMMAR;
pub use tables::{Cell, CellError, Decimals, Format, Layout, Mapping, TableWriter, mapping};
pub(crate) use upload::{Options, upload};
