//! Making an API token: by a person who has just signed in or says the password again, once for each
//! idempotency key, shown in the answer and nowhere else.
//!
//! An answer that is kept to be given again must not hold the token. It holds a seed; the secret half of
//! the token is made of the seed and of the idempotency key, and of that key only so much is stored as is
//! slow to guess from.

use aws_lc_rs::hmac;
use serde_json::{Value, json};

use super::super::accounts::Proof;
use super::super::attempts::ClientOrigin;
use super::super::password::{NewPassword, stretched};
use super::super::queries::integrators::{self as queries, TokenRow};
use super::super::{Auth, SESSION_ENDED, administration, hex, random_bytes};
use super::{NewToken, PREFIX, TokenInput};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::policy::Permission;
use crate::engine::rate_limits::digest;
use crate::records::actor::ACCOUNTS;
use crate::records::actor::Actor;
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;

/// How many tokens a person may have.
const MOST: i64 = 100;

/// The farthest end of a token, in seconds from now: a year.
const LONGEST: i64 = 365 * 24 * 60 * 60;

/// By how many seconds the clock of a client may be ahead.
const LEEWAY: i64 = 5 * 60;

/// For so many seconds after signing in, no password is asked for again.
const FRESH: i64 = 10 * 60;

const NOT_ONES_OWN: &str = "This is not among what you may do yourself";
const IN_THE_PAST: &str = "Choose a time in the future";
const TOO_FAR: &str = "Choose a time within a year from now";
const SAY_IT_AGAIN: &str =
    "You signed in more than ten minutes ago. Enter your current password, or sign in again";

impl Auth {
    /// Makes a token for whoever sends `call` and may do `own`; the same again for the same idempotency
    /// key and body.
    ///
    /// # Errors
    /// 422 at the field that does not hold: `/currentPassword` is needed unless the maker signed in within
    /// the last ten minutes, and a wrong one counts as a failed sign-in (429 when there are too many).
    /// 409 for more than 100 tokens.
    pub(super) async fn make_token(
        &self,
        context: RequestContext,
        own: &[Permission],
        new: TokenInput,
        whence: ClientOrigin,
    ) -> Result<NewToken> {
        let maker = context.by().clone();
        let (key, sealed) = Seal::of(context.key(), &maker.id).await?;
        let asked = asked(&new, &key, &maker.id).await?;
        let context = context.under(key);
        let proven = match context.is_answered().await? {
            true => None,
            false => {
                refuse(&new, own)?;
                Some(self.prove(&maker, new.current_password.clone(), whence).await?)
            }
        };
        let seed = hex(&random_bytes::<32>());
        let row = TokenRow {
            id: Id::new(),
            account_id: maker.id.clone(),
            name: new.name,
            secret: digest(&sealed.secret(&seed)),
            permissions: new
                .permissions
                .as_ref()
                .map(serde_json::to_string)
                .transpose()
                .map_err(Error::internal)?,
            created_at: Timestamp::now(),
            expires_at: new.expires_at,
            last_used_at: None,
        };
        let answer = context.perform(&asked, move |writing| {
            let (by, records) = (writing.by(), writing.records);
            let conn = writing.conn();
            // What was kept a moment ago has been forgotten since.
            let proven = proven.ok_or_else(|| Error::invalid("/currentPassword", SAY_IT_AGAIN))?;
            proven.still_holds(conn, &maker)?;
            if queries::count(conn, &row.account_id)? >= MOST {
                return Err(Error::conflict("You have 100 tokens. Revoke one of them first"));
            }
            records.record_account_change(
                conn,
                ACCOUNTS,
                (&maker.id, "create-token"),
                by,
                |conn| queries::insert(conn, &row),
            )?;
            Answer::created(&NewToken { token: seed, made: row.shown()? })
        });
        let kept = answer.await?.body.unwrap_or_default();
        let mut made: NewToken = serde_json::from_str(&kept).map_err(Error::internal)?;
        made.token = format!("{PREFIX}{}_{}", made.made.id, sealed.secret(&made.token));
        Ok(made)
    }

    /// Makes sure that it is the person who asks, and not somebody who found their session open.
    async fn prove(
        &self,
        maker: &Actor,
        password: Option<String>,
        whence: ClientOrigin,
    ) -> Result<Proven> {
        if let Some(password) = password {
            return Ok(Proven::ByPassword(self.check_password(maker, password, whence).await?));
        }
        let Some(id) = maker.session.clone() else {
            return Err(Error::invalid("/currentPassword", SAY_IT_AGAIN));
        };
        let session = self.db().read(move |conn| super::super::queries::session(conn, &id)).await?;
        let session = session.ok_or(Error::Unauthenticated(SESSION_ENDED))?;
        match session.created_at.plus_seconds(FRESH) > Timestamp::now() {
            true => Ok(Proven::BySignIn),
            false => Err(Error::invalid("/currentPassword", SAY_IT_AGAIN)),
        }
    }
}

