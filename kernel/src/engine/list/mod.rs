//! Lists: the query parameters of a list request, and the page of records in response.
//!
//! `fields` declares the columns of a resource, with their `kind`; `definitions` describes the
//! filters they allow, `computed` fields that are computed from other tables. `query` and `filter_reader`
//! parse the request, `compare` turns a condition of a `filter` into an `expression`. `sql` and `search` write
//! expressions, `page` answers from the columns in `memory` where it can (`row_sets`), with the records
//! `by_identifier`, `breakdown` counts the matching records by the values of a field.

mod breakdown;
mod by_identifier;
mod compare;
mod computed;
mod contradiction;
mod definitions;
mod expression;
mod fields;
mod filter;
mod filter_reader;
mod in_hand;
mod kind;
mod memory;
mod page;
mod query;
mod row_sets;
mod search;
mod sql;

pub(crate) use breakdown::{Breakdown, field as breakdown_field};
pub use computed::ComputedField;
pub(crate) use definitions::{
    Definition, FilterDefinition, FilterOption, FilterType, breakdown_keys, filter_group,
};
pub use expression::{Cond, ListedColumn};
pub(crate) use expression::{FieldColumn, Node};
pub use fields::Fields;
pub(crate) use filter::{
    CREATED_BY, Condition, Filter, Filtered, Operand, Operator, ReferredFilter, Target, Wrong,
};
pub(crate) use filter_reader::Filterable;
pub(crate) use in_hand::InHand;
pub use kind::HasFieldKind;
pub(crate) use kind::{FieldFacts, FieldKind};
pub(crate) use memory::Memory;
pub(crate) use page::{Origin, these};
pub use page::{Page, Rows};
pub use query::ListQuery;
pub(crate) use query::{
    LONGEST_SEARCH, MOST_WORDS, Parameters, Sight, Values, field_and_direction, page_and_limit,
    whole_number,
};
