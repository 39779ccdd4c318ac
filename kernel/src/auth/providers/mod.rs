//! Sign-in with an identity provider, as `[[oidc]]` configures it.
//!
//! `round_trip` is the redirect to the provider and back, `sign_in` signs the authenticated user
//! in, `routes` holds the operations. The protocol and the validation of the provider's responses
//! are the crate `oidc`.

mod round_trip;
pub(super) mod routes;
mod sign_in;

use std::sync::Arc;

use oidc::Provider;

use super::token::{Issuer, KeySource};
use crate::base::config::OidcProvider;

pub(crate) use round_trip::MAX_SECONDS as ROUND_TRIP_SECONDS;

/// The configured identity providers.
pub(super) struct Providers(Vec<Configured>);

/// A configured provider.
#[derive(Clone)]
pub(super) struct Configured {
    /// Its identifier in URLs.
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

    /// Returns the issuers whose access tokens are accepted.
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
