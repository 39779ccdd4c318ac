//! What a mapping, or the user who imports with it, chooses for rows whose record exists already, for rows that
//! stand for the same record and for empty cells.

use serde::{Deserialize, Serialize};

/// What becomes of a row whose record exists already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Existing {
    /// The row is refused.
    #[default]
    Error,
    /// The record stays as it is.
    Skip,
    /// The record takes the row's fields.
    Update,
}

/// What becomes of rows that stand for the same record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Repeated {
    /// The later ones are refused.
    #[default]
    Error,
    /// The first one counts, the others are skipped.
    First,
    /// The last one counts, the others are skipped.
    Last,
}

/// What an empty cell does when its row updates a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Empty {
    /// The record keeps what it has. What a mapping does unless it says otherwise.
    Keep,
    /// An optional field is cleared, and a required one refused. What a file without a mapping does
    /// unless it is set otherwise.
    Clear,
}