/// What tells that the maker is there.
enum Proven {
    ByPassword(Proof),
    /// The session is a new one.
    BySignIn,
}

impl Proven {
    /// Fails when the password, the session or the account is not what it was. A lock takes all tokens
    /// back, and none comes to be beside it.
    fn still_holds(&self, conn: &mut Conn, maker: &Actor) -> Result<()> {
        let account = administration::lock_row(conn, &maker.id)?;
        if account.locked {
            return Err(Error::Forbidden);
        }
        if let Some(id) = &maker.session {
            let session = super::super::queries::session(conn, id)?;
            session
                .filter(|session| session.ends_at() > Timestamp::now())
                .ok_or(Error::Unauthenticated(SESSION_ENDED))?;
        }
        if let Self::ByPassword(proof) = self {
            proof.still_holds(&account)?;
            proof.confirmed(conn, &maker.id)?;
        }
        Ok(())
    }
}

/// Makes secrets of seeds: with an idempotency key always the same ones.
struct Seal(Option<hmac::Key>);

impl Seal {
    /// Returns the key that an answer is kept under, and what seals it.
    async fn of(key: Option<&str>, maker: &Id) -> Result<(Option<String>, Self)> {
        let Some(key) = key else { return Ok((None, Self(None))) };
        let bytes = stretched(key.to_owned(), format!("api token {maker}")).await?;
        let (stored, sealing) = bytes.split_at(32);
        Ok((Some(hex(stored)), Self(Some(hmac::Key::new(hmac::HMAC_SHA256, sealing)))))
    }

    fn secret(&self, seed: &str) -> String {
        match &self.0 {
            None => seed.to_owned(),
            Some(key) => hex(hmac::sign(key, seed.as_bytes()).as_ref()),
        }
    }
}

/// Returns all that makes a call that comes again the same; of the password, what is as slow to guess from
/// as the stored one.
async fn asked(new: &TokenInput, key: &Option<String>, maker: &Id) -> Result<Value> {
    let mut asked = json!(new);
    if let (Some(password), Some(_)) = (&new.current_password, key) {
        let typed = NewPassword::from(password.as_str());
        asked["currentPassword"] = typed.trace(maker.as_str()).await?.into();
    }
    Ok(asked)
}

fn refuse(new: &TokenInput, own: &[Permission]) -> Result<()> {
    let mut errors = beyond(new.permissions.as_deref().unwrap_or_default(), own);
    let now = Timestamp::now();
    if new.expires_at <= now {
        errors.push(FieldError::new("/expiresAt", IN_THE_PAST));
    } else if new.expires_at > now.plus_seconds(LONGEST + LEEWAY) {
        errors.push(FieldError::new("/expiresAt", TOO_FAR));
    }
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

/// What of `wanted` is not among a person's own permissions.
fn beyond(wanted: &[Permission], own: &[Permission]) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (at, permission) in wanted.iter().enumerate() {
        let Some(known) = own.iter().find(|known| known.resource == permission.resource) else {
            errors.push(FieldError::new(format!("/permissions/{at}/resource"), NOT_ONES_OWN));
            continue;
        };
        for (nth, action) in permission.actions.iter().enumerate() {
            if !known.actions.contains(action) {
                let pointer = format!("/permissions/{at}/actions/{nth}");
                errors.push(FieldError::new(pointer, NOT_ONES_OWN));
            }
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permission(resource: &str, actions: &[&str]) -> Permission {
        let actions = actions.iter().map(|action| (*action).to_owned()).collect();
        Permission { resource: resource.to_owned(), actions }
    }

    #[test]
    fn a_token_may_not_do_more_than_its_maker() {
        let own = [permission("units", &["read", "update"]), permission("projects", &["read"])];
        let wanted = [
            permission("units", &["read", "delete"]),
            permission("users", &["read"]),
            permission("projects", &["read"]),
        ];
        let pointers: Vec<String> =
            beyond(&wanted, &own).into_iter().map(|error| error.pointer).collect();
        assert_eq!(pointers, ["/permissions/0/actions/1", "/permissions/1/resource"]);
    }
}
