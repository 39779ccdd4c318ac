//! The explorer: questions about figures, answered from what modules declare.
//!
//! A module *declares* datasets, measures, dimensions and joins. From these the parameters of a
//! question, its checks, its part of the document, the statements and the answer follow. The kernel
//! itself knows no figure.
//!
//! `declare` is what modules write, `expression` reads the columns out of it, `catalog` is all of it,
//! checked, with the ways from table to table. `question` is what somebody asks, `statement` what
//! that asks of the database, `members` which group a fact is in, `folding` how facts become figures,
//! `answer` what is told, `table` the same as a file, `records` which records are behind a figure,
//! `charts` what stands drawn on the index, `document` what the document says of all this.
//!
//! Every fact is read and folded here, and no figure is computed by the database: medians, distinct
//! counts and agreement are then the same on both, to the last digit but one, and a new kind of
//! figure is a function; `agreement` has those that need more than a line. What records are called is looked up at the end, for those found: joined, it
//! would travel with every fact.

mod agreement;
mod answer;
mod catalog;
mod charts;
mod declare;
mod document;
mod expression;
mod folding;
mod members;
mod question;
mod records;
mod statement;
mod table;

pub use agreement::{Agreement, Rating};
pub use answer::{
    ExplorerAnswer, ExplorerCompared, ExplorerFigure, ExplorerKey, ExplorerPlace, ExplorerRow,
    ExplorerValues,
};
pub(crate) use catalog::Catalog;
pub use charts::{Chart, ChartKind, Charted, ChosenChart, ExplorerChart, Figures};
pub use declare::{Dataset, Dimension, Facts, Fold, Grain, Join, Kind, Measure, Member, Number};
pub use question::Question;
pub use records::{Behind, ExplorerRecord, ExplorerRecords};
