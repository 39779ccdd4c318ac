//! Creates API tokens: for a user who has just signed in or enters the password again, once per
//! idempotency key, shown in the response and nowhere else.
//!
//! A response stored for idempotent requests must not contain the token. It contains a seed; the
//! secret of the token is derived from the seed and the idempotency key, and of that key only a
//! slow hash is stored.

use aws_lc_rs::hmac;
use data_encoding::HEXLOWER;
use serde_json::{Value, json};

use super::super::attempts::ClientOrigin;
use super::super::password::NewPassword;
use super::super::proof::password_missing;
use super::super::queries::api_tokens::{self as queries, TokenRow};
use super::super::{Auth, random_bytes};
use super::{NewToken, PREFIX, TokenInput};
use crate::base::digest::digest;
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::base::slow_hash::stretched;
use crate::base::time::Timestamp;
use crate::engine::policy::Permission;
use crate::records::audit::{self, Action, Event};
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;

/// The maximum number of tokens of a user.
const MAX_TOKENS: i64 = 100;

/// The maximum lifetime of a token, in seconds: a year.
const MAX_LIFETIME: i64 = 365 * 24 * 60 * 60;

/// By how many seconds the clock of a client may be ahead.
const LEEWAY: i64 = 5 * 60;

const NOT_ONES_OWN: &str = "This is not among what you may do yourself";
const IN_THE_PAST: &str = "Choose a time in the future";
const TOO_FAR: &str = "Choose a time within a year from now";

impl Auth {
    /// Creates a token for the sender of the request, whose permissions are `own`. The same
    /// idempotency key and body return the same token.
    ///
    /// # Errors
    /// 422 at the invalid field: `/currentPassword` is required unless the user signed in within
    /// the last ten minutes, and a wrong one counts as a failed sign-in (429 when there are too
    /// many). 409 for more than 100 tokens.
    pub(super) async fn make_token(
        &self,
        context: RequestContext,
        own: &[Permission],
        new: TokenInput,
        origin: ClientOrigin,
    ) -> Result<NewToken> {
        let maker = context.by().clone();
        let (key, sealed) = Seal::of(context.key(), &maker.id).await?;
        let fingerprint = fingerprint(&new, &key, &maker.id).await?;
        let context = context.under(key);
        let proven = match context.is_answered().await? {
            true => None,
            false => {
                validate(&new, own)?;
                Some(self.prove(&maker, new.current_password.clone(), origin).await?)
            }
        };
        let seed = HEXLOWER.encode(&random_bytes::<32>());
        let row = TokenRow {
            id: Id::new(),
            account_id: maker.id.clone(),
            name: new.name,
            secret: digest(sealed.secret(&seed)),
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
        let answer = context.perform(&fingerprint, move |writing| {
            let (by, records) = (writing.by(), writing.records);
            let conn = writing.conn();
            // The stored response has been deleted since it was looked up.
            let proven = proven.ok_or_else(password_missing)?;
            proven.check_unchanged(conn, &maker)?;
            if queries::count(conn, &row.account_id)? >= MAX_TOKENS {
                return Err(Error::conflict("You have 100 tokens. Revoke one of them first"));
            }
            records.record_account_change(conn, (&maker.id, "create-token"), by, |conn| {
                queries::insert(conn, &row)
            })?;
            let created = Event::new(Action::TokenCreated, &by.email).by(by);
            audit::record(conn, created.because(format!("Valid until {}", row.expires_at)))?;
            Answer::created(&NewToken { token: seed, made: row.shown()? })
        });
        let body = answer.await?.body.unwrap_or_default();
        let mut made: NewToken = serde_json::from_str(&body).map_err(Error::internal)?;
        made.token = format!("{PREFIX}{}_{}", made.made.id, sealed.secret(&made.token));
        Ok(made)
    }
}

/// Derives secrets from seeds: deterministic when there is an idempotency key.
struct Seal(Option<hmac::Key>);

impl Seal {
    /// Returns the key under which the response is stored, and the seal.
    async fn of(key: Option<&str>, maker: &Id) -> Result<(Option<String>, Self)> {
        let Some(key) = key else { return Ok((None, Self(None))) };
        let bytes = stretched(key.to_owned(), format!("api token {maker}")).await?;
        let (stored, sealing) = bytes.split_at(32);
        Ok((Some(HEXLOWER.encode(stored)), Self(Some(hmac::Key::new(hmac::HMAC_SHA256, sealing)))))
    }

    fn secret(&self, seed: &str) -> String {
        match &self.0 {
            None => seed.to_owned(),
            Some(key) => HEXLOWER.encode(hmac::sign(key, seed.as_bytes()).as_ref()),
        }
    }
}

/// Returns the body as compared between idempotent requests; the password is replaced by a digest
/// that is as slow to guess from as the stored hash.
async fn fingerprint(new: &TokenInput, key: &Option<String>, maker: &Id) -> Result<Value> {
    let mut fingerprint = json!(new);
    if let (Some(password), Some(_)) = (&new.current_password, key) {
        let typed = NewPassword::from(password.as_str());
        fingerprint["currentPassword"] = typed.trace(maker.as_str()).await?.into();
    }
    Ok(fingerprint)
}

fn validate(new: &TokenInput, own: &[Permission]) -> Result<()> {
    let mut errors = not_permitted(new.permissions.as_deref().unwrap_or_default(), own);
    let now = Timestamp::now();
    if new.expires_at <= now {
        errors.push(FieldError::new("/expiresAt", IN_THE_PAST));
    } else if new.expires_at > now.plus_seconds(MAX_LIFETIME + LEEWAY) {
        errors.push(FieldError::new("/expiresAt", TOO_FAR));
    }
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

/// Returns an error for each of `wanted` that is not among the user's own permissions.
fn not_permitted(wanted: &[Permission], own: &[Permission]) -> Vec<FieldError> {
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
    use super::super::tests::permission;
    use super::*;

    #[test]
    fn a_token_may_not_do_more_than_its_maker() {
        let own = [permission("units", &["read", "update"]), permission("projects", &["read"])];
        let wanted = [
            permission("units", &["read", "delete"]),
            permission("users", &["read"]),
            permission("projects", &["read"]),
        ];
        let pointers: Vec<String> =
            not_permitted(&wanted, &own).into_iter().map(|error| error.pointer).collect();
        assert_eq!(pointers, ["/permissions/0/actions/1", "/permissions/1/resource"]);
    }
}
