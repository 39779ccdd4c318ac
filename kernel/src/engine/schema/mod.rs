//! One schema for everything: the JSON Schema that schemars derives from a type is what the
//! document shows, what the server checks bodies by, and what the forms are drawn from.
//!
//! `definitions` makes the schemas and completes them (labels, a sentence for every rule, the
//! patch of an input), `check` reads bodies by them.

mod api_schema;
mod check;
mod checkers;
pub(crate) mod common_passwords;
mod definitions;
mod sentences;

pub use api_schema::{define, inlined};
pub(crate) use check::Checker;
pub(crate) use check::{escape, from_value, merge};
pub(crate) use checkers::Checkers;
pub(crate) use definitions::{Definitions, generator};
