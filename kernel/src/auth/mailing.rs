//! Whom a mail is for when it is sent, and the link in it: an account may have been locked since the mail was stored, and
//! whether an address belongs to an account is looked up then, so that no answer depends on it.

use super::links::{self, INVITATION_SECONDS, RESET_SECONDS};
use super::queries::{self, AccountRow};
use super::{Auth, UNKNOWN_ACCOUNT};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::{Conn, fold_text};
use crate::engine::rate_limits::Limit;
use crate::mail::{Cause, MailRow, Message};
use crate::records::audit::{self, Action, Event, RequestOrigin};

/// Mails with a link to the owner of one address.
const LINKS: Limit = Limit { of: "reset-mail", most: 20, message: "Too many mails" };

/// For how many seconds a mail is sent that says what has happened.
const NEWS_SECONDS: i64 = 3 * 24 * 60 * 60;

/// A mail that can be sent.
pub(crate) struct Delivery {
    /// The name of the user.
    pub(crate) name: String,
    pub(crate) address: String,
    pub(crate) message: Message,
    /// Where the mail leads.
    pub(crate) link: Option<String>,
}

impl Auth {
    /// Returns whom a mail goes to now, and makes its link; `None` when it is for no one.
    pub(crate) fn delivery(&self, conn: &mut Conn, mail: &MailRow) -> Result<Option<Delivery>> {
        let message = Message::read(&mail.message)?;
        let account = match (&mail.account_id, &mail.address) {
            (Some(id), _) => queries::account_if_any(conn, id)?,
            (None, Some(address)) => queries::account_by_email(conn, address)?,
            (None, None) => None,
        };
        let valid_for = match &message {
            Message::Reset(_) => RESET_SECONDS,
            Message::Invitation { .. } => INVITATION_SECONDS,
            _ => NEWS_SECONDS,
        };
        if let Message::Reset(cause) = &message
            && mail.attempts == 1
            && !self.may_reset(conn, (mail, cause), account.as_ref())?
        {
            return Ok(None);
        }
        if let Message::Invitation { by, name, cause } = &message
            && mail.attempts == 1
            && let Some(account) = &account
        {
            let event = Event::new(Action::Invited, &account.email).of_account(by, name);
            audit::record(conn, event.from(&origin_of(cause)))?;
        }
        let is_late = mail.created_at.plus_seconds(valid_for) < Timestamp::now();
        let Some(account) = account.filter(|account| !account.locked && !is_late) else {
            return Ok(None);
        };
        let origin = &self.0.origin;
        let link = match &message {
            Message::Reset(_) => {
                let token = links::make(conn, &account.id, RESET_SECONDS)?;
                Some(format!("{origin}/reset?token={token}"))
            }
            Message::Invitation { .. } => {
                let token = links::make(conn, &account.id, INVITATION_SECONDS)?;
                Some(format!("{origin}/reset?token={token}&invited=1"))
            }
            Message::Subscription { stop, .. } => {
                Some(format!("{origin}/api/subscriptions/stop?token={stop}"))
            }
            _ => None,
        };
        Ok(Some(Delivery { name: account.name(), address: account.email, message, link }))
    }

    /// Returns whether the owner of an address gets a link, and records that one was requested.
    fn may_reset(
        &self,
        conn: &mut Conn,
        (mail, cause): (&MailRow, &Cause),
        account: Option<&AccountRow>,
    ) -> Result<bool> {
        let origin = origin_of(cause);
        let Some(account) = account else {
            let event = Event::new(Action::ResetRequested, UNKNOWN_ACCOUNT).of_stranger();
            self.audit().add(event.from(&origin).refused("No such account"));
            return Ok(false);
        };
        let event = Event::new(Action::ResetRequested, &account.email).from(&origin);
        let address = mail.address.as_deref().unwrap_or(&account.email);
        let reason = match LINKS.count(conn, &fold_text(address)) {
            _ if account.locked => "Locked",
            Err(Error::TooOften(..)) => "Too many requests",
            counted => {
                counted?;
                audit::record(conn, event)?;
                return Ok(true);
            }
        };
        self.audit().add(event.refused(reason));
        Ok(false)
    }
}

/// Returns where the request came from that a mail follows from.
fn origin_of(cause: &Cause) -> RequestOrigin {
    let address = cause.address.as_deref().and_then(|address| address.parse().ok());
    RequestOrigin { address, request: cause.request.clone() }
}
