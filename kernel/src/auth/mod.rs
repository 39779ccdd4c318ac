//! Sign-in: who is asking. What they may do is decided by the policy.
//!
//! `accounts` and `password` are the people and how they prove who they are, `common_passwords` what they
//! must not choose for that, `attempts` how often
//! that may be tried, `administration` what administrators do to accounts; `providers`
//! signing in elsewhere, by the crate `oidc`; `sessions` and `refresh` what begins then, and how it goes on; `token` and
//! `keys` the access tokens of a session, `integrators` the tokens that people make for programs;
//! `cache` and `checked` what is known of whoever asks, at each request; `actor` what modules see of all this;
//! `routes` the operations, `browser` the cookies that they need; `demo` the accounts of the demo
//! data.

mod accounts;
pub mod administration;
mod attempts;
mod browser;
pub(crate) mod demo;
mod integrators;
mod keys;
mod new_account;
mod password;
mod providers;
mod queries;
mod refresh;
mod routes;
mod session_cache;
mod sessions;
mod token;
mod verified_tokens;

#[cfg(test)]
mod session_tests;
#[cfg(test)]
mod testing;

use std::sync::Arc;

use actix_web::http::header::{AUTHORIZATION, HeaderMap};
use oidc::Provider;

pub use accounts::leave_to_link_holds;
pub use integrators::Token;
pub(crate) use keys::{REFRESH_EVERY, Rotated};
pub use new_account::NewAccount;
pub use password::NewPassword;
pub(crate) use providers::sweep as sweep_round_trips;
pub(crate) use queries::any_account;
pub(crate) use routes::{routes, well_known};

use crate::base::config::retention::{self, DAY};
use crate::base::config::{Config, Settings};
use crate::base::error::{Error, Result};
use crate::base::id::{Id, hex};
use crate::base::time::Timestamp;
use crate::db::{Conn, Database};
use crate::engine::policy::DEFAULT_ROLE;
use crate::engine::schema::Checker;
use crate::records::Records;
use crate::records::actor::{ACCOUNTS, Actor, SIGN_IN_FIRST};
use integrators::Presented;
use keys::Keys;
use password::Passwords;
use providers::Providers;
use queries::AccountRow;
use session_cache::{CachedSession, SessionCache};
use token::{BAD_TOKEN, Minter, Verifier};
use verified_tokens::Verified;

/// The table that a first start fills, before there is anything else.
pub(crate) const SIGNING_KEYS: &str = "signing_keys";

const TOKEN_ENDED: &str = "This token is not valid, or not any more";
const NOT_KNOWN_HERE: &str = "Whom this token is about cannot come in with it. Sign in here first";
const SESSION_ENDED: &str = "This session has ended. Sign in again";
const LOCKED: &str = "This account is locked. Ask an administrator to unlock it";
const WRONG_PASSWORD: &str = "The email or the password is not right";
const WRONG_CURRENT_PASSWORD: &str = "The current password is not right";

/// Sign-in. Cheap to clone.
#[derive(Clone)]
pub struct Auth(Arc<Inner>);

/// What somebody is known as.
pub(crate) struct AccountStatus {
    /// The roles, at least one.
    pub(crate) roles: Vec<String>,
    /// Roles that the account has and the policy does not know.
    pub(crate) unknown: Vec<String>,
    pub(crate) locked: bool,
}

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
    providers: Providers,
    cache: Arc<SessionCache>,
    /// Changes of accounts are noted in the history of whatever resource shows them.
    records: Arc<Records>,
}

