//! Signs people in with an OpenID provider, from the client's side: a person is sent there, comes back with a
//! code, and the code is exchanged for a signed statement of who that is.
//!
//! Written by hand and not with the crate `openidconnect`, of which version 4.1.0 was read:
//!
//! - **Cryptography.** It checks signatures with `rsa`, `p256`, `p384` and `ed25519-dalek`, and none of these
//!   dependencies is optional. Here aws-lc checks them, which signs this product's own tokens and encrypts its
//!   requests. Which algorithms it accepts is read out of the provider's own document, and the token's header
//!   chooses among them; here each key is for one algorithm, and a token chooses nothing.
//! - **HTTP.** Its clients (reqwest 0.12, ureq 2 and curl, by way of `oauth2` 5.0.0) read a body to its end,
//!   however long; to turn redirects off is left to their user, and its types for addresses take any URL. Here an
//!   address is https, or http on this very machine; a body has at most 1 MiB, a request takes at most five
//!   seconds, a provider at most sixteen threads, and no redirect is followed. To have that with the crate,
//!   `fetch` would be written all the same.
//! - **Caches, and RFC 9207.** It has none: keys are fetched together with the discovery document, and when to
//!   fetch them again, after a rotation or while the provider is unreachable, is its caller's to decide, which
//!   `cache` does. It knows no `iss` in the authorization response, by which `exchange` refuses another provider's.
//!
//! What becomes of the person, the cookie that keeps the round trip together and the sessions are no business of
//! this crate.
//!
//! | file | holds |
//! |---|---|
//! | `provider` | a client of one provider, put together of the other files |
//! | `config` | the settings of a provider |
//! | `discovery`, `keys` | its discovery document, and the keys that it signs with |
//! | `exchange` | the authorization code flow |
//! | `id_token`, `access_token` | validates ID tokens; distinguishes access tokens |
//! | `identity` | whom claims are about |
//! | `cache`, `clock` | caches what a provider publishes |
//! | `fetch`, `limits` | the one place that sends requests to another machine, and how long one may take |
//! | `error` | what goes wrong |

#![warn(missing_docs)]

mod access_token;
mod cache;
mod clock;
mod config;
mod discovery;
mod error;
mod exchange;
mod fetch;
#[cfg(test)]
mod flow_tests;
mod id_token;
mod identity;
mod keys;
mod limits;
mod provider;
#[cfg(test)]
mod testing;

pub use access_token::is_access_token;
pub use config::ProviderConfig;
pub use error::ProviderError;
pub use exchange::{AuthorizationRequest, AuthorizationResponse};
pub use identity::Person;
pub use keys::PublicKey;
pub use provider::Provider;
