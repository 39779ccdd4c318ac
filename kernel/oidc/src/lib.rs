//! Sign-in through an OpenID provider, from the client's side: a person is sent there, comes back
//! with a code, and the code is exchanged for a signed statement of who that is.
//!
//! `discovery` is what a provider says of itself and `keys` what it signs with, both `held` for a
//! while; `exchange` the way there and back, `proof` whether the statement holds, `access` what tells
//! an access token from it, `identity` whom it is about; `fetch` the one place that asks another
//! machine. What becomes of the person, the cookie that keeps the round trip together and the
//! sessions are no business of this crate.

#![warn(missing_docs)]

mod access;
mod config;
mod discovery;
mod exchange;
mod fetch;
mod held;
mod identity;
mod keys;
mod proof;

#[cfg(test)]
mod flow_tests;
#[cfg(test)]
mod testing;

use std::fmt;
use std::sync::Arc;

pub use access::is_access_token;
pub use config::ProviderConfig;
pub use exchange::Begun;
pub use identity::Person;
pub use keys::PublicKey;

use discovery::Discovery;
use fetch::{Http, Limits};
use held::Held;
use keys::KeySet;

/// One provider.
pub struct Provider {
    config: ProviderConfig,
    http: Http,
    discovery: Held<Discovery>,
    keys: Held<KeySet>,
}

/// With what a person comes back from a provider, and what was kept since [`Provider::begin`].
pub struct Answer<'a> {
    /// What is exchanged for the statement.
    pub code: &'a str,
    /// Who answers, when the answer says it (RFC 9207).
    pub iss: Option<&'a str>,
    /// The verifier of [`Begun`].
    pub verifier: &'a str,
    /// The nonce of [`Begun`].
    pub nonce: &'a str,
}

/// Why nothing came of it. The texts are for the log: they hold no secret, no token and no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The provider is down or slow, or answers what nobody can use.
    Unreachable(String),
    /// What came does not hold.
    Refused(String),
}

impl Provider {
    /// Asks nobody yet, so a product starts whether its providers are there or not.
    pub fn new(config: ProviderConfig) -> Self {
        Self::with_limits(config, &Limits::default())
    }

    fn with_limits(config: ProviderConfig, limits: &Limits) -> Self {
        Self { config, http: Http::new(limits), discovery: Held::default(), keys: Held::default() }
    }

    /// Where to send a person who wants to sign in, and what to keep until they are back at
    /// `callback`.
    pub async fn begin(&self, callback: &str) -> Result<Begun, Trouble> {
        Ok(exchange::begin(&self.config, &*self.discovery().await?, callback))
    }

    /// Who came back to `callback`. The state is compared by the caller, before.
    pub async fn finish(&self, callback: &str, answer: Answer<'_>) -> Result<Person, Trouble> {
        let discovery = self.discovery().await?;
        exchange::check_sender(&self.config, &discovery, answer.iss)?;
        let tokens =
            exchange::exchange(&self.http, &self.config, &discovery, callback, &answer).await?;
        let claims = self.proven(&tokens.id_token, answer.nonce).await?;
        let more = self.more(&discovery, &claims, tokens.access_token.as_deref()).await?;
        Person::read(&self.config, &claims, more.as_ref())
    }

    /// The key named `kid`, or the only one when none is named.
    pub async fn key(&self, kid: Option<&str>) -> Result<Option<Arc<PublicKey>>, Trouble> {
        let held = self.keys.get(self.ask_for_keys()).await?;
        let key = held.find(kid);
        // A provider that changes its keys names them, so only a name can be a newer key's.
        if key.is_some() || kid.is_none() {
            return Ok(key);
        }
        Ok(self.keys.newer_than(&held, self.ask_for_keys()).await?.find(kid))
    }

    /// Whom a token is about, by its claims. That it holds is the caller's to know.
    pub fn person(&self, claims: &serde_json::Value) -> Result<Person, Trouble> {
        Person::read(&self.config, claims, None)
    }

    async fn discovery(&self) -> Result<Arc<Discovery>, Trouble> {
        self.discovery.get(Discovery::ask(&self.http, &self.config.issuer)).await
    }

    async fn ask_for_keys(&self) -> Result<KeySet, Trouble> {
        let discovery = self.discovery().await?;
        KeySet::read(&self.http.document(&discovery.keys).await?)
    }
}

impl Trouble {
    fn unreachable(what: impl Into<String>) -> Self {
        Self::Unreachable(what.into())
    }

    fn refused(what: impl Into<String>) -> Self {
        Self::Refused(what.into())
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(what) | Self::Refused(what) => f.write_str(what),
        }
    }
}

/// Foreign text as the log may have it: short, and in one line.
fn shown(text: &str) -> String {
    format!("{:?}", text.chars().take(200).collect::<String>())
}
