//! Sign-in: who is asking. What they may do is decided by the policy.
//!
//! `accounts` and `password` are the people and how they prove who they are, `administration` what
//! administrators do to accounts; `sessions` and `refresh` what begins when they have, and how it goes on; `token` and `keys` the access tokens
//! of a session; `cache` what is known of sessions at each request; `actor` what modules see of
//! all this; `routes` the operations, `browser` the cookie that they need; `demo` the accounts of
//! the demo data.

mod accounts;
mod actor;
pub mod administration;
mod browser;
mod cache;
pub(crate) mod demo;
mod keys;
mod password;
mod queries;
mod refresh;
mod routes;
mod sessions;
mod token;

#[cfg(test)]
mod session_tests;
#[cfg(test)]
mod testing;

use std::sync::Arc;

use actix_web::http::header::{AUTHORIZATION, HeaderMap};

pub use accounts::NewAccount;
pub use actor::Actor;
pub use password::NewPassword;
pub(crate) use queries::any_account;
pub(crate) use routes::{routes, well_known};

use crate::config::Config;
use crate::db::Database;
use crate::error::{Error, Result};
use crate::id::Id;
use crate::policy::DEFAULT_ROLE;
use crate::schema::Checker;
use crate::time::Timestamp;
use cache::{Seen, SessionCache};
use keys::Keys;
use password::Passwords;
use queries::{AccountRow, SessionRow};
use token::{BAD_TOKEN, Minter, Verifier};

/// The table of accounts, as changes of them are announced.
const ACCOUNTS: &str = "accounts";

const SIGN_IN_FIRST: &str = "Sign in first";
const SESSION_ENDED: &str = "This session has ended. Sign in again";
const LOCKED: &str = "This account is locked. Ask an administrator to unlock it";
const WRONG_PASSWORD: &str = "The email or the password is not right";
const WRONG_CURRENT_PASSWORD: &str = "The current password is not right";

/// Sign-in. Cheap to clone.
#[derive(Clone)]
pub struct Auth(Arc<Inner>);

struct Inner {
    db: Database,
    /// How browsers reach the product.
    origin: String,
    /// Whether cookies are for https only.
    secure: bool,
    roles: Vec<String>,
    keys: Arc<Keys>,
    minter: Minter,
    verifier: Verifier,
    passwords: Passwords,
    new_account: Checker,
    cache: Arc<SessionCache>,
}

impl Auth {
    /// Prepares sign-in on a database that is up to date; makes the signing key at the first
    /// start. `roles` are the roles that the policy knows.
    pub async fn start(db: &Database, config: &Config, roles: &[String]) -> Result<Self> {
        let keys = Arc::new(Keys::start(db).await?);
        let minter = Minter::new(&config.public_url, keys.clone());
        let cache = Arc::new(SessionCache::default());
        let remembered = Arc::clone(&cache);
        db.on_commit(move |table, id| {
            if table == ACCOUNTS {
                remembered.forget(id);
            }
        });
        Ok(Self(Arc::new(Inner {
            db: db.clone(),
            origin: config.public_url.clone(),
            secure: !config.is_loopback_http(),
            roles: roles.to_vec(),
            verifier: Verifier::new(vec![minter.as_issuer()]),
            minter,
            keys,
            passwords: Passwords::start().await?,
            new_account: NewAccount::checker(roles)?,
            cache,
        })))
    }

    /// Who sends a request with these headers: the holder of the bearer token, if it holds, its
    /// session has not ended and the account is not locked. Anything else is a 401 that says
    /// which; a database out of reach is not.
    pub async fn authenticate(&self, headers: &HeaderMap) -> Result<Actor> {
        let verified = self.0.verifier.verify(bearer(headers)?).await?;
        let account = Id::parse(&verified.subject);
        let session = verified.session.as_deref().and_then(Id::parse);
        let (Some(account), Some(session)) = (account, session) else {
            return Err(Error::Unauthenticated(BAD_TOKEN));
        };
        let seen = self.cache().get(&session, &account, self.look_up(&session)).await?;
        match seen {
            None => Err(Error::Unauthenticated(SESSION_ENDED)),
            Some(seen) if seen.locked => Err(Error::Unauthenticated(LOCKED)),
            Some(seen) if seen.ends_at <= Timestamp::now() => {
                Err(Error::Unauthenticated(SESSION_ENDED))
            }
            Some(seen) => Ok(seen.actor),
        }
    }

    /// An access token for a session as of `now`, and how many seconds it holds from then.
    pub(crate) fn access_token(
        &self,
        account: &Id,
        session: &Id,
        now: Timestamp,
    ) -> Result<(String, i64)> {
        Ok((self.0.minter.mint(account, session, now)?, token::ACCESS_SECONDS))
    }

    async fn look_up(&self, session: &Id) -> Result<Option<Seen>> {
        let id = session.clone();
        let found = self.db().read(move |conn| queries::session_and_account(conn, &id)).await?;
        Ok(found.map(|(session, account)| self.seen(session, account)))
    }

    fn seen(&self, session: SessionRow, account: AccountRow) -> Seen {
        Seen {
            ends_at: session.ends_at(),
            locked: account.locked,
            actor: Actor {
                name: account.name(),
                id: account.id,
                email: account.email,
                roles: self.effective(account.roles.0),
                session: Some(session.id),
                request: None,
            },
        }
    }

    /// The roles of an account that the policy knows.
    fn effective(&self, mut roles: Vec<String>) -> Vec<String> {
        roles.retain(|role| self.0.roles.contains(role));
        if roles.is_empty() {
            roles.push(DEFAULT_ROLE.to_owned());
        }
        roles
    }

    fn db(&self) -> &Database {
        &self.0.db
    }

    fn passwords(&self) -> &Passwords {
        &self.0.passwords
    }

    fn cache(&self) -> &SessionCache {
        &self.0.cache
    }
}

/// The token of `Authorization: Bearer …`.
fn bearer(headers: &HeaderMap) -> Result<&str> {
    let Some(header) = headers.get(AUTHORIZATION) else {
        return Err(Error::Unauthenticated(SIGN_IN_FIRST));
    };
    header
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .ok_or(Error::Unauthenticated(BAD_TOKEN))
}

/// Random bytes that nobody can guess.
fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    aws_lc_rs::rand::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