impl Auth {
    /// Prepares sign-in on a database that is up to date; makes the signing key at the first
    /// start. `roles` are the roles that the policy knows.
    pub(crate) async fn start(
        db: &Database,
        config: &Config,
        roles: &[String],
        records: &Arc<Records>,
    ) -> Result<Self> {
        let keys = Arc::new(Keys::start(db).await?);
        let minter = Minter::new(&config.public_url, keys.clone());
        let cache = Arc::new(SessionCache::default());
        let remembered = Arc::clone(&cache);
        db.on_commit(move |table, id| {
            if table == ACCOUNTS {
                remembered.forget(id);
            }
        });
        let providers = Providers::new(&config.oidc);
        let mut issuers = vec![minter.as_issuer()];
        issuers.extend(providers.issuers(&config.oidc));
        Ok(Self(Arc::new(Inner {
            db: db.of_sessions(),
            origin: config.public_url.clone(),
            secure: !config.is_loopback_http(),
            roles: roles.to_vec(),
            verifier: Verifier::new(issuers),
            minter,
            keys,
            passwords: Passwords::start().await?,
            new_account: NewAccount::checker(roles)?,
            providers,
            cache,
            records: Arc::clone(records),
        })))
    }

    /// Who sends a request with these headers: the holder of the bearer token, if it holds, its
    /// session has not ended and the account is not locked. Anything else is a 401 that says
    /// which; a database out of reach is not.
    pub(crate) async fn authenticate(&self, headers: &HeaderMap) -> Result<Actor> {
        let token = bearer(headers)?;
        if let Some(presented) = Presented::parse(token) {
            let key = crate::engine::rate_limits::digest(token);
            let seen = self.cache().get(&key, self.look_up_token(presented)).await?;
            return holding(seen, TOKEN_ENDED);
        }
        let verified = self.0.verifier.verify(token).await?;
        match verified.provider.clone() {
            None => self.by_session(&verified).await,
            Some(provider) => self.by_provider(&provider, &verified).await,
        }
    }

    /// Whoever holds a token of our own.
    async fn by_session(&self, verified: &Verified) -> Result<Actor> {
        let session = verified.session.as_deref().and_then(Id::parse);
        let session = session.ok_or(Error::Unauthenticated(BAD_TOKEN))?;
        let seen = self.cache().get(session.as_str(), self.look_up(&session)).await?;
        let seen = seen.filter(|seen| seen.actor.id.as_str() == verified.subject);
        holding(seen, SESSION_ENDED)
    }

    /// Whoever holds an access token of a provider. Who comes for the first time gets an account,
    /// when the token says an e-mail.
    async fn by_provider(&self, provider: &Provider, verified: &Verified) -> Result<Actor> {
        let key = format!("{} {}", verified.issuer, verified.subject);
        let mut seen = self.cache().get(&key, self.look_up_identity(verified)).await?;
        if seen.is_none() && self.arrive_by_token(provider, verified).await? {
            seen = self.cache().get(&key, self.look_up_identity(verified)).await?;
        }
        // Signing out everywhere, and another password, end what the provider gave out before.
        let seen = seen.filter(|seen| {
            seen.signed_out_at.is_none_or(|until| verified.issued_at > until.seconds())
        });
        holding(seen, NOT_KNOWN_HERE)
    }

    /// An access token for a session as of `now`, and how many seconds it holds from then.
    pub(crate) fn access_token(
        &self,
        account: &Id,
        session: &Id,
        now: Timestamp,
    ) -> Result<(String, i64)> {
        Ok((self.0.minter.mint(account, session, now)?, keys::ACCESS_SECONDS))
    }

    /// Signs with another key from now on.
    pub(crate) async fn rotate_keys(&self) -> Result<Rotated> {
        self.0.keys.rotate().await
    }

    /// Takes the keys that other processes made or retired.
    pub(crate) async fn refresh_keys(&self) -> Result<()> {
        self.0.keys.refresh().await
    }

    /// Deletes the keys that hold no more.
    pub(crate) async fn sweep_keys(&self) -> Result<()> {
        self.0.keys.sweep().await
    }

