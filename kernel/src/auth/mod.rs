//! Authentication: who sends a request. Authorization is decided by the policy.
//!
//! `accounts`, `new_account` and `password` are the users and their passwords, `attempts` the rate
//! limits of sign-in, `administration` and `credentials` changes of accounts by administrators;
//! `factors` are second factors, `proof` proofs that a user is there, `recent` whether there was one
//! lately, `confirmation` the operation that renews it; `providers` is
//! sign-in with an identity provider, by the crate `oidc`; `sign_in` is the first step,
//! `signed_in` the response; `view_as` sees with another user's eyes; `sessions` and `refresh` are sessions
//! and their refresh tokens; `token` and `keys` the access tokens of a session, `api_tokens` the
//! API tokens; `session_cache` caches what each request needs; `queries` holds the SQL; `routes` the
//! operations, `browser` their cookies; `reset` is a forgotten password, `invitations` a first one, by the `links` that only mails
//! hold, `mailing` whom a mail is for; `own_settings` is what users set for themselves; `ruled_accounts` are accounts as rules read them; `demo` the accounts of the demo data.

mod accounts;
pub mod administration;
mod api_tokens;
mod attempts;
mod browser;
mod confirmation;
pub mod credentials;
pub(crate) mod demo;
mod factors;
pub mod invitations;
mod keys;
mod links;
pub(crate) mod mailing;
mod new_account;
mod own_settings;
mod password;
mod proof;
mod providers;
mod queries;
mod recent;
mod refresh;
mod reset;
mod routes;
mod ruled_accounts;
mod session_cache;
mod sessions;
mod sign_in;
mod signed_in;
mod token;
mod view_as;

#[cfg(test)]
mod session_tests;
#[cfg(test)]
mod testing;

use std::sync::Arc;

use actix_web::http::header::{AUTHORIZATION, HeaderMap};
use oidc::Provider;

pub use crate::engine::policy::UserAttributes;
pub use api_tokens::Token;
pub(crate) use attempts::KNOWN_FOR;
pub(crate) use factors::TICKET_SECONDS;
pub(crate) use keys::{Keys, OldKeys, REFRESH_EVERY};
pub use new_account::NewAccount;
pub use password::NewPassword;
pub(crate) use providers::ROUND_TRIP_SECONDS;
pub(crate) use queries::any_account;
pub(crate) use routes::{routes, well_known};
pub(crate) use ruled_accounts::{RuledAccount, report_failure, users_who_may};

use crate::base::config::retention::{self, DAY};
use crate::base::config::{Config, Settings};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, Database};
use crate::engine::policy::{DEFAULT_ROLE, Policy};
use crate::engine::schema::Checker;
use crate::mail;
use crate::records::Records;
use crate::records::actor::{ACCOUNTS, Actor, SIGN_IN_FIRST};
use crate::records::audit::{self, Action, Event, RequestOrigin};
use api_tokens::Presented;
use factors::RelyingParty;
use password::Passwords;
use providers::Providers;
use queries::AccountRow;
use session_cache::{CachedSession, SessionCache};
use token::{BAD_TOKEN, EXPIRED_TOKEN, Minter, Verified, Verifier};

/// The table that the first start fills, before any other.
pub(crate) const SIGNING_KEYS: &str = "signing_keys";

const TOKEN_ENDED: &str = "This token is not valid, or not any more";
const NOT_KNOWN_HERE: &str = "Whom this token is about cannot come in with it. Sign in here first";
const SESSION_ENDED: &str = "This session has ended. Sign in again";
const LOCKED: &str = "This account is locked. Ask an administrator to unlock it";
const WRONG_PASSWORD: &str = "The email or the password is not right";
/// What an event says instead of an email address that belongs to no account.
const UNKNOWN_ACCOUNT: &str = "an unknown account";

const WRONG_CURRENT_PASSWORD: &str = "The current password is not right";

/// Authentication. Cheap to clone.
#[derive(Clone)]
pub struct Auth(Arc<Inner>);

struct Inner {
    db: Database,
    /// The name of the product, as authenticators show it.
    product: &'static str,
    /// The public URL of the product in browsers.
    origin: String,
    /// Whether cookies are `Secure`.
    secure: bool,
    roles: Vec<String>,
    keys: Arc<Keys>,
    minter: Minter,
    verifier: Verifier,
    passwords: Passwords,
    new_account: Checker,
    providers: Providers,
    relying_party: RelyingParty,
    /// Whether webhooks may lead to private addresses.
    webhooks_to_private: bool,
    cache: Arc<SessionCache>,
    /// Refusals that wait to be stored as audit events.
    audit: Arc<audit::Queue>,
    /// Records changes of accounts in the audit trail of the resource that shows them.
    records: Arc<Records>,
}

