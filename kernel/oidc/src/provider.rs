//! The client of one provider, assembled from the other files.

use std::sync::Arc;

use serde_json::Value;

use crate::cache::Cache;
use crate::config::ProviderConfig;
use crate::discovery::Discovery;
use crate::error::ProviderError;
use crate::exchange::{self, AuthorizationRequest, AuthorizationResponse};
use crate::fetch::Http;
use crate::id_token;
use crate::identity::{self, Person};
use crate::keys::{KeySet, PublicKey};
use crate::limits::Limits;

/// A client of one provider, with caches of what the provider publishes.
pub struct Provider {
    config: ProviderConfig,
    http: Http,
    discovery: Cache<Discovery>,
    keys: Cache<KeySet>,
}

impl Provider {
    /// Makes the client without sending a request, so that a product starts whether its providers
    /// are reachable or not.
    pub fn new(config: ProviderConfig) -> Self {
        Self::with_limits(config, &Limits::default())
    }

    /// Makes a client that waits no longer than `limits`.
    pub(crate) fn with_limits(config: ProviderConfig, limits: &Limits) -> Self {
        Self {
            config,
            http: Http::new(limits),
            discovery: Cache::default(),
            keys: Cache::default(),
        }
    }

    /// Begins a sign-in that returns to `callback`. Returns where to redirect the user, and what to
    /// store until the response.
    ///
    /// # Errors
    /// The provider is unreachable, or its discovery document names another issuer.
    pub async fn begin(&self, callback: &str) -> Result<AuthorizationRequest, ProviderError> {
        Ok(exchange::begin(&self.config, &*self.discovery().await?, callback))
    }

    /// Ends a sign-in: exchanges the code that arrived at `callback`, and returns the user. The
    /// caller has compared the state before.
    ///
    /// # Errors
    /// The provider is unreachable, or one of its responses is not valid.
    pub async fn finish(
        &self,
        callback: &str,
        response: AuthorizationResponse<'_>,
    ) -> Result<Person, ProviderError> {
        let discovery = self.discovery().await?;
        exchange::check_sender(&self.config, &discovery, response.iss)?;
        let tokens =
            exchange::exchange(&self.http, &self.config, &discovery, callback, &response).await?;
        let claims = self.validated_claims(&tokens.id_token, response.nonce).await?;
        let token = tokens.access_token.as_deref();
        let more = identity::userinfo(&self.http, &self.config, &discovery, &claims, token).await?;
        Person::read(&self.config, &claims, more.as_ref())
    }

    /// Finds the key named `kid`, or the sole one when `kid` is `None`. A name that is not in the
    /// cache refreshes it, at limited intervals.
    pub async fn key(&self, kid: Option<&str>) -> Result<Option<Arc<PublicKey>>, ProviderError> {
        let keys = self.keys.get(self.fetch_keys()).await?;
        let key = keys.find(kid);
        // A provider that rotates keys names them, so only a named key can be newer than the cache.
        if key.is_some() || kid.is_none() {
            return Ok(key);
        }
        Ok(self.keys.refresh(&keys, self.fetch_keys()).await?.find(kid))
    }

    /// Reads the user's identity from claims that the caller has validated.
    pub fn person(&self, claims: &Value) -> Result<Person, ProviderError> {
        Person::read(&self.config, claims, None)
    }

    /// Returns the claims of an ID token requested with `nonce`, if it is valid.
    async fn validated_claims(&self, token: &str, nonce: &str) -> Result<Value, ProviderError> {
        let kid = id_token::key_id(token)?;
        let key = self.key(kid.as_deref()).await?.ok_or_else(id_token::unknown_key)?;
        id_token::claims(&self.config, token, &key, nonce)
    }

    async fn discovery(&self) -> Result<Arc<Discovery>, ProviderError> {
        self.discovery.get(Discovery::fetch(&self.http, &self.config.issuer)).await
    }

    async fn fetch_keys(&self) -> Result<KeySet, ProviderError> {
        let discovery = self.discovery().await?;
        KeySet::read(&self.http.get(&discovery.keys).await?)
    }
}
