//! The second step of a sign-in: a ticket, and a code or a passkey. It begins the session. A passkey
//! alone is the only step: the ticket is then for no account, and the passkey says for which.

use webauthn_rs::prelude::PublicKeyCredential;

use super::super::attempts::{self, Attempt, ClientOrigin};
use super::super::queries::factors::{self, TicketRow};
use super::super::queries::passkeys as passkey_queries;
use super::super::queries::{self, AccountRow};
use super::super::sessions::{self, Granted};
use super::super::{Auth, LOCKED};
use super::passkey_views::PasskeyChallenge;
use super::passkeys::{self, Requested};
use super::{Method, codes, methods, tickets, totp};
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::rate_limits::{self, Limit};
use crate::records::audit::{self, Action, Event};

const NO_PASSKEY: &str = "This account has no passkey. Complete the sign-in another way";
const TICKET_ENDED: &str = "This sign-in has taken too long, or has been completed. Begin it again";
const WRONG_CODE: &str =
    "This code is not right, or has been used. Enter the one that is shown now";
const WRONG_PASSKEY: &str = "This passkey was not accepted. Try again, or sign in another way";
const WRONG_RECOVERY_CODE: &str = "This recovery code is not right, or has been used";

/// The ticket of a sign-in that needs a second step.
pub(in crate::auth) struct Due {
    pub(super) ticket: String,
    /// What can complete it, at least one.
    pub(super) methods: Vec<Method>,
}

/// What a client completes a sign-in with.
pub(super) enum Answer {
    Code(String),
    Passkey(Box<PublicKeyCredential>),
    RecoveryCode(String),
}

/// The limit of challenges to any passkey from one address: each is a row in the database for a few
/// minutes.
const CHALLENGES: Limit = Limit {
    of: "passkey-challenge",
    most: 600,
    message: "Too many attempts to sign in. Try again later",
};

impl Answer {
    fn claimed_owner(&self) -> Option<Id> {
        match self {
            Self::Passkey(answer) => passkeys::claimed_owner(answer),
            _ => None,
        }
    }

    fn pointer(&self) -> &'static str {
        match self {
            Self::Code(_) => "/code",
            Self::Passkey(_) => "/passkey",
            Self::RecoveryCode(_) => "/recoveryCode",
        }
    }

    fn wrong(&self) -> Error {
        let message = match self {
            Self::Code(_) => WRONG_CODE,
            Self::Passkey(_) => WRONG_PASSKEY,
            Self::RecoveryCode(_) => WRONG_RECOVERY_CODE,
        };
        Error::invalid(self.pointer(), message)
    }

    /// Names it in audit events.
    fn name(&self) -> &'static str {
        match self {
            Self::Code(_) => "Authenticator app",
            Self::Passkey(_) => "Passkey",
            Self::RecoveryCode(_) => "Recovery code",
        }
    }
}

/// Issues a ticket when the account has a second factor.
pub(in crate::auth) fn second_step_due(
    conn: &mut Conn,
    account: &AccountRow,
) -> Result<Option<Due>> {
    let methods = methods(conn, &account.id)?;
    if methods.is_empty() {
        return Ok(None);
    }
    let ticket = tickets::issue(conn, Some(&account.id), tickets::SIGN_IN, None)?;
    Ok(Some(Due { ticket, methods }))
}

impl Auth {
    /// Completes a sign-in. A wrong answer counts as a failed attempt to sign in to the account.
    ///
    /// # Errors
    /// 401 for a ticket that has ended, 422 at its field for a wrong answer.
    pub(super) async fn second_step(
        &self,
        ticket: &str,
        answer: Answer,
        origin: ClientOrigin,
    ) -> Result<Granted> {
        let (id, from) = (digest(ticket), origin.clone());
        let lookup_id = id.clone();
        let claimed = answer.claimed_owner();
        let read = self.db().read(move |conn| {
            let Some(ticket) = tickets::find(conn, &lookup_id, tickets::SIGN_IN)? else {
                return Ok(None);
            };
            let Some(account) = owner(conn, &ticket, claimed.as_ref())? else { return Ok(None) };
            let allowed = attempts::check(conn, &account.email, Some(&account.id), &from);
            Ok(Some((account, allowed)))
        });
        let Some((account, allowed)) = read.await? else {
            return Err(Error::Unauthenticated(TICKET_ENDED));
        };
        let event = account.event(Action::SignIn).from(&origin.request());
        let (name, wrong) = (answer.name(), answer.wrong());
        let completed = match allowed {
            Ok(()) => self.complete(id, account, answer, origin).await,
            Err(error) => Err(error),
        };
        match &completed {
            Ok(None) => self.audit().add(event.refused(format!("{name}: wrong"))),
            Err(Error::Unauthenticated(LOCKED)) => self.audit().add(event.refused("Locked")),
            Err(Error::TooOften(..)) => self.audit().add(event.refused("Too many attempts")),
            Ok(Some(_)) | Err(_) => {}
        }
        completed?.ok_or(wrong)
    }

