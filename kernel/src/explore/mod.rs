//! The explorer: answers questions about measures, from what modules declare.
//!
//! A module *declares* datasets, measures, dimensions and joins. From these follow the parameters
//! of a question, their validation, the OpenAPI description, the statements and the answer. The
//! kernel itself defines no measure.
//!
//! - `declare`: the types that modules write; `expression`: the columns that an expression reads.
//! - `catalog`: all declarations of all modules, checked, with the join paths between tables; `aggregate_check`:
//!   an aggregate reads what its measure declares.
//! - `request`: what a handler takes to answer questions; `question`: their validated parameters; `selection`:
//!   what a question reads of the facts of a table.
//! - `scan`: one pass over the facts that a filter matches, in the columns of `engine::columns`.
//! - `members`: the groups that a fact is in; `aggregation` and `accumulators`: how facts become values of
//!   measures; `groups`: these values by group.
//! - `answering`: the passes of one question; `answer`: the response; `order`: its sort order;
//!   `names`: labels of records; `table`: the response as a file.
//! - `records`: the records behind a value; `charts`: the charts that modules declare; `reading`:
//!   the same facts for modules that aggregate them by themselves; `document`: the OpenAPI
//!   description.
//!
//! The database computes no measure. Medians, distinct counts and agreement are therefore equal on
//! SQLite and PostgreSQL, to the last digit but one, and a new kind of measure is a Rust function.
//! `agreement` has the functions that need more than a line.

mod accumulators;
mod aggregate_check;
mod aggregation;
mod agreement;
mod answer;
mod answering;
mod catalog;
mod chart;
mod charts;
mod declare;
mod document;
mod explorer;
mod expression;
mod group_filter;
mod groups;
mod join_paths;
mod labels;
mod members;
mod names;
mod order;
mod question;
mod reading;
mod records;
mod request;
mod scan;
mod seen;
mod selection;
mod table;
mod unseen;

pub use agreement::{Agreement, Rating};
pub use answer::{
    ExplorerAnswer, ExplorerCompared, ExplorerKey, ExplorerPlace, ExplorerRow, ExplorerValue,
    ExplorerValues,
};
pub(crate) use catalog::{Catalog, Declarations};
pub use chart::{Chart, ChartKind, ChartValues, Charted, ExplorerChart};
pub use charts::ChosenChart;
pub use declare::{
    Aggregate, Dataset, Dimension, DimensionKind, Each, Facts, Grain, Join, Measure, Member, Number,
};
pub use explorer::Explorer;
pub use question::Question;
pub use reading::{Columns, Read, ReadFact, Reading};
pub use records::{Behind, ExplorerPart, ExplorerRecord, ExplorerRecords};
pub use request::QuestionRequest;
