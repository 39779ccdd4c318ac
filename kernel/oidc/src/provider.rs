//! One provider, put together of all the rest.

use std::sync::Arc;

use serde_json::Value;

use crate::cache::Held;
use crate::config::ProviderConfig;
use crate::discovery::Discovery;
use crate::error::Trouble;
use crate::exchange::{self, Answer, Begun};
use crate::fetch::Http;
use crate::id_token;
use crate::identity::{self, Person};
use crate::keys::{KeySet, PublicKey};
use crate::limits::Limits;

/// One provider.
pub struct Provider {
    config: ProviderConfig,
    http: Http,
    discovery: Held<Discovery>,
    keys: Held<KeySet>,
}

impl Provider {
    /// Asks nobody yet, so a product starts whether its providers are there or not.
    pub fn new(config: ProviderConfig) -> Self {
        Self::with_limits(config, &Limits::default())
    }

    pub(crate) fn with_limits(config: ProviderConfig, limits: &Limits) -> Self {
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
        let token = tokens.access_token.as_deref();
        let more = identity::more(&self.http, &self.config, &discovery, &claims, token).await?;
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
    pub fn person(&self, claims: &Value) -> Result<Person, Trouble> {
        Person::read(&self.config, claims, None)
    }

    /// The claims of an ID token that answers the question with `nonce`, if it holds.
    async fn proven(&self, token: &str, nonce: &str) -> Result<Value, Trouble> {
        let kid = id_token::key_id(token)?;
        let key = self.key(kid.as_deref()).await?.ok_or_else(id_token::unknown_key)?;
        id_token::claims(&self.config, token, &key, nonce)
    }

    async fn discovery(&self) -> Result<Arc<Discovery>, Trouble> {
        self.discovery.get(Discovery::ask(&self.http, &self.config.issuer)).await
    }

    async fn ask_for_keys(&self) -> Result<KeySet, Trouble> {
        let discovery = self.discovery().await?;
        KeySet::read(&self.http.document(&discovery.keys).await?)
    }
}
