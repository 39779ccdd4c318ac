//! The types of fields with images, as a module writes them.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::json_column;

/// An image of a record. A field of this type says `x-widget: image`.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, AsExpression, FromSqlRow,
)]
#[diesel(sql_type = Text)]
pub struct Image {
    /// The name of the file, as the upload answered it.
    #[schemars(
        regex(pattern = "^[0-9a-f]{64}$"),
        extend("x-messages" = { "pattern": "Upload the image first" })
    )]
    pub file: String,
    /// What it shows.
    #[schemars(length(max = 300), extend("x-normalize" = ["trim"]))]
    pub caption: Option<String>,
}

/// Images of a record, in their order; stored as JSON in a text column.
#[derive(
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    AsExpression,
    FromSqlRow,
)]
#[diesel(sql_type = Text)]
#[serde(transparent)]
#[schemars(inline, description = "", extend("x-widget" = "images"))]
pub struct ImageList(pub Vec<Image>);

json_column!(Image, ImageList);
