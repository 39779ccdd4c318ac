//! Challenges to passkeys, by which a sign-in asks for one: of an account after its first step, or any; and
//! by which a user confirms to be there.

use std::net::IpAddr;

use serde_json::{Map, Value};

use super::super::Auth;
use super::super::attempts::TOO_OFTEN;
use super::super::queries::AccountRow;
use super::super::queries::factors::{self, TicketRow};
use super::super::queries::passkeys as passkey_queries;
use super::passkey_views::PasskeyChallenge;
use super::passkeys::{Requested, parsed};
use super::second_step::TICKET_ENDED;
use super::tickets;
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::rate_limits::{self, Limits};

const NONE_TO_CONFIRM: &str = "You have no passkey. Confirm another way";
const NO_PASSKEY: &str = "This account has no passkey. Complete the sign-in another way";

/// The limits of challenges to any passkey: each is a row in the database for a few minutes.
const CHALLENGES: Limits =
    Limits { of: "passkey-challenge", most: [600, 1_800, 20_000], messages: [TOO_OFTEN; 2] };

impl Auth {
    /// Asks for a passkey: of the account that the ticket is for, or without a ticket any passkey, to
    /// sign in with it alone. `from` is the address of the client. Who is refused costs no write.
    pub(super) async fn ask_for_passkey(
        &self,
        ticket: Option<String>,
        from: Option<IpAddr>,
    ) -> Result<PasskeyChallenge> {
        let Some(ticket) = ticket else { return self.ask_for_any_passkey(from).await };
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
        let Requested { options, challenge } = self.0.relying_party.ask(&passkeys)?;
        let work = move |conn: &mut Conn| factors::set_challenge(conn, &id, Some(&challenge));
        match self.db().write(work).await? {
            true => Ok(PasskeyChallenge { ticket, options }),
            false => Err(Error::Unauthenticated(TICKET_ENDED)),
        }
    }

    /// Asks for a passkey of the account, by which its user confirms to be there.
    pub(in crate::auth) async fn ask_to_confirm(&self, account: Id) -> Result<PasskeyChallenge> {
        let auth = self.clone();
        let work = move |conn: &mut Conn| {
            let passkeys = passkey_queries::passkeys(conn, &account)?;
            if passkeys.is_empty() {
                return Err(Error::conflict(NONE_TO_CONFIRM));
            }
            let Requested { options, challenge } = auth.0.relying_party.ask(&passkeys)?;
            // The latest challenge is the one that counts, so that an account has one at a time.
            factors::delete_tickets(conn, &account, tickets::CONFIRMATION)?;
            let ticket =
                tickets::issue(conn, Some(&account), tickets::CONFIRMATION, Some(challenge))?;
            Ok(PasskeyChallenge { ticket, options })
        };
        self.db().write(work).await
    }

    /// Returns whether the answer is that of the account's passkey, and uses the challenge up.
    pub(in crate::auth) fn accept_to_confirm(
        &self,
        conn: &mut Conn,
        account: &AccountRow,
        ticket: &str,
        answer: Map<String, Value>,
    ) -> Result<bool> {
        let found = tickets::find(conn, &digest(ticket), tickets::CONFIRMATION)?;
        let own = |row: &TicketRow| row.account_id.is_some() && row.is_valid_for(account);
        match (found.filter(own), parsed(answer)) {
            (Some(row), Some(answer)) => {
                self.0.relying_party.accept(conn, &account.id, &row, &answer)
            }
            _ => Ok(false),
        }
    }

    async fn ask_for_any_passkey(&self, from: Option<IpAddr>) -> Result<PasskeyChallenge> {
        let Requested { options, challenge } = self.0.relying_party.ask(&[])?;
        if rate_limits::have_refused() {
            self.db().read(move |conn| CHALLENGES.check(conn, from)).await?;
        }
        let work = move |conn: &mut Conn| {
            CHALLENGES.count(conn, from)?;
            tickets::issue(conn, None, tickets::SIGN_IN, Some(challenge))
        };
        let ticket = self.db().write(work).await?;
        Ok(PasskeyChallenge { ticket, options })
    }
}
