//! Accounts: who may sign in. What a person may then do is policy, what an administrator does to
//! accounts is `administration`, and the screens over them are a module's.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::attempts::{self, Attempt, ClientOrigin};
use super::new_account::NewAccount;
use super::password::{NewPassword, PasswordHash};
use super::queries::{self, AccountRow};
use super::sessions::{self, Granted};
use super::{Auth, WRONG_CURRENT_PASSWORD, administration};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::actor::ACCOUNTS;
use crate::records::actor::Actor;

/// For so many seconds leave to link holds.
const LEAVE_TO_LINK: i64 = 24 * 60 * 60;

/// Leave to link that was given until then holds no more.
pub(super) fn oldest_leave() -> Timestamp {
    Timestamp::now().plus_seconds(-LEAVE_TO_LINK)
}

/// Returns whether leave to link that was given at `at` still holds: for a day.
pub fn leave_to_link_holds(at: Option<Timestamp>) -> bool {
    at.is_some_and(|at| at > oldest_leave())
}

/// A person, as that person is shown to themselves.
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

    /// Returns whether a provider's e-mail may be taken for this account's at this moment.
    pub(super) fn may_be_linked(&self) -> bool {
        self.link_allowed && leave_to_link_holds(self.link_allowed_at)
    }

    /// Returns the person as the one who changes their own account, by signing in or out.
    pub(super) fn themselves(&self) -> Actor {
        Actor {
            id: self.id.clone(),
            name: self.name(),
            email: self.email.clone(),
            roles: self.roles.0.clone(),
            holds: Vec::new(),
            session: None,
            scope: None,
            request: None,
        }
    }

    pub(super) fn stored_password(&self) -> Option<PasswordHash> {
        self.password_hash.clone().map(PasswordHash::stored)
    }
}

impl Auth {
    /// Creates an account: normalised, checked and hashed here, so any caller may pass on what it
    /// was given. Refuses an address that is taken (409) and unknown roles (422).
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
            .write(move |conn| administration::create(conn, &made, new, &Actor::operator()))
            .await?;
        Ok(id)
    }

    /// Locks an account, in the name of the command line.
    pub async fn lock_account(&self, account: &Id) -> Result<()> {
        let id = account.clone();
        let by = Actor::operator();
        // It holds also when whoever asked for it has gone away.
        self.db().write_patiently(move |conn| administration::lock(conn, &id, &by)).await?;
        Ok(())
    }

    /// Checks the current password of `actor`, who has signed in, before something that needs more than
    /// that. A wrong one is a 422 at its field, and counts as a failed sign-in. The proof is to be
    /// confirmed in the transaction that it is for.
    pub(super) async fn check_password(
        &self,
        actor: &Actor,
        current: String,
        whence: ClientOrigin,
    ) -> Result<Proof> {
        let (id, asked, from) = (actor.id.clone(), actor.email.clone(), whence.clone());
        let read = self.db().read(move |conn| {
            attempts::check(conn, &asked, Some(&id), &from)?;
            queries::account(conn, &id)
        });
        let stored = read.await?.stored_password();
        let (email, id, from) = (actor.email.clone(), actor.id.clone(), whence.clone());
        let attempt =
            self.db().write(move |conn| Attempt::begin(conn, &email, Some(&id), &from)).await?;
        match self.passwords().verify(current, stored.clone()).await? {
            true => Ok(Proof { stored, attempt, whence }),
            false => Err(wrong_current_password()),
        }
    }

    /// Gives the actor another password, and ends the actor's other sessions, the API tokens, and the
    /// refresh tokens that this session has given out: whoever copied one is out. Every place is forgotten
    /// but the one that this comes from.
    pub(super) async fn change_password(
        &self,
        actor: &Actor,
        current: String,
        new: NewPassword,
        whence: ClientOrigin,
    ) -> Result<Renewed> {
        let proof = self.check_password(actor, current, whence).await?;
        let profile = self.profile(actor).await?;
        let (email, first, last) = (&profile.email, &profile.first_name, &profile.last_name);
        new.refuse_own_words("/newPassword", email, first, last)?;
        let new = new.hash().await?;
        let (by, records) = (actor.clone(), Arc::clone(self.records()));
        self.db()
            .write(move |conn| {
                let now = Timestamp::now();
                let account = administration::lock_row(conn, &by.id)?;
                proof.still_holds(&account)?;
                queries::places::forget_all(conn, &by.id)?;
                let device = proof.confirmed(conn, &by.id)?;
                records.record_account_change(
                    conn,
                    ACCOUNTS,
                    (&by.id, "change-password"),
                    &by,
                    |conn| {
                        queries::set_password(conn, &by.id, new.stored()?, now)?;
                        queries::integrators::delete_all(conn, &by.id)?;
                        queries::end_sessions(conn, &by.id, by.session.as_ref(), now)
                    },
                )?;
                let session = match &by.session {
                    Some(session) => Some(sessions::begin_chain(conn, account, session, now)?),
                    None => None,
                };
                Ok(Renewed { session, device })
            })
            .await
    }

    pub(super) async fn profile(&self, actor: &Actor) -> Result<Profile> {
        let id = actor.id.clone();
        Ok(self.db().read(move |conn| queries::account(conn, &id)).await?.into())
    }
}

/// That somebody knows the current password of an account.
pub(super) struct Proof {
    stored: Option<PasswordHash>,
    attempt: Attempt,
    whence: ClientOrigin,
}

impl Proof {
    /// Fails when `account`, which is held, has got another password meanwhile.
    pub(super) fn still_holds(&self, account: &AccountRow) -> Result<()> {
        match account.stored_password() == self.stored {
            true => Ok(()),
            false => Err(wrong_current_password()),
        }
    }

    /// Notes that it was no failed attempt; returns what the browser is known by from now on, when that
    /// is new.
    pub(super) fn confirmed(&self, conn: &mut Conn, account: &Id) -> Result<Option<String>> {
        self.attempt.succeeded(conn, account, &self.whence)
    }
}

/// What a browser holds after a change of the password.
pub(super) struct Renewed {
    /// The session that goes on, if the change was made in one.
    pub(super) session: Option<Granted>,
    pub(super) device: Option<String>,
}

fn wrong_current_password() -> Error {
    Error::invalid("/currentPassword", WRONG_CURRENT_PASSWORD)
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
        let sentence = "There is no such role. Choose from user, admin";
        assert_eq!(errors(refused), [("/roles/1".to_owned(), sentence.to_owned())]);
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
        let verify = |text: &str| auth.passwords().verify(text.into(), hash.clone());
        assert!(verify("  spaces are kept  ").await.unwrap());
        assert!(!verify("spaces are kept").await.unwrap());
    }

    #[actix_web::test]
    async fn what_does_not_hold_is_refused_with_its_sentence() {
        let (auth, _folder) = test_app().await;
        let mut new = new_account("mona at example.com");
        new.first_name = "   ".into();
        new.password = Some("1234567".into());
        new.roles = TextList::default();
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
