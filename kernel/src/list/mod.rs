//! Lists: what a caller may ask of one, and the page that answers.
//!
//! `fields` says which columns a resource offers and turns them into SQL, `query` reads the
//! request, `page` runs it.

mod fields;
mod page;
mod query;

pub use fields::{Fields, HasKind};
pub use page::Page;
pub use query::ListQuery;
pub(crate) use query::{LONGEST_SEARCH, Parameters};
