//! The explorer: questions about figures, answered from what modules declare.
//!
//! A module *declares* datasets, measures, dimensions and joins. From these the parameters of a
//! question, its checks, its part of the document, the statements and the answer follow. The kernel
//! itself knows no figure.
//!
//! `declare` is what modules write, `expression` reads the columns out of it, `catalog` is all of it,
//! checked, with the ways from table to table. `question` is what somebody asks, `selection` what that
//! reads of the facts of a table, `column_cache` the columns in memory that it is read from, `matching`
//! which rows a filter means, `scan` a pass over the facts. `members` are the groups that a fact is in,
//! `folding` is how facts become figures, in `heaps`, `groups` are their figures, `answer` is what is returned and `order` its order, `names` what records are called,
//! `table` the same as a file, `records` which records are behind a figure, `charts` what stands drawn
//! on the index, `reading` the same facts for modules that fold them by themselves, `document` what
//! the document says of all this.
//!
//! No figure is computed by the database: medians, distinct counts and agreement are then the same on
//! both, to the last digit but one, and a new kind of figure is a function; `agreement` has those that
//! need more than a line.

mod aggregation;
mod agreement;
mod answer;
mod answering;
mod catalog;
mod chart;
mod charts;
mod column_cache;
mod declare;
mod document;
mod explorer;
mod expression;
mod groups;
mod heaps;
mod matching;
mod members;
mod names;
mod order;
mod question;
mod reading;
mod records;
mod scan;
mod selection;
mod table;
mod within;

pub use agreement::{Agreement, Rating};
pub use answer::{
    ExplorerAnswer, ExplorerCompared, ExplorerFigure, ExplorerKey, ExplorerPlace, ExplorerRow,
    ExplorerValues,
};
pub(crate) use catalog::{Catalog, Declarations};
pub use chart::{Chart, ChartKind, Charted, ExplorerChart, Figures};
pub use charts::ChosenChart;
pub use declare::{
    Aggregate, Dataset, Dimension, Facts, Grain, Join, Kind, Measure, Member, Number,
};
pub use explorer::Explorer;
pub use question::Question;
pub use reading::{Columns, Read, ReadFact, Reading};
pub use records::{Behind, ExplorerRecord, ExplorerRecords};
