//! JSON Schemas: schemars derives one schema from each type, which the document publishes, the
//! server validates bodies by, and the forms are drawn from.
//!
//! `definitions` collects the schemas and completes them (labels, a message for every rule, the
//! patch of an input), `check` validates bodies by them, `documented` gives them to `#[utoipa::path]`.

mod check;
mod checkers;
pub(crate) mod common_passwords;
mod definitions;
pub mod documented;
mod messages;

pub(crate) use check::Checker;
pub(crate) use check::{escape, from_value, merge};
pub(crate) use checkers::Checkers;
pub(crate) use definitions::{Definitions, allow_null, generator};

/// The largest integer that every JSON parser represents exactly.
pub const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;
