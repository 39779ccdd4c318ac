//! What users change of their own passkeys.

use serde_json::Value;

use super::super::queries::factors as tickets_queries;
use super::super::queries::passkeys::{self as queries, PasskeyRow};
use super::super::{Auth, administration};
use super::own::{self, BEGIN_AGAIN, FactorChange};
use super::passkey_views::PasskeyChallenge;
use super::tickets;
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::records::actor::Actor;

/// The maximum number of passkeys of a user.
const MOST: usize = 20;

const TOO_MANY: &str = "You have 20 passkeys. Remove one of them first";
const NOT_ACCEPTED: &str = "This passkey could not be verified. Try again, or use another one";
const KNOWN: &str = "This passkey has been added already";

impl Auth {
    /// Asks for a new passkey.
    pub(super) async fn begin_passkey(&self, change: FactorChange) -> Result<PasskeyChallenge> {
        let auth = self.clone();
        self.change(change, move |conn, before, _| {
            let existing = queries::passkeys(conn, &before.account.id)?;
            if existing.len() >= MOST {
                return Err(Error::conflict(TOO_MANY));
            }
            let requested = auth.0.relying_party.ask_to_register(&before.account, &existing)?;
            let account = Some(&before.account.id);
            let ticket =
                tickets::issue(conn, account, tickets::REGISTRATION, Some(requested.challenge))?;
            Ok(PasskeyChallenge { ticket, options: requested.options })
        })
        .await
    }

    /// Stores the passkey that answers a challenge. Returns recovery codes for a user who has none.
    ///
    /// # Errors
    /// 409 when the challenge has ended, 422 for an answer that cannot be verified.
    pub(super) async fn confirm_passkey(
        &self,
        by: &Actor,
        ticket: &str,
        name: String,
        answer: Value,
    ) -> Result<Vec<String>> {
        let (auth, by, id) = (self.clone(), by.clone(), digest(ticket));
        self.db()
            .write(move |conn| {
                let account = administration::lock_row(conn, &by.id)?;
                let row = tickets::find(conn, &id, tickets::REGISTRATION)?;
                let row = row.filter(|row| {
                    row.account_id.as_ref() == Some(&by.id) && row.is_valid_for(&account)
                });
                let challenge = row.and_then(|row| row.challenge);
                let challenge = challenge.ok_or_else(|| Error::conflict(BEGIN_AGAIN))?;
                let before = own::before(conn, account, &by)?;
                let passkey = auth.0.relying_party.registered(&challenge, answer)?;
                let passkey = passkey.ok_or_else(|| Error::invalid("/passkey", NOT_ACCEPTED))?;
                tickets_queries::delete_ticket(conn, &id)?;
                let row = PasskeyRow::of(&by.id, name, &passkey)?;
                queries::insert_passkey(conn, &row).map_err(|error| match error {
                    Error::Duplicate(_) => Error::conflict(KNOWN),
                    other => other,
                })?;
                own::added(conn, &before, &by, &described(&row.name))
            })
            .await
    }

    /// Removes a passkey of the actor.
    ///
    /// # Errors
    /// 404 when the actor has no such passkey, 409 when it is the last factor and the policy requires
    /// one.
    pub(super) async fn remove_passkey(&self, change: FactorChange, id: Id) -> Result<()> {
        self.change(change, move |conn, before, change| {
            let account = &before.account.id;
            let own = queries::passkeys(conn, account)?;
            let row = own.into_iter().find(|row| row.id == id).ok_or(Error::NotFound)?;
            queries::delete_passkey(conn, account, &id)?;
            own::removed(conn, change, &described(&row.name))
        })
        .await
    }
}

fn described(name: &str) -> String {
    format!("Passkey {name}")
}
