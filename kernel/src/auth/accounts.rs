//! Accounts: who may sign in. What a person may then do is policy, and the screens over accounts
//! are a module's.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::actor::Actor;
use super::password::PasswordHash;
use super::queries::{self, AccountRow};
use super::{Auth, WRONG_CURRENT_PASSWORD};
use crate::db::{Conn, TextList};
use crate::error::{Error, FieldError, Result};
use crate::id::Id;
use crate::schema::Checker;
use crate::time::Timestamp;

/// A user to be created.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "New user")]
pub struct NewAccount {
    /// The given name.
    #[schemars(title = "First Name", length(min = 1, max = 100), extend(
        "x-normalize" = ["trim"],
        "x-messages" = {
            "required": "First name is required",
            "minLength": "First name is required"
        }
    ))]
    pub first_name: String,
    /// The family name, for those who have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Last Name", length(min = 1, max = 100), extend(
        "x-normalize" = ["trim"],
        "x-messages" = { "minLength": "Last name must not be empty" }
    ))]
    pub last_name: Option<String>,
    /// The address to sign in with. Its case does not matter.
    #[schemars(title = "Email", email, length(max = 254), extend(
        "x-normalize" = ["trim", "lowercase"],
        "x-messages" = {
            "required": "Invalid email address",
            "format": "Invalid email address"
        }
    ))]
    pub email: String,
    /// At least eight characters, kept as typed.
    #[schemars(title = "Password", length(min = 8, max = 1000), extend(
        "writeOnly" = true,
        "x-widget" = "password",
        "x-messages" = {
            "required": "Password must be at least 8 characters",
            "minLength": "Password must be at least 8 characters"
        }
    ))]
    pub password: String,
    /// What the user may do.
    #[schemars(title = "Roles", length(min = 1), extend(
        "x-messages" = {
            "required": "At least one role is required",
            "minItems": "At least one role is required"
        }
    ))]
    pub roles: Vec<String>,
}

/// A person, as that person is shown to themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Profile {
    /// The account.
    pub(super) id: Id,
    /// The given name.
    #[schemars(title = "First Name")]
    pub(super) first_name: String,
    /// The family name; empty for those who have none.
    #[schemars(title = "Last Name")]
    pub(super) last_name: String,
    /// The address to sign in with.
    #[schemars(title = "Email")]
    pub(super) email: String,
    /// Where there is a picture of the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Picture")]
    pub(super) image_url: Option<String>,
}

impl From<AccountRow> for Profile {
    fn from(row: AccountRow) -> Self {
        Self {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            image_url: row.image_url,
        }
    }
}

impl AccountRow {
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name).trim().to_owned()
    }

    pub(super) fn stored_password(&self) -> Option<PasswordHash> {
        self.password_hash.clone().map(PasswordHash::stored)
    }
}

impl Auth {
    /// Creates an account: normalised, checked and hashed here, so any caller may pass on what it
    /// was given. Refuses an address that is taken (409) and unknown roles (422).
    pub async fn create_account(&self, new: NewAccount) -> Result<Id> {
        static CHECKER: LazyLock<Checker> = LazyLock::new(Checker::of::<NewAccount>);
        let new: NewAccount = CHECKER.read(serde_json::to_value(new).map_err(Error::internal)?)?;
        self.check_roles(&new.roles)?;
        let hash = self.hash_password(new.password.clone()).await?;
        self.db().write(move |conn| insert(conn, new, &hash, Timestamp::now())).await
    }

    /// The hash to store for a password; takes some milliseconds on a thread of its own.
    async fn hash_password(&self, password: String) -> Result<PasswordHash> {
        self.passwords().hash(password).await
    }

    /// Fails with the roles that the policy does not know, each by name.
    fn check_roles(&self, roles: &[String]) -> Result<()> {
        let known = self.roles();
        let unknown: Vec<FieldError> = roles
            .iter()
            .enumerate()
            .filter(|(_, role)| !known.contains(role))
            .map(|(at, role)| {
                let sentence =
                    format!("There is no role \"{role}\". Choose from {}", known.join(", "));
                FieldError::new(format!("/roles/{at}"), sentence)
            })
            .collect();
        if unknown.is_empty() { Ok(()) } else { Err(Error::Invalid(unknown)) }
    }

    /// Locks an account and ends its sessions: whatever token the person holds, it is refused from
    /// now on.
    pub async fn lock_account(&self, account: &Id) -> Result<()> {
        let id = account.clone();
        self.write_and_forget(account, move |conn| {
            let now = Timestamp::now();
            if !queries::set_locked(conn, &id, true, now)? {
                return Err(Error::NotFound);
            }
            queries::end_sessions(conn, &id, None, now)
        })
        .await
    }

