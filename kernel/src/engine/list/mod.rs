//! Lists: what a client may ask of one, and the page that answers.
//!
//! `fields` says which columns a resource offers, `definitions` what a filter may say of them;
//! `query` and `filter_reader` read the request, `compare` turns a condition of a `filter` into an
//! `expression`, `search` does so with a search, `sql` writes it, `page` runs it, `breakdown` counts what
//! it finds by the values of a field.

mod breakdown;
mod compare;
mod definitions;
mod derived;
mod expression;
mod fields;
mod filter;
mod filter_reader;
mod kind;
mod page;
mod query;
mod search;
mod sql;

pub(crate) use breakdown::{Breakdown, field as breakdown_field, run as break_down};
pub(crate) use definitions::{
    Definition, FilterDefinition, FilterType, breakdown_keys, filter_group,
};
pub use derived::{DerivedColumn, TableColumns};
pub(crate) use expression::Node;
pub use fields::Fields;
pub(crate) use filter::{Filter, Wrong};
pub use kind::HasKind;
pub(crate) use kind::{Compared, FieldFacts};
pub use page::Page;
pub use query::ListQuery;
pub(crate) use query::{
    LONGEST_SEARCH, MOST_WORDS, Parameters, Pick, field_and_direction, page_and_limit, whole_number,
};
