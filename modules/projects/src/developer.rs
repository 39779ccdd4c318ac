//! The types of a developer as it is read and written.

use diesel::prelude::*;
use kernel::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tables::developers;

/// A developer.
#[derive(Debug, Queryable, Selectable, Serialize, JsonSchema)]
#[diesel(table_name = developers)]
pub struct Developer {
    #[serde(rename = "_id")]
    pub id: Id,
    #[serde(flatten)]
    #[diesel(embed)]
    pub(crate) input: DeveloperInput,
}

/// A developer as it is written.
#[derive(
    Debug, Queryable, Selectable, Insertable, AsChangeset, Serialize, Deserialize, JsonSchema,
)]
#[diesel(table_name = developers)]
pub struct DeveloperInput {
    #[schemars(length(min = 1, max = 200), extend("x-normalize" = ["trim"]))]
    pub name: String,
}