    /// Gives the actor another password and ends the actor's other sessions. A wrong current
    /// password is a 422 at its field.
    pub(super) async fn change_password(
        &self,
        actor: &Actor,
        current: String,
        new: String,
    ) -> Result<()> {
        let id = actor.id.clone();
        let stored = self.db().read(move |conn| queries::account(conn, &id)).await?;
        let stored = stored.stored_password();
        if !self.passwords().verify(current, stored.clone()).await? {
            return Err(wrong_current_password());
        }
        let hash = self.hash_password(new).await?;
        let (id, session) = (actor.id.clone(), actor.session.clone());
        self.write_and_forget(&actor.id, move |conn| {
            let now = Timestamp::now();
            // Another password may have been set while this one was being checked.
            if queries::hold_account(conn, &id)?.stored_password() != stored {
                return Err(wrong_current_password());
            }
            queries::set_password(conn, &id, hash.as_str(), now)?;
            queries::end_sessions(conn, &id, session.as_ref(), now)
        })
        .await
    }

    pub(super) async fn profile(&self, actor: &Actor) -> Result<Profile> {
        let id = actor.id.clone();
        Ok(self.db().read(move |conn| queries::account(conn, &id)).await?.into())
    }
}

fn wrong_current_password() -> Error {
    Error::invalid("/currentPassword", WRONG_CURRENT_PASSWORD)
}

/// Stores a new account that has been checked.
pub(super) fn insert(
    conn: &mut Conn,
    new: NewAccount,
    hash: &PasswordHash,
    now: Timestamp,
) -> Result<Id> {
    let mut roles = new.roles;
    let mut seen = std::collections::HashSet::new();
    roles.retain(|role| seen.insert(role.clone()));
    let row = AccountRow {
        id: Id::new(),
        email: new.email,
        first_name: new.first_name,
        last_name: new.last_name.unwrap_or_default(),
        image_url: None,
        password_hash: Some(hash.as_str().to_owned()),
        locked: false,
        roles: TextList(roles),
        created_at: now,
        updated_at: now,
    };
    queries::insert_account(conn, &row).map_err(|error| match error {
        Error::Duplicate(index) if index.contains("accounts_email_unique") => taken(),
        other => other,
    })?;
    Ok(row.id)
}

fn taken() -> Error {
    let sentence = "There is a user with this email already";
    Error::Conflict { detail: sentence.into(), errors: vec![FieldError::new("/email", sentence)] }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{house, new_account};
    use super::*;

    fn errors(error: Error) -> Vec<(String, String)> {
        let fields = match error {
            Error::Invalid(errors) | Error::Conflict { errors, .. } => errors,
            other => panic!("{other}"),
        };
        let mut fields: Vec<_> =
            fields.into_iter().map(|field| (field.pointer, field.message)).collect();
        fields.sort();
        fields
    }

    #[actix_web::test]
    async fn an_email_can_be_taken_once_in_any_case() {
        let (auth, _folder) = house().await;
        auth.create_account(new_account("mona@example.com")).await.unwrap();
        let again = auth.create_account(new_account("  MONA@Example.com ")).await.unwrap_err();
        assert_eq!(again.to_string(), "There is a user with this email already");
        assert_eq!(errors(again)[0].0, "/email");
    }

    #[actix_web::test]
    async fn roles_that_the_policy_does_not_know_are_refused_by_name() {
        let (auth, _folder) = house().await;
        let mut new = new_account("mona@example.com");
        new.roles = vec!["admin".into(), "root".into()];
        let refused = auth.create_account(new).await.unwrap_err();
        let sentence = "There is no role \"root\". Choose from user, admin";
        assert_eq!(errors(refused), [("/roles/1".to_owned(), sentence.to_owned())]);
    }

    #[actix_web::test]
    async fn an_account_is_stored_trimmed_and_in_lower_case() {
        let (auth, _folder) = house().await;
        let mut new = new_account("  Mona@Example.com ");
        new.first_name = " Mona ".into();
        new.last_name = None;
        new.password = "  spaces are kept  ".into();
        new.roles = vec!["admin".into(), "admin".into()];
        let id = auth.create_account(new).await.unwrap();
        let row = auth.db().read(move |conn| queries::account(conn, &id)).await.unwrap();
        assert_eq!((row.email.as_str(), row.name().as_str()), ("mona@example.com", "Mona"));
        assert_eq!(row.roles.0, ["admin"]);
        let hash = row.stored_password();
        let verify = |text: &str| auth.passwords().verify(text.into(), hash.clone());
        assert!(verify("  spaces are kept  ").await.unwrap());
        assert!(!verify("spaces are kept").await.unwrap());
    }

    #[actix_web::test]
    async fn what_does_not_hold_is_refused_with_its_sentence() {
        let (auth, _folder) = house().await;
        let mut new = new_account("mona at example.com");
        new.first_name = "   ".into();
        new.password = "1234567".into();
        new.roles = Vec::new();
        let told = errors(auth.create_account(new).await.unwrap_err());
        let told: Vec<_> = told.iter().map(|(at, text)| (at.as_str(), text.as_str())).collect();
        assert_eq!(
            told,
            [
                ("/email", "Invalid email address"),
                ("/firstName", "First name is required"),
                ("/password", "Password must be at least 8 characters"),
                ("/roles", "At least one role is required"),
            ]
        );
    }
}
