//! The second step of a sign-in: a ticket, and a code or a passkey. It begins the session. A passkey
//! alone is the only step: the ticket is then for no account, and the passkey says for which.

use webauthn_rs::prelude::PublicKeyCredential;

use super::super::attempts::{self, Attempt, ClientOrigin};
use super::super::queries::factors::{self, TicketRow};
use super::super::queries::{self, AccountRow};
use super::super::sessions::{self, Granted};
use super::super::{Auth, LOCKED, UNKNOWN_ACCOUNT};
use super::{Method, codes, methods, passkeys, spend_code, tickets};
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::audit::{self, Action, Event};

pub(super) const TICKET_ENDED: &str =
    "This sign-in has taken too long, or has been completed. Begin it again";
pub(in crate::auth) const WRONG_CODE: &str =
    "This code is not right, or has been used. Enter the one that is shown now";
/// Names a code of the app in audit events.
pub(in crate::auth) const APP: &str = "Authenticator app";
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

impl Answer {
    fn claim(&self) -> Claim {
        match self {
            Self::Passkey(answer) => Claim::Passkey(passkeys::claimed_owner(answer)),
            Self::Code(_) | Self::RecoveryCode(_) => Claim::Nothing,
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
            Self::Code(_) => APP,
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

/// Whom an answer is about, before it is known to be right.
struct Subject {
    /// The account of the ticket; of a ticket for none, the one that the passkey claims to belong to, if
    /// there is one.
    account: Option<AccountRow>,
    /// What attempts are counted by: the email, or the claim.
    counted_by: String,
}

impl Subject {
    /// `None` for a ticket that such an answer cannot complete.
    fn of(conn: &mut Conn, ticket: &TicketRow, answer: &Claim) -> Result<Option<Self>> {
        let account = match (&ticket.account_id, answer) {
            (Some(id), _) => Some(queries::account(conn, id)?),
            (None, Claim::Nothing) => return Ok(None),
            (None, Claim::Passkey(None)) => None,
            (None, Claim::Passkey(Some(id))) => queries::account_if_any(conn, id)?,
        };
        let counted_by = match (&account, answer) {
            (Some(account), _) => account.email.clone(),
            (None, Claim::Passkey(Some(id))) => format!("passkey {id}"),
            (None, _) => format!("passkey {}", ticket.id),
        };
        Ok(Some(Self { account, counted_by }))
    }

    fn id(&self) -> Option<&Id> {
        self.account.as_ref().map(|account| &account.id)
    }

    fn event(&self) -> Event {
        match &self.account {
            Some(account) => account.event(Action::SignIn),
            None => Event::new(Action::SignIn, UNKNOWN_ACCOUNT).of_stranger(),
        }
    }
}

/// What an answer says of whose it is.
enum Claim {
    Nothing,
    /// It is a passkey, of this account if it names one.
    Passkey(Option<Id>),
}

impl Auth {
    /// Completes a sign-in. A wrong answer counts as a failed attempt to sign in to the account.
    ///
    /// A passkey alone is answered alike, after the same work, whether it is wrong, or belongs to no
    /// account, to a locked one, or to one without a password, which is its identity provider's to sign
    /// in.
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
        let (lookup_id, claim) = (id.clone(), answer.claim());
        let read = self.db().read(move |conn| {
            let ticket = tickets::find(conn, &lookup_id, tickets::SIGN_IN)?;
            let ticket = ticket.ok_or(Error::Unauthenticated(TICKET_ENDED))?;
            let subject = Subject::of(conn, &ticket, &claim)?;
            let subject = subject.ok_or(Error::Unauthenticated(TICKET_ENDED))?;
            let allowed = attempts::check(conn, &subject.counted_by, subject.id(), &from);
            Ok((subject, allowed))
        });
        let (subject, allowed) = read.await?;
        let event = subject.event().from(&origin.request());
        let (name, wrong) = (answer.name(), answer.wrong());
        let complete = self.complete(id, subject, answer, origin);
        self.attempt(allowed, (event, name), complete).await?.ok_or(wrong)
    }

    /// Begins the session when the answer is right; `None` when it is wrong.
    async fn complete(
        &self,
        ticket: String,
        subject: Subject,
        answer: Answer,
        origin: ClientOrigin,
    ) -> Result<Option<Granted>> {
        let auth = self.clone();
        self.db()
            .write(move |conn| {
                let account = subject.id().map(|id| queries::account_for_update(conn, id));
                let account = account.transpose()?;
                let row = tickets::find(conn, &ticket, tickets::SIGN_IN)?;
                let row = row.ok_or(Error::Unauthenticated(TICKET_ENDED))?;
                let account = match row.account_id.is_some() {
                    true => account.map(|account| still_signing_in(account, &row)).transpose()?,
                    false => account.filter(|account| signs_in_alone(account, &row)),
                };
                let now = Timestamp::now();
                let (key, id) = (&subject.counted_by, subject.id());
                let attempt = Attempt::begin(conn, key, id, &origin)?;
                let no_account = Id::nil();
                let whose = account.as_ref().map_or(&no_account, |account| &account.id);
                let is_right = auth.accept(conn, whose, &row, &answer, now)?;
                let Some(account) = account.filter(|_| is_right) else { return Ok(None) };
                factors::delete_ticket(conn, &row.id)?;
                let device = attempt.succeeded(conn, &account.id, &origin)?;
                if let Answer::RecoveryCode(_) = answer {
                    let left = factors::count_codes(conn, &account.id)?;
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
        account: &Id,
        ticket: &TicketRow,
        answer: &Answer,
        now: Timestamp,
    ) -> Result<bool> {
        match answer {
            Answer::Code(code) => {
                Ok(ticket.account_id.is_some() && spend_code(conn, account, code, now)?)
            }
            Answer::Passkey(answer) => self.relying_party().accept(conn, account, ticket, answer),
            Answer::RecoveryCode(code) => {
                Ok(ticket.account_id.is_some() && codes::spend(conn, account, code)?)
            }
        }
    }
}

/// Returns the account of a ticket whose sign-in may be completed.
fn still_signing_in(account: AccountRow, ticket: &TicketRow) -> Result<AccountRow> {
    match account.locked {
        _ if !ticket.is_valid_for(&account) => Err(Error::Unauthenticated(TICKET_ENDED)),
        true => Err(Error::Unauthenticated(LOCKED)),
        false => Ok(account),
    }
}

/// Returns whether a passkey alone, with a ticket for no account, may sign in to the account.
fn signs_in_alone(account: &AccountRow, ticket: &TicketRow) -> bool {
    !account.locked && account.password_hash.is_some() && ticket.is_valid_for(account)
}