    /// The account with this e-mail, in any case: its roles as the policy knows them, those that
    /// it does not know, and whether it is locked.
    pub(crate) async fn standing(&self, email: &str) -> Result<Option<AccountStatus>> {
        let email = email.to_owned();
        let found = self.db().read(move |conn| queries::account_by_email(conn, &email)).await?;
        Ok(found.map(|account| {
            let unknown = account.roles.0.iter().filter(|role| !self.0.roles.contains(*role));
            let unknown = unknown.cloned().collect();
            AccountStatus {
                roles: self.effective(account.roles.0),
                unknown,
                locked: account.locked,
            }
        }))
    }

    async fn look_up(&self, session: &Id) -> Result<Option<CachedSession>> {
        let id = session.clone();
        let found = self.db().read(move |conn| queries::session_and_account(conn, &id)).await?;
        Ok(found.map(|(session, account)| {
            let seen = self.seen(session.ends_at(), account);
            CachedSession { actor: Actor { session: Some(session.id), ..seen.actor }, ..seen }
        }))
    }

    async fn look_up_identity(&self, verified: &Verified) -> Result<Option<CachedSession>> {
        let (issuer, subject) = (verified.issuer.clone(), verified.subject.clone());
        let found = self
            .db()
            .read(move |conn| queries::providers::account_of(conn, &issuer, &subject))
            .await?;
        // How long such a token holds, it says itself.
        Ok(found.map(|account| self.seen(Timestamp::LAST, account)))
    }

    fn seen(&self, ends_at: Timestamp, account: AccountRow) -> CachedSession {
        CachedSession {
            ends_at,
            locked: account.locked,
            signed_out_at: account.signed_out_at,
            actor: Actor {
                name: account.name(),
                id: account.id,
                email: account.email,
                roles: self.effective(account.roles.0),
                holds: Vec::new(),
                session: None,
                scope: None,
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

    fn records(&self) -> &Arc<Records> {
        &self.0.records
    }
}

/// Ends what a restored backup would bring back to life, in a database that nobody serves: every
/// session, every API token, and every signing key, one that was rotated out since among them. Returns
/// how many sessions would have gone on.
pub(crate) fn begin_anew(conn: &mut Conn, now: Timestamp) -> Result<usize> {
    queries::integrators::delete_everybodys(conn)?;
    keys::replace_all(conn)?;
    queries::end_all_sessions(conn, now)
}

/// Whoever was seen, if they may come in; `ended` is told when there is nobody any more.
fn holding(seen: Option<CachedSession>, ended: &'static str) -> Result<Actor> {
    match seen {
        Some(seen) if seen.locked => Err(Error::Unauthenticated(LOCKED)),
        Some(seen) if seen.ends_at > Timestamp::now() => Ok(seen.actor),
        _ => Err(Error::Unauthenticated(ended)),
    }
}

/// Forgets places where nobody has signed in for long; answers how many.
pub(crate) fn sweep_places(conn: &mut Conn, _: &Settings, most: usize) -> Result<usize> {
    let until = Timestamp::now().plus_seconds(-attempts::KNOWN_FOR);
    queries::places::forget(conn, until, most)
}

/// Withdraws leave to link that nobody used in time: rows of few, and none is deleted.
pub(crate) fn sweep_leave(conn: &mut Conn, _: &Settings, _: usize) -> Result<usize> {
    queries::providers::withdraw_link_allowed(conn, accounts::oldest_leave())
}

/// Deletes sessions that ended as long ago as is set.
pub(crate) fn sweep_sessions(conn: &mut Conn, settings: &Settings, most: usize) -> Result<usize> {
    let until = Timestamp::now().plus_seconds(-settings.whole(&retention::SESSIONS) * DAY);
    queries::delete_old_sessions(conn, until, most)
}

/// Deletes API tokens that expired as long ago as is set.
pub(crate) fn sweep_tokens(conn: &mut Conn, settings: &Settings, most: usize) -> Result<usize> {
    let until = Timestamp::now().plus_seconds(-settings.whole(&retention::TOKENS) * DAY);
    queries::integrators::delete_expired(conn, until, most)
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
