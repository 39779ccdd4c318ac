//! Proof that the owner of a session is present, and not somebody who found it open: the password or a
//! second factor, or a sign-in, within the last ten minutes. Operations that change how an account is
//! signed in to require it, and those that make somebody an administrator.
//!
//! Operations that take a password in their body ([`Auth::prove`]) accept that instead of a recent proof.
//! It then counts for the one request.

use super::attempts::{self, Attempt, ClientOrigin};
use super::password::PasswordHash;
use super::queries::{self, AccountRow};
use super::{Auth, SESSION_ENDED, WRONG_CURRENT_PASSWORD, administration};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::actor::Actor;
use crate::records::audit::{Action, Event};

const SAY_IT_AGAIN: &str =
    "You signed in more than ten minutes ago. Enter your current password, or sign in again";

impl Auth {
    /// Verifies the current password of `actor`, who has signed in, before an operation that
    /// requires it. The proof must be confirmed in the transaction of that operation.
    ///
    /// # Errors
    /// 422 at its field for a wrong password, which counts as a failed sign-in.
    pub(super) async fn check_password(
        &self,
        actor: &Actor,
        current: String,
        origin: ClientOrigin,
    ) -> Result<Proof> {
        let event = Event::new(Action::PasswordCheck, &actor.email).by(actor);
        let wrong = (wrong_current_password(), "Wrong password".to_owned());
        self.attempt(event, wrong, self.check_current(actor, current, origin)).await
    }

    /// Returns the proof; `None` when the password is wrong.
    async fn check_current(
        &self,
        actor: &Actor,
        current: String,
        origin: ClientOrigin,
    ) -> Result<Option<Proof>> {
        let (id, email, from) = (actor.id.clone(), actor.email.clone(), origin.clone());
        let read = self.db().read(move |conn| {
            attempts::check(conn, &email, Some(&id), &from)?;
            queries::account(conn, &id)
        });
        let stored = read.await?.stored_password();
        let (email, id, from) = (actor.email.clone(), actor.id.clone(), origin.clone());
        let attempt =
            self.db().write(move |conn| Attempt::begin(conn, &email, Some(&id), &from)).await?;
        let is_right = self.0.passwords.verify(current, stored.clone()).await?;
        Ok(is_right.then_some(Proof { stored, attempt, origin }))
    }

    /// Verifies that the owner of the session is present, and not someone who found it open.
    pub(super) async fn prove(
        &self,
        by: &Actor,
        password: Option<String>,
        origin: ClientOrigin,
    ) -> Result<Proven> {
        if let Some(password) = password {
            return Ok(Proven::ByPassword(self.check_password(by, password, origin).await?));
        }
        match self.is_recent(by).await? {
            true => Ok(Proven::Recently),
            false => Err(password_missing()),
        }
    }

    /// Returns whether the user of the session signed in or confirmed within the last ten minutes.
    pub(super) async fn is_recent(&self, by: &Actor) -> Result<bool> {
        let Some(id) = by.session.clone() else { return Ok(false) };
        let session = self.db().read(move |conn| queries::session(conn, &id)).await?;
        Ok(session.ok_or(Error::Unauthenticated(SESSION_ENDED))?.is_recent())
    }
}

/// Proof that the user is present.
pub(super) enum Proven {
    ByPassword(Proof),
    /// The user signed in or confirmed within the last ten minutes.
    Recently,
}

impl Proven {
    /// Locks and returns the row of the account. Fails when the password, the session or the account
    /// has changed: locking an account revokes all its tokens, and none may be created concurrently.
    pub(super) fn check_unchanged(&self, conn: &mut Conn, by: &Actor) -> Result<AccountRow> {
        let account = administration::lock_row(conn, &by.id)?;
        if account.locked {
            return Err(Error::Forbidden);
        }
        if let Some(id) = &by.session {
            let session = queries::session(conn, id)?;
            session
                .filter(|session| session.ends_at() > Timestamp::now())
                .ok_or(Error::Unauthenticated(SESSION_ENDED))?;
        }
        if let Self::ByPassword(proof) = self {
            proof.check_unchanged(&account)?;
            proof.confirmed(conn, &by.id)?;
        }
        Ok(account)
    }
}

/// Proof that the client knows the current password of an account.
pub(super) struct Proof {
    stored: Option<PasswordHash>,
    attempt: Attempt,
    origin: ClientOrigin,
}

impl Proof {
    /// Fails when the password of `account`, whose row is locked, has changed meanwhile.
    pub(super) fn check_unchanged(&self, account: &AccountRow) -> Result<()> {
        match account.stored_password() == self.stored {
            true => Ok(()),
            false => Err(wrong_current_password()),
        }
    }

    /// Records that the attempt succeeded. Returns a new device token for the browser, when it gets
    /// one.
    pub(super) fn confirmed(&self, conn: &mut Conn, account: &Id) -> Result<Option<String>> {
        self.attempt.succeeded(conn, account, &self.origin)
    }
}

/// Returns the error of a request without the password that it needs.
pub(super) fn password_missing() -> Error {
    Error::invalid("/currentPassword", SAY_IT_AGAIN)
}

fn wrong_current_password() -> Error {
    Error::invalid("/currentPassword", WRONG_CURRENT_PASSWORD)
}
