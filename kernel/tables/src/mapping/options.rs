//! The options of a mapping, or of the user who imports with it, for existing records, repeated
//! rows and empty cells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to do with a row whose record exists already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Existing {
    /// The row is rejected.
    #[default]
    Error,
    /// The record is not changed.
    Skip,
    /// The record is updated with the row's fields.
    Update,
}

/// What to do with rows that mean the same record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Repeated {
    /// Later rows are rejected.
    #[default]
    Error,
    /// The first one counts, the others are skipped.
    First,
    /// The last one counts, the others are skipped.
    Last,
}

/// What an empty cell does when its row updates a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Empty {
    /// The field keeps its value. The default of a mapping.
    Keep,
    /// An optional field is cleared, and an empty required one is an error. The default without a
    /// mapping.
    Clear,
}