impl Auth {
    /// Prepares authentication on a migrated database; creates the signing key at the first start.
    /// `product` is its name, `roles` are the roles of the policy.
    pub(crate) async fn start(
        db: &Database,
        config: &Config,
        product: &'static str,
        roles: &[String],
        records: &Arc<Records>,
    ) -> Result<Self> {
        let keys = Arc::new(Keys::start(db).await?);
        let minter = Minter::new(&config.public_url, keys.clone());
        let cache = Arc::new(SessionCache::default());
        let listener_cache = Arc::clone(&cache);
        db.on_commit(move |table, id| {
            if table == ACCOUNTS {
                listener_cache.forget(id);
            }
        });
        let providers = Providers::new(&config.oidc);
        let mut issuers = vec![minter.as_issuer()];
        issuers.extend(providers.issuers(&config.oidc));
        Ok(Self(Arc::new(Inner {
            db: db.of_sessions(),
            product,
            origin: config.public_url.clone(),
            secure: !config.is_loopback_http(),
            roles: roles.to_vec(),
            verifier: Verifier::new(issuers),
            minter,
            keys,
            passwords: Passwords::start().await?,
            new_account: NewAccount::checker(roles, &records.attributes)?,
            providers,
            relying_party: RelyingParty::of(product, &config.public_url),
            webhooks_to_private: config.webhooks_to_private,
            cache,
            audit: Arc::default(),
            records: Arc::clone(records),
        })))
    }

    /// Returns the name of the product.
    pub(crate) fn product(&self) -> &'static str {
        self.0.product
    }

    /// Authenticates a request with these headers: the owner of the bearer token, if it is valid,
    /// its session has not ended and the account is not locked.
    ///
    /// # Errors
    /// 401 with the reason otherwise; a database that cannot be reached is not a 401.
    pub(crate) async fn authenticate(&self, headers: &HeaderMap) -> Result<Actor> {
        let token = bearer(headers)?;
        if let Some(presented) = Presented::parse(token) {
            let key = crate::base::digest::digest(token);
            let cached = self.0.cache.get(&key, self.look_up_token(presented)).await?;
            return active_actor(cached, TOKEN_ENDED);
        }
        let verified = self.0.verifier.verify(token).await?;
        match (verified.provider.clone(), verified.viewer()) {
            (None, None) => self.by_session(&verified).await,
            (None, Some(viewer)) => self.by_view(&verified, viewer).await,
            (Some(provider), _) => self.by_provider(&provider, &verified).await,
        }
    }

    /// Returns the owner of one of our own access tokens.
    async fn by_session(&self, verified: &Verified) -> Result<Actor> {
        let session = verified.session.as_deref().and_then(Id::parse);
        let session = session.ok_or(Error::Unauthenticated(BAD_TOKEN))?;
        let cached = self.0.cache.get(session.as_str(), self.look_up(&session)).await?;
        let cached = cached.filter(|cached| cached.actor.id.as_str() == verified.subject);
        active_actor(cached, SESSION_ENDED)
    }

    /// Returns the owner of an access token of a provider. A new user gets an account when the
    /// token has an email.
    async fn by_provider(&self, provider: &Provider, verified: &Verified) -> Result<Actor> {
        let key = format!("{} {}", verified.issuer, verified.subject);
        let mut cached = self.0.cache.get(&key, self.look_up_identity(verified)).await?;
        if cached.is_none() && self.arrive_by_token(provider, verified).await? {
            cached = self.0.cache.get(&key, self.look_up_identity(verified)).await?;
        }
        // Signing out everywhere, and a new password, revoke what the provider issued before.
        let cached = cached.filter(|cached| {
            cached.signed_out_at.is_none_or(|until| verified.issued_at > until.seconds())
        });
        active_actor(cached, NOT_KNOWN_HERE)
    }

    /// Mints an access token for a session at `now`, and returns its lifetime in seconds.
    pub(crate) fn access_token(
        &self,
        account: &Id,
        session: &Id,
        now: Timestamp,
    ) -> Result<(String, i64)> {
        Ok((self.0.minter.mint(account, session, now)?, keys::ACCESS_SECONDS))
    }

    /// Returns the signing keys.
    pub(crate) fn keys(&self) -> &Keys {
        &self.0.keys
    }

    /// Returns the owner of an account, in no session, with what the rules of this policy leave.
    ///
    /// # Errors
    /// 404 when there is no such account.
    pub(crate) async fn actor_of(&self, account: &Id, policy: &Policy) -> Result<Actor> {
        let id = account.clone();
        let account = self.db().read(move |conn| queries::account(conn, &id)).await?;
        let actor = self.cached_session(Timestamp::LAST, account).actor;
        let access = policy.access(&actor.values());
        Ok(Actor { access, ..actor })
    }

    async fn look_up(&self, session: &Id) -> Result<Option<CachedSession>> {
        let id = session.clone();
        let found = self.db().read(move |conn| queries::session_and_account(conn, &id)).await?;
        Ok(found.map(|(session, account)| {
            let cached = self.cached_session(session.ends_at(), account);
            let second_factor = session.second_factor;
            let actor = Actor { session: Some(session.id), second_factor, ..cached.actor };
            CachedSession { actor, ..cached }
        }))
    }

    async fn look_up_identity(&self, verified: &Verified) -> Result<Option<CachedSession>> {
        let (issuer, subject) = (verified.issuer.clone(), verified.subject.clone());
        let found = self
            .db()
            .read(move |conn| queries::providers::account_of(conn, &issuer, &subject))
            .await?;
        // The token itself says when it expires.
        Ok(found.map(|account| self.cached_session(Timestamp::LAST, account)))
    }

    fn cached_session(&self, ends_at: Timestamp, account: AccountRow) -> CachedSession {
        let name = account.name();
        let roles = self.effective(account.roles.0);
        let attributes = Arc::new(account.attributes);
        let actor = Actor::of_account(account.id, name, account.email, roles);
        let actor = Actor { attributes, ..actor };
        CachedSession {
            ends_at,
            locked: account.locked,
            signed_out_at: account.signed_out_at,
            actor: Actor {
                passkeys: self.0.relying_party.allows_passkeys(),
                webhooks_to_private: self.0.webhooks_to_private,
                ..actor
            },
        }
    }

    /// Returns the roles of an account that the policy knows.
    fn effective(&self, roles: Vec<String>) -> Vec<String> {
        known_roles(roles, &self.0.roles)
    }

    fn db(&self) -> &Database {
        &self.0.db
    }

    /// Returns the queue of refusals.
    pub(crate) fn audit(&self) -> Arc<audit::Queue> {
        Arc::clone(&self.0.audit)
    }

    /// Has it recorded that a request was refused because of its credential. A request without one,
    /// and one whose token has only expired, are no events: both happen all the time.
    pub(crate) fn refused_credential(&self, error: &Error, object: &str, origin: &RequestOrigin) {
        if let Error::Unauthenticated(reason) = error
            && ![SIGN_IN_FIRST, EXPIRED_TOKEN].contains(reason)
        {
            let event = Event::new(Action::Credential, object).from(origin);
            self.0.audit.add(event.refused(*reason));
        }
    }
}

