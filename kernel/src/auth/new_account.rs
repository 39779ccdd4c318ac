//! The input of a new account.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::password::NewPassword;
use crate::base::error::Result;
use crate::db::TextList;
use crate::engine::policy::{UserAttribute, UserAttributes, schema_of};
use crate::engine::schema::{Checker, Definitions};

// The validation rules of a user and their messages are defined here, and nowhere else.
/// A user to be created.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "UserInput", title = "User")]
pub struct NewAccount {
    /// First name.
    #[schemars(title = "First Name", length(min = 1, max = 100), extend(
        "x-normalize" = ["trim"],
        "x-messages" = {
            "required": "First name is required",
            "minLength": "First name is required"
        }
    ))]
    pub first_name: String,
    /// Last name.
    #[serde(default, deserialize_with = "none_if_empty", skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Last Name", length(max = 100), extend("x-normalize" = ["trim"]))]
    pub last_name: Option<String>,
    /// Used to sign in. It cannot be changed later.
    #[schemars(title = "Email", email, length(max = 254), extend(
        "x-normalize" = ["trim", "lowercase"],
        "x-create-only" = true,
        "x-messages" = {
            "required": "Invalid email address",
            "format": "Invalid email address"
        }
    ))]
    pub email: String,
    /// At least 8 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required, title = "Password", extend("x-create-only" = true))]
    pub password: Option<NewPassword>,
    /// What the user can see and do.
    #[schemars(title = "Roles", length(min = 1), extend(
        "uniqueItems" = true,
        "x-roles" = true,
        "x-messages" = {
            "required": "At least one role is required",
            "minItems": "At least one role is required",
            "uniqueItems": "A role is named twice"
        }
    ))]
    pub roles: TextList,
    /// What rules compare with: which records the user works on, for example.
    #[serde(default, skip_serializing_if = "UserAttributes::is_empty")]
    #[schemars(title = "Attributes", extend("x-attributes" = true, "default" = {}))]
    pub attributes: UserAttributes,
}

/// Deserializes an optional text, and treats an empty one as missing.
fn none_if_empty<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<String>, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    Ok(text.filter(|text| !text.is_empty()))
}

impl NewAccount {
    pub(super) fn refuse_own_words(&self) -> Result<()> {
        let last_name = self.last_name.as_deref().unwrap_or_default();
        match &self.password {
            Some(password) => {
                password.refuse_own_words("/password", &self.email, &self.first_name, last_name)
            }
            None => Ok(()),
        }
    }

    /// Builds the validator, with the roles of the policy and the attributes of users.
    pub(super) fn checker(roles: &[String], attributes: &[UserAttribute]) -> Result<Checker> {
        let mut definitions = Definitions::default();
        let name = definitions.add::<Self>("kernel")?;
        definitions.offer_roles(roles);
        definitions.offer_attributes(schema_of(attributes).as_ref());
        Checker::named(&definitions, &name)
    }

    /// Hashes the password, which takes some milliseconds.
    ///
    /// # Errors
    /// 422 at `/password` when it is the name or the email of the account itself.
    pub fn prepared(self) -> Result<Self> {
        self.refuse_own_words()?;
        Ok(Self { password: self.password.map(NewPassword::hashed).transpose()?, ..self })
    }
}