    /// Begins the session when the answer is right. `None` when it is wrong, which is no error,
    /// because the attempt must be committed.
    async fn complete(
        &self,
        ticket: String,
        account: AccountRow,
        answer: Answer,
        origin: ClientOrigin,
    ) -> Result<Option<Granted>> {
        let auth = self.clone();
        self.db()
            .write(move |conn| {
                let account = queries::account_for_update(conn, &account.id)?;
                let row = tickets::find(conn, &ticket, tickets::SIGN_IN)?;
                let row = row.filter(|row| row.is_valid_for(&account));
                let row = row.ok_or(Error::Unauthenticated(TICKET_ENDED))?;
                if account.locked {
                    return Err(Error::Unauthenticated(LOCKED));
                }
                let (id, now) = (account.id.clone(), Timestamp::now());
                let attempt = Attempt::begin(conn, &account.email, Some(&id), &origin)?;
                if !auth.accept(conn, &account, &row, &answer, now)? {
                    return Ok(None);
                }
                factors::delete_ticket(conn, &row.id)?;
                let device = attempt.succeeded(conn, &id, &origin)?;
                if let Answer::RecoveryCode(_) = answer {
                    let left = factors::count_codes(conn, &id)?;
                    let used = account.event(Action::RecoveryCodeUsed).from(&origin.request());
                    audit::record(conn, used.because(format!("{left} left")))?;
                }
                let granted = sessions::begin(conn, account, now, true)?;
                let event: Event = granted.event(Action::SignIn).from(&origin.request());
                audit::record(conn, event.because(answer.name()))?;
                Ok(Some(Granted { device, ..granted }))
            })
            .await
    }

    /// Returns whether the answer is right, and uses it up.
    fn accept(
        &self,
        conn: &mut Conn,
        account: &AccountRow,
        ticket: &TicketRow,
        answer: &Answer,
        now: Timestamp,
    ) -> Result<bool> {
        match answer {
            Answer::Code(code) => {
                let app = factors::app(conn, &account.id, true)?;
                let Some(app) = app.filter(|_| ticket.account_id.is_some()) else {
                    return Ok(false);
                };
                let step = totp::accepted_step(&app.secret, code, now, app.last_step)?;
                if let Some(step) = step {
                    factors::used_app(conn, &app.id, step, now)?;
                }
                Ok(step.is_some())
            }
            Answer::Passkey(answer) => self.relying_party().accept(conn, account, ticket, answer),
            Answer::RecoveryCode(code) => {
                Ok(ticket.account_id.is_some() && codes::spend(conn, &account.id, code)?)
            }
        }
    }

    /// Asks for a passkey: of the account that the ticket is for, or without a ticket any passkey, to
    /// sign in with it alone. `address` is that of the client. Who is refused costs no write.
    pub(super) async fn ask_for_passkey(
        &self,
        ticket: Option<String>,
        address: String,
    ) -> Result<PasskeyChallenge> {
        let Some(ticket) = ticket else { return self.ask_for_any_passkey(address).await };
        let id = digest(&ticket);
        let lookup_id = id.clone();
        let read = self.db().read(move |conn| {
            let row = tickets::find(conn, &lookup_id, tickets::SIGN_IN)?;
            let account = row.and_then(|row| row.account_id);
            let account = account.ok_or(Error::Unauthenticated(TICKET_ENDED))?;
            passkey_queries::passkeys(conn, &account)
        });
        let passkeys = read.await?;
        if passkeys.is_empty() {
            return Err(Error::conflict(NO_PASSKEY));
        }
        let Requested { options, challenge } = self.relying_party().ask(&passkeys)?;
        let work = move |conn: &mut Conn| factors::set_challenge(conn, &id, Some(&challenge));
        match self.db().write(work).await? {
            true => Ok(PasskeyChallenge { ticket, options }),
            false => Err(Error::Unauthenticated(TICKET_ENDED)),
        }
    }

    async fn ask_for_any_passkey(&self, address: String) -> Result<PasskeyChallenge> {
        let Requested { options, challenge } = self.relying_party().ask(&[])?;
        if rate_limits::have_refused() {
            let address = address.clone();
            self.db().read(move |conn| CHALLENGES.check(conn, &address)).await?;
        }
        let work = move |conn: &mut Conn| {
            CHALLENGES.count(conn, &address)?;
            tickets::issue(conn, None, tickets::SIGN_IN, Some(challenge))
        };
        let ticket = self.db().write(work).await?;
        Ok(PasskeyChallenge { ticket, options })
    }
}

/// Returns the account that a ticket is for; of a ticket for none, the one that the passkey claims to
/// belong to, if that has a password: an account without one is its identity provider's to sign in.
fn owner(conn: &mut Conn, ticket: &TicketRow, claimed: Option<&Id>) -> Result<Option<AccountRow>> {
    if let Some(id) = &ticket.account_id {
        return queries::account(conn, id).map(Some);
    }
    let Some(id) = claimed else { return Ok(None) };
    let account = queries::account_if_any(conn, id)?;
    Ok(account.filter(|account| account.stored_password().is_some()))
}
