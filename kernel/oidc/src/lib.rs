//! Sign-in with an OpenID provider, from the client's side: a person is sent there, comes back with a code,
//! and the code is exchanged for a signed statement of who that is.
//!
//! Written by hand and not with the crate `openidconnect`, of which version 4.1.0 was read:
//!
//! - **Cryptography.** It checks signatures with `rsa`, `p256`, `p384` and `ed25519-dalek`, and none of these
//!   dependencies is optional. Here aws-lc checks them, as it does all of this product's TLS and tokens. Which
//!   algorithms it accepts is read out of the provider's own document, and the token's header chooses among
//!   them; here each key is for one algorithm, and a token chooses nothing.
//! - **HTTP.** Its clients (reqwest 0.12, ureq 2 and curl, by way of `oauth2` 5.0.0) read a body to its end,
//!   however long; not to follow redirects is left to whoever sets them up, and its types for addresses take any
//!   URL. Here an address is https, or http on this very machine; a body has at most 1 MiB, a request five
//!   seconds, a provider sixteen threads, and no redirect is followed. To have that with the crate, `fetch`
//!   would be written all the same.
//! - **What is left out.** It keeps nothing: keys are fetched together with the discovery document, and when to
//!   fetch them again, after a rotation or while the provider is away, is its caller's to decide, which is what
//!   `cache` does. It knows no `iss` in the answer (RFC 9207), by which `exchange` finds that another provider
//!   answered than the one that was asked.
//!
//! What becomes of the person, the cookie that keeps the round trip together and the sessions are no business of
//! this crate.
//!
//! | file | holds |
//! |---|---|
//! | `provider` | one provider, put together of all the rest |
//! | `config` | what is set of it |
//! | `discovery`, `keys` | what it says of itself, and what it signs with |
//! | `exchange` | the way there and back |
//! | `id_token`, `access_token` | whether the statement holds, and what tells an access token from it |
//! | `identity` | whom claims are about |
//! | `cache`, `clock` | what it publishes, kept for a while |
//! | `fetch`, `limits` | the one place that sends requests to another machine, and how long it waits |
//! | `error` | why nothing came of it |

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
pub use error::Trouble;
pub use exchange::{Answer, Begun};
pub use identity::Person;
pub use keys::PublicKey;
pub use provider::Provider;
