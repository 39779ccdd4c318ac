//! The first step of a sign-in: the password. It begins a session, unless a second step is due.

use super::attempts::{self, Attempt, ClientOrigin};
use super::factors::{Due, second_step_due};
use super::queries::{self, AccountRow};
use super::sessions::{Granted, begin};
use super::{Auth, LOCKED, UNKNOWN_ACCOUNT, WRONG_PASSWORD};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::records::audit::{self, Action, Event};

/// What the first step of a sign-in leads to.
pub(super) enum FirstStep {
    /// The session has begun.
    Done(Box<Granted>),
    /// The client has to complete it.
    Due(Due),
}

impl Auth {
    /// Begins a session. A client without the password learns nothing, neither from the response
    /// nor from its time: not whether the account exists, has a password or is locked. Attempts
    /// over the limit are rejected before any password is verified. An account with a second factor
    /// gets no session yet, but a ticket for the second step.
    pub(super) async fn sign_in(
        &self,
        email: String,
        password: String,
        origin: ClientOrigin,
    ) -> Result<FirstStep> {
        let (lookup_email, from) = (email.clone(), origin.clone());
        let read = self.db().read(move |conn| {
            let account = queries::account_by_email(conn, &lookup_email)?;
            let id = account.as_ref().map(|account| &account.id);
            let allowed = attempts::check(conn, &lookup_email, id, &from);
            Ok((account, allowed))
        });
        let (account, allowed) = read.await?;
        let event = match &account {
            Some(account) => Event::new(Action::SignIn, &account.email),
            None => Event::new(Action::SignIn, UNKNOWN_ACCOUNT).of_stranger(),
        };
        let event = event.from(&origin.request);
        // The message says less than the reason: who guesses learns nothing from it.
        let wrong = (Error::Unauthenticated(WRONG_PASSWORD), "Wrong password".to_owned());
        let sign_in = async {
            allowed?;
            self.sign_in_to(account, email, password, origin).await
        };
        self.attempt(event, wrong, sign_in).await
    }

    /// Makes the first step when the password is right; `None` when it is wrong.
    async fn sign_in_to(
        &self,
        account: Option<AccountRow>,
        email: String,
        password: String,
        origin: ClientOrigin,
    ) -> Result<Option<FirstStep>> {
        let (id, from) = (account.as_ref().map(|account| account.id.clone()), origin.clone());
        let attempt =
            self.db().write(move |conn| Attempt::begin(conn, &email, id.as_ref(), &from)).await?;
        let stored = account.as_ref().and_then(AccountRow::stored_password);
        let right = self.0.passwords.verify(password, stored.clone()).await?;
        let Some(account) = account.filter(|_| right) else { return Ok(None) };
        let auth = self.clone();
        self.db()
            .write(move |conn| {
                // The password or the lock may have changed while the password was being verified.
                let account = queries::account_for_update(conn, &account.id)?;
                if account.stored_password() != stored {
                    return Ok(None);
                }
                if account.locked {
                    return Err(Error::Unauthenticated(LOCKED));
                }
                if let Some(due) = second_step_due(&auth, conn, &account)? {
                    attempt.was_right(conn)?;
                    let event = account.event(Action::FirstStep).from(&origin.request);
                    audit::record(conn, event)?;
                    return Ok(Some(FirstStep::Due(due)));
                }
                attempt.report_unknown_place(conn, &account.id, &origin)?;
                let device = attempt.succeeded(conn, &account.id, &origin)?;
                let granted = begin(conn, account, Timestamp::now(), false)?;
                audit::record(conn, granted.event(Action::SignIn).from(&origin.request))?;
                Ok(Some(FirstStep::Done(Box::new(Granted { device, ..granted }))))
            })
            .await
    }
}