/// Returns those of the roles of an account that the policy knows; without any, the role of every user.
fn known_roles(mut roles: Vec<String>, known: &[String]) -> Vec<String> {
    roles.retain(|role| known.contains(role));
    if roles.is_empty() {
        roles.push(DEFAULT_ROLE.to_owned());
    }
    roles
}

/// Returns the owner of an account, in no session, with what the rules of this policy leave; `None` when there is no such
/// account, or it is locked.
pub(crate) fn unlocked_actor(
    conn: &mut Conn,
    account: &Id,
    policy: &Policy,
) -> Result<Option<Actor>> {
    let account = queries::account_if_any(conn, account)?.filter(|account| !account.locked);
    Ok(account.map(|account| {
        let (name, roles) = (account.name(), known_roles(account.roles.0, policy.roles()));
        let actor = Actor::of_account(account.id, name, account.email, roles);
        let actor = Actor { attributes: Arc::new(account.attributes), ..actor };
        let access = policy.access(&actor.values());
        Actor { access, ..actor }
    }))
}

/// Revokes what a restored backup would make valid again, in a database that no process serves:
/// every session, every API token, every sign-in that was under way, every link to set a password and every mail that waits, the access tokens that identity
/// providers have issued, and every signing key, including keys that were rotated since. Returns how
/// many sessions were open.
pub(crate) fn revoke_all(conn: &mut Conn, now: Timestamp) -> Result<usize> {
    queries::api_tokens::delete_of_every_account(conn)?;
    queries::factors::delete_all_tickets(conn)?;
    queries::links::delete_all(conn)?;
    mail::discard(conn)?;
    queries::providers::delete_all_round_trips(conn)?;
    queries::end_all_provider_tokens(conn, now)?;
    keys::replace_all(conn)?;
    queries::end_all_sessions(conn, now)
}

/// Returns the actor of a cached session, unless it has ended or the account is locked; `ended` is
/// the message when it has ended.
fn active_actor(cached: Option<CachedSession>, ended: &'static str) -> Result<Actor> {
    match cached {
        Some(cached) if cached.locked => Err(Error::Unauthenticated(LOCKED)),
        Some(cached) if cached.ends_at > Timestamp::now() => Ok(cached.actor),
        _ => Err(Error::Unauthenticated(ended)),
    }
}

/// Withdraws expired permissions to link, so that what is shown of an account follows from its row
/// alone. An expired one permits nothing meanwhile.
pub(crate) async fn withdraw_expired_links(db: &Database) -> Result<()> {
    let until = accounts::oldest_link_permission();
    let expired = move |conn: &mut Conn| queries::providers::has_link_allowed(conn, until);
    if !db.read_patiently(expired).await? {
        return Ok(());
    }
    db.write(move |conn| queries::providers::withdraw_link_allowed(conn, until)).await
}

/// Deletes sessions that ended as long ago as the setting says.
pub(crate) fn sweep_sessions(conn: &mut Conn, settings: &Settings, most: usize) -> Result<usize> {
    let until = Timestamp::now().plus_seconds(-settings.whole(&retention::SESSIONS) * DAY);
    queries::delete_old_sessions(conn, until, most)
}

/// Returns the token of `Authorization: Bearer …`.
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

/// Returns cryptographically secure random bytes.
fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    aws_lc_rs::rand::fill(&mut bytes).expect("the system has random numbers");
    bytes
}
