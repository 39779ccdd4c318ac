//! Passkeys (WebAuthn): a key that a device or a password manager holds signs our challenge, after it
//! has verified the user by a PIN, a finger or a face. Browsers release it to our origin only, so that
//! no other site can ask for it.
//!
//! A passkey completes a sign-in, and signs in alone: it is something to have, and what verified the
//! user is the second factor.

use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use webauthn_rs::prelude::{
    DiscoverableAuthentication, DiscoverableKey, Passkey, PasskeyAuthentication,
    PasskeyRegistration, PublicKeyCredential, RegisterPublicKeyCredential, Url, Uuid, Webauthn,
    WebauthnBuilder, WebauthnError,
};

use super::super::queries::AccountRow;
use super::super::queries::factors::{self, TicketRow};
use super::super::queries::passkeys::{self as queries, PasskeyRow};
use crate::base::error::{Error, Result};
use crate::base::host;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;

const NOT_HERE: &str =
    "Passkeys need a public_url that begins with https:// and has a name, not an address";

/// The product as passkeys know it: the host name and the origin of its public URL.
pub(in crate::auth) struct RelyingParty(Option<Here>);

struct Here {
    origin: String,
    webauthn: Webauthn,
}

/// A challenge that waits for its answer.
#[derive(Serialize, Deserialize)]
pub(super) enum Challenge {
    Registration(PasskeyRegistration),
    /// To the passkeys of one account.
    Account(PasskeyAuthentication),
    /// To any passkey: which one answers says whose it is.
    Anyone(DiscoverableAuthentication),
}

/// The options that a browser takes, and the challenge to store meanwhile.
pub(super) struct Requested {
    pub(super) options: Map<String, Value>,
    pub(super) challenge: String,
}

impl RelyingParty {
    /// Makes the relying party of a product at this public URL. Browsers know no passkeys of an address, so that a
    /// product on this machine is called `localhost`.
    pub(in crate::auth) fn of(product: &str, public_url: &str) -> Self {
        Self(here(product, public_url))
    }

    /// Returns the origin at which passkeys can be used; `None` when the public URL allows none.
    pub(in crate::auth) fn origin(&self) -> Option<&str> {
        self.0.as_ref().map(|here| here.origin.as_str())
    }

    /// Returns whether the public URL allows passkeys.
    pub(in crate::auth) fn allows_passkeys(&self) -> bool {
        self.0.is_some()
    }

    fn webauthn(&self) -> Result<&Webauthn> {
        self.0.as_ref().map(|here| &here.webauthn).ok_or_else(|| Error::conflict(NOT_HERE))
    }

    /// Asks for the registration of a passkey that the account does not have yet.
    pub(super) fn ask_to_register(
        &self,
        account: &AccountRow,
        existing: &[PasskeyRow],
    ) -> Result<Requested> {
        let exclude = existing.iter().map(|row| row.passkey().map(|key| key.cred_id().clone()));
        let exclude = exclude.collect::<Result<Vec<_>>>()?;
        let (user, name) = (handle(&account.id)?, account.name());
        let begun =
            self.webauthn()?.start_passkey_registration(user, &account.email, &name, Some(exclude));
        let (options, state) = begun.map_err(Error::internal)?;
        let mut options = serde_json::to_value(options).map_err(Error::internal)?;
        // It shall sign in alone where the device can hold it.
        options["publicKey"]["authenticatorSelection"]["residentKey"] = json!("preferred");
        requested(&options, &Challenge::Registration(state))
    }

    /// Returns the passkey that answers the challenge. `None` when it does not.
    pub(super) fn registered(&self, challenge: &str, answer: Value) -> Result<Option<Passkey>> {
        let Challenge::Registration(state) = stored(challenge)? else { return Ok(None) };
        let Ok(answer) = serde_json::from_value::<RegisterPublicKeyCredential>(answer) else {
            return Ok(None);
        };
        Ok(verified(self.webauthn()?.finish_passkey_registration(&answer, &state)))
    }

    /// Asks for one of these passkeys, or for any passkey of this product when there are none.
    pub(super) fn ask(&self, rows: &[PasskeyRow]) -> Result<Requested> {
        if rows.is_empty() {
            let begun = self.webauthn()?.start_discoverable_authentication();
            let (options, state) = begun.map_err(Error::internal)?;
            return requested(&options, &Challenge::Anyone(state));
        }
        let passkeys = rows.iter().map(PasskeyRow::passkey).collect::<Result<Vec<_>>>()?;
        let begun = self.webauthn()?.start_passkey_authentication(&passkeys);
        let (options, state) = begun.map_err(Error::internal)?;
        requested(&options, &Challenge::Account(state))
    }

