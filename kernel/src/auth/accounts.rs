//! Accounts, which users sign in to. Authorization is the policy's, changes by administrators are
//! in `administration`, and the screens are a module's.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::attempts::ClientOrigin;
use super::new_account::NewAccount;
use super::password::{NewPassword, PasswordHash};
use super::queries::{self, AccountRow};
use super::sessions::{self, Granted};
use super::{Auth, administration};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::inbox;
use crate::records::actor::Actor;
use crate::records::audit::{self, Action, Event};

/// How long the permission to link an identity is valid, in seconds.
const LINK_PERMISSION_SECONDS: i64 = 24 * 60 * 60;

/// Returns the time at or before which a permission to link has expired.
pub(super) fn oldest_link_permission() -> Timestamp {
    Timestamp::now().plus_seconds(-LINK_PERMISSION_SECONDS)
}

/// The profile of the signed-in user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Profile {
    /// The account.
    pub(super) id: Id,
    /// First name.
    #[schemars(title = "First Name")]
    pub(super) first_name: String,
    /// Last name.
    #[schemars(title = "Last Name")]
    pub(super) last_name: String,
    /// Used to sign in.
    #[schemars(title = "Email")]
    pub(super) email: String,
    /// The web address of a profile picture.
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

    /// Returns whether an identity with this email may be linked to the account now.
    pub(super) fn may_be_linked(&self) -> bool {
        self.link_allowed && self.link_allowed_at.is_some_and(|at| at > oldest_link_permission())
    }

    /// Returns the owner as the actor of a change to their own account, made by signing in or out.
    pub(super) fn as_actor(&self) -> Actor {
        Actor::of_account(self.id.clone(), self.name(), self.email.clone(), self.roles.0.clone())
    }

    pub(super) fn stored_password(&self) -> Option<PasswordHash> {
        self.password_hash.clone().map(PasswordHash::stored)
    }
}

impl Auth {
    /// Creates an account: normalizes and validates the input and hashes the password, so that
    /// callers may pass unchecked input.
    ///
    /// # Errors
    /// 409 for an email that is taken, 422 for unknown roles.
    pub async fn create_account(&self, mut new: NewAccount) -> Result<Id> {
        let password = new.password.take();
        let mut body = serde_json::to_value(new).map_err(Error::internal)?;
        if let Some(typed) = password.as_ref().and_then(NewPassword::typed) {
            body["password"] = typed.into();
        }
        let mut new: NewAccount = self.0.new_account.read(body)?;
        new.refuse_own_words()?;
        if let Some(password) = new.password.take() {
            new.password = Some(password.hash().await?);
        }
        let id = Id::new();
        let made = id.clone();
        self.db()
            .write(move |conn| {
                let by = Actor::operator();
                let created = Event::new(Action::AccountCreated, &new.email).by(&by);
                administration::create(conn, &made, new, &by)?;
                audit::record(conn, created)
            })
            .await?;
        Ok(id)
    }

    /// Locks an account, on behalf of the command line.
    pub async fn lock_account(&self, account: &Id) -> Result<()> {
        let id = account.clone();
        let by = Actor::operator();
        // The lock takes effect even when the caller stopped waiting.
        self.db().write_patiently(move |conn| administration::lock(conn, &id, &by)).await?;
        Ok(())
    }

