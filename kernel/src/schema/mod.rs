//! One schema for everything: the JSON Schema that schemars derives from a type is what the
//! document shows, what the server checks bodies by, and what the forms are drawn from.
//!
//! `definitions` makes the schemas and completes them (labels, a sentence for every rule, the
//! patch of an input), `check` reads bodies by them, `body` takes a body off the wire.

mod body;
mod check;
mod definitions;
mod sentences;

pub use body::Body;
pub use check::Checker;
pub(crate) use check::{escape, from_value, merge};
pub(crate) use definitions::{Definitions, generator};
