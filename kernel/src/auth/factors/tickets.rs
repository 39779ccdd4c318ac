//! Tickets: what a client holds between two steps. A ticket is valid for a few minutes and completes
//! one sign-in; the database knows only a digest of it, so that any node can take it.

use data_encoding::HEXLOWER;

use super::super::queries::AccountRow;
use super::super::queries::factors::{self as queries, TicketRow};
use super::super::random_bytes;
use crate::base::digest::digest;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;

/// How long a ticket is valid, in seconds.
pub(crate) const SECONDS: i64 = 5 * 60;

/// The purpose of a ticket: the second step of a sign-in.
pub(super) const SIGN_IN: &str = "sign-in";

/// The purpose of a ticket: a user confirms to be there.
pub(super) const CONFIRMATION: &str = "confirmation";

/// The purpose of a ticket: the registration of a passkey.
pub(super) const REGISTRATION: &str = "registration";

/// Issues a ticket, for one account or, before the user is known, for none.
pub(super) fn issue(
    conn: &mut Conn,
    account: Option<&Id>,
    purpose: &str,
    challenge: Option<String>,
) -> Result<String> {
    let ticket = HEXLOWER.encode(&random_bytes::<32>());
    let row = TicketRow {
        id: digest(&ticket),
        account_id: account.cloned(),
        purpose: purpose.to_owned(),
        challenge,
        created_at: Timestamp::now(),
    };
    queries::insert_ticket(conn, &row)?;
    Ok(ticket)
}

/// Returns the ticket with this digest, if it is for this purpose and has not expired.
pub(super) fn find(conn: &mut Conn, id: &str, purpose: &str) -> Result<Option<TicketRow>> {
    let since = Timestamp::now().plus_seconds(-SECONDS);
    let found = queries::ticket(conn, id)?;
    Ok(found.filter(|row| row.purpose == purpose && row.created_at > since))
}

impl TicketRow {
    /// Returns whether it is still valid for the account. What ends all sessions, such as a new
    /// password, ends the sign-ins that were under way.
    pub(super) fn is_valid_for(&self, account: &AccountRow) -> bool {
        self.account_id.as_ref().is_none_or(|id| *id == account.id)
            && account.signed_out_at.is_none_or(|until| self.created_at > until)
    }
}