    /// Returns whether a passkey of the account answers the challenge of the ticket, which is used up
    /// by it.
    pub(super) fn accept(
        &self,
        conn: &mut Conn,
        account: &Id,
        ticket: &TicketRow,
        answer: &PublicKeyCredential,
    ) -> Result<bool> {
        factors::set_challenge(conn, &ticket.id, None)?;
        let Some(challenge) = &ticket.challenge else { return Ok(false) };
        let id = BASE64URL_NOPAD.encode(answer.raw_id.as_ref());
        let own = queries::passkeys(conn, account)?;
        let Some(row) = own.iter().find(|row| row.credential_id == id) else { return Ok(false) };
        let mut passkey = row.passkey()?;
        let result = match stored(challenge)? {
            Challenge::Registration(_) => return Ok(false),
            Challenge::Account(state) => {
                self.webauthn()?.finish_passkey_authentication(answer, &state)
            }
            Challenge::Anyone(state) => {
                let keys = [DiscoverableKey::from(&passkey)];
                self.webauthn()?.finish_discoverable_authentication(answer, state, &keys)
            }
        };
        let Some(result) = verified(result) else { return Ok(false) };
        passkey.update_credential(&result);
        let credential = serde_json::to_string(&passkey).map_err(Error::internal)?;
        queries::used_passkey(conn, &row.id, &credential, Timestamp::now())?;
        Ok(true)
    }
}

impl PasskeyRow {
    /// Makes the row of a new passkey.
    pub(super) fn of(account: &Id, name: String, passkey: &Passkey) -> Result<Self> {
        Ok(Self {
            id: Id::new(),
            account_id: account.clone(),
            name,
            credential_id: BASE64URL_NOPAD.encode(passkey.cred_id().as_ref()),
            credential: serde_json::to_string(passkey).map_err(Error::internal)?,
            created_at: Timestamp::now(),
            last_used_at: None,
        })
    }

    fn passkey(&self) -> Result<Passkey> {
        serde_json::from_str(&self.credential).map_err(Error::internal)
    }
}

/// Parses the answer of a browser. `None` for anything else.
pub(super) fn parsed(answer: Map<String, Value>) -> Option<PublicKeyCredential> {
    serde_json::from_value(Value::Object(answer)).ok()
}

/// Returns the account that a passkey says it belongs to, which the signature has yet to prove.
pub(super) fn claimed_owner(answer: &PublicKeyCredential) -> Option<Id> {
    let handle: &[u8; 16] = answer.get_user_unique_id()?.try_into().ok()?;
    let (id, rest) = handle.split_first_chunk::<12>()?;
    (rest == [0; 4]).then(|| Id::from_bytes(id))
}

/// Returns the handle of an account: its identifier, filled up to the length that a handle has.
pub(super) fn handle(account: &Id) -> Result<Uuid> {
    let id = Id::bytes_of(account.as_str()).ok_or_else(|| Error::internal("not an identifier"))?;
    let mut handle = [0; 16];
    handle[..12].copy_from_slice(&id);
    Ok(Uuid::from_bytes(handle))
}

fn here(product: &str, public_url: &str) -> Option<Here> {
    let mut url = Url::parse(public_url).ok()?;
    if host::is_loopback_http(public_url) {
        url.set_host(Some("localhost")).ok()?;
    } else if url.scheme() != "https" {
        return None;
    }
    let origin = url.origin().ascii_serialization();
    let name = url.domain()?.to_owned();
    let builder = WebauthnBuilder::new(&name, &url).ok()?.rp_name(product);
    Some(Here { origin, webauthn: builder.build().ok()? })
}

fn requested(options: &impl Serialize, challenge: &Challenge) -> Result<Requested> {
    let options = serde_json::to_value(options).map_err(Error::internal)?;
    let challenge = serde_json::to_string(challenge).map_err(Error::internal)?;
    let Value::Object(options) = options["publicKey"].clone() else {
        return Err(Error::internal("the challenge has no options"));
    };
    Ok(Requested { options, challenge })
}

fn stored(challenge: &str) -> Result<Challenge> {
    serde_json::from_str(challenge).map_err(Error::internal)
}

fn verified<T>(result: Result<T, WebauthnError>) -> Option<T> {
    result.inspect_err(|error| tracing::info!(%error, "a passkey was refused")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_need_a_secure_origin_with_a_name() {
        for (url, origin) in [
            ("https://desk.example.com", Some("https://desk.example.com")),
            ("https://desk.example.com:8443", Some("https://desk.example.com:8443")),
            ("http://127.0.0.1:8080", Some("http://localhost:8080")),
            ("http://localhost:8080", Some("http://localhost:8080")),
            ("http://[::1]:8080", Some("http://localhost:8080")),
            ("http://desk.example.com", None),
            ("http://0.0.0.0:8080", None),
            ("https://192.0.2.1", None),
            ("https://[2001:db8::1]", None),
            ("", None),
        ] {
            assert_eq!(RelyingParty::of("Test", url).origin(), origin, "{url}");
        }
    }

    #[test]
    fn handle_of_an_account_names_it() {
        let id = Id::new();
        let bytes = handle(&id).unwrap().into_bytes();
        assert_eq!(Id::from_bytes(bytes.first_chunk().unwrap()), id);
        assert!(handle(&Id::nil()).is_ok());
    }
}