    /// Changes the password of the actor, and ends the actor's other sessions, the API tokens, and
    /// the refresh tokens issued to this session, so that a copied one is useless. Deletes the
    /// known places except the client's.
    pub(super) async fn change_password(
        &self,
        actor: &Actor,
        current: String,
        new: NewPassword,
        origin: ClientOrigin,
    ) -> Result<Renewed> {
        let proof = self.check_password(actor, current, origin).await?;
        let profile = self.profile(actor).await?;
        let (email, first, last) = (&profile.email, &profile.first_name, &profile.last_name);
        new.refuse_own_words("/newPassword", email, first, last)?;
        let new = new.hash().await?;
        let (by, records) = (actor.clone(), Arc::clone(&self.0.records));
        self.db()
            .write(move |conn| {
                let now = Timestamp::now();
                let account = administration::lock_row(conn, &by.id)?;
                proof.check_unchanged(&account)?;
                queries::places::forget_all(conn, &by.id)?;
                let device = proof.confirmed(conn, &by.id)?;
                records.record_account_change(conn, (&by.id, "change-password"), &by, |conn| {
                    administration::set_password(conn, &by.id, &new, now)?;
                    queries::api_tokens::delete_all(conn, &by.id)?;
                    queries::end_sessions(conn, &by.id, by.session.as_ref(), now)
                })?;
                let changed = Event::new(Action::PasswordChanged, &account.email).by(&by);
                audit::record(conn, changed)?;
                let session = match &by.session {
                    Some(session) => Some(sessions::begin_chain(conn, account, session, now)?),
                    None => None,
                };
                Ok(Renewed { session, device })
            })
            .await
    }

    /// Returns whether the actor has the inbox by mail, too.
    pub(super) async fn inbox_by_mail(&self, actor: &Actor) -> Result<bool> {
        let id = actor.id.clone();
        self.db().read(move |conn| inbox::by_mail(conn, &id)).await
    }

    pub(super) async fn profile(&self, actor: &Actor) -> Result<Profile> {
        let id = actor.id.clone();
        Ok(self.db().read(move |conn| queries::account(conn, &id)).await?.into())
    }
}

/// What the browser gets after a change of the password.
pub(super) struct Renewed {
    /// The continued session, if the change was made in one.
    pub(super) session: Option<Granted>,
    pub(super) device: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::super::testing::{new_account, test_app};
    use super::*;
    use crate::db::TextList;

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
        let (auth, _folder) = test_app().await;
        auth.create_account(new_account("mona@example.com")).await.unwrap();
        let again = auth.create_account(new_account("  MONA@Example.com ")).await.unwrap_err();
        assert_eq!(again.to_string(), "There is a user with this email already");
        assert_eq!(errors(again)[0].0, "/email");
    }

    #[actix_web::test]
    async fn roles_that_the_policy_does_not_know_are_refused_by_name() {
        let (auth, _folder) = test_app().await;
        let mut new = new_account("mona@example.com");
        new.roles = TextList(vec!["admin".into(), "root".into()]);
        let refused = auth.create_account(new).await.unwrap_err();
        let message = "There is no such role. Choose from user, admin";
        assert_eq!(errors(refused), [("/roles/1".to_owned(), message.to_owned())]);
    }

    #[actix_web::test]
    async fn an_account_is_stored_trimmed_and_in_lower_case() {
        let (auth, _folder) = test_app().await;
        let mut new = new_account("  Mona@Example.com ");
        new.first_name = " Mona ".into();
        new.last_name = None;
        new.password = Some("  spaces are kept  ".into());
        let id = auth.create_account(new).await.unwrap();
        let row = auth.db().read(move |conn| queries::account(conn, &id)).await.unwrap();
        assert_eq!((row.email.as_str(), row.name().as_str()), ("mona@example.com", "Mona"));
        assert_eq!(row.roles.0, ["user"]);
        let hash = row.stored_password();
        let verify = |text: &str| auth.0.passwords.verify(text.into(), hash.clone());
        assert!(verify("  spaces are kept  ").await.unwrap());
        assert!(!verify("spaces are kept").await.unwrap());
    }

    #[actix_web::test]
    async fn invalid_input_is_rejected_with_its_message() {
        let (auth, _folder) = test_app().await;
        let mut new = new_account("mona at example.com");
        new.first_name = "   ".into();
        new.password = Some("1234567".into());
        new.roles = TextList::default();
        let reported = errors(auth.create_account(new).await.unwrap_err());
        let reported: Vec<_> =
            reported.iter().map(|(at, text)| (at.as_str(), text.as_str())).collect();
        assert_eq!(
            reported,
            [
                ("/email", "Invalid email address"),
                ("/firstName", "First name is required"),
                ("/password", "Password must be at least 8 characters"),
                ("/roles", "At least one role is required"),
            ]
        );
    }
}
