//! The users whom comments mention, as they are stored and shown.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::id::Id;
use crate::json_column;

/// How many users one comment may mention.
pub(crate) const MOST: usize = 20;

/// A user who may read the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct MentionedUser {
    /// The account.
    pub(crate) id: Id,
    /// First and last name, when the user was mentioned.
    pub(crate) name: String,
}

/// The users whom a comment on a record may mention.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MentionableUsers {
    /// The users, by name, at most 20.
    pub(crate) items: Vec<MentionedUser>,
}

/// The users whom a comment mentions; stored as JSON in a text column.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, AsExpression, FromSqlRow,
)]
#[diesel(sql_type = Text)]
#[serde(transparent)]
pub(crate) struct Mentions(pub(crate) Vec<MentionedUser>);

json_column!(Mentions);

impl Mentions {
    /// Returns whether a user is among them.
    pub(crate) fn has(&self, user: &Id) -> bool {
        self.0.iter().any(|one| one.id == *user)
    }
}
