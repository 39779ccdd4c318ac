//! Signing in with an identity provider: what `[[oidc]]` configures.
//!
//! `round_trip` is the way there and back, `arrival` what becomes of somebody whom a provider
//! vouches for, `routes` the operations. What is spoken with a provider, and what is believed of
//! its answers, is the crate `oidc`.

mod arrival;
mod round_trip;
pub(super) mod routes;

use std::sync::Arc;

use oidc::Provider;

use super::token::{Issuer, KeySource};
use crate::base::config::OidcProvider;

pub(crate) use round_trip::sweep;

/// The providers that people may sign in with.
pub(super) struct Providers(Vec<Configured>);

/// One of them.
#[derive(Clone)]
pub(super) struct Configured {
    /// Its identifier in addresses.
    pub(super) id: String,
    /// The name to show.
    pub(super) name: String,
    pub(super) client: Arc<Provider>,
}

impl Providers {
    pub(super) fn new(configured: &[OidcProvider]) -> Self {
        let providers = configured.iter().map(|config| Configured {
            id: config.id.clone(),
            name: config.name.clone(),
            client: Arc::new(Provider::new(config.clone())),
        });
        Self(providers.collect())
    }

    /// What makes their access tokens acceptable.
    pub(super) fn issuers(&self, configured: &[OidcProvider]) -> Vec<Issuer> {
        self.0
            .iter()
            .zip(configured)
            .map(|(provider, config)| Issuer {
                name: config.issuer.clone(),
                audience: config.audience.as_ref().unwrap_or(&config.client_id).clone(),
                client_id: Some(config.client_id.clone()),
                keys: KeySource::Provider(Arc::clone(&provider.client)),
            })
            .collect()
    }

    fn get(&self, id: &str) -> Option<&Configured> {
        self.0.iter().find(|provider| provider.id == id)
    }
}
